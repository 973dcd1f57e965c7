internal import CProcess
import Glibc
package import SystemPackage

// System calls that SystemPackage lacks. No other file of this module calls the C library.

extension FilePath {
  /// Renames this file to `target` atomically, replacing what was there.
  ///
  /// The corresponding C function is `rename`.
  package func rename(to target: FilePath) throws(Errno) {
    try Self.check(
      unsafe withPlatformString { old in
        unsafe target.withPlatformString { new in unsafe Glibc.rename(old, new) }
      })
  }

  /// Exchanges this file and the one at `other` atomically.
  ///
  /// The corresponding C function is `renameat2` with `RENAME_EXCHANGE`, which few file systems
  /// over a network have.
  package func exchange(with other: FilePath) throws(Errno) {
    try Self.check(
      unsafe withPlatformString { one in
        unsafe other.withPlatformString { other in unsafe cprocess_exchange(one, other) }
      })
  }

  /// Gives the file a second name, which must be free.
  ///
  /// The corresponding C function is `link`.
  package func link(as name: FilePath) throws(Errno) {
    try Self.check(
      unsafe withPlatformString { file in
        unsafe name.withPlatformString { name in unsafe Glibc.link(file, name) }
      })
  }

  /// Removes this name.
  ///
  /// The corresponding C function is `unlink`.
  package func unlink() throws(Errno) {
    try Self.check(unsafe withPlatformString { unsafe Glibc.unlink($0) })
  }

  /// Checks that this process may write to the file, or create files in the folder.
  ///
  /// The corresponding C function is `faccessat`, for the effective user.
  package func checkWritable() throws(Errno) {
    try Self.check(
      unsafe withPlatformString { unsafe faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) })
  }

  /// The path that this link contains.
  ///
  /// The corresponding C function is `readlink`.
  package func linkDestination() throws(Errno) -> FilePath {
    var destination = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe withPlatformString { path in
      unsafe readlink(path, &destination, destination.count)
    }
    guard count >= 0 else { throw Errno(rawValue: errno) }
    return FilePath(bytes: destination[..<count].map { UInt8(bitPattern: $0) })
  }

  /// The absolute path that this path leads to, without links.
  ///
  /// The corresponding C function is `realpath`.
  package func resolvingLinks() throws(Errno) -> FilePath {
    guard let path = unsafe withPlatformString({ unsafe realpath($0, nil) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe free(path) }
    return unsafe FilePath(platformString: path)
  }

  /// Flushes the names in this folder to disk.
  ///
  /// Failures are ignored: some file systems do not support this, and it matters only if the
  /// machine crashes at once.
  package func synchronizeFolder() {
    guard
      let folder = try? FileDescriptor.open(self, .readOnly, options: [.closeOnExec, .directory])
    else { return }
    try? folder.synchronize()
    try? folder.close()
  }

  private static func check(_ result: CInt) throws(Errno) {
    guard result == 0 else { throw Errno(rawValue: errno) }
  }
}

/// An entry of a folder.
package struct FolderEntry: Sendable {
  /// The record of an entry in the folder itself.
  package enum Kind: Sendable {
    case folder
    case file
    /// A link, or anything on a file system that does not record kinds.
    case unknown
  }

  package let name: [UInt8]
  package let kind: Kind
}

extension FilePath {
  /// The entries of this folder, without `.` and `..`, in no particular order.
  ///
  /// The corresponding C functions are `opendir` and `readdir`.
  ///
  /// - Parameter hiddenOnly: Whether to leave out entries whose names do not begin with a dot.
  /// - Returns: The entries.
  /// - Throws: The reason why the folder cannot be listed.
  package func folderEntries(hiddenOnly: Bool = false) throws(Errno) -> [FolderEntry] {
    guard let folder = unsafe withPlatformString({ unsafe opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe closedir(folder) }

    var entries: [FolderEntry] = []
    while true {
      // Only `errno` distinguishes a failure from the end of the folder.
      errno = 0
      guard let entry = unsafe readdir(folder) else { break }
      if hiddenOnly, unsafe entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { continue }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
        unsafe Array(name.prefix { $0 != 0 })
      }
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      let kind: FolderEntry.Kind =
        switch unsafe Int(entry.pointee.d_type) {
        case Int(DT_DIR): .folder
        case Int(DT_LNK), Int(DT_UNKNOWN): .unknown
        default: .file
        }
      entries.append(FolderEntry(name: name, kind: kind))
    }
    guard errno == 0 else { throw Errno(rawValue: errno) }
    return entries
  }
}

/// The outcome of an attempt to lock a file.
package enum LockResult {
  /// It is locked until its descriptor is closed.
  case taken
  /// Another process has locked it.
  case held
  /// The file system has no locks.
  case unsupported
}

extension FileDescriptor {
  /// Opens a file; a new one gets the permissions that the umask leaves.
  ///
  /// The corresponding C function is `open`.
  package static func opened(
    _ path: FilePath, _ mode: AccessMode, _ options: OpenOptions
  ) throws(Errno) -> FileDescriptor {
    do {
      return try open(
        path, mode, options: options,
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    } catch {
      throw Errno(error)
    }
  }

  /// Opens a regular file for reading.
  ///
  /// Used for every file that may have been replaced since it was examined: it waits for neither a
  /// pipe nor a device in its place.
  package static func openedFile(_ path: FilePath) throws(ContentsError) -> FileDescriptor {
    let file: FileDescriptor
    // A pipe without a writer is opened at once.
    do { file = try opened(path, .readOnly, [.closeOnExec, .nonBlocking]) } catch {
      throw .system(error)
    }
    let type = try? file.stat().type
    guard type == .regular else {
      try? file.close()
      throw type == .directory ? .system(.isDirectory) : .notARegularFile
    }
    return file
  }

  /// Locks the file against other processes that lock it, without waiting.
  ///
  /// The corresponding C function is `flock`.
  package func lock() -> LockResult {
    guard flock(rawValue, LOCK_EX | LOCK_NB) != 0 else { return .taken }
    return errno == EWOULDBLOCK ? .held : .unsupported
  }

  /// Waits until the contents of the file are on disk.
  ///
  /// The corresponding C function is `fsync`.
  package func synchronize() throws(Errno) {
    guard fsync(rawValue) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Writes all of the bytes, even into a full pipe that does not block.
  ///
  /// The corresponding C functions are `write` and `poll`.
  package func writeWhole(_ bytes: [UInt8]) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(rawValue, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var room = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&room, 1, -1) >= 0 || errno == EINTR else { throw Errno(rawValue: errno) }
      } else if errno != EINTR {
        throw Errno(rawValue: errno)
      }
    }
  }

  /// Sets the permissions of the file.
  ///
  /// The corresponding C function is `fchmod`.
  package func setPermissions(_ permissions: FilePermissions) throws(Errno) {
    guard fchmod(rawValue, permissions.rawValue) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Closes the descriptor and reports earlier writes that failed.
  package func closed() throws(Errno) {
    do { try close() } catch { throw Errno(error) }
  }
}

extension UserID {
  /// The user whose rights this process has.
  ///
  /// The corresponding C function is `geteuid`.
  package static var effective: UserID { UserID(rawValue: geteuid()) }
}

extension Stat {
  /// The time of the last modification, since the start of 1970 in UTC.
  package var modified: Duration {
    .seconds(st_mtim.tv_sec) + .nanoseconds(st_mtim.tv_nsec)
  }
}

extension Errno {
  /// Casts an error of SystemPackage, which is always an `Errno`, although not every signature says
  /// so.
  package init(_ error: any Error) {
    self = error as? Errno ?? .ioError
  }
}

/// The value of an environment variable; nil if it is not set.
///
/// The corresponding C function is `getenv`.
package func environmentVariable(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// The current time in seconds since the start of 1970 in UTC.
///
/// The corresponding C function is `time`.
package func currentSeconds() -> Int64 {
  Int64(time(nil))
}
