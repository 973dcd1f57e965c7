import TestSupport
import Testing

@testable import SheetModel

/// Tokens of every kind.
enum SomeTokens: TemplateTokens {
  static let all = [
    TemplateToken("name"), TemplateToken("stem"), TemplateToken("index", .digits),
    TemplateToken("count", .digits), TemplateToken("width", .digits),
    TemplateToken("height", .digits), TemplateToken("size"), TemplateToken("modified", .time),
    TemplateToken("text", .keyword),
  ]
}

typealias SomeTemplate = TextTemplate<SomeTokens>

extension SomeTemplate {
  func text(from facts: [FactKey: Fact]) -> String { text { facts[$0] } }
}

@Suite struct TextTemplateTests {
  static let picture: [FactKey: Fact] = [
    FactKey("name"): Fact("IMG 7.tar.png"), FactKey("stem"): Fact("IMG 7.tar"),
    FactKey("index"): Fact(7), FactKey("count"): Fact(120), FactKey("width"): Fact(4000),
    FactKey("height"): Fact(3000), FactKey("size"): .rounded(3_249_999, as: "3.2 MB"),
    FactKey("modified"): Fact(CivilTime(secondsSince1970: 1_795_269_900)),
    FactKey("text", "Title"): Fact("Forum"), FactKey("text", "XML:com.adobe.xmp"): Fact("<x/>"),
    FactKey("spp"): Fact(reading: "064"),
  ]
  @Test("A template without braces and backslashes is literal")
  func literal() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let text = Hostile.text(using: &generator, avoiding: ["{", "}", "\\"])
      #expect(try SomeTemplate(text).text(from: Self.picture).elementsEqual(text))
    }
  }

  @Test("Any text can be escaped in a template")
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
      let template = try SomeTemplate(source)
      #expect(template.text(from: Self.picture).unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(template.source == source)
    }
  }

  @Test(
    "Any text gives a template, or an error with its position and, if needed, the known tokens"
  )
  func garbage() {
    var generator = SeededGenerator(seed: 3)
    var failures = 0
    for _ in 0..<3000 {
      let text = Hostile.template(using: &generator)
      do throws(TemplateError) {
        let template = try SomeTemplate(text)
        #expect(
          template.text(from: Self.picture).unicodeScalars.count { $0 == "\n" } + 1
            == template.lineCount)
      } catch {
        failures += 1
        #expect(
          error.unknownToken == nil || "\(error)".contains("{name} {stem} {index}"), "\(error)")
        #expect(1...(text.count + 1) ~= error.position)
        #expect(!"\(error)".unicodeScalars.contains { $0.properties.generalCategory == .control })
      }
    }
    #expect(100..<2900 ~= failures)
  }

  @Test(
    "The format `words` puts blanks between words, and leaves dates, numbers and signs alone",
    arguments: [
      ("an_astronaut_riding", "an astronaut riding"),
      ("red-fox_in+snow%20fall", "red fox in snow fall"),
      ("2024-07-01_sd-2.1", "2024-07-01 sd-2.1"), ("_a__b_", "a b"), ("C++_-1", "C++ -1"),
      ("50%_2", "50% 2"), ("été-hiver", "été hiver"), ("two words", "two words"), ("_", ""),
      ("7", "7"),
    ])
  func words(value: String, expected: String) throws {
    let facts = [FactKey("stem"): Fact(value), FactKey("prompt"): Fact(reading: value)]
    for source in ["{stem:words}", "{prompt:words}"] {
      let template = try SomeTemplate(source, others: .any)
      #expect(template.text(from: facts) == expected, "\(source)")
    }
    #expect(throws: TemplateError.self) { try SomeTemplate("{modified:words}x{stem:word}") }
  }

  @Test(
    "The tokens of a picture are replaced by its values",
    arguments: [
      ("{name}", "IMG 7.tar.png"), ("{stem}", "IMG 7.tar"),
      ("{index}/{count}", "7/120"), ("{width} x {height}", "4000 x 3000"),
      ("{size}", "3.2 MB"), ("{modified}", "2026-11-21 14:05"),
      ("{modified:%-d %B %Y, %H:%M}", "21 November 2026, 14:05"),
      ("{text:Title}", "Forum"), ("{text:XML:com.adobe.xmp}", "<x/>"), ("{text:title}", ""),
      ("{index:3} {count:3} {width:3} {count:1}", "007 120 4000 120"), ("{index:9}", "000000007"),
      (#"{stem}\n{width}"#, "IMG 7.tar\n4000"), (#"a\tb\\n"#, #"a\#tb\n"#),
      ("{{name}}", "{name}"), ("{{{index}}}", "{7}"), ("", ""),
      // A brace followed by a combining mark is a brace.
      ("{index}\u{301}", "7\u{301}"), ("\u{301}{index}", "\u{301}7"),
    ])
  func picture(source: String, expected: String) throws {
    #expect(try SomeTemplate(source).text(from: Self.picture) == expected)
  }

  @Test("The year is written even for the first and the last time that a file can have")
  func farTimes() throws {
    let template = try SomeTemplate("{modified:%Y} {modified}")
    for (seconds, year) in [(Int64.max, "292277026596"), (.min, "-292277022657")] {
      let facts = [FactKey("modified"): Fact(CivilTime(secondsSince1970: seconds))]
      #expect(template.text(from: facts).hasPrefix(year))
    }
    let beyond = [FactKey("modified"): Fact("long ago", number: -1e300)]
    #expect(try SomeTemplate("{modified:%Y}").text(from: beyond) == "-292277022657")
  }

  @Test(
    "The text after a bar is used if the fact is missing",
    arguments: [
      ("{text:Author|nobody}", "nobody"), ("{text:Title|nobody}", "Forum"), ("{text:Author|}", ""),
      ("{text:Author|{stem}}", "IMG 7.tar"),
      ("{text:Author|by {text:Artist|{name}}!}.", "by IMG 7.tar.png!."),
      ("{text:Author|{text:Artist|{text:None|end}}}x}}", "endx}"),
      (#"{text:Author|a\tb\nc}"#, "a b c"),
      ("{modified:%Y|never} {text:None|{{}", "2026 {"),
    ])
  func otherwise(source: String, expected: String) throws {
    let template = try SomeTemplate(source)
    #expect(template.lineCount == 1)
    #expect(template.text(from: Self.picture) == expected)
  }

  @Test("A template accepts unknown names as tokens only on request, and they are checked later")
  func others() throws {
    #expect(throws: TemplateError.self) { try SomeTemplate("{spp}") }
    let template = try SomeTemplate("a {spp:4} {scene|none} {größe_2|-}", others: .any)
    #expect(template.text(from: Self.picture) == "a 0064 none -")
    try template.checkTokens(names: ["scene", "spp", "größe_2"])
    let error = try #require(throws: TemplateError.self) {
      try template.checkTokens(names: ["spp", "größe_2", "scenes"])
    }
    #expect(error.fault == .unknownToken("scene", nearest: "scenes"))
    #expect(error.position == 11)
    for wrong in ["{a  b}", "{}", "{a.b}", "{ }", "{spp:x}"] {
      #expect(throws: TemplateError.self) { try SomeTemplate(wrong, others: .any) }
    }
  }

  @Test(
    "The value of a template is the value of its only token, or else its text",
    arguments: [
      ("{size}", Fact.rounded(3_249_999, as: "3.2 MB")), ("{spp}", Fact("064", number: 64)),
      ("{spp:4}", Fact("0064", number: 64)), ("{width}.{index}", Fact("4000.7", number: 4000.7)),
      ("{size} ", Fact("3.2 MB ")), ("{name}", Fact("IMG 7.tar.png")), ("{none}", nil),
      ("{none|0}", Fact("0", number: 0)), ("{none} ", Fact(" ")), ("{none}{none}", nil),
      ("0x1F", Fact("0x1F")), ("nan", Fact("nan")), ("-1e3", Fact("-1e3", number: -1000)),
    ] as [(String, Fact?)])
  func value(source: String, expected: Fact?) throws {
    #expect(try SomeTemplate(source, others: .any).body.value { Self.picture[$0] } == expected)
  }

  @Test("As data, a fact written in digits, or rounded for display, is a number; 064 stays text")
  func data() {
    #expect(Fact.rounded(3_249_999, as: "3.2 MB").value == .number(3_249_999))
    #expect(Fact(7).value == .number(7))
    #expect(Fact(reading: "0.930").value == .number(0.93))
    #expect(Fact(reading: "-0.5").value == .number(-0.5))
    #expect(Fact(reading: "064").value == .text("064"))
    #expect(Fact(reading: "1/250 s").value == .text("1/250 s"))
    #expect(Fact("f/2.8", number: 2.8).value == .text("f/2.8"))
  }

  @Test("A line that has only missing facts stays in the text as an empty line")
  func missing() throws {
    let unread = [FactKey("name"): Fact("a.png"), FactKey("index"): Fact(1)]
    let template = try SomeTemplate(
      #"{name}\n{width:3}{size}\n{modified}{text:Title}\n{index}"#)
    #expect(template.text(from: unread) == "a.png\n\n\n1")
    #expect(template.lineCount == 4)
  }

  @Test("Names and other text, whatever they contain, never add lines to a label")
  func noLinesFromValues() throws {
    let template = try SomeTemplate(#"{name}|{stem|{text:Title}}\n{text:Title}"#)
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let facts = [
        FactKey("name"): Fact(Hostile.text(using: &generator)),
        FactKey("text", "Title"): Fact(reading: Hostile.text(using: &generator)),
      ]
      let controls = template.text(from: facts).unicodeScalars.filter {
        $0.properties.generalCategory == .control
      }
      #expect(controls.map(\.value) == [0x0A])
    }
  }

  @Test(
    "Text from a table keeps its line breaks where lines may break, also inside tokens",
    arguments: [
      ("{cell}", "a\nb"), ("{name}: {cell}!", "x y: a\nb!"), ("{cell+({cell})}", "(a\nb)"),
      ("{none|{cell}}", "a\nb"), (#"{cell}\n{name}"#, "a\nb\nx y"),
      (#"{cell+1\n{cell}}"#, "1 a\nb"), (#"{none}\n{cell}"#, "a\nb"),
    ])
  func linesOfCells(source: String, expected: String) throws {
    let facts = [
      FactKey("cell"): Fact(column: "\na\r\nb \n"), FactKey("name"): Fact("x\ny"),
    ]
    let template = try SomeTemplate(source, others: .any)
    #expect(template.statedLines { facts[$0] } == expected)
    let plain = template.text(from: facts)
    #expect(
      plain.split(separator: "\n", omittingEmptySubsequences: false).count == template.lineCount)
    #expect(facts[FactKey("cell")]?.text == "\na\r\nb \n")
  }

  @Test(
    "Text that keeps a table's line breaks has no other control characters, and names add no lines")
  func onlyLines() throws {
    let template = try SomeTemplate("{name}{spp}", others: .any)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let (name, cell) = (Hostile.text(using: &generator), Hostile.text(using: &generator))
      let facts = [FactKey("name"): Fact(name), FactKey("spp"): Fact(column: cell)]
      let text = template.statedLines { facts[$0] }
      let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
      #expect(controls.allSatisfy { $0 == "\n" })
      #expect(controls.count <= cell.count(where: \.isNewline))
    }
  }

  @Test("A template knows which facts it needs, including those in fallback text")
  func keys() throws {
    let plain = try SomeTemplate("{name} {width} {{size}} {{text:Title}}")
    #expect(plain.keys == [FactKey("name"), FactKey("width")])
    let texts = try SomeTemplate("{text:Title|{text:Author|{name}}} {modified:%Y}")
    #expect(texts.keys.map { "\($0)" } == ["text:Title", "text:Author", "name", "modified"])
  }
}

/// Texts that break code which trusts them.
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

  /// Up to 12 scalars that seldom occur together.
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
