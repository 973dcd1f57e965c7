internal import SheetFiles
internal import SheetLayout
internal import SheetPNG

/// Where a WebP file has what, by one walk over its chunks.
///
/// Of an animation, the picture is the first frame, on its canvas.
///
/// Source: RFC 9649, 2 (container).
struct WebPContainer {
  /// The size of the picture.
  private(set) var size: PixelSize
  /// Where the coded pixels are in the picture, which they fill unless it is an animation.
  private(set) var corner = (x: 0, y: 0)
  /// What the coded pixels say of themselves.
  private(set) var stream = WebPStream()
  /// The chunks that are decoded, in the file.
  private(set) var coded = 0..<0
  private(set) var metadata = FileMetadata()

  /// Whether the coded pixels are all of the picture.
  var fillsPicture: Bool { stream.size == size }

  /// So many chunks are looked at; an animation has one for each frame.
  private static let mostChunks = 20_000

  init(_ file: borrowing OpenPictureFile) throws(PictureFileError) {
    size = stream.size
    let head = try file.bytes(at: 0, count: 12)
    guard !head.isEmpty else { throw .empty }
    guard head.count == 12 else { throw .endOfFile }
    guard head.starts(with: "RIFF".utf8), head[8...].elementsEqual("WEBP".utf8) else {
      throw .malformed(reason: "not a WebP file")
    }
    var canvas: PixelSize?
    var frame: PixelSize?
    var alphaStart: Int?
    var metadataBytes = 0
    var place = 12
    // What comes behind the length of the file does not belong to it.
    let end = 8 + head.littleEndian(at: 4, bytes: 4)
    for _ in 0..<Self.mostChunks where place < end {
      let start = place
      let chunk = try file.bytes(at: start, count: 8)
      guard chunk.count == 8 else { break }
      let length = chunk.littleEndian(at: 4, bytes: 4)
      let data = start + 8..<start + 8 + length
      // Chunks are filled up to even lengths.
      place = data.upperBound + length % 2
      let name = String(decoding: chunk[..<4], as: UTF8.self)
      switch name {
      case "VP8X" where canvas == nil:
        let extent = try file.bytes(at: data.lowerBound + 4, count: 6)
        guard extent.count == 6 else { throw .endOfFile }
        canvas = PixelSize(extent, at: 0)
      case "ANMF" where coded.isEmpty:
        let extent = try file.bytes(at: data.lowerBound, count: 16)
        guard extent.count == 16 else { throw .endOfFile }
        corner = (
          2 * extent.littleEndian(at: 0, bytes: 3), 2 * extent.littleEndian(at: 3, bytes: 3)
        )
        frame = PixelSize(extent, at: 6)
        // The chunks of the frame are next.
        place = data.lowerBound + 16
      case "ALPH" where coded.isEmpty: alphaStart = alphaStart ?? start
      case "VP8 ", "VP8L":
        guard coded.isEmpty else { break }
        stream = try WebPStream(
          file.bytes(at: data.lowerBound, count: 10), isLossless: name == "VP8L")
        if alphaStart != nil { stream.hasAlpha = true }
        coded = (alphaStart ?? start)..<data.upperBound
      case "ICCP", "EXIF", "XMP ":
        metadataBytes += min(length, max(0, file.size - data.lowerBound))
        guard metadataBytes <= FileMetadata.limit else {
          let limit = FileMetadata.limit.inBinaryUnits
          throw .unsupported(reason: "its profile, Exif data and XMP are larger than \(limit)")
        }
        let bytes = try file.bytes(at: data.lowerBound, count: length)
        switch name {
        case "ICCP": metadata.profile = metadata.profile ?? bytes
        case "EXIF": metadata.exif = metadata.exif ?? ExifDirectory(bytes)
        default: if metadata.xmp.count < FileMetadata.mostPackets { metadata.xmp.append(bytes) }
        }
      default: break
      }
    }
    guard !coded.isEmpty else {
      throw place > file.size ? .endOfFile : .malformed(reason: "it has no picture")
    }
    size = canvas ?? stream.size
    // Whatever an animation has for a background, viewers show what is behind it.
    guard frame ?? size == stream.size, corner.x + stream.size.width <= size.width,
      corner.y + stream.size.height <= size.height
    else { throw .malformed(reason: "its picture is not as large as its headers say") }
  }
}

/// What the pixels of a WebP file, which are one VP8 or VP8L chunk, say of themselves.
///
/// Source: RFC 6386, 9.1 (VP8); RFC 9649, 3.4 (VP8L).
struct WebPStream {
  var size = PixelSize(width: 0, height: 0)
  var isLossless = false
  var hasAlpha = false

  init() {}

  /// Reads the beginning of the chunk's data.
  init(_ bytes: [UInt8], isLossless: Bool) throws(PictureFileError) {
    guard bytes.count == 10 else { throw .endOfFile }
    self.isLossless = isLossless
    let isKnown: Bool
    if isLossless {
      let bits = bytes.littleEndian(at: 1, bytes: 4)
      isKnown = bytes[0] == 0x2F
      size = PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
      hasAlpha = bits >> 28 & 1 == 1
    } else {
      isKnown = bytes[0] & 1 == 0 && bytes[3..<6] == [0x9D, 0x01, 0x2A]
      size = PixelSize(
        width: bytes.littleEndian(at: 6, bytes: 2) & 0x3FFF,
        height: bytes.littleEndian(at: 8, bytes: 2) & 0x3FFF)
    }
    guard isKnown, size.width > 0, size.height > 0 else {
      throw .malformed(reason: "the head of its picture is damaged")
    }
  }
}

extension PixelSize {
  /// Two sides, each less 1 in 24 bits.
  fileprivate init(_ bytes: [UInt8], at offset: Int) {
    self.init(
      width: bytes.littleEndian(at: offset, bytes: 3) + 1,
      height: bytes.littleEndian(at: offset + 3, bytes: 3) + 1)
  }
}
