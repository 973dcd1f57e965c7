internal import SheetModel

/// Converts text to UTF-8 as its bytes arrive, if it is UTF-16.
///
/// PowerShell and editors on Windows write UTF-16 with a byte order mark, and some other programs
/// write it without one. Other text is left unchanged.
struct UTF16Pieces {
  private enum Order { case unknown, none, little, big }
  private var order = Order.unknown
  /// Whether lines without a byte order mark may be UTF-16.
  private let guessesOrder: Bool
  /// Bytes of a code unit, a surrogate pair or a byte order mark that is not complete yet.
  private var rest: [UInt8] = []

  /// The number of bytes from which the byte order is guessed.
  private static let guessedBytes = 1024

  /// Creates a converter for text with a byte order mark and, if requested, for lines without one.
  init(guessesOrder: Bool) { self.guessesOrder = guessesOrder }

  /// Whether the text is UTF-16.
  var isConverting: Bool { order == .little || order == .big }

  /// Converts the next bytes, as far as their characters are complete.
  mutating func utf8(of piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if order == .none { return piece }
    rest += piece
    if order == .unknown, !findOrder(isWhole: false) { return [] }
    guard order != .none else { return takeRest()[...] }
    let high = order == .big ? 0 : 1
    var count = rest.count & ~1
    // The first half of a surrogate pair waits for the second.
    if count > 0, rest[count - 2 + high] & 0xFC == 0xD8 { count -= 2 }
    defer { rest.removeFirst(count) }
    return Array(String(utf16: rest.prefix(count), isBigEndian: order == .big).utf8)[...]
  }

  /// Converts the bytes that are left at the end of the text.
  mutating func end() -> ArraySlice<UInt8> {
    if order == .unknown { _ = findOrder(isWhole: true) }
    let isText = isConverting
    let bytes = takeRest()
    return isText
      ? Array(String(utf16: bytes, isBigEndian: order == .big).utf8)[...] : bytes[...]
  }

  /// Determines the byte order and removes its mark; false if more bytes are needed.
  private mutating func findOrder(isWhole: Bool) -> Bool {
    switch rest.prefix(2) {
    case [0xFF], [0xFE], []:
      if !isWhole { return false }
      order = .none
    case [0xFF, 0xFE]: order = .little
    case [0xFE, 0xFF]: order = .big
    default:
      guard guessesOrder, isWhole || rest.count >= Self.guessedBytes else {
        if !guessesOrder { order = .none }
        return !guessesOrder
      }
      order = Self.guessedOrder(of: rest.prefix(Self.guessedBytes))
      return true
    }
    if order != .none { rest.removeFirst(2) }
    return true
  }

  /// The byte order of text without a mark.
  ///
  /// In UTF-16, the high bytes of dots, slashes and line breaks are zero, while low bytes are zero
  /// only in a few characters, such as 一. A NUL-separated list of names hardly ever looks like
  /// that.
  private static func guessedOrder(of bytes: ArraySlice<UInt8>) -> Order {
    var zeros = [0, 0]
    for (place, byte) in bytes.enumerated() where byte == 0 { zeros[place & 1] += 1 }
    let (fewer, more) = (min(zeros[0], zeros[1]), max(zeros[0], zeros[1]))
    guard more > 0, 4 * fewer <= more else { return .none }
    let order = zeros[1] > zeros[0] ? Order.little : .big
    let units = bytes.count / 2
    let text = String(utf16: bytes.prefix(2 * units), isBigEndian: order == .big).utf8
    let hasLines = text.contains(UInt8(ascii: "\n"))
    let isPath = text.contains(UInt8(ascii: ".")) || text.contains(UInt8(ascii: "/"))
    return hasLines || fewer == 0 && isPath && 4 * more >= 3 * units ? order : .none
  }

  private mutating func takeRest() -> [UInt8] {
    defer { rest = [] }
    return rest
  }
}
