import JPEGFixtures
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans
@testable import SheetRendering

/// A picture in memory that has to be rotated.
private struct TurnedPicture: PictureSource {
  let picture: MemoryPicture
  let orientation: Orientation

  var name: String { picture.name }

  func header() -> PictureHeader {
    var header = picture.header()
    header.orientation = orientation
    return header
  }

  func rows(as header: PictureHeader) -> sending any PictureRows { picture.rows(as: header) }
}

@Suite struct TrimmedTileTests {
  /// A picture without a border, or with one whose sides have the given widths.
  private static func picture(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ orientation: Orientation = .upright,
    border: PixelInsets = PixelInsets(0)
  ) -> TurnedPicture {
    let channels = format.channels.count
    let size = PixelSize(width: width + border.horizontal, height: height + border.vertical)
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (column, row) = (x - border.left, y - border.top)
        let isInside = 0..<width ~= column && 0..<height ~= row
        let isSubject = width * 6 / 10..<width * 8 / 10 ~= column && height / 2..<height ~= row
        for channel in 0..<channels {
          var sample = isInside ? 20 + (column * 7 + row * 5 + channel * 30) % 90 : 240
          if isInside, isSubject { sample = (column / 2 + row / 3) % 2 * 200 }
          if channel % 2 == 1, channel == channels - 1 { sample = isInside ? 160 : 0 }
          bytes += [UInt8](repeating: UInt8(sample), count: format.depth.bytes)
        }
      }
    }
    return TurnedPicture(
      picture: MemoryPicture(name: "picture", size: size, format: format, bytes: bytes),
      orientation: orientation)
  }

  private static func renderer(_ filter: ResampleFilter = .lanczos) -> TileRenderer {
    TileRenderer(
      format: PixelFormat(.rgb, .eight), filter: filter, isGrayscale: false, sharpening: nil,
      backdrop: .checker)
  }

  private static let cell = PixelRect(x: 5, y: 9, width: 40, height: 30)

  /// The tile of a whole picture, and the rule by which a planner trims the picture; nil if it is
  /// not trimmed.
  private struct Trimming {
    var tile: PlannedTile
    var (rule, tolerance): (BorderTrimming?, Int) = (nil, 0)
  }

  /// The tile of a picture in the cell, trimmed or not.
  private static func tile(
    _ picture: SheetPicture, _ scaling: Scaling = .fit, _ alignment: Alignment = .subject,
    _ enlargement: Enlargement = .never, focus: Focus? = nil, trims: Bool, tolerance: Int = 0,
    cell: PixelRect = cell, scale: PictureScale = .whole
  ) throws -> Trimming {
    let placement = try PicturePlacement(
      of: try #require(picture.size), in: cell, nominal: cell.size, scaling: scaling,
      alignment: alignment, focus: focus, enlargement: enlargement)
    let tile = PlannedTile(
      index: 0, cell: cell, placement: placement, scale: scale,
      followsSubject: SlidingCrop.isWanted(
        for: placement, of: try #require(picture.size), scaling, alignment, focus))
    let rule = BorderTrimming(
      scaling: scaling, alignment: alignment, enlargement: enlargement, focus: focus)
    return Trimming(tile: tile, rule: trims ? rule : nil, tolerance: tolerance)
  }

  /// The pixels of a tile, their area, and the placement in the whole picture if one was found.
  private static func rendered(
    _ tile: Trimming, of picture: SheetPicture, _ renderer: TileRenderer = renderer()
  ) throws -> (bytes: [UInt8], image: PixelRect, found: PicturePlacement?, lack: String?) {
    let shown = try trimmed(tile, of: picture)
    let placement = try #require(shown.placement)
    var inProgress = try renderer.begin(
      shown, placement, of: picture.source, as: picture.header.get())
    let bytes = try inProgress.pixels(ofNextRows: placement.image.height)
    var found = placement
    found.crop = inProgress.wholeCrop
    let isFound = tile.rule != nil || shown.followsSubject
    return (bytes, placement.image, isFound ? found : nil, inProgress.missingReason)
  }

  /// A tile with the part of the picture that its rule keeps.
  private static func trimmed(
    _ trimming: Trimming, of picture: SheetPicture
  ) throws -> PlannedTile {
    guard let rule = trimming.rule else { return trimming.tile }
    let seen = try picture.trimmed(tolerance: trimming.tolerance)
    return try rule.trimmed(trimming.tile, of: seen, CellDecoration())
  }

  @Test(
    "A trimmed picture equals one whose file has no borders",
    arguments: Scaling.allCases, Orientation.allCases)
  func unpadded(scaling: Scaling, orientation: Orientation) throws {
    let border = PixelInsets(top: 3, left: 17, bottom: 11, right: 2)
    for (width, height) in [(90, 61), (31, 70), (12, 9), (1, 1)] {
      for format in [PixelFormat(.rgb, .eight), PixelFormat(.rgba, .sixteen)] {
        for (alignment, filter) in [(Alignment.subject, ResampleFilter.lanczos), (.topRight, .box)]
        {
          let plain = SheetPicture(Self.picture(width, height, format, orientation))
          let padded = SheetPicture(
            Self.picture(width, height, format, orientation, border: border))
          // A trimmed picture may be enlarged to cover its cell only if enlargement is allowed.
          let isSmall = width < 40 || height < 40
          let enlargement: Enlargement = scaling.covers && isSmall ? .allowed : .never
          let renderer = Self.renderer(filter)
          let whole = try Self.rendered(
            Self.tile(plain, scaling, alignment, enlargement, trims: false), of: plain, renderer)
          let tile = try Self.tile(padded, scaling, alignment, enlargement, trims: true)
          let trimmed = try Self.rendered(tile, of: padded, renderer)
          #expect(trimmed.image == whole.image)
          #expect(firstDifference(trimmed.bytes, whole.bytes) == nil, "\(width) \(alignment)")
          // The placement that was found gives the same pixels.
          var again = Trimming(tile: tile.tile, rule: nil, tolerance: 0)
          (again.tile.placement, again.tile.followsSubject) = (trimmed.found, false)
          let found = try #require(trimmed.found)
          let kept = try #require(found.kept)
          #expect(found.crop.minX >= kept.minX && found.crop.maxX <= kept.maxX)
          let second = try Self.rendered(again, of: padded, renderer)
          #expect(second.bytes == trimmed.bytes && second.image == trimmed.image)
        }
      }
    }
  }

  @Test(
    "The part inside the border is measured in pixels of the upright picture",
    arguments: Orientation.allCases)
  func kept(orientation: Orientation) throws {
    let picture = SheetPicture(
      Self.picture(
        20, 10, PixelFormat(.rgb, .eight), orientation,
        border: PixelInsets(top: 1, left: 2, bottom: 4, right: 8)))
    let found = try Self.rendered(Self.tile(picture, trims: true), of: picture).found
    let columns = orientation.reversesRow ? 8.0 : 2
    let rows = orientation.reversesRowOrder ? 4.0 : 1
    #expect(
      found?.kept
        == (orientation.swapsSides
          ? Rect(x: rows, y: columns, width: 10, height: 20)
          : Rect(x: columns, y: rows, width: 20, height: 10)))
    #expect(found?.crop == found?.kept)
  }

  @Test("Unless enlargement is allowed, no scaling enlarges the part inside the trimmed border")
  func enlargement() throws {
    let picture = SheetPicture(
      Self.picture(10, 6, PixelFormat(.rgb, .eight), border: PixelInsets(40)))
    for (scaling, alignment, image) in [
      (Scaling.fit, Alignment.center, PixelRect(x: 20, y: 21, width: 10, height: 6)),
      (.fill, .bottomRight, PixelRect(x: 37, y: 33, width: 8, height: 6)),
      (.stretch, .topLeft, PixelRect(x: 5, y: 9, width: 10, height: 6)),
      (.none, .left, PixelRect(x: 5, y: 21, width: 10, height: 6)),
    ] {
      let tile = try Self.tile(picture, scaling, alignment, trims: true)
      #expect(try Self.rendered(tile, of: picture).image == image)
    }
    let allowed = try Self.tile(picture, .fill, .center, .allowed, trims: true)
    #expect(try Self.rendered(allowed, of: picture).image == Self.cell)
    let fitted = try Self.tile(picture, .fit, .center, .allowed, trims: true)
    #expect(try Self.rendered(fitted, of: picture).image.width == 40)
  }

  @Test("A focus refers to the whole picture, even if the picture is trimmed")
  func focus() throws {
    let picture = SheetPicture(
      Self.picture(
        100, 30, PixelFormat(.rgb, .eight),
        border: PixelInsets(top: 0, left: 60, bottom: 0, right: 40)))
    // 60 + 25 of 200.
    for (x, centre) in [(0.425, 85.0), (0, 80), (1, 140)] {
      let tile = try Self.tile(
        picture, .fill, .subject, .allowed, focus: Focus(x: x, y: 0.5), trims: true)
      let crop = try #require(try Self.rendered(tile, of: picture).found).crop
      #expect(abs(crop.center.x - centre) < 1e-9, "\(crop)")
    }
  }

  @Test(
    "Pictures without borders, and pictures that are all border, look as they do without trimming",
    arguments: [(1, 1), (1, 900), (30, 20), (97, 61)])
  func untouched(width: Int, height: Int) throws {
    let format = PixelFormat(.rgba, .eight)
    let size = PixelSize(width: width, height: height)
    for bytes in [
      Self.picture(width, height, format).picture.bytes,
      [UInt8](repeating: 0, count: 4 * width * height),
      (0..<width * height).flatMap { _ in [200, 100, 0, 255] },
    ] as [[UInt8]] {
      let picture = SheetPicture(
        MemoryPicture(name: "a", size: size, format: format, bytes: bytes))
      for scaling in Scaling.allCases {
        let whole = try Self.rendered(Self.tile(picture, scaling, trims: false), of: picture)
        let trimmed = try Self.rendered(Self.tile(picture, scaling, trims: true), of: picture)
        #expect(trimmed.bytes == whole.bytes && trimmed.image == whole.image)
        #expect(trimmed.found != nil && trimmed.found?.kept == nil)
      }
    }
  }

  @Test("A tile rendered in strips equals one rendered whole")
  func strips() throws {
    let picture = SheetPicture(
      Self.picture(90, 60, PixelFormat(.rgb, .eight), border: PixelInsets(300)))
    let cell = PixelRect(x: 3, y: 2, width: 1500, height: 1200)
    let renderer = Self.renderer(.triangle)
    for scaling in [Scaling.fit, .fill] {
      let tile = try Self.tile(picture, scaling, .subject, .allowed, trims: true, cell: cell)
      let whole = try Self.rendered(tile, of: picture, renderer)
      let planned = try Self.trimmed(tile, of: picture)
      let strips = try #require(TileStrip.allStrips(of: planned, picture, renderer.format))
      var bytes: [UInt8] = []
      var found: Rect?
      for strip in strips {
        let pixels = try strip.tile.pixels(inRows: strip.rows, with: renderer).get()
        bytes += pixels.bytes
        #expect(pixels.image == whole.image)
        if let crop = pixels.crop { found = crop }
      }
      #expect(strips.count > 1 && firstDifference(bytes, whole.bytes) == nil)
      #expect(found == (scaling == .fill ? whole.found?.crop : nil))
    }
  }

  /// A file with a grey square in a border, and the end of its content.
  private static func png(_ edit: (inout PNGFixture) -> Void = { _ in }) -> [UInt8] {
    let samples = (0..<60 * 160).map { place in
      let (x, y) = (place % 160, place / 160)
      return 100..<140 ~= x && 5..<55 ~= y ? UInt16(90 + place &* 7919 % 50) : 255
    }
    var fixture = PNGFixture(width: 160, height: 60, colorType: .gray, samples: samples)
    (fixture.compressionLevel, fixture.dataChunkSize) = (0, 500)
    edit(&fixture)
    return fixture.encoded()
  }

  @Test("A truncated file keeps its borders, and is shown as far as it can be decoded")
  func half() throws {
    let folder = TemporaryFolder()
    var renderer = Self.renderer()
    renderer.missing = .black
    try folder.write(Self.png(), to: "a.png")
    let whole = SheetPicture(PNGFile(folder["a.png"]))
    let kept = try Self.rendered(Self.tile(whole, trims: true), of: whole, renderer).found?.kept
    #expect(kept == Rect(x: 100, y: 5, width: 40, height: 50))
    try folder.write(Array(Self.png().prefix(5000)), to: "a.png")
    let cut = SheetPicture(PNGFile(folder["a.png"]))
    let tile = try Self.tile(cut, trims: true)
    let shown = try Self.rendered(tile, of: cut, renderer)
    #expect(shown.lack != nil && shown.found == tile.tile.placement)
    renderer.missing = nil
    #expect(throws: (any Error).self) { try Self.rendered(tile, of: cut, renderer) }
  }

  @Test(
    "Borders of JPEGs of every colour space are found to within 2 pixels",
    .needs(.jpeg),
    arguments: JPEGFixture.Space.allCases)
  func photographs(space: JPEGFixture.Space) throws {
    let fixture = JPEGFixture(width: 160, height: 64, space: space)
    let rows = (0..<64 * 160 * space.channels).map { place in
      let (x, y) = (place / space.channels % 160, place / space.channels / 160)
      return 80..<144 ~= x && 16..<48 ~= y ? UInt8((x / 6 + y / 8) % 2 * 120) : 250
    }
    let folder = TemporaryFolder()
    try folder.write(fixture.encoded(rows), to: "a.jpg")
    let picture = SheetPicture(LibraryFile(folder["a.jpg"], as: .jpeg))
    #expect(try picture.header.get().isLossy)
    let tile = try Self.tile(picture, trims: true, tolerance: 10, scale: .quarter)
    let kept = try #require(try Self.rendered(tile, of: picture).found?.kept)
    #expect(abs(kept.minX - 80) <= 2 && abs(kept.maxX - 144) <= 2, "\(kept)")
    #expect(abs(kept.minY - 16) <= 2 && abs(kept.maxY - 48) <= 2, "\(kept)")
  }
}
