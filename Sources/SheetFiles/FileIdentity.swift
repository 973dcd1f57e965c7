package import SystemPackage

/// What identifies a file under all its names.
package struct FileIdentity: Hashable, Sendable {
  let device: DeviceID
  let inode: Inode

  package init(_ status: Stat) {
    device = status.deviceID
    inode = status.inode
  }

  /// The identity of what `path` leads to, links followed; nil where there is nothing.
  package init?(_ path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }
}

/// A name in a folder, whatever path leads to the folder.
///
/// Two hard links to one file are two places, since people see two files.
package struct FilePlace: Hashable, Sendable {
  package let folder: FileIdentity
  let name: [UInt8]

  /// Creates the place of a name in a folder.
  package init(folder: FileIdentity, name: [UInt8]) {
    self.folder = folder
    self.name = name
  }
}
