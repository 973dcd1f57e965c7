package import SystemPackage

extension OutputNames {
  /// The first symbolic link in the output's folder that has the name that was given or that of
  /// a page, in natural order; nil where there is none.
  package var link: FilePath? {
    if path.isSymbolicLink { return path }
    let folder = path.removingLastComponent()
    let entries = (try? path.folder.folderEntries()) ?? []
    return entries.filter { $0.kind == .unknown && includes(nameBytes: $0.name[...]) }
      .map { folder.appending(nameBytes: $0.name) }
      .filter(\.isSymbolicLink)
      .min { PathKey.natural($0) < PathKey.natural($1) }
  }

  /// The sheets in the output's folder that have the name of a page and are none of `written`, in
  /// natural order.
  ///
  /// None where the folder cannot be listed.
  func existingPages(besides written: Set<SheetOutput>) -> [FilePath] {
    let folder = path.removingLastComponent()
    let entries = (try? path.folder.folderEntries()) ?? []
    let pages = entries.filter { $0.kind != .folder && includes(nameBytes: $0.name[...]) }
      .map { folder.appending(nameBytes: $0.name) }
      .filter { !written.contains(.file($0)) && SheetFormat.isOwnSheet($0) }
    return pages.sorted { PathKey.natural($0) < PathKey.natural($1) }
  }
}
