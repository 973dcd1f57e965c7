internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel

/// A grey picture in the colours of a map.
///
/// Stored or stretched samples are mapped without being converted to light: a sample that is
/// halfway from black to white gets the colour in the middle of the map. The colours are then
/// resampled like those of any other picture.
struct ColormappedPicture: PictureSource {
  /// The grey picture, which may be stretched.
  let source: any PictureSource
  /// The header of the grey picture.
  private let whole: PictureHeader
  let colormap: Sheet.Colormap?
  private let colors: [UInt8]

  /// Creates the picture; nil if the map does not change it.
  ///
  /// Pictures with colour channels are assumed to contain only grey pixels, but are left unchanged
  /// if their samples are inexact.
  init?(_ source: any PictureSource, as whole: PictureHeader, in map: Sheet.Colormap) {
    guard let colors = map.colors, !whole.hasClassColors,
      whole.format.channels.isGray || !whole.isLossy && !whole.hasUnboundedSamples
    else { return nil }
    (self.source, self.whole, colormap, self.colors) = (source, whole, map, colors)
  }

  var name: String { source.name }

  var pictureName: FileName { source.pictureName }

  var suppliedID: String? { source.suppliedID }

  var suppliedFacts: [String: Fact] { source.suppliedFacts }

  var unstretched: any PictureSource { source.unstretched }

  var stretch: SampleStretch? { source.stretch }

  func header() -> PictureHeader {
    var header = whole
    header.format = PixelFormat(whole.format.channels.hasAlpha ? .rgba : .rgb, .eight)
    (header.colorSpace, header.isStretched) = (.sRGB, true)
    return header
  }

  func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try rows(as: header, at: .whole)
  }

  func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    ColormappedRows(
      try source.rows(as: whole, at: scale), whole, width: scale.size(of: whole.size).width, colors)
  }
}

/// Rows of grey samples in the colours of a map; only the first colour sample of a pixel is used.
private final class ColormappedRows: PictureRows {
  private let rows: any PictureRows
  private let format: PixelFormat
  private let colors: [UInt8]
  /// The place in ``colors`` of the colour of each sample.
  private let places: [UInt16]
  private var pixels: [UInt8]

  init(_ rows: any PictureRows, _ header: PictureHeader, width: Int, _ colors: [UInt8]) {
    (self.rows, self.format, self.colors) = (rows, header.format, colors)
    let (space, depth) = (header.colorSpace, header.format.depth)
    var places: [UInt16] = []
    places.reserveCapacity(depth.maximum + 1)
    for sample in 0...depth.maximum {
      // As Matplotlib does, each of the 256 colours gets an equal share of the range.
      places.append(UInt16(3 * min(Int(256 * space.encodedValue(sample, depth)), 255)))
    }
    self.places = places
    pixels = [UInt8](repeating: 0, count: width * (format.channels.hasAlpha ? 4 : 3))
  }

  func next(_ body: (Span<UInt8>) -> Void) throws {
    let (step, depth) = (format.bytesPerPixel, format.depth)
    let hasAlpha = format.channels.hasAlpha
    let alpha = format.channels.colorCount * depth.bytes
    let (colors, places) = (colors, places)
    var pixels: [UInt8] = []
    swap(&pixels, &self.pixels)
    defer { swap(&pixels, &self.pixels) }
    try rows.next { row in
      var place = 0
      for pixel in stride(from: 0, to: row.count, by: step) {
        let color = Int(places[row.sample(at: pixel, depth)])
        for channel in 0..<3 { pixels[place + channel] = colors[color + channel] }
        if hasAlpha { pixels[place + 3] = row[pixel + alpha] }
        place += hasAlpha ? 4 : 3
      }
    }
    body(pixels.span)
  }

  /// The last colour of a map stands for samples that exceed full scale.
  var clippedCount: Int { 3 * rows.clippedCount / format.channels.colorCount }

  func finish() throws { try rows.finish() }
}

extension SheetPicture {
  /// The map whose colours show its grey samples; nil if its own colours are shown.
  package var colormap: Sheet.Colormap? { source.colormap }

  /// The picture in the colours of a map; unchanged if the map does not apply to it.
  ///
  /// - Precondition: All its pixels are grey.
  package func colored(in map: Sheet.Colormap) -> SheetPicture {
    guard let header = readableHeader,
      let picture = ColormappedPicture(source, as: header, in: map)
    else { return self }
    return with(picture, picture.header())
  }
}
