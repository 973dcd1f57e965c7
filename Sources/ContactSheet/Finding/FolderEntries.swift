import Glibc
import SystemPackage

/// One name in a folder.
struct FolderEntry: Sendable {
  /// What the folder itself knows of a file, without a look at the file.
  enum Kind: Sendable {
    case folder
    case file
    /// A link, or a file system that does not tell.
    case unknown
  }

  let name: [UInt8]
  let kind: Kind
}

extension FilePath {
  /// What is in this folder, without `.` and `..`, in no particular order.
  ///
  /// The corresponding C functions are `opendir` and `readdir`.
  func folderEntries() throws(Errno) -> [FolderEntry] {
    guard let folder = unsafe withPlatformString({ unsafe opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe closedir(folder) }

    var entries: [FolderEntry] = []
    while true {
      // The end of the folder and a failure look alike but for errno.
      errno = 0
      guard let entry = unsafe readdir(folder) else { break }
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
