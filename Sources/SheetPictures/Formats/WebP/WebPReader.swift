internal import CLibraries
internal import SheetImaging
internal import SheetLayout
internal import SheetModel

/// The pixels of a WebP file, which libwebp decodes in one go.
final class WebPReader {
  private let container: WebPContainer
  private let file: OpenPictureFile

  /// The decoded rows, in sequence.
  private var pixels: [UInt8] = []
  private var rowCount = 0
  /// Why there are no more rows.
  private var damage: PictureFileError?
  private var nextRow = 0
  private var width = 0

  /// Reads the header of the file.
  init(_ file: consuming OpenPictureFile) throws(PictureFileError) {
    self.file = file
    container = try self.file.header(steps: WebPContainer.maximumSteps, WebPContainer.init)
  }

  /// Whether pixels have an alpha channel, because the picture has one or does not fill its canvas.
  private var hasAlpha: Bool { container.stream.hasAlpha || !container.fillsPicture }

  private var bytesPerPixel: Int { hasAlpha ? 4 : 3 }
}

extension WebPReader: LibraryReader {
  var size: PixelSize { container.size }

  /// Whether the picture can be decoded at a reduced size.
  ///
  /// When reducing, libwebp would mix the colours of transparent pixels into their neighbours.
  /// Lossless pictures are not reduced, so that their pixels stay exact.
  var isReducible: Bool { !hasAlpha && !container.stream.isLossless }

  /// The bytes of the rows, the coded bytes, and the memory of libwebp, including its tables.
  ///
  /// For a lossless picture, libwebp holds another copy of four bytes per pixel; otherwise it holds
  /// the alpha twice, once in four bytes per pixel and once in one.
  var heldBytes: Int {
    let (size, stream) = (container.size, container.stream)
    let decoderBytesPerPixel = stream.isLossless ? 4 : stream.hasAlpha ? 5 : 0
    // No picture is 2³¹ pixels wide or tall, so the products do not overflow.
    return size.width * size.height * bytesPerPixel + stream.size.width * stream.size.height
      * decoderBytesPerPixel
      + min(container.coded.count, file.size) + container.tables.heldBytes
  }

  func color(_ use: MetadataUse) -> SourceColor {
    SourceColor(
      profile: use.color == .convert ? container.metadata.profile : nil,
      PixelFormat(hasAlpha ? .rgba : .rgb, .eight), pixelCount: size.width * size.height)
  }

  func pictureHeader(_ use: MetadataUse) -> PictureHeader {
    var header = PictureHeader(size, color(use), container.metadata, use)
    header.isLossy = !container.stream.isLossless
    if container.isAnimated { header.animation = .webP }
    return header
  }

  /// Decodes the picture at a scale.
  ///
  /// Damage is reported when its rows are read.
  func start(at scale: PictureScale) throws(PictureFileError) {
    let size = scale.size(of: container.stream.size)
    let hasAlpha = hasAlpha
    let coded = try file.bytes(at: container.coded.lowerBound, count: container.coded.count)
    width = scale.size(of: container.size).width
    pixels = [UInt8](repeating: 0, count: size.width * size.height * bytesPerPixel)
    var known: UInt32 = 0
    let status = unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return cwebp_status.malformed }
      let rows = unsafe cwebp_rows(
        bytes: start, width: UInt32(size.width), height: UInt32(size.height), has_alpha: hasAlpha,
        is_reduced: scale != .whole)
      return unsafe cwebp_decode(coded, coded.count, rows, &known)
    }
    rowCount = Int(known)
    switch status {
    case .ok: break
    case .ended: damage = .endOfFile
    case .malformed: damage = .malformed(reason: "its compressed data is damaged")
    case .exhausted: throw .outOfMemory
    }
  }
}

extension WebPReader: RowReader {
  var bytesPerRow: Int { width * bytesPerPixel }

  func readRow(into row: inout MutableSpan<UInt8>) throws {
    let first = container.corner.y
    let codedRow = nextRow - first
    nextRow += 1
    // The canvas is transparent around the coded pixels.
    if !container.fillsPicture { for index in row.indices { row[index] = 0 } }
    guard codedRow >= 0, container.fillsPicture || codedRow < container.stream.size.height else {
      return
    }
    if codedRow >= rowCount, let damage { throw damage }
    let count = container.fillsPicture ? row.count : container.stream.size.width * bytesPerPixel
    let start = container.corner.x * bytesPerPixel
    unsafe row.withUnsafeMutableBytes { row in
      unsafe pixels.withUnsafeBytes { pixels in
        unsafe UnsafeMutableRawBufferPointer(rebasing: row[start..<start + count]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: pixels[codedRow * count..<(codedRow + 1) * count]))
      }
    }
  }

  func finish() throws {
    if let damage { throw damage }
    // What is missing may be metadata, or further frames.
    if container.isCut { throw PictureFileError.endOfFile }
  }
}

extension LibraryFile.Format {
  /// WebP, read by libwebp.
  ///
  /// An animation shows its first frame.
  package static let webP = Self("WebP", .libwebp) { file, _, _ throws(PictureFileError) in
    try WebPReader(file)
  }
}

extension ReadingLibrary {
  /// libwebp, which reads WebP files.
  static let libwebp = ReadingLibrary(
    "libwebp", .webp, of: "libwebp7 (Debian, Ubuntu)",
    header: ("webp/decode.h", of: "libwebp-dev (Debian, Ubuntu)"))
}
