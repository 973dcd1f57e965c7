import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPictures
@testable import SheetRendering

/// A new format needs one type and one entry in a list.
@Suite struct SeamTests {
  /// An invented format: one byte for the width, one for the height, then grey pixels.
  struct TinyFile: FileSource {
    let path: FilePath
    let metadata = MetadataUse()

    func header() throws -> PictureHeader {
      let bytes = try path.contents()
      guard bytes.starts(with: "tiny".utf8), bytes.count > 6 else { throw Errno.invalidArgument }
      return PictureHeader(
        size: PixelSize(width: Int(bytes[4]), height: Int(bytes[5])),
        format: PixelFormat(.gray, .eight))
    }

    func rows(as header: PictureHeader) throws -> sending any PictureRows {
      let size = header.size
      return try MemoryPicture(
        name: name, size: size, format: header.format, bytes: Array(path.contents().dropFirst(6))
      ).rows(as: header)
    }
  }

  static let tiny = FileFormat(
    "tiny", ["tiny"], [.bytes(Array("tiny".utf8))],
    readBy: PictureReader { path, _ in TinyFile(path: path) })

  @Test("Pictures of a new format are found in folders and recognised by their contents")
  func inputFormat() async throws {
    let folder = TemporaryFolder()
    let picture = Array("tiny".utf8) + [3, 2] + [9, 9, 9, 9, 9, 9]
    try folder.write(pictureFile(5, 5), to: "in/a.png")
    try folder.write(picture, to: "in/b.TINY")
    try folder.write(picture, to: "in/misnamed.png")
    try folder.write(picture, to: "in/c.other")
    let formats = FormatTable(FormatTable.standard.formats + [Self.tiny])
    let sheet = try await SheetJob(inputs: [.path(folder["in"])]).plan(formats: formats)
    #expect(
      sheet.plan.pictures.map(\.size) == [
        PixelSize(width: 5, height: 5), PixelSize(width: 3, height: 2),
        PixelSize(width: 3, height: 2),
      ])
    let run = try await SheetRun(sheet, RenderRequest(output: .file(folder["s.png"])))
    #expect(try await run.render().unreadable.isEmpty)
  }

  /// Writes the rows of a sheet without encoding them.
  struct RawEncoder: BandEncoder {
    let size: PixelSize
    var height: Int { size.height }
    var rowsPerBand: Int { 1 }

    func encode(band: Int, from rows: Span<UInt8>) -> [UInt8] {
      rows.indices.map { rows[$0] }
    }
  }

  final class RawFile: SheetFile {
    let descriptor: FileDescriptor
    init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    func begin(_ page: SheetPage, _ colors: SheetColors?) -> RawEncoder {
      RawEncoder(size: page.size)
    }

    func write(_ band: [UInt8]) throws { try descriptor.writeAll(band) }

    func end(_ page: SheetPage, unreadable: [Int: UnreadablePicture], _ lettering: Lettering) {}
  }

  static let raw = SheetFormat(
    format: FileFormat("raw", ["raw"]), file: { descriptor, _ in RawFile(descriptor) },
    isOwnSheet: { _ in false })

  @Test("A sheet can be written in a new format", arguments: [1, 4])
  func outputFormat(workers: Int) async throws {
    let folder = TemporaryFolder()
    let gray = MemoryPicture(
      name: "gray", size: PixelSize(width: 2, height: 1), format: PixelFormat(.gray, .eight),
      bytes: [7, 7])
    var job = SheetJob(sources: [gray])
    job.layout = GridLayout(.cell(PixelSize(width: 2, height: 1)))
    job.gap = try #require(PixelSpacing(horizontal: 0, vertical: 0))
    job.margin = try #require(PixelSpacing(horizontal: 1, vertical: 1))
    let planned = try job.planned()
    var outputs = OutputSet()
    let file = try outputs.opened(ResolvedOutput(.file(folder["s.raw"])))
    let renderer = SheetRenderer(planned.plan, planned.pictures, workers: workers)
    let sheetFile = try Self.raw.file(file.descriptor, SheetProperties(planned.plan))
    _ = try await renderer.render(
      planned.plan.pages[0], into: sheetFile, of: Self.raw, tilesDone: { _ in })
    try sheetFile.finish()
    try outputs.add(file)
    try outputs.commit()
    let white: UInt8 = 255
    #expect(
      try folder["s.raw"].contents() == [
        white, white, white, white, white, 7, 7, white, white, white, white, white,
      ])
  }

  @Test("The output's extension decides the format, in any case, and PNG is the default")
  func namedFormat() {
    let formats = SheetFormat.all + [Self.raw]
    for (name, expected) in [
      ("a.raw", "raw"), ("a.RAW", "raw"), ("a.png", "PNG"), ("raw", "PNG"), (".raw", "PNG"),
    ] {
      let format = SheetFormat.named(FilePath(name), in: formats)
      #expect(format.name == expected, "\(name)")
    }
    #expect(SheetFormat.named(nil, in: formats).name == "PNG")
  }
}
