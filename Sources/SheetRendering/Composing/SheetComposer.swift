internal import SheetLayout

/// Hands out the bands of a sheet, from the top down, as they become complete.
///
/// Tiles arrive in the order of their top edges. A band is complete as soon as no later tile, nor
/// its hairline, can reach it. A tile is released after the last band that shows it. So about one
/// row of cells is held at a time, never the whole sheet.
struct SheetBands<Encoder: BandEncoder> {
  private let encoder: Encoder
  private let reach: Int
  private var open: [TilePixels] = []
  private var finalRows = 0
  private var nextBand = 0

  /// Creates the bands of a page.
  ///
  /// - Parameters:
  ///   - encoder: The encoder of the page.
  ///   - reach: The number of rows that may be drawn above and below a tile.
  init(_ encoder: Encoder, reach: Int = 0) {
    (self.encoder, self.reach) = (encoder, reach)
  }

  /// Adds the next tile.
  ///
  /// - Precondition: The tile's rows start no higher than the rows of the tile before.
  mutating func add(_ tile: TilePixels) {
    let top = max(0, tile.rows.lowerBound - reach)
    precondition(top >= finalRows, "tiles must arrive from the top down")
    finalRows = top
    open.append(tile)
  }

  /// Declares that there are no more tiles.
  mutating func finish() {
    finalRows = encoder.height
  }

  /// Whether all bands have been taken.
  var isEmpty: Bool { nextBand == encoder.bandCount }

  /// Whether a complete band has not been taken yet.
  var hasNext: Bool {
    !isEmpty && encoder.rows(ofBand: nextBand).upperBound <= finalRows
  }

  /// Takes the next complete band, with the tiles that reach into its rows.
  mutating func next() -> (band: Int, tiles: [TilePixels])? {
    guard hasNext else { return nil }
    let (band, reach) = (nextBand, reach)
    nextBand += 1
    let rows = encoder.rowsNeeded(forBand: band)
    let tiles = open.filter { $0.rows.lowerBound - reach < rows.upperBound }
    if !isEmpty {
      let stillNeeded = encoder.rowsNeeded(forBand: nextBand).lowerBound
      open.removeAll { $0.rows.upperBound + reach <= stillNeeded }
    }
    return (band, tiles)
  }
}

/// Composes tiles into rows of a sheet.
struct SheetComposer: Sendable {
  private let width: Int
  private let background: BackdropRows
  private let cellBackground: BackdropRows?
  private let furniture: TileFurniture?
  private let edges: VanishingEdges?
  private let texts: [PlacedText]
  private let textsByRows: AreasByRows
  private let emptyCells: EmptyCells?
  private let bar: HeatBar?
  private let cutMarks: CutMarks?
  private let logo: TilePixels?

  /// Creates a composer for a sheet of `width` pixels.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the sheet.
  ///   - background: Rows of that width, in the sheet's format.
  ///   - cellBackground: Rows of that width for cells; nil if cells have no background.
  ///   - furniture: Draws borders, frames and shadows; nil if there are none.
  ///   - edges: Draws hairlines; nil if edges are not marked.
  ///   - texts: The texts of the page, without labels of tiles.
  ///   - emptyCells: The cells without a picture; nil if there are none.
  ///   - bar: The scale of heat; nil if there is none.
  ///   - cutMarks: The marks in the margins; nil if there are none.
  ///   - logo: The pixels of the logo; nil if there is none.
  init(
    width: Int, background: BackdropRows, cellBackground: BackdropRows?,
    furniture: TileFurniture? = nil, edges: VanishingEdges? = nil, texts: [PlacedText] = [],
    emptyCells: EmptyCells? = nil, bar: HeatBar? = nil, cutMarks: CutMarks? = nil,
    logo: TilePixels? = nil
  ) {
    self.width = width
    self.background = background
    self.cellBackground = cellBackground
    (self.furniture, self.edges) = (furniture, edges)
    self.texts = texts
    textsByRows = AreasByRows(texts.map { $0.area.y..<$0.area.maxY })
    self.emptyCells = emptyCells
    self.bar = bar
    (self.cutMarks, self.logo) = (cutMarks, logo)
  }

  /// Composes some rows of the sheet, without padding.
  ///
  /// `tiles` must include all that reach into the rows, and may include more.
  func compose(_ rows: Range<Int>, of tiles: [TilePixels]) -> [UInt8] {
    var sheet = SheetRows(rows, width: width, background: background)
    emptyCells?.draw(into: &sheet)
    bar?.draw(into: &sheet)
    cutMarks?.draw(into: &sheet)
    if let logo { drawImage(of: logo, into: &sheet) }
    for tile in tiles {
      if let furniture {
        furniture.draw(tile, into: &sheet)
      } else {
        draw(tile, into: &sheet)
      }
    }
    for index in textsByRows.indices(near: rows) {
      texts[index].draw(in: rows, visible: { _ in 0..<width }, into: &sheet)
    }
    return sheet.bytes
  }

  /// Draws a tile without furniture.
  private func draw(_ tile: TilePixels, into sheet: inout SheetRows) {
    if let cellBackground {
      for y in sheet.lines(tile.rows) {
        let source = SheetRows.Source(sheetRow: cellBackground[y])
        sheet.replace(tile.cell.x..<tile.cell.maxX, ofRow: y, with: source)
      }
    }
    drawImage(of: tile, into: &sheet)
    edges?.draw(around: tile, into: &sheet)
    for text in tile.texts {
      text.draw(in: tile.rows, visible: { _ in tile.cell.x..<tile.cell.maxX }, into: &sheet)
    }
  }

  private func drawImage(of tile: TilePixels, into sheet: inout SheetRows) {
    let source = SheetRows.Source(tile)
    for y in sheet.lines(tile.imageRows) {
      sheet.replace(tile.image.x..<tile.image.maxX, ofRow: y, with: source)
    }
  }
}
