/// The order in which the characters of a line are placed, from left to right.
///
/// Viewers need it to find text, as a PDF has only characters at positions. They reverse runs from
/// right to left, so runs must be stored reversed. Characters between both directions could belong
/// to either; an invisible mark decides.
struct PDFReadingOrder {
  /// Whether most letters of the page are written from right to left; viewers then begin at the
  /// right.
  private let isFromRight: Bool

  /// Decides about a page by all of its texts.
  init(_ texts: some Sequence<String>) {
    var balance = 0
    for scalar in texts.lazy.flatMap(\.unicodeScalars) {
      if scalar.isFromRight { balance += 1 } else if scalar.properties.isAlphabetic { balance -= 1 }
    }
    isFromRight = balance > 0
  }

  /// The characters of a line from left to right.
  func characters(of line: String) -> [Unicode.Scalar] {
    let scalars = Array(line.unicodeScalars)
    return isFromRight ? Self.fromRight(scalars) : Self.fromLeft(scalars)
  }

  /// On a page of letters from left to right, only runs from right to left are turned around.
  private static func fromLeft(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var rest = scalars[...]
    while let start = rest.firstIndex(where: \.isFromRight) {
      let next = rest[start...].firstIndex { $0.isFromLeft } ?? rest.endIndex
      // Punctuation after the last letter of the run stays after it.
      let end = rest[start..<next].lastIndex(where: \.isFromRight).map { $0 + 1 } ?? next
      result += rest[..<start] + rest[start..<end].reversed()
      if end < next { result.append(leftToRightMark) }
      rest = rest[end...]
    }
    return result + rest
  }

  /// On a page of letters from right to left, runs are ordered from the right.
  private static func fromRight(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var rest = scalars[...]
    var mark: [Unicode.Scalar] = []
    while !rest.isEmpty {
      let start = rest.firstIndex(where: \.isFromLeft) ?? rest.endIndex
      let next = rest[start...].firstIndex(where: \.isFromRight) ?? rest.endIndex
      // Characters after the last letter of the run belong to the text from right to left.
      let end = rest[start..<next].lastIndex(where: \.isFromLeft).map { $0 + 1 } ?? next
      result = rest[start..<end] + (mark + rest[..<start]).reversed() + result
      mark = end < next ? [rightToLeftMark] : []
      rest = rest[end...]
    }
    return result
  }

  private static let leftToRightMark: Unicode.Scalar = "\u{200E}"
  private static let rightToLeftMark: Unicode.Scalar = "\u{200F}"
}

extension Unicode.Scalar {
  /// Whether it is written from right to left.
  ///
  /// Source: Unicode 15.0, `DerivedBidiClass.txt`: the ranges of R or AL, with
  /// their unassigned characters.
  fileprivate var isFromRight: Bool {
    switch value {
    case 0x0660...0x0669, 0x06F0...0x06F9: false
    case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      properties.generalCategory != .nonspacingMark
    default: false
    }
  }

  /// Whether it is a letter from left to right, a digit, or a character that joins digits.
  ///
  /// Viewers treat a digit and what divides digits as parts of a number.
  fileprivate var isFromLeft: Bool {
    switch self {
    // The ASCII characters of the classes ES, ET and CS.
    case "+", "-", "#", "$", "%", ",", ".", "/", ":", "\u{200E}": true
    default:
      !isFromRight && (properties.isAlphabetic || properties.numericType != nil)
        && properties.generalCategory != .nonspacingMark
    }
  }
}
