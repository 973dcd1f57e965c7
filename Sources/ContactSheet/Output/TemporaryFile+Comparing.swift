internal import SystemPackage

extension TemporaryFile {
  /// Whether the target is a file with the same bytes and permissions.
  ///
  /// One that cannot be read is not.
  var isSameAsTarget: Bool {
    guard
      let other = try? FileDescriptor.opened(
        target, .readOnly, [.noFollow, .nonBlocking, .closeOnExec])
    else { return false }
    return (try? other.closeAfter { try descriptor.isSame(as: other) }) ?? false
  }
}

extension FileDescriptor {
  /// The SHA-256 digest of the file; reads it by blocks of 64 KiB.
  var digest: [UInt8] {
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
