public import SheetLayout
public import SystemPackage

/// Where everything stands, before anything is decoded.
public struct SheetPlan: Equatable, Sendable {
  /// The pictures on the sheet, in its order.
  public let sources: [ProbedImage]
  /// The pictures that were left out because their headers could not be read.
  public let skipped: [UnreadableImage]
  /// The folders among the inputs that hold no pictures to take.
  public internal(set) var emptyFolders: [EmptyFolder] = []
  /// The files that were taken for pages of an earlier run, and left out.
  public internal(set) var ownPages: [FilePath] = []
  /// The pages, in order; at least one.
  public let pages: [SheetPage]
  /// The number of rows of a layout that has rows, empty ones included.
  public let rows: Int?
  /// The number of columns of a layout that has columns.
  public let columns: Int?
}

/// One sheet of a plan.
public struct SheetPage: Equatable, Sendable {
  /// The size of the sheet, in pixels, margins included.
  public let size: PixelSize
  /// The tiles, in the order of the pictures.
  public let tiles: [PlannedTile]
}

/// The place of one picture on its sheet.
public struct PlannedTile: Equatable, Sendable {
  /// The picture's index in ``SheetPlan/sources``.
  public let index: Int
  /// The tile's cell, on the sheet.
  public let cell: PixelRect
  /// Which part of the picture is drawn where; nil where the picture could not be read.
  public let placement: PicturePlacement?
}
