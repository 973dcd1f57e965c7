import SheetModel
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct HTMLWriterTests {
  /// The pieces in which a page is passed on.
  static func pieces(_ write: (HTMLWriter) -> Void) throws -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    let html = HTMLWriter { pieces.append($0) }
    write(html)
    try html.finish()
    return pieces
  }

  static func text(_ write: (HTMLWriter) -> Void) throws -> String {
    String(decoding: Array(try pieces(write).joined()), as: UTF8.self)
  }

  /// The text as a browser reads it.
  static func unescaped(_ html: String) -> String {
    let references = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
    var bytes: [UInt8] = []
    var rest = Array(html.utf8)[...]
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

  /// Text wherever it may occur: as the content of an element, and as each kind of attribute value.
  static func everywhere(_ text: String) throws -> [String] {
    let html = try self.text { html in
      html.element(.b, ["title": .text(text), "id": "\(text)"], text: text)
      html.element(.a, ["href": .address(text.oneLine)]) { html.text(text) }
      html.element(.img, ["src": .pieces(AnySequence([Array(text.oneLine.utf8)[...]]))])
    }
    let form =
      /<b title="([^"<>]*)" id="([^"<>]*)">([^<>]*)<\/b><a href="([^"<>]*)">([^<>]*)<\/a><img src="([^"<>]*)">/
    let match = try #require(html.wholeMatch(of: form), "\(html) has unexpected markup").output
    return [match.1, match.2, match.3, match.4, match.5, match.6].map(String.init)
  }

  @Test(
    "Wherever text is written, a browser reads the same text and finds no markup in it",
    arguments: [
      "", "plain", "</style><script>alert(1)</script>", "<i>\"&' #1?.png", "&amp;lt;", "&#x3c;",
      "a\" onfocus=\"alert(1)", "-->", "]]>", "ü 富士山 👩‍👩‍👧", "{\\(name)}",
    ])
  func escaping(text: String) throws {
    for html in try Self.everywhere(text) {
      #expect(Self.unescaped(html) == text)
      #expect(!html.contains("'"))
    }
  }

  @Test("Any text can be shown in HTML, with invisible characters replaced by U+FFFD or a space")
  func anyText() throws {
    let alphabet: [Unicode.Scalar] = [
      "<", ">", "&", "\"", "'", ";", "#", "a", "l", "t", "/", "-", "!", " ", "\n", "\r", "\0",
      "\u{1B}", "\u{85}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{FFFD}", "\u{301}", "é", "富",
      "\u{10FFFF}",
    ]
    var random = SeededGenerator(seed: 17)
    for _ in 0..<1000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.number(below: 30) {
        text.append(alphabet[random.number(below: alphabet.count)])
      }
      let html = try Self.text { $0.text(String(text)) }
      #expect(
        Self.unescaped(html).unicodeScalars.elementsEqual(String(text).oneLine.unicodeScalars))
      #expect(!html.utf8.contains { "<>\"'".utf8.contains($0) || $0 < 0x20 || $0 == 0x7F })
    }
  }

  @Test("Elements are written inline, as lines or as blocks, and void elements have no end tag")
  func elements() throws {
    let html = try Self.text { html in
      html.block(.section, ["id": "page-\(1)", "class": nil]) {
        html.line(.h2, text: "A")
        html.line(.meta, ["charset": "utf-8"])
        html.element(.input, ["hidden": .present, "name": .trusted("default-src 'none'")])
        html.element(.b) { html.trusted("x>y") }
      }
    }
    #expect(
      html == """
        <section id="page-1">
        <h2>A</h2>
        <meta charset="utf-8">
        <input hidden name="default-src 'none'"><b>x>y</b></section>

        """)
  }

  @Test("A page is written in pieces whose size does not depend on the page")
  func pieces() throws {
    let block = ArraySlice(repeating: UInt8(ascii: "A"), count: 1000)
    let pieces = try Self.pieces { html in
      for number in 0..<5000 { html.line(.li, text: "item \(number)") }
      html.line(.img, ["src": .pieces(AnySequence(repeatElement(block, count: 100)))])
    }
    #expect(pieces.count > 10)
    #expect(pieces.allSatisfy { !$0.isEmpty && $0.count < 20_000 })
  }

  @Test(
    "After an output error, nothing more is generated or written, and finishing throws the error")
  func failure() throws {
    let error = ContactSheetError.system("page.html", .noSpace)
    var (calls, made) = (0, 0)
    let html = HTMLWriter { (_) throws(ContactSheetError) in
      calls += 1
      throw error
    }
    let pieces = (0..<1000).lazy.map { _ -> ArraySlice<UInt8> in
      made += 1
      return ArraySlice(repeating: UInt8(ascii: "A"), count: 1000)
    }
    html.line(.img, ["src": .pieces(AnySequence(pieces))])
    #expect(html.hasFailed && calls == 1 && made < 30)
    #expect(throws: error) { try html.finish() }
    #expect(calls == 1)
  }

  @Test("The program's own literals, numbers and words are written unchanged")
  func trusted() {
    let name: TrustedText = "x"
    #expect(".\(name)\(-12){\(FolderComparison.Status.added)}" as TrustedText == ".x-12{added}")
    #expect("\(base64: [0, 255, 62])" as TrustedText == "AP8+")
    #expect(["a", "b", "c"].joined(separator: ", ") as TrustedText == "a, b, c")
    #expect([].joined(separator: ", ") as TrustedText == "")
  }
}
