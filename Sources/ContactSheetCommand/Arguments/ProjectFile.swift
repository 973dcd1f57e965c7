internal import SheetFiles
internal import SheetModel
internal import SystemPackage

/// The configuration file of a project: the one in the working folder, or else the nearest one
/// above it in the same repository.
///
/// A file above the working folder may be a trap in a shared folder, as `/tmp/.git` was for git
/// (CVE-2022-24765). So the file and all folders up to the root of the repository must belong to
/// the user and be on the same file system. The file in the working folder itself is read whoever
/// owns it, since in a container its owner may be another user. In a comparison, another user's
/// file is an error instead, because it could make the comparison pass.
struct ProjectFile: Sendable {
  private static let name: FilePath = ".contactsheet"

  /// The folder of the file, to which its paths are confined.
  let folder: FilePath
  /// Why the file is ignored; nil if it is read.
  let refusal: String?
  /// Whether another user owns the file, although it is read.
  var isForeign = false
  /// Whether the file is a link to a missing file.
  var isMissing = false

  var path: FilePath { folder == "." ? Self.name : folder.pushing(Self.name) }

  /// The file that applies to the working folder; nil if there is none.
  static var nearest: ProjectFile? {
    func status(of path: FilePath) -> Stat? { try? path.stat(followTargetSymlink: false) }
    if let own = status(of: name) {
      var owners = [own] + name.furtherLinks.compactMap(status(of:))
      if own.type == .symbolicLink {
        do { owners.append(try name.stat()) } catch {
          // Somebody made the link in order to use the settings to which it led at the time. For a
          // link that leads out of the folder, reading reports the same error whether or not there
          // is a file, so that nobody learns what exists elsewhere.
          if [.noSuchFileOrDirectory, .notDirectory].contains(Errno(error)), !name.leadsOut {
            return ProjectFile(
              folder: ".", refusal: "it is a symbolic link to a missing file", isMissing: true)
          }
        }
      }
      return ProjectFile(
        folder: ".", refusal: nil,
        isForeign: owners.contains { $0.userID != .effective })
    }
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
            ? "its repository spans several file systems" : nil
      return ProjectFile(folder: folder, refusal: refusal)
    }
    return nil
  }

  /// The note on a file that is ignored; nil if it is read.
  var note: Note? {
    refusal.map {
      Note(
        .foreignConfiguration, about: .path(path), "\(path.quoted) is ignored: \($0)",
        remedy: isMissing ? "correct the link" : "name it with --config if you trust it")
    }
  }
}

extension ProjectFile {
  /// The error if a comparison would be made without the project's settings, or with settings that
  /// belong to another user; nil if the project's settings are read and belong to this user.
  ///
  /// In either case, the comparison might be less strict than intended, and pass.
  func fault(isComparing: Bool) -> ContactSheetError? {
    guard isComparing, isForeign || refusal != nil else { return nil }
    return ContactSheetError(
      .notComparable,
      "cannot compare: the project's settings in \(path.quoted) are ignored: "
        + (refusal ?? "another user owns the file"),
      remedy: isMissing
        ? "correct the link, or use --no-config"
        : "name the file with --config \(path.shellQuoted) if you trust it, or use --no-config")
  }
}

extension FilePath {
  /// Whether this is a link out of the working folder.
  fileprivate var leadsOut: Bool {
    do throws(ContentsError) {
      let folder = try? OpenFolder(".")
      let _: [UInt8] = try contents(atMost: 0, below: folder)
      return false
    } catch {
      if case .system(let error) = error { return error.isOutside }
      return false
    }
  }
}
