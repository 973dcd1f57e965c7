import Foundation
import JPEGFixtures
import PNGFixtures
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetFiles

@Suite struct ImageFinderTests {
  let folder = TemporaryFolder()

  /// The paths found, in the order of the inputs, relative to the temporary folder.
  func names(
    _ inputs: [SheetInput], output: OutputNames? = nil,
    _ change: (inout PictureSearch) -> Void = { _ in }
  ) throws -> [String] {
    let images = try found(inputs, output: output, change).images
    return folder.relative(try ImageOrder(by: .given).sorted(images))
  }

  func found(
    _ inputs: [SheetInput], output: OutputNames? = nil,
    _ change: (inout PictureSearch) -> Void = { _ in }
  ) throws -> FoundImages {
    var search = PictureSearch()
    change(&search)
    return try ImageFinder(search: search, output: output).images(in: inputs)
  }

  func write(_ names: String...) throws {
    for name in names { try folder.write(name) }
  }

  /// Writes sheets as an earlier run would have.
  func writeSheets(_ names: String...) throws {
    var sheet = PNGFixture(width: 1, height: 1, colorType: .gray, samples: [0])
    sheet.chunksBeforeData = [.text("Software", "contactsheet")]
    for name in names { try folder.write(sheet.encoded(), to: name) }
  }

  func list(_ paths: FilePath...) throws -> SheetInput {
    let file = try folder.write("list.txt", paths.map(\.string).joined(separator: "\n"))
    return .list(PathList(.file(file)))
  }

  @Test("A folder gives its visible PNG files in natural order")
  func folderContents() throws {
    try write(
      "b10.png", "B9.PNG", "c.Png", "a.bmp", "png", ".png", ".x.png", "._b.png", "sub/d.png")
    try folder.folder("folder.png")
    #expect(try names([.path(folder.path)]) == ["B9.PNG", "b10.png", "c.Png"])
  }

  @Test("A folder named twice is read once, with a note; a file named twice is shown twice")
  func givenAgain() throws {
    try write("a/x.png", "a/y.png", "b/z.png")
    let (a, b) = (SheetInput.path(folder["a"]), SheetInput.path(folder["b"]))
    let once = try found([a, b])
    #expect(once.images.count == 3 && once.notes.isEmpty)
    for inputs in [[a, a, b], [a, b, .path(folder["b/../a"])], [a, a, a, b]] {
      let again = try found(inputs)
      #expect(again.images.count == 3)
      #expect(again.notes.map(\.kind) == [.repeatedFolder], "\(again.notes)")
    }
    #expect(
      try found([a, a]).notes.map(\.description) == [
        "the folder '\(folder["a"])' is given more than once, but its images are shown only "
          + "once; to repeat an image, name its file more than once; copies 3 repeats all images"
      ])
    let file = SheetInput.path(folder["a/x.png"])
    #expect(try names([file, a, file]) == ["a/x.png", "a/y.png", "a/x.png"])
    #expect(try found([file, file]).notes.isEmpty)
  }

  @Test("Subfolders and hidden files are included on request, but ._ files never are")
  func recursiveAndHidden() throws {
    try write(
      "z.png", "sub/b.png", "sub/deep/a.png", ".x.png", ".sub/c.png", "._b.png", "sub/._c.png")
    let input = SheetInput.path(folder.path)
    #expect(
      try names([input]) { $0.isRecursive = true } == ["sub/b.png", "sub/deep/a.png", "z.png"])
    #expect(try names([input]) { $0.takesHidden = true } == [".x.png", "z.png"])
    let both = try names([input]) {
      $0.isRecursive = true
      $0.takesHidden = true
    }
    #expect(both == [".sub/c.png", ".x.png", "sub/b.png", "sub/deep/a.png", "z.png"])
  }

  @Test("By default, lists and folders keep their order; other arguments are sorted naturally")
  func defaultOrder() throws {
    try write("10.png", "9.png", "s/1.png", "s/10.png", "s/2.png", "t/u/1.png", "t/u.png")
    func order(_ inputs: [SheetInput], _ change: (inout PictureSearch) -> Void = { _ in })
      throws -> [String]
    {
      folder.relative(try ImageOrder().sorted(try found(inputs, change).images))
    }
    func path(_ name: String) -> SheetInput { .path(folder[name]) }
    let listed = try list(folder["s/10.png"], folder["9.png"], folder["s/2.png"], folder["10.png"])
    #expect(try order([listed]) == ["s/10.png", "9.png", "s/2.png", "10.png"])
    #expect(
      try order([path("t/u.png"), listed, path("s/1.png")])
        == ["t/u.png", "s/10.png", "9.png", "s/2.png", "10.png", "s/1.png"])
    #expect(
      try order([path("t"), path("s")]) { $0.isRecursive = true }
        == ["t/u.png", "t/u/1.png", "s/1.png", "s/2.png", "s/10.png"])
    #expect(
      try order([.path(folder.path)]) { $0.isRecursive = true }
        == ["9.png", "10.png", "s/1.png", "s/2.png", "s/10.png", "t/u.png", "t/u/1.png"])
    // First the names as a shell expands s/*.png, then as a person might type them.
    #expect(
      try order(["s/1.png", "s/10.png", "s/2.png"].map(path)) == ["s/1.png", "s/2.png", "s/10.png"])
    #expect(
      try order(["s/2.png", "s/10.png", "s/1.png"].map(path)) == ["s/2.png", "s/10.png", "s/1.png"])
  }

  @Test("A picture's folder is its path below the input, or the input's own name")
  func folderNames() throws {
    try write("in/a.png", "in/sub/deep/b.png", "in/sub/c.png", "d.png")
    func names(_ inputs: [SheetInput]) throws -> [String: String?] {
      let images = try found(inputs) { $0.isRecursive = true }.images
      return Dictionary(
        uniqueKeysWithValues: images.map {
          ($0.path.lastComponent?.string ?? "", $0.folder?.name)
        })
    }
    for input in ["in", "in/", "in/.", "in/sub/.."] {
      #expect(
        try names([.path(folder[input])])
          == ["a.png": "in", "b.png": "sub/deep", "c.png": "sub"], "\(input)")
    }
    #expect(
      try names([.path(folder["in/sub"]), .path(folder["d.png"])])
        == ["b.png": "deep", "c.png": "sub", "d.png": nil])
    #expect(
      try names([list(folder["in/a.png"]), .path(folder["d.png"])]) == ["a.png": nil, "d.png": nil])
  }

  @Test("Each linked folder is followed once, so loops end")
  func loops() throws {
    try write("real/a.png", "real/deep/b.png", "other/c.png")
    try folder.link("real/deep/up", to: "../..")
    try folder.link("real/self", to: ".")
    try folder.link("alias", to: "real")
    try folder.link("real/other", to: "../other")
    #expect(
      try names([.path(folder["real"])]) { $0.isRecursive = true }
        == ["real/a.png", "real/deep/b.png", "real/other/c.png"])
    #expect(
      try names([.path(folder.path)]) { $0.isRecursive = true }
        == ["other/c.png", "real/a.png", "real/deep/b.png"])
  }

  @Test("A file named explicitly is used whatever its name")
  func namedFiles() throws {
    try write("photo", ".hidden.png", "._odd")
    let paths = ["photo", ".hidden.png", "._odd"].map { folder[$0] }
    #expect(try found(paths.map { .path($0) }).images.map(\.path) == paths)
    #expect(try found([list(paths[0], paths[2])]).images.map(\.path) == [paths[0], paths[2]])
  }

  @Test(
    "A file is shown as often as it is named; a file that is only found in folders is shown once")
  func repeated() throws {
    try write("pics/a.png", "pics/b.png")
    try folder.link("again", to: "pics")
    let (pics, again) = (folder["pics"], folder["again"])
    let named = pics.appending("a.png")
    #expect(try names([.path(pics), .path(pics), .path(again)]) == ["pics/a.png", "pics/b.png"])
    #expect(try names([.path(pics), .path(named)]) == ["pics/b.png", "pics/a.png"])
    #expect(try names([.path(named), .path(again)]) == ["pics/a.png", "again/b.png"])
    #expect(
      try names([.path(named), list(named), .path(named)])
        == ["pics/a.png", "pics/a.png", "pics/a.png"])
    #expect(
      try names([.path(named), .path(pics), .path(named)])
        == ["pics/a.png", "pics/b.png", "pics/a.png"])
  }

  @Test("Two names for one file in a folder count as two pictures")
  func links() throws {
    try write("a.png")
    try folder.link("b.png", to: "a.png")
    #expect(link(folder["a.png"].string, folder["c.png"].string) == 0)
    #expect(try names([.path(folder.path)]) == ["a.png", "b.png", "c.png"])
  }

  @Test("Patterns apply to folders, lists and named files, and --exclude overrides --include")
  func patterns() throws {
    try write("IMG_1.png", "IMG_2.png", "IMG_3.bmp", "x.png", "thumbs/IMG_4.png", "a/thumbs/b.png")
    let input = SheetInput.path(folder.path)
    #expect(try names([input]) { $0.include = [Glob("IMG_*")] } == ["IMG_1.png", "IMG_2.png"])
    #expect(
      try names([input]) {
        $0.include = [Glob("IMG_*"), Glob("x*")]
        $0.exclude = [Glob("*_2*"), Glob("*_1*")]
      } == ["x.png"])
    #expect(
      try names([input]) {
        $0.isRecursive = true
        $0.exclude = [Glob("thumbs/*")]
      } == ["IMG_1.png", "IMG_2.png", "x.png"])
    #expect(
      try names([input]) {
        $0.isRecursive = true
        $0.exclude = [Glob("thumbs")]
      } == ["IMG_1.png", "IMG_2.png", "x.png"])
    let named = ["IMG_1.png", "x.png"].map { SheetInput.path(folder[$0]) }
    #expect(try names(named) { $0.exclude = [Glob("x*")] } == ["IMG_1.png"])
    #expect(
      try names([list(folder["x.png"], folder["IMG_3.bmp"])]) { $0.include = [Glob("*.bmp")] }
        == ["IMG_3.bmp"])
  }

  @Test("Names that are not valid text are found and left unchanged", .needs(.namesOfAnyBytes))
  func anyNames() throws {
    let names: [[UInt8]] = [
      Array("-a [1]:%@.png".utf8), Array("a\nb.png".utf8), [0xE4, 0xFF] + Array(".png".utf8),
      Array(String(repeating: "n", count: 251).utf8) + Array(".png".utf8),
    ]
    for name in names {
      try FileDescriptor.open(
        folder.path.appending(nameBytes: name), .writeOnly, options: .create,
        permissions: .ownerReadWrite
      ).close()
    }
    let images = try found([.path(folder.path)]).images
    #expect(Set(images.map { Array($0.path.nameBytes) }) == Set(names))
    for image in images { #expect((try? image.path.stat()) != nil) }
  }

  @Test("A picture has the size and modification time of its file")
  func facts() throws {
    let path = try folder.write("a.png", "12345")
    let times = [timespec(), timespec(tv_sec: 1_000_000_000, tv_nsec: 5)]
    #expect(utimensat(AT_FDCWD, path.string, times, 0) == 0)
    let image = try #require(try found([.path(path)]).images.first)
    #expect(image.size == 5)
    #expect(image.modified == .seconds(1_000_000_000) + .nanoseconds(5))
  }

  @Test("Files named as arguments must exist; files named in a list may be missing")
  func missing() throws {
    let path = folder["none.png"]
    #expect(throws: ContactSheetError.missing(path)) { try found([.path(path)]) }
    #expect(throws: ContactSheetError.unreadable("/dev/null/x", .notDirectory)) {
      try found([.path("/dev/null/x")])
    }
    let images = try found([list(path)]).images
    #expect(images.map(\.path) == [path])
    #expect(images.map(\.size) == [0])
  }

  @Test("A broken link in a folder counts as a picture")
  func danglingLink() throws {
    try folder.link("a.png", to: "none")
    #expect(try names([.path(folder.path)]) == ["a.png"])
  }

  @Test("A pipe counts as a picture in a folder, but is refused as an argument")
  func pipes() throws {
    try write("a.png")
    #expect(mkfifo(folder["p.png"].string, 0o600) == 0)
    #expect(try names([.path(folder.path)]) == ["a.png", "p.png"])
    #expect(throws: ContactSheetError.notAFile(folder["p.png"])) {
      try found([.path(folder["p.png"])])
    }
    let listed = try list(folder["a.png"], folder["p.png"], "/dev/null")
    #expect(try found([listed]).images.map(\.path).suffix(1) == ["/dev/null"])
    #expect(try found([listed]).images.count == 3)
    // If a folder is given as well, a list selects a pipe only if it is in that folder.
    let chosen = try list(folder["p.png"], "/dev/null")
    let images = try found([.path(folder.path), chosen]).images
    #expect(images.map(\.path) == [folder["p.png"], "/dev/null"])
    #expect(images.map { $0.selectionFault == nil } == [true, false])
  }

  @Test(
    "A RAW file belongs to a JPEG in the same folder, not in one with a similar name",
    .needs(.jpeg, .namesOfAnyBytes))
  func similarFolders() throws {
    // The names are the same letter in two forms, and bytes that are not UTF-8.
    let names: [[UInt8]] = [Array("\u{E9}".utf8), Array("e\u{301}".utf8), [0xFF], [0xFE]]
    func create(_ file: FilePath) throws {
      let file = try FileDescriptor.open(
        file, .writeOnly, options: .create, permissions: .ownerReadWrite)
      try file.writeAll("picture".utf8)
      try file.close()
    }
    func raws(_ folder: FilePath) throws -> [FilePath?] {
      try found([.path(folder)]) { $0.isRecursive = true }.images.map { $0.raw?.path }
    }
    for (number, one) in names.enumerated() {
      for (otherNumber, other) in names.enumerated() {
        let top = try folder.folder("\(number)-\(otherNumber)")
        for (name, file) in [(one, "IMG.JPG"), (other, "img.cr2")] {
          let folder = top.appending(nameBytes: name)
          _ = folder.withPlatformString { mkdir($0, 0o700) }
          try create(folder.appending(file))
        }
        #expect(try raws(top).count == (one == other ? 1 : 2), "\(one), \(other)")
        // In one folder, letters in two forms are the same name.
        let flat = try folder.folder("flat \(number)-\(otherNumber)")
        for name in [one + ".JPG".utf8, other + ".CR2".utf8] {
          try create(flat.appending(nameBytes: name))
        }
        let isSame = one == other || max(number, otherNumber) < 2
        #expect(try raws(flat).count == (isSame ? 1 : 2), "\(one), \(other)")
      }
    }
  }

  @Test(
    "The error about a folder that cannot be listed names the folder", .needs(.boundByPermissions))
  func unreadableFolder() throws {
    try write("a.png", "closed/b.png")
    let closed = folder["closed"]
    #expect(chmod(closed.string, 0) == 0)
    defer { chmod(closed.string, 0o755) }
    #expect(throws: ContactSheetError.unreadableFolder(closed, .permissionDenied)) {
      try found([.path(closed)])
    }
    let all = SheetInput.path(folder.path)
    #expect(throws: ContactSheetError.unreadableFolder(closed, .permissionDenied)) {
      try found([all]) { $0.isRecursive = true }
    }
    let names = try names([all]) {
      $0.isRecursive = true
      $0.exclude = [Glob("closed")]
    }
    #expect(names == ["a.png"])
  }

  @Test("The output and its pages are skipped in folders, with a note")
  func previousPages() throws {
    try write("a.png", "sheet-2.png", "sub/sheet.png")
    try writeSheets("sheet.png", "sheet-001.png")
    let images = try found([.path(folder.path)], output: OutputNames(folder["sheet.png"])) {
      $0.isRecursive = true
    }
    #expect(
      folder.relative(images.images.map(\.path)).sorted() == [
        "a.png", "sheet-2.png", "sub/sheet.png",
      ])
    #expect(folder.relative(images.previousPages) == ["sheet.png", "sheet-001.png"])
  }

  @Test("A file named like a page is a picture, unless it is one of our sheets or empty")
  func picturesNamedLikePages() throws {
    try write("1.png", "cover.png")
    try writeSheets("2.png")
    try folder.write("3.png", "")
    let images = try found([.path(folder.path)], output: OutputNames(folder["%d.png"]))
    #expect(folder.relative(images.images.map(\.path)).sorted() == ["1.png", "cover.png"])
    #expect(folder.relative(images.previousPages) == ["2.png", "3.png"])
  }

  @Test("The output is recognised under other paths and through links")
  func ownPagesThroughLinks() throws {
    try write("pics/a.png")
    try writeSheets("pics/sheet.png", "out/final.png")
    try folder.link("alias", to: "pics")
    try folder.link("pics/link.png", to: "../out/final.png")
    #expect(
      try names([.path(folder["pics"])], output: OutputNames(folder["alias/sheet.png"]))
        == ["pics/a.png", "pics/link.png"])
    #expect(
      try names([.path(folder["pics"])], output: OutputNames(folder["out/../out/final.png"])) == [
        "pics/a.png", "pics/sheet.png",
      ])
  }

  @Test(
    "A file named as both an input and the output is refused, whatever path leads to it",
    arguments: ["a.png", "./x/../a.png", "link.png", "x/up/a.png", "hard.png"])
  func inputIsOutput(name: String) async throws {
    try write("a.png", "b.png", "x/c.png")
    try folder.link("link.png", to: "a.png")
    try folder.link("x/up", to: "..")
    #expect(link(folder["a.png"].string, folder["hard.png"].string) == 0)
    for output in ["a.png", "x/up/a.png", "link.png"] {
      let job = SheetJob(inputs: [.path(folder["b.png"]), .path(folder[name])])
      await #expect(throws: ContactSheetError.inputIsOutput(folder[name])) {
        _ = try await job.run(to: .file(folder[output]))
      }
    }
  }

  @Test("A picture that a later page would overwrite is refused once the number of pages is known")
  func inputIsPage() async throws {
    try write("sheet-002.png")
    let picture = PNGFixture(width: 1, height: 1, colorType: .gray, samples: [0])
    try folder.write(picture.encoded(), to: "b.png")
    let page = folder["sheet-002.png"]
    var job = SheetJob(inputs: [.path(page), .path(folder["b.png"])])
    let request = RenderRequest(output: .file(folder["sheet.png"]))
    let run = try await SheetRun(job.plan(for: request.output), request)
    #expect(run.pages.count == 1)
    job.paging.picturesPerPage = 1
    await #expect(throws: ContactSheetError.inputIsOutput(page)) {
      _ = try await SheetRun(job.plan(for: request.output), request)
    }
  }

  @Test("A folder without pictures gives an error only if no folder has any")
  func emptyFolders() throws {
    try write("pics/a.png", "empty/readme.txt")
    let empty = try #require(
      try found([.path(folder["empty"]), .path(folder["pics"])]).emptyFolders.first)
    #expect(empty.path == folder["empty"])
    #expect(empty.otherFiles.count == 1)
    #expect(throws: ContactSheetError.noImages([empty])) { try found([.path(folder["empty"])]) }
    #expect(throws: ContactSheetError.noImages([], hasPatterns: false)) { try found([list()]) }
  }

  @Test("Subfolders are searched for a matrix only if there are no pictures outside them")
  func subfolders() throws {
    try write("shots/new/a.png", "shots/old/x/a.png", "mixed/b.png", "mixed/in/c.png", "none/b.txt")
    let shots = SheetInput.path(folder["shots"])
    func reached(_ inputs: [SheetInput]) throws -> [String] {
      try names(inputs) { $0.mayReachSubfolders = true }
    }
    #expect(try reached([shots]) == ["shots/new/a.png", "shots/old/x/a.png"])
    #expect(try reached([.path(folder["mixed"])]) == ["mixed/b.png"])
    #expect(try reached([shots, .path(folder["mixed"])]) == ["mixed/b.png"])
    let note = try found([shots]) { $0.mayReachSubfolders = true }.notes.first
    #expect(note?.kind == .searchedSubfolders && note?.severity == .detail)
    #expect(throws: ContactSheetError.self) { try found([shots]) }
    #expect(throws: ContactSheetError.self) { try reached([.path(folder["none"])]) }
  }

  @Test("The error about a folder without pictures says what the folder does contain")
  func emptyFolderText() throws {
    try write(
      "p/a.bmp", "p/b.txt", "p/.c.png", "p/.d", "p/x.png", "p/s/a.png", "p/t/b.txt")
    try writeSheets("p/sheet.png")
    let error = #expect(throws: ContactSheetError.self) {
      try found([.path(folder["p"])], output: OutputNames(folder["p/sheet.png"])) {
        $0.exclude = [Glob("x*")]
      }
    }
    let expected =
      "cannot make a sheet: no images in '\(folder["p"])' (1 file written by an earlier run; 1 BMP file, 1 other file; "
      + "1 left out by patterns; 1 hidden; 2 subfolders not searched)"
    #expect(error?.text == expected)
    try folder.folder("none")
    let nothing = #expect(throws: ContactSheetError.self) { try found([.path(folder["none"])]) }
    #expect(
      nothing?.text
        == "cannot make a sheet: no images in '\(folder["none"])' (the folder is empty)")
  }

  @Test(
    "Errors name the file in a form that is safe to print on a terminal",
    arguments: [
      (
        ContactSheetError.missing("a\u{1B}b"),
        #"cannot read 'a\u{1B}b': it does not exist; correct the name"#
      ),
      (.unreadable("a", .permissionDenied), "cannot read 'a': Permission denied"),
      (
        .unreadableFolder("a", .permissionDenied),
        "cannot read the folder 'a': Permission denied; leave out a subfolder with exclude"
      ),
      (
        .unreadableList(.file("l"), .noSuchFileOrDirectory),
        "cannot read the list 'l': it does not exist; correct the name"
      ),
      (
        .listHoldsNUL(.descriptor(.standardInput)),
        "cannot read the list on standard input: it contains NUL characters; "
          + "set isNULSeparated to true if they separate its paths"
      ),
      (
        .inputIsOutput("a.png"),
        "cannot write 'a.png': it is both an input and an output; "
          + "choose another name for the output"
      ),
    ])
  func texts(error: ContactSheetError, expected: String) {
    #expect(error.description == expected)
  }
}
