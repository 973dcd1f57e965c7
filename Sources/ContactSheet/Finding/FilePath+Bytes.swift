internal import SheetText
package import SystemPackage

// A path is bytes, not text: names that are not UTF-8 are found, sorted and opened like any
// other. All conversions between paths, bytes and text are in this file.

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
    precondition(!characters.contains(0), "a path contains no NUL")
    characters.append(0)
    self.init(platformString: characters)
  }

  /// Whether the path is UTF-8, so that converting it to a string loses nothing.
  var isText: Bool { FilePath(string) == self }

  /// The bytes of the last component; empty where there is none.
  var nameBytes: ArraySlice<UInt8> {
    let bytes = bytes
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return bytes[start...]
  }

  /// The folder that contains the last component; `.` for a bare name.
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

extension FilePath {
  /// The path in a form that is safe to print on a terminal.
  ///
  /// Bytes that are not UTF-8 become U+FFFD; the rest is escaped as by `String.printable`.
  package var printable: String { string.printable }

  /// The printable path between quotation marks.
  var quoted: String { "'\(printable)'" }
}

extension FileDescriptor {
  /// Everything from the current position to the end of the file or pipe.
  func contents() throws(Errno) -> [UInt8] {
    try beginning(upTo: .max)
  }

  /// The bytes from the current position to the end of the file or pipe; where there are more
  /// than `limit`, at least the first `limit`, and at most 64 KiB more.
  package func beginning(upTo limit: Int) throws(Errno) -> [UInt8] {
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while contents.count < limit {
        let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe read(into: $0) }
        if count == 0 { break }
        contents.append(contentsOf: buffer[..<count])
      }
      return contents
    } catch {
      throw Errno(error)
    }
  }
}

extension FilePath {
  /// The contents of the file.
  func contents() throws(Errno) -> [UInt8] { try beginning(upTo: .max) }

  /// About the first `limit` bytes of the file, or all there are.
  func beginning(upTo limit: Int) throws(Errno) -> [UInt8] {
    do {
      let descriptor = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
      return try descriptor.closeAfter { try descriptor.beginning(upTo: limit) }
    } catch {
      throw Errno(error)
    }
  }
}
