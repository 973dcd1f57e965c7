internal import CLibraries
internal import Glibc
internal import SheetFiles
internal import SheetLayout
internal import SheetPictures
internal import SystemPackage

/// Encodes a picture as JPEG: as a whole with optimised Huffman tables, or in pieces.
///
/// Each piece consists of whole rows of blocks, and is encoded separately.
struct JPEGEncoder: Sendable {
  let size: PixelSize
  /// The number of samples per pixel: 1 for grey, 3 for RGB.
  let channels: Int
  /// The quality, from 1 to 100.
  let quality: Int
  /// Whether the file has optimised tables, and is returned only at the end.
  let isOptimized: Bool

  /// The maximum length of a side, which is libjpeg's limit.
  static let longestSide = 65_500
  static let usualQuality = 90
  /// The lowest quality at which chroma is not subsampled.
  ///
  /// With subsampling, small coloured text suffers.
  static let firstWithWholeColors = 90
  /// The maximum number of pixels of a picture whose coefficients, which take up to 96 MB, are held
  /// to optimise its tables.
  static let optimizedPixels = 16_000_000
  /// The maximum number of pixels of a picture that is also encoded in one scan.
  ///
  /// For larger pictures, one scan is seldom smaller than several.
  private static let comparedPixels = 100_000

  /// Creates an encoder for a picture of this size.
  ///
  /// Tables are optimised if the picture has at most `limit` pixels and its coefficients fit into
  /// memory.
  ///
  /// - Precondition: libjpeg-turbo is installed.
  init(
    _ size: PixelSize, channels: Int, quality: Int, optimizedUpTo limit: Int = optimizedPixels,
    within memory: Int = .max
  ) {
    precondition(
      ReadingLibrary.libjpeg.absence() == nil, "nothing is encoded without the library")
    (self.size, self.channels, self.quality) = (size, channels, quality)
    isOptimized =
      size.width * size.height <= limit
      && Self.optimizedBytes(size, channels: channels, quality: quality) <= memory
  }

  private var isSubsampled: Bool { Self.isSubsampled(channels, quality) }

  private static func isSubsampled(_ channels: Int, _ quality: Int) -> Bool {
    channels == 3 && quality < firstWithWholeColors
  }

  /// The number of bytes held in order to encode a picture with optimised tables: two for each
  /// coefficient, and at most one for each sample in the file.
  static func optimizedBytes(_ size: PixelSize, channels: Int, quality: Int) -> Int {
    let pixels = size.width * size.height
    // Subsampled chroma has two samples for every four pixels.
    let coefficients = isSubsampled(channels, quality) ? pixels + pixels / 2 : pixels * channels
    return 2 * coefficients + pixels * channels
  }

  /// The number of bytes held in order to encode the picture, not counting bands.
  var heldBytes: Int {
    isOptimized ? Self.optimizedBytes(size, channels: channels, quality: quality) : 0
  }

  var rowsOfBlocks: Int { isSubsampled ? 16 : 8 }

  /// Encodes whole rows of blocks, or the last rows, as a piece of a stream.
  ///
  /// - Returns: The rows themselves if the file has optimised tables. Otherwise a file with these
  ///   rows, with a restart marker after each row of blocks.
  /// - Throws: `Errno.noMemory`.
  func encode(_ rows: Span<UInt8>) throws(Errno) -> [UInt8] {
    if isOptimized { return unsafe rows.withUnsafeBufferPointer { unsafe Array($0) } }
    let writer = try writer(.restarts, height: rows.count / (size.width * channels))
    try writer.add(rows)
    return try writer.finish()
  }

  /// The writers of the whole picture.
  ///
  /// The smallest of their files is used.
  fileprivate func writers() throws(Errno) -> [JPEGWriter] {
    let progressive = try writer(.progressive, height: size.height)
    guard size.width * size.height <= Self.comparedPixels else { return [progressive] }
    return [try writer(.optimized, height: size.height), progressive]
  }

  private func writer(_ coding: cjpeg_coding, height: Int) throws(Errno) -> JPEGWriter {
    let picture = cjpeg_picture(
      width: UInt32(size.width), height: UInt32(height), channels: UInt8(channels),
      quality: UInt8(quality), is_subsampled: isSubsampled)
    return try JPEGWriter(picture, coding)
  }
}

/// Owns a `cjpeg_writer`, which encodes a file in memory.
@safe private final class JPEGWriter {
  private let pointer: OpaquePointer
  private let rowBytes: Int

  init(_ picture: cjpeg_picture, _ coding: cjpeg_coding) throws(Errno) {
    guard let pointer = unsafe cjpeg_writer_create(picture, coding) else { throw .noMemory }
    unsafe self.pointer = pointer
    rowBytes = Int(picture.width) * Int(picture.channels)
  }

  deinit { unsafe cjpeg_writer_destroy(pointer) }

  /// Encodes the next rows.
  func add(_ rows: Span<UInt8>) throws(Errno) {
    try check(
      unsafe rows.withUnsafeBufferPointer { rows in
        guard let start = rows.baseAddress else { return .ok }
        return unsafe cjpeg_writer_add(pointer, start, rows.count / rowBytes)
      })
  }

  /// Finishes the file, after all of its rows have been added.
  func finish() throws(Errno) -> [UInt8] {
    var file = unsafe cjpeg_file()
    try check(unsafe cjpeg_writer_finish(pointer, &file))
    defer { unsafe free(file.bytes) }
    return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  private func check(_ status: cjpeg_status) throws(Errno) {
    guard status == .ok else { throw status == .exhausted ? .noMemory : .ioError }
  }
}

/// The file of a picture, which grows piece by piece.
struct JPEGStream {
  /// The encoder of the file's pieces.
  let encoder: JPEGEncoder
  /// The writers of a file with optimised tables; none before its first piece.
  private var writers: [JPEGWriter] = []
  private var isEmpty = true
  private var restarts: UInt8 = 0

  init(_ encoder: JPEGEncoder) { self.encoder = encoder }

  /// Encodes a whole picture as one file.
  ///
  /// - Throws: `Errno.noMemory`.
  static func file(of rows: Span<UInt8>, by encoder: JPEGEncoder) throws(Errno) -> [UInt8] {
    var stream = JPEGStream(encoder)
    let start = try stream.add(try encoder.encode(rows))
    return try start + stream.finish()
  }

  /// Adds the next piece.
  ///
  /// - Returns: The bytes that can be written.
  /// - Throws: `Errno.noMemory`.
  mutating func add(_ piece: [UInt8]) throws(Errno) -> [UInt8] {
    guard !encoder.isOptimized else {
      if writers.isEmpty { writers = try encoder.writers() }
      for writer in writers { try writer.add(piece.span) }
      return []
    }
    let parts = JPEGParts(piece)
    var bytes: [UInt8]
    if isEmpty {
      bytes = Array(piece[..<parts.scan.lowerBound])
      bytes.replaceSubrange(parts.height, with: UInt16(encoder.size.height).bytesFromHighest)
      isEmpty = false
    } else {
      bytes = [0xFF, nextRestart()]
    }
    var start = parts.scan.lowerBound
    for place in parts.scan.dropLast()
    where piece[place] == 0xFF && JPEGParts.restarts.contains(piece[place + 1]) {
      bytes += piece[start...place]
      bytes.append(nextRestart())
      start = place + 2
    }
    return bytes + piece[start..<parts.scan.upperBound]
  }

  /// Ends the file, and returns the remaining bytes.
  mutating func finish() throws(Errno) -> [UInt8] {
    guard encoder.isOptimized else { return [0xFF, 0xD9] }
    var smallest: [UInt8] = []
    for writer in writers {
      let file = try writer.finish()
      if smallest.isEmpty || file.count < smallest.count { smallest = file }
    }
    writers = []
    return smallest
  }

  /// The next restart marker; markers are numbered through the whole file, modulo eight.
  private mutating func nextRestart() -> UInt8 {
    defer { restarts = (restarts + 1) % UInt8(JPEGParts.restarts.count) }
    return JPEGParts.restarts.lowerBound + restarts
  }
}

/// The parts of a file with one scan.
///
/// Source: ITU-T T.81, B.1 and B.2.
private struct JPEGParts {
  /// The position of the two bytes that hold the number of rows.
  private(set) var height = 0..<0
  /// The position of the coded blocks.
  let scan: Range<Int>

  static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
  private static let (frame, scanHeader): (UInt8, UInt8) = (0xC0, 0xDA)

  /// Parses the headers of a file that libjpeg has written.
  init(_ file: [UInt8]) {
    var place = 2
    var code: UInt8
    repeat {
      code = file[place + 1]
      if code == Self.frame { height = place + 5..<place + 7 }
      place += 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
    } while code != Self.scanHeader
    scan = place..<file.count - 2
  }
}
