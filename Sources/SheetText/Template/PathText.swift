/// A path as text, and its parts.
///
/// It is divided at the bytes of its slashes: one that is followed by a combining mark is part
/// of another character to a `String`, but not to the file system.
struct PathText {
  /// The last component; empty where there is none.
  let name: String
  /// The last component without its extension.
  ///
  /// A dot at the start hides a file instead.
  let stem: String
  /// The name of the folder that holds the last component: `.` where the path does not tell,
  /// and `/` for the root.
  let folder: String

  init(_ path: String) {
    let components = path.utf8.split(separator: UInt8(ascii: "/"))
    let name = components.last ?? ""[...].utf8
    let dot = name.dropFirst().lastIndex(of: UInt8(ascii: "."))
    self.name = String(Substring(name))
    stem = String(Substring(name[..<(dot ?? name.endIndex)]))
    let root = path.utf8.first == UInt8(ascii: "/") ? "/" : "."
    let folder = components.dropLast().last { !$0.elementsEqual(".".utf8) }
    self.folder = folder.map { String(Substring($0)) } ?? root
  }
}
