internal import SheetLayout

/// A tile's pixels, or those of a strip of it, or what stands in for them, and why.
struct RenderedTile: Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  let index: Int
  let pixels: TilePixels
  let unreadable: UnreadablePicture?
  /// Whether nothing of the tile is left to render.
  let endsTile: Bool

  /// Renders `picture` into `tile`, of which `room` is taken by furniture.
  ///
  /// - Throws: ``SheetError/unreadable(_:)`` where that is the policy,
  ///   ``SheetError/unplanned(_:)`` where the plan has no place for a picture that can be
  ///   read, and `CancellationError` when the task is cancelled.
  init(
    _ tile: PlannedTile, of picture: ProbedPicture, with renderer: TileRenderer,
    _ lettering: Lettering, _ room: CellFurniture, _ policy: UnreadablePolicy
  ) throws {
    let rows = tile.cell.y..<tile.cell.maxY
    let result = try picture.reading { header in
      let placement = try tile.placement(of: picture)
      let bytes = try renderer.pixels(of: picture.source, as: header, placement)
      return TilePixels(cell: tile.cell, rows: rows, image: placement.image, bytes: bytes)
    }
    try self.init(result, tile, rows, with: renderer, lettering, room, policy)
  }

  /// Renders the strip of a tile whose turn it is.
  ///
  /// A picture that turns out to be damaged keeps the strips that have been rendered.
  ///
  /// - Throws: what rendering the whole tile throws.
  init(
    _ strip: TileStrip, with renderer: TileRenderer, _ lettering: Lettering,
    _ room: CellFurniture, _ policy: UnreadablePolicy
  ) throws {
    let result = try strip.tile.pixels(inRows: strip.rows, with: renderer)
    try self.init(
      result, strip.tile.tile, strip.rows, brokenFrom: strip.tile.brokenRow, with: renderer,
      lettering, room, policy)
  }

  /// Takes the pixels of some rows of a tile's cell, or what the policy puts there.
  private init(
    _ result: Result<TilePixels, UnreadablePicture>, _ tile: PlannedTile, _ rows: Range<Int>,
    brokenFrom brokenRow: Int? = nil, with renderer: TileRenderer, _ lettering: Lettering,
    _ room: CellFurniture, _ policy: UnreadablePolicy
  ) throws(SheetError) {
    var pixels: TilePixels
    index = tile.index
    endsTile = rows.upperBound == tile.cell.maxY
    switch (result, policy) {
    case (.success(let rendered), _):
      pixels = rendered
      unreadable = nil
    case (.failure(let reason), .placeholder):
      let (image, area) = tile.placeholder(from: brokenRow, room)
      let shown = (area.y..<area.maxY).clamped(to: rows)
      let placeholder = PlaceholderTile(size: area.size)
      pixels = TilePixels(
        cell: tile.cell, rows: rows, image: image,
        bytes: placeholder.pixels(
          ofRows: shown.lowerBound - area.y..<shown.upperBound - area.y, in: renderer.format))
      let text = lettering.placeholderText(reason, in: area, format: renderer.format)
      pixels.texts += [text].compactMap(\.self)
      unreadable = reason
    case (.failure(let reason), .skip):
      pixels = TilePixels(emptyCell: tile.cell, rows: rows)
      unreadable = reason
    case (.failure(let reason), .fail):
      throw .unreadable(reason)
    }
    // Of the strips of a tile, only those that show it need its label.
    if let label = tile.label, rows.overlaps(label.area.y..<label.area.maxY) {
      pixels.texts.append(lettering.label(label, in: renderer.format))
    }
    self.pixels = pixels
  }
}

extension PlannedTile {
  /// Where a placeholder stands, and the picture of which it is the rest.
  ///
  /// - Parameters:
  ///   - brokenRow: The first row of the sheet that there are no pixels for; nil for none at
  ///     all.
  ///   - room: What stands around pictures.
  /// - Returns: The whole picture that has been begun, and what is left of it; both are the area
  ///   for a picture where there are no pixels.
  fileprivate func placeholder(
    from brokenRow: Int?, _ room: CellFurniture
  ) -> (image: PixelRect, area: PixelRect) {
    guard let image = placement?.image, let brokenRow, brokenRow > cell.y else {
      let area = FurnishedCell(cell, room).pictureArea
      return (area, area)
    }
    var rest = image
    rest.y = min(max(image.y, brokenRow), image.maxY)
    rest.height = image.maxY - rest.y
    return (image, rest)
  }

  /// Where a picture that can be read stands.
  ///
  /// - Throws: ``SheetError/unplanned(_:)``.
  func placement(of picture: ProbedPicture) throws(SheetError) -> PicturePlacement {
    guard let placement else { throw .unplanned(picture.source.name) }
    return placement
  }
}

extension ProbedPicture {
  /// What `body` makes of the picture, or why it could not be read.
  ///
  /// - Throws: ``SheetError`` and `CancellationError` from `body`.
  func reading<Success: ~Copyable>(
    _ body: (PictureHeader) throws -> Success
  ) throws -> Result<Success, UnreadablePicture> {
    do {
      return .success(try body(try header.get()))
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch let error as SheetError {
      throw error
    } catch let unreadable as UnreadablePicture {
      return .failure(unreadable)
    } catch {
      return .failure(UnreadablePicture(name: source.name, reason: "\(error)"))
    }
  }
}
