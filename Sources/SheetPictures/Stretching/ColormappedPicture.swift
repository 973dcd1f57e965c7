internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel

/// A grey picture in the colours of a map.
///
/// Stored or stretched samples are mapped without being converted to linear-light values: a sample
/// that is halfway from black to white gets the colour in the middle of the map. The colours are
/// then resampled like those of any other picture.
struct ColormappedPicture: DerivedSource {
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

  /// Whether the grey samples have at most 8 bits.
  fileprivate var colorsBytes: Bool { whole.format.depth == .eight }

  func header() -> PictureHeader {
    var header = whole
    header.format = PixelFormat(whole.format.channels.hasAlpha ? .rgba : .rgb, .eight)
    (header.colorSpace, header.isStretched) = (.sRGB, true)
    return header
  }

  func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    let (space, depth) = (whole.colorSpace, whole.format.depth)
    // As in Matplotlib, each of the 256 colours gets an equal share of the range. The last one
    // stands for samples that exceed full scale, too.
    return ColoredRows(
      try source.rows(as: whole, at: scale), whole.format,
      width: scale.size(of: whole.size).width, colors, countsClipped: true
    ) { min(Int(256 * space.encodedValue($0, depth)), 255) }
  }
}

extension SheetPicture {
  /// The map whose colours show the picture's grey samples; nil if the picture's own colours are
  /// shown.
  package var colormap: Sheet.Colormap? { source.colormap }

  /// Whether a map colours grey samples of at most 8 bits.
  package var areColoredBytes: Bool { (source as? ColormappedPicture)?.colorsBytes ?? false }

  /// The picture in the colours of a map; unchanged if the map does not apply to it.
  ///
  /// - Precondition: All pixels of the picture are grey.
  package func colored(in map: Sheet.Colormap) -> SheetPicture {
    guard let header = readableHeader,
      let picture = ColormappedPicture(source, as: header, in: map)
    else { return self }
    return with(picture, picture.header())
  }
}
