import FormatFixtures
import JPEGFixtures

@testable import SheetPictures

/// RAW files: none crashes the reader, and reading twice gives equal rows, of the size in the
/// header.
///
/// Does nothing without libjpeg-turbo.
enum RawTarget: PictureTarget {
  static let name = "raw"

  static func seeds() -> [[UInt8]] {
    guard JPEGFixture.isAvailable else { return [[]] }
    let preview = JPEGFixture(width: 27, height: 19).encoded()
    // In this file, a truncated preview precedes another picture.
    let open = RawFixture(.thumbnail, preview: preview.dropLast(2)).encoded() + preview
    return [open] + RawFixture.Form.allCases.map { RawFixture($0, preview: preview).encoded() }
  }

  static func rows(_ bytes: [UInt8], _ scale: PictureScale) -> [UInt8]? {
    FuzzedFile(bytes, "nef")?.rows(at: scale) { LibraryFile($0, as: .raw) }
  }
}
