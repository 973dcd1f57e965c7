internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

/// The tiles, or the strip, that one task decodes.
///
/// Starting a task takes a few microseconds, as long as decoding a small icon. A task therefore
/// gets enough pixels to make that negligible, but few enough to keep all workers busy.
enum TileWork: Sendable {
  /// Whole tiles, one after another, and the bytes held for the largest of them.
  case batch([PlannedTile], bytes: Int)
  /// The next strip of a large tile.
  case strip(TileStrip)

  /// The number of source pixels that take a few milliseconds to decode.
  private static let pixels = 256 * 1024
  private static let tiles = 64

  /// The index of the tile of this strip; nil for whole tiles.
  var streamedTile: Int? {
    if case .strip(let strip) = self { strip.tile.tile.index } else { nil }
  }

  /// The number of bytes that the work takes from the budget before it starts.
  var takenBytes: Int {
    switch self {
    case .batch(_, let bytes): bytes
    case .strip(let strip): strip.takenBytes
    }
  }

  /// The number of bytes that the work gives back to the budget when it has ended.
  var givenBytes: Int {
    switch self {
    case .batch(_, let bytes): bytes
    case .strip(let strip): strip.givenBytes
    }
  }

  /// The number of bytes in the pixels that the work produces.
  func pixelBytes(in format: PixelFormat) -> Int {
    switch self {
    case .batch(let tiles, _):
      tiles.reduce(0) { sum, tile in
        let image = tile.placement?.image ?? tile.cell
        return sum + image.width * image.height * format.bytesPerPixel
      }
    case .strip(let strip):
      strip.rows.count * strip.tile.tile.cell.width * format.bytesPerPixel
    }
  }

  /// The work for all tiles of a page, in the order in which the sheet needs them; large ones in
  /// strips, unless pictures must be whole.
  static func work(
    for page: SheetPage, of pictures: [SheetPicture?], in format: PixelFormat,
    isWhole: Bool = false, within limit: Int = .max
  ) -> [TileWork] {
    let memories = TileMemory.ofPage(
      page.tiles, of: pictures, in: format, isWhole: isWhole, within: limit)
    var parts: [(y: Int, x: Int, work: TileWork)] = []
    parts.reserveCapacity(page.tiles.count)
    for (tile, memory) in zip(page.tiles, memories) {
      let picture = pictures.probed(tile.index)
      if !isWhole, let strips = TileStrip.strips(of: tile, picture, format, memory) {
        parts += strips.map { ($0.rows.lowerBound, tile.cell.x, .strip($0)) }
      } else {
        parts.append((tile.cell.y, tile.cell.x, .batch([tile], bytes: memory.decoding)))
      }
    }
    parts.sort { ($0.y, $0.x) < ($1.y, $1.x) }

    var work: [TileWork] = []
    var batch: [PlannedTile] = []
    var (sum, most) = (0, 0)
    func finishBatch() {
      if !batch.isEmpty { work.append(.batch(batch, bytes: most)) }
      (batch, sum, most) = ([], 0, 0)
    }
    for (_, _, part) in parts {
      switch part {
      case .strip(let strip):
        finishBatch()
        work.append(.strip(strip))
      case .batch(let added, let bytes):
        let size = pictures.probed(added[0].index).size ?? PixelSize(width: 0, height: 0)
        batch += added
        most = max(most, bytes)
        sum += size.width * size.height
        if sum >= pixels || batch.count >= tiles { finishBatch() }
      }
    }
    finishBatch()
    return work
  }
}

/// The work on a page's tiles that has not been started, in the order in which the sheet needs it.
struct WaitingTiles {
  private var work: ArraySlice<TileWork>
  /// The tiles that have a strip in progress.
  private var streaming: Set<Int> = []

  init(_ work: [TileWork]) {
    self.work = work[...]
  }

  /// Whether all work has been taken.
  var isEmpty: Bool { work.isEmpty }

  /// The number of bytes in the pixels that the next piece of work produces; 0 if there is none.
  func nextPixelBytes(in format: PixelFormat) -> Int { work.first?.pixelBytes(in: format) ?? 0 }

  /// Takes the next piece of work, and its bytes; nil if there is none, or if it has to wait.
  ///
  /// A strip waits while another strip of the same tile is in progress, since pictures are decoded
  /// from top to bottom. Any work waits for its bytes, and all work after it waits too. `canWait`
  /// says whether other work is in progress, whose bytes will be given back.
  mutating func next(within memory: inout MemoryBudget, canWait: Bool = false) -> TileWork? {
    guard let next = work.first, next.streamedTile.map(streaming.contains) != true,
      memory.take(next.takenBytes, canWait: canWait)
    else { return nil }
    if let tile = next.streamedTile { streaming.insert(tile) }
    return work.removeFirst()
  }

  /// Records that a tile, or the strip of it that was in progress, is finished.
  mutating func finish(_ tile: Int) {
    streaming.remove(tile)
  }
}

/// A strip of a large tile: some rows of its cell.
struct TileStrip: Sendable {
  /// The approximate size of a strip in bytes: a few milliseconds of work.
  private static let bytes = 1 << 20
  /// The maximum size in bytes of a tile that is rendered whole.
  private static let maximumBytesWhole = 4 << 20

  let tile: StreamedTile
  /// The rows of the cell, on the sheet.
  let rows: Range<Int>
  /// The number of bytes taken from the budget before the strip starts, and given back when it has
  /// ended.
  private(set) var takenBytes = 0, givenBytes = 0

  /// The strips of a tile from top to bottom; nil if the tile is small and rendered whole.
  static func strips(
    of tile: PlannedTile, _ picture: SheetPicture, _ format: PixelFormat, _ memory: TileMemory
  ) -> [TileStrip]? {
    // The placeholder for a picture that cannot be read fills the cell.
    guard isLarge((tile.placement?.image ?? tile.cell).size, format) else { return nil }
    let height = stripHeight(of: tile, format)
    let rows = stride(from: tile.cell.y, to: tile.cell.maxY, by: height).map { y in
      y..<min(y + height, tile.cell.maxY)
    }
    let streamed = StreamedTile(tile, of: picture, rows, keeping: memory.kept)
    return rows.map { rows in
      let (isFirst, isLast) = (rows.lowerBound == tile.cell.y, rows.upperBound == tile.cell.maxY)
      return TileStrip(
        tile: streamed, rows: rows, takenBytes: memory.taken(forFirst: isFirst),
        givenBytes: memory.givenBack(afterFirst: isFirst, last: isLast))
    }
  }

  /// Whether a tile of this size is too large to be rendered whole.
  static func isLarge(_ size: PixelSize, _ format: PixelFormat) -> Bool {
    size.area * Double(format.bytesPerPixel) > Double(maximumBytesWhole)
  }

  /// The maximum number of pixels of a tile that is rendered whole.
  static func mostPixelsWhole(_ format: PixelFormat) -> Int {
    maximumBytesWhole / format.bytesPerPixel
  }

  private static func stripHeight(of tile: PlannedTile, _ format: PixelFormat) -> Int {
    max(1, bytes / (tile.cell.width * format.bytesPerPixel))
  }
}
