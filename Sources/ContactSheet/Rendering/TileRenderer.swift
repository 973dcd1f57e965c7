internal import SheetImaging
internal import SheetLayout
internal import SheetPNG

/// Decodes pictures straight into the pixels of their tiles.
struct TileRenderer: Sendable {
  /// The format of the sheet.
  let format: PixelFormat
  let filter: ResampleFilter
  /// What lies under pictures: the cell's colour over the sheet's.
  let background: Color

  /// The pixels of a picture as it is placed, in rows without padding.
  ///
  /// A picture is read to its end even where a crop needs only a part of it, so that
  /// whether it counts as damaged does not depend on the layout.
  ///
  /// - Throws: `PNGError`, ``PictureChanged``, and `CancellationError` when the task is
  ///   cancelled.
  func pixels(of source: ProbedImage, _ placement: PicturePlacement) throws -> [UInt8] {
    var reader = try PNGReader(at: source.path)
    guard source.header == .success(reader.header) else { throw PictureChanged() }

    let (image, crop) = (placement.image, placement.crop)
    var resampler = RowResampler(
      PixelFormat(reader.rowFormat), .sRGB,
      columns: FilterTaps(
        filter, from: reader.header.width, crop: crop.minX..<crop.maxX, to: image.width),
      rows: FilterTaps(
        filter, from: reader.header.height, crop: crop.minY..<crop.maxY, to: image.height))
    let painter = RowPainter(from: resampler.channels, to: format, over: background)

    let rowBytes = image.width * format.bytesPerPixel
    var pixels = [UInt8](repeating: 0, count: image.height * rowBytes)
    var sourceRow = [UInt8](repeating: 0, count: reader.bytesPerRow)
    var light = [Float](repeating: 0, count: image.width * resampler.channels.count)
    for _ in 0..<reader.header.height {
      try Task.checkCancellation()
      var sourceSpan = sourceRow.mutableSpan
      try reader.readRow(into: &sourceSpan)
      resampler.add(sourceRow.span)
      while resampler.hasRow {
        let start = resampler.rowsTaken * rowBytes
        var lightSpan = light.mutableSpan
        _ = resampler.takeRow(into: &lightSpan)
        var pixelSpan = pixels.mutableSpan
        var rowSpan = pixelSpan._mutatingExtracting(start..<start + rowBytes)
        painter.paint(light.span, into: &rowSpan)
      }
    }
    try reader.finish()
    return pixels
  }
}

/// A picture's header is no longer what it was when the sheet was planned.
struct PictureChanged: Error, CustomStringConvertible {
  var description: String { "it was changed while the sheet was made" }
}
