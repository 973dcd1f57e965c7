public import SheetLayout
public import SheetPictures

/// One page of a plan.
public struct SheetPage: Equatable, Sendable {
  /// The page's number on the sheet, from 1; numbers grow, and a plan of some pages has gaps.
  public internal(set) var number: Int
  /// The size in pixels, margins included.
  public package(set) var size: PixelSize
  /// The tiles, in the order of the pictures.
  public package(set) var tiles: [PlannedTile]
  /// The texts on the page, without the labels of tiles.
  public package(set) var texts: [PlannedText]
  /// The rows and columns of the page, informational; nil if the layout has none.
  public internal(set) var grid: PageGrid?
  /// The sections of the page from top to bottom; informational.
  ///
  /// They have all of its tiles in their order. Empty if there are none.
  public package(set) var sections: [PlannedSection]
  /// The rows of the page's matrices from top to bottom, informational; empty if the layout is no
  /// matrix.
  public internal(set) var rows: [PlannedLine]
  /// The columns of the page's matrices, matrix by matrix from left to right, informational.
  public internal(set) var columns: [PlannedLine]
  /// The cells of matrices that have no picture.
  public package(set) var emptyCells: PlannedEmptyCells
  /// The block of a matrix that the page shows; nil if all columns are on each page.
  public internal(set) var block: PageBlock?
  /// The bar that shows the colours of changes by their size; nil if none have colours.
  public internal(set) var bar: PixelRect?

  /// Creates a page of its parts.
  package init(
    number: Int, size: PixelSize, tiles: [PlannedTile], texts: [PlannedText] = [],
    grid: PageGrid? = nil, sections: [PlannedSection] = [], rows: [PlannedLine] = [],
    columns: [PlannedLine] = [], emptyCells: PlannedEmptyCells = PlannedEmptyCells(),
    block: PageBlock? = nil, bar: PixelRect? = nil
  ) {
    (self.number, self.size, self.tiles, self.texts) = (number, size, tiles, texts)
    (self.grid, self.sections, self.block) = (grid, sections, block)
    (self.rows, self.columns, self.emptyCells, self.bar) = (rows, columns, emptyCells, bar)
  }

  /// All texts drawn on the page but the labels of tiles: its own, and texts in empty cells.
  package var drawnTexts: [PlannedText] { texts + emptyCells.withTexts.compactMap(\.text) }

  /// The headings of the whole page, above the headings of its sections.
  package var headings: [PlannedText] {
    let end = sections.lazy.map(\.area.y).min() ?? size.height
    return texts.filter { $0.role == .heading && $0.area.y < end }
  }
}

/// The part of a matrix on a page, if the matrix goes over several pages by columns too.
public struct PageBlock: Codable, Equatable, Sendable {
  /// The number of its block of rows, from 1.
  public internal(set) var row: Int
  /// The number of its block of columns, from 1.
  public internal(set) var column: Int

  /// Creates a block.
  public init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
}

/// A row or a column of a matrix, as far as it is on a page.
public struct PlannedLine: Equatable, Sendable {
  /// The text of its heading.
  public internal(set) var heading: String
  /// The area of the heading; nil if there is none on the page.
  public internal(set) var headingArea: PixelRect?
  /// The area of its cells, which holds the cells of its tiles.
  public internal(set) var cells: PixelRect

  /// Creates a row or a column of its parts.
  package init(heading: String, headingArea: PixelRect?, cells: PixelRect) {
    (self.heading, self.headingArea, self.cells) = (heading, headingArea, cells)
  }
}

/// The number of rows and columns of a page.
public struct PageGrid: Codable, Equatable, Sendable {
  /// The number of rows, empty ones included.
  public internal(set) var rows: Int
  /// The number of columns.
  public internal(set) var columns: Int

  /// Creates a grid.
  package init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }
}

/// A group of pictures under its heading, or the part of it that is on a page.
public struct PlannedSection: Equatable, Sendable {
  /// The text of the heading, in one line.
  public internal(set) var heading: String
  /// The area of the heading, from the left edge of its pictures to the right margin.
  ///
  /// It ends with the section if that shares its row.
  public package(set) var headingArea: PixelRect
  /// Whether earlier pictures of the group are on another page.
  public internal(set) var isContinued: Bool
  /// The area of the heading and of all tiles under it.
  public package(set) var area: PixelRect
  /// The number of tiles under the heading; 0 in a part of a matrix that has only empty cells.
  public internal(set) var tileCount: Int

  /// Creates a section of its parts.
  package init(
    heading: String, headingArea: PixelRect, isContinued: Bool, area: PixelRect, tileCount: Int
  ) {
    (self.heading, self.headingArea, self.area) = (heading, headingArea, area)
    (self.isContinued, self.tileCount) = (isContinued, tileCount)
  }
}

/// The place of one picture on its sheet.
public struct PlannedTile: Equatable, Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  public internal(set) var index: Int {
    get { Int(storedIndex) }
    set { storedIndex = UInt32(clamping: newValue) }
  }
  /// The tile's cell, on the sheet.
  public package(set) var cell: PixelRect {
    get { storedCell.rect }
    set { storedCell = StoredRect(newValue) }
  }
  /// The part of the picture that is drawn, and its place; nil if the picture could not be read.
  public package(set) var placement: PicturePlacement? {
    get {
      guard isPlaced else { return nil }
      return PicturePlacement(image: image.rect, crop: crop, kept: borders.kept)
    }
    set {
      image = newValue.map { StoredRect($0.image) } ?? .empty
      crop = newValue?.crop ?? .zero
      isPlaced = newValue != nil
      borders = newValue?.kept.map { .found(kept: $0) } ?? trimming.map { .unknown($0) } ?? .none
    }
  }
  /// The rule that places the picture once its borders have been found; nil but in plans of version 4
  /// that leave that to a run.
  public package(set) var trimming: BorderTrimming? {
    get { if case .unknown(let rule) = borders { rule } else { nil } }
    set { borders = newValue.map { .unknown($0) } ?? .none }
  }
  /// The picture's label; nil if there is none, or no room for it.
  public package(set) var label: PlannedText? {
    get { if case .text(let text) = storedLabel { text } else { nil } }
    set { storedLabel = newValue.map { .text($0) } ?? .none }
  }

  // In an order that leaves no gaps.
  private var storedIndex: UInt32
  private var storedCell: StoredRect
  private var image = StoredRect.empty
  private var isPlaced = false
  /// Whether the crop, which is in the middle, slides to the subject when the picture is decoded.
  public package(set) var followsSubject = false
  /// The scale at which the picture is decoded, before it is resampled; whole for formats that have no
  /// other.
  public package(set) var scale: PictureScale
  private var crop = Rect.zero
  private var storedLabel = Label.none
  private var borders = Borders.none

  /// The label, a reference, as many tiles have none.
  private indirect enum Label: Equatable { case none, text(PlannedText) }

  /// The borders of the picture, a reference, as few pictures have any.
  private indirect enum Borders: Equatable {
    case none
    case found(kept: Rect)
    case unknown(BorderTrimming)

    var kept: Rect? { if case .found(let kept) = self { kept } else { nil } }
  }

  /// Creates a tile of its parts.
  package init(
    index: Int, cell: PixelRect, placement: PicturePlacement?, scale: PictureScale = .whole,
    label: PlannedText? = nil, followsSubject: Bool = false, trimming: BorderTrimming? = nil
  ) {
    storedIndex = UInt32(clamping: index)
    storedCell = StoredRect(cell)
    self.scale = scale
    self.label = label
    (self.placement, self.followsSubject) = (placement, followsSubject)
    if let trimming { self.trimming = trimming }
  }

  /// The tile of another picture of equal size.
  func at(index: Int) -> PlannedTile {
    var tile = self
    tile.index = index
    return tile
  }
}

/// An area of a sheet as plans keep it: no side of a sheet is longer than
/// ``LayoutError/maximumLength``, and a plan may have a million tiles.
struct StoredRect: Equatable, Sendable {
  private let x, y, width, height: Int32

  static let empty = StoredRect(PixelRect(x: 0, y: 0, width: 0, height: 0))

  init(_ rect: PixelRect) {
    (x, y) = (Int32(clamping: rect.x), Int32(clamping: rect.y))
    (width, height) = (Int32(clamping: rect.width), Int32(clamping: rect.height))
  }

  var rect: PixelRect { PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)) }
}
