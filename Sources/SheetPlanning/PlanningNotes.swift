public import SheetLayout
public import SheetPlans

/// What planning noticed that does not prevent the sheet.
public struct PlanningNotes: Equatable, Sendable {
  /// What is wrong with the table of labels; a complete message, nil for nothing.
  public internal(set) var labelWarning: String?
  /// The size of cells that are smaller than pictures need, so that the sheet stays within its limit
  /// of pixels; the smallest where there are several.
  public internal(set) var reducedCell: PixelSize?
  /// The limit of pixels.
  public internal(set) var maximumPixels = PixelCount.standard
  /// The cells of each page's grid; nil for layouts without equal cells.
  public internal(set) var cells: [GridCell?] = []

  /// Nothing was noticed.
  public init() {}

  /// What the limit did to cells, as a complete message; nil for nothing.
  public var cellWarning: String? {
    reducedCell.map {
      "cells are \($0.width) x \($0.height) pixels, so that the sheet stays within "
        + "\(maximumPixels) pixels"
    }
  }
}

/// A cell of a grid.
public struct GridCell: Equatable, Sendable {
  /// The exact size in pixels.
  public let size: Size
  /// The ratio that the layout aimed at.
  public let idealRatio: Double
}
