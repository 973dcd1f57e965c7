internal import SheetModel
package import SystemPackage

/// A shell pattern for file names.
///
/// `*` matches any characters, and `?` matches one. `[a-z]` matches one character of a set, and
/// `[!a-z]` one that is not in it. A backslash escapes the next character. `*` and `?` do not match
/// `/`, but the component `**` matches any number of folders. Patterns are case-sensitive.
///
/// A component with brackets also matches a name that is spelled exactly like it: `photo[1].jpg`
/// matches both `photo1.jpg` and `photo[1].jpg`.
///
/// A pattern is matched against the end of a path: `IMG_*` against just the name, and `thumbs/*`
/// against the name and its folder.
package struct Glob: Equatable, Sendable {
  private enum Part: Equatable, Sendable {
    case anyFolders
    /// A pattern for one name, and the bytes as written if the pattern has sets of characters.
    case name(GlobPattern, written: [UInt8])
  }

  private let parts: [Part]
  /// The pattern as written.
  package let source: String

  /// Creates a pattern; a `[` without a `]` matches itself.
  package init(_ pattern: String) {
    source = pattern
    let components = Array(pattern.utf8).split(separator: UInt8(ascii: "/"))
    parts =
      [.anyFolders]
      + components.map { component in
        component.elementsEqual("**".utf8)
          ? .anyFolders
          : .name(
            GlobPattern(component),
            written: component.contains(UInt8(ascii: "[")) ? Array(component) : [])
      }
  }

  /// Whether the pattern matches the end of `path`.
  package func matches(_ path: FilePath) -> Bool {
    let components = path.bytes.split(separator: UInt8(ascii: "/"))
      .filter { !$0.elementsEqual(".".utf8) }
      .map { (text: GlobText($0), bytes: $0) }
    return wildcardMatch(parts[...], components[...], isStar: { $0 == .anyFolders }) {
      part, component in
      guard case .name(let pattern, let written) = part else { return false }
      return pattern.matches(component.text)
        || !written.isEmpty && component.bytes.elementsEqual(written)
    }
  }

  /// Whether the pattern matches the end of `path`, with or without the extension of the file.
  ///
  /// People write the names of pictures as file managers and cameras show them, often without the
  /// extension. The name of a file also stands for its pages, which are named like `scan.tif[3]`.
  package func matchesName(_ path: FilePath) -> Bool {
    if matches(path) { return true }
    if let (file, page) = path.pageInBrackets {
      var stem = file
      stem.extension = nil
      return matchesName(file) || matches(stem.page(page))
    }
    guard path.extension != nil else { return false }
    var stem = path
    stem.extension = nil
    return matches(stem)
  }
}
