internal import SheetModel
package import SystemPackage

// A path is bytes, not text: names that are not UTF-8 are found, sorted and opened like any
// other.

extension FilePath {
  /// The bytes of the path, without the NUL that ends it.
  package var bytes: [UInt8] {
    unsafe withPlatformString { characters in
      unsafe Array(UnsafeRawBufferPointer(start: characters, count: length))
    }
  }

  /// Creates a path from its bytes.
  ///
  /// - Precondition: no byte is NUL.
  package init(bytes: some Sequence<UInt8>) {
    // An array comes first: sequences of other modules would be called through a witness table for
    // each byte.
    var characters = Array(bytes).map { CChar(bitPattern: $0) }
    precondition(!characters.contains(0), "a path contains no NUL")
    characters.append(0)
    self.init(platformString: characters)
  }

  /// Whether the path is UTF-8, so that converting it to a string loses nothing.
  package var isText: Bool { FilePath(string) == self }

  /// The bytes of the last component; empty if there is none.
  package var nameBytes: ArraySlice<UInt8> {
    let bytes = bytes
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return bytes[start...]
  }

  /// The folder that contains the last component; `.` for a bare name.
  package var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// The rest of the path below a folder that it begins with; empty for that folder itself.
  package func bytes(below folder: FilePath) -> ArraySlice<UInt8> {
    bytes.dropFirst(folder.bytes.count).drop { $0 == UInt8(ascii: "/") }
  }

  /// The path of a file called `name` in this folder.
  ///
  /// - Precondition: no byte of `name` is NUL.
  package func appending(nameBytes name: some Sequence<UInt8>) -> FilePath {
    isEmpty ? FilePath(bytes: name) : FilePath(bytes: bytes + [UInt8(ascii: "/")] + name)
  }
}

extension FilePath {
  /// The path as a message quotes it, escaped as by `String.printable`, even if it is not UTF-8.
  package var printable: String { String(printable: bytes) }

  /// The printable path between quotation marks; of a long path the end, which distinguishes files.
  package var quoted: String {
    guard bytes.count > 300 else { return "'\(printable)'" }
    // A character is not cut in two.
    let end = bytes.suffix(200).drop { $0 & 0xC0 == 0x80 }
    return "'…\(String(printable: end))'"
  }

  /// The quoted path, and the number of further files of a message: `'a.png' (and 15 more)`.
  package func quoted(ofCount count: Int) -> String {
    quoted + (count > 1 ? " (and \(count - 1) more)" : "")
  }
}

extension ArraySlice<UInt8> {
  /// Whether a file name has more than `suffix` and ends in it, ignoring case; `suffix` is in lower
  /// case.
  package func hasSuffix(_ suffix: String) -> Bool {
    let ending = suffix.utf8
    return count > ending.count
      && self.suffix(ending.count).lazy.map(\.lowercasedASCII).elementsEqual(ending)
  }
}
