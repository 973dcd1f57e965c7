import ContactSheet
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetPictures
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

/// Pictures and outputs supplied by another program, without `@testable`.
@Suite struct OwnPictureTests {
  /// A plain grey picture that is neither a file nor in memory.
  struct Plain: PictureSource {
    let name: String
    let gray: UInt8
    var isBroken = false

    struct Broken: Error, CustomStringConvertible { let description = "no light" }

    func header() throws -> PictureHeader {
      PictureHeader(size: PixelSize(width: 40, height: 30), format: PixelFormat(.gray, .eight))
    }

    func rows(as header: PictureHeader) -> sending any PictureRows {
      Rows(pixels: [UInt8](repeating: gray, count: header.size.width), isBroken: isBroken)
    }

    final class Rows: PictureRows {
      let pixels: [UInt8]
      let isBroken: Bool

      init(pixels: [UInt8], isBroken: Bool) {
        self.pixels = pixels
        self.isBroken = isBroken
      }

      func next(_ body: (Span<UInt8>) -> Void) throws {
        if isBroken { throw Broken() }
        let pixels = pixels
        body(pixels.span)
      }
    }
  }

  @Test("The five lines in the README make a sheet")
  func readme() async throws {
    let folder = TemporaryFolder()
    let picture = PNGFixture(
      width: 20, height: 10, colorType: .gray, samples: Array(repeating: 9, count: 200))
    try folder.write(picture.encoded(), to: "photos/a.png")

    var job = SheetJob(inputs: [.path(folder["photos"])])
    job.layout = RowLayout(rowHeight: 240, extent: .pixels(1600))
    job.style.background = .color(.black)
    let report = try await job.run(to: .file(folder["sheet.png"]))
    #expect(report.unreadable.isEmpty)

    let sheet = try PNGReader(path: folder["sheet.png"].string)
    #expect(sheet.header.width == 1600)
  }

  @Test("Pictures of any type can be mixed on a sheet, in the given order")
  func sources() async throws {
    let folder = TemporaryFolder()
    let output = folder["sheet.png"]
    let memory = MemoryPicture(
      name: "memory", size: PixelSize(width: 2, height: 1), format: PixelFormat(.rgb, .eight),
      bytes: [255, 0, 0, 255, 0, 0])
    var job = SheetJob(
      sources: [
        Plain(name: "plain", gray: 77), memory, Plain(name: "bad", gray: 0, isBroken: true),
      ])
    job.layout = GridLayout(
      .cell(PixelSize(width: 40, height: 30)), shape: .columns(3))
    job.margin = try #require(PixelSpacing(horizontal: 0, vertical: 0))
    let sheet = try await job.plan()
    #expect(sheet.plan.pages[0].tiles.map(\.cell.x) == [0, 48, 96])
    let report = try await SheetRun(sheet, RenderRequest(output: .file(output))).render()
    #expect(report.unreadable == [UnreadablePicture(name: "bad", reason: "no light")])

    var reader = try PNGReader(path: output.string)
    var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
    for _ in 0...15 {
      var span = row.mutableSpan
      try reader.readRow(into: &span)
    }
    #expect(Array(row[0..<3]) == [77, 77, 77])
    #expect(Array(row[3 * (48 + 19)..<3 * (48 + 21)]) == [255, 0, 0, 255, 0, 0])
    #expect(Array(row[3 * 44..<3 * 45]) == [255, 255, 255])
  }

  @Test("Borders are drawn around pictures and placeholders")
  func decoration() async throws {
    let folder = TemporaryFolder()
    let output = folder["sheet.png"]
    var job = SheetJob(
      sources: [Plain(name: "plain", gray: 77), Plain(name: "bad", gray: 0, isBroken: true)])
    job.layout = GridLayout(
      .cell(PixelSize(width: 48, height: 38)), shape: .columns(2))
    job.margin = try #require(PixelSpacing(horizontal: 0, vertical: 0))
    job.gap = job.margin
    job.style.decoration = Decoration(padding: 1, border: Border("3 #0000ff"))
    _ = try await job.run(to: .file(output))

    var reader = try PNGReader(path: output.string)
    #expect((reader.header.width, reader.header.height) == (96, 38))
    var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
    for _ in 0...19 {
      var span = row.mutableSpan
      try reader.readRow(into: &span)
    }
    let (paper, border): ([UInt8], [UInt8]) = ([255, 255, 255], [0, 0, 255])
    for (x, color) in [
      (0, paper), (1, border), (3, border), (4, [77, 77, 77]), (43, [77, 77, 77]), (44, border),
      (46, border), (47, paper), (48, paper), (49, border), (51, border), (94, border), (95, paper),
    ] {
      #expect(Array(row[3 * x..<3 * x + 3]) == color, "column \(x)")
    }
    #expect(Array(row[3 * 52..<3 * 53]) != border)
  }

  @Test("SheetLayout can be used on its own, for rows, columns, cells, centres and frames")
  func layout() throws {
    let grid = try SheetLayout.Arrangement(
      gridOf: 10, filling: Size(width: 300, height: 200), cellRatio: 4.0 / 3)
    #expect([grid.rows, grid.columns] == [3, 4])
    #expect(grid.frames[0].width == 75)
    #expect(grid.frames[9].center.x == 112.5)
    #expect(grid.frames.count == 10)
  }

  @Test("A cancelled job leaves no file")
  func cancelled() async throws {
    let folder = TemporaryFolder()
    let output = folder["sheet.png"]
    let sources = (0..<5000).map { Plain(name: "\($0)", gray: UInt8($0 % 256)) }
    var job = SheetJob(sources: sources)
    job.maximumPixels = PixelCount(1_000_000_000)
    let work = Task { [job] in try await job.run(to: .file(output)) }
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(folder.names.isEmpty)
  }
}
