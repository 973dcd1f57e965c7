extension Collection {
  /// The only element; nil if there are none or several.
  package var only: Element? { count == 1 ? first : nil }
}
