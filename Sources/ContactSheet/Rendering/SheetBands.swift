internal import SheetLayout
internal import SheetPNG

/// The bands of a sheet as they become complete, from the top down.
///
/// Tiles come in the order of their cells' top edges. A band can be encoded as soon as no
/// later tile can reach it, and a tile is let go with the last band that shows it, so that
/// what is held is one row of cells and never the sheet.
struct SheetBands {
  private let encoder: PNGBandEncoder
  private var open: [TilePixels] = []
  private var finalRows = 0
  private var nextBand = 0

  init(_ encoder: PNGBandEncoder) {
    self.encoder = encoder
  }

  /// Takes the next tile.
  ///
  /// - Precondition: the tile's rows start no higher than those of the one before it.
  mutating func add(_ tile: TilePixels) {
    precondition(tile.rows.lowerBound >= finalRows, "tiles come from the top down")
    finalRows = tile.rows.lowerBound
    open.append(tile)
  }

  /// Says that there are no more tiles.
  mutating func finish() {
    finalRows = encoder.height
  }

  /// Whether all bands have been taken.
  var isEmpty: Bool { nextBand == encoder.bandCount }

  /// Whether a band is complete and not yet taken.
  var hasNext: Bool {
    !isEmpty && encoder.rows(ofBand: nextBand).upperBound <= finalRows
  }

  /// Takes the next band that is complete, with the tiles that reach into its rows.
  mutating func next() -> (band: Int, tiles: [TilePixels])? {
    guard hasNext else { return nil }
    let band = nextBand
    nextBand += 1
    let rows = encoder.rowsNeeded(forBand: band)
    let tiles = open.filter { $0.rows.lowerBound < rows.upperBound }
    if !isEmpty {
      let stillNeeded = encoder.rowsNeeded(forBand: nextBand).lowerBound
      open.removeAll { $0.rows.upperBound <= stillNeeded }
    }
    return (band, tiles)
  }
}
