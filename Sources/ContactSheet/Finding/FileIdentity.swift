import SystemPackage

/// What makes a file the same file under all its names.
struct FileIdentity: Hashable, Sendable {
  let device: DeviceID
  let inode: Inode

  init(_ status: Stat) {
    device = status.deviceID
    inode = status.inode
  }

  /// The identity of what `path` leads to, through links; nil where nothing is there.
  init?(_ path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }
}

/// A name in a folder, whichever path leads to the folder.
///
/// Two hard links to one file are two places: people see two files.
struct FilePlace: Hashable, Sendable {
  let folder: FileIdentity
  let name: [UInt8]
}
