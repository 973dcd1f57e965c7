public import SheetText
package import SystemPackage

/// Two templates for names that pair pictures: `{test}-actual` is compared with `{test}-expected`.
public struct NameMatch: Equatable, Sendable {
  /// What fits pictures as they are.
  public let after: NameTemplate
  /// What fits pictures as they were.
  public let before: NameTemplate

  /// Pairs the pictures in whose names both templates find the same.
  ///
  /// - Returns: Nil where they do not have the same names between braces.
  public init?(_ after: NameTemplate, with before: NameTemplate) {
    guard Set(after.names) == Set(before.names) else { return nil }
    (self.after, self.before) = (after, before)
  }

  /// What two pictures of a pair have in common: the folder that templates do not reach, and the parts
  /// of their names.
  package struct Key: Hashable, Sendable {
    private let folder: FilePath
    private let parts: [String: String]

    /// The key of a path; nil where the template does not fit.
    package init?(_ path: FilePath, _ template: NameTemplate) {
      guard let parts = template.match(path: path.string) else { return nil }
      var folder = path
      for component in template.source.split(separator: "/", omittingEmptySubsequences: false)
      where !component.isEmpty { folder.removeLastComponent() }
      (self.folder, self.parts) = (folder, parts)
    }
  }
}
