import SystemPackage

/// What a sheet or a manifest takes the place of, whichever path leads there.
enum OutputPlace: Hashable {
  case file(FilePlace)
  case stream(FileIdentity)
  case standardOutput
}

extension SheetOutput {
  /// Finds where the output goes, and what would keep it from being written.
  func place() throws(OutputError) -> OutputPlace {
    guard case .file(let path) = self else { return .standardOutput }
    switch try OutputTarget(path) {
    case .file(let target, _):
      guard let folder = FileIdentity(target.folder) else {
        throw .folderMissing(output: path, folder: target.folder)
      }
      return .file(FilePlace(folder: folder, name: Array(target.nameBytes)))
    case .stream(let path):
      guard let stream = FileIdentity(path) else {
        throw .system(path, .noSuchFileOrDirectory)
      }
      return .stream(stream)
    }
  }

  /// What is at the output now; nil where nothing is, or it is standard output.
  var identity: FileIdentity? {
    guard case .file(let path) = self else { return nil }
    return FileIdentity(path)
  }

  /// Whether all pages would go into one pipe or device.
  var isStream: Bool {
    guard case .file(let path) = self else { return true }
    if case .stream? = try? OutputTarget(path) { return true }
    return false
  }
}
