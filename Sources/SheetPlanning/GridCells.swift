package import SheetLayout

/// The cells of a plan's grids.
package struct GridCells: Sendable {
  /// The cell of each page's grid; nil for a page whose cells differ.
  ///
  /// Empty if the plan was read from a file.
  package var ofPages: [GridCell?]
  /// The total number of cells with a picture.
  package var takenCount: Int

  /// Creates the cells; without arguments, there are none.
  package init(ofPages: [GridCell?] = [], takenCount: Int = 0) {
    (self.ofPages, self.takenCount) = (ofPages, takenCount)
  }
}

/// A cell of a grid.
package struct GridCell: Equatable, Sendable {
  /// The exact size in pixels.
  package let size: Size
  /// The ratio of width to height that the layout aimed for.
  package let idealRatio: Double
}
