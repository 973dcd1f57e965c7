import Testing

@testable import ContactSheetCommand

@Suite struct TOMLReaderTests {
  /// A document with everything that is read.
  static let sample = #"""
    # A comment
    gap = 4
    exclude = ['*a*', "\u00e9\t\"", [1, 2.5e3,
      # between
      ], {a = 1, b.c = true}]
    a.b."c d".'e' = 1979-05-27T07:32:00-08:00
    times = [07:32:00.999, 1979-05-27 07:32:00, 1979-05-27]
    [presets."ä"]
    recursive = false # after
    [x.y]
    numbers = [0xFF, 0o17, 0b11, +1_000, -0, 1e5, +0.50, inf]
    [x]
    literal = '''
    [x]\'''
    text = """
    a \
      b""c"""""
    """#

  @Test("A document is read as TOML says")
  func document() throws {
    let table = try TOMLReader.table(parsing: Self.sample)
    let expected =
      #"{gap: 4, exclude: ["*a*", "é\t\"", [1, 2500.0], {a: 1, b: {c: true}}], "#
      + #"a: {b: {c d: {e: time}}}, times: [time, time, time], presets: {ä: {recursive: false}}, "#
      + #"x: {y: {numbers: [255, 15, 3, 1000, 0, 100000.0, 0.5, inf]}, "#
      + #"literal: "[x]\\", text: "a b\"\"c\"\""}}"#
    #expect(text(table) == expected)
    #expect(table.entries.map(\.line) == [2, 3, 6, 7, 8, 10])
  }

  @Test(
    "Line ends of both kinds, a byte order mark and nothing at all are read",
    arguments: [
      ("\u{FEFF}a = 1\r\n\r\nb = 2", "{a: 1, b: 2}"), ("", "{}"), ("\n \t\n#", "{}"),
      ("a = \"\"\"\r\nb\r\nc\"\"\"", #"{a: "b\nc"}"#),
    ])
  func harmless(document: String, expected: String) throws {
    #expect(text(try TOMLReader.table(parsing: document)) == expected)
  }

  @Test(
    "What is not TOML is told with its place",
    arguments: [
      ("gap = ", 1, 7, "expected a value, but found the end of the file"),
      ("gap = \n", 1, 7, "expected a value, but found the end of the line"),
      ("gap 1", 1, 5, "expected '=', but found '1'"),
      ("gap = x8", 1, 7, "'x8' is no value; text stands in quotation marks"),
      ("gap = 1 2", 1, 9, "expected the end of the line, but found '2'"),
      ("a = [1,,2]", 1, 8, "expected a value, but found ','"),
      ("a = [1\n2]", 2, 1, "expected ',' or ']', but found '2'"),
      ("a = {b = 1,}", 1, 12, "expected a key, but found '}'"),
      ("a = \"b\nc\"", 1, 7, "expected '\"', but found the end of the line"),
      ("a = \"\"\"b", 1, 9, "expected '\"\"\"', but found the end of the file"),
      ("a = \"\\x\"", 1, 7, #"expected one of b t n f r " \ u U after a backslash, but found"#),
      ("a = \"\\ud800\"", 1, 8, "there is no such character"),
      ("a = \"\\u0000\"", 1, 8, "no option takes a NUL character"),
      ("a = \"\\u00\"", 1, 8, "expected 4 hexadecimal digits"),
      ("a = '\0'", 1, 6, "expected an escape sequence for it, but found '\0'"),
      ("# \u{7}", 1, 3, "expected no control character, but found '\u{7}'"),
      ("a = 1\rb = 2", 1, 6, "expected the end of the line, but found '\r'"),
      ("é = 1", 1, 1, "expected a key, but found 'é'"),
      ("[!]", 1, 2, "expected a key, but found '!'"),
      ("[a", 1, 3, "expected ']', but found the end of the file"),
      ("[[a]]", 1, 2, "no option takes an array of tables"),
      ("'''a''' = 1", 1, 1, "expected a key, but found '''"),
      ("a. = 1", 1, 4, "expected a key, but found '='"),
      ("a = 01", 1, 5, "'01' is no value; text stands in quotation marks"),
      ("a = 9223372036854775808", 1, 5, "'9223372036854775808' is no value; text stands in"),
    ])
  func syntax(document: String, line: Int, column: Int, reason: String) {
    let error = #expect(throws: TOMLReader.SyntaxError.self) {
      try TOMLReader.table(parsing: document)
    }
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
  }

  @Test(
    "Nothing is defined twice",
    arguments: [
      "a = 1\na = 2", "a = 1\n[a]", "[a]\n[a]", "a.b = 1\n[a]", "a = 1\na.b = 1",
      "a = {b = 1}\na.c = 1", "a = {b = 1}\n[a.c]", "a = {b = 1, b = 2}",
      "a = {b = {}, b.c = 2}",
    ])
  func twice(document: String) {
    let error = #expect(throws: TOMLReader.SyntaxError.self) {
      try TOMLReader.table(parsing: document)
    }
    #expect(error?.reason.hasSuffix("is defined already, in line 1") == true)
  }

  @Test("The parts of a table may be defined in any order")
  func order() throws {
    let document = "[a.b]\nc = 1\n[a]\nd = 2\n[a.e]\na.b = 3\na.c = 4"
    #expect(
      text(try TOMLReader.table(parsing: document))
        == "{a: {b: {c: 1}, d: 2, e: {a: {b: 3, c: 4}}}}")
  }

  @Test("Nesting is read to a depth, and refused beyond it")
  func depth() throws {
    let documents: [(Int) -> String] = [
      { "a=" + String(repeating: "[", count: $0) + String(repeating: "]", count: $0) },
      { "a=" + String(repeating: "{a=", count: $0) + "1" + String(repeating: "}", count: $0) },
      { "[" + Array(repeating: "a", count: $0).joined(separator: ".") + "]" },
      { Array(repeating: "a", count: $0).joined(separator: ".") + "=1" },
    ]
    for document in documents {
      _ = try TOMLReader.table(parsing: document(TOMLReader.greatestDepth - 1))
      for depth in [TOMLReader.greatestDepth + 1, 8000] {
        let error = #expect(throws: TOMLReader.SyntaxError.self) {
          try TOMLReader.table(parsing: document(depth))
        }
        #expect(error?.reason == "more than 32 levels")
      }
    }
  }

  @Test("A document that ends anywhere, or has a wrong character anywhere, is read or refused")
  func damaged() throws {
    let scalars = Array(Self.sample.unicodeScalars)
    var (read, refused) = (0, 0)
    func parse(_ scalars: [Unicode.Scalar]) {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      do {
        _ = try TOMLReader.table(parsing: String(text))
        read += 1
      } catch {
        if error.line < 1 || error.column < 1 || error.reason.isEmpty {
          Issue.record("an error without a place: \(error)")
        }
        refused += 1
      }
    }
    for position in scalars.indices {
      parse(Array(scalars[..<position]))
      for scalar in "\"[".unicodeScalars {
        parse(scalars[..<position] + [scalar] + scalars[(position + 1)...])
      }
    }
    #expect(read > 100)
    #expect(refused > 500)
  }

  private func text(_ table: TOMLTable) -> String {
    "{" + table.entries.map { "\($0.key): \(text($0.value))" }.joined(separator: ", ") + "}"
  }

  private func text(_ value: TOMLValue) -> String {
    switch value {
    case .boolean(let value): "\(value)"
    case .number(let text): text
    case .text(let text): text.debugDescription
    case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .table(let table): text(table)
    case .time: "time"
    }
  }
}
