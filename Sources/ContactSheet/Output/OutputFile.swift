public import SystemPackage

/// A file that is written as a whole or not at all.
///
/// The bytes go to a temporary file beside the target; ``commit()`` flushes them to the
/// disk and renames the temporary file over the target. Until then, what was at the
/// target is untouched, and an output that is let go without a commit takes its
/// temporary file away. That is all there is to a failure, an interrupt or a cancelled
/// task: leaving the scope that owns the value, by whatever way, is the clean-up.
///
/// A link at the target stays; what it leads to is replaced. A file that is replaced
/// keeps its permissions. Pipes and devices are written straight, and what has gone
/// into them cannot be taken back.
public struct OutputFile: ~Copyable, Sendable {
  /// Where the bytes are written, from the start of the file on; not to be closed.
  public let descriptor: FileDescriptor

  private let output: FilePath
  private var replacement: Replacement?
  private var isOpen: Bool

  /// A temporary file that has not become the target yet.
  private struct Replacement: Sendable {
    let temporary: FilePath
    let target: FilePath
  }

  /// Finds what would keep a file from being written, before there is anything to write.
  ///
  /// Creates nothing and opens nothing. A full disk is only found in writing.
  public static func check(_ output: FilePath) throws(OutputError) {
    _ = try OutputTarget(output)
  }

  /// Creates the temporary file for `output`, or opens the pipe or device there.
  ///
  /// Opening a named pipe waits until someone reads from it.
  public init(_ output: FilePath) throws(OutputError) {
    let target = try OutputTarget(output)
    let opened: (FileDescriptor, Replacement?)
    do throws(Errno) {
      opened = try Self.open(target)
    } catch {
      throw OutputError(error, output: output)
    }
    self.output = output
    (descriptor, replacement) = opened
    isOpen = true
  }

  /// Writes straight to a descriptor, such as standard output, which stays open.
  ///
  /// Errors call it `name`.
  public init(writingTo descriptor: FileDescriptor, name: FilePath = "-") {
    self.descriptor = descriptor
    output = name
    replacement = nil
    isOpen = false
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
      throw OutputError(Errno(error), output: output)
    }
  }

  /// Brings the bytes to the disk, so that little is left that ``commit()`` could fail at.
  ///
  /// Pipes and devices have their bytes already.
  public func flush() throws(OutputError) {
    do throws(Errno) {
      if replacement != nil { try descriptor.synchronize() }
    } catch {
      throw OutputError(error, output: output)
    }
  }

  /// Puts the file in its place.
  ///
  /// When it returns, the bytes are on the disk and the target is the new file. When it
  /// throws, the target is the old one, and the temporary file is gone.
  public consuming func commit() throws(OutputError) {
    do throws(Errno) {
      if replacement != nil { try descriptor.synchronize() }
      if isOpen {
        // Whatever close says, the descriptor is gone.
        isOpen = false
        try descriptor.closed()
      }
      if let replacement {
        try replacement.temporary.rename(to: replacement.target)
        self.replacement = nil
        replacement.target.folder.synchronizeFolder()
      }
    } catch {
      throw OutputError(error, output: output)
    }
  }

  private static func open(
    _ target: OutputTarget
  ) throws(Errno) -> (FileDescriptor, Replacement?) {
    switch target {
    case .stream(let path):
      do {
        return (try FileDescriptor.open(path, .writeOnly, options: .closeOnExec), nil)
      } catch {
        throw Errno(error)
      }
    case .file(let path, let permissions):
      let temporary = try path.createTemporary()
      do {
        if let permissions { try temporary.descriptor.setPermissions(permissions) }
      } catch {
        try? temporary.descriptor.close()
        try? temporary.path.unlink()
        throw error
      }
      return (temporary.descriptor, Replacement(temporary: temporary.path, target: path))
    }
  }
}
