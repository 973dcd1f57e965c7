public import SystemPackage

/// A folder without pictures to take, and what is there instead.
public struct EmptyFolder: Equatable, Sendable {
  /// The folder, as it was given.
  public let path: FilePath
  /// The number of files that are not PNG files by their names.
  public internal(set) var otherFiles = 0
  /// The number of PNG files that `include` and `exclude` left out.
  public internal(set) var filteredOut = 0
  /// The number of PNG files that were left out because they are hidden.
  public internal(set) var hidden = 0
  /// The number of files that are the output or pages of an earlier run of it.
  public internal(set) var ownPages = 0
  /// The number of subfolders that were not looked into.
  public internal(set) var subfolders = 0

  init(path: FilePath) {
    self.path = path
  }
}

extension EmptyFolder: CustomStringConvertible {
  /// What is there, and what would find more:
  /// `no PNG files in 'pics' (12 other files; 3 subfolders: add --recursive to look into them)`.
  public var description: String {
    var found: [String] = []
    if ownPages > 0 { found.append("\(ownPages.counted("file")) of the output itself") }
    if otherFiles > 0 { found.append(otherFiles.counted("other file")) }
    if filteredOut > 0 { found.append("\(filteredOut) left out by --include or --exclude") }
    if hidden > 0 { found.append("\(hidden) hidden: add --hidden to take them") }
    if subfolders > 0 {
      let them = subfolders == 1 ? "it" : "them"
      found.append("\(subfolders.counted("subfolder")): add --recursive to look into \(them)")
    }
    if found.isEmpty { found.append("the folder is empty") }
    return "no PNG files in \(path.quoted) (\(found.joined(separator: "; ")))"
  }
}
