internal import SheetFiles
internal import SystemPackage

/// The folder from which the paths in a manifest count, where it is not the working folder.
///
/// So a plan can be rendered from any folder, and on a machine that has the pictures elsewhere.
/// Paths of files in the folder are relative in the manifest; others are absolute.
struct PlanRoot: Equatable, Sendable {
  /// The folder as it was given.
  let folder: FilePath
  /// The folder from the root on, as it was named.
  private let named: FilePath
  /// The folder from the root on, without links.
  private let place: FilePath
  /// The folder from which relative paths count now.
  private let workingFolder = FilePath.workingFolder

  /// Looks for a folder.
  ///
  /// - Throws: ``SheetError/noRoot(_:reason:)`` if there is no such folder.
  init(_ folder: FilePath) throws(SheetError) {
    self.folder = folder
    named = folder.absolute(in: workingFolder)
    do throws(Errno) {
      guard try folder.stat().type == .directory else { throw .notDirectory }
      place = try folder.resolvingLinks()
    } catch {
      throw .noRoot(folder, reason: "\(error)")
    }
  }

  /// What a path in a manifest of this folder leads to.
  func resolve(_ path: String) -> String { folder.pushing(FilePath(path)).string }

  /// A path as it stands in the manifest.
  func path(to file: FilePath) -> FilePath {
    let absolute = file.absolute(in: workingFolder)
    // The folder may have been named with links, and the file without.
    for folder in [named, place] {
      var rest = absolute
      if rest.removePrefix(folder), !rest.isEmpty { return rest }
    }
    return absolute
  }

  /// The folder as a manifest names it: as seen from that manifest's own folder.
  ///
  /// - Throws: An error of the system if the manifest's folder cannot be followed.
  func name(in manifest: FilePath) throws(Errno) -> FilePath {
    let way = try manifest.folder.resolvingLinks().way(to: place)
    return way.isEmpty ? "." : way
  }
}
