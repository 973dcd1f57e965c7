package import SheetLayout
package import SheetPlans

/// Pictures in rows and columns by shared facts, with headings.
///
/// Columns have one width, and rows are as high as their pictures need. Equal pictures are equal
/// everywhere. If pictures keep their pixels, columns are as wide as their own pictures. An empty
/// cell has a mark.
package struct MatrixLayout: Layout, Equatable {
  /// `matrix`.
  package static let name = "matrix"

  /// The sizing of columns and rows.
  package enum Sizing: Equatable, Sendable {
    /// Columns as wide as the cells of an automatic grid, or wider for their headings.
    case automatic
    /// The size of all cells in pixels.
    case cell(PixelSize)
    /// The width of a page in pixels, margins included, and perhaps the height.
    ///
    /// With a height, all rows are scaled alike.
    case sheet(Extent)
  }

  /// The position of row headings.
  package enum RowHeading: String, CaseIterable, Sendable {
    /// At the left of the row, broken into lines of at most a fifth of the width.
    case left
    /// Above the row.
    case above
    /// Nowhere.
    case none
  }

  /// The axes that put pictures into rows and columns.
  package var sorting: MatrixAxes
  /// The sizing of columns and rows.
  package var sizing: Sizing
  /// The position of row headings.
  package var rowHeading: RowHeading

  /// The width and the height in pixels that cells keep if a size is given.
  ///
  /// Further rows and columns go to other pages.
  static let leastCell = 64.0

  /// Creates a matrix; without arguments, of folders by the names of their pictures.
  package init(
    _ sorting: MatrixAxes = MatrixAxes(), sizing: Sizing = .automatic,
    rowHeading: RowHeading = .left
  ) { (self.sorting, self.sizing, self.rowHeading) = (sorting, sizing, rowHeading) }

  /// Frames as large as pictures need, unless the size of cells is given.
  ///
  /// Columns have one width on all pages, the width of the matrix with the most columns.
  package var traits: LayoutTraits {
    var traits = LayoutTraits(
      widthFollowsFromPictures: true, pageHeight: givenExtent?.height,
      isUnsized: sizing == .automatic, axes: sorting)
    if case .cell = sizing { traits.furnitureOutside = .labels }
    return traits
  }

  /// The size of a page as far as it is given.
  var givenExtent: Extent? { if case .sheet(let extent) = sizing { extent } else { nil } }

  /// Determines the widths of columns, the heights of rows, and the contents of pages.
  package func fitted(to space: LayoutRequest) throws(LayoutError) -> FittedLayout {
    try MatrixPages(self, in: space).fitted()
  }
}
