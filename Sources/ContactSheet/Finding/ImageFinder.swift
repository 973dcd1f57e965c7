public import SystemPackage

/// Finds the pictures for a sheet, by their names; no picture is opened, except for a look
/// at files with the name of the output, whether they are sheets.
///
/// A folder means the files in it whose names end in `.png`, in any case. A file that
/// is named, as an argument or in a list, is taken whatever its name.
///
/// A named file is on the sheet as often as it is named. A file that is only found in
/// folders is there once, however many of the folders lead to it.
public struct ImageFinder: Sendable {
  /// One thing to look for pictures in.
  public enum Input: Equatable, Sendable {
    /// A folder or a picture, which has to exist.
    case path(FilePath)
    /// A list of folders and pictures. A path that leads nowhere is kept, so that the
    /// one who opens it can say so: lists may be older than the files.
    case list(PathList)
  }

  /// Whether a folder means its subfolders too.
  ///
  /// Links to folders are followed, each folder once, links after folders.
  public var isRecursive = false
  /// Whether a folder means its hidden files and subfolders too.
  ///
  /// Files that start with `._` are never pictures but leftovers of macOS.
  public var takesHidden = false
  /// Patterns of which a file has to match one; an empty list lets all through.
  ///
  /// They apply to named files too, since it may be the shell that named them, and
  /// take from a folder's PNG files: they add no others.
  public var include: [Glob] = []
  /// Patterns of which a file may match none, even if it is included.
  ///
  /// A subfolder that matches one is not looked into.
  public var exclude: [Glob] = []
  /// The names of the sheet: files in folders that have such a name and were written as a
  /// sheet are left out.
  public var output: OutputNames?

  /// The formats whose files are pictures.
  var formats = PictureFormat.all

  /// Creates a finder for the visible PNG files of a folder itself.
  public init() {}

  /// Finds the pictures in `inputs`.
  ///
  /// - Throws: ``FindError/noImages(_:)`` where there is none at all, and the other
  ///   errors as soon as an input cannot be looked at.
  public func images(in inputs: [Input]) throws(FindError) -> FoundImages {
    var found = FoundImages()
    var contents: [(index: Int, images: [FoundImage])] = []
    let search = FolderSearch(finder: self)

    for named in try paths(in: inputs) {
      let status = try named.status()
      if status?.type == .directory {
        let result = try search.images(in: named.path)
        found.ownPages += result.ownPages
        if result.images.isEmpty { found.emptyFolders.append(result.summary) }
        contents.append((found.images.count, result.images))
      } else if lets(named.path) {
        found.images.append(FoundImage(path: named.path, status: status))
      }
    }

    if !contents.isEmpty { found.images = Self.merged(found.images, contents) }
    guard !found.images.isEmpty else { throw .noImages(found.emptyFolders) }
    return found
  }

  /// Whether `include` and `exclude` let a file through.
  func lets(_ path: FilePath) -> Bool {
    (include.isEmpty || include.contains { $0.matches(path) }) && !excludes(path)
  }

  /// Whether `exclude` names a file or folder.
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

  /// Puts the contents of folders between the named pictures, where they belong,
  /// without those that are there already.
  private static func merged(
    _ named: [FoundImage], _ contents: [(index: Int, images: [FoundImage])]
  ) -> [FoundImage] {
    var places = ImagePlaces()
    for image in named { places.insert(image) }
    var merged: [FoundImage] = []
    var start = 0
    for (index, images) in contents {
      merged += named[start..<index]
      start = index
      merged += images.filter { places.insert($0) }
    }
    return merged + named[start...]
  }
}
