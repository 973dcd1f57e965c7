internal import SheetModel

/// Converts a string that may be UTF-16 to UTF-8 while its bytes arrive.
///
/// PowerShell and editors on Windows write UTF-16 with a byte order mark. Other text is left
/// unchanged.
struct UTF16Pieces {
  private enum Order { case unknown, none, little, big }
  private var order = Order.unknown
  /// Bytes of a code unit, a surrogate pair or a byte order mark that is not complete yet.
  private var rest: [UInt8] = []

  /// Whether the text is UTF-16.
  var isConverting: Bool { order == .little || order == .big }

  /// Converts the next bytes, as far as their characters are complete.
  mutating func utf8(of piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if order == .none { return piece }
    rest += piece
    if order == .unknown, !findOrder() { return [] }
    guard order != .none else { return takeRest()[...] }
    let high = order == .big ? 0 : 1
    var count = rest.count & ~1
    // The first half of a surrogate pair.
    if count > 0, rest[count - 2 + high] & 0xFC == 0xD8 { count -= 2 }
    defer { rest.removeFirst(count) }
    return Array(String(utf16: rest.prefix(count), isBigEndian: order == .big).utf8)[...]
  }

  /// Converts what is left at the end.
  mutating func end() -> ArraySlice<UInt8> {
    let isText = isConverting
    let bytes = takeRest()
    return isText
      ? Array(String(utf16: bytes, isBigEndian: order == .big).utf8)[...] : bytes[...]
  }

  /// Determines the byte order from the mark and removes the mark; false if a byte of it is still
  /// to come.
  private mutating func findOrder() -> Bool {
    switch rest.prefix(2) {
    case [0xFF], [0xFE], []: return false
    case [0xFF, 0xFE]: order = .little
    case [0xFE, 0xFF]: order = .big
    default: order = .none
    }
    if order != .none { rest.removeFirst(2) }
    return true
  }

  private mutating func takeRest() -> [UInt8] {
    defer { rest = [] }
    return rest
  }
}
