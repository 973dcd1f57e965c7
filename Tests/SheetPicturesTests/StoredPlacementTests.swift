import SheetImaging
import SheetLayout
import Testing

@testable import SheetPictures

@Suite struct StoredPlacementTests {
  static func header(
    _ orientation: Orientation, _ ratio: PixelRatio = .square
  ) -> PictureHeader {
    PictureHeader(
      size: PixelSize(width: 300, height: 200), format: PixelFormat(.rgb, .eight),
      orientation: orientation, pixelRatio: ratio)
  }

  @Test("The displayed size is the size of the upright picture, with square pixels")
  func shownSize() throws {
    #expect(Self.header(.halfTurn).shownSize == PixelSize(width: 300, height: 200))
    #expect(Self.header(.leftTurn).shownSize == PixelSize(width: 200, height: 300))
    let tall = try #require(PixelRatio(columns: 2, rows: 1))
    #expect(Self.header(.upright, tall).shownSize == PixelSize(width: 300, height: 400))
    #expect(Self.header(.leftTurn, tall).shownSize == PixelSize(width: 400, height: 300))
  }

  @Test(
    "The whole displayed picture is exactly the whole stored picture",
    arguments: Orientation.allCases,
    [(1, 1), (3, 7), (97, 89)] as [(UInt32, UInt32)])
  func whole(orientation: Orientation, ratio: (columns: UInt32, rows: UInt32)) throws {
    let header = Self.header(
      orientation, try #require(PixelRatio(columns: ratio.columns, rows: ratio.rows)))
    let shown = header.shownSize
    let placement = PicturePlacement(
      image: PixelRect(x: 5, y: 6, width: 30, height: 20),
      crop: Rect(x: 0, y: 0, width: Double(shown.width), height: Double(shown.height)))
    let stored = StoredPlacement(placement, of: header)
    #expect(stored.columns == 0..<300)
    #expect(stored.rows == 0..<200)
    #expect(
      stored.size
        == (orientation.swapsSides
          ? PixelSize(width: 20, height: 30) : PixelSize(width: 30, height: 20)))
  }

  @Test(
    "The Exif orientation determines which stored pixels are shown in the top left corner",
    arguments: [
      (.upright, 0..<30, 0..<10), (.mirrored, 270..<300, 0..<10), (.halfTurn, 270..<300, 190..<200),
      (.flipped, 0..<30, 190..<200), (.transposed, 0..<10, 0..<30), (.rightTurn, 0..<10, 170..<200),
      (.transversed, 290..<300, 170..<200), (.leftTurn, 290..<300, 0..<30),
    ] as [(Orientation, Range<Double>, Range<Double>)])
  func corner(orientation: Orientation, columns: Range<Double>, rows: Range<Double>) {
    let placement = PicturePlacement(
      image: PixelRect(x: 0, y: 0, width: 30, height: 10),
      crop: Rect(x: 0, y: 0, width: 30, height: 10))
    let stored = StoredPlacement(placement, of: Self.header(orientation))
    #expect(stored.columns == columns)
    #expect(stored.rows == rows)
  }

  @Test(
    "A part of a picture is copied if its edges are pixel edges and its size does not change",
    arguments: Orientation.allCases)
  func copiedPart(orientation: Orientation) {
    let header = Self.header(orientation)
    let shown = header.shownSize
    func part(in image: PixelSize, cutOff: Double = 0) -> PixelRect? {
      let placement = PicturePlacement(
        image: PixelRect(x: 5, y: 6, width: image.width, height: image.height),
        crop: Rect(
          x: cutOff, y: 0, width: Double(shown.width) - cutOff, height: Double(shown.height)))
      return StoredPlacement(placement, of: header).copiedPart
    }
    let narrower = PixelSize(width: shown.width - 3, height: shown.height)
    let stored = header.size
    #expect(
      part(in: shown) == PixelRect(x: 0, y: 0, width: stored.width, height: stored.height))
    let cut = orientation.upright(narrower)
    #expect(
      part(in: narrower, cutOff: 3)
        == PixelRect(
          x: orientation.swapsSides || orientation.reversesRow ? 0 : 3,
          y: orientation.swapsSides && !orientation.reversesRowOrder ? 3 : 0,
          width: cut.width, height: cut.height))
    #expect(part(in: shown, cutOff: 3) == nil)
    #expect(part(in: narrower) == nil)
    #expect(part(in: narrower, cutOff: 2.5) == nil)
    #expect(part(in: PixelSize(width: shown.width, height: shown.height - 1)) == nil)
  }

  @Test("The pixel aspect ratio is used to find the stored columns and rows of a crop")
  func stretched() throws {
    let wide = try #require(PixelRatio(columns: 1, rows: 2))
    let placement = PicturePlacement(
      image: PixelRect(x: 0, y: 0, width: 30, height: 10),
      crop: Rect(x: 100, y: 40, width: 300, height: 100))
    let stored = StoredPlacement(placement, of: Self.header(.upright, wide))
    #expect(stored.columns == 50..<200)
    #expect(stored.rows == 40..<140)
  }
}
