import Glibc
import SystemPackage

// The calls that SystemPackage does not have yet.

extension FilePath {
  /// Makes `target` the name of this file, in one step, in place of what was there.
  ///
  /// The corresponding C function is `rename`.
  func rename(to target: FilePath) throws(Errno) {
    try Self.check(
      unsafe withPlatformString { old in
        unsafe target.withPlatformString { new in unsafe Glibc.rename(old, new) }
      })
  }

  /// Takes this name away.
  ///
  /// The corresponding C function is `unlink`.
  func unlink() throws(Errno) {
    try Self.check(unsafe withPlatformString { unsafe Glibc.unlink($0) })
  }

  /// Makes sure that this process may write to the file, or make files in the folder.
  ///
  /// The corresponding C function is `faccessat`, for the effective user.
  func checkWritable() throws(Errno) {
    try Self.check(
      unsafe withPlatformString { unsafe faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) })
  }

  /// The path that is written in this link.
  ///
  /// The corresponding C function is `readlink`.
  func linkDestination() throws(Errno) -> FilePath {
    var destination = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe withPlatformString { path in
      unsafe readlink(path, &destination, destination.count)
    }
    guard count >= 0 else { throw Errno(rawValue: errno) }
    return FilePath(bytes: destination[..<count].map { UInt8(bitPattern: $0) })
  }

  /// Asks for the names in this folder to be on the disk.
  ///
  /// Some file systems know no such thing, and the names are right in any case unless
  /// the machine stops now, so nothing is said of a failure.
  func synchronizeFolder() {
    guard let folder = try? FileDescriptor.open(self, .readOnly, options: .closeOnExec) else {
      return
    }
    try? folder.synchronize()
    try? folder.close()
  }

  private static func check(_ result: CInt) throws(Errno) {
    guard result == 0 else { throw Errno(rawValue: errno) }
  }
}

extension FileDescriptor {
  /// Waits until the file is on the disk.
  ///
  /// The corresponding C function is `fsync`.
  func synchronize() throws(Errno) {
    guard fsync(rawValue) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Sets who may do what with the file.
  ///
  /// The corresponding C function is `fchmod`.
  func setPermissions(_ permissions: FilePermissions) throws(Errno) {
    guard fchmod(rawValue, permissions.rawValue) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Closes the descriptor, and tells what the system could not write before.
  func closed() throws(Errno) {
    do { try close() } catch { throw Errno(error) }
  }
}
