/// A kind of file that is often found under the name of a picture.
package struct FileKind {
  private let offset: Int
  private let mark: [UInt8]
  private let name: String

  private init(_ mark: [UInt8], at offset: Int = 0, _ name: String) {
    self.offset = offset
    self.mark = mark
    self.name = name
  }

  private init(_ mark: String, at offset: Int = 0, _ name: String) {
    self.init(Array(mark.utf8), at: offset, name)
  }

  /// The kind of a file that begins with these bytes, with its article.
  package static func name(of beginning: Span<UInt8>) -> String? {
    if let kind = known.first(where: { $0.matches(beginning) }) { return kind.name }
    return markup(beginning)
  }

  private func matches(_ beginning: Span<UInt8>) -> Bool {
    guard beginning.count >= offset + mark.count else { return false }
    return mark.indices.allSatisfy { beginning[offset + $0] == mark[$0] }
  }

  private static let known = [
    FileKind([0xFF, 0xD8, 0xFF], "a JPEG"),
    FileKind("GIF8", "a GIF"),
    FileKind("WEBP", at: 8, "a WebP"),
    FileKind("ftypavif", at: 4, "an AVIF"),
    FileKind("ftyphei", at: 4, "a HEIC"),
    FileKind("ftypmif1", at: 4, "a HEIF"),
    FileKind("BM", "a BMP"),
    FileKind([0x49, 0x49, 0x2A, 0x00], "a TIFF"),
    FileKind([0x4D, 0x4D, 0x00, 0x2A], "a TIFF"),
    FileKind([0x8B, 0x4A, 0x4E, 0x47], "a JNG"),
    FileKind([0x8A, 0x4D, 0x4E, 0x47], "an MNG"),
    FileKind([0x00, 0x05, 0x16, 0x07], "an AppleDouble file"),
    FileKind("PK", "a zip archive"),
    FileKind([0x1F, 0x8B], "a gzip file"),
    FileKind("%PDF", "a PDF"),
    FileKind("version https://git-lfs", "a Git LFS pointer; fetch the file with 'git lfs pull'"),
    FileKind("PNG", at: 1, "one with a damaged signature, as after a transfer as text"),
  ]

  /// Web pages that a server sent instead of a picture, and drawings.
  private static func markup(_ beginning: Span<UInt8>) -> String? {
    var text = ""
    for index in 0..<min(beginning.count, 512) where beginning[index] < 0x80 {
      text.unicodeScalars.append(Unicode.Scalar(beginning[index]))
    }
    let start = text.drop { $0.isWhitespace }.lowercased()
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "an HTML page" }
    if start.hasPrefix("<svg") || (start.hasPrefix("<?xml") && start.contains("<svg")) {
      return "an SVG"
    }
    return nil
  }
}
