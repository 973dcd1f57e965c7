internal import SheetFiles
internal import SheetPictures
internal import SystemPackage

extension MetadataUse {
  /// Confines reading to files below a folder, out of which no link may lead.
  ///
  /// - Parameter folder: The folder; nil for no restriction.
  /// - Returns: The choice.
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
