/// The parts of a path, as text.
///
/// Paths are split at the bytes of their slashes. In a `String`, a slash and a combining mark are
/// one character, which is not a slash. In the file system it is one.
package struct PathText {
  /// The last component; empty if there is none.
  package let name: String
  /// The last component without its extension.
  ///
  /// A dot at the start marks a hidden file, not an extension.
  package let stem: String
  /// The name of the folder that holds the last component: `.` for a bare name, `/` for the
  /// root.
  package let folder: String

  /// Takes a path apart.
  package init(_ path: String) {
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
