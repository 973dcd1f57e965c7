internal import CHEIFShims
internal import OptionalLibraries
internal import SheetLayout
internal import SheetPNG
internal import SystemPackage

/// The pixels of a HEIC or AVIF file, which libheif decodes at once.
@safe final class HEIFReader {
  let container: HEIFContainer
  private let file: OpenPictureFile
  private let library: LibHEIF
  private var picture = unsafe cheif_picture()
  private var nextRow = 0

  /// What is held of a picture, as of an interlaced PNG.
  private static let limit = Int(PNGReader.defaultInterlacedByteLimit)

  /// Finds out what the file has.
  init(
    _ path: FilePath, _ needs: MetadataNeeds, with library: LibHEIF
  ) throws(PictureFileError) {
    self.library = library
    file = try OpenPictureFile(path)
    container = try HEIFContainer(file, needs)
    guard bytesHeld <= Self.limit else {
      throw .unsupported(
        reason: """
          a HEIC or AVIF has to be held in memory whole, and its \(bytesHeld) bytes exceed the limit \
          of \(Self.limit); save it as a PNG without interlacing
          """)
    }
  }

  deinit { unsafe cheif_release(library.functions, &picture) }

  private var isDeep: Bool { container.bitsPerSample > 8 }
  private var bytesPerPixel: Int { (container.hasAlpha ? 4 : 3) * (isDeep ? 2 : 1) }

  /// What is held at most: the file, and the picture twice, since libheif turns it and joins its
  /// channels from one copy to another.
  private var bytesHeld: Int {
    container.size.width * container.size.height * 2 * bytesPerPixel + file.size
  }

  /// Decodes the picture, or its thumbnail.
  func start(thumbnail: Bool) throws(PictureFileError) {
    let size = thumbnail ? container.thumbnail?.size : container.size
    // Where they get none, the library's decoders end the program.
    guard let size, SystemRoom.has(bytes: bytesHeld, threads: 4) else { throw .outOfMemory }
    let bytes = try file.bytes(at: 0, count: file.size)
    let request = cheif_request(
      thumbnail: UInt32(thumbnail ? container.thumbnail?.number ?? 0 : 0),
      has_alpha: container.hasAlpha, is_deep: isDeep, is_premultiplied: container.isPremultiplied)
    var message = [CChar](repeating: 0, count: Int(cheif_message_size))
    let status = unsafe cheif_decode(
      library.functions, bytes, bytes.count, request, &picture, &message)
    let reason = String(
      decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch status {
    case .ok: break
    case .ended: throw .endOfFile
    case .malformed: throw .malformed(reason: reason)
    case .unsupported: throw .unsupported(reason: reason)
    case .undecoded:
      throw .unsupported(
        reason: """
          libheif has no decoder for it; install libheif-plugin-libde265 for HEIC or \
          libheif-plugin-dav1d for AVIF
          """)
    case .exhausted: throw .outOfMemory
    }
    guard unsafe Int(picture.width) == size.width && Int(picture.height) == size.height else {
      throw .malformed(reason: "its picture is not as large as its headers say")
    }
  }
}

extension HEIFReader: RowReader {
  var bytesPerRow: Int { unsafe Int(picture.width) * bytesPerPixel }

  func readRow(into row: inout MutableSpan<UInt8>) {
    unsafe row.withUnsafeMutableBytes { row in
      guard let start = row.baseAddress else { return }
      unsafe cheif_read_row(&picture, nextRow, start.assumingMemoryBound(to: UInt8.self))
    }
    nextRow += 1
  }

  func finish() {}
}
