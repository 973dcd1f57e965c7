import Glibc
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import SheetPlanning

@Suite struct PictureTableTests {
  static func rows(_ text: String) throws -> [[String]] {
    try PictureTable(Array(text.utf8), path: "labels.csv").rows.map {
      [$0.path.string, $0.label ?? "none"]
    }
  }

  static func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }

  @Test(
    "Any quoted paths and labels are decoded unchanged", arguments: [",", "\t"])
  func roundTrip(separator: String) throws {
    var generator = SplitMix64(seed: 31)
    func text(_ generator: inout SplitMix64) -> String {
      let scalars: [Unicode.Scalar] = [
        "a", " ", ",", "\t", "\"", ";", "\u{301}", "\u{200D}", "\u{FEFF}", "é", "日", "😀", "{", "|",
      ]
      let text = (0..<generator.next(below: 8)).map { _ in scalars[generator.next(below: 14)] }
      return String(String.UnicodeScalarView(text))
    }
    // In labels, tabs become spaces.
    func spaced(_ text: String) -> String {
      text.unicodeScalars.map { $0 == "\t" ? " " : String($0) }.joined()
    }
    for _ in 0..<300 {
      let rows = (0..<generator.next(below: 5)).map { number in
        ["\(number)\(text(&generator))", spaced(text(&generator))]
      }
      let table = rows.map { row in
        row.map(Self.quoted).joined(separator: separator)
      }
      let lineEnd = ["\n", "\r\n", "\r"][generator.next(below: 3)]
      // The heading determines the separator.
      let source = "path\(separator)label\(lineEnd)" + table.joined(separator: lineEnd)
      let found = try Self.rows(source)
      #expect(found.count == rows.count)
      for (found, row) in zip(found, rows) {
        #expect(found[0].unicodeScalars.elementsEqual(row[0].unicodeScalars))
        #expect(found[1].unicodeScalars.elementsEqual(row[1].unicodeScalars))
      }
    }
  }

  @Test("Any bytes are read as a table, or refused with the name of the file and the line")
  func garbage() {
    let parts: [[UInt8]] = [
      Array("a.png".utf8), [0x2C], [0x09], [0x22], [0x22, 0x22], [0x0A], [0x0D], [0x0D, 0x0A],
      [0x20],
      Array("\u{301}".utf8), [0xC3], [0xFF, 0xFE], [0xA0], Array(#"\n"#.utf8), [0x5C],
      [0xEF, 0xBB, 0xBF],
    ]
    var generator = SplitMix64(seed: 32)
    var tables = 0
    for _ in 0..<5000 {
      let bytes = (0..<generator.next(below: 14)).flatMap { _ in
        parts[generator.next(below: parts.count)]
      }
      do throws(PictureTableError) {
        _ = try PictureTable(bytes, path: "my.csv").matched(["a.png", "x/a.png"])
        tables += 1
      } catch {
        guard case .row(_, let line, _, let column, _) = error else {
          Issue.record("an error without a row: \(error)")
          continue
        }
        #expect(1...(bytes.count + 1) ~= line)
        #expect("\(error)".hasPrefix("cannot read 'my.csv', line \(line): "))
        #expect(0...bytes.count ~= column ?? 0)
      }
    }
    #expect(300..<4700 ~= tables)
  }

  @Test(
    "A row consists of a path and a label",
    arguments: [
      ("", []),
      ("\n\r\n,\n , \n", []),
      ("a.png,A", [["a.png", "A"]]),
      ("a.png,A\n", [["a.png", "A"]]),
      ("\u{FEFF}Path,LABEL\r\na.png,A\r\n\r\nb.png,B\r\n", [["a.png", "A"], ["b.png", "B"]]),
      ("a.png,A\npath,label\n", [["a.png", "A"], ["path", "label"]]),
      ("a.png\tA, and \"B\"\nb.png\t\n", [["a.png", "A, and \"B\""], ["b.png", ""]]),
      ("a.png,", [["a.png", ""]]),
      ("a.png,\"\"", [["a.png", ""]]),
      ("a.png,A,,\n", [["a.png", "A"]]),
      ("a.png,,,\n", [["a.png", ""]]),
      ("\"a, b.png\",\"x \"\"y\"\"\"", [["a, b.png", "x \"y\""]]),
      (" a.png , A b \n\" a.png\",\" A\"", [["a.png", "A b"], [" a.png", " A"]]),
      ("a.png,\"1\n2\r\n3\"\nb.png,B", [["a.png", "1\n2\n3"], ["b.png", "B"]]),
      (#"a.png,1\n2\\3 {name}"#, [["a.png", "1\n2\\3 {name}"]]),
      ("a.png,\u{301}A\n\u{1F3FB}.png,B", [["a.png", "\u{301}A"], ["\u{1F3FB}.png", "B"]]),
      ("a.png,\u{1B}[31m\u{202E}", [["a.png", "\u{FFFD}[31m\u{FFFD}"]]),
      ("a.png,5\" disk\n", [["a.png", "5\" disk"]]),
      ("a.png,A\rb.png,B", [["a.png", "A"], ["b.png", "B"]]),
    ] as [(String, [[String]])])
  func rows(text: String, expected: [[String]]) throws {
    #expect(try Self.rows(text) == expected)
  }

  @Test(
    "An invalid row gives an error with its line number",
    arguments: [
      ("a.png,A\n\n\"x\ny\",B\nb.png", 5, .noLabel),
      ("a.png|A", 1, .noLabel),
      ("path,label\na.png,Rome, Italy", 2, .surplus(3, columns: 2)),
      ("a.png,Rome,1", 1, .columns(3)),
      ("a.png,A\nb.png,\"B\nc.png,C\n", 2, .openQuotation),
      ("a.png,A\n\"b\n.png\" ,\"A\"b\n", 2, .textAfterQuotation),
      ("a.png,\"A\" \"B\"\n", 1, .textAfterQuotation),
      ("a.png,A\r\nb.png,A\0B\r\n", 2, .holdsNUL),
      ("path,weight\na.png,heavy", 2, .weight("heavy")),
      ("path,weight\na.png,0", 2, .weight("0")),
      ("path,focus\na.png,0.3", 2, .focus("0.3")),
      ("path,focus\na.png,\"0.3,1.1\"", 2, .focus("0.3,1.1")),
      ("path,focus\na.png,nan 0", 2, .focus("nan 0")),
      ("path,span\na.png,2x0", 2, .span("2x0")),
      (
        "path,orient\na.png,91", 2,
        .value("91", of: "orient", form: "left, right, auto, 90, 180 or 270")
      ),
      (
        "path,copies\na.png,1001", 2,
        .value("1001", of: "copies", form: "a whole number from 0 to 1000")
      ),
      ("path,SPAN\na.png,rows", 2, .span("rows")),
      ("path,weight\na.png,0x10", 2, .weight("0x10")),
      ("path,focus\na.png,\"0x0,0x1\"", 2, .focus("0x0,0x1")),
      ("path,weight\na.png,1e9", 2, .weight("1e9")),
      ("path,label,weight\na.png,A,2,3", 2, .surplus(4, columns: 3)),
      ("a.png,\"\(String(repeating: "\n", count: 1000))\"", 1, .longLabel),
      ("a.png,\(String(repeating: #"\n"#, count: 100_000))", 1, .longLabel),
    ] as [(String, Int, TableRowError)])
  func fault(text: String, line: Int, error: TableRowError) {
    let thrown = try? #require(throws: PictureTableError.self) { try Self.rows(text) }
    guard case .row("labels.csv", line, error, _, _) = thrown else {
      Issue.record("\(String(describing: thrown))")
      return
    }
  }

  @Test("A column called border may have values that are not borders, and a note names the first")
  func otherBorders() throws {
    func table(_ borders: String...) throws -> PictureTable {
      let rows = borders.enumerated().map { "\($0).png,\($1)" }
      return try PictureTable(
        Array((["path,border"] + rows).joined(separator: "\n").utf8), path: "t.csv")
    }
    let line = PictureBorder.line(try #require(Sheet.Line("3 red")))
    let mixed = try table("none", "yes", "3 red", "", "3 bleu")
    #expect(mixed.rows.map(\.border) == [PictureBorder.none, nil, line, nil, nil])
    let note = try #require(mixed.noteOnBorders)
    #expect("\(note)".contains("'yes' in line 3 is not a border"), "\(note)")
    #expect(try table("none", "3 red", "").noteOnBorders == nil)
  }

  @Test("A value in a cell-background column that is not a background gives only a note")
  func otherCellBackgrounds() throws {
    func table(_ values: String...) throws -> PictureTable {
      let rows = values.enumerated().map { "\($0).png,\($1)" }
      return try PictureTable(
        Array((["path,Cell Background"] + rows).joined(separator: "\n").utf8), path: "t.csv")
    }
    let mixed = try table("none", "bleu", "black", "", "yes")
    let expected: [Backdrop?] = [.clear, nil, .black, nil, nil]
    #expect(mixed.rows.map(\.cellBackground) == expected)
    let note = try #require(mixed.noteOnCellBackgrounds)
    #expect("\(note)".contains("'bleu' in line 3 is not a background"), "\(note)")
    #expect("\(note)".contains("write a colour, none or checker"), "\(note)")
    #expect(try table("none", "black", "").noteOnCellBackgrounds == nil)
  }

  @Test(
    "JSON is not read as a table",
    arguments: [
      (#"[{"path": "a.png"}]"#, true), (" \n{\n  \"a.png\": 1\n}", true),
      ("[[x]].png,A", false),
      ("[1].png,A", false), ("{a}.png,A", false), ("[", false),
    ])
  func json(text: String, isJSON: Bool) {
    var thrown: PictureTableError?
    do { _ = try PictureTable(Array(text.utf8), path: "t.csv") } catch { thrown = error }
    #expect((thrown == .json("t.csv")) == isJSON)
  }

  @Test(
    "A mistake in a table is reported with its column and a list of all columns",
    arguments: [
      ("a.png,A\nb.png,\"B", "(column 2 of path, label)"),
      ("score;File;weight\n3;a.png;heavy", "(column 3 of score, File, weight)"),
      ("x,name\na\0,b", "(column 1 of x, name)"),
      ("path,label,\u{1B}\na,b,c,d", #"(the columns are path, label, \u{1B})"#),
      (
        "path,\((1...20).map(String.init).joined(separator: ","))\na\0",
        "(column 1 of path, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 9 more)"
      ),
    ])
  func place(text: String, place: String) throws {
    let error = try #require(throws: PictureTableError.self) { try Self.rows(text) }
    #expect(error.description.hasSuffix(place), "\(error)")
  }

  @Test("A header row names columns in any order, and rows may omit trailing fields")
  func columns() throws {
    let text = "Weight,path,LABEL\n3,a.png,A\n,b.png,B\n2,c.png,\n0.5,d.png"
    let names = ["Weight", "path", "LABEL"]
    #expect(throws: PictureTableError.row("l", line: 5, .noLabel, column: nil, of: names)) {
      try PictureTable(Array(text.utf8), path: "l")
    }
    let table = try PictureTable(Array(text.dropLast(10).utf8), path: "l")
    let found = table.found(["c.png", "a.png", "b.png", "none.png"])
    #expect(found.map { $0?.label } == ["", "A", "B", nil])
    #expect(found.map { $0?.weight } == [2, 3, nil, nil])
    let weights = try PictureTable(Array("path\tweight\na.png\t1.5\nb.png".utf8), path: "l")
    #expect(weights.lineCount == 0)
    #expect(weights.found(["a.png", "b.png"]).map { $0?.weight } == [1.5, nil])
  }

  @Test("A row with a field named path is a header row, whatever its other fields are")
  func headings() throws {
    let text = "Score,exact match,PATH,,score\n0.5,yes,a.png,x\n064,,b.png"
    let table = try PictureTable(Array(text.utf8), path: "l")
    #expect(table.columns == ["Score", "exact match", "PATH", "", "score"])
    let rows = table.found(["b.png", "a.png"])
    #expect(rows.map { $0?.field(0) } == ["064", "0.5"])
    #expect(rows.map { $0?.field(1) } == [nil, "yes"])
    #expect(rows.map { $0?.field(4) } == [nil, nil])
    // A header row never names two columns of paths.
    #expect(try Self.rows("path,path\na,b") == [["path", "path"], ["a", "b"]])
  }

  @Test(
    "A column identifies the images if at least half of its rows name images without extensions",
    arguments: [
      ("Motiv,Score\nhall,3\nroom,\"0,5\"", 0), ("Score,Motiv,Wer\n3,hall,A\n\n5,room,B", 1),
      ("n,loss\n1,0.5\n2,0.25", 0), ("Photo,Title\nhall,The hall", 0),
      ("hall,3\nroom,5", nil), ("Motiv,Titel\nhall,Die Halle\nroom,Raum", nil),
      ("old,7\nhall,3\nroom,5", nil), ("Motiv,Score\nhall,3\ncellar,5", 0),
      ("Motiv,Score\nhall,3\ncellar,5\nattic,4", nil), ("A,B,C\nx,Hall,y\nx,p/room.png,y", 1),
      ("Motiv,Wer,Score\nhall,A,3\n,B,5\nroom,,4", 0),
      ("old.png,Old\nhall,3\nroom,5", nil), ("a,b\n1,2", nil),
    ] as [(String, Int?)])
  func stems(text: String, column: Int?) throws {
    let table = try PictureTable(
      Array(text.utf8), path: "t.csv", stems: { ["hall", "room", "1", "2"] })
    #expect(table.isOfFactsAlone == (column != nil))
    #expect((table.heading == nil) == (column == nil))
    if let column { #expect(table.layout.path == column) }
  }

  @Test("Pictures are not looked for unless a table could have a column of their names")
  func unreadStems() throws {
    for text in ["path,label\na,b", "a.png,3\nb.png,4", "score,file\n1,a.png", "a,A\nb,B"] {
      _ = try PictureTable(
        Array(text.utf8), path: "t.csv",
        stems: {
          Issue.record("\(text)")
          return []
        })
    }
  }

  @Test(
    "If a `name` or `file` column names no image, the column that names most images is used",
    arguments: [
      ("sku,name,price\nhall,Mug,3\nroom,Cup,5", "sku"),
      ("sku,name,price\nhall,Mug,3\n,Cup,5", "sku"),
      ("name,preview,price\nMug,hall.png,3\nCup,room.png,5", "preview"),
      ("Bild;Motiv;Preis\nDie Halle;hall;3\nRaum;room;5", "Motiv"),
      ("sku,name,price\nhall,Mug,3\ncellar,Cup,5", "sku"),
      ("sku,file,price\nhall,Mug,3\nroom,Cup,5", "sku"),
      ("sku,photo,name\nhall,,Mug\nroom,,Cup", "sku"),
      ("sku,name,preview\nhall,Mug,a.png\nroom,Cup,b.png", "sku"),
      // The column itself names an image, or names files; or no other column names at least half of
      // the images, and more than the others do.
      ("sku,name,price\nhall,Mug,3\nroom,1,5", "name"),
      ("sku,name,price\nhall,x.png,3\nroom,y.png,5", "name"),
      ("sku,name,price\nhall,Mug,3\ncellar,Cup,5\nattic,Pen,2", "name"),
      ("sku,code,name\nhall,room,Mug\nroom,hall,Cup", "name"),
      ("sku,file,price\nhall,p/ROOM,3\nroom,Cup,5", "file"),
      // A column of labels never names images.
      ("name,label\nMug,hall\nCup,room", "name"),
    ])
  func misleadingNames(text: String, column: String) throws {
    let table = try PictureTable(
      Array(text.utf8), path: "t.csv", stems: { ["hall", "room", "1", "2"] })
    #expect(try table.columns[#require(table.layout.path)] == column)
  }

  @Test("Rows without a path are not used, and one note counts them", arguments: [1, 2, 5])
  func rowsWithoutPath(count: Int) throws {
    let absent = (1...count).map { ";Absent \($0);4b\n" }.joined()
    let text = "Foto;Nachname;Klasse\na.png;Adams;4b\n;;\n\(absent)b.png;Becker;4b\n"
    let table = try PictureTable(Array(text.utf8), path: "t.csv")
    let found = table.found(["b.png", "a.png"])
    #expect(found.map { $0?.field(1) } == ["Becker", "Adams"])
    #expect(table.matched(["b.png", "a.png"]).note == nil)
    let note = try #require(table.noteOnRowsWithoutPath)
    #expect(note.measures[.count] == count)
    #expect("\(note)".contains("line 4 (column 1 of Foto, Nachname, Klasse)"), "\(note)")
    let whole = try PictureTable(Array("Foto;Nachname\na.png;Adams\n;\n".utf8), path: "t.csv")
    #expect(whole.noteOnRowsWithoutPath == nil)
  }

  @Test("If no column names the images, the error names the column that comes closest")
  func nearestColumn() throws {
    let text = "Abzug;Wer;Note\na.png;Adams;1\nb.png;Becker;2\nCeller;C;3\n"
    let error = try #require(throws: PictureTableError.self) { try Self.rows(text) }
    #expect("\(error)".contains("; 'Abzug' names an image in 2 of 3 rows; call"), "\(error)")
    let none = try #require(throws: PictureTableError.self) { try Self.rows("a,b,c\n1,2,3") }
    #expect(!"\(none)".contains(" names an image"), "\(none)")
  }

  @Test("To find the column that comes closest, only the first 10,000 rows of a table are examined")
  func nearestColumnOfLargeTable() throws {
    let heading = (0..<5000).map { "h\($0)" }.joined(separator: ",")
    func error(rows: Int) throws -> String {
      let rows = String(repeating: "a.png,b,c\n", count: rows - 1)
      let text = "\(heading)\nx,b,c\n\(rows)"
      let error = try #require(throws: PictureTableError.self) { try Self.rows(text) }
      return "\(error)"
    }
    let large = try error(rows: 10_002)
    #expect(large.contains("; 'h0' names an image in 9999 of the first 10000 rows; "), "\(large)")
    let whole = try error(rows: 10_000)
    #expect(whole.contains("; 'h0' names an image in 9999 of 10000 rows; "), "\(whole)")
  }

  @Test("Messages name what is in the first row of a table without column names")
  func firstRow() throws {
    let error = try #require(throws: PictureTableError.self) { try Self.rows("a,b,c\n1,2,3") }
    #expect(error.description.hasSuffix("(the columns are a, b, c)"), "\(error)")
    let table = try PictureTable(Array("hall,3\nroom,5".utf8), path: "t.csv")
    #expect(
      table.columnNote
        == "; the table 't.csv' has no column names, because its first row is hall, 3")
  }

  @Test(
    "A table gives the same rows in any encoding and with any separator",
    arguments: [";", ",", "\t"], ["\n", "\r\n", "\r"])
  func encodings(separator: String, lineEnd: String) throws {
    let rows = [["SourceFile", "label"], ["Café.png", "€ 5"], ["\"a\(separator)b\"", "ÿ"]]
    let text = rows.map { $0.joined(separator: separator) + lineEnd }.joined()
    let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let windows: [Character: UInt8] = ["é": 0xE9, "€": 0x80, "ÿ": 0xFF]
    let encodings: [[UInt8]] = [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + utf16,
      [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      text.flatMap { windows[$0].map { [$0] } ?? Array($0.utf8) },
      Array("sep=\(separator)\(lineEnd)\(text)".utf8), Array((lineEnd + text).utf8),
    ]
    for (number, bytes) in encodings.enumerated() {
      let table = try PictureTable(bytes, path: "l")
      #expect(
        table.rows.map { [$0.path.string, $0.label ?? "none"] } == [
          ["Café.png", "€ 5"], ["a\(separator)b", "ÿ"],
        ], "encoding \(number)")
    }
  }

  @Test(
    "Half a character, half a surrogate pair or a lone byte order mark gives a table or an error")
  func brokenEncodings() {
    for bytes: [UInt8] in [
      [0xFF, 0xFE], [0xFF, 0xFE, 0x61], [0xFE, 0xFF, 0xD8, 0, 0, 0x2C, 0, 0x61], [0xEF, 0xBB],
      [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], Array("sep=".utf8), Array("sep=;".utf8),
      Array("sep=;\n".utf8), [0x61, 0, 0x2C, 0, 0x62, 0],
    ] {
      _ = try? PictureTable(bytes, path: "l")
    }
  }

  @Test(
    "The path column has the first known name that is present, or else is found by its values",
    arguments: [
      "path", "FILE", "Filename", "name", "Image", "picture", "SourceFile", "sourcefile", "photo",
      "Foto", "Bild", "Bilddatei", "Datei", "Dateiname", "Fichier", "Nom du fichier",
    ])
  func pathNames(name: String) throws {
    let table = try PictureTable(Array("score;\(name)\n3;a.png\n".utf8), path: "l")
    #expect(table.rows.map(\.path) == ["a.png"])
    let other = try PictureTable(Array("score;photo\n3;a\n".utf8), path: "l")
    #expect(other.rows.map(\.path) == ["a"])
    let both = try PictureTable(Array("name,path,file\nb,a.png,c".utf8), path: "l")
    #expect(both.rows.map(\.path) == ["a.png"])
  }

  @Test("The number of fields in a row is limited, and the missing fields of a short row are empty")
  func width() throws {
    let table = try PictureTable(
      Array("path,score\(String(repeating: ",", count: 20_000))\na.png,3".utf8), path: "l")
    let matched = table.matched(["a.png"])
    let row = try #require(matched.rows[0])
    #expect(table.rows.count == 1 && matched.table.field(1, ofRowAt: row) == "3")
    #expect(matched.table.field(20_000, ofRowAt: row) == nil)
    #expect(matched.table.columns == ["path", "score"])
    for count in 1...6 {
      let text = Array(repeating: "a", count: count).joined(separator: ",")
      var rows = TableRows(Array(text.utf8)[...], separator: 0x2C, maximumWidth: 4)
      if count <= 4 {
        #expect(try rows.next()?.count == count)
      } else {
        #expect(throws: TableRowError.tooWide) { try rows.next() }
      }
    }
    #expect("\(TableRowError.tooWide)".contains("more than a million columns"))
  }

  @Test("An unknown escape gives an error with its line number and its position in the label")
  func wrongEscape() throws {
    let error = try #require(throws: PictureTableError.self) {
      try Self.rows("a.png,A\nb.png,50\\60 mm\n")
    }
    #expect(
      "\(error)"
        == #"cannot read 'labels.csv', line 2: the label, at character 3: '\6' has no meaning; "#
        + #"\n is a new line, \t a tab and \\ a backslash (column 2 of path, label)"#)
  }

  @Test("Errors about tokens, conditions and unknown columns list the existing columns")
  func unknownNames() throws {
    let table = try PictureTable(Array("file;score\na.png;3".utf8), path: "t.csv")
    let ending = "; the table 't.csv' has the columns file, score"
    var job = SheetJob()
    job.texts.label = try PictureTemplate("{scroe}", others: .any)
    let error = try #require(throws: ContactSheetError.self) { try job.checkTokens(table) }
    #expect("\(error)".contains("did you mean {score}?") && "\(error)".hasSuffix(ending))
    job.conditions = [try Condition("scroe > 1")]
    let fault = try #require(throws: ContactSheetError.self) { try job.choice(table) }
    #expect("\(fault)".hasSuffix(ending))
    let picture = SheetPicture(StubPicture(name: "a.png", size: PixelSize(width: 1, height: 1)))
    let known = PictureFactsBuilder([picture], table: table, parsing: [])
    let note = PictureFactsBuilder.missing([FactKey("column", "Score")], among: known.pictures)
    #expect(
      note?.text
        == "no image has {column:Score}; the table 't.csv' has the columns file, score")
  }

  @Test("A table is read from a file, and the error about an unreadable table names the file")
  func file() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("labels.tsv", "path\tlabel\na.png\tA\n")
    #expect(
      try PictureTable(contentsOf: path).rows == [
        .init(path: "a.png", label: "A", fields: ["a.png", "A"])
      ])
    #expect(throws: PictureTableError.unreadable(folder["none"], .noSuchFileOrDirectory)) {
      try PictureTable(contentsOf: folder["none"])
    }
  }

  @Test("Reading wide or long tables takes time proportional to their size")
  func large() throws {
    let wide = "a.png,A" + String(repeating: ",", count: 50_000)
    let long = (0..<5000).map { "\($0).png,Label \($0)" }.joined(separator: "\n")
    #expect(try Self.rows(wide + "\n" + long).count == 5001)
  }

  @Test("A file that is not regular is refused at once, and so is an oversized table")
  func noFile() throws {
    let folder = TemporaryFolder()
    let path = folder["labels.csv"]
    for make in [
      { mkdir(path.string, 0o700) }, { mkfifo(path.string, 0o600) },
      { symlink("/dev/zero", path.string) },
    ] {
      #expect(make() == 0)
      #expect(throws: PictureTableError.notFile(path)) { try PictureTable(contentsOf: path) }
      #expect(remove(path.string) == 0)
    }
    // A sparse file, which takes no space on disk.
    #expect(creat(path.string, 0o600) >= 0)
    #expect(truncate(path.string, PictureTable.maximumSize + 1) == 0)
    #expect(throws: PictureTableError.tooLarge(path)) { try PictureTable(contentsOf: path) }
  }

  @Test(
    "Looking up facts in a table of very many columns takes time proportional to its width",
    .timeLimit(.minutes(1)))
  func wide() throws {
    // This took a quarter of an hour when each column was compared with every other.
    let columns = (1...100_000).map { "c\($0)" }
    let text = "path,\(columns.joined(separator: ","))\na.png,\(columns.joined(separator: ","))"
    let table = try PictureTable(Array(text.utf8), path: "wide.csv")
    let picture = SheetPicture(StubPicture(name: "a.png", size: nil))
    let known = PictureFactsBuilder([picture], table: table, parsing: [])
    let facts = known.pictures[0].all(of: picture)
    #expect(facts.suffix(100_000).map(\.key) == columns)
    #expect(known.pictures[0].fact(FactKey("c77"))?.value == .text("c77"))
  }
}

extension PictureTable {
  var rows: [Row] {
    var rows: [Row] = []
    forEachRow { rows.append(row(at: $1.lowerBound)) }
    return rows
  }

  /// The row of each picture, in the part of the table that is kept.
  func found(_ pictures: [FilePath]) -> [Row?] {
    let matched = matched(pictures)
    return matched.rows.map { $0.map(matched.table.row(at:)) }
  }
}

extension TableRowError {
  fileprivate static func weight(_ text: String) -> Self {
    .value(text, of: "weight", form: "a number from 0.01 to 100")
  }
  fileprivate static func focus(_ text: String) -> Self {
    .value(text, of: "focus", form: "two numbers from 0 to 1, such as \"0.3,0.4\"")
  }
  fileprivate static func span(_ text: String) -> Self {
    .value(text, of: "span", form: "columns and rows from 1 to 20, such as 2x2, or the word 'row'")
  }
}
