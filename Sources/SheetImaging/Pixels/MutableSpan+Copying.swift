extension MutableSpan where Element: BitwiseCopyable {
  /// Copies all elements of a span of the same length.
  @inline(__always)
  mutating func copy(_ source: Span<Element>) {
    precondition(count == source.count, "spans of different lengths")
    for index in 0..<count { self[index] = source[index] }
  }
}
