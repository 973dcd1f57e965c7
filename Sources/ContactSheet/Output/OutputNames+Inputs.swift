import SystemPackage

extension OutputNames {
  /// The files in the output's folder that have the name of a page, in natural order.
  ///
  /// None where the folder cannot be listed.
  func existingPages() -> [FilePath] {
    let folder = path.removingLastComponent()
    let entries = (try? path.folder.folderEntries()) ?? []
    let pages = entries.filter { $0.kind != .folder && includes(nameBytes: $0.name[...]) }
      .map { folder.appending(nameBytes: $0.name) }
    return pages.sorted { PathKey.natural($0) < PathKey.natural($1) }
  }

  /// Makes sure that no picture would be overwritten by the sheet.
  ///
  /// Files are the same when device and inode are, whichever path or link leads to
  /// them. Pages that do not exist yet are no picture's.
  ///
  /// - Throws: ``FindError/inputIsOutput(_:)`` with the first such picture.
  public func check(_ images: [FoundImage], pageCount: Int) throws(FindError) {
    let pages = Set(
      (1...max(pageCount, 1)).compactMap { page in
        FileIdentity(path(page: page, of: pageCount))
      })
    guard !pages.isEmpty else { return }
    let overwritten = images.first { image in image.identity.map(pages.contains) ?? false }
    if let overwritten { throw .inputIsOutput(overwritten.path) }
  }
}
