internal import SheetLayout
internal import SheetPNG

/// A tile's pixels or what stands in for them, and why.
struct RenderedTile: Sendable {
  let pixels: TilePixels
  let unreadable: UnreadableImage?

  /// Renders `source` into `tile`.
  ///
  /// - Throws: ``SheetError/unreadable(_:)`` where that is the policy, and
  ///   `CancellationError` when the task is cancelled.
  init(
    _ tile: PlannedTile, of source: ProbedImage, with renderer: TileRenderer,
    _ policy: UnreadablePolicy
  ) throws {
    do {
      _ = try source.header.get()
      guard let placement = tile.placement else {
        preconditionFailure("a picture whose header can be read has a place")
      }
      pixels = TilePixels(
        cell: tile.cell, image: placement.image,
        bytes: try renderer.pixels(of: source, placement))
      unreadable = nil
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch {
      let image = UnreadableImage(path: source.path, reason: "\(error)")
      unreadable = image
      switch policy {
      case .placeholder:
        let placeholder = PlaceholderTile(size: tile.cell.size)
        pixels = TilePixels(
          cell: tile.cell, image: tile.cell, bytes: placeholder.pixels(in: renderer.format))
      case .skip:
        pixels = TilePixels(emptyCell: tile.cell)
      case .fail:
        throw SheetError.unreadable(image)
      }
    }
  }
}
