internal import SheetFiles
internal import SheetModel
internal import SystemPackage

/// The folder to which the paths in a manifest are relative, if it is not the working folder.
///
/// This allows a plan to be rendered from any folder, and on a machine that has the pictures
/// elsewhere. Paths of files in the folder are relative in the manifest; other paths are absolute.
struct PlanRoot: Equatable, Sendable {
  /// The folder as it was given.
  let folder: FilePath
  /// The absolute path of the folder, including any links.
  private let absolutePath: FilePath
  /// The absolute path of the folder, without links.
  private let resolvedPath: FilePath
  /// The open folder, through which all files below it are opened.
  let opened: OpenFolder
  /// The folder to which paths are relative during the run.
  private let workingFolder = FilePath.workingFolder

  /// Finds a folder.
  ///
  /// - Throws: ``ContactSheetError/noRoot(_:reason:)`` if the folder does not exist.
  init(_ folder: FilePath) throws(ContactSheetError) {
    self.folder = folder
    absolutePath = folder.absolute(in: workingFolder)
    do throws(Errno) {
      opened = try OpenFolder(folder)
      resolvedPath = try folder.resolvingLinks()
    } catch {
      throw .noRoot(folder, reason: "\(error)")
    }
  }

  /// A path as it appears in the manifest: relative to the folder, or absolute for a file outside
  /// the folder.
  func path(to file: FilePath) -> FilePath {
    let absolute = file.absolute(in: workingFolder)
    // The folder may have been given with links, and the file without.
    for folder in [absolutePath, resolvedPath] {
      var rest = absolute
      if rest.removePrefix(folder), !rest.isEmpty { return rest }
    }
    return absolute
  }

  /// The folder as it appears in a manifest: relative to that manifest's own folder.
  ///
  /// - Throws: A system error if the path of the manifest's folder cannot be resolved.
  func name(in manifest: FilePath) throws(Errno) -> FilePath {
    let path = try manifest.folder.resolvingLinks().relativePath(to: resolvedPath)
    return path.isEmpty ? "." : path
  }

  /// The first of these files that is not below the folder once links are resolved.
  ///
  /// A file need not exist. Nothing is read.
  func firstOutside(_ files: some Sequence<FilePath>) -> FilePath? {
    files.first { opened.isLeft(by: $0) }
  }
}
