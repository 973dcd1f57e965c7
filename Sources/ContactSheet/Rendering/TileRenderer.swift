internal import SheetImaging
internal import SheetLayout

/// Reads pictures straight into the pixels of their tiles.
struct TileRenderer: Sendable {
  /// The format of the sheet.
  let format: PixelFormat
  let filter: ResampleFilter
  /// What lies under pictures: the cell's colour over the sheet's.
  let background: Color

  /// The pixels of a picture as it is placed, in rows without padding.
  ///
  /// - Throws: what the picture throws, and `CancellationError` when the task is cancelled.
  func pixels(
    of source: any TileSource, as header: PictureHeader, _ placement: PicturePlacement
  ) throws -> [UInt8] {
    let (image, crop) = (placement.image, placement.crop)
    var resampler = RowResampler(
      header.format, header.colorSpace,
      columns: FilterTaps(
        filter, from: header.size.width, crop: crop.minX..<crop.maxX, to: image.width),
      rows: FilterTaps(
        filter, from: header.size.height, crop: crop.minY..<crop.maxY, to: image.height))
    let converter = RowColorConverter(from: header.colorSpace, resampler.channels)
    let painter = RowPainter(from: resampler.channels, to: format, over: background)

    let rowBytes = image.width * format.bytesPerPixel
    var pixels = [UInt8](repeating: 0, count: image.height * rowBytes)
    var light = [Float](repeating: 0, count: image.width * resampler.channels.count)
    try source.readRows(as: header) { row in
      try Task.checkCancellation()
      resampler.add(row)
      while resampler.hasRow {
        let start = resampler.rowsTaken * rowBytes
        var lightSpan = light.mutableSpan
        _ = resampler.takeRow(into: &lightSpan)
        converter?.convert(&lightSpan)
        var pixelSpan = pixels.mutableSpan
        var rowSpan = pixelSpan._mutatingExtracting(start..<start + rowBytes)
        painter.paint(light.span, into: &rowSpan)
      }
    }
    return pixels
  }
}
