internal import SheetImaging
internal import SheetLayout

/// Reads pictures straight into the pixels of their tiles.
struct TileRenderer: Sendable {
  /// The format of the sheet.
  let format: PixelFormat
  let filter: ResampleFilter
  /// How much tiles are sharpened; nil for not at all.
  let sharpening: UnsharpMask?
  /// What lies under pictures: the cell's colour over the sheet's.
  let backdrop: Backdrop

  /// The pixels of a picture as it is placed, in rows without padding.
  ///
  /// - Throws: what the picture throws, and `CancellationError` when the task is cancelled.
  func pixels(
    of source: any TileSource, as header: PictureHeader, _ placement: PicturePlacement
  ) throws -> [UInt8] {
    var tile = try TileInProgress(of: source, as: header, placement, with: self)
    return try tile.pixels(ofNextRows: placement.image.height)
  }

  /// What paints a picture that is shown at its own size; nil where it has to be resampled to
  /// become a tile.
  func copier(of header: PictureHeader) -> SamplePainter? {
    guard sharpening == nil else { return nil }
    return SamplePainter(from: header.format, header.colorSpace, to: format, over: backdrop)
  }
}
