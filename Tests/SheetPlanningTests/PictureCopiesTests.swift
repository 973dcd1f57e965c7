import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import SheetPlanning

@Suite struct PictureCopiesTests {
  /// The stems of the pictures on a sheet, in order.
  private static func stems(
    _ count: Int = 4, table: String? = nil, _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> [String] {
    try planned(count, table: table, change).plan.pictures.map { $0.source.text }
  }

  private static func planned(
    _ count: Int = 4, table: String? = nil, _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> PlannedPictures {
    var sheet = Sheet()
    sheet.font = "builtin"
    change(&sheet)
    var job = try sheet.resolved()
    job.table = try table.map {
      PictureTable.Source.table(try PictureTable(Array($0.utf8), path: "t.csv"))
    }
    job.sources = (1...count).map {
      StubPicture(name: "\($0).png", size: PixelSize(width: 60, height: 40))
    }
    return try job.planned()
  }

  @Test(
    "Each picture is shown as often as the last matching rule says, and its copies follow directly")
  func rules() throws {
    var random = SeededGenerator(seed: 211)
    for _ in 0..<40 {
      let all = 1 + random.number(below: 4)
      var wanted = Array(repeating: all, count: 4)
      var rules: [Sheet.Rule<Int>] = [Sheet.Rule(.all, all)]
      // The first picture is never left out.
      for _ in 0..<random.number(below: 4) {
        let (place, number) = (1 + random.number(below: 3), random.number(below: 6))
        wanted[place] = number
        rules.append(Sheet.Rule("\(place + 1).png=\(number)"))
      }
      let names = (1...4).flatMap { Array(repeating: "\($0).png", count: wanted[$0 - 1]) }
      #expect(try Self.stems { $0.copies = rules } == names, "\(rules)")
    }
    #expect(try Self.stems() == ["1.png", "2.png", "3.png", "4.png"])
  }

  @Test("A sheet with copies is the same as one whose files are named that many times")
  func repeatedNames() throws {
    func plan(_ names: [Int], _ change: (inout Sheet) -> Void) throws -> SheetPlan {
      var sheet = Sheet()
      (sheet.font, sheet.label, sheet.title) = ("builtin", "{index} {stem}", "{count} images")
      change(&sheet)
      var job = try sheet.resolved()
      job.sources = names.map {
        StubPicture(name: "\($0).png", size: PixelSize(width: 60, height: 40 + 10 * $0))
      }
      return try job.sheetPlan()
    }
    for change in [
      { _ in }, { $0.perPage = 2 }, { $0.layout = .rows() }, { $0.size = .init(width: 900) },
      { $0.layout = .masonry() }, { $0.order = .columns },
    ] as [(inout Sheet) -> Void] {
      let copied = try plan([1, 2]) {
        change(&$0)
        $0.copies = ["2", "2*=3"]
      }
      #expect(try copied == plan([1, 1, 2, 2, 2], change))
    }
  }

  @Test("Conditions select pictures, and a rule overrides the column of a table")
  func column() throws {
    let table = "path,copies\n1.png,3\n2.png,\n4.png,2\n"
    #expect(
      try Self.stems(table: table) == [
        "1.png", "1.png", "1.png", "2.png", "3.png", "4.png", "4.png",
      ])
    #expect(
      try Self.stems(table: table) { $0.copies = ["1*=1", "{copies} = 2=4"] }
        == ["1.png", "2.png", "3.png"] + Array(repeating: "4.png", count: 4))
    for field in ["1001", "-1", "two", "1.5", "1e99"] {
      #expect(throws: PictureTableError.self, "\(field)") {
        try PictureTable(Array("path,copies\n1.png,\(field)\n".utf8), path: "t.csv")
      }
    }
  }

  @Test("Numbers of copies may have zeros after the decimal point, and 0 leaves a picture out")
  func tableNumbers() throws {
    #expect(
      try Self.stems(table: "path,copies\n1.png,3.0\n2.png,0\n4.png,0.0\n")
        == ["1.png", "1.png", "1.png", "3.png"])
    #expect(
      try Self.stems(table: "path;copies;weight\n1.png;2,0;1,5\n2.png;0,0;1\n")
        == ["1.png", "1.png", "3.png", "4.png"])
    #expect(
      try Self.stems { $0.copies = [Sheet.Rule(.all, 0), "2*=1", "{stem} = 3=2.0"] }
        == ["2.png", "3.png", "3.png"])
    #expect(try Self.stems(table: "path,copies\n1.png,0\n") { $0.copies = ["3*=0"] }.count == 2)
    let planned = try Self.planned {
      ($0.copies, $0.groupBy, $0.groupBreak) = (["1*=0"], .by("stem"), .section)
    }
    #expect(planned.plan.pages.flatMap(\.sections).map(\.heading) == ["2", "3", "4"])
    #expect(planned.notes.of(.staleRule).isEmpty)
    for rules in [[Sheet.Rule(.all, 0)], ["*=0"]] as [[Sheet.Rule<Int>]] {
      let error = #expect(throws: ContactSheetError.self) { try Self.stems { $0.copies = rules } }
      #expect(error?.text == "cannot make a sheet: each image is to be shown 0 times")
    }
  }

  @Test("Samples and the limits of groups count originals, and so does the heading of a group")
  func samples() throws {
    func names(_ change: (inout Sheet) -> Void) throws -> [String] {
      try Self.stems {
        $0.copies = ["2"]
        change(&$0)
      }
    }
    #expect(try names { $0.limit = 1 } == ["1.png", "1.png"])
    #expect(try names { $0.every = 3 } == ["1.png", "1.png", "4.png", "4.png"])
    let planned = try Self.planned {
      ($0.copies, $0.groupLimit) = (["3"], 2)
      ($0.groupBy, $0.groupBreak) = (.by("width"), .section)
    }
    #expect(planned.plan.pictures.count == 6)
    #expect(planned.plan.pages.flatMap(\.sections).map(\.heading) == ["60 (2 of 4)"])
    #expect(planned.copies == [1, 2, 4, 5])
  }

  @Test("A matrix shows each picture once, and too many pictures are an error")
  func limits() throws {
    #expect(
      try Self.stems {
        ($0.copies, $0.layout) = (["3"], .matrix(rows: "{width}", columns: "{stem}"))
      }.count == 4)
    func count(of pictures: Int) throws -> Int {
      var sheet = Sheet()
      sheet.copies = ["1000"]
      let facts = (0..<pictures).map {
        PictureFacts(SheetPicture(StubPicture(name: "\($0).png", size: nil)))
      }
      let rules = try JobRules(sheet.resolved(), nil)
      return try rules.copied([PictureGroup(pictures: facts)])[0].members.count
    }
    #expect(try count(of: 100) == 100_000)
    let error = #expect(throws: ContactSheetError.self) { try count(of: 101) }
    #expect(error?.remedy == "choose smaller numbers of copies")
  }

  @Test("Whether there are too many pictures does not depend on their order")
  func limitInAnyOrder() throws {
    func count(of pictures: [PictureFacts], _ rules: [Sheet.Rule<Int>]) throws -> Int {
      var sheet = Sheet()
      sheet.copies = rules
      let rules = try JobRules(sheet.resolved(), nil)
      return try rules.copied([PictureGroup(pictures: pictures)])[0].members.count
    }
    let facts = (0...100).map {
      PictureFacts(SheetPicture(StubPicture(name: "\($0).png", size: nil)))
    }
    // One picture is shown once, before or after 100,000 copies.
    for name in ["0.png", "100.png"] {
      #expect(throws: ContactSheetError.self, "\(name)") {
        try count(of: facts, ["1000", Sheet.Rule(.name(name), 1)])
      }
    }
    // If no picture has copies, there is no limit.
    let many = Array(repeating: facts[0], count: PictureCopies.mostTiles + 1)
    #expect(try count(of: many, ["1"]) == many.count)
  }

  @Test("Numbers of copies are from 0 to 1000, and an error says what is wrong with any other")
  func numbers() throws {
    let form = "a whole number from 0 to 1000"
    for (text, fault) in [
      ("1001", RuleError.range("1001", form)), ("a*=-1", .range("-1", form)),
      ("1e99", .range("1e99", form)), ("a*=", .missing(form)),
    ] as [(String, RuleError)] {
      #expect(throws: fault) { _ = try PictureRule<Int>(text, as: .copies) }
    }
    #expect(RuleForm<Int>.copies.description.contains("a 'copies' column in a table"))
    for text in ["-1", "a*=1.5", "two", "{qty}", ""] {
      #expect(throws: (any Error).self, "\(text)") {
        var sheet = Sheet()
        sheet.copies = [Sheet.Rule(text)]
        _ = try sheet.resolved()
      }
    }
    #expect(throws: (any Error).self) {
      var sheet = Sheet()
      sheet.copies = [Sheet.Rule(.all, -1)]
      _ = try sheet.resolved()
    }
  }

  @Test("A rule that selects no picture produces a note")
  func stale() throws {
    let notes = try Self.planned { $0.copies = ["z*=2"] }.notes.of(.staleRule)
    #expect(notes.map(\.text) == ["no image matches 'z*=2', which sets the number of copies"])
  }
}
