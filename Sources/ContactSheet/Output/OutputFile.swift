public import SystemPackage

/// A file that is written completely or not at all.
///
/// The bytes go to a temporary file beside the target; ``commit()`` flushes them to disk and
/// renames the temporary file over the target. Until then the target is untouched. An output that
/// is destroyed without a commit deletes its temporary file, so after an error, an interrupt or a
/// cancellation, leaving the scope that owns the value is all the clean-up there is.
///
/// A symbolic link at the target stays, and the file that it leads to is replaced. The new file
/// gets the permissions of the one that it replaces. Pipes and devices are written directly, and
/// what has gone into them cannot be taken back.
public struct OutputFile: ~Copyable, Sendable {
  /// Where to write the bytes, from the start of the file; must not be closed.
  public let descriptor: FileDescriptor

  private let output: SheetOutput
  private var replacement: Replacement?
  private var isOpen: Bool

  /// A temporary file that has not replaced its target yet.
  fileprivate struct Replacement: Sendable {
    let temporary: FilePath
    let target: FilePath
    let output: SheetOutput

    func takePlace() throws(OutputError) {
      do { try temporary.rename(to: target) } catch { throw output.error(error) }
    }
  }

  private init(
    _ descriptor: FileDescriptor, _ output: SheetOutput, replacing replacement: Replacement? = nil,
    isOpen: Bool = true
  ) {
    self.descriptor = descriptor
    self.output = output
    self.replacement = replacement
    self.isOpen = isOpen
  }

  deinit {
    if isOpen { try? descriptor.close() }
    if let replacement { try? replacement.temporary.unlink() }
  }

  /// Writes all of `bytes` after what was written before.
  public func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    do {
      try descriptor.writeAll(bytes)
    } catch {
      throw output.error(Errno(error))
    }
  }

  /// The number of bytes in the file so far; nil for a pipe or device.
  var byteCount: Int64? {
    guard let status = try? descriptor.stat(), status.type == .regular else { return nil }
    return status.size
  }

  /// Replaces the target.
  ///
  /// When it returns, the bytes are on disk and the target is the new file. When it throws, the
  /// target is the old file, and the temporary file is gone.
  public consuming func commit() throws(OutputError) {
    var files = OutputSet()
    try files.add(self)
    try files.commit()
  }

  /// Flushes the bytes to disk and closes the file, so that only the renaming can still fail.
  ///
  /// - Returns: The temporary file, which the caller must rename or remove; nil for a pipe or
  ///   device, which has its bytes already.
  fileprivate consuming func finished() throws(OutputError) -> Replacement? {
    do throws(Errno) {
      if replacement != nil { try descriptor.synchronize() }
      if isOpen {
        // Even if closing fails, the descriptor is gone.
        isOpen = false
        try descriptor.closed()
      }
    } catch {
      throw output.error(error)
    }
    return replacement.take()
  }
}

extension OutputFile {
  /// Opens an output.
  fileprivate static func opened(_ resolved: ResolvedOutput) throws(Errno) -> OutputFile {
    switch (resolved.target, resolved.output) {
    case (.file(let target), _):
      let (path, descriptor) = try target.createTemporary()
      // From here on, whatever fails, the file's deinit deletes the temporary file.
      let file = OutputFile(
        descriptor, resolved.output,
        replacing: Replacement(temporary: path, target: target, output: resolved.output))
      if let permissions = resolved.status?.permissions {
        try descriptor.setPermissions(permissions)
      }
      return file
    case (.stream, .file(let path)):
      do {
        let descriptor = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
        return OutputFile(descriptor, resolved.output)
      } catch {
        throw Errno(error)
      }
    case (.standardOutput, _), (.stream, .standardOutput):
      return OutputFile(.standardOutput, resolved.output, isOpen: false)
    }
  }
}

extension SheetOutput {
  /// Creates a temporary file for the output, or opens the pipe or device there.
  ///
  /// Opening a named pipe waits until someone reads from it.
  public func opened() throws(OutputError) -> OutputFile {
    try ResolvedOutput(self).opened()
  }
}

extension ResolvedOutput {
  /// Opens the output, which replaces nothing before it is committed.
  func opened() throws(OutputError) -> OutputFile {
    do { return try OutputFile.opened(self) } catch { throw output.error(error) }
  }
}

/// Files that replace their targets together, when all of them are complete.
///
/// Until then the targets are untouched. A set that is destroyed without a commit deletes all its
/// temporary files.
struct OutputSet: ~Copyable {
  private var files: [OutputFile.Replacement] = []
  private var placedCount = 0

  deinit {
    for file in files[placedCount...] { try? file.temporary.unlink() }
  }

  /// Adds a file to which everything has been written, and flushes it to disk.
  mutating func add(_ file: consuming OutputFile) throws(OutputError) {
    if let replacement = try file.finished() { files.append(replacement) }
  }

  /// Replaces the targets, in the order in which the files were added.
  ///
  /// When it throws, the targets that have not been replaced yet stay as they are, and their
  /// temporary files are gone.
  consuming func commit() throws(OutputError) {
    var folders: Set<FilePath> = []
    for file in files {
      try file.takePlace()
      placedCount += 1
      folders.insert(file.target.folder)
    }
    for folder in folders { folder.synchronizeFolder() }
  }
}

extension FilePath {
  /// The longest file name that Linux allows, in bytes (`NAME_MAX`).
  private static let maximumNameLength = 255

  /// Creates a temporary file beside this one, and opens it for writing.
  ///
  /// For `sheet.png` it is called `.sheet.png.XXXXXX`, with six random letters and digits. It has
  /// the permissions that the umask leaves.
  func createTemporary() throws(Errno) -> (path: FilePath, descriptor: FileDescriptor) {
    while true {
      let path = temporaryPath()
      do {
        let descriptor = try FileDescriptor.open(
          path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
          permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
        return (path, descriptor)
      } catch {
        guard Errno(error) == .fileExists else { throw Errno(error) }
      }
    }
  }

  private func temporaryPath() -> FilePath {
    let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let suffix = (0..<6).map { _ in characters[Int.random(in: characters.indices)] }
    let name = nameBytes.prefix(Self.maximumNameLength - suffix.count - 2)
    let dot = UInt8(ascii: ".")
    return removingLastComponent().appending(nameBytes: [dot] + name + [dot] + suffix)
  }
}
