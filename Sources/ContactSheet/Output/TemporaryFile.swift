internal import CProcess
internal import SheetFiles
internal import SheetLayout
internal import Synchronization
package import SystemPackage

/// A file next to its target that takes the target's place when it is complete.
///
/// It is removed after its last use and, if the program asks for that, by a signal that ends the
/// program. The file is locked until it is closed. The lock of a run's first file also protects its
/// later files, because it shows other runs that the run is alive: see ``Leftovers``.
@safe package final class TemporaryFile: @unchecked Sendable {
  /// The destination of the bytes.
  package let descriptor: FileDescriptor
  /// The file to be replaced.
  let target: FolderFile

  // While the file is alive, only a signal handler reads this.
  private let entry: OpaquePointer
  private let state: Mutex<State>
  /// An unused name for the target's old file.
  private let oldFile: FolderFile

  private struct State {
    var isOpen = true
    /// The file under its current name; nil once it has taken the target's place, or has no name.
    var file: FolderFile?
    var readError: Errno?
  }

  /// Creates and locks a file in the folder of `target`.
  ///
  /// It has the permissions that the umask allows.
  ///
  /// - Parameters:
  ///   - target: The file to be replaced.
  ///   - run: The part that the names of all files of the run have in common.
  /// - Returns: The open file.
  /// - Throws: Why the file cannot be created.
  static func create(beside target: FolderFile, run: RunName) throws(Errno) -> TemporaryFile {
    while true {
      if let file = try created(beside: target, run), file.isLocked { return file }
    }
  }

  /// The new file; nil if a file with its name exists.
  private static func created(
    beside target: FolderFile, _ run: RunName
  ) throws(Errno) -> TemporaryFile? {
    var name = TemporaryName(for: target.name.bytes, run)
    let file = target.sibling(named: name.bytes)
    name.kind = .old
    let oldFile = target.sibling(named: name.bytes)
    // No signal may come between the creation of the file and the creation of its entry in the
    // list.
    cprocess_hold()
    defer { cprocess_release() }
    do throws(Errno) {
      let descriptor = try file.opened(.readWrite, [.create, .exclusiveCreate, .closeOnExec])
      let folder = file.folder.descriptor.rawValue
      guard
        let entry = unsafe file.name.withPlatformString({ unsafe cprocess_file_add(folder, $0) })
      else {
        try? descriptor.close()
        try? file.unlink()
        throw .noMemory
      }
      return unsafe TemporaryFile(descriptor, file, oldFile, target, entry)
    } catch .fileExists {
      return nil
    }
  }

  private init(
    _ descriptor: FileDescriptor, _ file: FolderFile, _ oldFile: FolderFile, _ target: FolderFile,
    _ entry: OpaquePointer
  ) {
    self.descriptor = descriptor
    state = Mutex(State(file: file))
    self.oldFile = oldFile
    self.target = target
    unsafe self.entry = entry
  }

  deinit {
    state.withLock { state in
      if let file = state.file { try? file.unlink() }
      if state.isOpen { try? descriptor.close() }
    }
    unsafe cprocess_file_remove(entry)
  }

  /// Locks the file.
  ///
  /// Returns false if another run has locked or removed it first.
  private var isLocked: Bool {
    // If the file system has no locks, other runs cannot lock the file either, and leave it alone.
    descriptor.lock() != .held && (try? descriptor.stat())?.linkCount != 0
  }

  /// The file under its current name; nil once it has taken the target's place, or has no name.
  var file: FolderFile? { state.withLock(\.file) }

  /// Why bytes of the file could not be read; nil if all bytes could be read.
  package var readError: Errno? { state.withLock(\.readError) }

  /// Reads bytes that have been written to the file.
  ///
  /// If they cannot be read, they are zeros and ``readError`` is set.
  package func contents(of range: Range<Int64>) -> [UInt8] {
    var contents = [UInt8](repeating: 0, count: range.count)
    do {
      let count = try descriptor.read(at: range.lowerBound, into: &contents)
      if count < contents.count { throw Errno.ioError }
    } catch {
      state.withLock { $0.readError = Errno(error) }
    }
    return contents
  }

  /// Closes the file, which releases its lock.
  package func close() throws(Errno) {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    // Even if closing fails, the descriptor is invalid afterwards.
    if wasOpen { try descriptor.closed() }
  }

  /// Removes the file's name, so that nothing remains however the program ends.
  ///
  /// The bytes stay until the file is closed. If the name cannot be removed now, it is removed after
  /// the last use of the file.
  func removeName() {
    state.withLock { state in
      guard let file = state.file, (try? file.unlink()) != nil else { return }
      state.file = nil
    }
  }

  /// Replaces the target; if this throws, the target is as it was.
  ///
  /// - Parameter keepsOld: Whether to keep the old file until the replacement is finished or undone.
  /// - Returns: The target with its old file.
  /// - Throws: Why the target cannot be replaced.
  func takePlace(keepsOld: Bool) throws(Errno) -> Replacement {
    try state.withLock { (state) throws(Errno) in
      guard var file = state.file else { preconditionFailure("a file takes its place once") }
      do throws(Errno) {
        let replacement = try Replacement(
          of: target, by: &file, keepingAs: keepsOld ? oldFile : nil)
        state.file = nil
        return replacement
      } catch {
        state.file = file
        throw error
      }
    }
  }
}

extension TemporaryFile {
  /// Whether the target is a file with the same bytes and permissions.
  ///
  /// False if the target cannot be read.
  var isSameAsTarget: Bool {
    guard let other = try? target.opened() else { return false }
    return (try? other.closeAfter { try descriptor.isSame(as: other) }) ?? false
  }
}

extension FileDescriptor {
  /// The SHA-256 digest of the file, which is read in blocks of 64 KiB.
  package var digest: [UInt8] {
    get throws {
      var hash = SHA256()
      var block = [UInt8](repeating: 0, count: 1 << 16)
      var offset: Int64 = 0
      while true {
        let count = try read(at: offset, into: &block)
        guard count > 0 else { return hash.digest() }
        hash.update(block[..<count])
        offset += Int64(count)
      }
    }
  }

  /// Whether two files have the same bytes and permissions.
  fileprivate func isSame(as other: FileDescriptor) throws -> Bool {
    let (status, otherStatus) = (try stat(), try other.stat())
    guard otherStatus.type == .regular, status.permissions == otherStatus.permissions
    else { return false }
    return try hasContents(of: other)
  }
}
