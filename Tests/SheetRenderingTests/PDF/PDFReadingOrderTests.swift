import TestSupport
import Testing

@testable import SheetRendering

@Suite struct PDFReadingOrderTests {
  private enum Kind { case left, right, neutral }

  private static let letters: [(Unicode.Scalar, Kind)] = [
    ("a", .left), ("Z", .left), ("7", .left), (".", .left), ("-", .left), ("א", .right),
    ("ب", .right),
    ("ש", .right), (" ", .neutral), ("(", .neutral), ("_", .neutral),
  ]

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    if scalar == "\u{200E}" { return .left }
    if scalar == "\u{200F}" { return .right }
    return letters.first { $0.0 == scalar }?.1 ?? .neutral
  }

  /// The text that a reader makes of characters from left to right.
  ///
  /// The reader reverses runs, and leaves out direction marks.
  private static func read(_ line: [Unicode.Scalar], fromRight: Bool) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var rest = fromRight ? Array(line.reversed()) : line
    while !rest.isEmpty {
      if fromRight {
        let right = rest.prefix { kind($0) != .left }
        let left = rest.dropFirst(right.count).prefix { kind($0) != .right }
        result += right + left.reversed()
        rest.removeFirst(right.count + left.count)
      } else {
        let left = rest.prefix { kind($0) != .right }
        let right = rest.dropFirst(left.count).prefix { kind($0) != .left }
        result += left + right.reversed()
        rest.removeFirst(left.count + right.count)
      }
    }
    return result.filter { !["\u{200E}", "\u{200F}"].contains($0) }
  }

  @Test("A reader recovers the text, on left-to-right and on right-to-left pages")
  func readAgain() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let text = (0..<random.number(below: 14)).map { _ in
        Self.letters[random.number(below: Self.letters.count)].0
      }
      let line = String(String.UnicodeScalarView(text))
      for (page, fromRight) in [("left to right", false), ("שלום עולם יפה", true)] {
        let order = PDFReadingOrder([page])
        #expect(
          Self.read(order.characters(of: line), fromRight: fromRight) == text,
          "\(line.unicodeScalars.map { String($0.value, radix: 16) })")
      }
    }
  }

  @Test("Left-to-right text is unchanged")
  func plain() {
    for text in ["a.png", "Ünï (1)", "ภาพ", "富士山", "👩‍👩‍👧", ""] {
      #expect(PDFReadingOrder([text]).characters(of: text) == Array(text.unicodeScalars))
    }
  }
}
