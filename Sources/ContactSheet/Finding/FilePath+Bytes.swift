import SystemPackage

// A path is bytes, not text: names that are not UTF-8 are found, sorted and opened
// like any other. The conversions between paths and bytes are here and nowhere else.

extension FilePath {
  /// The bytes of the path, without the NUL that ends it.
  var bytes: [UInt8] {
    unsafe withPlatformString { characters in
      unsafe Array(UnsafeRawBufferPointer(start: characters, count: length))
    }
  }

  /// Creates a path from its bytes.
  ///
  /// - Precondition: no byte is NUL.
  init(bytes: some Sequence<UInt8>) {
    var characters = bytes.map { CChar(bitPattern: $0) }
    precondition(!characters.contains(0), "a path holds no NUL")
    characters.append(0)
    self.init(platformString: characters)
  }

  /// Whether the path is UTF-8, so that it survives being a string.
  var isText: Bool { FilePath(string) == self }

  /// The bytes of the last component; empty where there is none.
  var nameBytes: ArraySlice<UInt8> {
    let bytes = bytes
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return bytes[start...]
  }

  /// The folder that holds the last component: `.` for a bare name.
  var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// The path of a file called `name` in this folder.
  ///
  /// - Precondition: no byte of `name` is NUL.
  func appending(nameBytes name: some Sequence<UInt8>) -> FilePath {
    isEmpty ? FilePath(bytes: name) : FilePath(bytes: bytes + [UInt8(ascii: "/")] + name)
  }
}
