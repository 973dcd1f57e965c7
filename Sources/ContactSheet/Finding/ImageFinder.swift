public import SystemPackage

/// Finds the pictures for a sheet by their names; files are opened only if they have a name of the
/// output, to see whether they are sheets.
///
/// A folder stands for the files in it whose names end as those of pictures do, in any case. A file that is
/// named, as an argument or in a list, is taken whatever its name.
///
/// A named file is on the sheet as often as it is named. A file that is only found in folders is
/// there once, however many of the folders lead to it.
public struct ImageFinder: Sendable {
  /// An argument: where to look for pictures.
  public enum Input: Equatable, Sendable {
    /// A folder or a picture, which must exist.
    case path(FilePath)
    /// A list of folders and pictures. A path where nothing exists is kept, so that it is reported
    /// as an unreadable picture: files may have been removed since the list was made.
    case list(PathList)
  }

  /// Whether subfolders are searched too.
  ///
  /// Links to folders are followed, after real folders; each folder is searched once.
  public var isRecursive = false
  /// Whether hidden files and subfolders are included.
  ///
  /// Files whose names start with `._` are never taken: they are metadata that macOS leaves.
  public var takesHidden = false
  /// Patterns of which a file must match at least one; an empty list accepts all files.
  ///
  /// They also apply to named files, since a shell may have expanded the names. In folders they
  /// only select among pictures.
  public var include: [Glob] = []
  /// Patterns of which a file must match none, even if it is included.
  ///
  /// A subfolder that matches one is not searched.
  public var exclude: [Glob] = []
  /// The names of the sheet's pages: files in folders that have such a name and are sheets are
  /// left out.
  public var output: OutputNames?

  /// The formats whose files are pictures.
  var formats = PictureFormat.all

  /// Creates a finder for the visible pictures of a folder itself.
  public init() {}

  /// Finds the pictures in `inputs`.
  ///
  /// - Throws: ``FindError/noImages(_:)`` where there are none at all, and the other errors as
  ///   soon as an input cannot be examined.
  public func images(in inputs: [Input]) throws(FindError) -> FoundImages {
    var found = FoundImages()
    var contents: [FoundImage] = []
    let search = FolderSearch(finder: self)

    for (input, named) in try paths(in: inputs).enumerated() {
      let status = try named.status()
      if status?.type == .directory {
        let result = try search.images(in: named.path, input: input)
        found.ownPages += result.ownPages
        found.searchedFolders += result.folders
        found.otherFiles.add(result.summary.otherFiles)
        if result.images.isEmpty { found.emptyFolders.append(result.summary) }
        contents += result.images
      } else if accepts(named.path) {
        found.images.append(FoundImage(path: named.path, status: status, input: input))
      }
    }

    if !contents.isEmpty {
      var places = ImagePlaces()
      for image in found.images { places.insert(image) }
      found.images += contents.filter { places.insert($0) }
    }
    guard !found.images.isEmpty else { throw .noImages(found.emptyFolders) }
    return found
  }

  /// Whether ``include`` and ``exclude`` accept a file.
  func accepts(_ path: FilePath) -> Bool {
    (include.isEmpty || include.contains { $0.matches(path) }) && !excludes(path)
  }

  /// Whether ``exclude`` matches a file or folder.
  func excludes(_ path: FilePath) -> Bool {
    exclude.contains { $0.matches(path) }
  }

  private func paths(in inputs: [Input]) throws(FindError) -> [NamedPath] {
    var paths: [NamedPath] = []
    for input in inputs {
      switch input {
      case .path(let path): paths.append(NamedPath(path: path, mustExist: true))
      case .list(let list):
        paths += try list.paths().map { NamedPath(path: $0, mustExist: false) }
      }
    }
    return paths
  }
}

/// A path from an argument or a list.
private struct NamedPath {
  let path: FilePath
  let mustExist: Bool

  /// The status of what is at the path; nil where there is nothing and nothing must be.
  func status() throws(FindError) -> Stat? {
    let status: Stat
    do throws(Errno) {
      status = try path.stat()
    } catch .noSuchFileOrDirectory where mustExist {
      throw .missing(path)
    } catch {
      if mustExist { throw .unreadable(path, error) }
      return nil
    }
    switch status.type {
    case .directory, .regular: return status
    default: throw .notAFile(path)
    }
  }
}
