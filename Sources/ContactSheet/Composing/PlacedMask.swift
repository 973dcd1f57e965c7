internal import SheetImaging
internal import SheetLayout

/// A mask at its place on a sheet, or a part of one.
struct PlacedMask {
  private let mask: BoxMask
  private let x: Int
  private let y: Int
  /// What is seen of it.
  private let bounds: PixelRect

  /// A mask as large as `area`, of which no more is seen than lies in `bounds`.
  init(_ area: PixelRect, corner: BoxCorner, in bounds: PixelRect) {
    mask = BoxMask(width: area.width, height: area.height, corner: corner)
    (x, y) = (area.x, area.y)
    self.bounds = bounds.intersection(area)
  }

  /// The part of this mask that lies in `area`.
  func clipped(to area: PixelRect) -> PlacedMask {
    PlacedMask(self, in: bounds.intersection(area))
  }

  private init(_ other: PlacedMask, in bounds: PixelRect) {
    mask = other.mask
    (x, y) = (other.x, other.y)
    self.bounds = bounds
  }

  /// The columns of a row of the sheet that are covered at all.
  func touchedColumns(ofRow row: Int) -> Range<Int> {
    columns(ofRow: row) { mask.touchedColumns(ofRow: $0) }
  }

  /// The columns of a row of the sheet that are wholly covered, among ``touchedColumns(ofRow:)``.
  func fullColumns(ofRow row: Int) -> Range<Int> {
    columns(ofRow: row) { mask.fullColumns(ofRow: $0) }
  }

  /// The columns of a row of the sheet that are all covered alike, and how much.
  func middle(ofRow row: Int) -> (columns: Range<Int>, coverage: UInt8) {
    let columns = columns(ofRow: row) { mask.middleColumns(ofRow: $0) }
    return (columns, columns.isEmpty ? 0 : mask.middleCoverage(ofRow: row - y))
  }

  /// Writes how much of some touched columns of a row of the sheet is covered.
  func coverage(
    ofRow row: Int, _ columns: Range<Int>, into coverage: inout MutableSpan<UInt8>
  ) {
    mask.coverage(ofRow: row - y, columns.lowerBound - x..<columns.upperBound - x, into: &coverage)
  }

  private func columns(ofRow row: Int, _ columns: (Int) -> Range<Int>) -> Range<Int> {
    guard bounds.y..<bounds.maxY ~= row else { return bounds.x..<bounds.x }
    let columns = columns(row - y)
    return (columns.lowerBound + x..<columns.upperBound + x).clamped(to: bounds.x..<bounds.maxX)
  }
}

extension PixelRect {
  /// What both areas have in common; without pixels where that is nothing.
  func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}
