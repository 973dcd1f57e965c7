import SheetFixtures
import SheetModel
import SheetPictures
import SystemPackage
import Testing

@testable import SheetPlanning

/// Rows of a table for pictures that do not exist.
@Suite struct AbsentRowTests {
  /// Pictures joined with a table, and with the pictures that do not exist.
  private static func known(
    _ text: String, _ names: [String], showsAbsent: Bool = true
  ) throws -> PictureFactsBuilder {
    let table = try PictureTable(Array(text.utf8), path: "t.csv")
    let pictures = names.map { SheetPicture(StubPicture(name: $0, size: nil)) }
    return PictureFactsBuilder(
      pictures, table: table, parsing: [],
      absent: showsAbsent ? AbsentRows() : nil)
  }

  /// The values in the `who` column; nil for a picture without a row.
  private static func labels(_ pictures: some Sequence<PictureFacts>) -> [String?] {
    pictures.map { $0.fact(FactKey("column", "who"))?.text }
  }

  @Test("A picture that does not exist takes no row away from a picture with a similar name")
  func similarNames() throws {
    let known = try Self.known(
      "file,who\na.png,Gus\nsub/a.png,Hal\n,Ida\n", ["p/a.png", "p/b.png"])
    #expect(Self.labels(known.pictures) == ["Gus", nil, "Hal", "Ida"])
    #expect(known.pictures.map(\.picture.isAbsent) == [false, false, true, true])
    #expect(known.notes.isEmpty)
    // A picture to which several rows could belong keeps the first of them.
    let twice = try Self.known("file,who\na.png,Gus\np/a.png,Hal\nq.png,Ida\n", ["p/a.png"])
    #expect(Self.labels(twice.pictures) == ["Gus", "Ida"])
    #expect(twice.notes.map(\.text).first?.contains("whose image has an earlier row") == true)
  }

  @Test("Each row has a picture of its own, even if several rows have the same or no path")
  func samePaths() throws {
    let known = try Self.known(
      "file,who\nz.png,Bo\nz.png,Cy\n./z.png,Di\n,Eve\n,Eve\n,,\n", ["a.png"])
    #expect(Self.labels(known.pictures) == [nil, "Bo", "Cy", "Di", "Eve", "Eve"])
  }

  @Test("A row that could mean several pictures stands for none of them, nor for a missing picture")
  func severalMeanings() throws {
    let known = try Self.known("file,who\nx.png,Gus\ny.png,Hal\n", ["a/x.png", "b/x.png"])
    #expect(Self.labels(known.pictures) == [nil, nil, "Hal"])
    #expect(known.notes.map(\.text).first?.contains("'x.png', which matches 2 images") == true)
  }

  @Test(
    "A column of folder names tells which pictures exist, and from which folders others are missing"
  )
  func folderColumn() throws {
    let names = [
      "out/ours/a.png", "out/ours/b.png", "out/gt/a.png", "out/gt/b.png", "out/gt/c.png",
    ]
    let known = try Self.known(
      "method,image,who\ngt,a,1\nours,b,2\nours,x,3\ngt,b,4\nours,a,5\n,,6\n", names)
    #expect(Self.labels(known.pictures) == ["5", "2", "1", "4", nil, "3", "6"])
    #expect(known.pictures.suffix(2).map(\.picture.source.name) == ["ours/x", "row 6"])
    #expect(known.notes.isEmpty)
    // A picture that is missing from its folder does not exist, even if other folders have a
    // picture of that name.
    let other = try Self.known(
      "method,image,who\ngt,a,1\nours,a,2\nmine,a,3\n", names + ["out/mine/q.png"])
    #expect(Self.labels(other.pictures).compactMap(\.self) == ["2", "1", "3"])
    #expect(other.pictures.last?.picture.source.name == "mine/a")
  }

  @Test(
    "A picture that exists, but is not on the sheet, is not shown as missing, however it is named")
  func elsewhere() throws {
    let table = try PictureTable(
      Array(
        "file,who\nb.png,1\nB,2\nq/b.png,3\n7,4\ns.tif[3],5\ns.tif[3,6\nx.png,7\n".utf8),
      path: "t.csv")
    let rows = AbsentRows {
      ["p/a.png", "p/b.png", "p/IMG_0007.png", "q/x.png", "r/x.png", "p/s.tif"]
    }
    let known = PictureFactsBuilder(
      [SheetPicture(StubPicture(name: "p/a.png", size: nil))], table: table, parsing: [],
      absent: rows)
    #expect(Self.labels(known.pictures) == [nil, "3", "6"])
    #expect(
      known.notes.map(\.text).first?.contains(
        "5 rows of 't.csv' are not used; the first is line 2, 'b.png', which exists, but matches no "
          + "image of the sheet") == true)
  }

  /// The names and folders of pictures that do not exist, and the folders to which they belong.
  private static func places(
    _ rows: String, at table: FilePath = "t.csv", given: [FoundFolder]
  ) throws -> [[String?]] {
    let table = try PictureTable(Array("file,who\n\(rows)".utf8), path: table)
    let known = PictureFactsBuilder(
      [], table: table, parsing: [], absent: AbsentRows(given: given))
    return known.pictures.map {
      [$0.picture.source.name, $0.fact(FactKey("folder"))?.text, $0.picture.inputFolder?.string]
    }
  }

  @Test(
    "A picture that does not exist is in the only given folder, or in the one that its row names")
  func folders() throws {
    let (one, two) = (
      FoundFolder(name: "one", input: "in/one"), FoundFolder(name: "two", input: "in/two")
    )
    let rows =
      "z.png,Z\nin/one/y.png,Y\na/x.png,X\n/abs/w.png,W\n../../v.png,V\n,U\n./in/two/../one/t.png,T\n"
    #expect(
      try Self.places(rows, given: [one]) == [
        ["in/one/z.png", "one", "in/one"], ["in/one/y.png", "one", "in/one"],
        ["in/one/a/x.png", "a", "in/one"], ["/abs/w.png", "abs", nil], ["../../v.png", nil, nil],
        ["in/one/row U", "one", "in/one"], ["in/one/t.png", "one", "in/one"],
      ])
    // With several folders, the folder of a missing picture is known only if the row names it.
    #expect(
      try Self.places(rows, given: [one, two]) == [
        ["z.png", nil, nil], ["in/one/y.png", "one", "in/one"], ["a/x.png", "a", nil],
        ["/abs/w.png", "abs", nil], ["../../v.png", nil, nil], ["row U", nil, nil],
        ["in/one/t.png", "one", "in/one"],
      ])
    #expect(
      try Self.places("z.png,Z\n,U\n", given: []) == [["z.png", nil, nil], ["row U", nil, nil]])
    // Paths may be relative to the table's folder.
    #expect(
      try Self.places("z.png,Z\n../one/y.png,Y\n", at: "in/two/t.csv", given: [one, two]) == [
        ["in/two/z.png", "two", "in/two"], ["in/one/y.png", "one", "in/one"],
      ])
  }

  @Test(
    "Rows cannot be shown as pictures if the table's columns have the names of parts of file names")
  func parts() throws {
    let table = try PictureTable(
      Array("scene,method,psnr\nmoon,ours,3\n".utf8), path: "t.csv", parts: ["scene", "method"])
    var job = SheetJob()
    try job.checkMissing(table)
    job.missing = try PictureTemplate("gone")
    try job.checkMissing(PictureTable(Array("a.png,A\n".utf8), path: "t.csv"))
    try job.checkMissing(nil)
    let error = #expect(throws: ContactSheetError.self) { try job.checkMissing(table) }
    #expect(
      error?.text.contains("'scene' and 'method' identify images by parts of their names") == true)
  }

  @Test("Text in place of a missing path is not divided into folders or into --parse parts")
  func missingPaths() throws {
    let table = try PictureTable(
      Array("file,who,day\n,Ida,1/2\n\"a/z, 9.png\",Jo,3\n".utf8), path: "t.csv")
    let known = PictureFactsBuilder(
      [], table: table, parsing: [try NameTemplate("{left}, {right}")],
      absent: AbsentRows())
    #expect(known.pictures.map(\.picture.source.name) == ["Ida, 1-2", "a/z, 9.png"])
    #expect(known.pictures.map { $0.fact(FactKey("left"))?.text } == [nil, "z"])
    #expect(known.notes.isEmpty)
  }

  @Test(
    "Pictures have the same rows with and without missing pictures, and when matched again"
  )
  func random() throws {
    var generator = SplitMix64(seed: 19)
    let names = (0..<9).map { "p/\(["a", "b", "c"][$0 % 3])/\($0 / 2).png" }
    for _ in 0..<200 {
      let rows = (0..<generator.next(below: 12)).map { number -> String in
        let folder = ["", "a/", "b/", "p/c/", "q/", "./"][generator.next(below: 6)]
        let name = generator.next(below: 8)
        return (name == 7 ? "" : "\(folder)\(name).png") + ",\(number)\n"
      }
      let text = "file,who\n" + rows.joined()
      let plain = try Self.known(text, names, showsAbsent: false)
      let all = try Self.known(text, names)
      #expect(Self.labels(plain.pictures) == Self.labels(all.pictures.prefix(9)), "\(text)")
      let absent = Self.labels(all.pictures.dropFirst(9)).compactMap(\.self)
      // A cell for each row, and none for rows that other pictures have.
      #expect(absent.count == all.pictures.count - 9 && Set(absent).count == absent.count)
      #expect(Set(absent).isDisjoint(with: Self.labels(plain.pictures).compactMap(\.self)))
      // Any of the pictures can be joined with the rest of the table again.
      let some = all.pictures.filter { _ in generator.next(below: 3) > 0 }
      let isFile = some.filter { $0.picture.absence == nil }
      let isAbsent = some.filter { $0.picture.absence != nil }
      let again = PictureFactsBuilder(some.map(\.picture), table: all.table, parsing: [])
      #expect(Self.labels(again.pictures) == Self.labels(isFile + isAbsent), "\(text)")
    }
  }
}
