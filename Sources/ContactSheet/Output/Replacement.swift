internal import SystemPackage

/// A target that is a new file, and what has become of its old one.
///
/// The system replaces one name at a time, and any of several may fail. So that all targets of a
/// run are replaced or none, each old file is kept under a name of its own, `….contactsheet-old`,
/// until the last target is new. It gets that name
///
/// 1. as a second name, a hard link, before the new file is renamed over the target; or
/// 2. where the file system has no links, or does not let us remove one again: the new file gets the
///    name, and is exchanged with the old one; or
/// 3. where it has neither, not at all, and the old file is lost when the new one replaces it.
///
/// A target that was not there is removed again instead. The last target of a run needs no old file,
/// since nothing can fail after it. At every moment the target is a whole file, the old one or the
/// new one, unless there was none.
///
/// A run that is killed on the way leaves some targets new, the others old, and beside them
///
/// * `….contactsheet-part`: new files, which the next run onto these targets removes before all else;
/// * `….contactsheet-old`: old files, which may have no other name, so the next run removes them only
///   when its own files have taken their places (``Leftovers``). One made the second way may be a new
///   file that was not exchanged yet; nobody has to know, as then it is removed as well.
///
/// Signals remove `….contactsheet-part` only. They wait until all targets are replaced and all old
/// files removed; a crash on the way is like a kill.
struct Replacement {
  private enum Old {
    case none
    case kept(FilePath)
    case lost
  }

  private let target: FilePath
  private let old: Old

  /// Puts the file at `path` in the target's place.
  ///
  /// - Parameters:
  ///   - target: The file to be replaced, if there is one.
  ///   - path: The new file; where it is now, if this throws.
  ///   - oldPath: A free name for the old file; nil if it need not be kept.
  /// - Throws: Why the target cannot be replaced; it is as it was.
  init(
    of target: FilePath, by path: inout FilePath, keepingAs oldPath: FilePath?
  ) throws(Errno) {
    self.target = target
    guard let oldPath else {
      try path.rename(to: target)
      old = .lost
      return
    }
    switch Self.link(target, as: oldPath) {
    case .made:
      do throws(Errno) { try path.rename(to: target) } catch {
        try? oldPath.unlink()
        throw error
      }
      old = .kept(oldPath)
    case .noFile:
      try path.rename(to: target)
      old = .none
    case .refused:
      if Self.exchange(&path, with: target, by: oldPath) {
        old = .kept(oldPath)
      } else {
        // What this says is why the target cannot be replaced, whatever refused the other ways.
        try path.rename(to: target)
        old = .lost
      }
    }
  }

  private enum LinkResult { case made, noFile, refused }

  private static func link(_ target: FilePath, as oldPath: FilePath) -> LinkResult {
    if isProtected(target) { return .refused }
    do throws(Errno) {
      try target.link(as: oldPath)
      return .made
    } catch .noSuchFileOrDirectory {
      return .noFile
    } catch {
      return .refused
    }
  }

  /// Whether the folder is sticky and the file somebody else's, so that no name of it can be removed.
  private static func isProtected(_ target: FilePath) -> Bool {
    (try? target.folder.stat())?.permissions.contains(.saveText) == true
      && (try? target.stat(followTargetSymlink: false)).map { $0.userID != .effective } == true
  }

  /// Exchanges the file at `path` with the target, so that the old one is at `oldPath`.
  private static func exchange(
    _ path: inout FilePath, with target: FilePath, by oldPath: FilePath
  ) -> Bool {
    // A folder, too, would be exchanged.
    guard (try? target.stat(followTargetSymlink: false))?.type == .regular,
      (try? path.rename(to: oldPath)) != nil
    else { return false }
    path = oldPath
    return (try? oldPath.exchange(with: target)) != nil
  }

  /// Makes the target what it was.
  ///
  /// - Returns: Whether that worked; if not, the target is still the new file.
  func undo() -> Bool {
    do throws(Errno) {
      switch old {
      case .none: try target.unlink()
      case .kept(let oldPath): try oldPath.rename(to: target)
      case .lost: return false
      }
      return true
    } catch {
      return false
    }
  }

  /// Removes the old file.
  func finish() {
    if case .kept(let oldPath) = old { try? oldPath.unlink() }
  }
}
