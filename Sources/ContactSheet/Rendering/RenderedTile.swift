internal import SheetLayout

/// A tile's pixels or what stands in for them, and why.
struct RenderedTile: Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  let index: Int
  let pixels: TilePixels
  let unreadable: UnreadablePicture?

  /// Renders `picture` into `tile`, of which `room` is taken by furniture.
  ///
  /// - Throws: ``SheetError/unreadable(_:)`` where that is the policy,
  ///   ``SheetError/unplanned(_:)`` where the plan has no place for a picture that can be
  ///   read, and `CancellationError` when the task is cancelled.
  init(
    _ tile: PlannedTile, of picture: ProbedPicture, with renderer: TileRenderer,
    _ room: CellFurniture, _ policy: UnreadablePolicy
  ) throws {
    index = tile.index
    let reason: UnreadablePicture
    do {
      let header = try picture.header.get()
      guard let placement = tile.placement else {
        throw SheetError.unplanned(picture.source.name)
      }
      let bytes = try renderer.pixels(of: picture.source, as: header, placement)
      pixels = TilePixels(cell: tile.cell, image: placement.image, bytes: bytes)
      unreadable = nil
      return
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch let error as SheetError {
      throw error
    } catch let unreadable as UnreadablePicture {
      reason = unreadable
    } catch {
      reason = UnreadablePicture(name: picture.source.name, reason: "\(error)")
    }

    unreadable = reason
    switch policy {
    case .placeholder:
      let area = FurnishedCell(tile.cell, room).pictureArea
      let placeholder = PlaceholderTile(size: area.size)
      pixels = TilePixels(
        cell: tile.cell, image: area, bytes: placeholder.pixels(in: renderer.format))
    case .skip:
      pixels = TilePixels(emptyCell: tile.cell)
    case .fail:
      throw SheetError.unreadable(reason)
    }
  }
}
