internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

/// How many bytes a tile takes from the budget of a run.
struct TileMemory: Equatable, Sendable {
  /// What is held in memory for a large tile between its strips.
  enum Kept: Sendable {
    /// The decoder of the tile or, if the tile is rotated, its pixels.
    case decoder
    /// All other strips, which are rendered with the first.
    case strips
    /// Nothing: the picture is decoded again for each strip.
    case nothing
  }

  private(set) var kept = Kept.decoder
  /// The number of bytes held while the tile is decoded.
  private(set) var decoding: Int
  /// How many of these bytes are held until the tile's last strip is finished.
  private(set) var between = 0

  /// Computes the bytes of a tile, assuming that nothing else is held.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - picture: The picture of the tile.
  ///   - format: The format of the sheet.
  ///   - isWhole: Whether the tile is rendered whole, however large it is.
  ///   - limit: The budget of the run.
  init(
    _ tile: PlannedTile, of picture: SheetPicture, in format: PixelFormat, isWhole: Bool,
    within limit: Int
  ) {
    // A picture that needs more than the budget is decoded while nothing else is.
    let (held, header) = (min(picture.takenBytes, limit), picture.readableHeader)
    decoding = held
    // The placeholder for a picture that cannot be read fills the cell.
    let image = (tile.placement?.image ?? tile.cell).size
    let pixels = image.bytes(perPixel: format.bytesPerPixel)
    // A picture that is taken out of its page also needs the coefficients and the file of a JPEG.
    if isWhole { decoding += 3 * pixels }
    let overlays = picture.overlays.map { OverlayMemory($0, turned: picture.turn, image) }
    decoding += overlays.reduce(0) { $0 + $1.decoding }
    let insets = tile.insetBytes(in: format)
    decoding += insets
    decoding += tile.label.map { $0.area.size.bytes(perPixel: 1) } ?? 0
    guard TileStrip.isLarge(image, format) else {
      if tile.followsSubject, let header {
        decoding += SubjectSearch.mostBytesHeld(for: image, of: header, in: format)
      }
      return
    }
    if isWhole {
      decoding += pixels
    } else if header?.orientation.keepsRowOrder == false {
      decoding += pixels
      // The overlay of a difference holds both pictures, and any other overlay is still open.
      between = picture.difference == nil && overlays.isEmpty ? pixels + insets : decoding
    } else if held > pixels, held + pixels <= limit {
      (kept, decoding) = (.strips, decoding + pixels)
      between = pixels + tile.detailBytes(in: format)
    } else {
      between = held + overlays.reduce(0) { $0 + $1.between } + insets
    }
  }

  /// Decodes the tile again for each strip, so that nothing is held in between.
  private mutating func holdNothing() {
    if kept == .strips { decoding -= between }
    (kept, between) = (.nothing, 0)
  }

  /// The number of bytes to take before a strip is started.
  func taken(forFirst isFirst: Bool) -> Int { isFirst || kept == .nothing ? decoding : 0 }

  /// The number of bytes to give back when a strip is finished.
  func givenBack(afterFirst isFirst: Bool, last isLast: Bool) -> Int {
    taken(forFirst: isFirst) - (isFirst ? between : 0) + (isLast ? between : 0)
  }
}

/// How many bytes an overlay takes in addition to those of its decoder.
private struct OverlayMemory {
  /// The number of bytes of the pixels that are drawn at once.
  let decoding: Int
  /// The number of bytes of the pixels of a rotated overlay, which is resampled whole.
  let between: Int

  init(_ overlay: PictureOverlay, turned turn: Sheet.Turn, _ image: PixelSize) {
    let pixels = image.bytes(perPixel: TileOverlay.format.bytesPerPixel)
    let isRotated =
      overlay.shown.turned(turn).readableHeader?.orientation.keepsRowOrder == false
    between = isRotated ? pixels : 0
    let row = image.width * TileOverlay.format.bytesPerPixel
    // The overlay of an inset, which is smaller than the picture, is closed before this one is
    // opened.
    decoding = between + min(pixels, max(row, TileOverlay.mostBytesDrawn))
  }
}

extension PixelSize {
  /// The product of the sides, which may exceed an `Int`.
  var area: Double { Double(width) * Double(height) }

  /// The number of bytes of the pixels, clamped so as not to overflow; a page with larger tiles is
  /// refused.
  func bytes(perPixel bytes: Int) -> Int { Int(min(area * Double(bytes), Double(Int32.max) * 256)) }
}

extension TileMemory {
  /// The bytes of all tiles of a page, in order.
  ///
  /// Large tiles next to each other may hold bytes between their strips, starting from the left, as
  /// long as there is room to decode any other tile. The next piece of work can then start, at the
  /// latest, when all work in progress has ended.
  static func ofPage(
    _ tiles: [PlannedTile], of pictures: [SheetPicture?], in format: PixelFormat, isWhole: Bool,
    within limit: Int
  ) -> [TileMemory] {
    var memories = tiles.map {
      TileMemory(
        $0, of: pictures.probed($0.index), in: format, isWhole: isWhole, within: limit)
    }
    // A tile may need less than this if it holds nothing between its strips, but never more.
    let decoding = memories.map(\.decoding)
    let byDecoding = memories.indices.sorted { decoding[$0] > decoding[$1] }
    let holding = memories.indices.filter { memories[$0].between > 0 }
      .sorted { (tiles[$0].cell.y, tiles[$0].cell.x) < (tiles[$1].cell.y, tiles[$1].cell.x) }
    var held: [Int] = []
    for index in holding {
      let rows = tiles[index].cell.rows
      held.removeAll { !tiles[$0].cell.rows.overlaps(rows) }
      held.append(index)
      // Tiles below this one are decoded after it is finished.
      let largestBeside = byDecoding.first {
        tiles[$0].cell.rows.overlaps(rows) && !held.contains($0)
      }
      let needed = largestBeside.map { decoding[$0] } ?? 0
      if held.reduce(needed, { $0 + memories[$1].between }) > limit {
        held.removeLast()
        memories[index].holdNothing()
      }
    }
    return memories
  }
}
