internal import SheetFiles
internal import SystemPackage

/// A target that has been replaced by a new file, and the location of its old file.
///
/// The system replaces one name at a time, and each replacement can fail. Since a run must replace
/// either all of its targets or none, each old file is kept under a name of its own,
/// `….contactsheet-old`, until the last target has been replaced. There are three cases:
///
/// 1. The old file gets the name as a second name, a hard link, before the new file is renamed over
///    the target.
/// 2. If the file system has no hard links, or does not let us remove one again, the new file gets
///    the name and is then exchanged with the old one.
/// 3. If the file system can do neither, the old file is not kept: the new file replaces it.
///
/// If a target did not exist before, undoing its replacement removes it. The last target of a run
/// needs no old file, because nothing can fail after it. At every moment the target is a complete
/// file, the old one or the new one, unless there was none.
///
/// A run that is killed meanwhile leaves some targets new and some old. Next to the targets, it
/// leaves
///
/// * `….contactsheet-part`: new files, which the next run with these targets removes first;
/// * `….contactsheet-old`: old files, which may have no other name. The next run removes them only
///   after its own files have taken their places (``Leftovers``). In the second case, a file with
///   this name may be a new file that was not exchanged yet; it is removed as well.
///
/// A signal removes only `….contactsheet-part`. It is delayed until all targets are replaced and
/// all old files removed. A crash during that time has the same effect as a kill.
struct Replacement {
  private enum Old {
    case none
    case kept(FolderFile)
    case lost
  }

  private let target: FolderFile
  private let old: Old

  /// Puts a new file in the target's place; all three files are in the same folder.
  ///
  /// - Parameters:
  ///   - target: The file to be replaced, if there is one.
  ///   - file: The new file. If this throws, the file still has its present name.
  ///   - oldFile: An unused name for the old file; nil if it need not be kept.
  /// - Throws: Why the target cannot be replaced; it is then left as it was.
  init(
    of target: FolderFile, by file: inout FolderFile, keepingAs oldFile: FolderFile?
  ) throws(Errno) {
    self.target = target
    guard let oldFile else {
      try file.rename(to: target)
      old = .lost
      return
    }
    switch Self.link(target, as: oldFile) {
    case .made:
      do throws(Errno) { try file.rename(to: target) } catch {
        try? oldFile.unlink()
        throw error
      }
      old = .kept(oldFile)
    case .noFile:
      try file.rename(to: target)
      old = .none
    case .refused:
      if Self.exchange(&file, with: target, by: oldFile) {
        old = .kept(oldFile)
      } else {
        // This error is the reason why the target cannot be replaced; errors of the other two
        // attempts are ignored.
        try file.rename(to: target)
        old = .lost
      }
    }
  }

  private enum LinkResult { case made, noFile, refused }

  private static func link(_ target: FolderFile, as oldFile: FolderFile) -> LinkResult {
    if isProtected(target) { return .refused }
    do throws(Errno) {
      try target.link(as: oldFile)
      return .made
    } catch .noSuchFileOrDirectory {
      return .noFile
    } catch {
      return .refused
    }
  }

  /// Whether the folder is sticky and the file belongs to another user, so that none of its names
  /// can be removed.
  private static func isProtected(_ target: FolderFile) -> Bool {
    target.folder.status?.permissions.contains(.saveText) == true
      && target.status.map { $0.userID != .effective } == true
  }

  /// Exchanges the new file with the target, so that the old one gets the name of `oldFile`.
  private static func exchange(
    _ file: inout FolderFile, with target: FolderFile, by oldFile: FolderFile
  ) -> Bool {
    // An exchange would also succeed with a folder.
    guard target.status?.type == .regular, (try? file.rename(to: oldFile)) != nil
    else { return false }
    file = oldFile
    return (try? oldFile.exchange(with: target)) != nil
  }

  /// Restores the target.
  ///
  /// - Returns: Whether that worked; if not, the target is still the new file.
  func undo() -> Bool {
    do throws(Errno) {
      switch old {
      case .none: try target.unlink()
      case .kept(let oldFile): try oldFile.rename(to: target)
      case .lost: return false
      }
      return true
    } catch {
      return false
    }
  }

  /// Removes the old file.
  func finish() {
    if case .kept(let oldFile) = old { try? oldFile.unlink() }
  }
}
