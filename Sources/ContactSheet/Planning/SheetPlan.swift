public import SheetLayout
public import SystemPackage

/// Where everything stands, before anything is decoded.
public struct SheetPlan: Sendable {
  /// The pictures on the sheet, in its order.
  public let pictures: [ProbedPicture]
  /// The pictures that were left out because their headers could not be read.
  public let skipped: [UnreadablePicture]
  /// All pages, in order; at least one.
  public internal(set) var pages: [SheetPage]
  /// Whether all pictures that can be read are grey, on pages that are not in the plan too.
  public let isGray: Bool
  /// The cells of the first page of a layout that has rows and columns; nil for others.
  public let grid: GridFacts?
  /// The columns of a layout by tracks, from the left edge of the sheet without margins;
  /// empty for others.
  public let tracks: [Column]
  /// The folders among the inputs that hold no pictures to take.
  public internal(set) var emptyFolders: [EmptyFolder] = []
  /// The room for a label in each cell; nil where there are none.
  var labelRoom: CellFurniture.Label?
  /// What is wrong with the texts of the sheet; messages that stand alone.
  public internal(set) var textWarnings: [String] = []
  /// The files that were taken for pages of an earlier run, and left out.
  public internal(set) var ownPages: [FilePath] = []
}

/// What is known of a grid before its pictures are.
public struct GridFacts: Equatable, Sendable {
  /// The number of rows of the page, empty ones included.
  public let rows: Int
  /// The number of columns.
  public let columns: Int
  /// The exact size of a cell, in pixels; nil where rows differ in height.
  public let cell: Size?
  /// The ratio that cells were to come near to; nil where there was none.
  public let idealCellRatio: Double?
}

/// One sheet of a plan.
public struct SheetPage: Equatable, Sendable {
  /// The page's number, from 1.
  public let number: Int
  /// Where the page goes.
  public let output: SheetOutput
  /// The size of the sheet, in pixels, margins included.
  public let size: PixelSize
  /// The tiles, in the order of the pictures.
  public internal(set) var tiles: [PlannedTile]
  /// What is written on the page besides the labels of tiles.
  public internal(set) var texts: [PlannedText] = []
  /// The cells of a layout that has rows and columns; nil for others, and for a page that was
  /// planned before.
  public internal(set) var grid: GridFacts?
}

/// The place of one picture on its sheet.
public struct PlannedTile: Equatable, Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  public let index: Int
  /// The tile's cell, on the sheet.
  public let cell: PixelRect
  /// Which part of the picture is drawn where; nil where the picture could not be read.
  public let placement: PicturePlacement?
  /// The picture's label; nil where there is none, or no room for it.
  public internal(set) var label: PlannedText?

  init(
    index: Int, cell: PixelRect, placement: PicturePlacement?, label: PlannedText? = nil
  ) {
    self.index = index
    self.cell = cell
    self.placement = placement
    self.label = label
  }
}

extension SheetPlan {
  /// What is wrong with texts, and what could not be followed in pictures that are on the
  /// sheet all the same, such as a damaged colour profile; messages that name the picture.
  public var warnings: [String] {
    textWarnings
      + pictures.flatMap { picture in
        let warnings = (try? picture.header.get().warnings) ?? []
        return warnings.map { "\(FilePath(picture.source.name).quoted): \($0)" }
      }
  }

  /// The number of tiles on all pages.
  public var tileCount: Int { pages.reduce(0) { $0 + $1.tiles.count } }
}
