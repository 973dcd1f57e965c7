import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SystemPackage
import Testing

@testable import SheetPlanning

/// Columns of tables with the names of facts, and names of files in messages.
@Suite struct HiddenColumnTests {
  private static func pictures(_ names: [String]) throws -> [SheetPicture] {
    try names.map {
      try SheetPicture(
        probing: StubPicture(name: $0, size: PixelSize(width: 3, height: 2)), .none)
    }
  }

  private static func notes(_ label: String, _ text: String) throws -> [String] {
    let table = try PictureTable(Array(text.utf8), path: "t.csv")
    var job = SheetJob()
    job.texts.label = try PictureTemplate(label, others: .any)
    let known = PictureFactsBuilder(try pictures(["a.png", "b.png"]), table: table, parsing: [])
    return job.notesOnHiddenColumns([], known.table, among: known.pictures).map(\.text)
  }

  @Test(
    "A plus sign after a column's heading starts text, unless the heading contains a plus sign",
    arguments: [
      ("file,number\na.png,7\n", "{column:number+x}", "x"),
      ("file,number+x\na.png,8\n", "{column:number+x}", "8"),
      ("file,number,number+x\na.png,7,8\n", "{column:number+x}", "8"),
      ("file,number\na.png,7\n", "{column:number+No. {column:number}}", "No. 7"),
      ("file,number\na.png,\n", "{column:number+No. {column:number}|none}", "none"),
      ("file,C++ score\na.png,9\n", "{column:C++ score}", "9"),
    ])
  func plus(table: String, label: String, text: String) throws {
    let table = try PictureTable(Array(table.utf8), path: "t.csv")
    let known = PictureFactsBuilder(try Self.pictures(["a.png"]), table: table, parsing: [])
    let template = try PictureTemplate(label, others: .any)
    #expect(template.text { known.pictures[0].fact($0) } == text)
  }

  @Test(
    "A note says if a template shows a fact although the table has a column of that name",
    arguments: [
      ("{name}", "file,name\na.png,Anna\n", ["name", "the file name"]),
      ("{name} {column:name}", "file,name\na.png,Anna\n", ["name", "the file name"]),
      ("{index}", "file,index\na.png,12\n", ["index", "a number on the sheet"]),
      ("{width}", "file,width\na.png,12 cm\n", ["width", "a fact of the image itself"]),
      // The column's values equal the facts.
      ("{width}", "file,width\na.png,3\nb.png,3\n", []),
      // The column identifies the pictures.
      ("{name}", "name,class\na.png,3B\n", []),
      ("{column:name}", "file,name\na.png,Anna\n", []),
      // Columns take precedence over tokens that were introduced after tables.
      ("{title}", "file,title\na.png,Anna\n", []),
      ("{class}", "file,class,name\na.png,3B,Anna\n", []),
    ])
  func hidden(label: String, table: String, expected: [String]) throws {
    let notes = try Self.notes(label, table)
    guard let column = expected.first, let meaning = expected.last else {
      #expect(notes.isEmpty)
      return
    }
    #expect(
      notes == ["the table's column '\(column)' is {column:\(column)}; {\(column)} is \(meaning)"])
  }

  @Test("A token that differs from a column only in case means the column")
  func meant() throws {
    let table = try PictureTable(Array("file,name\na.png,Anna\n".utf8), path: "t.csv")
    var job = SheetJob()
    job.texts.label = try PictureTemplate("{Name}", others: .any)
    let error = #expect(throws: ContactSheetError.self) { try job.checkTokens(table) }
    #expect(error?.text.contains("(did you mean {column:name}?)") == true)
    job.texts.label = try PictureTemplate("{nmae}", others: .any)
    let other = #expect(throws: ContactSheetError.self) { try job.checkTokens(table) }
    #expect(other?.text.contains("(did you mean {name}?)") == true)
  }

  @Test(
    "The note on names that do not match gives the first name in natural order, however files are ordered"
  )
  func firstByName() throws {
    let names = ["b2.png", "b10.png", "a-1.png", "B1.png"]
    let template = try NameTemplate("{a}-{b}")
    for names in [names, names.reversed()] {
      let known = PictureFactsBuilder(try Self.pictures(names), table: nil, parsing: [template])
      #expect(known.notes.map(\.subject) == ["B1.png"])
    }
  }
}
