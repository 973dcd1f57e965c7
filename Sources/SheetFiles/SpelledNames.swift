package import SystemPackage

/// Values by file names.
///
/// A name finds equal bytes, or else equal characters, composed or decomposed. A Mac decomposes `ü`
/// into a letter and a mark, and Linux keeps what it is given. So one name may be spelled
/// differently in two folders. Names that are not UTF-8 are known by their bytes alone.
package struct SpelledNames<Value> {
  private var exact: [ArraySlice<UInt8>: Value] = [:]
  /// Texts are equal if their characters are, composed or decomposed.
  private var spelled: [String: Value] = [:]

  package init() {}

  package var isEmpty: Bool { exact.isEmpty }

  /// The value of a name; if several names have its characters, the value that was set last.
  package subscript(name: ArraySlice<UInt8>) -> Value? {
    get { exact[name] ?? Self.spelling(of: name).flatMap { spelled[$0] } }
    set {
      exact[name] = newValue
      if let spelling = Self.spelling(of: name) { spelled[spelling] = newValue }
    }
  }

  /// The text of a name; nil if it is ASCII, which has one spelling, or not UTF-8.
  private static func spelling(of name: ArraySlice<UInt8>) -> String? {
    name.contains { $0 >= 0x80 } ? String(validating: name, as: UTF8.self) : nil
  }
}

/// A path that equals all paths with its characters, composed or decomposed.
///
/// Paths that are not UTF-8 are compared by their bytes.
package struct PathSpelling: Hashable {
  private let text: String?
  private let bytes: [UInt8]

  package init(_ path: FilePath) {
    let bytes = path.bytes
    text = String(validating: bytes, as: UTF8.self)
    self.bytes = text == nil ? bytes : []
  }
}
