internal import SheetLayout
internal import SheetPlans

/// The bands of a sheet, from top to bottom, as they become complete.
///
/// Tiles arrive in the order of their top edges. A band is complete as soon as no later tile,
/// including its hairline, can reach it. A tile is released after the last band that shows it, so
/// about one row of cells is held at a time, never the whole sheet.
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
  ///   - reach: How many rows may be drawn above and below a tile.
  init(_ encoder: Encoder, reach: Int = 0) {
    (self.encoder, self.reach) = (encoder, reach)
  }

  /// Adds the next tile.
  ///
  /// - Precondition: The tile does not start higher than the one before.
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

  /// Whether there is a complete band that has not been taken yet.
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
  /// The number of columns of the sheet.
  let width: Int
  /// The rows of the background, ``width`` columns wide and in the sheet's format.
  let background: BackdropRows
  /// The rows of the background of cells, ``width`` columns wide; nil if cells have no background.
  let cellBackground: BackdropRows?
  /// Draws borders, frames and shadows; nil if there are none.
  var decoration: TileDecoration?
  /// Draws hairlines; nil if vanishing edges are not marked.
  var edges: VanishingEdges?
  /// The marks on the page, in the order in which they are drawn.
  var marks: [any PageMark] = []
  /// The text of the page, except for labels of tiles.
  var texts = PageTexts([])

  /// Composes rows of the sheet, without padding.
  ///
  /// `tiles` must include all tiles that reach into the rows, and may include others.
  func compose(_ rows: Range<Int>, of tiles: [TilePixels]) -> [UInt8] {
    var sheet = SheetRows(rows, width: width, background: background)
    for mark in marks { mark.draw(into: &sheet) }
    for tile in edges?.marked(tiles) ?? tiles {
      if let decoration {
        decoration.draw(tile, into: &sheet)
        // A picture's own border already shows where its edges are.
        if tile.border?.line == nil { edges?.draw(around: tile, into: &sheet) }
      } else {
        draw(tile, into: &sheet)
      }
    }
    texts.draw(into: &sheet)
    return sheet.bytes
  }

  /// Draws a tile without decoration.
  private func draw(_ tile: TilePixels, into sheet: inout SheetRows) {
    for y in sheet.lines(tile.rows) {
      guard let source = tile.background(ofRow: y, cellBackground) else { break }
      sheet.replace(tile.cell.x..<tile.cell.maxX, ofRow: y, with: source)
    }
    tile.draw(into: &sheet)
    edges?.draw(around: tile, into: &sheet)
    for detail in tile.details { detail.draw(in: tile.rows, of: tile.cell, into: &sheet) }
    for text in tile.texts {
      text.draw(in: tile.rows, visible: { _ in tile.cell.x..<tile.cell.maxX }, into: &sheet)
    }
  }
}

/// The text of a page, of which each band of rows shows only a little.
struct PageTexts: Sendable {
  private let texts: [PlacedText]
  private let byRows: AreasByRows
  /// The number of bytes in the pixels of text.
  let heldBytes: Int

  init(_ texts: [PlacedText], heldBytes: Int = 0) {
    (self.texts, self.heldBytes) = (texts, heldBytes)
    byRows = AreasByRows(texts.map { $0.area.y..<$0.area.maxY })
  }

  /// Draws the parts of the text that lie in some rows.
  func draw(into sheet: inout SheetRows) {
    let (rows, width) = (sheet.rows, sheet.width)
    for index in byRows.indices(near: rows) {
      texts[index].draw(in: rows, visible: { _ in 0..<width }, into: &sheet)
    }
  }
}

/// The areas of a page, indexed by the rows that they reach into.
///
/// A page may have very many pieces of text and is composed a few rows at a time; without an
/// index, all of them would have to be examined each time.
struct AreasByRows: Sendable {
  private static let rowsInPart = 256

  /// The indices of the areas that reach into each part of the page; the parts are bands of
  /// ``rowsInPart`` rows, from top to bottom.
  private var parts: [[Int]] = []

  /// Indexes areas by their rows.
  init(_ areas: [Range<Int>]) {
    let end = areas.lazy.map(\.upperBound).max() ?? 0
    parts = Array(repeating: [], count: (end + Self.rowsInPart - 1) / Self.rowsInPart)
    for (index, rows) in areas.enumerated() {
      for part in self.parts(of: rows) { parts[part].append(index) }
    }
  }

  /// The indices of areas that may reach into these rows, in order.
  ///
  /// No other area reaches into them.
  func indices(near rows: Range<Int>) -> [Int] {
    let parts = parts(of: rows)
    return parts.count == 1
      ? self.parts[parts.lowerBound] : Set(self.parts[parts].joined()).sorted()
  }

  private func parts(of rows: Range<Int>) -> Range<Int> {
    guard !rows.isEmpty else { return 0..<0 }
    return (rows.lowerBound / Self.rowsInPart..<(rows.upperBound - 1) / Self.rowsInPart + 1)
      .clamped(to: parts.indices)
  }
}
