import FormatFixtures

@testable import SheetPictures

/// WebP files: none crashes the reader, and reading twice gives equal rows, of the size in the
/// header.
///
/// Does nothing without libwebp.
enum WebPTarget: PictureTarget {
  static let name = "webp"

  static func seeds() -> [[UInt8]] {
    guard WebPFixture.isAvailable else { return [[]] }
    return [false, true].flatMap { isLossless in
      [false, true].flatMap { hasAlpha in
        [nil, (50, 40, 6, 4)].map { canvas in
          var fixture = WebPFixture(
            width: 27, height: 19, isLossless: isLossless, hasAlpha: hasAlpha)
          (fixture.profile, fixture.exif, fixture.xmp) = ([1, 2, 3], [4, 5], [6])
          fixture.canvas = canvas
          return fixture.encoded()
        }
      }
    } + [
      WebPFixture.file([
        ("VP8L", [0x2F] + WebPFixture.number(15 | 15 << 14, 4) + WebPFixture.groups(side: 16))
      ])
    ]
  }

  static func rows(_ bytes: [UInt8], _ scale: PictureScale) -> [UInt8]? {
    FuzzedFile(bytes, "webp")?.rows(at: scale) { LibraryFile($0, as: .webP) }
  }
}
