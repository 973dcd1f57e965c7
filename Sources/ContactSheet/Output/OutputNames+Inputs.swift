import SystemPackage

extension OutputNames {
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
