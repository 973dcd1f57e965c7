internal import CJPEGShims
internal import Glibc
internal import SheetFiles
internal import SheetLayout
internal import SheetPictures
internal import SystemPackage

/// Encodes a picture as JPEG, in pieces of whole rows of blocks, each by itself.
@safe struct JPEGEncoder: Sendable {
  let size: PixelSize
  /// The samples of a pixel: one of grey, or red, green and blue.
  let channels: Int
  /// From 1 to 100.
  let quality: Int
  private let library: LibJPEG

  /// The longest side of a picture, which is that of libjpeg.
  static let longestSide = 65_500
  /// The default quality.
  static let usualQuality = 90
  /// From which quality on colours have all columns and rows: below it, small coloured text suffers.
  static let firstWithWholeColors = 90
  /// The largest picture whose coefficients are all held, to find the tables that suit it: 96 MB.
  static let optimizedPixels = 16_000_000

  /// Creates an encoder for a picture of a size.
  ///
  /// - Precondition: libjpeg-turbo is installed.
  init(_ size: PixelSize, channels: Int, quality: Int) {
    guard case .success(let library) = LibJPEG.installed else {
      preconditionFailure("nothing is encoded without the library")
    }
    (self.size, self.channels, self.quality, self.library) = (size, channels, quality, library)
  }

  private var isSubsampled: Bool { channels == 3 && quality < Self.firstWithWholeColors }

  var rowsOfBlocks: Int { isSubsampled ? 16 : 8 }

  /// Encodes whole rows of blocks, or what is left below them, with a restart marker after each.
  ///
  /// - Returns: A file of these rows alone.
  /// - Throws: `Errno.noMemory`.
  func encode(_ rows: Span<UInt8>) throws(Errno) -> [UInt8] {
    let picture = cjpeg_picture(
      width: UInt32(size.width), height: UInt32(rows.count / (size.width * channels)),
      channels: UInt8(channels), quality: UInt8(quality), is_subsampled: isSubsampled)
    return try unsafe rows.withUnsafeBufferPointer { rows throws(Errno) in
      guard let start = rows.baseAddress else { return [] }
      return try unsafe Self.file { unsafe cjpeg_encode(library.functions, picture, start, $0) }
    }
  }

  /// Encodes the coefficients of a file in fewer bytes.
  fileprivate func optimized(_ file: [UInt8]) throws(Errno) -> [UInt8] {
    try unsafe file.withUnsafeBufferPointer { bytes throws(Errno) in
      guard let start = bytes.baseAddress else { return [] }
      return try unsafe Self.file {
        unsafe cjpeg_optimize(library.functions, start, bytes.count, $0)
      }
    }
  }

  private static func file(
    _ make: (UnsafeMutablePointer<cjpeg_file>) -> cjpeg_status
  ) throws(Errno) -> [UInt8] {
    var file = unsafe cjpeg_file()
    let status = unsafe make(&file)
    guard status == .ok else { throw status == .exhausted ? .noMemory : .ioError }
    defer { unsafe free(file.bytes) }
    return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}

/// The file of a picture, which grows by its pieces.
struct JPEGStream {
  /// The encoder of its pieces.
  let encoder: JPEGEncoder
  /// The bytes that were not handed out yet.
  private var bytes: [UInt8] = []
  private var isEmpty = true
  private var restarts: UInt8 = 0

  /// Whether the file is handed out at its end, with tables of its own.
  let isOptimized: Bool

  /// Begins a file; the coefficients of a picture of more pixels than the limit are not held.
  init(_ encoder: JPEGEncoder, optimizedUpTo limit: Int = JPEGEncoder.optimizedPixels) {
    self.encoder = encoder
    isOptimized = encoder.size.width * encoder.size.height <= limit
  }

  /// The file of a whole picture.
  ///
  /// - Throws: `Errno.noMemory`.
  static func file(of rows: Span<UInt8>, by encoder: JPEGEncoder) throws(Errno) -> [UInt8] {
    var stream = JPEGStream(encoder)
    let start = stream.add(try encoder.encode(rows))
    return try start + stream.finish()
  }

  /// Adds the next piece.
  ///
  /// - Returns: The bytes that can be written.
  mutating func add(_ piece: [UInt8]) -> [UInt8] {
    let parts = JPEGParts(piece)
    if isEmpty {
      bytes = Array(piece[..<parts.scan.lowerBound])
      bytes.replaceSubrange(parts.height, with: UInt16(encoder.size.height).bytesFromHighest)
      isEmpty = false
    } else {
      bytes += [0xFF, nextRestart()]
    }
    var start = parts.scan.lowerBound
    for place in parts.scan.dropLast()
    where piece[place] == 0xFF && JPEGParts.restarts.contains(piece[place + 1]) {
      bytes += piece[start...place]
      bytes.append(nextRestart())
      start = place + 2
    }
    bytes += piece[start..<parts.scan.upperBound]
    return isOptimized ? [] : taken()
  }

  /// Ends the file, and hands out what is left.
  ///
  /// - Throws: `Errno.noMemory`.
  mutating func finish() throws(Errno) -> [UInt8] {
    bytes += [0xFF, 0xD9]
    let file = taken()
    return isOptimized ? try encoder.optimized(file) : file
  }

  private mutating func taken() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Restart markers are counted through the file, up to eight.
  private mutating func nextRestart() -> UInt8 {
    defer { restarts = (restarts + 1) % UInt8(JPEGParts.restarts.count) }
    return JPEGParts.restarts.lowerBound + restarts
  }
}

/// The parts of a file of one scan.
///
/// Source: ITU-T T.81, B.1 and B.2.
private struct JPEGParts {
  /// The number of rows, in two bytes.
  private(set) var height = 0..<0
  /// The coded blocks.
  let scan: Range<Int>

  static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
  private static let (frame, scanHeader): (UInt8, UInt8) = (0xC0, 0xDA)

  /// Looks through the headers of a file that libjpeg has made.
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
