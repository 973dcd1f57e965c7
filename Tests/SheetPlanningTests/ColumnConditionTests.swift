import SheetFixtures
import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// Conditions on facts that may be numbers or texts: columns, parts of names, and names.
@Suite struct ColumnConditionTests {
  static let signs = ["<", "<=", ">", ">="]

  /// The names, without extensions, of the pictures that meet a condition.
  ///
  /// The second part of each name is the fact `l`, the third is `m`.
  static func chosen(of names: [String], _ condition: String) throws -> [String] {
    var job = SheetJob()
    job.parsing = [try NameTemplate("{n}_{l}_{m}")]
    job.conditions = [try Condition(condition)]
    let pictures = PictureFactsBuilder(
      names.map {
        SheetPicture(StubPicture(name: "\($0).png", size: PixelSize(width: 9, height: 9)))
      }, table: nil, parsing: job.parsing
    ).pictures
    let choice = try job.choice(nil)
    try choice.checkNumbers(of: pictures)
    return try choice.chosen(of: pictures, mayBeEmpty: true).items.map {
      String($0.picture.source.name.dropLast(4))
    }
  }

  static func holds<Value: Comparable>(_ sign: String, _ one: Value, _ other: Value) -> Bool {
    switch sign {
    case "<": one < other
    case "<=": one <= other
    case ">": one > other
    default: one >= other
    }
  }

  @Test("Ordering numbers with decimal commas is an error, whatever else the column contains")
  func commas() throws {
    var generator = SeededGenerator(seed: 47)
    let values = ["0.5", "1", "2.5", "0.25", "1", "x", "0,5", "1,25"]
    var errors = 0
    for _ in 0..<600 {
      let words = Bool.random(using: &generator) ? values[...] : values.prefix(6)
      let rows = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        (0..<2).map { _ in words.randomElement(using: &generator) ?? "" }
      }
      let names = rows.enumerated().map { "\($0)_\($1[0])_\($1[1])" }
      let sign = Self.signs.randomElement(using: &generator) ?? "<"
      let isOfColumns = Bool.random(using: &generator)
      let condition = "l \(sign) \(isOfColumns ? "{m}" : "1")"
      let limited = isOfColumns ? rows : rows.map { [$0[0], "1"] }
      let isRefused =
        isOfColumns
        ? rows.contains { $0.joined().contains(",") && !$0.contains("x") }
        : rows.contains { $0[0].contains(",") }
      if isRefused {
        errors += 1
        let error = try #require(throws: ContactSheetError.self, "\(names) \(condition)") {
          try Self.chosen(of: names, condition)
        }
        #expect("\(error)".contains("has a decimal comma"), "\(error)")
      } else {
        let expected = zip(names, limited).filter { _, row in
          let numbers = row.compactMap { Double($0) }
          if numbers.count == 2 { return Self.holds(sign, numbers[0], numbers[1]) }
          return numbers.isEmpty && Self.holds(sign, row[0], row[1])
        }.map(\.0)
        #expect(try Self.chosen(of: names, condition) == expected, "\(names) \(condition)")
      }
    }
    #expect(100..<500 ~= errors)
  }

  @Test(
    "The error states the position of the column itself, not of its letters in an earlier word",
    arguments: [
      ("stem != blue and l > 3", 18, "l"), ("not (n = l and l > 3)", 16, "l"),
      ("{m} > {l}", 7, "l"), ("{l} > {m}", 1, "l"), ("n != é́ and width > {l}", 20, "l"),
    ])
  func places(condition: String, position: Int, name: String) throws {
    let error = try #require(throws: ContactSheetError.self) {
      try Self.chosen(of: ["a_0,5_1", "b_1_1"], condition)
    }
    #expect(
      "\(error)".contains("at character \(position): '0,5', a value of \(name), has"), "\(error)")
  }

  @Test("A mistyped number is reported at its own position")
  func mistyped() throws {
    let error = try #require(throws: ContactSheetError.self) {
      try Self.chosen(of: ["a_1_1"], "l > O.5 and n != O.5")
    }
    #expect("\(error)".contains("at character 5: 'O.5' is not a number"), "\(error)")
  }

  @Test("A name that is a number is sorted by value, but equals only a number with the same digits")
  func spelled() throws {
    let names = ["007", "6", "7", "7.0", "8", "-7", "x", "7x"]
    for limit in [6, 7, 8] {
      for sign in Self.signs {
        let expected = names.filter { name in
          Double(name).map { Self.holds(sign, $0, Double(limit)) } ?? false
        }
        #expect(try Self.chosen(of: names, "stem \(sign) \(limit)") == expected, "\(sign) \(limit)")
      }
      #expect(try Self.chosen(of: names, "stem = \(limit)") == ["\(limit)"])
      #expect(
        try Self.chosen(of: names, "stem != \(limit)") == names.filter { $0 != "\(limit)" })
    }
  }
}
