internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SystemPackage

/// Encodes a sheet as PNG.
struct PNGSheetEncoder: BandEncoder {
  /// The encoder of the rows.
  let bands: PNGBandEncoder
  private let packing: PNGPacking?

  /// The lowest compression level at which the colours of every 8-bit PNG are counted.
  private static let firstThoroughLevel = 7

  /// Whether a sheet may have so few colours that it needs fewer bits per pixel.
  static func takesColors(_ encoding: SheetEncoding, fewInPictures: Bool) -> Bool {
    guard encoding.depth == .eight else { return false }
    return encoding.compressionLevel >= firstThoroughLevel || fewInPictures
  }

  /// Creates an encoder for a sheet of this size, from rows in `format`.
  init(
    _ size: PixelSize, _ format: PixelFormat, _ encoding: SheetEncoding, colors: SheetColors? = nil
  ) {
    packing = colors.flatMap { PNGPacking($0, of: format, pixelCount: size.width * size.height) }
    bands = PNGBandEncoder(
      width: size.width, height: size.height,
      format: packing?.format ?? PNGRowFormat(format),
      compressionLevel: encoding.compressionLevel)
  }

  /// Creates an encoder for rows that are not packed.
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

/// A PNG being written, with one page.
final class PNGSheetFile: SheetFile {
  private let descriptor: FileDescriptor
  private let plan: SheetPlan
  /// The writer of the page's bytes; nil before the page begins.
  private var writer: PNGWriter?
  /// The number of bytes written since writing to disk was last started.
  private var unsentBytes = 0
  /// The number of bytes after which writing to disk is started.
  private static let sentBytes = 1 << 20

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
    let bytes = try systemErrors { try writer.bytes(of: band) }
    try descriptor.writeWhole(bytes)
    unsentBytes += bytes.count
    guard unsentBytes >= Self.sentBytes else { return }
    // The bytes are written to disk while later bands are rendered.
    descriptor.startWritingBack()
    unsentBytes = 0
  }

  func end(
    _ page: SheetPage, unreadable: [Int: UnreadablePicture], _ lettering: Lettering
  ) {
    precondition(writer?.isComplete == true, "a page ends without some of its rows")
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

/// How a sheet with few colours is packed into fewer bits than its rows have.
///
/// Greys become samples with as few bits as possible, and other colours become palette indices. No
/// colour changes.
struct PNGPacking: Sendable {
  /// The format of packed rows.
  let format: PNGRowFormat
  /// The sample written for each pixel value.
  private let samples: [UInt32: UInt8]
  private let bytesPerPixel: Int

  /// Finds the format with the fewest bits per pixel; nil if no format has fewer than the rows
  /// have.
  ///
  /// - Parameters:
  ///   - colors: All colours of the sheet.
  ///   - format: The format of the sheet's rows, which have 8 bits per sample.
  ///   - pixelCount: The number of pixels of the sheet, so that a palette does not take more than
  ///     it saves.
  init?(_ colors: SheetColors, of format: PixelFormat, pixelCount: Int) {
    let colors = colors.pixels.map {
      Pixel(
        bytes: $0, color: PNGPalette.Color($0, format.channels), isPaper: $0 == colors.corner)
    }
    .sorted { $0.order < $1.order }
    let gray = PNGRowFormat(grays: colors.map(\.color))
    let indices = PNGRowFormat(indicesOf: PNGPalette(colors.map(\.color)))
    let isPaletteTooLong = colors.count * Self.pixelsPerColor > pixelCount
    if let gray, isPaletteTooLong || gray.bitsPerSample <= indices.bitsPerSample {
      self.format = gray
      let step = gray.grayStep
      samples = Dictionary(uniqueKeysWithValues: colors.map { ($0.bytes, $0.color.red / step) })
    } else if !isPaletteTooLong {
      self.format = indices
      samples = Dictionary(
        uniqueKeysWithValues: colors.enumerated().map { ($1.bytes, UInt8($0)) })
    } else {
      return nil
    }
    bytesPerPixel = format.bytesPerPixel
    guard self.format.bitsPerSample < 8 * bytesPerPixel else { return nil }
  }

  /// From this many pixels per colour on, indices save more bytes than the three or four that a
  /// palette entry takes.
  private static let pixelsPerColor = 16

  /// Packs whole rows of `width` pixels.
  ///
  /// - Throws: ``ContactSheetError/changedColors`` for a colour that the sheet did not have when
  ///   its colours were counted.
  func packed(_ rows: Span<UInt8>, width: Int) throws(ContactSheetError) -> [UInt8] {
    let bits = format.bitsPerSample
    let rowBytes = format.bytesPerRow(width: width)
    let height = rows.count / (width * bytesPerPixel)
    var packed = [UInt8](repeating: 0, count: height * rowBytes)
    var last: UInt32?
    var sample: UInt8 = 0
    for y in 0..<height {
      for x in 0..<width {
        let pixel = rows.pixel(at: (y * width + x) * bytesPerPixel, byteCount: bytesPerPixel)
        if pixel != last {
          guard let known = samples[pixel] else { throw .changedColors }
          (last, sample) = (pixel, known)
        }
        packed[y * rowBytes + x * bits / 8] |= sample << UInt8(8 - bits - x * bits % 8)
      }
    }
    return packed
  }
}

/// A pixel of the sheet, and what its bytes mean.
private struct Pixel {
  let bytes: UInt32
  let color: PNGPalette.Color
  let isPaper: Bool

  /// The background first, then colours that are not opaque, then the rest from dark to light.
  ///
  /// The background gets index 0, the same as the type byte of a row without a filter, so that
  /// matches continue from row to row, which saves 1 to 2 % of line art. A palette needs
  /// transparent colours first, and filters find small differences if neighbouring colours are
  /// similar.
  var order: (Int, Int, Int, UInt32) {
    let luminance = 2 * Int(color.red) + 5 * Int(color.green) + Int(color.blue)
    return (isPaper ? 0 : 1, color.alpha == 255 ? 1 : 0, luminance, bytes)
  }
}

extension PNGPalette.Color {
  /// The colour of a pixel with 8 bits per sample, whose first byte is the most significant.
  fileprivate init(_ pixel: UInt32, _ channels: PixelFormat.Channels) {
    func sample(_ channel: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: pixel >> (8 * (channels.count - 1 - channel)))
    }
    let alpha = channels.hasAlpha ? sample(channels.count - 1) : 255
    let isGray = channels.isGray
    self.init(
      red: sample(0), green: sample(isGray ? 0 : 1), blue: sample(isGray ? 0 : 2), alpha: alpha)
  }
}

extension PNGRowFormat {
  /// The format with the fewest bits that represents these colours exactly; nil if any of them is
  /// not grey or not opaque.
  fileprivate init?(grays colors: [PNGPalette.Color]) {
    guard colors.allSatisfy({ $0.red == $0.green && $0.green == $0.blue && $0.alpha == 255 })
    else { return nil }
    let forms = [1, 2, 4, 8].map { PNGRowFormat(channels: 1, bitsPerSample: $0) }
    guard
      let form = forms.first(where: { form in colors.allSatisfy { $0.red % form.grayStep == 0 } })
    else { return nil }
    self = form
  }

  /// The step from one grey to the next, out of 255 (PNG specification, 13.12).
  fileprivate var grayStep: UInt8 { UInt8(255 / ((1 << bitsPerSample) - 1)) }
}
