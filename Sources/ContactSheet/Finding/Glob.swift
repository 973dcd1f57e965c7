public import SystemPackage

/// A pattern for file names, as shells know it.
///
/// `*` stands for any characters, `?` for one, `[a-z]` for one of a set and `[!a-z]`
/// for one that is not in it; a backslash takes the next character as it is. `*` and
/// `?` do not reach over a `/`, but `**` as a component stands for any number of
/// folders. Upper and lower case differ.
///
/// A pattern is compared with the end of a path: `IMG_*` with the name alone,
/// `thumbs/*` with the name and its folder.
public struct Glob: Equatable, Sendable {
  private enum Part: Equatable, Sendable {
    case anyFolders
    case name([GlobToken])
  }

  private let parts: [Part]

  /// Creates a pattern, in which a `[` that is not closed stands for itself.
  public init(_ pattern: String) {
    let components = Array(pattern.utf8).split(separator: UInt8(ascii: "/"))
    parts =
      [.anyFolders]
      + components.map { component in
        component.elementsEqual("**".utf8)
          ? .anyFolders : .name(GlobToken.tokens(of: GlobCharacter.characters(of: component)))
      }
  }

  /// Whether the end of `path` is as the pattern says.
  public func matches(_ path: FilePath) -> Bool {
    let components = path.bytes.split(separator: UInt8(ascii: "/"))
      .filter { !$0.elementsEqual(".".utf8) }
      .map(GlobCharacter.characters(of:))
    return wildcardMatch(parts[...], components[...], isStar: { $0 == .anyFolders }) {
      part, component in
      guard case .name(let tokens) = part else { return false }
      return wildcardMatch(tokens[...], component[...], isStar: { $0 == .anyText }) {
        token, character in token.matches(character)
      }
    }
  }
}

/// Compares `elements` with a pattern in which stars stand for any number of them.
///
/// It is enough to widen the last star: an earlier one can only leave less to match.
///
/// - Complexity: O(pattern · elements)
private func wildcardMatch<Pattern, Element>(
  _ pattern: ArraySlice<Pattern>, _ elements: ArraySlice<Element>,
  isStar: (Pattern) -> Bool, matches: (Pattern, Element) -> Bool
) -> Bool {
  var (next, position) = (pattern.startIndex, elements.startIndex)
  var retry: (next: Int, position: Int)?
  while position < elements.endIndex {
    if next < pattern.endIndex, isStar(pattern[next]) {
      next += 1
      retry = (next, position)
    } else if next < pattern.endIndex, matches(pattern[next], elements[position]) {
      next += 1
      position += 1
    } else if let last = retry {
      next = last.next
      position = last.position + 1
      retry = (next, position)
    } else {
      return false
    }
  }
  return pattern[next...].allSatisfy(isStar)
}
