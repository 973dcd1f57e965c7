public import SheetLayout
public import SheetPictures

/// One page of a plan.
public struct SheetPage: Equatable, Sendable {
  /// The page's number on the sheet, from 1; numbers grow, and a plan of some pages has gaps.
  public let number: Int
  /// The size in pixels, margins included.
  public let size: PixelSize
  /// The tiles, in the order of the pictures.
  public let tiles: [PlannedTile]
  /// The texts on the page, without the labels of tiles.
  public let texts: [PlannedText]
  /// The rows and columns of the page, informational; nil if the layout has none.
  public let grid: PageGrid?

  /// Creates a page of its parts.
  package init(
    number: Int, size: PixelSize, tiles: [PlannedTile], texts: [PlannedText] = [],
    grid: PageGrid? = nil
  ) {
    self.number = number
    self.size = size
    self.tiles = tiles
    self.texts = texts
    self.grid = grid
  }
}

/// The number of rows and columns of a page.
public struct PageGrid: Equatable, Sendable {
  /// The number of rows, empty ones included.
  public let rows: Int
  /// The number of columns.
  public let columns: Int

  /// Creates a grid.
  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }
}

/// The place of one picture on its sheet.
public struct PlannedTile: Equatable, Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  public let index: Int
  /// The tile's cell, on the sheet.
  public let cell: PixelRect
  /// Which part of the picture is drawn where; nil if the picture could not be read.
  public let placement: PicturePlacement?
  /// The scale at which the picture is decoded, before it is resampled; whole for formats that have no
  /// other.
  public let scale: PictureScale
  /// The picture's label; nil for none, or without room for it.
  public var label: PlannedText? { boxedLabel?.value }
  private let boxedLabel: Boxed<PlannedText>?

  /// Creates a tile of its parts.
  package init(
    index: Int, cell: PixelRect, placement: PicturePlacement?, scale: PictureScale = .whole,
    label: PlannedText? = nil
  ) {
    self.index = index
    self.cell = cell
    self.placement = placement
    self.scale = scale
    boxedLabel = label.map(Boxed.init)
  }

  /// The tile as that of another picture of the same size.
  func at(index: Int) -> PlannedTile {
    PlannedTile(index: index, cell: cell, placement: placement, scale: scale, label: label)
  }
}
