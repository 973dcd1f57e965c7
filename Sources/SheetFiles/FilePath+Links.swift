package import SystemPackage

extension FilePath {
  /// Whether a file at this path, relative to `folder`, would lie outside that folder.
  ///
  /// Links on the way to the file's own folder are followed; the file itself need not exist. A
  /// folder that does not exist counts as inside, since no file can be in it; one that cannot be
  /// examined counts as outside.
  package func leadsOut(of folder: FilePath) -> Bool {
    if isAbsolute || components.contains(where: { $0.kind == .parentDirectory }) { return true }
    do throws(Errno) {
      let limits = try folder.resolvingLinks()
      return try !folder.pushing(self).folder.resolvingLinks().starts(with: limits)
    } catch {
      return error != .noSuchFileOrDirectory
    }
  }

  /// Whether there is a symbolic link at this path, wherever it leads.
  package var isSymbolicLink: Bool {
    (try? stat(followTargetSymlink: false))?.type == .symbolicLink
  }
}
