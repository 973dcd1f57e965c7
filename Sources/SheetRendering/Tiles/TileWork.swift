internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

/// What one task decodes.
///
/// Starting a task costs some microseconds, as much as decoding a small icon. So a task gets enough
/// pixels to make that negligible, but few enough to keep all workers busy.
enum TileWork: Sendable {
  /// Whole tiles, one after another.
  case batch([PlannedTile])
  /// The next strip of a large tile.
  case strip(TileStrip)

  /// This many source pixels take a few milliseconds to decode.
  private static let pixels = 256 * 1024
  private static let tiles = 64

  /// The index of the tile that this is a strip of; nil for whole tiles.
  var streamedTile: Int? {
    if case .strip(let strip) = self { strip.tile.tile.index } else { nil }
  }

  /// The work for all tiles of a page, in the order in which the sheet needs them; large ones in
  /// strips, unless pictures must be whole.
  static func work(
    for page: SheetPage, of pictures: [SheetPicture?], in format: PixelFormat,
    isWhole: Bool = false
  ) -> [TileWork] {
    var parts: [(y: Int, x: Int, work: Part)] = []
    parts.reserveCapacity(page.tiles.count)
    for tile in page.tiles {
      if !isWhole, let strips = TileStrip.strips(of: tile, pictures.probed(tile.index), format) {
        parts += strips.map { ($0.rows.lowerBound, tile.cell.x, .strip($0)) }
      } else {
        parts.append((tile.cell.y, tile.cell.x, .whole(tile)))
      }
    }
    parts.sort { ($0.y, $0.x) < ($1.y, $1.x) }

    var work: [TileWork] = []
    var batch: [PlannedTile] = []
    var sum = 0
    func finishBatch() {
      if !batch.isEmpty { work.append(.batch(batch)) }
      batch = []
      sum = 0
    }
    for (_, _, part) in parts {
      switch part {
      case .strip(let strip):
        finishBatch()
        work.append(.strip(strip))
      case .whole(let tile):
        let size = pictures.probed(tile.index).size ?? PixelSize(width: 0, height: 0)
        batch.append(tile)
        sum += size.width * size.height
        if sum >= pixels || batch.count >= tiles { finishBatch() }
      }
    }
    finishBatch()
    return work
  }

  private enum Part {
    case whole(PlannedTile)
    case strip(TileStrip)
  }
}

/// The work on a page's tiles that has not been started, in the order in which the sheet needs it.
struct WaitingTiles {
  private var work: ArraySlice<TileWork>
  /// The tiles of which a strip is in progress.
  private var streaming: Set<Int> = []

  init(_ work: [TileWork]) {
    self.work = work[...]
  }

  /// Whether all work has been taken.
  var isEmpty: Bool { work.isEmpty }

  /// Takes the next work; nil if there is none, or if it has to wait.
  ///
  /// A strip waits while another strip of its tile is in progress, because a picture is decoded from
  /// the top down, and all work behind it waits too.
  mutating func next() -> TileWork? {
    guard let next = work.first else { return nil }
    if let tile = next.streamedTile, !streaming.insert(tile).inserted { return nil }
    return work.removeFirst()
  }

  /// Notes that a tile, or the strip of it that was in progress, is finished.
  mutating func finish(_ tile: Int) {
    streaming.remove(tile)
  }
}

/// A strip of a large tile: some rows of its cell.
struct TileStrip: Sendable {
  /// The approximate size of a strip: a few milliseconds of work.
  private static let bytes = 1 << 20
  /// The size up to which a tile is rendered whole.
  private static let maximumBytesWhole = 4 << 20

  let tile: StreamedTile
  /// The rows of the cell, on the sheet.
  let rows: Range<Int>

  /// The strips of a tile from the top down; nil for a tile that is rendered whole, because it is
  /// small, or turned so that its first row may need the picture's last.
  static func strips(
    of tile: PlannedTile, _ picture: SheetPicture, _ format: PixelFormat
  ) -> [TileStrip]? {
    // The placeholder for a picture that cannot be read fills the cell.
    guard isLarge((tile.placement?.image ?? tile.cell).size, format), picture.keepsRowOrder
    else { return nil }
    let streamed = StreamedTile(tile, of: picture)
    let height = stripHeight(of: tile, format)
    return stride(from: tile.cell.y, to: tile.cell.maxY, by: height).map { y in
      TileStrip(tile: streamed, rows: y..<min(y + height, tile.cell.maxY))
    }
  }

  /// Whether a tile of a size is too large to be held in memory.
  static func isLarge(_ size: PixelSize, _ format: PixelFormat) -> Bool {
    // As doubles, because the product may overflow an Int.
    Double(size.width) * Double(size.height) * Double(format.bytesPerPixel)
      > Double(maximumBytesWhole)
  }

  private static func stripHeight(of tile: PlannedTile, _ format: PixelFormat) -> Int {
    max(1, bytes / (tile.cell.width * format.bytesPerPixel))
  }
}

extension SheetPicture {
  fileprivate var keepsRowOrder: Bool {
    readableHeader?.orientation.keepsRowOrder ?? true
  }
}
