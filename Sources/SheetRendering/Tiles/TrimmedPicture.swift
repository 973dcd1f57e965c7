internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
internal import SheetPictures

/// What is left of a picture without its borders, as a picture of its own: no filter reads beyond it.
struct TrimmedPicture: PictureSource {
  private let source: any PictureSource
  let whole: PictureHeader
  /// What is left of it, as it is stored.
  private let columns, rows: Range<Int>

  /// What is left of a picture; nil where that is all of it.
  init?(
    of source: any PictureSource, as whole: PictureHeader, columns: Range<Int>, rows: Range<Int>
  ) {
    guard columns.count < whole.size.width || rows.count < whole.size.height else { return nil }
    (self.source, self.whole, self.columns, self.rows) = (source, whole, columns, rows)
  }

  /// What a part is of a picture as it is shown, to the nearest pixels that are stored.
  init?(of source: any PictureSource, as whole: PictureHeader, kept: Rect) {
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

  /// The same picture without the borders that its pixels show; nil where it has none, where it is
  /// nothing else, and where it ends early and is shown all the same.
  init?(
    finding tolerance: Int, of source: any PictureSource, as whole: PictureHeader,
    showsIncomplete: Bool
  ) throws {
    let rows = try source.rows(as: whole)
    let (width, height) = (whole.size.width, whole.size.height)
    var search = BorderSearch(whole.format, width: width, height: height, tolerance: tolerance)
    do {
      for row in 0..<height {
        if row % 16 == 0 { try Task.checkCancellation() }
        try rows.next { search.add($0) }
      }
    } catch let error as PictureFileError where error == .endOfFile && showsIncomplete {
      return nil
    }
    guard let rest = search.rest else { return nil }
    self.init(of: source, as: whole, columns: rest.columns, rows: rest.rows)
  }

  var name: String { source.name }

  func header() -> PictureHeader {
    var header = whole
    header.size = PixelSize(width: columns.count, height: rows.count)
    header.isReducible = false
    return header
  }

  func rows(as header: PictureHeader) throws -> sending any PictureRows {
    TrimmedRows(
      try source.rows(as: whole), above: rows.lowerBound,
      below: whole.size.height - rows.upperBound,
      bytes: columns.lowerBound * whole.format.bytesPerPixel..<columns.upperBound
        * whole.format.bytesPerPixel)
  }

  /// Where it lies in the whole picture as that is shown.
  var kept: Rect {
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

  func finish() throws {
    for _ in 0..<below { try rows.next { _ in } }
    try rows.finish()
  }
}
