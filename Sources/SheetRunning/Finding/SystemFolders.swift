/// Folders in which systems keep thumbnails, deleted files and older versions.
///
/// Below a folder they are skipped. A system folder that is named itself is read.
enum SystemFolders {
  /// Names in lower case.
  static let names: Set<String> = [
    // Synology, QNAP, NetApp, ZFS, snapper.
    "@eadir", "#recycle", "#snapshot", "@sharebin", "@recycle", "@recently-snapshot",
    ".@__thumb", ".snapshot", "~snapshot", ".zfs", ".snapshots",
    // Windows.
    "$recycle.bin", "recycler", "system volume information", "$windows.~bt",
    "$windows.~ws",
    // macOS, also on disks of other systems.
    "__macosx", ".appledouble", ".appledb", ".appledesktop", ".documentrevisions-v100",
    ".fseventsd", ".mobilebackups", ".spotlight-v100", ".temporaryitems", "network trash folder",
    // Linux and Android.
    "lost+found", "lost.dir", ".thumbnails", ".xvpics",
    // Programs that synchronize or sort.
    ".dropbox.cache", ".stversions", ".stfolder", ".dtrash",
  ]
  /// Beginnings of names in lower case, as of `.Trash-1000` and `FOUND.000`.
  static let beginnings = [".trash", "found.0"]

  /// Whether a name belongs to a system folder.
  static func contain(_ name: [UInt8]) -> Bool {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    return names.contains(name) || beginnings.contains { name.hasPrefix($0) }
  }
}
