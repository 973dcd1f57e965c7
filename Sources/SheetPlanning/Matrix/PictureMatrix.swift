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

  /// The cell at a place.
  func cell(at place: Matrix.Place) -> MatrixCell {
    MatrixCell(
      place: place,
      headings: [Self.rowKey: rows[place.row], Self.columnKey: columns[place.column]],
      part: parts[place])
  }
}

/// The cell of a picture in a matrix.
struct MatrixCell: Equatable {
  let place: Matrix.Place
  /// The headings of its row and of its column.
  let headings: [FactKey: Fact]
  /// The part of the picture that is shown; nil if all of it is.
  let part: PixelRect?
}
