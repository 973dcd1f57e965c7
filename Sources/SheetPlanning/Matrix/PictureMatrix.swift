public import SheetLayout
public import SheetText

/// The rows and columns of a group of pictures, and where each picture stands.
public struct PictureMatrix: Sendable {
  /// The headings of the rows, from top to bottom.
  public let rows: [Fact]
  /// The headings of the columns, from left to right.
  public let columns: [Fact]
  /// The places of the pictures, in their order, which is row by row.
  public internal(set) var places: [Matrix.Place]
  /// Texts of empty cells.
  package var notes: [Matrix.Place: String] = [:]
  /// Parts of pictures that are not shown whole.
  package var parts: [Matrix.Place: PixelRect] = [:]
  /// What the paths of all folders end with, and their headings leave out; nil for nothing.
  var sharedEnd: String?

  /// Creates a matrix.
  package init(
    rows: [Fact], columns: [Fact], places: [Matrix.Place], sharedEnd: String? = nil
  ) {
    (self.rows, self.columns, self.places, self.sharedEnd) = (rows, columns, places, sharedEnd)
  }

  /// What the templates of labels call the heading of a row, and of a column.
  static let (rowKey, columnKey) = (FactKey("row"), FactKey("column"))

  /// The facts of the picture at a place.
  func facts(at place: Matrix.Place) -> [FactKey: Fact] {
    [Self.rowKey: rows[place.row], Self.columnKey: columns[place.column]]
  }
}
