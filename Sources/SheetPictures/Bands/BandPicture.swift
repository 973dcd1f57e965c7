internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel

/// A picture that shows some of the samples of another, such as its green channel alone.
///
/// Samples keep their transfer curve. Alpha is a sample like any other, and is ignored if it is not
/// shown.
struct BandPicture: DerivedSource {
  let source: any PictureSource
  /// The header of the whole picture.
  private let whole: PictureHeader
  private let shown: Sheet.Bands

  /// Creates the picture; nil if `source` has too few samples per pixel.
  init?(_ source: any PictureSource, as whole: PictureHeader, _ bands: Sheet.Bands) {
    let count = whole.format.channels.count
    guard bands.numbers.allSatisfy({ 1...count ~= $0 }) else { return nil }
    (self.source, self.whole, shown) = (source, whole, bands)
  }

  var bands: Sheet.Bands? { shown }

  func header() -> PictureHeader {
    var header = whole
    header.format = PixelFormat(shown.numbers.count == 1 ? .gray : .rgb, whole.format.depth)
    (header.hasFewColors, header.thumbnailSize) = (false, nil)
    return header
  }

  func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    BandRows(
      try source.rows(as: whole, at: scale), whole.format, shown,
      width: scale.size(of: whole.size).width)
  }
}

/// Rows with some of the samples of other rows.
private final class BandRows: PictureRows {
  private let rows: any PictureRows
  private let bytesPerPixel: Int
  /// The offsets of the shown bytes within a pixel.
  private let places: [Int]
  private var pixels: [UInt8]

  /// Creates rows of `width` pixels from rows in the given format.
  init(_ rows: any PictureRows, _ format: PixelFormat, _ bands: Sheet.Bands, width: Int) {
    self.rows = rows
    bytesPerPixel = format.bytesPerPixel
    let bytes = format.depth.bytes
    var places: [Int] = []
    for number in bands.numbers {
      for byte in 0..<bytes { places.append((number - 1) * bytes + byte) }
    }
    self.places = places
    pixels = [UInt8](repeating: 0, count: width * places.count)
  }

  func next(_ body: (Span<UInt8>) -> Void) throws {
    let (step, places) = (bytesPerPixel, places)
    var pixels: [UInt8] = []
    swap(&pixels, &self.pixels)
    defer { swap(&pixels, &self.pixels) }
    try rows.next { row in
      var index = 0
      for pixel in stride(from: 0, to: row.count, by: step) {
        for place in places {
          pixels[index] = row[pixel + place]
          index += 1
        }
      }
    }
    body(pixels.span)
  }

  func finish() throws { try rows.finish() }
}

/// A file whose pixels may have more samples than are usually shown.
protocol BandSource: PictureSource {
  /// The stored samples to show; nil for those that are usually shown.
  var bands: Sheet.Bands? { get set }

  /// The header of the picture when it shows ``bands``; nil if its pixels have too few samples, or
  /// if the samples have been converted from other colours.
  func headerOfBands() throws -> PictureHeader?
}

extension SheetPicture {
  /// The samples that are shown; nil for the picture's own colours.
  package var bands: Sheet.Bands? { source.bands }

  /// The picture with the given samples shown as its colours; its profile is not applied to them.
  ///
  /// Nil if its pixels do not have all of these samples, or if it cannot be read.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault.
  package func showing(_ bands: Sheet.Bands) throws(ContactSheetError) -> SheetPicture? {
    guard let header = readableHeader else { return nil }
    if var file = source as? any BandSource {
      file.bands = bands
      do {
        if let stored = try file.headerOfBands() { return with(file, header.showing(stored)) }
      } catch let error as ContactSheetError { throw error } catch {
        // The file can no longer be read; this is reported when its rows are read.
        return nil
      }
    }
    guard let picture = BandPicture(source, as: header, bands) else { return nil }
    return with(picture, picture.header())
  }
}

extension PictureHeader {
  /// This header with what another header of the same file says about samples: their format, their
  /// colours and the memory they take.
  fileprivate func showing(_ samples: PictureHeader) -> PictureHeader {
    var header = self
    (header.format, header.bitsPerSample) = (samples.format, samples.bitsPerSample)
    (header.hasFewColors, header.isReducible) = (false, samples.isReducible)
    var unusual = header.unusual
    let other = samples.unusual
    (unusual.colorSpace, unusual.unusedProfile) = (other.colorSpace, other.unusedProfile)
    (unusual.hasUnboundedSamples, unusual.warnings) = (other.hasUnboundedSamples, other.warnings)
    (unusual.heldBytes, unusual.decoderBytes) = (other.heldBytes, other.decoderBytes)
    unusual.thumbnailSize = nil
    header.unusual = unusual
    return header
  }
}
