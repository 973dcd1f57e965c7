import Testing

@testable import SheetModel

@Suite struct LabelValueTests {
  @Test(
    "A number of bytes is written in a readable unit",
    arguments: [
      (0, "0 B"), (1, "1 B"), (999, "999 B"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"),
      (3_249_999, "3.2 MB"), (9949, "9.9 kB"), (9950, "10 kB"), (31_500, "32 kB"),
      (999_499, "999 kB"), (999_500, "1.0 MB"), (999_950_000, "1.0 GB"),
      (9_223_372_036_854_775_807, "9.2 EB"), (.max, "18 EB"),
    ] as [(UInt64, String)])
  func bytes(count: UInt64, expected: String) {
    #expect(ByteCount(count).description == expected)
  }

  @Test(
    "Text put on one line has no control characters",
    arguments: [
      ("a\nb\r\nc\rd\te", "a b c d e"), ("\u{1B}[31m", "\u{FFFD}[31m"), ("a\u{0}", "a\u{FFFD}"),
      ("gnp\u{202E}x\u{2066}", "gnp\u{FFFD}x\u{FFFD}"), ("a\u{2028}b\u{85}c", "a b c"),
      ("👩‍💻 日本語 עברית é", "👩‍💻 日本語 עברית é"),
    ])
  func line(text: String, expected: String) {
    #expect(text.oneLine == expected)
  }

  @Test("A line of more than 4,096 characters is cut off with an ellipsis")
  func longLine() {
    let long = String(repeating: "é", count: 5000)
    let isCut = long.oneLine == String(repeating: "é", count: 4096) + "…"
    #expect(isCut)
    #expect(long.oneLine.oneLine.unicodeScalars.count <= 4097)
    #expect(String(repeating: "a", count: 4096).oneLine.utf8.count == 4096)
    #expect(String(repeating: "a", count: 4097).oneLine.suffix(2) == "a…")
  }

  @Test(
    "The edit distance between two words is the number of typing errors",
    arguments: [
      ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("name", "nmae", 1), ("width", "widht", 1),
      ("kitten", "sitting", 3), ("page", "pages", 1), ("ca", "abc", 3),
    ])
  func distance(first: String, second: String, expected: Int) {
    #expect(first.editDistance(to: second) == expected)
    #expect(second.editDistance(to: first) == expected)
  }

  @Test("The suggested name is the closest one, or the first of several that are equally close")
  func nearest() {
    #expect(["page", "pages"].nearest(to: "PAGS") == "page")
    #expect(["title", "text"].nearest(to: "tile") == "title")
    #expect(["title", "text"].nearest(to: "font") == nil)
    #expect([String]().nearest(to: "font") == nil)
  }
}
