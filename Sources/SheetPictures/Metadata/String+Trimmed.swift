extension String {
  /// The text without surrounding white space; nil if nothing is left.
  var trimmed: String? {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}

extension [String] {
  /// The texts in order, without duplicates.
  var eachOnce: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
