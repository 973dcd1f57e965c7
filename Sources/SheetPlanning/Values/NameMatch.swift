package import SheetModel
internal import SheetPictures
internal import SheetPlans
package import SystemPackage

/// Two templates that pair pictures by name: `{test}-actual => {test}-expected`.
package struct NameMatch: Equatable, Sendable {
  /// The template for the names of later pictures.
  package let after: NameTemplate
  /// The template for the names of earlier pictures.
  package let before: NameTemplate

  /// Whether several later pictures may be compared with the same earlier one, because ``before``
  /// has fewer names in braces.
  package var pairsManyWithOne: Bool { Set(before.names).count < Set(after.names).count }

  /// The names in the templates that are also facts of a pair: those that have no other meaning.
  package var factNames: [String] {
    after.names.filter { PictureTokens.isFree($0) && !ComparedPair.factNames.contains($0) }
  }

  /// The facts of the pair at a path, by name.
  package func facts(ofPairAt path: FilePath) -> [String: Fact?] {
    let parts = after.match(path: path.string) ?? [:]
    return Dictionary(
      uniqueKeysWithValues: factNames.map { ($0, parts[$0].map(Fact.init(reading:))) })
  }

  /// The key of the path of an earlier or a later picture; nil if the template does not match.
  package func key(of path: FilePath, isBefore: Bool) -> Key? {
    let template = isBefore ? before : after
    guard var parts = template.match(path: path.string) else { return nil }
    var folder = path
    for component in template.source.split(separator: "/", omittingEmptySubsequences: false)
    where !component.isEmpty { folder.removeLastComponent() }
    if pairsManyWithOne { parts = parts.filter { before.names.contains($0.key) } }
    return Key(folder: folder, parts: parts)
  }

  /// Whether both templates match a path.
  package func fitsTwice(_ path: FilePath) -> Bool {
    [before, after].allSatisfy { $0.match(path: path.string) != nil }
  }

  /// Whether a path belongs to an earlier picture, if earlier and later pictures are in the same
  /// folder.
  ///
  /// A name that matches both templates belongs to the template with more literal characters, or,
  /// in a tie, to the template of earlier pictures. In `{name} => {name}-old`, `x-old` is an
  /// earlier picture, and in `{name}@2x => {name}`, `x@2x` is a later one.
  package func isBefore(_ path: FilePath) -> Bool {
    guard let earlier = before.literalCount(in: path.string) else { return false }
    guard let later = after.literalCount(in: path.string) else { return true }
    return earlier >= later
  }

  /// The two templates exchanged, if their words suggest that the earlier pictures are on the left,
  /// as in `{who}_before => {who}_after`; otherwise nil.
  package var exchangedIfMistaken: String? {
    func says(_ words: Set<String>, _ template: NameTemplate) -> Bool {
      !words.isDisjoint(with: template.source.literalWords)
    }
    guard Set(before.names) == Set(after.names),
      says(["before", "old", "orig", "original"], after),
      says(["after", "new"], before)
    else { return nil }
    return before.source + Self.arrow + after.source
  }

  /// The key shared by the two pictures of a pair: the folder that the templates do not cover, and
  /// the values of the names that both templates have in braces.
  package struct Key: Hashable, Sendable {
    fileprivate let folder: FilePath
    fileprivate let parts: [String: String]
  }
}

extension NameMatch {
  /// Parses two templates separated by ` => ` outside braces.
  ///
  /// - Throws: ``NameMatchError``.
  package init(parsing text: String) throws(NameMatchError) {
    var (depth, sides) = (0, [""])
    var rest = text[...]
    while let character = rest.first {
      if depth == 0, rest.hasPrefix(Self.arrow) {
        sides.append("")
        rest.removeFirst(Self.arrow.count)
        continue
      }
      if character == "{" { depth += 1 }
      if character == "}" { depth = max(0, depth - 1) }
      sides[sides.count - 1].append(rest.removeFirst())
    }
    guard sides.count == 2 else { throw .noArrow }
    func template(
      _ side: String, mayBeLiteral: Bool = false
    ) throws(NameMatchError) -> NameTemplate {
      do throws(TemplateError) {
        return try NameTemplate(side, mayBeLiteral: mayBeLiteral)
      } catch {
        throw .template(side, error)
      }
    }
    let (after, before) = (
      // One earlier picture may be the reference for all later ones.
      try template(sides[0]), try template(sides[1], mayBeLiteral: true)
    )
    let unknown = before.names.filter { !after.names.contains($0) }
    guard unknown.isEmpty else { throw .unknownNames(unknown) }
    self.init(after: after, before: before)
  }

  private static let arrow = " => "
}

extension String {
  /// The words of a template outside braces, in lower case.
  fileprivate var literalWords: [String] {
    var (literal, depth) = ("", 0)
    for character in self {
      if character == "{" { depth += 1 }
      literal.append(depth == 0 ? character : " ")
      if character == "}" { depth = max(0, depth - 1) }
    }
    return literal.lowercased().split { !$0.isLetter }.map { String($0) }
  }
}

/// What is wrong with the text of two templates.
package enum NameMatchError: Error, Equatable, CustomStringConvertible {
  case noArrow
  case template(String, TemplateError)
  /// Names in braces that only the earlier pictures' template has.
  case unknownNames([String])

  /// What is wrong, and what to write instead.
  package var description: String {
    switch self {
    case .noArrow:
      "it is not valid; write two templates with ' => ' between them, such as '{test}-actual => {test}-expected'"
    case .template(let side, let error): "in '\(side.shortPrintable)', \(error)"
    case .unknownNames(let names):
      "\(names.map { "{\($0.shortPrintable)}" }.listed("and")) \(names.count == 1 ? "occurs" : "occur") only "
        + "after =>; names there must also occur before it"
    }
  }
}
