import Foundation
import JPEGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetRendering

/// A gradient that is linear in light.
///
/// Its mean over any area is its value in the middle, so only the positions of pixels make a
/// difference.
private struct Slope: PictureSource {
  let size: PixelSize
  let orientation: Orientation
  var name: String { "slope" }

  func header() -> PictureHeader {
    var header = PictureHeader(
      size: size, format: PixelFormat(.gray, .sixteen), colorSpace: ColorSpace(.linear),
      orientation: orientation)
    header.isReducible = true
    return header
  }

  func rows(as header: PictureHeader) -> sending any PictureRows { rows(as: header, at: .whole) }

  func rows(as header: PictureHeader, at scale: PictureScale) -> sending any PictureRows {
    Rows(size: size, scale: scale)
  }

  final class Rows: PictureRows {
    let size: PixelSize
    let scale: PictureScale
    var row = 0

    init(size: PixelSize, scale: PictureScale) { (self.size, self.scale) = (size, scale) }

    func next(_ body: (Span<UInt8>) -> Void) {
      var bytes: [UInt8] = []
      let divisor = Double(scale.rawValue)
      for column in 0..<scale.size(of: size).width {
        let x = (Double(column) + 0.5) * divisor / Double(size.width)
        let y = (Double(row) + 0.5) * divisor / Double(size.height)
        let value = Int((4000 + 30_000 * x + 25_000 * y).rounded())
        bytes += [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
      }
      row += 1
      body(bytes.span)
    }
  }
}

@Suite struct ReducedTileTests {
  static func tile(
    of source: some PictureSource, _ placement: PicturePlacement, at scale: PictureScale,
    format: PixelFormat = PixelFormat(.gray, .sixteen)
  ) throws -> [UInt8] {
    let renderer = TileRenderer(
      format: format, filter: .lanczos, isGrayscale: false, sharpening: nil,
      backdrop: .color(.white))
    return try renderer.pixels(of: source, as: source.header(), placement, scale)
  }

  private func samples(_ bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
  }

  @Test(
    "A picture decoded at reduced size is in the same place as one decoded at full size",
    arguments: Orientation.allCases
  )
  func places(orientation: Orientation) throws {
    for (width, height) in [(640, 480), (637, 475), (643, 489)] {
      let source = Slope(size: PixelSize(width: width, height: height), orientation: orientation)
      let shown = source.header().shownSize
      let (w, h) = (Double(shown.width), Double(shown.height))
      for crop in [
        Rect(x: 0, y: 0, width: w, height: h),
        Rect(x: 31, y: 17.5, width: w - 65.25, height: h - 100),
      ] {
        let placement = PicturePlacement(
          image: PixelRect(x: 3, y: 4, width: 20, height: 15), crop: crop)
        let whole = try Self.tile(of: source, placement, at: .whole)
        for scale in [PictureScale.half, .quarter, .eighth] {
          let reduced = try Self.tile(of: source, placement, at: scale)
          #expect(reduced.count == whole.count)
          let differences = zip(samples(whole), samples(reduced)).map { abs($0 - $1) }
          // If a tile moves by a pixel of the picture, its values change by 45. At the edges,
          // filters repeat a pixel, and pixels are larger in the reduced picture.
          let inner = differences.indices.filter { index in
            3..<17 ~= index % 20 && 3..<12 ~= index / 20
          }
          #expect(inner.map { differences[$0] }.max() ?? 0 <= 8, "\(width) at \(scale)")
          #expect(differences.max() ?? 0 <= 300, "\(width) at \(scale)")
        }
      }
    }
  }
}

/// How much detail photographs lose when they are reduced.
@Suite(.needs(.corpus("kodak"), .jpeg))
struct ReducedPhotographTests {
  /// A photograph as a JPEG, enlarged by a factor.
  private func jpeg(_ file: URL, enlarged factor: Int, in folder: TemporaryFolder) throws
    -> LibraryFile
  {
    let png = PNGFile(FilePath(file.path))
    let size = try png.header().size
    let large = PixelSize(width: factor * size.width, height: factor * size.height)
    let placement = PicturePlacement(
      image: PixelRect(x: 0, y: 0, width: large.width, height: large.height),
      crop: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    let rows = try ReducedTileTests.tile(
      of: png, placement, at: .whole, format: PixelFormat(.rgb, .eight))
    try folder.write(
      JPEGFixture(width: large.width, height: large.height).encoded(rows), to: "a.jpg")
    return LibraryFile(folder["a.jpg"], as: .jpeg)
  }

  /// How close a reduced tile is to the tile of the picture decoded at full size, in decibels.
  private func nearness(_ file: LibraryFile, width: Int, _ scale: PictureScale) throws -> Double {
    let size = try file.header().size
    let placement = PicturePlacement(
      image: PixelRect(x: 0, y: 0, width: width, height: width * size.height / size.width),
      crop: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    let format = PixelFormat(.rgb, .eight)
    let whole = try ReducedTileTests.tile(of: file, placement, at: .whole, format: format)
    let reduced = try ReducedTileTests.tile(of: file, placement, at: scale, format: format)
    let sum = zip(whole, reduced).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    return 10 * log10(255 * 255 / max(sum / Double(whole.count), 1e-9))
  }

  @Test(
    "At a camera's resolution, photographs keep 51 dB if decoded at half size, 42 dB at a quarter",
    arguments: Corpora.files(in: "kodak"))
  func large(file: URL) throws {
    let folder = TemporaryFolder()
    let jpeg = try jpeg(file, enlarged: 3, in: folder)
    // Pictures decoded at a quarter or a half are never drawn larger than here. Most photographs
    // are at 46 to 53 dB; three with the finest detail are at 42 and 43.
    let width = try jpeg.header().size.width
    #expect(try nearness(jpeg, width: width / 14, .quarter) >= 42)
    #expect(try nearness(jpeg, width: width / 7, .half) >= 51)
  }

  @Test(
    "The sharpest pictures keep at least 38 dB if decoded at half size, and 33 dB at a quarter",
    arguments: Corpora.files(in: "kodak"))
  func sharp(file: URL) throws {
    let folder = TemporaryFolder()
    let jpeg = try jpeg(file, enlarged: 1, in: folder)
    let isUpright = try jpeg.header().size.width < 600
    #expect(try nearness(jpeg, width: isUpright ? 59 : 88, .half) >= 38)
    #expect(try nearness(jpeg, width: isUpright ? 29 : 44, .quarter) >= 33)
  }
}
