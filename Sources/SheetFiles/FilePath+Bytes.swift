internal import SheetModel
package import SystemPackage

// A path is a sequence of bytes, not text: names that are not UTF-8 are found, sorted and opened
// like any other.

extension FilePath {
  /// The bytes of the path, without the terminating NUL.
  package var bytes: [UInt8] {
    unsafe withPlatformString { characters in
      unsafe Array(UnsafeRawBufferPointer(start: characters, count: length))
    }
  }

  /// Creates a path from its bytes.
  ///
  /// - Precondition: no byte is NUL.
  package init(bytes: some Sequence<UInt8>) {
    // The bytes are copied to an array first, because a sequence from another module would be
    // called through a witness table for every byte.
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

  /// The folder that contains the last component; `.` if there is only a name.
  package var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// The path without `.`, and without a folder followed by `..`; links are not followed.
  ///
  /// It equals `lexicallyNormalized()`, which stops debug builds at paths such as `a/../../../b`.
  package var withoutDots: FilePath {
    if isLexicallyNormal { return self }
    var kept: [Component] = []
    for component in components {
      switch component.kind {
      case .currentDirectory: continue
      case .parentDirectory where kept.last?.kind == .regular: kept.removeLast()
      // There is nothing above the root.
      case .parentDirectory: if root == nil { kept.append(component) }
      case .regular: kept.append(component)
      }
    }
    return FilePath(root: root, kept)
  }

  /// The part of the path below one of its parent folders; empty if the path is that folder.
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
  /// The path as a message quotes it, escaped like `String.printable`, even if it is not UTF-8.
  package var printable: String { String(printable: bytes) }

  /// The printable path in quotation marks; for a long path only the end, which tells files apart.
  package var quoted: String {
    guard bytes.count > 300 else { return "'\(printable)'" }
    // Do not cut a character in two.
    let end = bytes.suffix(200).drop { $0 & 0xC0 == 0x80 }
    return "'…\(String(printable: end))'"
  }

  /// The path as a single shell word in quotation marks, for a remedy.
  package var shellQuoted: String { bytes.shellQuoted }

  /// The path as a single shell word, for a remedy, quoted if necessary.
  package var shellWord: String { isText ? string.shellWord : shellQuoted }

  /// The quoted path, and how many more files the message is about: `'a.png' (and 15 more)`.
  package func quoted(ofCount count: Int) -> String {
    quoted + (count > 1 ? " (and \(count - 1) more)" : "")
  }

  /// The end of a message about `count` images, of which this is the first or the only one:
  /// `; the first is 'a.png'` or `; the image is 'a.png'`.
  package func asFirst(ofCount count: Int) -> String {
    "; the \(count == 1 ? "image" : "first") is \(quoted)"
  }
}

extension ArraySlice<UInt8> {
  /// Whether a file name ends in `suffix` and is longer than it, ignoring case; `suffix` is in
  /// lower case.
  package func hasSuffix(_ suffix: String) -> Bool {
    let ending = suffix.utf8
    return count > ending.count
      && self.suffix(ending.count).lazy.map(\.lowercasedASCII).elementsEqual(ending)
  }
}
