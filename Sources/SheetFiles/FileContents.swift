internal import SheetModel
package import SystemPackage

// Everything is read only up to a limit, since a pipe or a device may never end.

/// Why a file cannot be read to its end.
///
/// Descriptions are fragments that follow the file's name and a colon.
package enum ContentsError: Error, Equatable {
  case system(Errno)
  /// The file is a pipe, a device or a socket.
  case notARegularFile
  /// The file has more than this many bytes.
  case tooLarge(limit: Int)
}

extension ContentsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(.noSuchFileOrDirectory): "it does not exist"
    case .system(let error): "\(error)"
    case .notARegularFile: "not a regular file"
    case .tooLarge(let limit): "it is larger than \(limit.inBinaryUnits)"
    }
  }
}

extension Int {
  /// The number of bytes as written in messages: `64 MiB`.
  ///
  /// This suits limits, which are round numbers.
  package var inBinaryUnits: String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")]
    let unit = units.first { trailingZeroBitCount >= $0.0 }
    return unit.map { "\(self >> $0.0) \($0.1)" } ?? counted("byte")
  }

  /// Any number of bytes in megabytes, rounded up: `134 MB`.
  package var inMegabytes: String { "\((self + 999_999) / 1_000_000) MB" }
}

extension FileDescriptor {
  /// Returns everything from the current position to the end of the file or pipe.
  ///
  /// - Throws: ``ContentsError/tooLarge(limit:)`` if there are more than `limit` bytes; this
  ///   function never holds more than that in memory.
  package func contents(atMost limit: Int) throws(ContentsError) -> [UInt8] {
    var contents: [UInt8] = []
    if let size = try? stat().size, size > 0 {
      contents.reserveCapacity(Int(min(size, Int64(limit))))
    }
    try forEachChunk(atMost: limit) { chunk in
      contents += chunk
      return true
    }
    return contents
  }

  /// Reads to the end of the file or pipe, or until `takesMore` returns false, in chunks of at most
  /// 64 KiB.
  ///
  /// - Throws: ``ContentsError/tooLarge(limit:)`` if there are more than `limit` bytes; this
  ///   function never passes on more than that.
  package func forEachChunk(
    atMost limit: Int, _ takesMore: (ArraySlice<UInt8>) -> Bool
  ) throws(ContentsError) {
    if let size = try? stat().size, size > limit { throw .tooLarge(limit: limit) }
    var rest = limit
    do {
      try forEachChunk { chunk in
        rest -= chunk.count
        return rest >= 0 && takesMore(chunk)
      }
    } catch {
      throw .system(error)
    }
    guard rest >= 0 else { throw .tooLarge(limit: limit) }
  }

  /// Reads to the end of the file or pipe, or until `takesMore` returns false, in chunks of at most
  /// 64 KiB.
  package func forEachChunk(_ takesMore: (ArraySlice<UInt8>) -> Bool) throws(Errno) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while true {
        let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe read(into: $0) }
        guard count > 0, takesMore(buffer[..<count]) else { return }
      }
    } catch {
      throw Errno(error)
    }
  }
}

extension FileDescriptor {
  /// Whether two files have the same contents; reads them in blocks of 64 KiB.
  package func hasContents(of other: FileDescriptor) throws -> Bool {
    guard try stat().size == other.stat().size else { return false }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var otherBlock = block
    var offset: Int64 = 0
    while true {
      let count = try read(at: offset, into: &block)
      let otherCount = try other.read(at: offset, into: &otherBlock)
      guard block[..<count] == otherBlock[..<otherCount] else { return false }
      guard count > 0 else { return true }
      offset += Int64(count)
    }
  }

  /// The bytes at an offset; fewer than `count` if the file ends earlier.
  package func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    bytes.removeLast(count - (try read(at: Int64(offset), into: &bytes)))
    return bytes
  }

  /// Fills the block from an offset, or reads less if the file ends earlier.
  package func read(at offset: Int64, into block: inout [UInt8]) throws -> Int {
    try unsafe block.withUnsafeMutableBytes { block in
      var count = 0
      while count < block.count {
        let read = try unsafe read(
          fromAbsoluteOffset: offset + Int64(count),
          into: UnsafeMutableRawBufferPointer(rebasing: block[count...]))
        guard read > 0 else { break }
        count += read
      }
      return count
    }
  }
}

extension FilePath {
  /// The contents of the file, up to a limit in bytes; the file must be below the folder `root`
  /// unless `root` is nil.
  package func contents(
    atMost limit: Int, below root: OpenFolder? = nil
  ) throws(ContentsError) -> [UInt8] {
    do { return try reading(below: root) { try $0.contents(atMost: limit) } } catch {
      throw error as? ContentsError ?? .system(Errno(error))
    }
  }

  /// The first bytes of the file: at least `limit` if there are that many, and at most 64 KiB more.
  package func beginning(upTo limit: Int, below root: OpenFolder? = nil) throws -> [UInt8] {
    var contents: [UInt8] = []
    try reading(below: root) { file in
      try file.forEachChunk { chunk in
        contents += chunk
        return contents.count < limit
      }
    }
    return contents
  }

  /// Whether these are the first bytes of the file; false if it cannot be read.
  package func begins(with mark: [UInt8]) -> Bool {
    (try? beginning(upTo: mark.count))?.starts(with: mark) ?? false
  }

  /// Opens the regular file for reading and passes it to `body`; the file must be below the folder
  /// `root` unless `root` is nil.
  package func reading<Result>(
    below root: OpenFolder? = nil, _ body: (FileDescriptor) throws -> Result
  ) throws -> Result {
    let file = try FileDescriptor.openedFile(self, below: root)
    return try file.closeAfter { try body(file) }
  }
}
