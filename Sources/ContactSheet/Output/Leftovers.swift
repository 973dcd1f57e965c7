internal import SheetFiles
internal import SystemPackage

/// Temporary files of runs that were killed, in a folder.
///
/// A run is alive as long as one of its files is locked: the one that it writes, or the first that
/// it has finished, which is there until all others have taken their places.
struct Leftovers {
  private let folder: FilePath

  /// Removes what earlier runs onto the same outputs have left.
  ///
  /// What cannot be removed stays. So does what is on a file system without locks, where nothing
  /// tells whether its run is alive.
  ///
  /// - Parameters:
  ///   - outputs: The outputs of a run.
  ///   - names: The names of its pages, of which earlier runs may have had more.
  static func remove(of outputs: [ResolvedOutput], _ names: OutputNames? = nil) {
    var targets: [FilePath: Set<[UInt8]>] = [:]
    for case .file(let path) in outputs.map(\.target) {
      targets[path.folder, default: []].insert(TemporaryName.target(path.nameBytes))
    }
    for (folder, targets) in targets {
      let pages = names?.path.folder == folder ? names : nil
      Leftovers(folder: folder).remove {
        targets.contains($0) || pages?.includes(nameBytes: $0[...]) == true
      }
    }
  }

  /// Removes the files of runs that have ended, for targets that `isOurs` takes.
  private func remove(where isOurs: ([UInt8]) -> Bool) {
    let files = files().filter { isOurs($0.target) && !isInUse($0) }
    guard !files.isEmpty else { return }
    // A run whose finished file is not locked has locked its first one before. So whether that is
    // there is asked after.
    let alive = Set(self.files().filter(isInUse).map(\.run))
    for file in files where !alive.contains(file.run) { try? path(of: file).unlink() }
  }

  private func files() -> [TemporaryName] {
    ((try? folder.folderEntries(hiddenOnly: true)) ?? []).compactMap { TemporaryName($0.name) }
  }

  private func path(of file: TemporaryName) -> FilePath {
    folder.appending(nameBytes: file.bytes)
  }

  /// Whether a file is locked, or cannot be.
  private func isInUse(_ file: TemporaryName) -> Bool {
    // For writing, as locks over a network want it.
    guard
      let descriptor = try? FileDescriptor.opened(
        path(of: file), .readWrite, [.noFollow, .nonBlocking, .closeOnExec])
    else { return true }
    defer { try? descriptor.close() }
    return (try? descriptor.stat())?.type != .regular || descriptor.lock() != .taken
  }
}
