import SheetFiles
import SheetFixtures
import SheetPictures
import SystemPackage
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

  @Test("The path of an existing file selects that file, whether or not it is in the folders")
  func whole() throws {
    try tests.write("in/a.png", "in/b.png", "c.png")
    let paths = ["c.png", "in/b.png"].map { tests.folder[$0] }
    #expect(try names(paths, beside: ["in"]).names == ["in/a.png", "c.png", "in/b.png"])
    #expect(try names(paths + ["a"], beside: ["in"]).names == ["c.png", "in/b.png", "in/a.png"])
  }

  @Test("An entry may select pages of a picture, which is then not shown as a whole")
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
    // A path of a page, as opposed to a part of one, leaves the other pictures in the folder.
    let path = tests.folder["in/a.tif[2]"]
    #expect(try found([path]) == ["a.tif 2", "b.tif -", "c.tif -"])
    #expect(try found([path, "c"]) == ["a.tif 2", "c.tif -"])
    #expect(try found(["none.tif[2]", "c"]) == ["c.tif -", "none.tif[2] -"])
    let named = try tests.found([.path(path), .path(tests.folder["in"])]).images
    #expect(named.map(\.page) == [2, nil, nil])
    for hostile in ["a.tif[", "a.tif[]", "a.tif[-1]", "a.tif[99999999999]", "[2]", "a.tif[2][2]"] {
      #expect(
        try found([FilePath(hostile), "c"]) == ["\(hostile) -", "c.tif -"].sorted(), "\(hostile)")
    }
  }

  @Test("Patterns leave out single pages")
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

  @Test(
    "An entry that matches several pictures or none selects none, and an ambiguous one gets a note")
  func vague() throws {
    try tests.write("in/1/a.png", "in/2/a.png", "in/b.png")
    let (names, notes) = try names(["a", "none.png", "b"], beside: ["in"])
    #expect(names == ["a", "none.png", "in/b.png"])
    #expect(
      notes == [
        "cannot tell which image a list means in 1 line: the first is 'a', which matches 2 images; "
          + "write its path", "lists select 1 of 3 images in folders",
      ])
  }
}
