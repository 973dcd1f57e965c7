internal import CProcess
import Glibc
package import SystemPackage

// System calls that SystemPackage lacks. No other file in this module calls the C library.

extension OpenFolder {
  /// Makes a system call on a folder's descriptor; nil means the working folder.
  ///
  /// Keeps the folder open until the call ends; otherwise the optimiser might release it after its
  /// last use.
  static func held<Result>(_ folder: OpenFolder?, _ call: (CInt) -> Result) -> Result {
    withExtendedLifetime(folder) { call(folder?.descriptor.rawValue ?? AT_FDCWD) }
  }
}

extension FolderFile {
  /// Opens the file; a new one gets the permissions that the umask allows.
  ///
  /// The corresponding C function is `openat`.
  package func opened(
    _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions
  ) throws(Errno) -> FileDescriptor {
    try .opened(name, in: folder, mode, options.union(.noFollow))
  }

  /// Atomically renames this file to another name in its folder, replacing what was there.
  ///
  /// The corresponding C function is `renameat`.
  package func rename(to target: FolderFile) throws(Errno) {
    try unsafe call(with: target) { unsafe renameat($0, $1, $0, $2) }
  }

  /// Atomically exchanges this file with another in its folder.
  ///
  /// The corresponding C function is `renameat2` with `RENAME_EXCHANGE`, which few network file
  /// systems support.
  package func exchange(with other: FolderFile) throws(Errno) {
    try unsafe call(with: other) { unsafe cprocess_exchange($0, $1, $2) }
  }

  /// Gives the file a second name in its folder; the name must not be taken.
  ///
  /// The corresponding C function is `linkat`.
  package func link(as other: FolderFile) throws(Errno) {
    try unsafe call(with: other) { unsafe linkat($0, $1, $0, $2, 0) }
  }

  /// Removes this name.
  ///
  /// The corresponding C function is `unlinkat`.
  package func unlink() throws(Errno) {
    try unsafe call { unsafe unlinkat($0, $1, 0) }
  }

  /// Checks that this process may write to the file, or create files in the folder.
  ///
  /// The corresponding C function is `faccessat`, for the effective user.
  package func checkWritable() throws(Errno) {
    try unsafe call { unsafe faccessat($0, $1, W_OK, AT_EACCESS) }
  }

  /// The target of this link; nil if this is not a link.
  ///
  /// The corresponding C function is `readlinkat`.
  var linkTarget: FilePath? {
    guard let bytes = try? name.linkBytes(in: folder), !bytes.isEmpty else { return nil }
    // `FilePath` drops the trailing slash, which only a folder may have.
    return FilePath(bytes: bytes.last == UInt8(ascii: "/") ? bytes + [UInt8(ascii: ".")] : bytes)
  }

  private func call(
    with other: FolderFile, _ function: (CInt, UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt
  ) throws(Errno) {
    precondition(folder == other.folder, "files of two folders")
    try unsafe call { folder, name in
      unsafe other.name.withPlatformString { unsafe function(folder, name, $0) }
    }
  }

  private func call(_ function: (CInt, UnsafePointer<CChar>) -> CInt) throws(Errno) {
    let result = unsafe name.withPlatformString { name in
      OpenFolder.held(folder) { unsafe function($0, name) }
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }
}

extension FilePath {
  func linkDestination() throws(Errno) -> FilePath {
    FilePath(bytes: try linkBytes(in: nil))
  }

  /// The bytes of the target of the link at this path, relative to a folder, or to the working
  /// folder if `folder` is nil.
  ///
  /// The corresponding C function is `readlinkat`.
  fileprivate func linkBytes(in folder: OpenFolder?) throws(Errno) -> [UInt8] {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe withPlatformString { path in
      OpenFolder.held(folder) { unsafe readlinkat($0, path, &target, target.count) }
    }
    guard count >= 0 else { throw Errno(rawValue: errno) }
    return target[..<count].map { UInt8(bitPattern: $0) }
  }

  /// The absolute path of the file, with all links resolved.
  ///
  /// The corresponding C function is `realpath`.
  package func resolvingLinks() throws(Errno) -> FilePath {
    guard let path = unsafe withPlatformString({ unsafe realpath($0, nil) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe free(path) }
    return unsafe FilePath(platformString: path)
  }
}

/// An entry of a folder.
package struct FolderEntry: Sendable {
  /// The type that the folder records for an entry.
  package enum Kind: Sendable {
    case folder
    case file
    /// A link, or anything on a file system that does not record types.
    case unknown
  }

  package let name: [UInt8]
  package let kind: Kind
}

extension FilePath {
  /// The entries of this folder, without `.` and `..`, in no particular order.
  ///
  /// The corresponding C functions are `fdopendir` and `readdir`.
  ///
  /// - Parameters:
  ///   - parent: The folder to which the path is relative; nil for the working folder.
  ///   - hiddenOnly: Whether to leave out entries whose names do not begin with a dot.
  /// - Returns: The entries.
  /// - Throws: An error if the folder cannot be listed.
  package func folderEntries(
    in parent: OpenFolder? = nil, hiddenOnly: Bool = false
  ) throws(Errno) -> [FolderEntry] {
    let descriptor = try FileDescriptor.opened(
      self, in: parent, .readOnly, [.directory, .closeOnExec])
    guard let folder = unsafe fdopendir(descriptor.rawValue) else {
      let error = Errno(rawValue: errno)
      try? descriptor.close()
      throw error
    }
    defer { unsafe closedir(folder) }

    var entries: [FolderEntry] = []
    while true {
      // Only `errno` tells a failure from the end of the folder.
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

/// The result of trying to lock a file.
package enum LockResult {
  /// Locked, until the descriptor is closed.
  case taken
  /// Another process has locked the file.
  case held
  /// The file system does not support locks.
  case unsupported
}

extension FileDescriptor {
  /// An unnamed file in memory with the given contents; it disappears when closed.
  ///
  /// The corresponding C function is `memfd_create`.
  package static func memoryFile(of bytes: [UInt8]) throws(Errno) -> FileDescriptor {
    let file = try checked { cprocess_memory_file() }
    do throws(Errno) { try file.writeWhole(bytes) } catch {
      try? file.close()
      throw error
    }
    return file
  }

  /// Opens a file; a new one gets the permissions that the umask allows.
  ///
  /// A relative path starts at `folder`, or at the working folder if `folder` is nil. The
  /// corresponding C function is `openat`.
  package static func opened(
    _ path: FilePath, in folder: OpenFolder? = nil, _ mode: AccessMode, _ options: OpenOptions
  ) throws(Errno) -> FileDescriptor {
    try checked {
      unsafe path.withPlatformString { path in
        OpenFolder.held(folder) {
          unsafe cprocess_open($0, path, mode.rawValue | options.rawValue, 0o666)
        }
      }
    }
  }

  /// Opens a folder only to resolve relative paths, which needs no permission to read it.
  ///
  /// The corresponding C function is `openat` with `O_PATH`.
  static func openedFolder(
    _ path: FilePath, in folder: OpenFolder?, followsLinks: Bool
  ) throws(Errno) -> FileDescriptor {
    try checked {
      unsafe path.withPlatformString { path in
        OpenFolder.held(folder) { unsafe cprocess_open_folder($0, path, followsLinks) }
      }
    }
  }

  /// Opens a file for reading by a path relative to a folder, unless it leads out of the folder.
  ///
  /// The corresponding C function is `openat2` with `RESOLVE_BENEATH`.
  static func opened(
    below folder: OpenFolder, _ path: FilePath
  ) throws(Errno) -> FileDescriptor {
    let options: OpenOptions = [.closeOnExec, .nonBlocking]
    return try checked {
      unsafe path.withPlatformString { path in
        OpenFolder.held(folder) { unsafe cprocess_open_below($0, path, options.rawValue) }
      }
    }
  }

  /// Opens a file for reading, without waiting for a pipe or a device.
  ///
  /// Unless `root` is nil, the file must be below that folder even after links are resolved.
  package static func opened(
    _ path: FilePath, below root: OpenFolder?
  ) throws(Errno) -> FileDescriptor {
    // Do not wait until a pipe has a writer.
    if let root { return try root.open(path) }
    return try opened(path, .readOnly, [.closeOnExec, .nonBlocking])
  }

  private static func checked(_ open: () -> CInt) throws(Errno) -> FileDescriptor {
    while true {
      let descriptor = open()
      if descriptor >= 0 { return FileDescriptor(rawValue: descriptor) }
      guard errno == EINTR else { throw Errno(rawValue: errno) }
    }
  }

  /// Opens a regular file for reading.
  ///
  /// This is for files that may have been replaced since they were examined: a pipe or a device in
  /// their place must not block.
  package static func openedFile(
    _ path: FilePath, below root: OpenFolder? = nil
  ) throws(ContentsError) -> FileDescriptor {
    let file: FileDescriptor
    do { file = try opened(path, below: root) } catch { throw .system(error) }
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

  /// Starts to write the contents of the file to disk, so that ``synchronize()`` waits less.
  ///
  /// Nothing happens if the descriptor is not a file on a disk. The corresponding C function is
  /// `sync_file_range`.
  package func startWritingBack() {
    cprocess_start_writing_back(rawValue)
  }

  /// Writes all of the bytes, even to a full non-blocking pipe.
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

  /// Closes the descriptor, and reports earlier writes that failed.
  package func closed() throws(Errno) {
    do { try close() } catch { throw Errno(error) }
  }
}

extension UserID {
  /// The effective user of this process.
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
  /// Casts an error from SystemPackage, which is always an `Errno` although some signatures do not
  /// say so.
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
