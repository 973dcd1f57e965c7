internal import SheetImaging
internal import SheetLayout

/// A tile that is being made, as far as it has been asked for.
///
/// What it holds is some rows of the source and the strip that is being painted.
struct TileInProgress: ~Copyable {
  private let source: any PictureRows
  private var sourceRowsLeft: Int
  private let rowCount: Int
  private let takesAllAtOnce: Bool
  private var rowsTaken = 0

  private var resampler: RowResampler
  private let converter: RowColorConverter?
  private var sharpener: RowSharpener?
  private var painter: TilePainter
  private var light: [Float]

  /// Opens a picture.
  ///
  /// - Throws: what the picture throws.
  init(
    of source: any TileSource, as header: PictureHeader, _ placement: PicturePlacement,
    with renderer: TileRenderer
  ) throws {
    let stored = StoredPlacement(placement, of: header)
    let channels = header.format.channels
    self.source = try source.rows(as: header)
    sourceRowsLeft = header.size.height
    rowCount = placement.image.height
    takesAllAtOnce = !header.orientation.keepsRowOrder
    resampler = RowResampler(
      header.format, header.colorSpace,
      columns: .shared(
        renderer.filter, from: header.size.width, crop: stored.columns, to: stored.size.width),
      rows: .shared(
        renderer.filter, from: header.size.height, crop: stored.rows, to: stored.size.height))
    converter = RowColorConverter(from: header.colorSpace, channels)
    sharpener = renderer.sharpening.map {
      RowSharpener($0, channels, width: stored.size.width, height: stored.size.height)
    }
    painter = TilePainter(
      placement.image, from: stored.size, header.orientation,
      BackdropPainter(from: channels, to: renderer.format, over: renderer.backdrop),
      bytesPerPixel: renderer.format.bytesPerPixel)
    light = [Float](repeating: 0, count: stored.size.width * channels.count)
  }

  /// The pixels of the next rows of the tile, without padding.
  ///
  /// With the last of them the source is read to its end.
  ///
  /// - Parameter count: How many rows; all of them for a tile that is turned.
  /// - Returns: So many rows of the tile's width.
  /// - Throws: what the picture throws, and `CancellationError` when the task is cancelled.
  mutating func pixels(ofNextRows count: Int) throws -> [UInt8] {
    precondition(!takesAllAtOnce || count == rowCount, "part of a turned tile")
    painter.startStrip(of: takesAllAtOnce ? resampler.height : count)
    while !painter.isFull {
      if !paintRow() { try readRow() }
    }
    rowsTaken += count
    if rowsTaken == rowCount {
      while sourceRowsLeft > 0 { try readRow() }
      try source.finish()
    }
    return painter.pixels
  }

  private mutating func readRow() throws {
    try Task.checkCancellation()
    let source = source
    try source.next { resampler.add($0) }
    sourceRowsLeft -= 1
  }

  /// Paints a row if one is complete.
  private mutating func paintRow() -> Bool {
    // Out of `self`, where its span would bar everything else.
    var light: [Float] = []
    swap(&light, &self.light)
    defer { swap(&light, &self.light) }
    while sharpener?.hasRow != true, resampler.hasRow {
      var span = light.mutableSpan
      _ = resampler.takeRow(into: &span)
      converter?.convert(&span)
      guard sharpener != nil else {
        painter.paint(light.span)
        return true
      }
      sharpener?.add(light.span)
    }
    guard sharpener?.hasRow == true else { return false }
    var span = light.mutableSpan
    _ = sharpener?.takeRow(into: &span)
    painter.paint(light.span)
    return true
  }
}
