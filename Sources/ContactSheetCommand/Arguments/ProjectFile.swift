internal import SheetFacts
internal import SheetFiles
internal import SystemPackage

/// The configuration file of a project: that of the working folder, or else the nearest one above it
/// in its repository.
///
/// A file above the working folder may be a trap in a shared folder, as `/tmp/.git` was for git
/// (CVE-2022-24765). So the user must own it, and all folders up to the root of the repository. All
/// of them must lie on one file system.
struct ProjectFile {
  private static let name: FilePath = ".contactsheet"

  /// The folder of the file, to which its paths are confined.
  let folder: FilePath
  /// The reason why the file is not read; nil if it is.
  let refusal: String?

  /// The path of the file.
  var path: FilePath { folder == "." ? Self.name : folder.pushing(Self.name) }

  /// The file for the working folder; nil if there is none.
  static var nearest: ProjectFile? {
    func status(of path: FilePath) -> Stat? { try? path.stat(followTargetSymlink: false) }
    if status(of: name) != nil { return ProjectFile(folder: ".", refusal: nil) }
    let folders = FilePath.repositoryFolders
    for folder in folders {
      guard let file = status(of: folder.pushing(name)) else { continue }
      let all = folders.compactMap { status(of: $0.pushing(".")) }
      let git = folders.last.flatMap { status(of: $0.pushing(".git")) }
      let isForeign = (all + [file, git].compactMap(\.self)).contains { $0.userID != .effective }
      let refusal: String? =
        file.type != .regular
        ? "it is not a regular file"
        : isForeign
          ? "another user owns it, or its repository, or a folder between them"
          : Set((all + [file]).map(\.deviceID)).count > 1
            ? "its repository lies on several file systems" : nil
      return ProjectFile(folder: folder, refusal: refusal)
    }
    return nil
  }

  /// The note on a file that is not read; nil if it is.
  var note: Note? {
    refusal.map {
      Note(
        .foreignConfiguration, about: .path(path), "\(path.quoted) is not read: \($0)",
        remedy: "name it with --config if you trust it")
    }
  }
}
