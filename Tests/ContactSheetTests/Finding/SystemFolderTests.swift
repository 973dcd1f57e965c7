import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Folders that operating systems create, and the unsupported extensions that people often have in
/// folders.
@Suite struct SystemFolderTests {
  let folder = TemporaryFolder()

  /// All names of system folders, some of them also in the spellings of other systems.
  static let names =
    SystemFolders.names.sorted() + SystemFolders.beginnings.map { "\($0)-1000" } + [
      "@eaDir", "#Recycle", "$RECYCLE.BIN", "$Recycle.Bin", "LOST+FOUND", ".Trash", ".Trashes",
      ".Trash-1000", "__MACOSX", "System Volume Information", "RECYCLER", "FOUND.000", "LOST.DIR",
    ]
  /// Names that people give to folders, and names that merely start like a system's.
  static let others = [
    "eaDir", "recycle", "trash", "Trash", "MACOSX", "lost", "found", "System", "@home", "#1",
    "recycled", "temp", "thumbnails", "snapshot",
  ]

  func found(_ paths: String..., hidden: Bool = true) throws -> FoundImages {
    var search = PictureSearch()
    (search.isRecursive, search.takesHidden) = (true, hidden)
    return try ImageFinder(search: search).images(in: paths.map { .path(folder[$0]) })
  }

  @Test(
    "System folders are skipped at any depth, with a verbose note, and read if named explicitly")
  func passedOver() throws {
    try folder.write("p/a.png")
    for name in Self.names {
      try folder.write("p/\(name)/x.png")
      try folder.write("p/s/\(name)/y/z.png")
    }
    for name in Self.others { try folder.write("p/\(name)/b.png") }
    for isHidden in [false, true] {
      let found = try found("p", hidden: isHidden)
      #expect(found.images.count == 1 + Self.others.count)
      let notes = found.notes.of(.passedFolder)
      let expected = Self.names.flatMap { [folder["p/\($0)"], folder["p/s/\($0)"]] }
      #expect(Set(notes.compactMap(\.subject)) == Set(expected.map(\.string)))
      #expect(notes.allSatisfy { $0.severity == .detail })
    }
    for name in Self.names {
      #expect(try found("p/\(name)").images.count == 1, "\(name)")
    }
  }

  @Test("Comparisons ignore system folders on both sides")
  func compared() async throws {
    for side in ["old", "new"] {
      try folder.write(pictureFile(5, 5), to: "\(side)/a.png")
      for (number, name) in Self.names.enumerated() {
        try folder.write(
          pictureFile(side == "old" ? 5 : 6, 5), to: "\(side)/\(name)/\(number).png")
      }
    }
    var job = SheetJob(inputs: [.path(folder["new"])])
    job.search.isRecursive = true
    job.comparison = ComparisonSettings(with: folder["old"])
    let planned = try await job.plan()
    #expect(planned.plan.comparison?.pairs.map(\.path) == ["a.png"])
    let passed = Set(planned.notes.of(.passedFolder).compactMap(\.subject))
    let expected = ["old", "new"].flatMap { side in Self.names.map { "\(side)/\($0)" } }
    #expect(passed == Set(expected.map { folder[$0].string }))
  }

  @Test("If a folder has only system folders, the error says so and does not suggest --recursive")
  func nothingElse() throws {
    try folder.write("p/@eaDir/x.png")
    try folder.write("p/#recycle/x.png")
    for isRecursive in [false, true] {
      var search = PictureSearch()
      search.isRecursive = isRecursive
      let error = #expect(throws: ContactSheetError.self) {
        try ImageFinder(search: search).images(in: [.path(folder["p"])])
      }
      #expect(
        error?.description
          == "cannot make a sheet: no images in '\(folder["p"])' (2 system folders); "
          + "name files or a folder with images")
    }
  }

  @Test("Unsupported pictures are counted by extension, whatever its case")
  func leftOut() throws {
    let unread = FormatTable.standard.formats.filter { $0.reader == nil && $0.kind == .picture }
    #expect(unread.count > 50)
    for (index, format) in unread.enumerated() {
      try folder.write("\(index)/a.png")
      for ending in format.extensions {
        for name in ["a.\(ending)", "b.\(ending.uppercased())"] {
          for place in ["\(index)", "all"] { try folder.write("\(place)/\(name)") }
        }
      }
      let text = try #require(try found("\(index)").otherFiles.leftOut)
      #expect(
        text.contains(": \(format.extensions.count * 2) \(format.name) (not supported; convert"))
    }
    // A list of more than ten is shortened, but the remedy is still in the text.
    try folder.write("all/a.png")
    let text = try #require(try found("all").otherFiles.leftOut)
    #expect(text.contains(" more (not supported; convert them to "))
    for name in [
      "gif", "bmp", "tga", "psd", "exr", "jxl", "jp2", "svg", "ico", "dds", "ppm", "xcf",
    ]
      + ["hdr", "heics", "avifs", "gpr", "icns", "pcx", "jxr", "fits", "eps", "ai", "cr3", "mpo"]
    {
      let format = FormatTable.standard.named(Array("a.\(name)".utf8)[...])
      #expect(format?.kind == .picture, "\(name)")
    }
  }
}
