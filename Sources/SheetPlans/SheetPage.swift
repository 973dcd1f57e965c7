package import SheetFiles
package import SheetLayout
package import SheetPictures

/// One page of a plan.
package struct SheetPage: Equatable, Sendable {
  /// The page's number on the sheet, from 1; numbers grow, and a plan of some pages has gaps.
  package internal(set) var number: Int
  /// The size in pixels, margins included.
  package var size: PixelSize
  /// The tiles, in the order of the pictures.
  package var tiles: [PlannedTile]
  /// The texts on the page, without the labels of tiles.
  package var texts: [PlannedText]
  /// The rows and columns of the page, informational; nil if the layout has none.
  package internal(set) var grid: PageGrid?
  /// The sections of the page from top to bottom; informational.
  ///
  /// They have all of its tiles in their order. Empty if there are none.
  package var sections: [PlannedSection]
  /// The rows of the page's matrices from top to bottom, informational; empty if the layout is not
  /// a matrix.
  package internal(set) var rows: [RowOrColumn]
  /// The columns of the page's matrices, matrix by matrix from left to right, informational.
  package internal(set) var columns: [RowOrColumn]
  /// The cells of matrices that have no picture.
  package var emptyCells: PlannedEmptyCells
  /// The block of a matrix that the page shows; nil if all columns are on each page.
  package internal(set) var block: PageBlock?
  /// The bar that shows the colours of changes by their size; nil if none have colours.
  package internal(set) var bar: PixelRect?
  /// The cut marks in the margins, at the edges of cells; empty if there are none.
  package internal(set) var cutMarks: [PixelRect]
  /// The picture at the right of the title; nil if there is none.
  package internal(set) var logo: PlannedLogo?

  /// Creates a page of its parts.
  package init(
    number: Int, size: PixelSize, tiles: [PlannedTile], texts: [PlannedText] = [],
    grid: PageGrid? = nil, sections: [PlannedSection] = [], rows: [RowOrColumn] = [],
    columns: [RowOrColumn] = [], emptyCells: PlannedEmptyCells = PlannedEmptyCells(),
    block: PageBlock? = nil, bar: PixelRect? = nil, cutMarks: [PixelRect] = [],
    logo: PlannedLogo? = nil
  ) {
    (self.number, self.size, self.tiles, self.texts) = (number, size, tiles, texts)
    (self.grid, self.sections, self.block) = (grid, sections, block)
    (self.rows, self.columns, self.emptyCells, self.bar) = (rows, columns, emptyCells, bar)
    (self.cutMarks, self.logo) = (cutMarks, logo)
  }

  /// All texts drawn on the page except the labels of tiles: its own, and texts in empty cells.
  package var drawnTexts: [PlannedText] { texts + emptyCells.withTexts.compactMap(\.text) }

  /// The headings of the whole page, above the headings of its sections.
  package var headings: [PlannedText] {
    let end = sections.lazy.map(\.area.y).min() ?? size.height
    return texts.filter { $0.role == .heading && $0.area.y < end }
  }
}

/// The part of a matrix on a page, if the matrix goes over several pages by columns too.
package struct PageBlock: Codable, Equatable, Sendable {
  /// The number of its block of rows, from 1.
  package internal(set) var row: Int
  /// The number of its block of columns, from 1.
  package internal(set) var column: Int

  /// Creates a block.
  package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
}

/// A row or a column of a matrix, as far as it is on a page.
package struct RowOrColumn: Equatable, Sendable {
  /// The text of its heading.
  package internal(set) var heading: String
  /// The area of the heading; nil if there is none on the page.
  package internal(set) var headingArea: PixelRect?
  /// The area of its cells, which holds the cells of its tiles.
  package internal(set) var cells: PixelRect

  /// Creates a row or a column of its parts.
  package init(heading: String, headingArea: PixelRect?, cells: PixelRect) {
    (self.heading, self.headingArea, self.cells) = (heading, headingArea, cells)
  }
}

/// The number of rows and columns of a page.
package struct PageGrid: Codable, Equatable, Sendable {
  /// The number of rows, empty ones included.
  package internal(set) var rows: Int
  /// The number of columns.
  package internal(set) var columns: Int

  /// Creates a grid.
  package init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }
}

/// A group of pictures under its heading, or the part of it that is on a page.
package struct PlannedSection: Equatable, Sendable {
  /// The text of the heading, in one line.
  package internal(set) var heading: String
  /// The area of the heading, from the left edge of its pictures to the right margin.
  ///
  /// The heading of a section that shares its row ends with the section.
  package var headingArea: PixelRect
  /// Whether earlier pictures of the group are on another page.
  package internal(set) var isContinued: Bool
  /// The area of the heading and of all tiles under it.
  package var area: PixelRect
  /// The number of tiles under the heading; 0 in a part of a matrix that has only empty cells.
  package internal(set) var tileCount: Int

  /// Creates a section of its parts.
  package init(
    heading: String, headingArea: PixelRect, isContinued: Bool, area: PixelRect, tileCount: Int
  ) {
    (self.heading, self.headingArea, self.area) = (heading, headingArea, area)
    (self.isContinued, self.tileCount) = (isContinued, tileCount)
  }
}

/// The place of one picture on its sheet.
///
/// Areas are stored in 32 bits, and what few tiles have as references. As plain values, tiles take 160
/// bytes instead of 88, and planning 100,000 pictures with labels takes 158 MB.
package struct PlannedTile: Equatable, Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  package internal(set) var index: Int {
    get { Int(storedIndex) }
    set { storedIndex = UInt32(clamping: newValue) }
  }
  /// The tile's cell, on the sheet.
  package var cell: PixelRect {
    get { storedCell.rect }
    set { storedCell = StoredRect(newValue) }
  }
  /// The part of the picture that is drawn, and its place; nil if the picture could not be read.
  package var placement: PicturePlacement? {
    get { isPlaced ? PicturePlacement(image: image.rect, crop: crop, kept: kept) : nil }
    set {
      image = newValue.map { StoredRect($0.image) } ?? .empty
      (crop, kept, isPlaced) = (newValue?.crop ?? .zero, newValue?.kept, newValue != nil)
    }
  }
  /// The picture's label; nil if there is none, or no room for it.
  @Rare package var label: PlannedText?

  // This order of properties leaves no gaps.
  private var storedIndex: UInt32
  private var storedCell: StoredRect
  private var image = StoredRect.empty
  private var isPlaced = false
  /// Whether the crop, which is in the middle, slides to the subject when the picture is decoded.
  package var followsSubject: Bool
  /// The scale at which the picture is decoded, before it is resampled; `whole` for formats without
  /// scales.
  package var scale: PictureScale
  private var crop = Rect.zero
  /// The rest of a picture whose borders are left out.
  @Rare private var kept: Rect?

  /// Creates a tile of its parts.
  package init(
    index: Int, cell: PixelRect, placement: PicturePlacement?, scale: PictureScale = .whole,
    label: PlannedText? = nil, followsSubject: Bool = false
  ) {
    (storedIndex, storedCell) = (UInt32(clamping: index), StoredRect(cell))
    (self.scale, self.followsSubject) = (scale, followsSubject)
    self.label = label
    self.placement = placement
  }

  /// The tile of another picture of equal size.
  func at(index: Int) -> PlannedTile {
    var tile = self
    tile.index = index
    return tile
  }
}

/// An area of a sheet in 32 bits, of which no side is longer than ``LayoutError/maximumLength``.
private struct StoredRect: Equatable, Sendable {
  private let x, y, width, height: Int32

  static let empty = StoredRect(PixelRect(x: 0, y: 0, width: 0, height: 0))

  init(_ rect: PixelRect) {
    (x, y) = (Int32(clamping: rect.x), Int32(clamping: rect.y))
    (width, height) = (Int32(clamping: rect.width), Int32(clamping: rect.height))
  }

  var rect: PixelRect { PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)) }
}

/// A picture at the right of the title of a page.
package struct PlannedLogo: Equatable, Sendable {
  /// The file.
  package internal(set) var source: FileName
  /// The size of the picture as shown.
  package internal(set) var size: PixelSize
  /// The area of the page that it covers.
  package internal(set) var area: PixelRect

  /// Creates a logo of its parts.
  package init(_ source: FileName, size: PixelSize, area: PixelRect) {
    (self.source, self.size, self.area) = (source, size, area)
  }

  /// The tile of all of the picture.
  package var tile: PlannedTile {
    let crop = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    return PlannedTile(
      index: 0, cell: area, placement: PicturePlacement(image: area, crop: crop))
  }
}
