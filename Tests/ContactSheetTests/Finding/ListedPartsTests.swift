import FormatFixtures
import JPEGFixtures
import SheetFiles
import SheetFixtures
import SheetModel
import SheetPictures
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPlanning

/// Lists that select pictures of the given folders by part of their paths.
@Suite struct ListedPartsTests {
  let tests = ImageFinderTests()

  private func names(
    _ list: [FilePath], beside folders: [String], recursive: Bool = true
  ) throws -> (names: [String], notes: [String]) {
    let inputs = folders.map { SheetInput.path(tests.folder[$0]) }
    let file = try tests.folder.write("picks.txt", list.map(\.string).joined(separator: "\n"))
    let found = try tests.found(inputs + [.list(PathList(.file(file)))]) {
      $0.isRecursive = recursive
    }
    let names = tests.folder.relative(try ImageOrder(by: .given).sorted(found.images))
    return (names, found.notes.map(\.text))
  }

  @Test("Names without a folder or extension, or just their numbers, select pictures in list order")
  func chosen() throws {
    try tests.write("in/IMG_0021.png", "in/b/_MG_4021.png", "in/b/x.png", "other/IMG_0022.png")
    #expect(
      try names(["x", "4021", "IMG_0021.png", "b/x.png", "22"], beside: ["in", "other"]).names == [
        "in/b/x.png", "in/b/_MG_4021.png", "in/IMG_0021.png", "in/b/x.png", "other/IMG_0022.png",
      ])
    let (names, notes) = try names(["21"], beside: ["in"])
    #expect(names == ["in/IMG_0021.png"])
    #expect(notes == ["lists select 1 of 3 images in folders"])
    // An image that a list selects twice counts once.
    let twice = try self.names(["21", "IMG_0021.png"], beside: ["in"])
    #expect(twice.names == ["in/IMG_0021.png", "in/IMG_0021.png"])
    #expect(twice.notes == ["lists select 1 of 3 images in folders"])
  }

  @Test(
    "The path of an existing file selects only that file, and only if the file is in the folders")
  func whole() throws {
    try tests.write("in/a.png", "in/b.png", "in/sub/a.png", "c.png")
    let inside = ["in/sub/a.png", "in/b.png"].map { tests.folder[$0] }
    let (names, notes) = try names(inside, beside: ["in"])
    #expect(names == ["in/sub/a.png", "in/b.png"])
    #expect(notes == ["lists select 2 of 3 images in folders"])
    // A file in a subfolder that is not searched also counts as being in the folder.
    let subfolder = try self.names(inside, beside: ["in"], recursive: false)
    #expect(subfolder.names == ["in/sub/a.png", "in/b.png"])
    #expect(subfolder.notes == ["lists select 2 of 3 images in folders"])
    let outside = [tests.folder["c.png"]]
    let mixed = try found((inside + outside).map(\.string), beside: ["in"]).images
    #expect(mixed.count == 3)
    #expect(
      mixed.compactMap(\.selectionFault) == [
        "it is not in '\(tests.folder["in"])'; to add it, name it as an argument"
      ])
    let error = #expect(throws: ContactSheetError.self) {
      try self.names(outside, beside: ["in"])
    }
    #expect(error?.description.contains("to add that file, name it as an argument") == true)
  }

  @Test("A path selects the same picture, however the path and its folder are written")
  func writtenPaths() throws {
    try tests.write("in/a.png", "in/b.png", "other/a.png")
    try tests.folder.link("link", to: "in")
    for folder in ["in", "in/", "./in", "link", "other/../in"] {
      for line in ["in/a.png", "link/a.png", "other/../in/a.png", "in/../in//a.png", "in/./a.png"] {
        #expect(
          try found([tests.folder[line].string], beside: [folder]).images.map {
            $0.path.lastComponent?.string
          } == ["a.png"], "\(line) in \(folder)")
      }
      let other = tests.folder["other/a.png"].string
      #expect(throws: ContactSheetError.self) { try found([other], beside: [folder]) }
      #expect(throws: ContactSheetError.self) {
        try found([tests.folder["in/../other/a.png"].string], beside: [folder])
      }
    }
  }

  @Test(
    "A listed path that leads out of the folders through a link selects only what the search found")
  func linksOutside() throws {
    try tests.write("in/a.png", "in/sub/b.png", "out/c.png")
    try tests.folder.link("in/link", to: "../out")
    try tests.folder.link("in/near", to: "sub")
    func selected(_ line: String, isRecursive: Bool, beside folders: [String]) throws -> [String] {
      try names([tests.folder[line]], beside: folders, recursive: isRecursive).names
    }
    for line in ["in/link/c.png", "in/link"] {
      let error = #expect(throws: ContactSheetError.self, "\(line)") {
        try selected(line, isRecursive: false, beside: ["in"])
      }
      #expect(error?.description.contains("to add that file, name it as an argument") == true)
      #expect(
        try selected(line, isRecursive: true, beside: ["in"]) == ["in/link/c.png"], "\(line)")
    }
    // A link may lead to another of the folders, or to a subfolder.
    #expect(
      try selected("in/link/c.png", isRecursive: false, beside: ["in", "out"]) == ["out/c.png"])
    #expect(
      try selected("in/near/b.png", isRecursive: false, beside: ["in"]) == ["in/near/b.png"])
  }

  @Test("A list selects the same pictures by their stems, their names and their full paths")
  func sameSelection() throws {
    try tests.write("in/1.png", "in/2.png", "in/3.png", "in/4.png")
    let forms: [(Int) -> String] = [
      { "\($0)" }, { "\($0).png" }, { tests.folder["in/\($0).png"].string },
    ]
    for chosen in [[2], [4, 1], [3, 3, 2], [1, 2, 3, 4]] {
      let expected = chosen.map { "in/\($0).png" }
      for form in forms {
        let lines = chosen.map { FilePath(form($0)) }
        #expect(try names(lines, beside: ["in"]).names == expected, "\(lines)")
      }
    }
  }

  @Test("A line that names a subfolder selects the pictures in it; a folder elsewhere is an error")
  func listedFolders() throws {
    try tests.write("in/a.png", "in/sub/b.png", "in/sub/c.png", "other/d.png")
    let (sub, other) = (tests.folder["in/sub"], tests.folder["other"])
    for isRecursive in [false, true] {
      #expect(
        try names([sub], beside: ["in"], recursive: isRecursive).names
          == ["in/sub/b.png", "in/sub/c.png"])
      #expect(throws: ContactSheetError.self) {
        try names([other], beside: ["in"], recursive: isRecursive)
      }
    }
    // `find` prints a folder before its files, which are shown once.
    #expect(
      try names([sub, sub.appending("b.png"), "a"], beside: ["in"]).names
        == ["in/sub/c.png", "in/sub/b.png", "in/a.png"])
  }

  @Test(
    "A folder that several lines name is shown once, and is not searched again for each line",
    arguments: [1, 2, 30])
  func repeatedFolders(count: Int) throws {
    try tests.write("in/a.png", "in/sub/b.png", "in/sub/c.png")
    try tests.folder.folder("in/empty")
    let (sub, first) = (tests.folder["in/sub"], tests.folder["in/a.png"])
    let again = Array(repeating: [sub, sub.appending(".")], count: count).joined()
    let lines = [sub, first] + again
    #expect(
      try names(lines, beside: ["in"]).names == ["in/sub/b.png", "in/sub/c.png", "in/a.png"])
    // The result is the same without folders beside the list.
    #expect(try names(lines, beside: []).names == ["in/sub/b.png", "in/sub/c.png", "in/a.png"])
    #expect(try found(lines.map(\.string), beside: []).searchedFolders == [sub])
    #expect(try found(lines.map(\.string), beside: ["in"]).searchedFolders.count { $0 == sub } == 2)
    let empty = Array(repeating: tests.folder["in/empty"].string, count: count)
    #expect(try found(["a"] + empty, beside: ["in"]).images.compactMap(\.selectionFault).count == 1)
  }

  @Test("The name or the path of a RAW file selects the JPEG of the same photograph", .needs(.jpeg))
  func rawFiles() throws {
    try tests.write("in/IMG_1.JPG", "in/IMG_1.CR3", "in/IMG_2.JPG")
    for line in ["IMG_1.CR3", tests.folder["in/IMG_1.CR3"].string] {
      let images = try found([line], beside: ["in"]).images
      #expect(images.map { $0.path.lastComponent?.string } == ["IMG_1.JPG"])
      #expect(images.first?.raw?.path.lastComponent?.string == "IMG_1.CR3")
    }
  }

  @Test("An entry may select pages of a picture, which is then not shown as a whole", .needs(.tiff))
  func pages() throws {
    try tests.write("in/a.tif", "in/b.tif", "in/b.tif[1]", "in/c.tif")
    func found(_ list: [FilePath]) throws -> [String] {
      let file = try tests.folder.write("picks.txt", list.map(\.string).joined(separator: "\n"))
      let inputs = [SheetInput.path(tests.folder["in"]), .list(PathList(.file(file)))]
      return try tests.found(inputs).images.map {
        "\($0.path.lastComponent?.string ?? "") \($0.page.map { String($0) } ?? "-")"
      }.sorted()
    }
    #expect(try found(["a.tif[2]"]) == ["a.tif 2"])
    #expect(try found(["a[2]", "a.tif[0]", "c"]) == ["a.tif 0", "a.tif 2", "c.tif -"])
    let path = tests.folder["in/a.tif[2]"]
    #expect(try found([path]) == ["a.tif 2"])
    #expect(try found([path, "c"]) == ["a.tif 2", "c.tif -"])
    #expect(try found(["none.tif[2]", "c"]) == ["c.tif -", "none.tif[2] -"])
    let named = try tests.found([.path(path), .path(tests.folder["in"])]).images
    #expect(named.map(\.page) == [2, nil, nil])
    for hostile in ["a.tif[", "a.tif[]", "a.tif[-1]", "a.tif[99999999999]", "[2]", "a.tif[2][2]"] {
      #expect(
        try found([FilePath(hostile), "c"]) == ["\(hostile) -", "c.tif -"].sorted(), "\(hostile)")
    }
  }

  @Test("Patterns can leave out single pages of a file", .needs(.tiff))
  func excludedPages() throws {
    try tests.write("a.tif")
    let (path, page) = (tests.folder["a.tif"], tests.folder["a.tif[1]"])
    var search = PictureSearch()
    search.exclude = [Glob("a.tif[1]")]
    #expect(search.accepts(path, page: 0) && search.accepts(path) && !search.accepts(path, page: 1))
    #expect(
      try tests.found([.path(page), .path(path)]) { $0.exclude = search.exclude }.excluded == [page]
    )
    search.exclude = [Glob("*.tif")]
    #expect(!search.accepts(path, page: 0) && !search.accepts(path))
    search = PictureSearch()
    search.include = [Glob("a.tif[1]")]
    #expect(search.accepts(path, page: 1) && !search.accepts(path, page: 0))
  }

  @Test("An entry that matches no picture, or several, selects nothing, and the reason is given")
  func vague() throws {
    try tests.write("in/1/a.png", "in/2/a.png", "in/2/sunset.png", "in/b.png")
    let list = ["a", "none.png", "sunst", "b"]
    let (names, notes) = try names(list.map { FilePath($0) }, beside: ["in"])
    #expect(names == ["a", "none.png", "sunst", "in/b.png"])
    #expect(notes == ["lists select 1 of 4 images in folders"])
    let faults = try found(list, beside: ["in"]).images.compactMap(\.selectionFault)
    let folder = tests.folder["in"]
    #expect(
      faults == [
        "it matches 2 images: '\(folder)/1/a.png' and '\(folder)/2/a.png'; "
          + "write the path of one of them",
        "it matches no image in '\(folder)'; write the name or number of one",
        "it matches no image in '\(folder)'; did you mean 'sunset'?",
      ])
  }

  private func found(
    _ list: [String], beside folders: [String]
  ) throws -> FoundImages {
    let file = try tests.folder.write("picks.txt", list.joined(separator: "\n"))
    return try tests.found(
      folders.map { .path(tests.folder[$0]) } + [.list(PathList(.file(file)))]
    ) { $0.isRecursive = true }
  }

  @Test(
    "Entries select pictures however people and programs write their names", .needs(.jpeg),
    arguments: [
      ("IMG_4021.JPG", "IMG_4021.JPG"), ("img_4021.jpg", "IMG_4021.JPG"),
      ("dsc04068", "DSC04068.JPG"), ("  IMG_4021 ", "IMG_4021.JPG"),
      ("“dsc04068.jpg”", "DSC04068.JPG"), ("' 4021 '", "IMG_4021.JPG"),
      ("C:\\Users\\jan\\in\\IMG_4021.JPG", "IMG_4021.JPG"),
      ("C:\\x\\y\\z\\in\\day\\img_1.jpg", "IMG_1.JPG"), ("day\\IMG_1", "IMG_1.JPG"),
      ("/home/jan/pics/dsc04068.jpg", "DSC04068.JPG"), ("\\\\nas\\IMG_4021.JPG", "IMG_4021.JPG"),
      ("IMG_4021.CR3", "IMG_4021.JPG"), ("img_4021.xmp", "IMG_4021.JPG"),
      ("D:\\raw\\img_4021.cr3", "IMG_4021.JPG"), ("A.png", "A.png"), ("a.png", "a.png"),
      ("4021.jpg", "IMG_4021.JPG"), ("4068.CR3", "DSC04068.JPG"), ("img 4021", "IMG_4021.JPG"),
      ("IMG-4021", "IMG_4021.JPG"), ("Img-4021.jpeg", "IMG_4021.JPG"),
      ("day\\img 1", "IMG_1.JPG"),
    ])
  func spellings(entry: String, expected: String) throws {
    try tests.write(
      "in/IMG_4021.JPG", "in/DSC04068.JPG", "in/day/IMG_1.JPG", "in/a.png", "in/A.png",
      "in/other.png")
    let images = try found([entry], beside: ["in"]).images
    #expect(images.map { $0.path.lastComponent?.string } == [expected], "\(entry)")
  }

  @Test(
    "If no name matches exactly, a name with other separators is selected unless several match"
  )
  func separators() throws {
    try tests.write("in/a_1.png", "in/a-1.png", "in/b-c.png", "in/b_c.png", "in/d e.png")
    func selected(_ line: FilePath) throws -> [String] {
      try names([line, "d-e"], beside: ["in"]).names
    }
    #expect(try selected("a-1") == ["in/a-1.png", "in/d e.png"])
    #expect(try selected("A_1.png") == ["in/a_1.png", "in/d e.png"])
    #expect(try selected("a 1") == ["a 1", "in/d e.png"])
    #expect(try selected("b c.png") == ["b c.png", "in/d e.png"])
  }

  @Test("If a table has a heading for paths, only that column is used as a list, in its order")
  func tables() throws {
    try tests.write("in/a.png", "in/b.png", "in/25.png", "in/c.png")
    func selected(_ text: String, as name: String) throws -> [String] {
      let file = try tests.folder.write(name, text)
      let list = SheetInput.list(PathList(.file(file)))
      let found = try tests.found([.path(tests.folder["in"]), list])
      return tests.folder.relative(try ImageOrder(by: .given).sorted(found.images))
    }
    #expect(
      try selected("filename,price\nb.png,25\na,3\n", as: "p.csv") == ["in/b.png", "in/a.png"])
    #expect(try selected("price;path\n25;c\n", as: "p.CSV") == ["in/c.png"])
    #expect(try selected("price\tfile\n25\ta\n", as: "p.tsv") == ["in/a.png"])
    // The path may be the only column, and the values of other columns do not matter.
    #expect(try selected("path\nb.png\n25\n", as: "p.csv") == ["in/b.png", "in/25.png"])
    #expect(
      try selected("path,weight,copies,label\nb,250,yes\na\n", as: "p.csv")
        == ["in/b.png", "in/a.png"])
    #expect(try selected("sep=;\npath;price\nc;3\n", as: "p.csv") == ["in/c.png"])
    let error = #expect(throws: ContactSheetError.self) {
      try selected("path,price\na,\"3\n", as: "p.csv")
    }
    #expect(error?.text.contains("line 2") == true, "\(error?.text ?? "")")
    // Without such a heading or extension, every line is an entry.
    #expect(try selected("25\nb\n", as: "q.csv") == ["in/25.png", "in/b.png"])
    #expect(
      try selected("filename\nb\n", as: "p.txt") == ["filename", "in/b.png"])
  }

  @Test(
    "The entry 21 selects IMG_4021.JPG, but 21.jpg does not; 22.jpg selects IMG_0022.JPG",
    .needs(.jpeg))
  func wholeNumbers() throws {
    try tests.write("in/IMG_4021.JPG", "in/IMG_0022.JPG")
    #expect(
      try names(["21", "22.jpg", "21.jpg"], beside: ["in"]).names
        == ["in/IMG_4021.JPG", "in/IMG_0022.JPG", "21.jpg"])
  }

  @Test("The message about a range of numbers asks for one name per line", .needs(.jpeg))
  func ranges() throws {
    try tests.write("in/IMG_4060.JPG", "in/7-9.png")
    let folder = tests.folder["in"]
    let ranges = ["4060-4064", " 4060 – 4064", "4060-4064, 4070-4072"]
    for line in ranges {
      let faults = try found([line, "4060"], beside: ["in"]).images.compactMap(\.selectionFault)
      #expect(
        Set(faults) == [
          "it matches no image in '\(folder)', and ranges are not supported; write one name per line"
        ], "\(line)")
    }
    for line in ["4064-4060", "4060-", "-4064", "1-2-3", "2024-03", "a-b"] {
      let faults = try found([line, "4060"], beside: ["in"]).images.compactMap(\.selectionFault)
      #expect(faults.count == 1 && !faults[0].contains("ranges"), "\(line)")
    }
    #expect(try names(["7-9"], beside: ["in"]).names == ["in/7-9.png"])
  }

  @Test(
    "A list that selects nothing in the given folders is an error, whatever its lines are",
    .needs(.jpeg))
  func nothingSelected() throws {
    try tests.write("in/IMG_4021.JPG", "in/1/a.png", "in/2/a.png", "other.png")
    for list in [
      [], ["", ""], ["  "], ["# picks", "# for Jan"], ["4022"], ["a"], ["IMG_4022.JPG", "x"],
      ["IMG_4021.txt"], ["IMG_4021.v2"], ["../in/IMG_4021.png"], ["..\\..\\IMG_9.JPG"],
      ["\\"], [","], ["5, 6"], ["\"\""], ["[2]"],
    ] {
      let error = #expect(throws: ContactSheetError.self, "\(list)") {
        try found(list, beside: ["in"])
      }
      #expect(error?.code == .noPictures, "\(list)")
      #expect(error?.text.contains("'\(tests.folder["in"])'") == true, "\(list)")
    }
    let error = #expect(throws: ContactSheetError.self) { try found(["a"], beside: ["in"]) }
    #expect(error?.description.contains("/1/a.png' and '") == true)
    #expect(try found(["4022", "4021"], beside: ["in"]).images.count == 2)
    // A file elsewhere is not added.
    let other = tests.folder["other.png"].string
    #expect(throws: ContactSheetError.self) { try found([other, "4022"], beside: ["in"]) }
  }

  @Test("If patterns exclude everything that a list selects, the error is about the patterns")
  func allExcluded() throws {
    try tests.write("in/a0.png", "in/a1.png", "in/a2.png", "in/b.png")
    func error(_ list: String, _ pattern: String) throws -> ContactSheetError? {
      let file = try tests.folder.write("picks.txt", list)
      let inputs = [SheetInput.path(tests.folder["in"]), .list(PathList(.file(file)))]
      return #expect(throws: ContactSheetError.self) {
        try tests.found(inputs) { $0.exclude = [Glob(pattern)] }
      }
    }
    let paths = (0..<3).map { tests.folder["in/a\($0).png"].string }.joined(separator: "\n")
    for list in ["a0", "a0\na1", "a2.png\n\na1\na0", paths] {
      #expect(try error(list, "a*") == ContactSheetError.noImages([], hasPatterns: true), "\(list)")
    }
    // One line at fault is reported; the count includes all lines.
    let mixed = try error("a0\na1\nzzz", "a*")
    #expect(mixed?.text.contains("none of the 3 lines of the list, such as 'zzz',") == true)
  }

  @Test(
    "The error about a list that names only sheets of an earlier run states the number of lines")
  func onlySheets() throws {
    try tests.write("in/a.png")
    try tests.writeSheets("in/s-001.png", "in/s-002.png")
    for (list, words) in [
      ("s-001", "the only line of the list, 's-001'"),
      ("s-001\ns-002", "none of the 2 lines of the list, such as 's-001', selects one"),
    ] {
      let file = try tests.folder.write("picks.txt", list)
      let inputs = [SheetInput.path(tests.folder["in"]), .list(PathList(.file(file)))]
      let error = #expect(throws: ContactSheetError.self) {
        try tests.found(inputs, output: OutputNames(tests.folder["in/s.png"]))
      }
      #expect(error?.text.contains(words) == true, "\(error?.text ?? "")")
    }
  }

  @Test(
    "A line with commas is a list of entries, in that order, unless the whole line is a name",
    .needs(.jpeg))
  func commas() throws {
    try tests.write("in/IMG_4021.JPG", "in/IMG_4022.JPG", "in/IMG_4024.JPG", "in/Lee, Ann.png")
    func selected(_ list: [FilePath]) throws -> [String] {
      try names(list, beside: ["in"]).names.map { $0.replacing("in/", with: "") }
    }
    #expect(
      try selected(["4024, 4021,4022"]) == ["IMG_4024.JPG", "IMG_4021.JPG", "IMG_4022.JPG"])
    #expect(try selected(["Lee, Ann", "4022,"]) == ["Lee, Ann.png", "IMG_4022.JPG"])
    #expect(try selected(["4021, 4023", "x, y"]) == ["IMG_4021.JPG", "4023", "x, y"])
    // The folder is searched once, so nothing is noted twice.
    let found = try found(["4024, 4021", "4022"], beside: ["in"])
    #expect(found.searchedFolders == [tests.folder["in"]])
    #expect(found.notes.map(\.text) == ["lists select 3 of 4 images in folders"])
  }

  @Test("An entry that is not UTF-8 selects only a file with exactly that name")
  func notText() throws {
    try tests.write("in/a.png")
    let file = tests.folder["picks.txt"]
    try tests.folder.write([0xFF, 0x0A, 0x61], to: "picks.txt")
    let found = try tests.found([.path(tests.folder["in"]), .list(PathList(.file(file)))])
    #expect(found.images.map(\.path.bytes).contains([0xFF]))
    #expect(found.images.count == 2)
  }
}
