internal import SheetFiles
internal import SheetImaging
internal import SystemPackage

/// The file of a picture, open for reading at any offset.
struct OpenPictureFile: ~Copyable {
  /// The file itself.
  let descriptor: FileDescriptor
  /// The number of bytes when it was opened.
  let size: Int

  /// Opens a regular file, which must be below `root` unless `root` is nil.
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

  /// The bytes at an offset; fewer if the file ends.
  func bytes(at offset: Int, count: Int) throws(PictureFileError) -> [UInt8] {
    // The file may have shrunk.
    do { return try descriptor.bytes(at: offset, count: max(0, min(count, size - offset))) } catch {
      throw .system(errorNumber: Errno(error).rawValue)
    }
  }

  /// Reads the header of the picture.
  ///
  /// - Parameters:
  ///   - steps: The budget of the view; unlimited for a format whose loops are already bounded.
  ///   - read: Reads the view, which is valid only during the call.
  /// - Returns: The result of `read`.
  /// - Throws: An error from reading the file, or else from `read`.
  func header<Header>(
    steps: Int = .max, _ read: (ByteView) throws(PictureFileError) -> Header
  ) throws(PictureFileError) -> Header {
    let descriptor = descriptor
    let view = ByteView(size: size, steps: steps) { try descriptor.bytes(at: $0, count: $1) }
    let header = Result { () throws(PictureFileError) in try read(view) }
    if let failure = view.failure { throw .system(errorNumber: Errno(failure).rawValue) }
    return try header.get()
  }
}
