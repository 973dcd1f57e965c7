import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SystemPackage
import Testing

@testable import SheetPlanning

/// Sorting by templates with several tokens.
@Suite struct TokenOrderTests {
  /// Pictures with the rows of a table, named by letters in the order of the rows.
  static func pictures(_ heading: String, _ rows: [String]) throws -> [PictureFacts] {
    let lines = zip("abcdefghij", rows).map { "\($0),\($1)" }
    let table = try PictureTable(
      Array((["path,\(heading)"] + lines).joined(separator: "\n").utf8), path: "t.csv")
    let pictures = try lines.map {
      try SheetPicture(
        probing: StubPicture(name: String($0.prefix(1)), size: PixelSize(width: 1, height: 1)),
        .none)
    }
    return PictureFactsBuilder(pictures, table: table, parsing: []).pictures
  }

  static func order(_ source: String, _ pictures: [PictureFacts], reversed: Bool = false) throws
    -> String
  {
    let key = SortKey.facts(try PictureTemplate(source, others: .any))
    return ImageOrder(by: key, isReversed: reversed).sorted(pictures)
      .map(\.picture.source.name).joined()
  }

  @Test("Templates are compared token by token, each by its value, in both directions")
  func tokens() throws {
    let runs = try Self.pictures(
      "optimizer,accuracy", ["sgd,0.904", "adam,0.904", "sgd,0.8204", "adam,1e-3", "sgd,", ",0.5"])
    let source = "{optimizer} {accuracy}"
    #expect(try Self.order(source, runs) == "dbcaef")
    #expect(try Self.order(source, runs, reversed: true) == "acebdf")
    #expect(try Self.order("{accuracy} {optimizer}", runs) == "dfcbae")
    let rates = try Self.pictures("m,lr", ["x,0.03", "x,1e-3", "x,0.1", "x,0.003"])
    #expect(try Self.order("{m} {lr}", rates) == "bdac")
    #expect(try Self.order("lr {lr}", rates) == "bdac")
  }

  @Test("If all values are names of months, or of days, they follow the calendar")
  func calendar() throws {
    let months = try Self.pictures("m", ["March", "", "January", "dec", "Sept.", "MAY"])
    #expect(try Self.order("{m}", months) == "cafedb")
    #expect(try Self.order("{m}", months, reversed: true) == "defacb")
    let days = try Self.pictures("d,n", ["Sun,1", "Mon,2", "Sat,3", "Mon,1", "Friday,9"])
    #expect(try Self.order("{d} {n}", days) == "dbeca")
    #expect(try Self.order("{n} {d}", days) == "dabce")
    // Any other text shows that the values are not names of months.
    let others = try Self.pictures("m", ["March", "January", "all year"])
    #expect(try Self.order("{m}", others) == "cba")
    let mixed = try Self.pictures("m", ["Sun", "March", "Sat"])
    #expect(try Self.order("{m}", mixed) == "bca")
  }

  @Test("Groups, rows and columns named like months follow the calendar; others follow the images")
  func calendarOfGroups() throws {
    func groups(_ values: [String], by order: ImageOrder = ImageOrder()) throws -> [String] {
      var job = SheetJob()
      job.paging.groupKey = try GroupKey(parsing: "{m}")
      job.order = order
      return job.groups(of: try Self.pictures("m", values)).map(\.name)
    }
    let values = ["May", "January", "", "August", "May"]
    #expect(try groups(values) == ["January", "May", "August", "no m"])
    #expect(
      try groups(values, by: ImageOrder(isReversed: true)) == ["August", "May", "January", "no m"])
    #expect(
      try groups(values, by: ImageOrder(by: .name)) == ["May", "January", "no m", "August"])
    #expect(try groups(["May", "Winter", "April"]) == ["May", "Winter", "April"])
    let axis = MatrixAxis(try PictureTemplate("in {m}", others: .any))
    let rows = try Self.pictures("m", ["May", "January", "August", "May"]).compactMap(axis.value)
    #expect(
      AxisLines(of: rows, .ofValues).headings.map(\.text) == ["in January", "in May", "in August"])
    #expect(
      AxisLines(of: rows, .reversed).headings.map(\.text) == ["in August", "in May", "in January"])
  }

  @Test("Fallback text after a bar is also compared by value")
  func otherwise() throws {
    let pictures = try Self.pictures("late,early", ["10,", ",9", "8,100", ","])
    #expect(try Self.order("{late|{early}}", pictures) == "cbad")
    #expect(try Self.order("{late|none}", pictures) == "cabd")
  }

  @Test("Rows and columns of a matrix are in the order in which the same template sorts pictures")
  func axes() throws {
    let pictures = try Self.pictures(
      "m,lr", ["n,0.1", "m,0.03", "m,1e-3", "n,high", "m,0.1", "n,Ö", "n,o", "n,p"])
    let axis = MatrixAxis(try PictureTemplate("{m} {lr}", others: .any))
    for isReversed in [false, true] {
      let lines = AxisLines(
        of: pictures.compactMap(axis.value), isReversed ? .reversed : .ofValues)
      let sorted = try Self.order("{m} {lr}", pictures, reversed: isReversed)
      let headings = sorted.compactMap { name in
        pictures.first { $0.picture.source.name == String(name) }
          .map { "\($0.fact(FactKey("m"))?.text ?? "") \($0.fact(FactKey("lr"))?.text ?? "")" }
      }
      #expect(lines.headings.map(\.text) == headings)
    }
  }
}
