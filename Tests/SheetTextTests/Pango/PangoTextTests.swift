import Testing

@testable import SheetText

@Suite struct PangoTextTests {
  private func lines(_ text: String, atMost limit: Int = 10) -> [String] {
    PangoText.paragraphs(of: text, atMost: limit).map(\.whole)
  }

  @Test("A line feed starts a line, with a carriage return before it or not")
  func lineFeeds() {
    #expect(lines("a\nb\r\nc") == ["a", "b", "c"])
    #expect(lines("\n\na\n") == ["", "", "a", ""])
    #expect(lines("") == [""])
  }

  @Test("Lines after the last that is wanted are left out")
  func limit() {
    #expect(lines("a\nb\nc", atMost: 2) == ["a", "b"])
  }

  @Test("White space of any kind is a space, and other control characters are U+FFFD")
  func controls() {
    #expect(lines("a\tb\rc\u{2028}d\u{85}e") == ["a b c d e"])
    #expect(lines("a\0b\u{1B}[1m\u{7F}") == ["a\u{FFFD}b\u{FFFD}[1m\u{FFFD}"])
  }

  @Test("Nothing is left out of a text that is not longer than its two ends", arguments: 0...8)
  func shortTexts(count: Int) throws {
    let text = String("abcdefgh".prefix(count))
    let paragraph = try #require(PangoText.paragraphs(of: text, atMost: 1).first)
    #expect(paragraph.shortened(head: 5, tail: 3) == text)
  }

  @Test("The middle of a longer text is left out")
  func longTexts() throws {
    let paragraph = try #require(PangoText.paragraphs(of: "abcdefghi", atMost: 1).first)
    #expect(paragraph.shortened(head: 5, tail: 3) == "abcdeghi")
  }
}
