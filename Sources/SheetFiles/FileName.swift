package import SheetModel
package import SystemPackage

/// The name of a file as it appears in documents: a path, whose bytes need not be UTF-8, or a
/// string.
///
/// A path is kept as it is, since a copy as text would take as much memory again.
package enum FileName: Hashable, Sendable {
  case path(FilePath)
  case text(String)

  /// Creates a name from its text in JSON, and from its bytes if these are not UTF-8; nil if the
  /// two disagree.
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

  /// The bytes of a path that is not UTF-8; nil for any other name, since ``text`` is then exact.
  package var bytes: [UInt8]? {
    if case .path(let path) = self, !path.isText { path.bytes } else { nil }
  }

  package static func == (one: FileName, other: FileName) -> Bool {
    // Swift considers a string in NFC equal to itself in NFD, but they name different files.
    one.text.utf8.elementsEqual(other.text.utf8) && one.bytes == other.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Note {
  /// Creates a note about a file.
  package init(
    _ kind: Kind, as severity: Severity = .note, about file: FileName, _ text: String,
    remedy: Remedy? = nil, _ measures: [Measure: Int] = [:]
  ) {
    self.init(kind, as: severity, about: file.text, text, remedy: remedy, measures)
    subjectBytes = file.bytes
  }
}

/// Values by file name, found in any Unicode normalisation.
///
/// Looking up a name finds the value for the same bytes, or else for the same characters, composed
/// or decomposed. A Mac decomposes `ü` into a letter and a mark, and Linux keeps what it is given,
/// so the same name may be spelled differently in two folders. Names that are not UTF-8 are
/// compared by their bytes alone.
package struct SpelledNames<Value> {
  private var exact: [ArraySlice<UInt8>: Value] = [:]
  /// Two of these keys are equal if they have the same characters, composed or decomposed.
  private var spelled: [String: Value] = [:]

  package init() {}

  package var isEmpty: Bool { exact.isEmpty }

  /// The value of a name; if several names have the same characters, the value that was set last.
  package subscript(name: ArraySlice<UInt8>) -> Value? {
    get { exact[name] ?? Self.spelling(of: name).flatMap { spelled[$0] } }
    set {
      exact[name] = newValue
      if let spelling = Self.spelling(of: name) { spelled[spelling] = newValue }
    }
  }

  /// The text of a name; nil if it is ASCII, which has only one spelling, or not UTF-8.
  private static func spelling(of name: ArraySlice<UInt8>) -> String? {
    name.contains { $0 >= 0x80 } ? String(validating: name, as: UTF8.self) : nil
  }
}

/// A path that equals every path with the same characters, composed or decomposed.
///
/// Paths that are not UTF-8 are compared by their bytes.
package struct NormalizedPath: Hashable {
  private let text: String?
  private let bytes: [UInt8]

  package init(_ path: FilePath) {
    let bytes = path.bytes
    text = String(validating: bytes, as: UTF8.self)
    self.bytes = text == nil ? bytes : []
  }
}
