import SystemPackage

extension FilePath {
  /// The longest file name that Linux takes, in bytes (`NAME_MAX`).
  private static let maximumNameLength = 255

  /// Creates a file beside this one that is to replace it, and opens it for writing.
  ///
  /// It is called `.sheet.png.XXXXXX`, with six arbitrary letters and digits, and has
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
