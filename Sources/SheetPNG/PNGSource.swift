import CPNGCodec
import Glibc

/// Owns the bytes of a file, on disk or in memory, that the coders read.
@safe struct PNGSource: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over the descriptor of a file, which must be a regular one.
  init(descriptor: CInt) throws(PictureFileError) {
    var source: OpaquePointer?
    let status = unsafe codec_source_open_file(&source, descriptor)
    unsafe self.pointer = try Self.opened(source, status)
  }

  init(bytes: [UInt8]) throws(PictureFileError) {
    var source: OpaquePointer?
    let status = unsafe codec_source_open_bytes(&source, bytes, bytes.count)
    unsafe self.pointer = try Self.opened(source, status)
  }

  deinit { unsafe codec_source_close(pointer) }

  private static func opened(
    _ source: OpaquePointer?, _ status: codec_status
  ) throws(PictureFileError) -> OpaquePointer {
    switch status {
    case .ok: break
    case .folder: throw .folder
    case .special: throw .notARegularFile
    case .refused: throw .system(errorNumber: errno)
    case .exhausted: throw .outOfMemory
    }
    guard let source = unsafe source else { throw .outOfMemory }
    return unsafe source
  }

  /// Checks that the file starts like a PNG file, before anything else has been read.
  ///
  /// Source: PNG specification, 5.2 (PNG signature).
  func checkSignature() throws(PictureFileError) {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var count = 0
    guard let start = unsafe codec_source_beginning(pointer, &count) else {
      throw .system(errorNumber: errno)
    }
    let beginning = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if beginning.starts(with: signature) {
      guard beginning.dropFirst(12).starts(with: "CgBI".utf8) else { return }
      throw .unsupported(
        reason: """
          an iPhone's PNG (CgBI), which only Apple's programs read; convert it with \
          'pngcrush -revert-iphone-optimizations' of Xcode, or with pngdefry
          """)
    }
    if beginning.isEmpty { throw .empty }
    if signature.starts(with: beginning) { throw .endOfFile }
    throw .notPNG
  }

  /// Returns to the first byte.
  func rewind() throws(PictureFileError) {
    guard unsafe codec_source_rewind(pointer) else { throw .system(errorNumber: errno) }
  }

  /// The whole file, if all of it has been fetched and is still there.
  var contents: [UInt8]? {
    var count = 0
    guard let bytes = unsafe codec_source_contents(pointer, &count) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
