import FormatFixtures
import SheetImaging
import TestSupport

@testable import SheetPictures

/// GIFs: none crashes the reader, and reading twice gives equal rows, of the size in the header.
///
/// The frame that is read depends on the file. Does nothing without giflib.
enum GIFTarget: PictureTarget {
  static let name = "gif"

  static func seeds() -> [[UInt8]] {
    var random = SeededGenerator(seed: 1)
    return (0..<20).map { number in
      var fixture = GIFFixture.random(&random)
      if number == 0 { fixture.xmp = Array("<x/>".utf8) }
      return fixture.encoded()
    }
  }

  static func rows(_ bytes: [UInt8], _ scale: PictureScale) -> [UInt8]? {
    let count = (try? GIFContainer(ByteView(bytes)).frames.count) ?? 1
    return FuzzedFile(bytes, "gif")?.rows(at: scale) { path in
      var file = LibraryFile(path, as: .gif)
      if bytes.count % 2 == 0, let page = file.page(bytes.count / 2 % count) as? LibraryFile {
        file = page
      }
      return file
    }
  }
}
