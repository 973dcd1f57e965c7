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
