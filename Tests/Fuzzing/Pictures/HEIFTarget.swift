import FormatFixtures

@testable import SheetPictures

/// HEIC and AVIF files: none crashes the reader, and reading twice gives equal rows, of the size in
/// the header.
///
/// Does nothing without libheif.
enum HEIFTarget: FuzzTarget {
  static let name = "heif"

  static func seeds() -> [[UInt8]] {
    guard HEIFFixture.isAvailable else { return [[]] }
    // Longer seeds would be truncated.
    let hostile = HostileHEIF.all(bytes: 8000).map(\.bytes)
    return hostile
      + [false, true].flatMap { isAV1 in
        [false, true].map { isGrid in
          // libheif 1.15 configures libaom for 10 bits in a way that ends the process.
          var fixture = HEIFFixture(
            width: 70, height: 50, isAV1: isAV1, bits: isAV1 || isGrid ? 8 : 10, isGrid: isGrid)
          (fixture.profile, fixture.exif, fixture.xmp) = ([1, 2, 3], [4, 5], [6])
          (fixture.hasAlpha, fixture.thumbnail) = (!isGrid, isGrid ? (35, 25) : nil)
          (fixture.orientation, fixture.codePoints) = (6, [9, 16, 9])
          return fixture.encoded()
        }
      }
  }

  static func check(_ bytes: [UInt8]) {
    let (first, second) = (rows(bytes), rows(bytes))
    expect(first == second, "different rows the second time")
  }

  private static func rows(_ bytes: [UInt8]) -> [UInt8]? {
    FuzzedFile(bytes, "heic")?.rows(at: .whole) { LibraryFile($0, as: .heic) }
  }
}
