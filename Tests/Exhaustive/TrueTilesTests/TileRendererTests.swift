import Foundation
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetRendering

@Suite struct TileRendererTests {
  static let stored = PixelSize(width: 48, height: 32)

  /// A sample of an upright picture with gradients and transparent parts.
  static func sample(_ x: Int, _ y: Int, _ channel: Int) -> UInt16 {
    switch channel {
    case 0: UInt16(40 + 4 * x)
    case 1: UInt16(20 + 6 * y)
    case 2: UInt16((x * y) % 251)
    default: x / 9 % 2 == y / 7 % 2 ? 255 : UInt16(7 * y)
    }
  }

  /// The picture as a file with this orientation.
  static func fixture(_ orientation: Orientation, isLate: Bool = false) -> PNGFixture {
    let (width, height) =
      orientation.swapsSides ? (stored.height, stored.width) : (stored.width, stored.height)
    var samples: [UInt16] = []
    for row in 0..<height {
      let line = orientation.line(ofRow: row, width: width, height: height)
      for column in 0..<width {
        let (x, y) = (line.x + column * line.stepX, line.y + column * line.stepY)
        samples += (0..<4).map { sample(x, y, $0) }
      }
    }
    let chunk = PNGChunk.orientation(UInt16(orientation.rawValue))
    return PNGFixture(
      width: width, height: height, colorType: .rgba, samples: samples,
      chunksBeforeData: isLate ? [] : [chunk], chunksAfterData: isLate ? [chunk] : [])
  }

  @Test("Pixel art that shrinks, in one direction or both, is resampled with lanczos")
  func nearest() {
    let renderer = TileRenderer(
      format: PixelFormat(.rgb, .eight), filter: .nearest, isGrayscale: false, sharpening: nil,
      backdrop: .checker)
    #expect(renderer.filter(from: 0..<21, to: 84) == .nearest)
    #expect(renderer.filter(from: 0..<21, to: 21) == .nearest)
    #expect(renderer.filter(from: 0.5..<21, to: 20) == .lanczos)
    #expect(renderer.filter(from: 0..<100, to: 7) == .lanczos)
    var growing = renderer
    growing.growsByWholeFactors = true
    #expect(growing.filter(from: 0..<21, to: 84) == .nearest)
    #expect(growing.filter(from: 0.5..<20.5, to: 60) == .nearest)
    #expect(growing.filter(from: 0..<512, to: 1007) == .lanczos)
    #expect(renderer.filter(from: 0..<512, to: 1007) == .nearest)
    let other = TileRenderer(
      format: PixelFormat(.rgb, .eight), filter: .box, isGrayscale: false, sharpening: nil,
      backdrop: .checker)
    #expect(other.filter(from: 0..<100, to: 7) == .box)
  }

  static func tile(
    _ fixture: PNGFixture, to size: PixelSize, scaling: Scaling = .stretch,
    format: PixelFormat = PixelFormat(.rgb, .eight), sharpening: UnsharpMask? = nil,
    over backdrop: Backdrop = .checker, startsAtPicture: Bool = false,
    at corner: (x: Int, y: Int) = (13, 21)
  ) throws -> [UInt8] {
    let folder = TemporaryFolder()
    let path = folder["a.png"]
    try Data(fixture.encoded()).write(to: URL(fileURLWithPath: path.string))
    let file = PNGFile(path)
    let header = try file.header()
    let cell = PixelRect(x: corner.x, y: corner.y, width: size.width, height: size.height)
    let placement = try PicturePlacement(
      of: header.shownSize, in: cell, scaling: scaling, alignment: .topLeft,
      enlargement: .allowed)
    let renderer = TileRenderer(
      format: format, filter: .lanczos, isGrayscale: false, sharpening: sharpening,
      backdrop: backdrop, startsBackdropAtPictures: startsAtPicture)
    return try renderer.pixels(of: file, as: header, placement)
  }

  @Test(
    "Files of the same picture in all eight orientations give the same tile, to within 1",
    arguments: [(48, 32), (16, 11), (23, 41), (60, 37), (1, 1)])
  func eightEqualTiles(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    for scaling in [Scaling.stretch, .fill] {
      for sharpening in [nil, UnsharpMask(amount: 1)] {
        let expected = try Self.tile(
          Self.fixture(.upright), to: size, scaling: scaling, sharpening: sharpening)
        for orientation in Orientation.allCases {
          let fixture = Self.fixture(orientation, isLate: orientation.rawValue % 2 == 0)
          let tile = try Self.tile(
            fixture, to: size, scaling: scaling, sharpening: sharpening)
          // Sums in a different order may be rounded differently: first for a pixel, then for its
          // blend.
          let differences = zip(tile, expected).map { abs(Int($0) - Int($1)) }
          let limit = size == Self.stored ? 0 : tile.count / 150
          #expect(tile.count == expected.count)
          #expect(differences.max() ?? 0 <= 1)
          #expect(differences.reduce(0, +) <= limit, "orientation \(orientation)")
        }
      }
    }
  }

  @Test("A picture at its own size shows the checkerboard through its transparent parts")
  func ownSize() throws {
    let tile = try Self.tile(Self.fixture(.leftTurn), to: Self.stored)
    for (x, y) in [(0, 0), (9, 0), (18, 0), (0, 7), (9, 7)] {
      let alpha = Self.sample(x, y, 3)
      let pixel = Array(tile[(y * 48 + x) * 3..<(y * 48 + x) * 3 + 3])
      if alpha == 255 {
        #expect(pixel == (0..<3).map { UInt8(Self.sample(x, y, $0)) })
      } else if alpha == 0 {
        let isWhite = (x + 13) / 8 % 2 == (y + 21) / 8 % 2
        #expect(pixel == Array(repeating: isWhite ? 255 : 204, count: 3))
      }
    }
  }

  @Test(
    "A checkerboard that starts at pictures looks the same behind pictures anywhere on the sheet",
    arguments: Orientation.allCases, [stored, PixelSize(width: 19, height: 11)])
  func sameCheckerboard(_ orientation: Orientation, size: PixelSize) throws {
    func tile(_ corner: (x: Int, y: Int)) throws -> [UInt8] {
      try Self.tile(
        Self.fixture(orientation), to: size, scaling: .fit, startsAtPicture: true, at: corner)
    }
    let first = try tile((0, 0))
    for corner in [(13, 21), (8, 0), (3, 9)] { #expect(try tile(corner) == first) }
    let onSheet = try Self.tile(Self.fixture(orientation), to: size, scaling: .fit)
    #expect(onSheet != first)
  }

  @Test(
    "Copying and resampling give the same bytes for a picture, or part of it, at its own size",
    arguments: Orientation.allCases, [stored, PixelSize(width: 19, height: 11)])
  func eitherWay(_ orientation: Orientation, size: PixelSize) throws {
    let half = Color(red: 0.2, green: 0.5, blue: 0.9, alpha: 0.5)
    for color in [Color.white, .black, half] {
      let copied = try Self.tile(
        Self.fixture(orientation), to: size, scaling: .none, over: .color(color))
      // Sharpening, even by 0, needs linear light and therefore resampling.
      let resampled = try Self.tile(
        Self.fixture(orientation), to: size, scaling: .none, sharpening: UnsharpMask(amount: 0),
        over: .color(color))
      #expect(firstDifference(copied, resampled) == nil)
    }
  }

  @Test("Only pictures that need no conversion are copied unchanged, over any backdrop")
  func copiers() throws {
    let white = Backdrop.color(.white)
    let sheets: [(PixelFormat, UnsharpMask?, Backdrop)] = [
      (PixelFormat(.rgb, .eight), nil, white),
      (PixelFormat(.rgb, .eight), UnsharpMask(amount: 0), white),
      (PixelFormat(.rgb, .eight), nil, .checker),
      (PixelFormat(.rgba, .eight), nil, white),
      (PixelFormat(.rgb, .sixteen), nil, white),
    ]
    let header = PictureHeader(size: Self.stored, format: PixelFormat(.rgba, .eight))
    let hasCopier = sheets.map { format, sharpening, backdrop in
      TileRenderer(
        format: format, filter: .lanczos, isGrayscale: false, sharpening: sharpening,
        backdrop: backdrop
      ).copier(of: header, in: PixelRect(x: 3, y: 4, width: 48, height: 32)) != nil
    }
    #expect(hasCopier == [true, false, true, true, true])
  }

  @Test(
    "A picture, or part of it, shown at its own size keeps the colours of transparent pixels",
    arguments: [SampleDepth.eight, .sixteen], [SampleDepth.eight, .sixteen])
  func hiddenColors(stored: SampleDepth, sheet: SampleDepth) throws {
    let most = stored.maximum
    for (colors, count) in [(PNGFixture.ColorType.rgba, 4), (.grayAlpha, 2)] {
      let samples = (0..<7 * 5 * count).map { index in
        index % count == count - 1 ? [0, most, most / 3][index % 3] : (index * 7919) % (most + 1)
      }
      let fixture = PNGFixture(
        width: 7, height: 5, bitDepth: stored == .eight ? 8 : 16, colorType: colors,
        samples: samples.map { UInt16($0) })
      let format = PixelFormat(count == 4 ? .rgba : .grayAlpha, sheet)
      let tile = try Self.tile(
        fixture, to: PixelSize(width: 7, height: 5), format: format, over: .color(.clear))
      let scaled = samples.map { Int((Double($0 * sheet.maximum) / Double(most)).rounded()) }
      let expected = scaled.flatMap {
        sheet == .eight ? [UInt8($0)] : [UInt8($0 >> 8), UInt8($0 & 255)]
      }
      #expect(firstDifference(tile, expected) == nil)
      let part = try Self.tile(
        fixture, to: PixelSize(width: 4, height: 3), scaling: .none, format: format,
        over: .color(.clear))
      let pixelBytes = format.bytesPerPixel
      let rows = (0..<3).flatMap { row in
        expected[row * 7 * pixelBytes..<(row * 7 + 4) * pixelBytes]
      }
      #expect(firstDifference(part, rows) == nil)
    }
  }

  @Test("Sharpening depends on the amount, and does not change a flat picture")
  func sharpening() throws {
    let size = PixelSize(width: 30, height: 20)
    let plain = try Self.tile(Self.fixture(.upright), to: size)
    let sharp = try Self.tile(
      Self.fixture(.upright), to: size, sharpening: UnsharpMask(amount: 2))
    #expect(firstDifference(sharp, plain) != nil)
    let unsharpened = try Self.tile(
      Self.fixture(.upright), to: size, sharpening: UnsharpMask(amount: 0))
    #expect(firstDifference(unsharpened, plain) == nil)
    let flat = PNGFixture(
      width: 50, height: 50, colorType: .gray, samples: Array(repeating: 137, count: 2500))
    let sharpFlat = try Self.tile(flat, to: size, sharpening: UnsharpMask(amount: 5))
    #expect(firstDifference(sharpFlat, Array(repeating: 137, count: 1800)) == nil)
  }

  @Test("A picture whose pixels are not square is drawn with square pixels")
  func squared() throws {
    // A black and a white half, made of pixels that are twice as wide as tall.
    let fixture = PNGFixture(
      width: 4, height: 4, colorType: .gray,
      samples: (0..<16).map { $0 % 4 < 2 ? 0 : 255 },
      chunksBeforeData: [.density(x: 2, y: 1, perMetre: false)])
    let tile = try Self.tile(fixture, to: PixelSize(width: 4, height: 2), scaling: .fit)
    #expect(tile.count == 4 * 2 * 3)
    #expect(tile[0] < 10 && tile[9] > 245)
  }

  /// A picture that claims to be large and has no rows.
  struct Claim: PictureSource {
    let name = "claim.png"

    struct Broken: Error {}

    func header() -> PictureHeader {
      PictureHeader(
        size: PixelSize(width: 1_000_000, height: 1_000_000), format: PixelFormat(.rgba, .eight))
    }

    func rows(as header: PictureHeader) -> sending any PictureRows { Rows() }

    final class Rows: PictureRows {
      func next(_ body: (Span<UInt8>) -> Void) throws { throw Broken() }
    }
  }

  @Test(
    "A picture that claims to be huge and has no rows takes hardly any time",
    .timeLimit(.minutes(1))
  )
  func claims() throws {
    let picture = Claim()
    let cell = PixelRect(x: 0, y: 0, width: 200, height: 200)
    let placement = try PicturePlacement(
      of: picture.header().size, in: cell, scaling: .fit, alignment: .center, enlargement: .never)
    let renderer = TileRenderer(
      format: PixelFormat(.rgb, .eight), filter: .lanczos, isGrayscale: false, sharpening: nil,
      backdrop: .color(.white))
    // With tables for a million rows and columns, each call would take more than a quarter of a
    // second.
    for _ in 0..<2000 {
      #expect(throws: Claim.Broken.self) {
        try renderer.pixels(of: picture, as: picture.header(), placement)
      }
    }
  }
}
