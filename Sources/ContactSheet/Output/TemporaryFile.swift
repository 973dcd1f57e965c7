internal import CProcess
internal import Synchronization
internal import SystemPackage

/// A file beside its target, which takes the target's place when it is whole.
///
/// It is removed when nobody needs it any more, and by a signal that ends a program which asks for
/// that. It is locked until it is closed, and so are later files of its run by the first; that
/// tells other runs that it is alive: see ``Leftovers``.
@safe final class TemporaryFile: @unchecked Sendable {
  /// Where to write the bytes.
  let descriptor: FileDescriptor
  /// The file to be replaced.
  let target: FilePath

  // A handler of signals reads it, and nobody else while it is alive.
  private let entry: OpaquePointer
  private let state: Mutex<State>
  /// A free name for the target's old file.
  private let oldPath: FilePath

  private struct State {
    var isOpen = true
    /// Where the file is; nil once it has taken its place.
    var path: FilePath?
  }

  /// Creates and locks a file in the folder of `target`.
  ///
  /// It has the permissions that the umask leaves.
  ///
  /// - Parameters:
  ///   - target: The file to be replaced.
  ///   - run: What the names of all files of a run have in common.
  /// - Returns: The open file.
  /// - Throws: Why it cannot be created.
  static func create(beside target: FilePath, run: RunName) throws(Errno) -> TemporaryFile {
    while true {
      if let file = try created(beside: target, run), file.isLocked { return file }
    }
  }

  /// The file, unless there is one of its name.
  private static func created(
    beside target: FilePath, _ run: RunName
  ) throws(Errno) -> TemporaryFile? {
    let folder = target.removingLastComponent()
    var name = TemporaryName(for: target.nameBytes, run)
    let path = folder.appending(nameBytes: name.bytes)
    name.kind = .old
    let oldPath = folder.appending(nameBytes: name.bytes)
    // No signal may come between the file and its entry in the list.
    cprocess_hold()
    defer { cprocess_release() }
    do throws(Errno) {
      let descriptor = try FileDescriptor.opened(
        path, .readWrite, [.create, .exclusiveCreate, .closeOnExec])
      guard let entry = unsafe path.withPlatformString({ unsafe cprocess_file_add($0) }) else {
        try? descriptor.close()
        try? path.unlink()
        throw .noMemory
      }
      return unsafe TemporaryFile(descriptor, path, oldPath, target, entry)
    } catch .fileExists {
      return nil
    }
  }

  private init(
    _ descriptor: FileDescriptor, _ path: FilePath, _ oldPath: FilePath, _ target: FilePath,
    _ entry: OpaquePointer
  ) {
    self.descriptor = descriptor
    state = Mutex(State(path: path))
    self.oldPath = oldPath
    self.target = target
    unsafe self.entry = entry
  }

  deinit {
    state.withLock { state in
      if let path = state.path { try? path.unlink() }
      if state.isOpen { try? descriptor.close() }
    }
    unsafe cprocess_file_remove(entry)
  }

  /// Locks the file; whether another run has neither locked nor removed it first.
  private var isLocked: Bool {
    // Where there are no locks, other runs cannot lock it either, and so leave it alone.
    descriptor.lock() != .held && (try? descriptor.stat())?.linkCount != 0
  }

  /// Where the file is; nil once it has taken its place.
  var path: FilePath? { state.withLock(\.path) }

  /// Closes the file, which ends its lock.
  func close() throws(Errno) {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    // Even if closing fails, the descriptor is gone.
    if wasOpen { try descriptor.closed() }
  }

  /// Replaces the target; when this throws, the target is as it was.
  ///
  /// - Parameter keepsOld: Whether to keep the old file until the replacement is finished or undone.
  /// - Returns: The target with its old file.
  /// - Throws: Why it cannot be replaced.
  func takePlace(keepsOld: Bool) throws(Errno) -> Replacement {
    try state.withLock { (state) throws(Errno) in
      guard var path = state.path else { preconditionFailure("a file takes its place once") }
      do throws(Errno) {
        let replacement = try Replacement(
          of: target, by: &path, keepingAs: keepsOld ? oldPath : nil)
        state.path = nil
        return replacement
      } catch {
        state.path = path
        throw error
      }
    }
  }
}
