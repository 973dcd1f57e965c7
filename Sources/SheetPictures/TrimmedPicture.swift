internal import SheetImaging
package import SheetLayout

/// The part of a picture inside its borders, as a separate picture.
///
/// Filters read no pixels outside this part.
package struct TrimmedPicture: PictureSource {
  private let source: any PictureSource
  /// The header of the whole picture.
  package let whole: PictureHeader
  /// The ranges of the part in the stored picture.
  private let columns, rows: Range<Int>

  /// Creates the part; nil if it is the whole picture.
  init?(
    of source: any PictureSource, as whole: PictureHeader, columns: Range<Int>, rows: Range<Int>
  ) {
    guard columns.count < whole.size.width || rows.count < whole.size.height else { return nil }
    (self.source, self.whole, self.columns, self.rows) = (source, whole, columns, rows)
  }

  /// Creates the part from an area of the picture as shown, rounded to stored pixels.
  ///
  /// Nil if the part is the whole picture.
  package init?(of source: any PictureSource, as whole: PictureHeader, kept: Rect) {
    let image = PixelRect(x: 0, y: 0, width: 1, height: 1)
    let part = StoredPlacement(PicturePlacement(image: image, crop: kept), of: whole)
    func pixels(_ range: Range<Double>, of count: Int) -> Range<Int> {
      let start = min(Int(range.lowerBound.rounded()), count - 1)
      return start..<min(max(start + 1, Int(range.upperBound.rounded())), count)
    }
    self.init(
      of: source, as: whole, columns: pixels(part.columns, of: whole.size.width),
      rows: pixels(part.rows, of: whole.size.height))
  }

  /// The name of the whole picture.
  package var name: String { source.name }

  /// The header of the part.
  package func header() -> PictureHeader {
    var header = whole
    header.size = PixelSize(width: columns.count, height: rows.count)
    header.isReducible = false
    return header
  }

  /// The rows of the part.
  package func rows(as header: PictureHeader) throws -> sending any PictureRows {
    TrimmedRows(
      try source.rows(as: whole), above: rows.lowerBound,
      below: whole.size.height - rows.upperBound,
      bytes: columns.lowerBound * whole.format.bytesPerPixel..<columns.upperBound
        * whole.format.bytesPerPixel)
  }

  /// The area of the part within the whole picture, as shown.
  package var kept: Rect {
    let (orientation, shown, size) = (whole.orientation, whole.shownSize, whole.size)
    func range(
      _ pixels: Range<Int>, of count: Int, in length: Int, reversed: Bool
    ) -> (start: Double, length: Double) {
      let start = reversed ? count - pixels.upperBound : pixels.lowerBound
      return (
        Double(start * length) / Double(count), Double(pixels.count * length) / Double(count)
      )
    }
    let sides = orientation.swapsSides ? (shown.height, shown.width) : (shown.width, shown.height)
    let along = range(columns, of: size.width, in: sides.0, reversed: orientation.reversesRow)
    let across = range(rows, of: size.height, in: sides.1, reversed: orientation.reversesRowOrder)
    let (x, y) = orientation.swapsSides ? (across, along) : (along, across)
    return Rect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  /// Converts a placement of the whole picture to one of the part.
  package func placement(_ whole: PicturePlacement) -> PicturePlacement {
    let (kept, size, crop) = (kept, header().shownSize, whole.crop)
    let (x, y) = (Double(size.width) / kept.width, Double(size.height) / kept.height)
    var placement = whole
    placement.kept = nil
    placement.crop = Rect(
      x: (crop.minX - kept.minX) * x, y: (crop.minY - kept.minY) * y, width: crop.width * x,
      height: crop.height * y)
    return placement
  }

  /// Converts a placement of the part to one of the whole picture.
  package func wholePlacement(_ placement: PicturePlacement) -> PicturePlacement {
    let (kept, size, crop) = (kept, header().shownSize, placement.crop)
    let (x, y) = (kept.width / Double(size.width), kept.height / Double(size.height))
    let (minX, minY) = (kept.minX + crop.minX * x, kept.minY + crop.minY * y)
    var whole = placement
    whole.kept = kept
    whole.crop = Rect(
      x: minX, y: minY, width: min(crop.width * x, kept.maxX - minX),
      height: min(crop.height * y, kept.maxY - minY))
    return whole
  }
}

/// The rows of a part of a picture.
private final class TrimmedRows: PictureRows {
  private let rows: any PictureRows
  private var above: Int
  private let below: Int
  private let bytes: Range<Int>

  init(_ rows: any PictureRows, above: Int, below: Int, bytes: Range<Int>) {
    (self.rows, self.above, self.below, self.bytes) = (rows, above, below, bytes)
  }

  func next(_ body: (Span<UInt8>) -> Void) throws {
    while above > 0 {
      try rows.next { _ in }
      above -= 1
    }
    try rows.next { body($0.extracting(bytes)) }
  }

  var lostNumbers: LostNumbers { rows.lostNumbers }

  func finish() throws {
    for _ in 0..<below { try rows.next { _ in } }
    try rows.finish()
  }
}
