import Testing

@testable import SheetText

@Suite struct LabelLinesTests {
  static let lines = LabelLines(widths: CharacterWidths([:], otherwise: 1))

  private func set(
    _ text: String, width: Int, limit: Int = 9, anywhere: Bool = false
  ) -> [String]? {
    Self.lines.lines(of: Array(text)[...], width: width, limit: limit, anywhere: anywhere)?
      .map { String($0) }
  }

  @Test(
    "Lines end at spaces, behind marks that divide names, and between letters and digits",
    arguments: [
      ("a day at the sea", ["a day", "at", "the", "sea"]),
      ("by_the-sea.png", ["by_", "the-", "sea.", "png"]),
      ("a/b/c,d", ["a/b/", "c,d"]),
      ("IMG2024", ["IMG", "2024"]),
      ("日本語の本", ["日本語の本"]),
      ("日本語の本です", ["日本語の本", "です"]),
      ("", [""]),
    ])
  func breaks(text: String, expected: [String]) {
    #expect(set(text, width: 5) == expected)
  }

  @Test("What cannot be broken is too long, unless it may be broken anywhere")
  func unbreakable() {
    #expect(set("abcdefgh", width: 5) == nil)
    #expect(set("abcdefgh", width: 5, anywhere: true) == ["abcde", "fgh"])
    #expect(set("abcdefgh", width: 0, anywhere: true) == nil)
    #expect(set("ab cd ef", width: 2, limit: 2) == nil)
  }

  @Test("Lines hold all characters but spaces, and none is too wide", arguments: 1...40)
  func complete(seed: Int) throws {
    var random = RandomText(seed: UInt64(seed))
    for _ in 0..<50 {
      let text = String(
        random.text(longest: 60).filter { $0 != "\n" && $0 != "\r\n" })
      let width = 1 + random.number(below: 20)
      let lines = try #require(set(text, width: width, limit: .max, anywhere: true))
      #expect(lines.allSatisfy { $0.count <= width })
      let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
      #expect(lines.joined().filter { !isSpace($0) } == text.filter { !isSpace($0) })
      // A line takes all that fits it.
      if let few = set(text, width: width) {
        #expect(few.joined().filter { !isSpace($0) } == text.filter { !isSpace($0) })
      }
    }
  }
}
