internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SystemPackage

extension JPEGEncoder: BandEncoder {
  /// The approximate size of a band in bytes.
  private static let bandBytes = 256 * 1024

  var height: Int { size.height }

  var rowsPerBand: Int {
    max(1, Self.bandBytes / (size.width * channels * rowsOfBlocks)) * rowsOfBlocks
  }

  func encode(band: Int, from rows: Span<UInt8>) throws -> [UInt8] { try encode(rows) }
}

/// A JPEG file being written, with one page.
final class JPEGSheetFile: SheetFile {
  private let descriptor: FileDescriptor
  private let plan: SheetPlan
  private let memory: Int
  /// The picture of the page; nil before the page begins.
  private var stream: JPEGStream?
  /// The header before the picture; nil once it is written.
  private var head: JPEGHead?

  /// Prepares a file at a descriptor, which the caller closes.
  init(to descriptor: FileDescriptor, _ properties: SheetProperties) {
    self.descriptor = descriptor
    (plan, memory) = (properties.plan, properties.memory)
  }

  /// Why a page cannot be a JPEG; nil if it can.
  static func problem(of size: PixelSize, in format: PixelFormat) -> FormatProblem? {
    if max(size.width, size.height) > JPEGEncoder.longestSide {
      return .tooLong(size, limit: JPEGEncoder.longestSide)
    }
    if format.channels.hasAlpha { return .transparent }
    if format.depth != .eight { return .depth(format.depth) }
    return ReadingLibrary.libjpeg.absence().map { .missingLibrary(remedy: $0.remedy) }
  }

  /// The number of bytes held in order to encode a page of this size in several scans; 0 if the
  /// page is too large for several scans.
  static func heldBytes(_ size: PixelSize, _ plan: SheetPlan) -> Int {
    guard size.width * size.height <= JPEGEncoder.optimizedPixels else { return 0 }
    return JPEGEncoder.optimizedBytes(
      size, channels: plan.format.channels.count,
      quality: plan.encoding.quality.level ?? JPEGEncoder.usualQuality)
  }

  /// Whether a file is a JPEG with this library's mark.
  static func isOwnSheet(_ path: FilePath) -> Bool {
    let markStart = JPEGHead.start.count + JPEGHead.densityBytes
    let head = (try? path.beginning(upTo: markStart + JPEGHead.mark.count)) ?? []
    return head.starts(with: JPEGHead.start)
      && head.dropFirst(markStart).starts(with: JPEGHead.mark)
  }

  func begin(_ page: SheetPage, _ colors: SheetColors?) -> JPEGEncoder {
    let encoder = JPEGEncoder(
      page.size, channels: plan.format.channels.count,
      quality: plan.encoding.quality.level ?? JPEGEncoder.usualQuality, within: memory)
    head = JPEGHead(isGray: encoder.channels == 1, pixelsPerInch: plan.encoding.pixelsPerInch)
    stream = JPEGStream(encoder)
    return encoder
  }

  func write(_ band: [UInt8]) throws { try put(try stream?.add(band)) }

  func end(
    _ page: SheetPage, unreadable: [Int: UnreadablePicture], _ lettering: Lettering
  ) throws {
    try put(stream?.finish())
  }

  private func put(_ bytes: [UInt8]?) throws {
    guard let bytes, !bytes.isEmpty else { return }
    // The marker at the start of a file must occur only once.
    try descriptor.writeWhole((head?.bytes).map { $0 + bytes.dropFirst(2) } ?? bytes)
    head = nil
  }
}

/// The header of a JPEG: its density, the program that made it, and its colour space.
///
/// Source: JFIF 1.02; Exif 2.32, 4.5.4, 4.6.2 and 4.6.4; ICC.1:2022, B.4.
private struct JPEGHead {
  let bytes: [UInt8]

  /// The start of each file, up to its density: the start marker, and the head of the JFIF segment.
  static let start = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 2]
  static let densityBytes = 7
  /// Exif data with one entry, the name of the program.
  static let mark = {
    let name = PNGWriter.mark.value.utf8 + [0]
    let entry =
      [0x0131, 2].flatMap { UInt16($0).bytesFromHighest }
      + [name.count, 26].flatMap { UInt32($0).bytesFromHighest }
    return segment(
      0xE1, "Exif\0\0MM\0*".utf8 + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0] + name)
  }()

  init(isGray: Bool, pixelsPerInch: Int?) {
    // A density that does not fit into 16 bits is written per centimetre.
    let isLarge = (pixelsPerInch ?? 0) > Int(UInt16.max)
    let unit: UInt8 = pixelsPerInch == nil ? 0 : isLarge ? 2 : 1
    let density = UInt16((Double(pixelsPerInch ?? 1) / (isLarge ? 2.54 : 1)).rounded())
      .bytesFromHighest
    let profile = (isGray ? ColorProfile.gray : .rgb).bytes
    bytes =
      Self.start + [unit] + density + density + [0, 0] + Self.mark
      + Self.segment(0xE2, "ICC_PROFILE\0".utf8 + [1, 1] + profile)
  }

  private static func segment(_ code: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, code] + UInt16(data.count + 2).bytesFromHighest + data
  }
}
