internal import SheetModel
package import SystemPackage

/// A shell pattern for file names.
///
/// `*` matches any characters, and `?` matches one. `[a-z]` matches one character of a set, and
/// `[!a-z]` one that is not in it. A backslash escapes the next character. `*` and `?` do not match
/// `/`, but the component `**` matches any number of folders. Patterns are case-sensitive.
///
/// A pattern is matched against the end of a path: `IMG_*` with just the name, `thumbs/*` with the
/// name and its folder.
package struct Glob: Equatable, Sendable {
  private enum Part: Equatable, Sendable {
    case anyFolders
    case name(GlobPattern)
  }

  private let parts: [Part]

  /// Creates a pattern; a `[` without a `]` matches itself.
  package init(_ pattern: String) {
    let components = Array(pattern.utf8).split(separator: UInt8(ascii: "/"))
    parts =
      [.anyFolders]
      + components.map { component in
        component.elementsEqual("**".utf8)
          ? .anyFolders : .name(GlobPattern(component))
      }
  }

  /// Whether the pattern matches the end of `path`.
  package func matches(_ path: FilePath) -> Bool {
    let components = path.bytes.split(separator: UInt8(ascii: "/"))
      .filter { !$0.elementsEqual(".".utf8) }
      .map(GlobText.init)
    return wildcardMatch(parts[...], components[...], isStar: { $0 == .anyFolders }) {
      part, component in
      guard case .name(let pattern) = part else { return false }
      return pattern.matches(component)
    }
  }

  /// Whether the pattern matches the end of `path`, with or without the extension of the file.
  ///
  /// People write the names of pictures the way file managers and cameras show them.
  package func matchesName(_ path: FilePath) -> Bool {
    if matches(path) { return true }
    guard path.extension != nil else { return false }
    var stem = path
    stem.extension = nil
    return matches(stem)
  }
}
