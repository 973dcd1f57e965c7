import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import Testing

@testable import SheetPictures
@testable import SheetPlanning

@Suite struct TableMatchingTests {
  @Test("A column of folder names tells apart pictures that have the same name in several folders")
  func folderColumns() throws {
    let pictures: [FilePath] = [
      "out/ours/a.png", "out/ours/b.png", "out/gt/a.png", "out/gt/b.png", "c.png",
    ]
    func found(_ rows: String...) throws -> (labels: [String?], note: String?) {
      let text = (["method,image,label"] + rows).joined(separator: "\n")
      let table = try PictureTable(Array(text.utf8), path: "t.csv")
      let note = table.matched(pictures).note
      return (table.found(pictures).map { $0?.label }, note.map { "\($0)" })
    }
    let all = try found("gt,b,1", "ours,a,2", "gt,a,3", ",c,4")
    #expect(all.labels == ["2", nil, "3", "1", "4"] && all.note == nil)
    // Names with extensions work too, and a picture that is missing leaves the others alone.
    let some = try found("ours,b.png,1", "gt,a.png,2", "gt,x,3", "gt,a,4")
    #expect(some.labels == [nil, "1", "2", nil, nil])
    #expect(
      some.note?.hasPrefix("2 rows of 't.csv' are not used; the first is line 4, 'x'") == true)
    // With a single other value, the column has another meaning.
    let other = try found("ours,a,1", "mine,b,2")
    #expect(other.labels == [nil, nil, nil, nil, nil])
    #expect(
      other.note?.contains("if 'method' names their folders, parse {method}/{image} uses both")
        == true,
      "\(other.note ?? "")")
  }

  @Test("Even in a table with very many columns, the column of folder names is found")
  func oneOfManyColumns() throws {
    let pictures: [FilePath] = ["a/x.png", "a/y.png", "b/x.png", "b/y.png"]
    let numbers = (0..<1500).map { "\($0)" }.joined(separator: ",")
    let heading = (0..<1500).map { "c\($0)" }.joined(separator: ",")
    let rows = ["b,y,1", "a,y,2", "a,x,3", "b,x,4"].map { "\(numbers),\($0)\n" }.joined()
    let table = try PictureTable(
      Array("\(heading),method,image,label\n\(rows)".utf8), path: "t.csv")
    #expect(table.found(pictures).map { $0?.label } == ["3", "2", "4", "1"])
    #expect(table.matched(pictures).note == nil)
  }

  @Test("A column of folder names also tells apart files whose pages are pictures")
  func foldersOfPages() throws {
    let pictures: [FilePath] = ["m/a/x.tif[0]", "m/a/x.tif[1]", "m/b/x.tif[0]", "m/b/x.tif[1]"]
    for name in ["x.tif", "x"] {
      let found = try Self.matched("method,path,label\na,\(name),5\nb,\(name),7", pictures)
      #expect(found.labels == ["5", "5", "7", "7"] && found.warning == nil, "\(name)")
    }
    let vague = try Self.matched("path,label\nx.tif,5", pictures)
    #expect(vague.labels == [nil, nil, nil, nil])
    #expect(vague.warning?.contains("'x.tif', which matches 2 images; write its path") == true)
    let again = try Self.matched("path,label\nm/a/x.tif,5\na/x.tif,6", pictures)
    #expect(again.labels == ["5", "5", nil, nil])
    #expect(again.warning?.contains("'a/x.tif', whose image has an earlier row") == true)
  }

  @Test("A row with the path of a file matches its pages, however their paths are written")
  func writtenPages() throws {
    for count in 1...20 {
      let names = (0..<count).map { "x\($0)" }
      let pictures = names.flatMap { name -> [FilePath] in
        [
          FilePath("t/\(name).tif[0]"), FilePath("./t/\(name).tif[1]"),
          FilePath("t/a/../\(name).tif[2]"),
        ]
      }
      let rows = names.map { "\($0).tif,\($0)" }.joined(separator: "\n")
      let found = try Self.matched("path,label\n\(rows)", at: "t.csv", pictures)
      #expect(found.labels == names.flatMap { [$0, $0, $0] } && found.warning == nil)
    }
  }

  static func matched(
    _ text: String, at path: FilePath = "labels.csv", _ pictures: [FilePath]
  ) throws -> (labels: [String?], warning: String?) {
    let table = try PictureTable(Array(text.utf8), path: path)
    return (table.found(pictures).map { $0?.label }, table.matched(pictures).note?.text)
  }

  @Test(
    "A row with the path of a file matches those of its pages that have no row of their own",
    arguments: [
      (["a.tif[1],one", "a.tif,all"], ["all", "one", "all", nil]),
      (["a.tif,all", "a.tif[1],one"], ["all", "one", "all", nil]),
      (["a,all", "b.tif,b"], ["all", "all", "all", "b"]),
      (["a.tif,all", "a.tif,again"], ["all", "all", "all", nil]),
      (["a.tif[3],none"], [nil, nil, nil, nil]), (["p/a.tif,all"], ["all", "all", "all", nil]),
      (["q/a.tif,all"], [nil, nil, nil, nil]),
    ] as [([String], [String?])])
  func pages(rows: [String], expected: [String?]) throws {
    let pictures: [FilePath] = ["p/a.tif[0]", "p/a.tif[1]", "p/a.tif[2]", "p/b.tif"]
    let table = (["path,label"] + rows).joined(separator: "\n")
    let found = try Self.matched(table, pictures)
    #expect(found.labels == expected)
  }

  @Test("A table that lists all pictures labels them all, whatever its order")
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

  @Test("Only rows that name a picture are kept, with all of their fields")
  func kept() throws {
    var generator = SplitMix64(seed: 43)
    let pictures = (0..<12).map { FilePath("pics/\($0).png") }
    for heading in ["", "sep=,\n", "weight,path,label,more\n", "sep=,\n\nlabel,file\n"] {
      for _ in 0..<50 {
        let rows = (0..<generator.next(below: 30)).map { _ -> String in
          let number = generator.next(below: 24)
          let path = ["\(number).png", "\"pics/\(number).png\"", "\(number)"][number % 3]
          let label = ["a", "\"x,\"\"\ny\"", "", "\"é\""][generator.next(below: 4)]
          if heading.hasPrefix("weight") { return "2,\(path),\(label)" }
          return heading.contains("label") ? "\(label),\(path)" : "\(path),\(label)"
        }
        let lineEnd = ["\n", "\r\n", "\n\n,,\n"][generator.next(below: 3)]
        let text = heading + rows.joined(separator: lineEnd)
        let table = try PictureTable(Array(text.utf8), path: "pics/t.csv")
        let matched = table.matched(pictures)
        #expect(matched.table.columns == table.columns)
        #expect(matched.table.rows.count == matched.rows.count { $0 != nil })
        let all = table.rows
        let found = table.found(pictures)
        #expect(found.allSatisfy { $0.map(all.contains) ?? true })
        for (picture, row) in zip(pictures, found) {
          let name = (row?.path.lastComponent?.stem).map { "\($0)" }
          #expect(name == nil || name == picture.stem)
        }
        let again = matched.table.matched(pictures)
        #expect(again.rows == matched.rows && again.note == nil && again.table == matched.table)
      }
    }
  }

  /// The values of a column for pictures whose names are parsed, and the note about rows.
  private static func joined(
    _ text: String, _ names: [String], _ parse: String..., column: String = "psnr"
  ) throws -> (values: [String?], note: String?) {
    let parsing = try parse.map { try NameTemplate($0) }
    let table = try PictureTable(
      Array(text.utf8), path: "t.csv", parts: parsing.flatMap(\.names))
    let known = PictureFactsBuilder(
      names.map { SheetPicture(StubPicture(name: $0, size: nil)) }, table: table, parsing: parsing)
    return (
      known.pictures.map { $0.fact(FactKey("column", column))?.text },
      known.notes.first { $0.kind == .unmatchedRows }?.text
    )
  }

  @Test("A suffix such as `:d` or `.min` is part of a column's name if there is such a column")
  func headings() throws {
    let text = "path,Ratio,Ratio:d,loss,loss.min,a.max:.1f\n"
    let table = try PictureTable(
      Array("\(text)x.png,3.77,4.2,5.7,6.5,7.77\ny.png,1.25,4.2,2.5,6.5,7.77".utf8), path: "t.csv")
    let known = PictureFactsBuilder(
      ["x.png", "y.png"].map { SheetPicture(StubPicture(name: $0, size: nil)) }, table: table,
      parsing: [])
    for (source, expected) in [
      ("{column:Ratio:d}", "4.2"), ("{column:Ratio:.1f}", "3.8"), ("{column:loss:d}", "6"),
      ("{column:loss.min}", "6.5"), ("{column:loss.min:.2f}", "6.50"),
      ("{column:a.max:.1f}", "7.77"), ("{column:a.max:.2f}", ""),
    ] {
      let template = try PictureTemplate(source, others: .any)
      #expect(template.text { known.pictures[0].fact($0) } == expected, "\(source)")
    }
    for (source, expected) in [
      ("{column:loss.min}", "6.5"), ("{column:loss.min:.2f}", "6.50"), ("{column:loss.max}", "5.7"),
      ("{column:loss.max:.2f}", "5.70"), ("{column:Ratio.max:.1f}", "3.8"),
      ("{column:Ratio:d.max}", "4.2"), ("{column:a.max:.1f}", "7.77"), ("{column:a.mean}", ""),
    ] {
      let template = try PageTemplate(source)
      let common = known.pictures.common(template.keys)
      #expect(template.text { common[$0] } == expected, "\(source)")
    }
  }

  @Test("Columns named like --parse parts identify pictures, by equal text or numbers")
  func parts() throws {
    let names = ["lamp_064.png", "lamp_8.png", "out/sofa_64.png", "readme.png"]
    let found = try Self.joined(
      "scene,spp,psnr\nlamp,64,30.5\nsofa,8,1\nsofa,6.4e1,31\nlamp,64,99\nLamp,8,2\n", names,
      "{scene}_{spp:1}")
    #expect(found.values == ["30.5", nil, "31", nil])
    #expect(
      found.note
        == "3 rows of 't.csv' are not used; the first is line 3, scene 'sofa', spp '8', which matches no image"
    )
    let repeated = try Self.joined("scene,psnr\n,\nlamp,1\nlamp,2\n", names, "{scene}_{spp}")
    #expect(repeated.values == ["1", "1", nil, nil])
    #expect(
      repeated.note
        == "a row of 't.csv' is not used: line 4, scene 'lamp', whose image has an earlier row")
    let commas = try Self.joined("psnr;spp\n1,5;8,0\n2;64\n", names, "{scene}_{spp}")
    #expect(commas.values == ["2", "1.5", "2", nil] && commas.note == nil)
    let labels = try PictureTable(
      Array("scene,label,weight\nlamp,A lamp,2".utf8), path: "t.csv", parts: ["spp", "scene"])
    let row = labels.row(at: labels.body)
    #expect(row.label == "A lamp" && row.weight == 2 && labels.isOfParts)
  }

  @Test(
    "A path column takes precedence over columns of name parts, unless it is one of several of them"
  )
  func pathsOrParts() throws {
    let names = ["a_b.png", "c_b.png"]
    for (text, template, values) in [
      ("path,x,psnr\nc_b.png,a,1", "{x}_{y}", [nil, "1"]),
      ("file,x,psnr\nc_b,b,1", "{file}_{y}", [nil, "1"]),
      ("image,y,psnr\na,b,1", "{image}_{y}", ["1", nil]),
      ("x,photo,psnr\na,c_b.png,1", "{x}_{y}", [nil, "1"]),
      ("x,x,psnr\na,c,1", "{x}_{y}", ["1", nil]),
    ] as [(String, String, [String?])] {
      #expect(try Self.joined(text, names, template).values == values, "\(text)")
    }
    // Pictures that lack one of the parts have no row.
    let other = try Self.joined(
      "x,y,psnr\na,b,1\nd,,2", names + ["d.png"], "{x}_{y}", "{x}")
    #expect(other.values == ["1", nil, nil] && other.note != nil)
    #expect(throws: PictureTableError.self) { try Self.joined("x,z,psnr\na,b,1", names, "{v}_{w}") }
    #expect(throws: PictureTableError.self) {
      try Self.joined("x,y,psnr\na,b,1,2", names, "{x}_{y}")
    }
  }

  @Test(
    "Whatever the order of rows, each picture gets the row with its values, and all rows are used")
  func anyParts() throws {
    var generator = SplitMix64(seed: 47)
    for _ in 0..<40 {
      var names: [String] = []
      for scene in 0..<1 + generator.next(below: 6) {
        for spp in 0..<1 + generator.next(below: 6) { names.append("s\(scene)_00\(1 << spp).png") }
      }
      var rows = names.indices.map { index -> String in
        let parts = names[index].dropLast(4).split(separator: "_")
        return "\(index),\(Int(parts[1]) ?? 0),\"\(parts[0])\""
      }
      rows.shuffle(with: &generator)
      let text = "psnr,spp,scene\n" + rows.joined(separator: "\n")
      let found = try Self.joined(text, names, "{scene}_{spp}")
      #expect(found.values == names.indices.map { "\($0)" } && found.note == nil)
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
      ("../../a.png,A", "labels.csv", "../../a.png"),
      ("x/../../../a.png,A", "labels.csv", "../../a.png"),
      ("../../../pics/a.png,A", "x/y/labels.csv", "../pics/a.png"),
      ("sub/a.png,A", "/pics/labels.csv", "/pics/sub/a.png"),
      ("/pics/a.png,A", "labels.csv", "/pics/a.png"),
      ("a.png,A", "tables/labels.csv", "/far/away/a.png"),
    ] as [(String, FilePath, FilePath)])
  func match(text: String, table: FilePath, picture: FilePath) throws {
    let found = try Self.matched(text, at: table, ["other.png", picture])
    #expect(found.labels == [nil, "A"])
    #expect(found.warning == nil)
  }

  @Test(
    "A path as given takes precedence over one relative to the table's folder, and both over a name"
  )
  func precedence() throws {
    let pictures: [FilePath] = ["a.png", "pics/a.png", "x/a.png"]
    #expect(try Self.matched("a.png,A", at: "pics/t.csv", pictures).labels == ["A", nil, nil])
    #expect(
      try Self.matched("a.png,A", at: "pics/t.csv", Array(pictures[1...])).labels == ["A", nil])
  }

  @Test("A picture that is on the sheet twice has its label twice")
  func twice() throws {
    #expect(try Self.matched("a.png,A", ["a.png", "b.png", "./a.png"]).labels == ["A", nil, "A"])
  }

  @Test(
    "A path may lack folders, its extension, or all but its number if only one picture fits",
    arguments: [
      ("_MG_4021.CR3", 0), ("_mg_4021.cr3", 0), ("A/img_0021", 1), ("_MG_4021", 0), ("4021", 0),
      ("shoot/_MG_4021", 0), ("21", 1),
      ("0021", 1), ("021", 1), ("IMG_0021.jpg", nil), ("a/IMG_0021", 1), ("4022", 3), ("22", 3),
      ("IMG_7", nil), ("a/IMG_7", 4), ("b/IMG_7.jpg", 5), ("7", nil), ("008", 6), ("8", 6),
      ("\u{E9}t\u{E9}.png", 7), ("e\u{301}te\u{301}", 7), ("deep/e\u{301}t\u{E9}", 7), ("0", 8),
      ("000", 8), ("MG_4021", nil), ("1", nil), ("x/_MG_4021.CR3", nil), ("/_MG_4021.CR3", nil),
      ("../_MG_4021.CR3", nil), ("../../_MG_4021.CR3", nil), ("x/../../../in/z00.png", nil),
      ("-21", nil), ("4 021", nil), ("99999999999999999999999", nil),
    ] as [(String, Int?)])
  func parts(written: String, expected: Int?) throws {
    let pictures: [FilePath] = [
      "in/shoot/_MG_4021.CR3", "in/a/IMG_0021.png", "in/b/DSC_3021.png", "in/P1004022.jpg",
      "in/a/IMG_7.jpg", "in/b/IMG_7.jpg", "in/c-8", "in/deep/\u{E9}te\u{301}.png", "in/z00.png",
    ]
    let found = try Self.matched("\"\(written)\",A", at: "t.csv", pictures)
    #expect(found.labels.firstIndex(of: "A") == expected)
    #expect((found.warning == nil) == (expected != nil))
  }

  @Test("A picture is found by the end of its path if no other picture shares that ending")
  func ends() throws {
    var generator = SplitMix64(seed: 43)
    for _ in 0..<4 {
      let pictures = (0..<12).map { _ in
        FilePath(
          (0..<3).map { _ in ["a", "b", "a1", "é", "12"][generator.next(below: 5)] }
            .joined(separator: "/") + [".png", ".jpg"][generator.next(below: 2)])
      }
      var known = WrittenPaths(pictures)
      for picture in pictures {
        for length in 1...3 {
          let end = picture.string.split(separator: "/").suffix(length).joined(separator: "/")
          let all = Set(pictures.filter { ("/" + $0.string).hasSuffix("/" + end) })
          let meaning = known.find(FilePath(end))
          if case .one(let index) = meaning {
            #expect(all == [pictures[index]])
          } else {
            #expect(meaning == .several(all.count) && all.count > 1)
          }
        }
      }
    }
  }

  @Test(
    "Among many rows and pictures with the same name, each picture gets the row with its folder")
  func namesakes() throws {
    let pictures = (0..<60).map { FilePath("in/\($0)/render.png") }
    let rows = (0..<60).map { "\($0)/render,A\nrender.png,B\n" }.joined()
    let found = try Self.matched(rows, pictures)
    #expect(found.labels == Array(repeating: "A", count: 60))
  }

  @Test("An empty label counts as a label")
  func empty() throws {
    #expect(try Self.matched("a.png,", ["a.png", "b.png"]).labels == ["", nil])
  }

  @Test("Names that are not UTF-8 match no text")
  func notText() throws {
    let name = FilePath(bytes: [0x61, 0xFF])
    #expect(try Self.matched("a\u{FFFD},A", [name]).labels == [nil])
  }

  @Test(
    "Rows that match no picture are counted, and the first is named with the reason",
    arguments: [
      ("a.png,A", nil),
      (
        "a.png,A\nz\u{1B}.png,Z",
        #"a row of 'labels.csv' is not used: line 2, 'z\u{1B}.png', which matches no image (column 1 of path, label)"#
      ),
      (
        "path,label\nq.png,Q\na.png,A\nz.png,Z",
        "2 rows of 'labels.csv' are not used; the first is line 2, 'q.png', which matches no image (column 1 of path, label)"
      ),
      (
        "b.png,B",
        "a row of 'labels.csv' is not used: line 1, 'b.png', which matches 2 images; write its path (column 1 of path, label)"
      ),
      (
        "a.png,A\n./a.png,B",
        "a row of 'labels.csv' is not used: line 2, './a.png', whose image has an earlier row (column 1 of path, label)"
      ),
      (
        "y/a.png,A",
        "a row of 'labels.csv' is not used: line 1, 'y/a.png', which matches no image (column 1 of path, label)"
      ),
    ] as [(String, String?)])
  func warning(text: String, expected: String?) throws {
    let found = try Self.matched(text, ["a.png", "x/b.png", "y/b.png"])
    #expect(found.warning == expected)
    #expect(found.labels[0] != "B")
  }
}
