import SheetFixtures
import SheetModel
import SheetPictures
import SystemPackage
import Testing

@testable import SheetPlanning

/// Which column of a table names the pictures.
@Suite struct PathColumnTests {
  private static let stems = (1...12).map { "FW26-\($0 < 10 ? "0" : "")\($0)" }
  private static let pictures = stems.map {
    SheetPicture(StubPicture(name: "line/\($0).jpg", size: nil))
  }

  private static func table(_ rows: [[String]]) throws(PictureTableError) -> PictureTable {
    let text = rows.map { $0.joined(separator: ",") + "\n" }.joined()
    return try PictureTable(Array(text.utf8), path: "t.csv", stems: { Set(stems) })
  }

  private static func joined(
    _ rows: [[String]], showsAbsent: Bool
  ) throws -> PictureFactsBuilder {
    PictureFactsBuilder(
      pictures, table: try table(rows), parsing: [],
      absent: showsAbsent ? AbsentRows() : nil)
  }

  /// How a table may write the name of a picture.
  private static let forms: [@Sendable (String) -> String] = [
    { $0 }, { $0.lowercased() }, { "\($0).jpg" }, { "\($0.lowercased()).JPG" }, { "line/\($0)" },
  ]

  @Test(
    "The column that names most images is used, wherever it is and whatever the columns are called",
    arguments: ["name", "Name", "FILE", "path", "Image Name", "Foto", "Product"])
  func mostRows(other: String) throws {
    var generator = SplitMix64(seed: 71)
    for number in 0..<60 {
      let form = Self.forms[number % Self.forms.count]
      // At least half of the rows name an image; the others name images that do not exist.
      let count = 6 + generator.next(below: 7)
      let position = generator.next(below: 4)
      var rows = (0..<12).map { index -> [String] in
        var row = ["Slip dress \(index)", "\(85 + index)", index % 2 == 0 ? "Knit" : "Outer"]
        let name = index < count ? Self.stems[index] : "FW99-\(index)"
        row.insert(form(name), at: position)
        return row
      }
      rows.shuffle(with: &generator)
      var heading = [other, "Price", "Category"]
      heading.insert("SKU", at: position)
      rows.insert(heading, at: 0)
      for showsAbsent in [false, true] {
        let known = try Self.joined(rows, showsAbsent: showsAbsent)
        let shown = "\(other) \(number) \(rows[1])"
        #expect(known.table?.layout.path == position, "\(shown)")
        let prices = known.pictures.prefix(12).map { $0.fact(FactKey("column", "Price"))?.text }
        let expected = (0..<12).map { $0 < count ? "\(85 + $0)" : nil }
        #expect(prices == expected, "\(shown)")
        #expect(known.pictures.count == (showsAbsent ? 24 - count : 12), "\(shown)")
        #expect(known.notes.isEmpty == (showsAbsent || count == 12), "\(shown)")
      }
    }
  }

  @Test(
    "A note names the column that identifies images if another column is called file, or if it lacks some images",
    arguments: [
      ("file", 12, true), ("path", 7, true), ("Name", 11, true), ("Name", 12, false),
      ("Product", 12, false), ("Product", 7, false),
    ])
  func note(other: String, count: Int, isNoted: Bool) throws {
    let rows = (0..<12).map { [$0 < count ? Self.stems[$0] : "FW99-\($0)", "Dress", "Knit"] }
    let table = try Self.table([["SKU", other, "Category"]] + rows)
    let text =
      "the column 'SKU' of 't.csv' names the images, because no value of '\(other)' does"
    #expect(table.noteOnPathColumn?.text == (isNoted ? text : nil))
    #expect(SheetJob().warnings(about: table).contains { $0.text == text } == isNoted)
  }

  @Test(
    "A column called name is used if it names an image, or no single other column names most images"
  )
  func kept() throws {
    let rows = Self.stems.map { [$0, "Dress", "Knit"] }
    let known = ["SKU", "name", "Category"]
    var one = rows
    one[5][1] = Self.stems[5].lowercased()
    #expect(try Self.table([known] + one).layout.path == 1)
    let few = rows.prefix(5) + rows.dropFirst(5).map { ["none", $0[1], $0[2]] }
    #expect(try Self.table([known] + few).layout.path == 1)
    // Numbers name pictures, too.
    let numbers = Self.stems.map { stem in
      [String(stem.reversed().drop { !$0.isNumber }.prefix(while: \.isNumber).reversed()), stem]
    }
    #expect(numbers.allSatisfy { !$0[0].isEmpty })
    #expect(try Self.table([["file", "previous"]] + numbers).layout.path == 0)
    let equal = rows.map { [$0[0], $0[1], $0[0]] }
    #expect(try Self.table([known] + equal).layout.path == 1)
  }

  @Test(
    "Of two columns with the same name, the one that names most images is used, and an error suggests no existing name",
    arguments: TableColumns.shownPathNames)
  func sameNames(name: String) throws {
    let rows = Self.stems.map { ["Dress", $0, "Knit"] }
    let heading = [name.uppercased(), name, "Category"]
    #expect(
      try Self.table([heading] + rows.dropFirst() + [["Coat", "FW99", "Knit"]]).layout.path == 1)
    let few = [rows[0]] + rows.dropFirst().map { [$0[0], "none", $0[2]] }
    let error = try #require(throws: PictureTableError.self) { try Self.table([heading] + few) }
    let text = "\(error)"
    #expect(text.contains("'\(name)' names an image in 1 of 12 rows; call that column "), "\(text)")
    let others = TableColumns.shownPathNames.filter { $0 != name }
    #expect(text.contains("call that column \(others.listed("or")) in the first row"), "\(text)")
  }

  @Test("A note says if all rows of a table are shown as missing", arguments: [1, 2, 7])
  func allAbsent(count: Int) throws {
    for heading in [["Name", "Category"], ["path", "Category"]] {
      let rows = (0..<count).map { ["Dress \($0)", "Knit"] }
      let all = try Self.joined([heading] + rows, showsAbsent: true)
      #expect(all.pictures.count == 12 + count)
      #expect(all.notes.map { $0.measures[.count] } == [count])
      let note = all.notes.first.map { "\($0)" } ?? ""
      #expect(
        note.contains(
          count == 1
            ? "the only row of 't.csv' is shown as missing"
            : "all \(count) rows of 't.csv' are shown as missing"), "\(note)")
      #expect(note.contains("line 2, 'Dress 0' (column 1 of "), "\(note)")
      // A column that is called path already needs no other name.
      #expect(note.contains("call it path") == (heading[0] != "path"), "\(note)")
      let some = try Self.joined(
        [heading] + rows + [[Self.stems[3], "Knit"]], showsAbsent: true)
      #expect(some.notes.isEmpty && some.pictures.count == 12 + count)
      // Pictures that are joined with the table again, as those of a plan are, give no second note.
      let again = PictureFactsBuilder(all.pictures.map(\.picture), table: all.table, parsing: [])
      #expect(again.notes.isEmpty && again.pictures.count == 12 + count)
    }
  }

  @Test("A note says if no row of a table has a path")
  func noPaths() throws {
    let known = try Self.joined(
      [["Foto", "Category"], ["", "Knit"], ["", "Outer"]], showsAbsent: true)
    #expect(
      known.notes.map(\.text) == [
        "all 2 rows of 't.csv' are shown as missing, because they name no image; the first is line 2 (column 1 of Foto, Category)"
      ])
  }
}
