import FormatFixtures

@testable import SheetPictures

/// TIFF files: none crashes, and two reads give equal rows, in the size of the header.
///
/// Does nothing without libtiff.
enum TIFFTarget: PictureTarget {
  static let name = "tiff"

  static func seeds() -> [[UInt8]] {
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
