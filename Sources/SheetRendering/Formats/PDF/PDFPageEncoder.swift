internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import Synchronization

/// Encodes the pixels of a page as PNG does, and also as JPEG if the plan has a quality.
///
/// The colours are one stream; the coverage of a transparent sheet is a second one.
struct PDFPageEncoder: BandEncoder {
  struct Band: Sendable {
    /// The colours; nil if the page continues as JPEG.
    let colors: PNGEncodedBand?
    /// The coverage; nil if the sheet is opaque.
    let mask: PNGEncodedBand?
    /// The rows of blocks that end in the band; nil if there are none, or if the page continues
    /// with exact pixels.
    let jpeg: [UInt8]?
  }

  /// The choice between exact pixels and JPEG for the remaining bands of a page.
  ///
  /// Later bands need only the chosen form, but may have both.
  final class ChosenWay: Sendable {
    private let isExact = Mutex<Bool?>(nil)

    /// Whether a page may continue with exact pixels, or as JPEG.
    ///
    /// Once one form has been chosen, the other is no longer possible.
    func mayBe(exact: Bool) -> Bool { isExact.withLock { $0 ?? exact } == exact }

    func choose(exact: Bool) { isExact.withLock { $0 = exact } }
  }

  /// The format of the rows.
  private let format: PixelFormat
  /// The encoder of the rows' colours.
  private let exact: PNGSheetEncoder
  /// The encoder of the coverage, the last sample of each pixel; nil if the sheet is opaque.
  let mask: PNGBandEncoder?
  let chosenWay = ChosenWay()
  /// The encoder of the page as JPEG, which usually takes fewer bytes; nil if pixels stay exact.
  let jpeg: JPEGEncoder?
  let pictures: PDFPagePictures?

  /// The number of bytes held in order to encode the page, not counting bands: both forms of its
  /// pixels, and its coverage.
  let heldBytes: Int
  /// The number of bytes of a page held in both forms before only the smaller one is continued.
  let heldForms: Int

  /// The maximum number of bytes held in both forms for a page whose JPEG does not have optimised
  /// tables.
  static let mostHeldForms = 3 * JPEGEncoder.optimizedPixels

  /// The number of bytes held in order to encode a page both exactly and as a JPEG with optimised
  /// tables.
  ///
  /// The number is 0 if the page is encoded in one form only, as when pictures are taken out.
  static func heldBytes(_ page: SheetPage, _ plan: SheetPlan) -> Int {
    let size = page.size
    guard let quality = plan.encoding.quality.level,
      JPEGSheetFile.problem(of: size, in: plan.format) == nil,
      PDFPagePictures(page, plan, quality: quality) == nil
    else { return 0 }
    let jpeg = JPEGSheetFile.heldBytes(size, plan)
    return jpeg == 0 ? mostHeldForms : jpeg + size.width * size.height * plan.format.bytesPerPixel
  }

  /// Creates an encoder for a page of a plan that may hold up to `memory` bytes.
  init(_ page: SheetPage, _ plan: SheetPlan, colors: SheetColors?, within memory: Int = .max) {
    let (size, format) = (page.size, plan.format)
    self.format = format
    var encoding = plan.encoding
    let quality = JPEGSheetFile.problem(of: size, in: format) == nil ? encoding.quality.level : nil
    // If a page has few colours, it may be smaller with exact pixels than as a JPEG.
    pictures = colors == nil ? quality.flatMap { PDFPagePictures(page, plan, quality: $0) } : nil
    // The areas of pictures that were taken out must compress to almost nothing.
    if pictures != nil { encoding.compressionLevel = max(1, encoding.compressionLevel) }
    let whole =
      JPEGSheetFile.heldBytes(size, plan) + size.width * size.height * format.bytesPerPixel
    let jpeg =
      pictures == nil
      ? quality.map {
        JPEGEncoder(
          size, channels: format.channels.count, quality: $0,
          within: whole <= memory ? .max : 0)
      } : nil
    self.jpeg = jpeg
    heldForms = min(Self.mostHeldForms, memory)
    let maskBytes = format.channels.hasAlpha ? size.width * size.height * format.depth.bytes : 0
    heldBytes =
      maskBytes + (jpeg.map { $0.isOptimized ? whole : min(Self.mostHeldForms, memory) } ?? 0)
    guard format.channels.hasAlpha else {
      exact = PNGSheetEncoder(size, format, encoding, colors: colors)
      mask = nil
      return
    }
    let bits = format.depth.bits
    let mask = PNGBandEncoder(
      width: size.width, height: size.height,
      format: PNGRowFormat(channels: 1, bitsPerSample: bits),
      compressionLevel: encoding.compressionLevel)
    self.mask = mask
    exact = PNGSheetEncoder(
      mask.of(PNGRowFormat(channels: format.channels.colorCount, bitsPerSample: bits)))
  }

  /// The encoder of the stream of colours.
  var colors: PNGBandEncoder { exact.bands }

  var height: Int { colors.height }
  var rowsPerBand: Int { colors.rowsPerBand }

  func rowsNeeded(forBand band: Int) -> Range<Int> {
    let firsts = [
      colors.rowsNeeded(forBand: band), mask?.rowsNeeded(forBand: band), blockRows(ofBand: band),
    ].compactMap { $0?.lowerBound }
    return firsts.reduce(height, min)..<rows(ofBand: band).upperBound
  }

  /// The rows of blocks that end in a band.
  private func blockRows(ofBand band: Int) -> Range<Int>? {
    jpeg.map { jpeg in
      let rows = rows(ofBand: band)
      func start(_ row: Int) -> Int { row / jpeg.rowsOfBlocks * jpeg.rowsOfBlocks }
      return start(rows.lowerBound)..<(rows.upperBound == height ? height : start(rows.upperBound))
    }
  }

  func encode(band: Int, from rows: Span<UInt8>) throws -> Band {
    let first = rowsNeeded(forBand: band).lowerBound
    let bytesPerRow = rows.count / (self.rows(ofBand: band).upperBound - first)
    func part(_ part: Range<Int>) -> Range<Int> {
      (part.lowerBound - first) * bytesPerRow..<(part.upperBound - first) * bytesPerRow
    }
    let blocks = blockRows(ofBand: band).flatMap { $0.isEmpty ? nil : $0 }
    let colorRows = rows.extracting(part(colors.rowsNeeded(forBand: band)))
    guard let mask else {
      let (blocks, jpeg) = chosenWay.mayBe(exact: false) ? (blocks, jpeg) : (nil, nil)
      return Band(
        colors: chosenWay.mayBe(exact: true) ? try exact.encode(band: band, from: colorRows) : nil,
        mask: nil, jpeg: try blocks.map { try jpeg?.encode(rows.extracting(part($0))) } ?? nil)
    }
    let bytesPerPixel = format.bytesPerPixel
    let colorBytes = bytesPerPixel - format.depth.bytes
    let maskRows = rows.extracting(part(mask.rowsNeeded(forBand: band)))
    return try systemErrors {
      Band(
        colors: try exact.bands.encode(
          band: band, from: colorRows.samples(0..<colorBytes, ofEach: bytesPerPixel).span),
        mask: try mask.encode(
          band: band,
          from: maskRows.samples(colorBytes..<bytesPerPixel, ofEach: bytesPerPixel).span),
        jpeg: nil)
    }
  }
}

extension Span<UInt8> {
  /// Selected bytes of each pixel.
  fileprivate func samples(_ bytes: Range<Int>, ofEach bytesPerPixel: Int) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(count / bytesPerPixel * bytes.count)
    for start in stride(from: 0, to: count, by: bytesPerPixel) {
      for index in bytes { samples.append(self[start + index]) }
    }
    return samples
  }
}
