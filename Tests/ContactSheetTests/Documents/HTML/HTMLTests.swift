import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct HTMLTests {
  /// The text that a browser reads.
  static func unescaped(_ html: HTML) -> String {
    let references = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
    var bytes: [UInt8] = []
    var rest = html.bytes[...]
    while let byte = rest.first {
      guard byte == UInt8(ascii: "&"), let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
        bytes.append(rest.removeFirst())
        continue
      }
      bytes += (references[String(decoding: rest[...end], as: UTF8.self)] ?? "?").utf8
      rest = rest[(end + 1)...]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func written(_ text: String) -> HTML { "\(text)" }

  @Test(
    "A browser reads the text, and finds no markup in it",
    arguments: [
      "", "plain", "</style><script>alert(1)</script>", "<i>\"&' #1?.png", "&amp;lt;", "&#x3c;",
      "a\" onfocus=\"alert(1)", "-->", "]]>", "ü 富士山 👩‍👩‍👧", "{\\(name)}",
    ])
  func text(text: String) {
    let html = Self.written(text)
    #expect(Self.unescaped(html) == text)
    #expect(!html.bytes.contains { "<>\"'".utf8.contains($0) })
  }

  @Test("Any text is shown, but invisible characters become U+FFFD or a space")
  func anyText() {
    let alphabet: [Unicode.Scalar] = [
      "<", ">", "&", "\"", "'", ";", "#", "a", "l", "t", "/", "-", "!", " ", "\n", "\r", "\0",
      "\u{1B}", "\u{85}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{FFFD}", "\u{301}", "é", "富",
      "\u{10FFFF}",
    ]
    var random = SeededGenerator(seed: 17)
    for _ in 0..<2000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.number(below: 30) {
        text.append(alphabet[random.number(below: alphabet.count)])
      }
      let html = Self.written(String(text))
      #expect(
        Self.unescaped(html).unicodeScalars.elementsEqual(String(text).oneLine.unicodeScalars))
      #expect(!html.bytes.contains { "<>\"'".utf8.contains($0) || $0 < 0x20 || $0 == 0x7F })
    }
  }

  @Test("Literals and markup stay unchanged, numbers are decimal")
  func literals() {
    let bold: HTML = "<b>"
    #expect("<p>\(bold)\(-12)</p>" as HTML == "<p><b>-12</p>")
    var html: HTML = "<"
    html += ">"
    #expect(html == "<>")
  }

  @Test("A path of any bytes is read from its address, which has no other meaning")
  func path() throws {
    let all = Array(UInt8(1)...255)
    let html = HTML(path: all)
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/%"
    #expect(html.bytes.allSatisfy { plain.utf8.contains($0) })
    var bytes: [UInt8] = []
    var rest = html.bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      bytes.append(try #require(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)))
      rest = rest.dropFirst(2)
    }
    #expect(bytes == all)
    #expect(HTML(path: "a b%20ä?.png".utf8) == "a%20b%2520%C3%A4%3F.png")
    #expect(HTML(path: [0xE4, 0xFF]) == "%E4%FF")
  }
}
