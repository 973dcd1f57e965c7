internal import SheetFiles
internal import SheetImaging
internal import SheetLayout

/// A mask whose background has become transparent.
struct ClearedMask: PictureSource {
  private let source: any PictureSource
  /// The header of the mask with its background.
  private let whole: PictureHeader
  /// The red, green and blue of the background.
  private let background: [UInt8]

  /// Creates the mask; nil if its pixels are not 8-bit colours.
  init?(_ source: any PictureSource, as whole: PictureHeader, without background: [UInt8]) {
    guard !whole.format.channels.isGray, whole.format.depth == .eight else { return nil }
    (self.source, self.whole, self.background) = (source, whole, background)
  }

  var name: String { source.name }

  var pictureName: FileName { source.pictureName }

  func header() -> PictureHeader {
    var header = whole
    header.format = PixelFormat(.rgba, .eight)
    (header.isReducible, header.hasClassColors) = (false, true)
    return header
  }

  func rows(as header: PictureHeader) throws -> sending any PictureRows {
    ClearedRows(
      try source.rows(as: whole), hasAlpha: whole.format.channels.hasAlpha, background,
      width: whole.size.width)
  }
}

/// Rows in RGBA, in which the pixels of one colour are transparent.
private final class ClearedRows: PictureRows {
  private let rows: any PictureRows
  private let hasAlpha: Bool
  private let background: [UInt8]
  private var pixels: [UInt8]

  init(_ rows: any PictureRows, hasAlpha: Bool, _ background: [UInt8], width: Int) {
    (self.rows, self.hasAlpha, self.background) = (rows, hasAlpha, background)
    pixels = [UInt8](repeating: 0, count: 4 * width)
  }

  func next(_ body: (Span<UInt8>) -> Void) throws {
    var pixels: [UInt8] = []
    swap(&pixels, &self.pixels)
    defer { swap(&pixels, &self.pixels) }
    let (hasAlpha, step) = (hasAlpha, hasAlpha ? 4 : 3)
    let (red, green, blue) = (background[0], background[1], background[2])
    try rows.next { row in
      for x in 0..<pixels.count / 4 {
        let (place, start) = (4 * x, step * x)
        for channel in 0..<3 { pixels[place + channel] = row[start + channel] }
        let isBackground =
          row[start] == red && row[start + 1] == green && row[start + 2] == blue
        pixels[place + 3] = isBackground ? 0 : hasAlpha ? row[start + 3] : 255
      }
    }
    body(pixels.span)
  }

  func finish() throws { try rows.finish() }
}

extension SheetPicture {
  /// The red, green and blue of each colour of an opaque PNG's palette; nil for any other picture.
  var paletteColors: [[UInt8]]? {
    guard let header = readableHeader, header.hasFewColors, header.format.channels == .rgb,
      let palette = (source as? PNGFile)?.palette()
    else { return nil }
    return stride(from: 0, to: palette.count, by: 4).map { Array(palette[$0..<$0 + 3]) }
  }

  /// This picture, in which the pixels of the given colour become transparent.
  func cleared(_ background: [UInt8]) -> SheetPicture {
    guard let header = readableHeader,
      let mask = ClearedMask(source, as: header, without: background)
    else { return self }
    return with(mask, mask.header())
  }
}
