public import SheetLayout

/// A cell of a matrix that has no picture; it gets an outline.
public struct PlannedEmptyCell: Equatable, Sendable {
  /// Its area on the sheet.
  public let cell: PixelRect
  /// Why there is no picture, inside the cell; nil where nothing says so.
  public let text: PlannedText?

  /// Creates an empty cell.
  package init(_ cell: PixelRect, text: PlannedText? = nil) {
    (self.cell, self.text) = (cell, text)
  }
}
