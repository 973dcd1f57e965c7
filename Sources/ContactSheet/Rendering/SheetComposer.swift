internal import SheetImaging
internal import SheetLayout

/// Puts tiles together to the rows of a sheet.
struct SheetComposer: Sendable {
  private let width: Int
  private let background: BackdropRows
  private let cellBackground: BackdropRows?
  private let furniture: TileFurniture?
  private let texts: [PlacedText]

  /// Creates a composer for a sheet of `width` pixels.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the sheet.
  ///   - background: Rows of that width, in the sheet's format.
  ///   - cellBackground: Rows of that width for cells; nil where the sheet shows through.
  ///   - furniture: What stands around tiles; nil for nothing.
  ///   - texts: What is written on the page, besides the tiles.
  init(
    width: Int, background: BackdropRows, cellBackground: BackdropRows?,
    furniture: TileFurniture? = nil, texts: [PlacedText] = []
  ) {
    self.width = width
    self.background = background
    self.cellBackground = cellBackground
    self.furniture = furniture
    self.texts = texts
  }

  /// The bytes of some rows of the sheet, without padding.
  ///
  /// `tiles` are all that reach into the rows; others do no harm.
  func compose(_ rows: Range<Int>, of tiles: [TilePixels]) -> [UInt8] {
    var sheet = SheetRows(rows, width: width, background: background)
    for tile in tiles {
      if let furniture {
        furniture.draw(tile, into: &sheet)
      } else {
        draw(tile, into: &sheet)
      }
    }
    for text in texts { text.draw(in: rows, visible: { _ in 0..<width }, into: &sheet) }
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
    let source = SheetRows.Source(tile)
    for y in sheet.lines(tile.imageRows) {
      sheet.replace(tile.image.x..<tile.image.maxX, ofRow: y, with: source)
    }
    for text in tile.texts {
      text.draw(in: tile.rows, visible: { _ in tile.cell.x..<tile.cell.maxX }, into: &sheet)
    }
  }
}
