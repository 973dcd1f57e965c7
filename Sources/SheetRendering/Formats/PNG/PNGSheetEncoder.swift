internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
internal import SheetPictures
internal import SheetPlans
internal import SystemPackage

/// Encodes a sheet as PNG.
struct PNGSheetEncoder: BandEncoder {
  /// The encoder of the rows.
  let bands: PNGBandEncoder
  private let packing: PNGPacking?

  /// The lowest level at which the colours of any sheet are counted.
  private static let firstThoroughLevel = 7

  /// Whether sheets may have few enough colours to need fewer bits a pixel.
  static func takesColors(_ encoding: SheetEncoding, fewInPictures: Bool) -> Bool {
    guard encoding.depth == .eight else { return false }
    return encoding.compressionLevel >= firstThoroughLevel || fewInPictures
  }

  /// Creates an encoder for a sheet of a size, from rows of `format`.
  init(
    _ size: PixelSize, _ format: PixelFormat, _ encoding: SheetEncoding, colors: SheetColors? = nil
  ) {
    packing = colors.flatMap { PNGPacking($0, of: format, pixelCount: size.width * size.height) }
    bands = PNGBandEncoder(
      width: size.width, height: size.height,
      format: packing?.format ?? PNGRowFormat(format),
      compressionLevel: encoding.compressionLevel)
  }

  /// Creates an encoder of rows with all of their bits.
  init(_ bands: PNGBandEncoder) { (self.bands, packing) = (bands, nil) }

  var height: Int { bands.height }
  var rowsPerBand: Int { bands.rowsPerBand }

  func rowsNeeded(forBand band: Int) -> Range<Int> { bands.rowsNeeded(forBand: band) }

  func encode(band: Int, from rows: Span<UInt8>) throws -> PNGEncodedBand {
    guard let packing else { return try systemErrors { try bands.encode(band: band, from: rows) } }
    let packed = try packing.packed(rows, width: bands.width)
    return try systemErrors { try bands.encode(band: band, from: packed.span) }
  }

  /// Whether a file is a PNG with this library's mark.
  static func isOwnSheet(_ path: FilePath) -> Bool { PNGReader.isMarked(fileAt: path) }
}

/// A PNG that is being written: one page.
final class PNGSheetFile: SheetFile {
  private let descriptor: FileDescriptor
  private let plan: SheetPlan
  /// The writer of the page's bytes; nil before it begins.
  private var writer: PNGWriter?

  /// Prepares a file at a descriptor, which the caller closes.
  init(to descriptor: FileDescriptor, _ properties: SheetProperties) {
    self.descriptor = descriptor
    plan = properties.plan
  }

  func begin(_ page: SheetPage, _ colors: SheetColors?) throws -> PNGSheetEncoder {
    let encoder = PNGSheetEncoder(page.size, plan.format, plan.encoding, colors: colors)
    // An inch is 25.4 mm.
    let density = plan.encoding.pixelsPerInch.map { UInt32((Double($0) / 0.0254).rounded()) }
    writer = try systemErrors { try PNGWriter(encoder.bands, pixelsPerMetre: density) }
    return encoder
  }

  func write(_ band: PNGEncodedBand) throws {
    guard let writer else { preconditionFailure("a band of no page") }
    try descriptor.writeWhole(systemErrors { try writer.bytes(of: band) })
  }

  func end(
    _ page: SheetPage, unreadable: [Int: UnreadablePicture], _ lettering: Lettering
  ) throws {
    try writer?.finish()
  }
}

/// Runs `body`, and throws system errors as `Errno`.
func systemErrors<Success: ~Copyable>(_ body: () throws -> Success) throws -> Success {
  do {
    return try body()
  } catch PictureFileError.system(let number) {
    throw Errno(rawValue: number)
  } catch PictureFileError.outOfMemory {
    throw Errno.noMemory
  }
}
