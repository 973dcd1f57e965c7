package import SheetFacts
package import SystemPackage

/// The name of a file as documents have it: a path, whose bytes need not be UTF-8, or a text.
///
/// The path is kept as it is, since a copy as a text takes as much memory again.
package enum FileName: Hashable, Sendable {
  case path(FilePath)
  case text(String)

  /// The name that JSON has as a text, and as bytes if these are not UTF-8; nil if the two differ.
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

  /// The bytes of a path; nil if the text loses nothing.
  package var bytes: [UInt8]? {
    if case .path(let path) = self, !path.isText { path.bytes } else { nil }
  }

  package static func == (one: FileName, other: FileName) -> Bool {
    // Swift takes texts in NFC and NFD for equal, but their files differ.
    one.text.utf8.elementsEqual(other.text.utf8) && one.bytes == other.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Note {
  /// Creates a note about a file.
  package init(
    _ kind: Kind, as severity: Severity = .note, about file: FileName, _ text: String,
    remedy: String? = nil, _ measures: [Measure: Int] = [:]
  ) {
    self.init(kind, as: severity, about: file.text, text, remedy: remedy, measures)
    subjectBytes = file.bytes
  }
}
