internal import CProcess
internal import Glibc
package import SheetFiles
internal import SheetLayout
internal import SheetModel
package import SystemPackage

/// A file that is written completely or not at all.
///
/// The bytes go to a temporary file next to the target. An ``OutputSet`` flushes them to disk and
/// renames the temporary file over the target; until then the target is untouched. An output that
/// is destroyed without a commit deletes its temporary file, so after an error, an interrupt or a
/// cancellation, leaving the owner's scope is all the clean-up that is needed.
///
/// If the target is a symbolic link, it stays, and the file that it leads to is replaced. The new
/// file gets the permissions of the replaced file. Pipes and devices are written directly, and
/// their bytes cannot be taken back.
package struct OutputFile: ~Copyable, Sendable {
  /// The descriptor to which the bytes are written, from the start of the file.
  ///
  /// It must not be closed.
  package let descriptor: FileDescriptor

  fileprivate let output: SheetOutput
  private var content: Content?

  /// Where the bytes are written.
  private enum Content: Sendable {
    case temporary(TemporaryFile)
    case stream
    case standardOutput
  }

  private init(_ descriptor: FileDescriptor, _ output: SheetOutput, _ content: Content) {
    self.descriptor = descriptor
    self.output = output
    self.content = content
  }

  deinit {
    if case .stream = content { try? descriptor.close() }
  }

  /// Appends all of `bytes`.
  package func write(_ bytes: some Sequence<UInt8>) throws(ContactSheetError) {
    do { try descriptor.writeWhole(Array(bytes)) } catch { throw output.error(error) }
  }

  /// The number of bytes in the file so far; nil if it is a pipe or device.
  package var byteCount: Int64? {
    guard let status = try? descriptor.stat(), status.type == .regular else { return nil }
    return status.size
  }

  /// The SHA-256 digest of the bytes in the file so far; nil if it is a pipe or device.
  package var digest: [UInt8]? {
    get throws(ContactSheetError) {
      guard byteCount != nil else { return nil }
      do { return try descriptor.digest } catch { throw output.error(Errno(error)) }
    }
  }

  /// The status of the target if it already has these bytes and permissions; otherwise nil.
  fileprivate var unchangedTarget: Stat? {
    guard case .temporary(let file) = content, let status = file.target.status else { return nil }
    return file.isSameAsTarget ? status : nil
  }

  /// Flushes the bytes to disk, so that only the renaming can still fail.
  ///
  /// - Returns: The temporary file; nil if the target is a pipe or device, which already has its
  ///   bytes.
  fileprivate consuming func finished() throws(ContactSheetError) -> TemporaryFile? {
    do throws(Errno) {
      switch content.take() {
      case .temporary(let file):
        try descriptor.synchronize()
        return file
      case .stream: try descriptor.closed()
      case .standardOutput, nil: break
      }
      return nil
    } catch {
      throw output.error(error)
    }
  }
}

extension OutputFile {
  /// Opens an output for a run.
  fileprivate static func opened(
    _ resolved: ResolvedOutput, _ run: RunName
  ) throws(Errno) -> OutputFile {
    switch (resolved.target, resolved.output) {
    case (.file(let target), _):
      // If anything fails after this, the temporary file removes itself.
      let file = try TemporaryFile.create(beside: target, run: run)
      if let permissions = resolved.status?.permissions {
        try file.descriptor.setPermissions(permissions)
      }
      return OutputFile(file.descriptor, resolved.output, .temporary(file))
    case (.stream, .file(let path)):
      cprocess_unsettle()
      let descriptor = try FileDescriptor.opened(path, .writeOnly, .closeOnExec)
      return OutputFile(descriptor, resolved.output, .stream)
    case (.standardOutput, _), (.stream, .standardOutput):
      cprocess_unsettle()
      return OutputFile(.standardOutput, resolved.output, .standardOutput)
    }
  }
}

/// Files that replace their targets together once all of them are complete.
///
/// Until then the targets are untouched. ``Replacement`` describes how they are replaced, and which
/// files are left behind if the run is killed meanwhile. A set that is destroyed without a commit
/// removes all its temporary files.
package struct OutputSet: ~Copyable {
  private let run = RunName.random()
  /// Whether a target is kept if it already has the new bytes.
  private let keepsUnchanged: Bool
  /// Backups left behind by killed runs, to be removed when all targets are new.
  private let oldFiles: [FolderFile]
  /// The finished files.
  ///
  /// The first file in each folder is marked. `kept` is the status of the target if the target is
  /// kept.
  private var files: [(file: TemporaryFile, output: SheetOutput, isFirst: Bool, kept: Stat?)] = []
  /// The indices of the finished files.
  private var indices: [SheetOutput: Int] = [:]
  private var folders: [FileIdentity: OpenFolder] = [:]

  package init(removing oldFiles: [FolderFile] = [], keepsUnchanged: Bool = false) {
    self.oldFiles = oldFiles
    self.keepsUnchanged = keepsUnchanged
  }

  /// Opens an output; nothing is replaced before the set is committed.
  package func opened(_ resolved: ResolvedOutput) throws(ContactSheetError) -> OutputFile {
    do { return try OutputFile.opened(resolved, run) } catch { throw resolved.output.error(error) }
  }

  /// Creates a file of the run without a name, which exists until its last use.
  func temporaryFile(beside target: FolderFile) throws(Errno) -> TemporaryFile {
    let file = try TemporaryFile.create(beside: target, run: run)
    // At the end of the program, a task that has ended may still keep the file alive.
    file.removeName()
    return file
  }

  /// Creates a scratch file for the run next to an output; it replaces nothing.
  ///
  /// If the output is a pipe, the scratch file is in the folder for temporary files.
  func scratch(for output: ResolvedOutput) throws(Errno) -> TemporaryFile {
    if case .file(let target) = output.target { return try temporaryFile(beside: target) }
    let folder = try OpenFolder(FilePath(environmentVariable("TMPDIR") ?? "/tmp"))
    return try temporaryFile(beside: folder.file(named: "contact-sheet".utf8))
  }

  /// The path of the file that has the bytes of an added output: the new file, or the old file if
  /// that is kept.
  package func path(of output: SheetOutput) -> FilePath? {
    indices[output].flatMap { files[$0].file.file?.path } ?? output.names?.path
  }

  /// Adds a file that has been written completely, and flushes it to disk.
  ///
  /// - Returns: Whether the target is kept instead, because it already has these bytes.
  @discardableResult
  package mutating func add(_ file: consuming OutputFile) throws(ContactSheetError) -> Bool {
    let output = file.output
    let kept = keepsUnchanged ? file.unchangedTarget : nil
    guard let file = try file.finished() else { return false }
    // The first file in each folder stays open, and so stays locked. The others are closed, because
    // there are not enough descriptors for thousands of files.
    let folder = file.target.folder
    let isFirst = folders.updateValue(folder, forKey: folder.identity) == nil
    if !isFirst { do { try file.close() } catch { throw output.error(error) } }
    if indices[output] == nil { indices[output] = files.count }
    files.append((file, output, isFirst, kept))
    return kept != nil
  }

  /// Writes a file piece by piece and adds it.
  package mutating func add(
    _ pieces: some Sequence<ArraySlice<UInt8>>, to output: ResolvedOutput
  ) throws(ContactSheetError) {
    try add(to: output) { (write) throws(ContactSheetError) in
      for piece in pieces { try write(piece) }
    }
  }

  /// Opens a file, lets `body` write all its pieces with the function that it receives, and adds
  /// the file.
  package mutating func add(
    to output: ResolvedOutput,
    _ body: (@escaping (ArraySlice<UInt8>) throws(ContactSheetError) -> Void)
      throws(ContactSheetError) -> Void
  ) throws(ContactSheetError) {
    let file = try opened(output)
    try body { [descriptor = file.descriptor] (piece) throws(ContactSheetError) in
      do throws(Errno) { try descriptor.writeWhole(Array(piece)) } catch {
        throw output.output.error(error)
      }
    }
    try add(file)
  }

  /// Replaces the targets, the first one in each folder last.
  ///
  /// The folders are locked meanwhile. If two runs share outputs, all files of the run that ends
  /// last remain.
  ///
  /// If this throws, the temporary files are gone and the targets are as they were, except for
  /// those that ``ContactSheetError/partlyReplaced(_:new:old:)`` names. A signal that arrived
  /// meanwhile then ends the program. If this returns, signals are ignored, because the replacement
  /// can no longer be undone.
  package consuming func commit() throws(ContactSheetError) {
    let folders = folders.sorted { $0.key < $1.key }.map(\.value)
    defer { for folder in folders { folder.synchronize() } }
    let locks = folders.locked(for: .seconds(10))
    defer { for lock in locks { try? lock.close() } }
    // Another run may have replaced a target that was to be kept.
    let changed = self.files.filter { file in
      guard let kept = file.kept, let now = file.file.target.status else { return true }
      return (now.inode, now.modified) != (kept.inode, kept.modified)
    }
    let files = changed.filter { !$0.isFirst } + changed.filter(\.isFirst)
    var replaced: [Replacement] = []
    // The replacement allocates little memory, because running out of memory would end the program
    // just as a kill would.
    replaced.reserveCapacity(files.count)
    cprocess_hold()
    defer { cprocess_release() }
    for (file, output, _, _) in files {
      do {
        replaced.append(try file.takePlace(keepsOld: replaced.count + 1 < files.count))
      } catch {
        let stillNew = zip(replaced, files).filter { !$0.0.undo() }.map(\.1.output)
        throw failure(output.error(error), new: Set(stillNew))
      }
    }
    for replacement in replaced { replacement.finish() }
    for file in oldFiles { try? file.unlink() }
    if !replaced.isEmpty { cprocess_settle() }
  }

  /// The error, or, if any outputs are still new, an error that names them.
  private func failure(_ error: ContactSheetError, new: Set<SheetOutput>) -> ContactSheetError {
    guard !new.isEmpty else { return error }
    let outputs = files.map(\.output)
    return .partlyReplaced(
      error, new: outputs.filter(new.contains), old: outputs.filter { !new.contains($0) })
  }
}

extension [OpenFolder] {
  /// Locks the folders one after another; a signal may end the program meanwhile.
  ///
  /// All runs lock folders in the same order, so that they do not wait for each other. A folder
  /// stays unlocked if it cannot be locked, or if another run holds its lock for too long.
  ///
  /// - Parameter patience: How long to wait in total for all folders.
  /// - Returns: The locks, which are released when they are closed.
  fileprivate func locked(for patience: Duration) -> [FileDescriptor] {
    let end = ContinuousClock.now + patience
    return compactMap { folder in
      do throws(Errno) {
        while true {
          if let lock = try folder.lock() { return lock }
          if .now >= end { return nil }
          usleep(2000)
        }
      } catch {
        return nil
      }
    }
  }
}
