/// A tile's pixels, or those of a strip of it, or what stands in for them, and why.
struct RenderedTile: Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  let index: Int
  let pixels: TilePixels
  let unreadable: UnreadablePicture?
  /// Whether nothing of the tile is left to render.
  let endsTile: Bool
}
