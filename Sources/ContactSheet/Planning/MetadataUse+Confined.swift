internal import SheetFiles
internal import SheetPictures
internal import SystemPackage

extension MetadataUse {
  /// Confines reading to files below a folder; no link may lead out of it.
  ///
  /// - Parameter folder: The folder; nil for no restriction.
  /// - Returns: The confined use.
  /// - Throws: ``ContactSheetError/unreadableFolder(_:_:)``.
  func confined(to folder: FilePath?) throws(ContactSheetError) -> MetadataUse {
    guard let folder else { return self }
    var confined = self
    do throws(Errno) { confined.root = try OpenFolder(folder) } catch {
      throw .unreadableFolder(folder, error)
    }
    return confined
  }
}
