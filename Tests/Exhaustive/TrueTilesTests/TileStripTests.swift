import SheetFixtures
import SheetImaging
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans
@testable import SheetRendering

@Suite struct TileStripTests {
  static let rgb = PixelFormat(.rgb, .eight)

  /// Colour gradients; reading fails at `brokenRow` if there is one.
  struct Gradient: PictureSource {
    var name = "gradient"
    var size = PixelSize(width: 60, height: 45)
    var orientation = Orientation.upright
    var brokenRow: Int?

    struct Broken: Error, CustomStringConvertible { let description = "the paint ran out" }

    func header() -> PictureHeader {
      PictureHeader(size: size, format: rgb, orientation: orientation)
    }

    func rows(as header: PictureHeader) -> sending any PictureRows { Rows(self) }

    final class Rows: PictureRows {
      let picture: Gradient
      var row = 0

      init(_ picture: Gradient) { self.picture = picture }

      func next(_ body: (Span<UInt8>) -> Void) throws {
        if row == picture.brokenRow { throw Broken() }
        var pixels: [UInt8] = []
        for x in 0..<picture.size.width {
          pixels += [4 * x, 5 * row, x * row].map { UInt8($0 % 256) }
        }
        body(pixels.span)
        row += 1
      }
    }
  }

  static func plan(
    of picture: Gradient, cell: PixelSize, scaling: Scaling = .fit
  ) throws -> (SheetPicture, PlannedTile) {
    let probed = SheetPicture(picture)
    let area = PixelRect(x: 8, y: 8, width: cell.width, height: cell.height)
    let placement = try PicturePlacement(
      of: try #require(probed.size), in: area, scaling: scaling, alignment: .center,
      enlargement: .allowed)
    return (probed, PlannedTile(index: 0, cell: area, placement: placement))
  }

  /// Expects strips of the given height, put together, to have the same pixels as the whole tile.
  private static func expectWhole(
    inStripsOf height: Int, _ picture: Gradient, cell: PixelSize, with renderer: TileRenderer
  ) throws {
    let (_, tile) = try plan(of: picture, cell: cell)
    let placement = try #require(tile.placement)
    let whole = try renderer.pixels(of: picture, as: picture.header(), placement)
    var inProgress = try TileInProgress(
      of: picture, as: picture.header(), placement, with: renderer)
    var bytes: [UInt8] = []
    for row in stride(from: 0, to: placement.image.height, by: height) {
      bytes += try inProgress.pixels(ofNextRows: min(height, placement.image.height - row))
    }
    #expect(firstDifference(bytes, whole) == nil, "\(picture.header().orientation), \(cell)")
  }

  @Test("A tile has the same pixels in strips of any height", arguments: [1, 2, 7, 33, 64])
  func strips(height: Int) throws {
    for orientation in [Orientation.upright, .mirrored] {
      for sharpening in [nil, UnsharpMask(amount: 1)] {
        let renderer = TileRenderer(
          format: Self.rgb, filter: .lanczos, isGrayscale: false, sharpening: sharpening,
          backdrop: .checker)
        for cell in [PixelSize(width: 90, height: 70), PixelSize(width: 31, height: 64)] {
          try Self.expectWhole(
            inStripsOf: height, Gradient(orientation: orientation), cell: cell, with: renderer)
        }
      }
    }
  }

  @Test("A rotated tile has the same pixels in strips of any height", arguments: [1, 7, 33, 64])
  func turnedStrips(height: Int) throws {
    let renderer = TileRenderer(
      format: Self.rgb, filter: .lanczos, isGrayscale: false, sharpening: nil, backdrop: .checker)
    for orientation in Orientation.allCases {
      try Self.expectWhole(
        inStripsOf: height, Gradient(orientation: orientation),
        cell: PixelSize(width: 31, height: 64), with: renderer)
    }
  }

  @Test("Large tiles are divided into strips, even rotated ones; small ones are not")
  func division() throws {
    let large = PixelSize(width: 1500, height: 1200)
    let (picture, tile) = try Self.plan(of: Gradient(), cell: large, scaling: .stretch)
    let strips = try #require(TileStrip.allStrips(of: tile, picture, Self.rgb))
    #expect(strips.count > 4)
    #expect(strips[0].rows.lowerBound == tile.cell.y)
    #expect(strips.last?.rows.upperBound == tile.cell.maxY)
    for (one, next) in zip(strips, strips.dropFirst()) {
      #expect(one.rows.upperBound == next.rows.lowerBound)
    }

    let small = try Self.plan(of: Gradient(), cell: PixelSize(width: 1000, height: 1000))
    #expect(TileStrip.allStrips(of: small.1, small.0, Self.rgb) == nil)
    for orientation in Orientation.allCases {
      let (picture, tile) = try Self.plan(
        of: Gradient(orientation: orientation), cell: large, scaling: .stretch)
      #expect(TileStrip.allStrips(of: tile, picture, Self.rgb) != nil)
    }
    // A small picture in a huge cell needs memory only for itself.
    let header = Gradient().header()
    let lonely = PlannedTile(
      index: 0, cell: PixelRect(x: 0, y: 0, width: 50_000, height: 50_000),
      placement: try PicturePlacement(
        of: header.size, in: PixelRect(x: 0, y: 0, width: 50_000, height: 50_000),
        scaling: .fit, alignment: .center, enlargement: .never))
    #expect(TileStrip.allStrips(of: lonely, picture, Self.rgb) == nil)
  }

  @Test("A strip waits for the strip above it, and is never overtaken")
  func order() throws {
    let large = PixelSize(width: 1500, height: 1200)
    let (picture, tile) = try Self.plan(of: Gradient(), cell: large, scaling: .stretch)
    let right = PlannedTile(
      index: 1, cell: PixelRect(x: 2000, y: 8, width: 1500, height: 1200),
      placement: tile.placement)
    let small = PlannedTile(
      index: 2, cell: PixelRect(x: 8, y: 2000, width: 9, height: 9), placement: nil)
    let page = SheetPage(
      number: 1, size: PixelSize(width: 4000, height: 3000), tiles: [tile, right, small])
    let work = TileWork.work(for: page, of: [picture, picture, picture], in: Self.rgb)
    // Strips of both large tiles take turns, followed by the batch with the small tile.
    let expected = work.map(\.streamedTile)
    let rounds = expected.count / 2
    #expect(rounds > 4 && expected == (0..<rounds).flatMap { _ in [0, 1] } + [nil])

    var (waiting, memory) = (WaitingTiles(work), MemoryBudget(1))
    var taken: [Int?] = []
    for round in 1...rounds {
      taken += [waiting.next(within: &memory), waiting.next(within: &memory)].map {
        $0?.streamedTile
      }
      guard round < rounds else { break }
      #expect(waiting.next(within: &memory) == nil, "two strips of a tile are in progress")
      waiting.finish(1)
      #expect(waiting.next(within: &memory) == nil, "a strip overtakes one that waits")
      waiting.finish(0)
    }
    #expect(taken == expected.dropLast())
    #expect(waiting.next(within: &memory) != nil && waiting.isEmpty)
    #expect(waiting.next(within: &memory) == nil)
  }

  /// The rows of a sheet of large tiles in one row, and its report.
  static func sheet(
    of pictures: [Gradient], cell: PixelSize, workers: Int = 2,
    policy: Sheet.UnreadablePictures = .placeholder
  ) async throws -> (rows: [[UInt8]], report: SheetReport) {
    let folder = TemporaryFolder()
    var job = SheetJob(sources: pictures)
    job.layout = GridLayout(.cell(cell), shape: .columns(pictures.count))
    job.style.scaling = .stretch
    job.style.enlargement = .allowed
    job.style.filter = .nearest
    job.unreadablePolicy = policy
    let report = try await job.run(to: .file(folder["sheet.png"]), workers: workers)
    var reader = try PNGReader(path: folder["sheet.png"].string)
    var rows: [[UInt8]] = []
    for _ in 0..<reader.header.height {
      var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
      var span = row.mutableSpan
      try reader.readRow(into: &span)
      rows.append(row)
    }
    return (rows, report)
  }

  @Test("Large tiles show their pictures, and a damaged one keeps its upper part")
  func sheet() async throws {
    let cell = PixelSize(width: 1280, height: 1200)
    let pictures = [Gradient(), Gradient(name: "broken", brokenRow: 30)]
    let (rows, report) = try await Self.sheet(of: pictures, cell: cell)
    #expect(
      report.unreadable == [UnreadablePicture(name: "broken", reason: "the paint ran out")])
    let header = pictures[0].header()
    let renderer = TileRenderer(
      format: Self.rgb, filter: .nearest, isGrayscale: false, sharpening: nil,
      backdrop: .color(.white))
    let (_, tile) = try Self.plan(of: pictures[0], cell: cell, scaling: .stretch)
    let expected = try renderer.pixels(
      of: pictures[0], as: header, try #require(tile.placement))
    let lineBytes = 3 * cell.width
    let wrong = (0..<cell.height).first { y in
      rows[y + 8][24..<24 + lineBytes] != expected[y * lineBytes..<(y + 1) * lineBytes]
    }
    #expect(wrong == nil, "the first wrong row")
    let second = 3 * (8 + cell.width + 8)
    let upper = (0..<270).first { y in
      rows[y + 8][second..<second + lineBytes]
        != expected[y * lineBytes..<(y + 1) * lineBytes]
    }
    #expect(upper == nil, "the first wrong row")
    let paper = PlaceholderTileTests.tile(1280, 1200).pixels(ofRows: 1190..<1200, in: Self.rgb)
    let last = rows[8 + 1199][second..<second + lineBytes]
    #expect(firstDifference(last, paper.suffix(lineBytes)) == nil)
  }

  @Test("A sheet of large tiles does not depend on the number of workers")
  func workers() async throws {
    let pictures = (0..<3).map { Gradient(name: "\($0)", brokenRow: $0 == 1 ? 20 : nil) }
    let cell = PixelSize(width: 1280, height: 1100)
    let one = try await Self.sheet(of: pictures, cell: cell, workers: 1, policy: .skip)
    let five = try await Self.sheet(of: pictures, cell: cell, workers: 5, policy: .skip)
    let difference = zip(one.rows, five.rows).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(difference == nil, "the first row that differs")
    #expect(one.rows.count == five.rows.count)
    #expect(one.report.unreadable == five.report.unreadable)
    #expect(one.report.pages.map(\.byteCount) == five.report.pages.map(\.byteCount))
  }
}
