package import SheetFiles
package import SheetImaging
package import SheetLayout
package import SheetModel
package import SheetPictures

/// One page of a plan.
package struct SheetPage: Equatable, Sendable {
  /// The page number on the sheet, from 1; numbers increase, with gaps in a plan of only some
  /// pages.
  package internal(set) var number: Int
  /// The size in pixels, including margins.
  package var size: PixelSize
  /// The tiles, in the order of the pictures.
  package var tiles: [PlannedTile]
  /// The text on the page, not including labels of tiles.
  package var texts: [PlannedText]
  /// The rows and columns of the page, for information only; nil if the layout has none.
  package internal(set) var grid: PageGrid?
  /// The sections of the page from top to bottom, for information only.
  ///
  /// Together they contain all tiles of the page, in order. Empty if the page has no sections.
  package var sections: [PlannedSection]
  /// The rows of the page's matrices from top to bottom, for information only; empty for other
  /// layouts.
  package internal(set) var rows: [RowOrColumn]
  /// The columns of the page's matrices, matrix by matrix from left to right, for information only.
  package internal(set) var columns: [RowOrColumn]
  /// The empty cells of the page's matrices.
  package var emptyCells: PlannedEmptyCells
  /// The block of a matrix shown on the page; nil if every page has all columns.
  package internal(set) var block: PageBlock?
  /// The scale for amounts of change, or the scales of colour maps; empty if colours do not show
  /// amounts.
  package internal(set) var bars: [PlannedColorBar]
  /// The cut marks in the margins, at the edges of cells; empty for none.
  package internal(set) var cutMarks: [PixelRect]
  /// The lines between sections that share a row; empty for none.
  package var rules: [PixelRect]
  /// The picture to the right of the title; nil for none.
  package internal(set) var logo: PlannedLogo?

  package init(
    number: Int, size: PixelSize, tiles: [PlannedTile], texts: [PlannedText] = [],
    grid: PageGrid? = nil, sections: [PlannedSection] = [], rows: [RowOrColumn] = [],
    columns: [RowOrColumn] = [], emptyCells: PlannedEmptyCells = PlannedEmptyCells(),
    block: PageBlock? = nil, bars: [PlannedColorBar] = [], cutMarks: [PixelRect] = [],
    rules: [PixelRect] = [], logo: PlannedLogo? = nil
  ) {
    (self.number, self.size, self.tiles, self.texts) = (number, size, tiles, texts)
    (self.grid, self.sections, self.block) = (grid, sections, block)
    (self.rows, self.columns, self.emptyCells, self.bars) = (rows, columns, emptyCells, bars)
    (self.cutMarks, self.rules, self.logo) = (cutMarks, rules, logo)
  }

  /// All text drawn on the page except labels of tiles: its own, and that in empty cells.
  package var drawnTexts: [PlannedText] { texts + emptyCells.withTexts.compactMap(\.text) }

  /// The headings of the whole page, above the headings of its sections.
  package var headings: [PlannedText] {
    let end = sections.lazy.map(\.area.y).min() ?? size.height
    return texts.filter { $0.role == .heading && $0.area.y < end }
  }
}

/// The bar of a colour scale at the foot of a page, without its text.
package struct PlannedColorBar: Equatable, Sendable {
  package internal(set) var area: PixelRect
  /// The map whose colours the bar shows; nil for the colours of a comparison.
  ///
  /// If a plan without a comparison does not name the map, nil stands for the colour map of the
  /// first picture that has one.
  package internal(set) var colormap: Sheet.Colormap?

  package init(_ area: PixelRect, _ colormap: Sheet.Colormap? = nil) {
    (self.area, self.colormap) = (area, colormap)
  }
}

/// The part of a matrix on a page, if the matrix is also divided into pages by columns.
package struct PageBlock: Equatable, Sendable {
  /// The number of the page's block of rows, from 1.
  package internal(set) var row: Int
  /// The number of the page's block of columns, from 1.
  package internal(set) var column: Int

  package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
}

/// The part of a row or column of a matrix that is on a page.
package struct RowOrColumn: Equatable, Sendable {
  /// The text of the row's or column's heading.
  package internal(set) var heading: String
  /// The area of the heading; nil if it is not on the page.
  package internal(set) var headingArea: PixelRect?
  /// The area of the row's or column's cells, which contains the cells of its tiles.
  package internal(set) var cells: PixelRect

  package init(heading: String, headingArea: PixelRect?, cells: PixelRect) {
    (self.heading, self.headingArea, self.cells) = (heading, headingArea, cells)
  }
}

/// The number of rows and columns of a page.
package struct PageGrid: Equatable, Sendable {
  /// The number of rows, including empty ones.
  package internal(set) var rows: Int
  /// The number of columns.
  package internal(set) var columns: Int

  package init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }
}

/// A group of pictures under its heading, or the part of it on a page.
package struct PlannedSection: Equatable, Sendable {
  /// The text of the heading, on one line.
  package internal(set) var heading: String
  /// The area of the heading, from the left edge of the pictures to the right margin.
  ///
  /// If several sections share a row, each heading ends where its section ends.
  package var headingArea: PixelRect
  /// Whether earlier pictures of the group are on another page.
  package internal(set) var isContinued: Bool
  /// The area of the heading and of all tiles under it.
  package var area: PixelRect
  /// The number of tiles under the heading; 0 for part of a matrix with only empty cells.
  package internal(set) var tileCount: Int

  package init(
    heading: String, headingArea: PixelRect, isContinued: Bool, area: PixelRect, tileCount: Int
  ) {
    (self.heading, self.headingArea, self.area) = (heading, headingArea, area)
    (self.isContinued, self.tileCount) = (isContinued, tileCount)
  }
}

/// Where a picture is on its sheet.
///
/// Areas have 32-bit coordinates, and properties that few tiles have are stored as references.
/// Otherwise, a tile would take 160 bytes instead of 88, and planning 100,000 pictures with labels
/// would take 158 MB.
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
  /// Which part of the picture is drawn, and where; nil if the picture could not be read.
  package var placement: PicturePlacement? {
    get { isPlaced ? PicturePlacement(image: image.rect, crop: crop, kept: rest?.kept) : nil }
    set {
      image = newValue.map { StoredRect($0.image) } ?? .empty
      (crop, isPlaced) = (newValue?.crop ?? .zero, newValue != nil)
      set(\.kept, newValue?.kept)
    }
  }
  /// The area in the middle of the picture that the watermark covers; nil if there is none.
  package var watermark: PixelRect? {
    get { rest?.watermark?.rect }
    set { set(\.watermark, newValue.map { StoredRect($0) }) }
  }
  /// The line around the picture; nil for the border of the sheet.
  package var border: TileBorder? {
    get { rest?.border }
    set { set(\.border, newValue) }
  }
  /// The background of the cell; nil for the background of the sheet's cells.
  package var cellBackground: Backdrop? {
    get { rest?.cellBackground }
    set { set(\.cellBackground, newValue) }
  }
  /// The scale bar on the picture; nil if there is none, or no room for it.
  package var scaleBar: PlannedScaleBar? {
    get { rest?.scaleBar }
    set { set(\.scaleBar, newValue) }
  }
  /// The enlarged details of the picture, in its corners or beside it.
  package var insets: [PlannedInset] {
    get { rest?.insets ?? [] }
    set { set(\.insets, newValue.isEmpty ? nil : newValue) }
  }
  /// The squares around the rings that mark small changes; empty if there are none.
  package var rings: [PixelRect] {
    get { rest?.rings?.map(\.rect) ?? [] }
    set { set(\.rings, newValue.isEmpty ? nil : newValue.map { StoredRect($0) }) }
  }
  /// The picture's label; nil if there is none, or no room for it.
  @Rare package var label: PlannedText?

  // In this order, the properties need no padding.
  private var storedIndex: UInt32
  private var storedCell: StoredRect
  private var image = StoredRect.empty
  private var isPlaced = false
  /// Whether the crop, which is centred at first, is moved to the subject once the picture is
  /// decoded.
  package var followsSubject: Bool
  /// The scale at which the picture is decoded before it is resampled; `whole` for formats without
  /// scales.
  package var scale: PictureScale
  private var crop = Rect.zero
  @Rare private var rest: Rest?

  /// Properties that only some tiles have.
  private struct Rest: Equatable, Sendable {
    /// The part of the picture inside its trimmed borders; nil if no borders are trimmed.
    var kept: Rect?
    var watermark: StoredRect?
    var border: TileBorder?
    var cellBackground: Backdrop?
    @Rare var scaleBar: PlannedScaleBar?
    var insets: [PlannedInset]?
    var rings: [StoredRect]?
  }

  /// The maximum number of rings on a tile.
  package static let mostRings = 50
  /// The maximum diameter of a ring, in pixels.
  package static let largestRing = 256

  private mutating func set<Value>(_ property: WritableKeyPath<Rest, Value?>, _ value: Value?) {
    if value == nil, rest?[keyPath: property] == nil { return }
    var rest = rest ?? Rest()
    rest[keyPath: property] = value
    self.rest = rest == Rest() ? nil : rest
  }

  package init(
    index: Int, cell: PixelRect, placement: PicturePlacement?, scale: PictureScale = .whole,
    label: PlannedText? = nil, followsSubject: Bool = false
  ) {
    (storedIndex, storedCell) = (UInt32(clamping: index), StoredRect(cell))
    (self.scale, self.followsSubject) = (scale, followsSubject)
    self.label = label
    self.placement = placement
  }

  /// The fraction of a picture's area that is cropped away, from 0 to 1; nil if the picture could
  /// not be read.
  ///
  /// - Parameter size: The size of the picture, or of the part of it that its cell holds.
  /// - Returns: The fraction.
  package func croppedShare(of size: PixelSize) -> Double? {
    guard isPlaced else { return nil }
    return 1 - crop.width * crop.height / (Double(size.width) * Double(size.height))
  }

  /// The same tile for another picture of the same size.
  func at(index: Int) -> PlannedTile {
    var tile = self
    tile.index = index
    return tile
  }
}

/// An area of a sheet with 32-bit coordinates, and no side longer than
/// ``LayoutError/maximumLength``.
private struct StoredRect: Equatable, Sendable {
  private let x, y, width, height: Int32

  static let empty = StoredRect(PixelRect(x: 0, y: 0, width: 0, height: 0))

  init(_ rect: PixelRect) {
    (x, y) = (Int32(clamping: rect.x), Int32(clamping: rect.y))
    (width, height) = (Int32(clamping: rect.width), Int32(clamping: rect.height))
  }

  var rect: PixelRect { PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)) }
}

/// A picture to the right of a page's title.
package struct PlannedLogo: Equatable, Sendable {
  /// The name of the picture's file.
  package internal(set) var source: FileName
  /// The size of the picture as shown.
  package internal(set) var size: PixelSize
  /// The area of the page that the logo covers.
  package internal(set) var area: PixelRect

  package init(_ source: FileName, size: PixelSize, area: PixelRect) {
    (self.source, self.size, self.area) = (source, size, area)
  }
}
