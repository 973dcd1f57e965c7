import SheetModel
import TestSupport
import Testing

/// Scale bars and their lengths as texts.
@Suite struct ScaleBarTests {
  private static func length(_ text: String) throws -> DepictedLength {
    try #require(DepictedLength(text), "\(text)")
  }

  @Test("A length is a number and a unit, with or without space around them")
  func lengths() throws {
    for unit in DepictedLength.Unit.allCases {
      for text in ["0.25\(unit.rawValue)", "0.25 \(unit.rawValue)", "  0.25\t\(unit.rawValue) "] {
        let length = try Self.length(text)
        #expect(length.unit == unit && length.value == 0.25)
        #expect("\(length)" == "0.25 \(unit.rawValue)")
      }
    }
  }

  @Test("A length is written as it was given, with the micro sign in place of u and the letter mu")
  func micrometres() throws {
    for text in ["5.0 µm", "5.0um", "5.0 \u{3BC}m"] {
      #expect("\(try Self.length(text))" == "5.0 \u{B5}m")
    }
  }

  @Test(
    "Text that is not a positive number with a known unit is not a length",
    arguments: [
      "", "5", "µm", "5 ft", "0 µm", "0.0 mm", "-5 µm", "5e3 nm", "1,5 mm", "5 µm µm", "5 mm 3",
      "nan µm", "inf m", "5 5 µm", "1.2.3 µm", ". µm", "5 MM",
      String(repeating: "9", count: 500) + " m",
    ])
  func noLengths(text: String) {
    #expect(DepictedLength(text) == nil)
    #expect(Sheet.ScaleBar(text) == nil)
    #expect(Sheet.ScaleBar("\(text) at 1 µm") == nil)
    #expect(Sheet.ScaleBar("1 µm at \(text)") == nil)
  }

  @Test("Units can differ, but pixels have no length in metres")
  func ratios() throws {
    for (one, other, ratio) in [
      ("50 µm", "0.32 µm", 156.25), ("0.1 mm", "320 nm", 312.5), ("1 km", "10 m", 100),
      ("2 cm", "1 mm", 20), ("100 px", "2 px", 50),
    ] {
      #expect(try abs(#require(Self.length(one).ratio(to: Self.length(other))) - ratio) < 1e-9)
    }
    #expect(try Self.length("5 px").ratio(to: Self.length("5 µm")) == nil)
    #expect(Sheet.ScaleBar("100 px at 0.3 µm") == nil && Sheet.ScaleBar("5 µm at 1 px") == nil)
  }

  @Test("The description of a scale bar parses to the same bar")
  func descriptions() throws {
    for text in [
      "50 µm", "50µm at 320nm", " 0.10 mm  at  0.32 um ", "100 px", "100 px at 2 px",
      "1 cm at ppi", "1 cm at 600 ppi", "1cm at 299.7ppi", "5 mm at 1200 dpi",
    ] {
      let bar = try #require(Sheet.ScaleBar(text), "\(text)")
      #expect(Sheet.ScaleBar(bar.description) == bar)
      #expect(bar.description.contains(" at ") == text.contains("at"))
    }
    for text in [
      "at", "at 5 µm", "5 µm at", "5 µm at 1 µm at 1 µm", "5 µm on 1 µm", "1 cm at 0 ppi",
      "1 cm at -600 ppi", "1 cm at x ppi", "1 cm at 600", "1 cm at 1e9 ppi", "100 px at ppi",
      "100 px at 600 ppi", "1 cm at ppi ppi",
    ] {
      #expect(Sheet.ScaleBar(text) == nil, "\(text)")
    }
  }

  @Test("The text of a scale bar is its length, unless the bar is written with 'no text'")
  func texts() throws {
    for (text, shown, description) in [
      ("50um", "50 µm", "50 µm"), ("50 µm, no text", "", "50 µm, no text"),
      ("50 µm,no text", "", "50 µm, no text"),
      ("50 µm at 320 nm without text", "", "50 µm at 320 nm, no text"),
    ] {
      let bar = try #require(Sheet.ScaleBar(text), "\(text)")
      #expect(bar.text == shown && bar.description == description)
      #expect(Sheet.ScaleBar(bar.description) == bar)
    }
    for text in ["no text", ", no text", "1,5 mm, no text", "50 µm, no", "50 µm, none text"] {
      #expect(Sheet.ScaleBar(text) == nil, "\(text)")
    }
  }

  @Test("A scale bar is white unless 'black' follows its length, before or after 'no text'")
  func inks() throws {
    for (text, ink, description) in [
      ("50um", .white, "50 µm"), ("50 µm black", .black, "50 µm, black"),
      ("50 µm,Black", .black, "50 µm, black"), ("50 µm, white", .white, "50 µm"),
      ("50 µm at 320 nm, no text, black", .black, "50 µm at 320 nm, black, no text"),
      ("1 cm at ppi black without text", .black, "1 cm at ppi, black, no text"),
    ] as [(String, Sheet.ScaleBar.Ink, String)] {
      let bar = try #require(Sheet.ScaleBar(text), "\(text)")
      #expect(bar.ink == ink && bar.description == description)
      #expect(Sheet.ScaleBar(bar.description) == bar)
    }
    for text in [
      "black", "black 50 µm", "50 µm, black, black", "50 µm, black, white", "50 µm, dark",
      "50 µm black at 1 µm", "1,5 mm, black", "50 µm, no text, no text",
    ] {
      #expect(Sheet.ScaleBar(text) == nil, "\(text)")
    }
  }

  @Test("A suggested length is the nearest number that is 1, 2 or 5 times a power of ten")
  func roundLengths() throws {
    var random = SeededGenerator(seed: 8)
    for unit in DepictedLength.Unit.allCases {
      for _ in 0..<200 {
        let length = try Self.length("\(1 + random.number(below: 999)) \(unit.rawValue)")
        let factor = Double(1 + random.number(below: 9999)) / 1000
        let round = try #require(length.nearestRoundLength(times: factor))
        let digits = "\(round.value)".filter { $0 != "0" && $0 != "." }
        #expect(["1", "2", "5"].contains(digits), "\(round)")
        let error = try #require(round.ratio(to: length)) / factor
        #expect(0.63...1.59 ~= error, "\(round) instead of \(factor) x \(length)")
      }
    }
    #expect("\(try #require(Self.length("5 mm").nearestRoundLength(times: 1e-5)))" == "50 nm")
  }
}
