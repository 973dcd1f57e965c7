internal import SheetImaging
internal import SheetLayout

/// A mask positioned on a sheet, perhaps clipped.
struct PlacedMask {
  private let mask: BoxMask
  private let x: Int
  private let y: Int
  /// The visible part of the mask.
  private let bounds: PixelRect

  /// Creates a mask of the size of `area`, clipped to `bounds`.
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

  /// The columns of a sheet row that are covered at least in part.
  func touchedColumns(ofRow row: Int) -> Range<Int> {
    columns(ofRow: row) { mask.touchedColumns(ofRow: $0) }
  }

  /// The columns of a sheet row that are fully covered, among ``touchedColumns(ofRow:)``.
  func fullColumns(ofRow row: Int) -> Range<Int> {
    columns(ofRow: row) { mask.fullColumns(ofRow: $0) }
  }

  /// The middle columns of a sheet row, which all have one coverage, and that coverage.
  func middle(ofRow row: Int) -> (columns: Range<Int>, coverage: UInt8) {
    let columns = columns(ofRow: row) { mask.middleColumns(ofRow: $0) }
    return (columns, columns.isEmpty ? 0 : mask.middleCoverage(ofRow: row - y))
  }

  /// Writes the coverage of some touched columns of a sheet row.
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
