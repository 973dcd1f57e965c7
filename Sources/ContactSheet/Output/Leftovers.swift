package import SheetFiles
internal import SystemPackage

/// Temporary files in a folder, left behind by runs that were killed.
///
/// New files, finished or not, are removed at once. An old file that was to be replaced may have no
/// other name, so it stays until the run that finds it has put its own files in place.
///
/// A run is alive as long as one of its files is locked: the file that it is writing, or the first
/// finished file, which stays locked until the run's other files are in place.
package struct Leftovers {
  private let folder: OpenFolder

  /// Removes the new files that earlier runs with these outputs have left behind.
  ///
  /// Files that cannot be removed stay. So do files on a file system without locks, because nothing
  /// shows whether their run is alive.
  ///
  /// - Parameters:
  ///   - outputs: The outputs of a run.
  ///   - names: The names of its pages; earlier runs may have had more pages.
  /// - Returns: The old files that were left behind, to be removed once the outputs are in place.
  package static func remove(
    of outputs: [ResolvedOutput], _ names: OutputNames? = nil
  ) -> [FolderFile] {
    var targets: [FileIdentity: (folder: OpenFolder, names: Set<[UInt8]>)] = [:]
    for case .file(let file) in outputs.map(\.target) {
      targets[file.folder.identity, default: (file.folder, [])].names
        .insert(TemporaryName.target(file.name.bytes))
    }
    let pageFolder = names.flatMap { FileIdentity($0.path.folder) }
    return targets.flatMap { identity, targets in
      let pages = identity == pageFolder ? names : nil
      return Leftovers(folder: targets.folder).remove {
        targets.names.contains($0) || pages?.includes(nameBytes: $0[...]) == true
      }
    }
  }

  /// Removes the new files of runs that have ended, for targets that `isOurs` accepts.
  ///
  /// Returns the old files.
  private func remove(where isOurs: ([UInt8]) -> Bool) -> [FolderFile] {
    let files = files().filter { isOurs($0.target) && !isInUse($0) }
    guard !files.isEmpty else { return [] }
    // By the time a finished file of a run is no longer locked, the run has locked its first
    // finished file, so that file is checked afterwards.
    let alive = Set(self.files().filter { $0.kind == .part && isInUse($0) }.map(\.run))
    let dead = files.filter { !alive.contains($0.run) }
    for file in dead where file.kind == .part { remove(file) }
    return dead.filter { $0.kind == .old }.map { folder.file(named: $0.bytes) }
  }

  private func files() -> [TemporaryName] {
    ((try? folder.entries(hiddenOnly: true)) ?? []).compactMap { TemporaryName($0.name) }
  }

  /// Whether a file is locked, or cannot be locked.
  private func isInUse(_ file: TemporaryName) -> Bool {
    guard let descriptor = locked(file) else { return true }
    try? descriptor.close()
    return false
  }

  /// Removes a file while holding its lock.
  ///
  /// This way, a run that has just created the file, but not locked it yet, notices the removal.
  private func remove(_ file: TemporaryName) {
    guard let descriptor = locked(file) else { return }
    try? folder.file(named: file.bytes).unlink()
    try? descriptor.close()
  }

  /// The locked file, which the caller must close; nil if another program holds the lock or the
  /// file does not exist.
  private func locked(_ file: TemporaryName) -> FileDescriptor? {
    // The file is opened for writing because locks on network file systems require that.
    guard
      let descriptor = try? folder.file(named: file.bytes)
        .opened(.readWrite, [.nonBlocking, .closeOnExec])
    else { return nil }
    if (try? descriptor.stat())?.type == .regular, descriptor.lock() == .taken {
      return descriptor
    }
    try? descriptor.close()
    return nil
  }
}
