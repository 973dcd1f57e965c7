package import SheetPictures

/// The criterion that the pictures of a row or column of a matrix share.
package struct MatrixAxis: Equatable, Sendable {
  /// The template whose values they share; nil if their location decides.
  ///
  /// By location, columns are folders, and rows the paths below them, without extensions.
  package var template: PictureTemplate?
  /// The wanted values, in their order; nil if all are wanted.
  ///
  /// A value that no picture has is an empty row or column. Pictures with unlisted values are left
  /// out.
  package var values: [String]?

  /// Creates an axis; without arguments, by the location of files.
  package init(_ template: PictureTemplate? = nil, values: [String]? = nil) {
    (self.template, self.values) = (template, values)
  }
}

/// The criteria that put pictures into rows and columns.
package struct MatrixAxes: Equatable, Sendable {
  /// The criterion that pictures of one row share.
  package var rows: MatrixAxis
  /// The criterion that pictures of one column share.
  package var columns: MatrixAxis
  /// Whether rows are shown as columns, and columns as rows.
  package var isTransposed: Bool
  /// The treatment of several pictures for one cell.
  package var clashPolicy: ClashPolicy

  /// Creates axes; without arguments, by the location of files.
  package init(
    rows: MatrixAxis = MatrixAxis(), columns: MatrixAxis = MatrixAxis(), isTransposed: Bool = false,
    clashPolicy: ClashPolicy = .first
  ) {
    (self.rows, self.columns) = (rows, columns)
    (self.isTransposed, self.clashPolicy) = (isTransposed, clashPolicy)
  }

  /// The treatment of several pictures for one cell of a matrix.
  package enum ClashPolicy: String, CaseIterable, Sendable {
    /// The cell shows the first by the order of pictures, and a note names both.
    case first
    /// The cell shows all of them small, as far as there is room, with their number.
    case stack
    /// No sheet is made.
    case fail
  }
}
