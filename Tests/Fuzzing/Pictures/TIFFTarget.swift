import FormatFixtures
import JPEGFixtures
import TestSupport

@testable import SheetPictures

/// TIFF files: none crashes the reader, and reading twice gives equal rows, of the size in the
/// header.
///
/// Does nothing without libtiff.
enum TIFFTarget: PictureTarget {
  static let name = "tiff"

  static func seeds() -> [[UInt8]] {
    samples + codecs + converted + [manySamples]
  }

  /// Pictures whose colours libtiff converts: YCbCr and Lab, in a strip and in tiles.
  private static var converted: [[UInt8]] {
    [6, 8].flatMap { colors in
      [nil, (16, 16)].map { tile in
        var fixture = TIFFFixture()
        (fixture.colors, fixture.stripHeight, fixture.tile) = (colors, fixture.height, tile)
        fixture.entries = [(530, .shorts([1, 1]))]
        return fixture.encoded(
          (0..<fixture.width * fixture.height * fixture.samples).map { $0 % 256 })
      }
    }
  }

  /// Pixels of 64 samples, each a 64-bit float.
  private static var manySamples: [UInt8] {
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.bits) = (4, 2, 64)
    (fixture.colors, fixture.samples, fixture.form) = (1, 64, 3)
    fixture.coding = .deflate
    return fixture.encoded([Int](repeating: 0, count: 4 * 2 * 64))
  }

  /// Faxes, JPEGs with one scan, with several, and with a frame that claims to be far larger than the
  /// picture, and Zstandard windows.
  private static var codecs: [[UInt8]] {
    let faxes = [2, 3, 4].map { coding in
      let (fixture, strip) = TIFFFixture.fax(coding: coding)
      return fixture.file([strip])
    }
    var picture = TIFFFixture()
    (picture.width, picture.height, picture.stripHeight) = (48, 32, 32)
    picture.entries = [(259, .shorts([50_000]))]
    let zeros = picture.file([ZstandardFixture.zeros(48 * 32 * 3, windowCode: 0x88)])
    picture.colors = 6
    picture.entries = [(259, .shorts([7])), (530, .shorts([2, 2]))]
    let jpegs = [false, true].flatMap { isProgressive in
      var jpeg = JPEGFixture(width: 48, height: 32)
      jpeg.isProgressive = isProgressive
      let strip = JPEGFixture.isAvailable ? jpeg.encoded() : []
      return [strip, JPEGTarget.claiming(30_000, strip)].map { picture.file([$0]) }
    }
    return faxes + [zeros] + jpegs
  }

  private static var samples: [[UInt8]] {
    TIFFFixture.Coding.allCases.flatMap { coding in
      (0..<16).map { layout in
        var fixture = TIFFFixture()
        (fixture.coding, fixture.bits) = (coding, layout & 1 == 0 ? 8 : 16)
        (fixture.isPlanar, fixture.isBig) = (layout & 2 == 0, layout & 4 == 0)
        if layout & 8 == 0 { fixture.tile = (16, 16) }
        let count = fixture.width * fixture.height * fixture.samples
        return fixture.encoded((0..<count).map { $0 % 256 })
      }
    }
  }

  static func rows(_ bytes: [UInt8], _ scale: PictureScale) -> [UInt8]? {
    FuzzedFile(bytes, "tif")?.rows(at: scale) { LibraryFile($0, as: .tiff) }
  }
}
