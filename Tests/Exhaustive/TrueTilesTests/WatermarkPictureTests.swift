import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlans
@testable import SheetRendering

/// The picture of a watermark, drawn over tiles.
@Suite struct WatermarkPictureTests {
  typealias Decoders = TileMemoryTests.Decoders

  static func watermark(
    _ decoders: Decoders, brokenRow: Int? = nil, within limit: Int = 1 << 30
  ) -> WatermarkPicture {
    WatermarkPicture(
      SheetPicture(
        TileMemoryTests.HeldPicture(
          name: "logo", heldBytes: 1, brokenRow: brokenRow, decoders: decoders)),
      within: ByteLimit(limit))
  }

  /// Marked tiles, each below the one before.
  static func page(_ marks: [PixelSize]) -> SheetPage {
    let tiles = marks.enumerated().map { index, size in
      let cell = PixelRect(x: 0, y: 200 * index, width: 300, height: 200)
      let whole = Rect(x: 0, y: 0, width: 300, height: 200)
      var tile = PlannedTile(
        index: index, cell: cell, placement: PicturePlacement(image: cell, crop: whole))
      tile.watermark = PixelRect(
        x: 150 - size.width / 2, y: cell.y + 100 - size.height / 2, width: size.width,
        height: size.height)
      return tile
    }
    return SheetPage(
      number: 1, size: PixelSize(width: 300, height: max(1, 200 * tiles.count)), tiles: tiles)
  }

  static let sizes = [(40, 30), (80, 60), (40, 30), (20, 15), (80, 60), (20, 15)].map {
    PixelSize(width: $0.0, height: $0.1)
  }

  /// The pixels of a page's marked tiles, drawn over grey in strips of `rows` rows.
  static func drawn(
    _ watermark: WatermarkPicture, on page: SheetPage, _ format: PixelFormat, rows: Int = 200
  ) throws -> [[UInt8]] {
    try page.tiles.map { tile in
      var bytes: [UInt8] = []
      for y in stride(from: tile.cell.y, to: tile.cell.maxY, by: rows) {
        let strip = y..<min(y + rows, tile.cell.maxY)
        var pixels = TilePixels(
          cell: tile.cell, rows: strip, image: tile.cell,
          bytes: [UInt8](repeating: 100, count: strip.count * 300 * format.bytesPerPixel))
        try watermark.draw(
          in: #require(tile.watermark), over: &pixels, in: format)
        bytes += pixels.bytes
      }
      return bytes
    }
  }

  @Test("A watermark is decoded once per size, whatever the number of pages and tiles")
  func once() throws {
    let (decoders, page) = (Decoders(), Self.page(Self.sizes))
    let watermark = Self.watermark(decoders)
    let bytes = try watermark.prepare(for: page)
    #expect(bytes == 4 * (40 * 30 + 80 * 60 + 20 * 15))
    // The picture is decoded once more, to choose what becomes transparent.
    #expect(decoders.opened == 4)
    for _ in 0..<3 {
      #expect(try watermark.prepare(for: page) == bytes)
      _ = try Self.drawn(watermark, on: page, PixelFormat(.rgb, .eight))
    }
    #expect(decoders.opened == 4)
  }

  @Test("For a page without marks, nothing is decoded and nothing is held in memory")
  func nothing() throws {
    let decoders = Decoders()
    let watermark = Self.watermark(decoders)
    #expect(try watermark.prepare(for: Self.page([])) == 0)
    #expect(decoders.opened == 0)
  }

  @Test(
    "With little memory, or in strips, marks have the same pixels, and none is outside its area",
    arguments: PixelFormat.Channels.allCases, SampleDepth.allCases)
  func same(channels: PixelFormat.Channels, depth: SampleDepth) throws {
    let (format, page) = (PixelFormat(channels, depth), Self.page(Self.sizes))
    let expected = try Self.drawn(Self.watermark(Decoders()), on: page, format)
    for (tile, pixels) in zip(page.tiles, expected) {
      let area = try #require(tile.watermark)
      var (inside, outside) = (0, 0)
      for (index, byte) in pixels.enumerated() where byte != 100 {
        let pixel = index / format.bytesPerPixel
        let (x, y) = (pixel % 300, tile.cell.y + pixel / 300)
        if (area.x..<area.maxX).contains(x), (area.y..<area.maxY).contains(y) {
          inside += 1
        } else {
          outside += 1
        }
      }
      #expect(inside > area.width * area.height / 2 && outside == 0)
    }
    for limit in [1, 8 * 4 * 40 * 30, 8 * 4 * 80 * 60] {
      let decoders = Decoders()
      let tight = Self.watermark(decoders, within: limit)
      let held = try tight.prepare(for: page)
      #expect(held >= 4 * 80 * 60)
      let pixels = try Self.drawn(tight, on: page, format)
      #expect(pixels == expected, "within \(limit)")
      #expect(decoders.opened > 4, "sizes are decoded again")
    }
    for rows in [1, 7, 64, 199] {
      let strips = try Self.drawn(Self.watermark(Decoders()), on: page, format, rows: rows)
      #expect(strips == expected, "in strips of \(rows) rows")
    }
  }

  @Test("A damaged picture gives an error that names it and says what to do")
  func damaged() throws {
    let watermark = Self.watermark(Decoders(), brokenRow: 17)
    let error = #expect(throws: ContactSheetError.self) {
      try watermark.prepare(for: Self.page(Self.sizes))
    }
    #expect(
      error?.description
        == "cannot read 'logo': the paint ran out; use another image for watermark")
  }
}
