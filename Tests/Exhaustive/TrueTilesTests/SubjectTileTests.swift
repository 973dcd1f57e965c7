import JPEGFixtures
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetRendering

/// A picture in memory that may end before its last row.
private struct DrawnPicture: PictureSource {
  private final class Rows: PictureRows {
    let picture: DrawnPicture
    var next = 0

    init(_ picture: DrawnPicture) { self.picture = picture }

    func next(_ body: (Span<UInt8>) -> Void) throws {
      guard next < picture.rowCount else { throw PictureFileError.endOfFile }
      let length = picture.known.size.width * picture.known.format.bytesPerPixel
      let row = Array(picture.bytes[next * length..<(next + 1) * length])
      next += 1
      body(row.span)
    }
  }

  let name = "drawn"
  let known: PictureHeader
  let bytes: [UInt8]
  var rowCount: Int

  /// A grey background with stripes in two thirds of the width and of the height, as displayed.
  init(
    _ width: Int, _ height: Int, _ format: PixelFormat = PixelFormat(.rgb, .eight),
    _ orientation: Orientation = .upright, pixelRatio: PixelRatio = .square
  ) {
    let size = orientation.swapsSides ? (height, width) : (width, height)
    var bytes: [UInt8] = []
    for row in 0..<size.1 {
      let line = orientation.line(ofRow: row, width: size.0, height: size.1)
      for column in 0..<size.0 {
        let (x, y) = (line.x + column * line.stepX, line.y + column * line.stepY)
        let isSubject =
          width * 6 / 10..<width * 8 / 10 ~= x && height * 6 / 10..<height * 8 / 10 ~= y
        for channel in 0..<format.channels.count {
          let code = isSubject ? (x / 3 + y / 5) % 2 * 200 + 10 * channel : 90 + (x + 3 * y) % 5
          let sample = channel == 3 ? 255 - (x + y) % 90 : code
          bytes += [UInt8](repeating: UInt8(sample), count: format.depth.bytes)
        }
      }
    }
    self.bytes = bytes
    rowCount = size.1
    known = PictureHeader(
      size: PixelSize(width: size.0, height: size.1), format: format, orientation: orientation,
      pixelRatio: pixelRatio)
  }

  func header() -> PictureHeader { known }

  func rows(as header: PictureHeader) -> sending any PictureRows { Rows(self) }
}

@Suite struct SubjectTileTests {
  private static func renderer(
    _ filter: ResampleFilter = .lanczos, _ sharpening: UnsharpMask? = nil, missing: Color? = nil
  ) -> TileRenderer {
    var renderer = TileRenderer(
      format: PixelFormat(.rgb, .eight), filter: filter, isGrayscale: false, sharpening: sharpening,
      backdrop: .checker)
    renderer.missing = missing
    return renderer
  }

  /// The tile of a picture in a cell, and its placement.
  private static func tile(
    _ picture: DrawnPicture, in cell: PixelSize, _ renderer: TileRenderer,
    _ alignment: Alignment = .subject
  ) throws -> (bytes: [UInt8], placement: PicturePlacement, lack: String?) {
    let placement = try PicturePlacement(
      of: picture.known.shownSize,
      in: PixelRect(x: 11, y: 3, width: cell.width, height: cell.height), scaling: .fill,
      alignment: alignment, enlargement: .allowed)
    var tile = try TileInProgress(
      of: picture, as: picture.known, placement, slides: alignment == .subject, with: renderer)
    let bytes = try tile.pixels(ofNextRows: cell.height)
    return (bytes, tile.placement, tile.missingReason)
  }

  private static let cells = [(20, 20), (40, 13), (13, 40), (30, 31), (97, 60), (150, 90), (1, 1)]

  @Test("A crop found by a search gives the same pixels as one that is specified", arguments: cells)
  func equalPixels(width: Int, height: Int) throws {
    let cell = PixelSize(width: width, height: height)
    var moved = 0
    for (sourceWidth, sourceHeight) in [(90, 60), (61, 97), (200, 41), (31, 30)] {
      for orientation in [Orientation.upright, .leftTurn] {
        let picture = DrawnPicture(
          sourceWidth, sourceHeight, PixelFormat(.rgba, .eight), orientation)
        for (filter, amount) in [
          (ResampleFilter.lanczos, nil), (.box, 1), (.nearest, nil), (.mitchell, 0.5),
        ] as [(ResampleFilter, Double?)] {
          let renderer = Self.renderer(filter, amount.flatMap(UnsharpMask.init(amount:)))
          let found = try Self.tile(picture, in: cell, renderer)
          let alone = try renderer.pixels(of: picture, as: picture.known, found.placement)
          #expect(firstDifference(found.bytes, alone) == nil, "\(filter) \(picture.known.size)")
          let centre = try Self.tile(picture, in: cell, renderer, .center).placement.crop
          let crop = found.placement.crop
          if abs(crop.minX - centre.minX) + abs(crop.minY - centre.minY) > 1 { moved += 1 }
        }
      }
    }
    #expect(moved > 0)
  }

  @Test(
    "The crop follows the subject, however the picture is stored", arguments: Orientation.allCases)
  func orientations(orientation: Orientation) throws {
    for format in [
      PixelFormat(.gray, .sixteen), PixelFormat(.rgba, .sixteen), PixelFormat(.rgb, .eight),
    ] {
      let renderer = Self.renderer()
      let upright = try Self.tile(
        DrawnPicture(90, 40, format), in: PixelSize(width: 24, height: 24), renderer)
      let stored = try Self.tile(
        DrawnPicture(90, 40, format, orientation), in: PixelSize(width: 24, height: 24), renderer)
      #expect(stored.placement == upright.placement)
      let crop = stored.placement.crop
      #expect(crop.minX > 30 && crop.minX < 54 && crop.maxX > 72, "\(crop)")
    }
  }

  @Test(
    "Very long pictures, and any with elongated pixels, give the same tile if given the found crop"
  )
  func readTwice() throws {
    let renderer = Self.renderer()
    for picture in [
      DrawnPicture(600, 20),
      DrawnPicture(90, 40, pixelRatio: PixelRatio(columns: 1, rows: 2) ?? .square),
    ] {
      let found = try Self.tile(picture, in: PixelSize(width: 16, height: 16), renderer)
      let alone = try renderer.pixels(of: picture, as: picture.known, found.placement)
      #expect(firstDifference(found.bytes, alone) == nil)
      let (crop, width) = (found.placement.crop, Double(picture.known.shownSize.width))
      #expect(crop.minX < 0.8 * width && crop.maxX > 0.6 * width, "\(crop)")
    }
  }

  @Test("A truncated picture is cropped to its middle, and keeps the rows that it has")
  func endsEarly() throws {
    for sharpening in [nil, UnsharpMask(amount: 1)] {
      for (width, height, cell) in [
        (90, 60, PixelSize(width: 20, height: 20)), (60, 90, PixelSize(width: 20, height: 20)),
        (600, 20, PixelSize(width: 10, height: 10)),
      ] {
        var picture = DrawnPicture(width, height)
        picture.rowCount = height * 2 / 3
        let renderer = Self.renderer(.lanczos, sharpening, missing: .black)
        let found = try Self.tile(picture, in: cell, renderer)
        #expect(found.lack != nil)
        let crop = found.placement.crop
        #expect(crop.minX + crop.maxX == Double(width) && crop.minY + crop.maxY == Double(height))
        var direct = try TileInProgress(
          of: picture, as: picture.known, found.placement, with: renderer)
        let bytes = try direct.pixels(ofNextRows: cell.height)
        #expect(firstDifference(found.bytes, bytes) == nil)
      }
    }
    var empty = DrawnPicture(90, 60)
    empty.rowCount = 0
    let cell = PixelSize(width: 20, height: 20)
    #expect(throws: PictureFileError.endOfFile) {
      try Self.tile(empty, in: cell, Self.renderer(missing: .black))
    }
    empty.rowCount = 50
    #expect(throws: PictureFileError.endOfFile) { try Self.tile(empty, in: cell, Self.renderer()) }
  }

  /// The crop that was found for a file in a square, and what the file lacks.
  private static func crop(
    of source: some PictureSource
  ) throws -> (crop: Rect, lack: String?) {
    let header = try source.header()
    let placement = try PicturePlacement(
      of: header.shownSize, in: PixelRect(x: 0, y: 0, width: 20, height: 20), scaling: .fill,
      alignment: .subject, enlargement: .allowed)
    var tile = try TileInProgress(
      of: source, as: header, placement, slides: true, with: renderer(missing: .black))
    #expect(try tile.pixels(ofNextRows: 20).count == 20 * 20 * 3)
    return (tile.placement.crop, tile.missingReason)
  }

  @Test(
    "Subjects are found in JPEGs of any colour space; truncated files are cropped to the centre",
    .needs(.jpeg),
    arguments: JPEGFixture.Space.allCases)
  func photographs(space: JPEGFixture.Space) throws {
    let fixture = JPEGFixture(width: 160, height: 60, space: space)
    let rows = (0..<60 * 160 * space.channels).map { place in
      let (x, y) = (place / space.channels % 160, place / space.channels / 160)
      return x > 120 && y > 20 ? UInt8((x / 6 + y / 8) % 2 * 200) : 120
    }
    let (file, folder) = (fixture.encoded(rows), TemporaryFolder())
    try folder.write(file, to: "a.jpg")
    let whole = try Self.crop(of: LibraryFile(folder["a.jpg"], as: .jpeg))
    #expect(whole.lack == nil && whole.crop.maxX > 140, "\(whole.crop)")
    try folder.write(Array(file.prefix(file.count * 7 / 10)), to: "a.jpg")
    let cut = try Self.crop(of: LibraryFile(folder["a.jpg"], as: .jpeg))
    #expect(cut.lack != nil && cut.crop.minX + cut.crop.maxX == 160, "\(cut.crop)")
  }

  @Test("A PNG cut off halfway is cropped to its middle")
  func halfPNG() throws {
    let samples = (0..<60 * 160).map { place in
      let (x, y) = (place % 160, place / 160)
      return x > 120 ? UInt16((x / 6 + y / 8) % 2 * 200) : UInt16(120 + place &* 7919 % 5)
    }
    var fixture = PNGFixture(width: 160, height: 60, colorType: .gray, samples: samples)
    (fixture.compressionLevel, fixture.dataChunkSize) = (0, 500)
    let (file, folder) = (fixture.encoded(), TemporaryFolder())
    try folder.write(file, to: "a.png")
    let whole = try Self.crop(of: PNGFile(folder["a.png"]))
    #expect(whole.lack == nil && whole.crop.maxX > 140, "\(whole.crop)")
    try folder.write(Array(file.prefix(file.count / 2)), to: "a.png")
    let cut = try Self.crop(of: PNGFile(folder["a.png"]))
    #expect(cut.lack != nil && cut.crop.minX + cut.crop.maxX == 160, "\(cut.crop)")
  }

  @Test(
    "Pictures without a subject are cropped to their middle",
    arguments: [(1, 1), (1, 3000), (90, 60)])
  func flat(width: Int, height: Int) throws {
    for alpha in [0, 255] as [UInt8] {
      let picture = MemoryPicture(
        name: "flat", size: PixelSize(width: width, height: height),
        format: PixelFormat(.rgba, .eight),
        bytes: (0..<width * height).flatMap { _ in [200, 100, 0, alpha] })
      let header = picture.header()
      let placement = try PicturePlacement(
        of: header.shownSize, in: PixelRect(x: 0, y: 0, width: 20, height: 30), scaling: .fill,
        alignment: .subject, enlargement: .allowed)
      var tile = try TileInProgress(
        of: picture, as: header, placement, slides: true, with: Self.renderer())
      _ = try tile.pixels(ofNextRows: 30)
      let crop = tile.placement.crop
      #expect(crop.minX + crop.maxX == Double(width) && crop.minY + crop.maxY == Double(height))
    }
  }

  @Test("A tile rendered in strips has the same crop as one rendered whole")
  func strips() throws {
    var renderer = Self.renderer(.triangle)
    let picture = DrawnPicture(90, 40)
    let cell = PixelRect(x: 0, y: 0, width: 1200, height: 1200)
    let placement = try PicturePlacement(
      of: picture.known.size, in: cell, scaling: .fill, alignment: .subject, enlargement: .allowed)
    #expect(TileStrip.isLarge(cell.size, renderer.format))
    renderer.missing = nil
    var tile = try TileInProgress(
      of: picture, as: picture.known, placement, slides: true, with: renderer)
    var bytes = try tile.pixels(ofNextRows: 100)
    for _ in 1..<12 { bytes += try tile.pixels(ofNextRows: 100) }
    let crop = tile.placement.crop
    #expect(crop.minX > 30 && crop.maxX > 72, "\(crop)")
    let alone = try renderer.pixels(of: picture, as: picture.known, tile.placement)
    #expect(firstDifference(bytes, alone) == nil)
  }
}
