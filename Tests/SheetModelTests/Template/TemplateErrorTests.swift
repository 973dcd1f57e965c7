import SheetModel
import Testing

@Suite struct TemplateErrorTests {
  static let escapes = #"\n is a new line, \t a tab and \\ a backslash"#

  @Test(
    "The error about a template states the position of the mistake",
    arguments: [
      ("ab {nmae}", .unknownToken("nmae", nearest: "name"), 4),
      ("{Width}", .unknownToken("Width", nearest: "width"), 1),
      ("{heigth}", .unknownToken("heigth", nearest: "height"), 1),
      ("{ stem }", .unknownToken(" stem ", nearest: "stem"), 1),
      ("{}", .unknownToken("", nearest: nil), 1),
      ("{camera}", .unknownToken("camera", nearest: nil), 1),
      ("{date}", .unknownToken("date", nearest: nil), 1),
      ("a {index*10}", .calculatedToken("index*10"), 3),
      ("{10 * index}", .calculatedToken("10 * index"), 1),
      ("{index / 2.5}", .calculatedToken("index / 2.5"), 1),
      ("{index-1}", .calculatedToken("index-1"), 1),
      ("{width/height}", .calculatedToken("width/height"), 1),
      ("{index*}", .unknownToken("index*", nearest: "index"), 1),
      ("{km/2}", .unknownToken("km/2", nearest: nil), 1),
      ("{index", .unclosedBrace, 1),
      ("日本語 👩‍💻 {in{dex}", .unclosedBrace, 7),
      ("{name}{", .unclosedBrace, 7),
      ("{name}}", .strayBrace, 7),
      ("{text}", .noKeyword("text"), 1),
      ("{text:}", .noKeyword("text"), 1),
      ("{name:3}", .notWords("name", "3"), 1),
      ("{name|{nmae}}", .unknownToken("nmae", nearest: "name"), 7),
      ("{name|x", .unclosedBrace, 1),
      ("a{name|{stem}", .unclosedBrace, 2),
      (
        "{name|{name|{name|{name|{name|{name|{name|{name|{name|}}}}}}}}}", .tooDeep, 49
      ),
      ("{index:}", .notDigits("index", ""), 1),
      ("{index:0}", .notDigits("index", "0"), 1),
      ("{index:10}", .notDigits("index", "10"), 1),
      ("{index:+3}", .notDigits("index", "+3"), 1),
      ("{index:b}", .notDigits("index", "b"), 1),
      ("{index:aa}", .notDigits("index", "aa"), 1),
      ("{name:a}", .notWords("name", "a"), 1),
      ("{index:٣}", .notDigits("index", "٣"), 1),
      (#"C:\data"#, .unknownEscape("d", meanings: escapes), 3),
      (#"a\"#, .unknownEscape("", meanings: escapes), 2),
      (#"\\\"#, .unknownEscape("", meanings: escapes), 3),
    ] as [(String, TemplateError.Fault, Int)])
  func fault(source: String, fault: TemplateError.Fault, position: Int) throws {
    let error = try #require(throws: TemplateError.self) { try SomeTemplate(source) }
    #expect(error.fault == fault)
    #expect(error.position == position)
  }

  @Test(
    "The error about an unknown token suggests the nearest one and lists all tokens of its kind"
  )
  func message() throws {
    let error = try #require(throws: TemplateError.self) { try SomeTemplate("{nmae}") }
    #expect(
      "\(error)".hasPrefix(
        "at character 1: there is no token {nmae} (did you mean {name}?); the tokens are {name} ")
    )
    let product = try #require(throws: TemplateError.self) { try SomeTemplate("{index*10}") }
    #expect(
      "\(product)"
        == "at character 1: there is no token {index*10}, because templates cannot do arithmetic; put "
        + "the results in a column of a table")
    let format = try #require(throws: TemplateError.self) { try SomeTemplate("{index:b}") }
    #expect("\(format)".hasSuffix("or {index:a} for letters"))
    let escape = try #require(throws: TemplateError.self) { try SomeTemplate(#"\x"#) }
    #expect(
      "\(escape)" == #"at character 1: '\x' has no meaning; \n is a new line, \t a tab and \\ a "#
        + "backslash")
  }

  @Test("Columns and parts of file names come first among the names that a message lists")
  func othersFirst() throws {
    let template = try SomeTemplate("{nothing}", others: .any)
    let error = try #require(throws: TemplateError.self) {
      try template.checkTokens(names: ["spp", "scene"])
    }
    #expect("\(error)".contains("; the tokens are {spp} {scene} {name} {stem} "), "\(error)")
    let fact = try #require(throws: TemplateError.self) {
      try ConditionTests.resolved("nothing > 1")
    }
    #expect(
      "\(fact)".contains("; the facts are {score} {Scene} {error} {psnr} {name} {stem} "), "\(fact)"
    )
  }

  @Test("An invalid time format is reported with the reason")
  func timeFormat() throws {
    let error = try #require(throws: TemplateError.self) { try SomeTemplate("{modified:%Q}") }
    let beginning = "at character 1: the time format of {modified} is wrong: "
    #expect("\(error)".hasPrefix(beginning))
    #expect(try SomeTemplate("{modified:%H:%M}").keys == [FactKey("modified")])
  }

  @Test("A very long name is refused immediately, and shortened in the message")
  func longName() throws {
    let source = "{" + String(repeating: "name", count: 200_000) + "}"
    let error = try #require(throws: TemplateError.self) { try SomeTemplate(source) }
    // The message has an excerpt of the name, and some of the known tokens.
    #expect("\(error)".utf8.count < 300)
  }

  @Test(
    "Only escapes are special in text without tokens",
    arguments: [
      ("", ""), (#"a\nb"#, "a\nb"), (#"\\n {name} }{"#, #"\n {name} }{"#), (#"\t"#, "\t"),
    ])
  func escapedText(source: String, expected: String) throws {
    #expect(try String(unescaping: source) == expected)
  }

  @Test("The error about a wrong escape in text without tokens lists no tokens")
  func wrongEscape() throws {
    let error = try #require(throws: TemplateError.self) { try String(unescaping: #"ü\d"#) }
    #expect(
      "\(error)"
        == #"at character 2: '\d' has no meaning; \n is a new line, \t a tab and \\ a backslash"#)
  }
}
