import SheetLayout
import SheetText
import TestSupport
import Testing

@Suite struct TextTemplateTests {
  static let picture = PictureFacts(
    path: "trips/rome/IMG 7.tar.png", index: 7, count: 120, page: 2,
    size: PixelSize(width: 4000, height: 3000), byteCount: 3_249_999,
    modified: CivilTime(secondsSince1970: 1_795_269_900),
    texts: [
      PictureText(keyword: "Title", text: "Forum"), PictureText(keyword: "Title", text: "second"),
      PictureText(keyword: "XML:com.adobe.xmp", text: "<x/>"),
    ])
  static let page = PageFacts(
    page: 3, pages: 12, count: 120, date: CivilTime(secondsSince1970: 0), folder: "rome")

  @Test("A template without braces and backslashes is itself")
  func literal() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let text = Hostile.text(using: &generator, avoiding: ["{", "}", "\\"])
      #expect(try PictureTemplate(text).text(from: Self.picture).elementsEqual(text))
    }
  }

  @Test("Any text comes back from a template in which it was escaped")
  func escaped() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let text = Hostile.text(using: &generator)
      let source = text.unicodeScalars.map { scalar in
        switch scalar {
        case "{": "{{"
        case "}": "}}"
        case "\\": #"\\"#
        case "\n": #"\n"#
        case "\t": #"\t"#
        default: String(scalar)
        }
      }.joined()
      let template = try PageTemplate(source)
      #expect(template.text(from: Self.page).unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(template.source == source)
    }
  }

  @Test("Garbage is a template or an error that lists the tokens and a place in the text")
  func garbage() {
    var generator = SeededGenerator(seed: 3)
    var failures = 0
    for _ in 0..<3000 {
      let text = Hostile.template(using: &generator)
      do throws(TemplateError) {
        let template = try PictureTemplate(text)
        #expect(
          template.text(from: Self.picture).unicodeScalars.count { $0 == "\n" } + 1
            == template.lineCount)
      } catch {
        failures += 1
        #expect("\(error)".contains("{name} {stem} {path}"))
        #expect(1...(text.count + 1) ~= error.position)
        #expect(!"\(error)".unicodeScalars.contains { $0.properties.generalCategory == .control })
      }
    }
    #expect(100..<2900 ~= failures)
  }

  @Test(
    "Tokens of a picture",
    arguments: [
      ("{name}", "IMG 7.tar.png"), ("{stem}", "IMG 7.tar"), ("{path}", "trips/rome/IMG 7.tar.png"),
      ("{folder}", "rome"), ("{index}/{count}", "7/120"), ("{width} x {height}", "4000 x 3000"),
      ("{size}", "3.2 MB"), ("{modified}", "2026-11-21 14:05"), ("p. {page}", "p. 2"),
      ("{text:Title}", "Forum"), ("{text:XML:com.adobe.xmp}", "<x/>"), ("{text:title}", ""),
      ("{index:3} {count:3} {width:3} {page:1}", "007 120 4000 2"), ("{index:9}", "000000007"),
      (#"{stem}\n{width}"#, "IMG 7.tar\n4000"), (#"a\tb\\n"#, #"a\#tb\n"#),
      ("{{name}}", "{name}"), ("{{{index}}}", "{7}"), ("", ""),
      // A brace under a combining mark is a brace.
      ("{index}\u{301}", "7\u{301}"), ("\u{301}{index}", "\u{301}7"),
    ])
  func picture(source: String, expected: String) throws {
    #expect(try PictureTemplate(source).text(from: Self.picture) == expected)
  }

  @Test("A folder is the one that is said, or else the last on the path")
  func folder() throws {
    let template = try PictureTemplate("{folder}")
    var facts = Self.picture
    facts.folder = "trips/rome"
    #expect(template.text(from: facts) == "trips/rome")
    facts.folder = nil
    #expect(template.text(from: facts) == "rome")
  }

  @Test(
    "Tokens of a page",
    arguments: [
      ("{page} of {pages}", "3 of 12"), ("{date}", "1970-01-01"),
      ("{count} pictures", "120 pictures"),
      ("{folder}", "rome"), (#"left\t{page:2}\tright"#, "left\t03\tright"),
    ])
  func page(source: String, expected: String) throws {
    #expect(try PageTemplate(source).text(from: Self.page) == expected)
  }

  @Test("What is missing is empty, and its line stays")
  func missing() throws {
    let unread = PictureFacts(path: "a.png", index: 1, count: 1, page: 1)
    let template = try PictureTemplate(
      #"{name}\n{width:3}{size}\n{modified}{text:Title}\n{index}"#)
    #expect(template.text(from: unread) == "a.png\n\n\n1")
    #expect(template.lineCount == 4)
    #expect(
      try PageTemplate("{date}{folder}").text(from: PageFacts(page: 1, pages: 1, count: 0)) == "")
  }

  @Test("Names and texts of any content leave a label its lines")
  func noLinesFromValues() throws {
    let template = try PictureTemplate(#"{name}|{stem}|{path}|{folder}\n{text:Title}"#)
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      var facts = Self.picture
      facts.path = Hostile.text(using: &generator)
      facts.folder = Bool.random(using: &generator) ? Hostile.text(using: &generator) : nil
      facts.texts = [PictureText(keyword: "Title", text: Hostile.text(using: &generator))]
      let controls = template.text(from: facts).unicodeScalars.filter {
        $0.properties.generalCategory == .control
      }
      #expect(controls.map(\.value) == [0x0A])
    }
  }

  @Test("A template knows which facts it needs")
  func needs() throws {
    let plain = try PictureTemplate("{name} {width} {{size}} {{text:Title}}")
    #expect(!plain.needsTexts && !plain.needsFileFacts)
    #expect(plain.uses(.width) && !plain.uses(.height))
    let texts = try PictureTemplate("{text:Title} {text:Author}")
    #expect(texts.needsTexts && !texts.needsFileFacts)
    #expect(try PictureTemplate("{size}").needsFileFacts)
    #expect(try PictureTemplate("{modified}").needsFileFacts)
    #expect(try PageTemplate("{date}").needsDate)
    #expect(try !PageTemplate("{page}").needsDate)
  }
}

/// Texts that break what takes them for granted.
enum Hostile {
  private static let scalars: [Unicode.Scalar] = [
    "a", "Z", "7", " ", ".", "/", "{", "}", "\\", ":", "n", "\n", "\r", "\t", "\0", "\u{1B}",
    "\u{7F}", "\u{85}", "\u{301}", "\u{200D}", "\u{202E}", "\u{2028}", "\u{FE0F}", "\u{FEFF}",
    "\u{FFFD}", "é", "日", "😀", "\u{1F1E9}", "\u{10FFFF}",
  ]
  private static let parts = [
    "{", "}", "{{", "}}", "{name}", "{index:3}", "{text:", "Title", ":", "\\", "\\n", "{nmae}", " ",
    "\u{301}", "日", "\u{1B}", "{width}",
  ]

  /// Up to 12 scalars that are seldom together.
  static func text(
    using generator: inout SeededGenerator, avoiding avoided: Set<Unicode.Scalar> = []
  ) -> String {
    let allowed = scalars.filter { !avoided.contains($0) }
    let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
      allowed[Int.random(in: allowed.indices, using: &generator)]
    }
    return String(String.UnicodeScalarView(text))
  }

  /// Up to 6 parts of templates.
  static func template(using generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      parts[Int.random(in: parts.indices, using: &generator)]
    }.joined()
  }
}
