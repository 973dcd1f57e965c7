import JPEGFixtures

@testable import SheetPictures

/// JPEG files: none crashes, and reading twice gives equal rows, in the size of the header.
///
/// Does nothing without libjpeg-turbo.
enum JPEGTarget: PictureTarget {
  static let name = "jpeg"

  static func seeds() -> [[UInt8]] {
    guard JPEGFixture.isAvailable else { return [[]] }
    return JPEGFixture.Space.allCases.flatMap { space in
      [false, true].map { isProgressive in
        var fixture = JPEGFixture(width: 27, height: 19, space: space)
        fixture.isProgressive = isProgressive
        fixture.restartInterval = isProgressive ? 0 : 2
        fixture.markers =
          JPEGMarker.profile([UInt8](repeating: 7, count: 40), partSize: 15)
          + [.exif(orientation: 6, colorSpace: 0xFFFF, interoperability: "R03"), .comment("x")]
        return fixture.encoded()
      }
    }
  }

  static func rows(_ bytes: [UInt8], _ scale: PictureScale) -> [UInt8]? {
    FuzzedFile(bytes, "jpg")?.rows(at: scale) { LibraryFile($0, as: .jpeg) }
  }
}
