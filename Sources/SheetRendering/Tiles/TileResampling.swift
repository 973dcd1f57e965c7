internal import SheetImaging
internal import SheetLayout
internal import SheetPictures

/// Converts a picture's rows to the size and the colours of its tile.
struct TileResampling {
  private var resampler: RowResampler
  private let converter: RowColorConverter?
  private var sharpener: RowSharpener?
  private let painter: BackdropPainter
  private var light: [Float]

  /// Creates a resampling to which no row has been added.
  init(of header: PictureHeader, _ stored: StoredPlacement, with renderer: TileRenderer) {
    let channels = header.format.channels
    resampler = RowResampler(
      header.format, header.colorSpace,
      columns: .shared(
        renderer.filter(from: stored.columns, to: stored.size.width), from: header.size.width,
        crop: stored.columns, to: stored.size.width),
      rows: .shared(
        renderer.filter(from: stored.rows, to: stored.size.height), from: header.size.height,
        crop: stored.rows, to: stored.size.height))
    converter = RowColorConverter(from: header.colorSpace, channels)
    sharpener = renderer.sharpening.map {
      RowSharpener($0, channels, width: stored.size.width, height: stored.size.height)
    }
    painter = BackdropPainter(from: channels, to: renderer.format, over: renderer.backdrop)
    light = [Float](repeating: 0, count: stored.size.width * channels.count)
  }

  /// Adds the next row of the picture.
  ///
  /// - Precondition: No complete row is left to paint.
  mutating func add(_ row: Span<UInt8>) {
    resampler.add(row)
  }

  /// Paints the next row of the tile if it is complete, and returns whether it was.
  mutating func paintRow(with tile: inout TilePainter) -> Bool {
    guard takeLight() else { return false }
    let (painter, light) = (painter, light)
    tile.paint { line, bytes in painter.paint(light.span, at: line, into: &bytes) }
    return true
  }

  /// Takes the linear light of the next row if it is complete, and returns whether it was.
  private mutating func takeLight() -> Bool {
    // Out of `self`, because its span excludes any other access.
    var light: [Float] = []
    swap(&light, &self.light)
    defer { swap(&light, &self.light) }
    while sharpener?.hasRow != true, resampler.hasRow {
      var span = light.mutableSpan
      _ = resampler.takeRow(into: &span)
      converter?.convert(&span)
      guard sharpener != nil else { return true }
      sharpener?.add(light.span)
    }
    var span = light.mutableSpan
    return sharpener?.takeRow(into: &span) == true
  }
}
