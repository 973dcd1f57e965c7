internal import SheetFiles
internal import SheetImaging
internal import SheetLayout

/// The parts of a WebP file, found in one pass over its chunks.
///
/// For an animation, the picture is the first frame on its canvas.
///
/// Source: RFC 9649, 2 (container).
struct WebPContainer {
  /// The size of the picture.
  private(set) var size: PixelSize
  /// The offset of the coded pixels within the picture; zero unless the file is an animation.
  private(set) var corner = (x: 0, y: 0)
  /// The header of the coded pixels.
  private(set) var stream = WebPStream()
  /// The range of the chunks to decode in the file.
  private(set) var coded = 0..<0
  private(set) var metadata = FileMetadata()
  /// Whether there are frames after the first one.
  private(set) var isAnimated = false
  /// Whether the file ends before its last chunk does.
  private(set) var isCut = false
  /// The tables that libwebp holds for lossless pixels, and for the lossless alpha of other
  /// pictures.
  private(set) var tables = WebPPrefixCodes()

  /// Whether the coded pixels fill the whole picture.
  var fillsPicture: Bool { stream.size == size }

  /// The maximum number of chunks to examine.
  ///
  /// An animation has a chunk for each frame.
  static let maximumSteps = 20_000

  init(_ file: ByteView) throws(PictureFileError) {
    var file = file
    file.isBigEndian = false
    size = stream.size
    guard file.count > 0 else { throw .empty }
    guard let length = file.number(at: 4, 4), let mark = file.text(at: 8) else { throw .endOfFile }
    guard file.text(at: 0) == "RIFF", mark == "WEBP" else {
      throw .malformed(reason: "not a WebP file")
    }
    var canvas: PixelSize?
    var frame: PixelSize?
    var alphaStart: Int?
    var alpha: ByteView?
    var metadataBytes = 0
    var place = 12
    // Bytes beyond the stated length of the file do not belong to it.
    let end = 8 + length
    // The byte that pads the last chunk may be missing.
    var padding = 0
    while place < end, file.step(), let name = file.text(at: place),
      let length = file.number(at: place + 4, 4)
    {
      let start = place
      let data = start + 8..<start + 8 + length
      // A chunk's data may exceed its stated length.
      let rest = file[data.lowerBound...]
      // Chunks are padded to even lengths.
      place = data.upperBound + length % 2
      padding = length % 2
      switch name {
      case "VP8X" where canvas == nil: canvas = try PixelSize(rest, at: 4)
      case "ANMF" where coded.isEmpty:
        guard let left = rest.number(at: 0, 3), let top = rest.number(at: 3, 3), rest.count >= 16
        else { throw .endOfFile }
        corner = (2 * left, 2 * top)
        frame = try PixelSize(rest, at: 6)
        // The chunks of the frame come next.
        place = data.lowerBound + 16
      case "ANMF": isAnimated = true
      case "ALPH" where coded.isEmpty:
        guard alphaStart == nil else { break }
        alphaStart = start
        alpha = rest
      case "VP8 ", "VP8L":
        guard coded.isEmpty else { break }
        stream = try WebPStream(rest, isLossless: name == "VP8L")
        if alphaStart != nil { stream.hasAlpha = true }
        coded = (alphaStart ?? start)..<data.upperBound
        if stream.isLossless {
          tables.add(rest[WebPStream.losslessHeadBytes...], size: stream.size)
        } else if let alpha, let head = alpha.number(at: 0, 1), head & 3 == 1 {
          // The lowest bits of the first byte give the compression method.
          tables.add(alpha[1...], size: stream.size)
        }
      // According to ExifTool, the chunk name of XMP ends with a NUL in some files.
      case "ICCP", "EXIF", "XMP ", "XMP?":
        metadataBytes += min(length, rest.count)
        guard metadataBytes <= PictureMetadata.limit else {
          let limit = PictureMetadata.limit.inBinaryUnits
          throw .unsupported(
            reason: "its profile, Exif data and XMP together take more than \(limit)")
        }
        let bytes = rest.prefix(length)
        switch name {
        case "ICCP": metadata.profile = metadata.profile ?? bytes
        case "EXIF": metadata.add(.exif(bytes))
        default: metadata.add(.xmp(bytes))
        }
      default: break
      }
    }
    isCut = end - (place == end ? padding : 0) > file.count
    guard !coded.isEmpty else {
      throw place > file.count ? .endOfFile : .malformed(reason: "it has no image")
    }
    size = canvas ?? stream.size
    // Viewers show an animation without its background colour.
    guard frame ?? size == stream.size, corner.x + stream.size.width <= size.width,
      corner.y + stream.size.height <= size.height
    else { throw .malformed(reason: "its image size does not match its headers") }
  }
}

/// The header of a WebP file's pixels, which are a single VP8 or VP8L chunk.
///
/// Source: RFC 6386, 9.1 (VP8); RFC 9649, 3.4 (VP8L).
struct WebPStream {
  var size = PixelSize(width: 0, height: 0)
  var isLossless = false
  var hasAlpha = false

  /// The number of bytes before the coded pixels of a lossless picture.
  static let losslessHeadBytes = 5

  init() {}

  /// Reads the start of the chunk's data.
  init(_ bytes: ByteView, isLossless: Bool) throws(PictureFileError) {
    self.isLossless = isLossless
    let isKnown: Bool
    if isLossless {
      // The coded pixels of a picture of a single colour may be only a few bytes.
      guard let first = bytes.number(at: 0, 1), let bits = bytes.number(at: 1, 4) else {
        throw .endOfFile
      }
      isKnown = first == 0x2F
      size = PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
      hasAlpha = bits >> 28 & 1 == 1
    } else {
      guard let first = bytes.number(at: 0, 1), let mark = bytes.number(at: 3, 3),
        let width = bytes.number(at: 6, 2), let height = bytes.number(at: 8, 2)
      else { throw .endOfFile }
      isKnown = first & 1 == 0 && mark == 0x2A019D
      size = PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
    }
    guard isKnown, size.width > 0, size.height > 0 else {
      throw .malformed(reason: "the header of its image is damaged")
    }
  }
}

extension PixelSize {
  /// Reads a width and a height, each stored as 24 bits that hold its value minus 1.
  fileprivate init(_ bytes: ByteView, at offset: Int) throws(PictureFileError) {
    guard let width = bytes.number(at: offset, 3), let height = bytes.number(at: offset + 3, 3)
    else { throw .endOfFile }
    self.init(width: width + 1, height: height + 1)
  }
}
