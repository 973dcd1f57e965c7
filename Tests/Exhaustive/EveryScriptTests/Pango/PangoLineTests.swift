import TestSupport
import Testing
import TextFixtures

@testable import SheetModel
@testable import SheetText

@Suite struct PangoLineTests {
  @Test("White space of any kind is a space, and other control characters are U+FFFD")
  func controls() {
    #expect(PangoLine.settable("a\tb\rc\u{2028}d\u{85}e") == "a b c d e")
    #expect(PangoLine.settable("a\0b\u{1B}[1m\u{7F}") == "a\u{FFFD}b\u{FFFD}[1m\u{FFFD}")
  }

  @Test("At most 32 marks in a row are shaped, and the number of scalars stays the same")
  func marks() {
    func longestRun(_ text: String) -> Int {
      var (run, longest) = (0, 0)
      for scalar in text.unicodeScalars {
        run = scalar == "\u{301}" || scalar == "\u{200D}" ? run + 1 : 0
        longest = max(longest, run)
      }
      return longest
    }
    for marks in ["\u{301}", "\u{301}\u{200D}"] {
      for count in [0, 1, 16, 500] {
        let text = "ab" + String(repeating: marks, count: count) + "c" + marks
        let settable = PangoLine.settable(text[...])
        #expect(settable.unicodeScalars.count == text.unicodeScalars.count)
        #expect(longestRun(settable) == min(32, longestRun(text)))
        #expect(settable.unicodeScalars.elementsEqual(text.unicodeScalars) == (count < 500))
      }
    }
    // Characters are also measured one by one, which must find the same scalars.
    var random = RandomText(seed: 8)
    for _ in 0..<200 {
      let marks = String(repeating: "\u{301}", count: random.number(below: 60))
      let text = random.unicodeText() + marks + random.unicodeText()
      let parts = text.map { PangoLine.settable(String($0)[...]) }
      #expect(
        parts.joined().unicodeScalars.elementsEqual(
          PangoLine.settable(text[...]).unicodeScalars))
    }
  }

  @Test(
    "Each character has a width and may allow a break, even where a mark joins a control character",
    .needs(.plainFont))
  func characters() throws {
    let face = try #require(PangoFace("Sans", size: 16))
    var random = RandomText(seed: 5)
    let texts = ["\u{1B}\u{301}a", "ab", "e\u{301}b", ""]
    for text in texts + (0..<200).map({ _ in random.unicodeText() }) {
      for line in text.paragraphs() {
        #expect(face.advances(in: String(line))?.count == line.count)
        #expect(face.breaks(in: String(line))?.count == line.count)
      }
    }
    #expect(face.advances(in: "\u{1B}\u{301}ab")?.dropFirst(2) == face.advances(in: "ab")?[...])
  }

  @Test("Lines in Chinese and Japanese do not begin with punctuation", .needs(.plainFont))
  func breaks() throws {
    let face = try #require(PangoFace("Sans", size: 16))
    #expect(face.breaks(in: "夏、海。本") == [false, false, true, false, true])
  }

  @Test(
    "Lines in Thai end between words, though there are no spaces",
    .needs(.font(for: "สวัสดี", of: "fonts-noto-core")))
  func thai() throws {
    let face = try #require(PangoFace("Sans", size: 16))
    let text = "ภาพถ่ายทะเลในฤดูร้อนของประเทศไทย"
    let parts = ["ภาพถ่าย", "ทะเล", "ใน", "ฤดู", "ร้อน", "ของ", "ประเทศ", "ไทย"]
    let ends = parts.indices.map { parts[...$0].joined().count }
    for width in stride(from: 90, through: 200, by: 10) {
      let lines = face.measure(for: text).lines(of: text, width: width, limit: 9, overflow: .wrap)
      #expect(lines.count > 1 && lines.joined() == text)
      for index in lines.indices {
        #expect(ends.contains(lines[...index].joined().count), "\(lines) in \(width)")
      }
    }
  }
}
