import SheetFiles
import SheetText
import SystemPackage
import Testing

@testable import SheetPlanning

@Suite struct TableMatchingTests {
  static func matched(
    _ text: String, at path: FilePath = "labels.csv", _ pictures: [FilePath]
  ) throws -> (labels: [String?], warning: String?) {
    let table = try PictureTable(Array(text.utf8), path: path)
    let matched = table.matched(pictures)
    return (matched.rows.map { $0.flatMap { table.rows[$0].label } }, matched.note?.text)
  }

  @Test("A table that lists every picture labels each one, whatever the order")
  func everyPicture() throws {
    var generator = SplitMix64(seed: 41)
    let pictures = (0..<60).map { FilePath("pics/\($0 % 7)/\($0).png") }
    var order = Array(pictures.indices)
    order.shuffle(with: &generator)
    for name in ["labels.csv", "pics/labels.csv", "/elsewhere/labels.csv"] as [FilePath] {
      let table = order.map { index -> String in
        var path = pictures[index]
        if name == "pics/labels.csv" { _ = path.removePrefix("pics") }
        return "\(path),label of \(index)"
      }
      let found = try Self.matched(table.joined(separator: "\n"), at: name, pictures)
      #expect(found.labels == pictures.indices.map { "label of \($0)" })
      #expect(found.warning == nil)
    }
  }

  @Test(
    "A row matches a path as given, relative to the table's folder, or by name",
    arguments: [
      ("a.png,A", "labels.csv", "a.png"),
      ("./a.png,A", "labels.csv", "a.png"),
      ("a.png,A", "labels.csv", "./a.png"),
      ("pics/x/../a.png,A", "labels.csv", "pics//a.png"),
      ("a.png,A", "pics/labels.csv", "pics/a.png"),
      ("sub/a.png,A", "./pics/labels.csv", "pics/sub/a.png"),
      ("../pics/a.png,A", "tables/labels.csv", "pics/a.png"),
      ("../a.png,A", "labels.csv", "../a.png"),
      ("sub/a.png,A", "/pics/labels.csv", "/pics/sub/a.png"),
      ("/pics/a.png,A", "labels.csv", "/pics/a.png"),
      ("a.png,A", "tables/labels.csv", "/far/away/a.png"),
    ] as [(String, FilePath, FilePath)])
  func match(text: String, table: FilePath, picture: FilePath) throws {
    let found = try Self.matched(text, at: table, ["other.png", picture])
    #expect(found.labels == [nil, "A"])
    #expect(found.warning == nil)
  }

  @Test("The path as given takes precedence over the table's folder, and that over the name")
  func precedence() throws {
    let pictures: [FilePath] = ["a.png", "pics/a.png", "x/a.png"]
    #expect(try Self.matched("a.png,A", at: "pics/t.csv", pictures).labels == ["A", nil, nil])
    #expect(
      try Self.matched("a.png,A", at: "pics/t.csv", Array(pictures[1...])).labels == ["A", nil])
  }

  @Test("A picture that is on the sheet twice is labelled twice")
  func twice() throws {
    #expect(try Self.matched("a.png,A", ["a.png", "b.png", "./a.png"]).labels == ["A", nil, "A"])
  }

  @Test("An empty label is a label")
  func empty() throws {
    #expect(try Self.matched("a.png,", ["a.png", "b.png"]).labels == ["", nil])
  }

  @Test("Names that are not UTF-8 match no text")
  func notText() throws {
    let name = FilePath(bytes: [0x61, 0xFF])
    #expect(try Self.matched("a\u{FFFD},A", [name]).labels == [nil])
  }

  @Test(
    "Rows that match no picture are counted, and the first is named with its reason",
    arguments: [
      ("a.png,A", nil),
      (
        "a.png,A\nz\u{1B}.png,Z",
        #"a row of 'labels.csv' matches no picture: line 2, 'z\u{1B}.png'"#
      ),
      (
        "path,label\nq.png,Q\na.png,A\nz.png,Z",
        "2 rows of 'labels.csv' match no picture; the first is line 2, 'q.png'"
      ),
      (
        "b.png,B",
        "a row of 'labels.csv' matches no picture: line 1, 'b.png', the name of 2 pictures: write its path"
      ),
      (
        "a.png,A\n./a.png,B",
        "a row of 'labels.csv' matches no picture: line 2, './a.png', whose picture has an earlier row"
      ),
      ("y/a.png,A", "a row of 'labels.csv' matches no picture: line 1, 'y/a.png'"),
    ] as [(String, String?)])
  func warning(text: String, expected: String?) throws {
    let found = try Self.matched(text, ["a.png", "x/b.png", "y/b.png"])
    #expect(found.warning == expected)
    #expect(found.labels[0] != "B")
  }
}
