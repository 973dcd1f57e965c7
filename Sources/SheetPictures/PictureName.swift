internal import SheetFiles
package import SystemPackage

/// The name of a picture: the path of its file, whose bytes need not be UTF-8, or a text.
///
/// The path is kept as it is, since a copy as a text takes as much memory again.
package enum PictureName: Hashable, Sendable {
  case path(FilePath)
  case text(String)

  /// Takes the name that JSON has as a text, and as bytes if these are not UTF-8; nil if the two differ.
  package init?(_ text: String, bytes: [UInt8]?) {
    self = .text(text)
    guard let bytes, !bytes.isEmpty else { return }
    if bytes.contains(0) || String(decoding: bytes, as: UTF8.self) != text { return nil }
    self = .path(FilePath(bytes: bytes))
  }

  /// The name, with replacement characters for bytes that are not UTF-8.
  package var text: String {
    switch self {
    case .path(let path): path.string
    case .text(let text): text
    }
  }

  /// The path that the name stands for.
  package var path: FilePath {
    switch self {
    case .path(let path): path
    case .text(let text): FilePath(text)
    }
  }

  /// The bytes of a path; nil if its text tells it whole.
  package var bytes: [UInt8]? {
    if case .path(let path) = self, !path.isText { path.bytes } else { nil }
  }

  package static func == (one: PictureName, other: PictureName) -> Bool {
    // Texts are equal that have one look, in NFC and NFD; their files are two.
    one.text.utf8.elementsEqual(other.text.utf8) && one.bytes == other.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension PictureSource {
  /// The name, with the path of a file; of what changed in a picture, that of the picture as it is.
  package var pictureName: PictureName {
    let source: any PictureSource = (self as? PictureDifference)?.after ?? self
    let path = (source as? any FileSource)?.path
    return path.flatMap { $0.string == name ? .path($0) : nil } ?? .text(name)
  }
}
