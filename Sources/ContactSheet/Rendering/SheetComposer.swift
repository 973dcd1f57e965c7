internal import SheetImaging
internal import SheetLayout

/// The finished pixels of one tile, in the format of its sheet.
struct TilePixels: Sendable {
  /// The whole cell, on the sheet; painted with the cell's background.
  let cell: PixelRect
  /// The part of the cell that `bytes` cover, on the sheet.
  let image: PixelRect
  /// `image.height` rows of `image.width` pixels, without padding.
  let bytes: [UInt8]

  init(cell: PixelRect, image: PixelRect, bytes: [UInt8]) {
    self.cell = cell
    self.image = image
    self.bytes = bytes
  }

  /// A cell that shows its background only.
  init(emptyCell cell: PixelRect) {
    self.init(cell: cell, image: PixelRect(x: cell.x, y: cell.y, width: 0, height: 0), bytes: [])
  }
}

/// Puts tiles together to the rows of a sheet, from the top down.
///
/// Tiles come in the order of their cells' top edges. A row leaves as soon as no
/// later tile can reach it, and a tile is let go with its last row, so that what is
/// held is one row of cells and never the sheet.
struct SheetComposer {
  private let size: PixelSize
  private let bytesPerPixel: Int
  private let background: BackdropRows
  private let cellBackground: BackdropRows?
  private var row: [UInt8]
  private var open: [TilePixels] = []
  private var nextRow = 0

  /// Creates a composer for a sheet of `size` pixels.
  ///
  /// `background` and `cellBackground` are rows of the sheet's width, in its format.
  init(size: PixelSize, background: BackdropRows, cellBackground: BackdropRows?) {
    self.size = size
    self.background = background
    self.cellBackground = cellBackground
    row = background[0]
    bytesPerPixel = row.count / size.width
  }

  /// Takes the next tile and emits the rows above it.
  ///
  /// - Precondition: the tile's cell starts no higher than the one before it.
  mutating func add(_ tile: TilePixels, emit: (Span<UInt8>) throws -> Void) rethrows {
    precondition(tile.cell.y >= nextRow, "tiles come from the top down")
    try emitRows(upTo: tile.cell.y, emit)
    open.append(tile)
  }

  /// Emits what is left of the sheet.
  mutating func finish(emit: (Span<UInt8>) throws -> Void) rethrows {
    try emitRows(upTo: size.height, emit)
  }

  private mutating func emitRows(upTo end: Int, _ emit: (Span<UInt8>) throws -> Void) rethrows {
    while nextRow < end {
      if open.isEmpty {
        try emit(background[nextRow].span)
      } else {
        compose(nextRow)
        try emit(row.span)
      }
      nextRow += 1
      open.removeAll { $0.cell.maxY <= nextRow }
    }
  }

  private mutating func compose(_ y: Int) {
    row.replaceSubrange(row.indices, with: background[y])
    for tile in open where y < tile.cell.maxY {
      if let cellBackground {
        let bytes = tile.cell.x * bytesPerPixel..<tile.cell.maxX * bytesPerPixel
        replace(at: tile.cell.x, with: cellBackground[y][bytes])
      }
      let line = y - tile.image.y
      if 0..<tile.image.height ~= line {
        let lineBytes = tile.image.width * bytesPerPixel
        replace(at: tile.image.x, with: tile.bytes[line * lineBytes..<(line + 1) * lineBytes])
      }
    }
  }

  private mutating func replace(at x: Int, with pixels: ArraySlice<UInt8>) {
    let start = x * bytesPerPixel
    row.replaceSubrange(start..<start + pixels.count, with: pixels)
  }
}
