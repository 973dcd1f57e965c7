import Testing

@testable import SheetModel

private enum NumberTokens: TemplateTokens {
  static let all = [
    TemplateToken("name"), TemplateToken("size", .number), TemplateToken("iso", .digits),
    TemplateToken("stars", isRecent: true), TemplateToken("text", .keyword),
    TemplateToken("taken", .time),
  ]
}

private typealias NumberTemplate = TextTemplate<NumberTokens>

@Suite struct NumberFormatTests {
  static let facts: [FactKey: Fact] = [
    FactKey("name"): Fact("a.png"), FactKey("size"): .rounded(20_340_000, as: "20 MB"),
    FactKey("iso"): Fact(400), FactKey("spp"): Fact(reading: "064"),
    FactKey("psnr"): Fact(reading: "20.0651"), FactKey("score"): Fact(reading: "0.8204"),
    FactKey("lens"): Fact("f/2.8", number: 2.8), FactKey("shutter"): Fact("1/250 s", number: 0.004),
    FactKey("large"): Fact(reading: "1e300"), FactKey("minus"): Fact(reading: "-0.04"),
    FactKey("text", "C++"): Fact("yes"), FactKey("unit"): Fact("4 s"),
    FactKey("stars"): Fact("★★☆", number: 2),
    FactKey("taken"): Fact(CivilTime(secondsSince1970: 0)),
  ]

  private static func text(_ source: String) throws -> String {
    try NumberTemplate(source, others: .any).text { facts[$0] }
  }

  @Test(
    "Numbers have the requested number of decimal places, in per cent or in their own unit",
    arguments: [
      ("{psnr:.1f}", "20.1"), ("{psnr:.0f}", "20"), ("{psnr:d}", "20"),
      ("{psnr:.9f}", "20.065100000"),
      ("{score:.0%}", "82 %"), ("{score:.2%}", "82.04 %"), ("{spp:d}", "64"), ("{spp:5}", "00064"),
      ("{spp:.1f}", "64.0"), ("{size:.1f}", "20.3 MB"), ("{size}", "20 MB"), ("{size:d}", "20 MB"),
      ("{iso:d}", "400"), ("{lens:.2f}", "f/2.80"), ("{shutter:.3f}", "0.004 s"),
      ("{large:.1f}", "1e300"), ("{minus:.1f}", "0.0"), ("{minus:.2f}", "-0.04"),
      ("{none:.1f|-}", "-"), ("{name}", "a.png"),
    ])
  func formats(source: String, expected: String) throws {
    #expect(try Self.text(source) == expected)
  }

  @Test(
    "A unit that a template repeats beside a number is written once",
    arguments: [
      ("f/{lens}", "f/2.8"), ("f{lens}", "f/2.8"), ("ƒ/{lens}", "f/2.8"),
      ("at f {lens}", "at f/2.8"),
      ("of {lens}", "of f/2.8"), ("{shutter} s", "1/250 s"), ("{shutter}s", "1/250 s"),
      ("{shutter} s, {size} MB", "1/250 s, 20 MB"), ("{shutter:.3f} s.", "0.004 s."),
      ("{shutter} seconds", "1/250 s seconds"), ("{size} B", "20 MB B"),
      ("{size:.1f}MB", "20.3 MB"),
      ("{score:.0%}%", "82 %"), ("{score:.0%} % of all", "82 % of all"), ("{spp} spp", "064 spp"),
      ("{none|30 s} s", "30 s s"), ("{none} s", " s"), ("{shutter+{shutter} s}", "1/250 s"),
      ("{lens+ISO {iso}} s", "ISO 400 s"), ("{name} png", "a.png png"), ("{unit} s", "4 s s"),
      ("{name}{lens}", "a.pngf/2.8"), ("f/{lens} {shutter} s {iso}", "f/2.8 1/250 s 400"),
      ("{taken:%H} h", "00 h"), ("{stars}☆", "★★☆☆"), ("{minus} 4", "-0.04 4"),
    ])
  func repeatedUnits(source: String, expected: String) throws {
    #expect(try Self.text(source) == expected)
  }

  @Test(
    "A missing value leaves no double blank in the line of a label",
    arguments: [
      ("{name}   {none}   {iso}", "a.png   400"), ("{name} {none}   {iso}", "a.png   400"),
      ("{name}   {none} {iso}", "a.png   400"), ("{none}  {name}", "a.png"),
      ("{name}  {none}", "a.png"), ("{name} {none} {none} {none} {iso}", "a.png 400"),
      ("{none} {none} {name} {none} {none}", "a.png"), ("{name}  {iso}", "a.png  400"),
      ("  {name}  ", "  a.png  "), ("{name}{none}  {iso}", "a.png  400"),
      ("{name} ({none}) {iso}", "a.png () 400"), ("{name}\\n{none}\\n {iso} {none}", "a.png\n 400"),
      ("{name}  {none|-}  {iso}", "a.png  -  400"), ("{name}  {none|}  {iso}", "a.png  400"),
      ("{none} f/{lens}", "f/2.8"),
    ])
  func holes(source: String, expected: String) throws {
    let template = try NumberTemplate(source, others: .any)
    #expect(template.statedLines { Self.facts[$0] } == expected)
  }

  @Test(
    "Numbers are written in letters from a to z, then from aa",
    arguments: [
      (1, "a"), (2, "b"), (26, "z"), (27, "aa"), (28, "ab"), (52, "az"), (53, "ba"), (702, "zz"),
      (703, "aaa"), (0, "0"), (-3, "-3"),
    ])
  func letters(number: Int, expected: String) throws {
    let facts = [FactKey("iso"): Fact(number), FactKey("spp"): Fact(reading: "\(number).5")]
    for (format, letters) in [("a", expected), ("A", expected.uppercased())] {
      #expect(try NumberTemplate("({iso:\(format)})").text { facts[$0] } == "(\(letters))")
      // Only whole numbers are written in letters.
      #expect(
        try NumberTemplate("{spp:\(format)}", others: .any).text { facts[$0] } == "\(number).5")
    }
  }

  @Test("Different numbers are written in different letters")
  func differentLetters() throws {
    let template = try NumberTemplate("{iso:a}")
    let letters = Set((1...20_000).map { number in template.text { _ in Fact(number) } })
    #expect(letters.count == 20_000)
    #expect(letters.allSatisfy { $0.utf8.allSatisfy { 0x61...0x7A ~= $0 } })
    #expect(template.text { _ in Fact("vast", number: .greatestFiniteMagnitude) } == "vast")
    #expect(template.text { _ in Fact("none", number: .infinity) } == "none")
  }

  @Test(
    "A number with too many digits is written with an exponent",
    arguments: [
      (1e300, 3, "1e+300"), (-1e19, 0, "-1e+19"), (1e15, 3, "1000000000000000"),
      (.infinity, 1, "inf"), (-2.125, 2, "-2.13"),
    ] as [(Double, Int, String)])
  func digits(number: Double, decimals: Int, expected: String) {
    #expect(number.text(decimals: decimals) == expected)
  }

  @Test(
    "The text after a plus sign is used if the fact is present, and the text after a bar if it is missing",
    arguments: [
      ("{iso+ISO {iso}}", "ISO 400"), ("{none+ISO {none}}", ""),
      ("{iso+ISO {iso}|auto}", "ISO 400"),
      ("{none+ISO {none}|auto}", "auto"), ("{none+a|{iso+b {{|c}}", "b {"), ("{iso+}", ""),
      ("{iso+{none+x|y} a|z}", "y a"), ("{text:C++}", "yes"), ("{text:C++|no}", "yes"),
      ("{taken:%d+%m}", "01+01"), ("{none|a+b}", "a+b"), ("{psnr+{psnr:.1f} dB}", "20.1 dB"),
    ])
  func plus(source: String, expected: String) throws {
    #expect(try Self.text(source) == expected)
    let template = try NumberTemplate(source, others: .any)
    #expect(
      template.keys.count == source.unicodeScalars.count { $0 == "{" }
        - (source.contains("{{") ? 2 : 0))
  }

  @Test("The error about an invalid format suggests a valid one")
  func faults() {
    #expect(throws: TemplateError.self) { try NumberTemplate("{size:3}") }
    #expect(throws: TemplateError.self) { try NumberTemplate("{name:.1f}") }
    for source in ["{size:.1}", "{size:.10f}", "{size:1f}", "{size:}", "{spp:.1g}", "{size:%}"] {
      do throws(TemplateError) {
        _ = try NumberTemplate(source, others: .any)
        Issue.record("\(source)")
      } catch {
        #expect("\(error)".contains(":.1f} for one decimal"), "\(error)")
      }
    }
    let deep = String(repeating: "{iso+", count: 9) + String(repeating: "}", count: 9)
    #expect(throws: TemplateError.self) { try NumberTemplate(deep) }
    for source in ["{iso+", "{iso+a|", "{iso+{iso}"] {
      #expect(throws: TemplateError.self) { try NumberTemplate(source) }
    }
  }

  @Test("A column that shares its name with a newer token is written like any column")
  func recent() throws {
    let template = try NumberTemplate("{stars:3}", others: .any)
    #expect(template.text { _ in Fact(reading: "7") } == "007")
    #expect(throws: TemplateError.self) { try NumberTemplate("{stars:3}") }
  }

  @Test(
    "A column's number with over six decimals is shown with four digits, but compared exactly",
    arguments: [
      ("0.3385666666666667", "0.3386"), ("123456.7890123", "123457"), ("12.34567890", "12.35"),
      ("0.00033856666667", "0.0003386"), ("-0.123456789", "-0.1235"),
      ("1.23456789e-05", "1.235e-05"),
      ("0.0000000", "0"), ("9.99999999", "10.000"), ("0.500000001", "0.5000"),
      ("0.338567", "0.338567"), ("20.123456", "20.123456"), ("64", "64"),
      ("v1.23456789", "v1.23456789"),
      ("12345678901234567890.12345678", "12345678901234567890.12345678"),
    ])
  func significant(text: String, expected: String) {
    let fact = Fact(column: text)
    #expect(fact.text == expected)
    #expect(fact.number == Double(decimal: text))
    if let number = fact.number { #expect(fact.value == .number(number)) }
  }
}
