package import SystemPackage

extension FilePath {
  /// Whether a file of this path would be in another folder than `folder` and those below it.
  ///
  /// Links in the path to the file's own folder are followed; the file itself need not exist. A
  /// folder that does not exist is not outside, as nothing can be in it, and one that cannot be
  /// found out about is.
  package func leadsOut(of folder: FilePath) -> Bool {
    if isAbsolute || components.contains(where: { $0.kind == .parentDirectory }) { return true }
    do throws(Errno) {
      let limits = try folder.resolvingLinks()
      return try !folder.pushing(self).folder.resolvingLinks().starts(with: limits)
    } catch {
      return error != .noSuchFileOrDirectory
    }
  }

  /// Whether this name is that of a symbolic link, wherever it leads.
  package var isSymbolicLink: Bool {
    (try? stat(followTargetSymlink: false))?.type == .symbolicLink
  }
}
