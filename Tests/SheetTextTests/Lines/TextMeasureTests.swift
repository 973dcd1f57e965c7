import Testing
import TextFixtures

@testable import SheetModel
@testable import SheetText

@Suite struct TextMeasureTests {
  /// A measure in which most characters are 10 pixels wide, and some are not.
  static let measure = TextMeasure(
    StrokeFace(size: 12), ["i": 4, "l": 4, ".": 4, "W": 17, "…": 12], otherwise: 10)

  private func set(
    _ text: String, width: Int, lines: Int = 1, _ overflow: TextOverflow
  ) -> [String] {
    Self.measure.lines(of: text, width: width, limit: lines, overflow: overflow)
  }

  private func width(_ line: String) -> Int { Self.measure.width(of: line[...]) }

  @Test(
    "No line is wider than the box, and there are no more lines than allowed",
    arguments: TextOverflow.allCases)
  func neverWider(overflow: TextOverflow) {
    var random = RandomText(seed: 1)
    for _ in 0..<1500 {
      let text = random.text(longest: 40)
      let width = random.number(below: 130)
      let count = 1 + random.number(below: 4)
      let lines = set(text, width: width, lines: count, overflow)
      #expect(lines.count <= count)
      #expect(lines.allSatisfy { self.width($0) <= width })
    }
  }

  @Test("Text that fits is unchanged", arguments: TextOverflow.allCases)
  func whole(overflow: TextOverflow) {
    var random = RandomText(seed: 2)
    for _ in 0..<300 {
      let text = random.text(of: Array("abWil . -"), longest: 20)
      #expect(set(text, width: 20 * 17, overflow) == [text])
    }
  }

  @Test("A shortened line keeps the beginning and the end of the text, and adds only an ellipsis")
  func keepsEnds() {
    var random = RandomText(seed: 3)
    for _ in 0..<1000 {
      let text = random.text(of: Array("abcWil.-"), longest: 40)
      let width = random.number(below: 200)
      let line = set(text, width: width, .middle)[0]
      guard line != text else { continue }
      let parts = line.split(separator: "…", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        #expect(width < 12 && line.allSatisfy { $0 == "." })
        continue
      }
      #expect(text.hasPrefix(parts[0]) && text.hasSuffix(parts[1]))
      #expect(parts[0].count + parts[1].count < text.count)
    }
  }

  @Test("A shortened line has no room for another character")
  func usesTheRoom() {
    var random = RandomText(seed: 4)
    for _ in 0..<1000 {
      let text = random.text(of: Array("abcWil.-"), longest: 40)
      let width = 12 + random.number(below: 200)
      for overflow in [TextOverflow.middle, .end] {
        let line = set(text, width: width, overflow)[0]
        if line != text { #expect(self.width(line) + 17 > width) }
      }
    }
  }

  @Test("The extension of a file name is kept if it fits beside an ellipsis")
  func keepsExtension() {
    var random = RandomText(seed: 5)
    for name in [".png", ".jpeg", ".tiff", ".i"] {
      let nameWidth = width(name)
      for _ in 0..<300 {
        let text = "a" + random.text(of: Array("abcWil -"), longest: 30) + name
        let width = nameWidth + 12 + random.number(below: 60)
        #expect(set(text, width: width, .middle)[0].hasSuffix(name))
      }
    }
  }

  @Test("Wrapped text that fits loses only the spaces at line ends")
  func wrapLosesNothing() {
    var random = RandomText(seed: 6)
    for _ in 0..<1000 {
      let text = random.text(of: Array("abcWil .-_/  "), longest: 60)
      let width = 17 + random.number(below: 150)
      let lines = set(text, width: width, lines: 100, .wrap)
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
      #expect(lines.dropLast().allSatisfy { !$0.hasSuffix(" ") })
    }
  }

  @Test("Words are wrapped whole if they fit")
  func wrapKeepsWords() {
    var random = RandomText(seed: 7)
    for _ in 0..<300 {
      let words = (0..<12).map { _ in "a" + random.text(of: Array("abc"), longest: 7) }
      let lines = set(words.joined(separator: " "), width: 80, lines: 100, .wrap)
      #expect(lines.flatMap { $0.split(separator: " ").map(String.init) } == words)
    }
  }

  @Test(
    "Lines end between words, after characters that join words, or else anywhere",
    arguments: [
      ("aaa bbb ccc", 70, ["aaa bbb", "ccc"]),
      ("aaa   bbb", 40, ["aaa", "bbb"]),
      ("aaa_bbb-ccc", 60, ["aaa_", "bbb-", "ccc"]),
      ("aa/bb.cc", 50, ["aa/", "bb.cc"]),
      ("aaaaaaa", 30, ["aaa", "aa", "aa"]),
      ("bb aaaaaaa", 50, ["bb", "aaaa", "aaa"]),
      ("aaa ", 30, ["aaa"]),
      ("aaaa (2.0 / b)", 100, ["aaaa", "(2.0 / b)"]),
      ("aaaa (b) c (d e)", 120, ["aaaa (b)", "c (d e)"]),
      ("aaaa (b [c d] e) f", 130, ["aaaa", "(b [c d] e) f"]),
      ("aa (bbb ccc ddd)", 70, ["aa", "(bbb", "ccc", "ddd)"]),
      ("aaaaa(b c)", 80, ["aaaaa(b", "c)"]),
      ("aa (b c", 60, ["aa", "(b c"]),
      ("aaa 12.34", 70, ["aaa", "12.34"]),
      ("", 30, [""]),
    ] as [(String, Int, [String])])
  func wrapping(text: String, width: Int, expected: [String]) {
    #expect(set(text, width: width, lines: 9, .wrap) == expected)
  }

  @Test("The last line that has room shows the beginning and the end of the remaining text")
  func lastLine() {
    #expect(set("aaa bbb ccc ddd eee", width: 70, lines: 2, .wrap) == ["aaa bbb", "ccc…ee"])
    #expect(set("aaa bbb\nccc", width: 30, lines: 2, .wrap) == ["aaa", "bbb"])
  }

  @Test(
    "Text shortened in the middle keeps the end of a name",
    arguments: [
      ("abcdefghkm", 100, "abcdefghkm"),
      ("abcdefghkm", 99, "abcd…ghkm"),
      ("abcdefghkm", 62, "abc…km"),
      ("abcdefghkil", 64, "abc…kil"),
      ("abcdefghij.png", 70, "ab….png"),
      ("abcdefghij.png", 46, "….png"),
      ("abcdefghij.png", 45, "ab…g"),
      ("a.very long name", 72, "a.v…ame"),
    ])
  func middle(text: String, width: Int, expected: String) {
    #expect(set(text, width: width, .middle) == [expected])
  }

  @Test("Text shortened at its end keeps its beginning")
  func end() {
    #expect(set("abcdefghkm", width: 99, .end) == ["abcdefgh…"])
  }

  @Test(
    "Without room for an ellipsis, fewer dots are shown, and in the end no text",
    arguments: TextOverflow.allCases)
  func narrow(overflow: TextOverflow) {
    #expect(set("abc", width: 12, overflow)[0].count >= 1)
    for (width, expected) in [(9, ".."), (8, ".."), (7, "."), (4, "."), (3, ""), (1, ""), (0, "")] {
      #expect(set("abc", width: width, lines: 3, overflow) == [expected])
    }
  }

  @Test("Each line feed starts a new line, and lines beyond the last are left out")
  func paragraphs() {
    for overflow in TextOverflow.allCases {
      #expect(set("a\n\nb\r\nc", width: 50, lines: 9, overflow) == ["a", "", "b", "c"])
      #expect(set("a\n\nb\r\nc", width: 50, lines: 3, overflow) == ["a", "", "b"])
    }
  }

  @Test(
    "The time taken for a long text is proportional to its length", arguments: TextOverflow.allCases
  )
  func longText(overflow: TextOverflow) {
    // Quadratic time would take hours.
    for text in [
      String(repeating: "a", count: 100_000), String(repeating: " ", count: 100_000),
      String(repeating: "ab ", count: 33_000), String(repeating: "\n", count: 100_000),
      String(repeating: "1/", count: 50_000), String(repeating: "(", count: 100_000),
      String(repeating: "é", count: 100_000),
    ] {
      let lines = set(text, width: 200, lines: 1_000_000, overflow)
      #expect(lines.allSatisfy { width($0) <= 200 })
    }
  }
}
