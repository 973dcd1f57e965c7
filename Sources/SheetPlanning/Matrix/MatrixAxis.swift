public import SheetPictures

/// What pictures of one row of a matrix have in common, or those of one column.
public struct MatrixAxis: Equatable, Sendable {
  /// The template whose values they share; nil for where files are: columns are folders, and rows the
  /// paths below them, without extensions.
  public var template: PictureTemplate?
  /// The values that are wanted, in their order; nil for all that pictures have.
  ///
  /// A value that no picture has is an empty row or column, and pictures of others are left out.
  public var values: [String]?

  /// Creates an axis; without arguments, by where files are.
  public init(_ template: PictureTemplate? = nil, values: [String]? = nil) {
    (self.template, self.values) = (template, values)
  }
}

/// What puts pictures into rows and columns.
public struct MatrixAxes: Equatable, Sendable {
  /// What pictures of one row have in common.
  public var rows: MatrixAxis
  /// What pictures of one column have in common.
  public var columns: MatrixAxis
  /// Whether rows are shown as columns, and columns as rows.
  public var isTransposed: Bool
  /// What is done about several pictures for one cell.
  public var clashPolicy: ClashPolicy

  /// Creates axes; without arguments, by where files are.
  public init(
    rows: MatrixAxis = MatrixAxis(), columns: MatrixAxis = MatrixAxis(), isTransposed: Bool = false,
    clashPolicy: ClashPolicy = .first
  ) {
    (self.rows, self.columns) = (rows, columns)
    (self.isTransposed, self.clashPolicy) = (isTransposed, clashPolicy)
  }

  /// What is done about several pictures for one cell of a matrix.
  public enum ClashPolicy: String, CaseIterable, Sendable {
    /// The cell shows the first by the order of pictures, and a note names both.
    case first
    /// No sheet is made.
    case fail
  }
}
