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
    let stored = StoredPlacement(placement, of: header)
    var resampler = RowResampler(
      header.format, header.colorSpace,
      columns: .shared(
        filter, from: header.size.width, crop: stored.columns, to: stored.size.width),
      rows: .shared(
        filter, from: header.size.height, crop: stored.rows, to: stored.size.height))
    let channels = resampler.channels
    let converter = RowColorConverter(from: header.colorSpace, channels)
    var sharpener = sharpening.map {
      RowSharpener($0, channels, width: stored.size.width, height: stored.size.height)
    }
    var tile = TilePainter(
      placement.image, from: stored.size, header.orientation,
      BackdropPainter(from: channels, to: format, over: backdrop),
      bytesPerPixel: format.bytesPerPixel)

    var light = [Float](repeating: 0, count: stored.size.width * channels.count)
    try source.readRows(as: header) { row in
      try Task.checkCancellation()
      resampler.add(row)
      while resampler.hasRow {
        var span = light.mutableSpan
        _ = resampler.takeRow(into: &span)
        converter?.convert(&span)
        guard sharpener != nil else {
          tile.paint(light.span)
          continue
        }
        sharpener?.add(light.span)
        while sharpener?.hasRow == true {
          var span = light.mutableSpan
          _ = sharpener?.takeRow(into: &span)
          tile.paint(light.span)
        }
      }
    }
    return tile.pixels
  }
}
