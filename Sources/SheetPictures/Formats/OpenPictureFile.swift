internal import SheetFiles
internal import SheetPNG
internal import SystemPackage

/// The file of a picture, open to be read at any place.
struct OpenPictureFile: ~Copyable {
  /// The file itself.
  let descriptor: FileDescriptor
  /// The number of its bytes when it was opened.
  let size: Int

  /// Opens a regular file, which lies below a folder unless that is nil.
  init(_ path: FilePath, below root: OpenFolder? = nil) throws(PictureFileError) {
    do { descriptor = try .openedFile(path, below: root) } catch {
      switch error {
      case .system(.isDirectory): throw .folder
      case .system(let error): throw .system(errorNumber: error.rawValue)
      case .notARegularFile, .tooLarge: throw .notARegularFile
      }
    }
    size = (try? descriptor.stat().size).map(Int.init(clamping:)) ?? 0
  }

  deinit { try? descriptor.close() }

  /// So many bytes at a place, or fewer where the file ends.
  func bytes(at offset: Int, count: Int) throws(PictureFileError) -> [UInt8] {
    let end = size - offset
    guard offset >= 0, count > 0, end > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: min(count, end))
    var filled = 0
    do {
      while filled < bytes.count {
        let read = try unsafe bytes.withUnsafeMutableBytes {
          try unsafe descriptor.read(
            fromAbsoluteOffset: Int64(offset + filled),
            into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
        }
        guard read > 0 else { break }
        filled += read
      }
    } catch {
      throw .system(errorNumber: Errno(error).rawValue)
    }
    // It may be shorter by now.
    bytes.removeLast(bytes.count - filled)
    return bytes
  }
}

extension [UInt8] {
  /// A number whose first byte is the greatest; 0 where it does not lie in these bytes.
  func bigEndian(at offset: Int, bytes count: Int) -> Int {
    guard offset + count <= self.count else { return 0 }
    return self[offset..<offset + count].number(isBigEndian: true)
  }

  /// A number whose first byte is the least.
  ///
  /// - Precondition: It lies in these bytes.
  func littleEndian(at offset: Int, bytes count: Int) -> Int {
    self[offset..<offset + count].number(isBigEndian: false)
  }
}

extension ArraySlice<UInt8> {
  /// The number that all of these bytes are, at most eight.
  func number(isBigEndian: Bool) -> Int {
    isBigEndian ? reduce(0) { $0 << 8 | Int($1) } : reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
