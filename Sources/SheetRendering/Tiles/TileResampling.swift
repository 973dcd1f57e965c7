internal import SheetImaging
internal import SheetLayout
internal import SheetPictures

/// Converts a picture's rows to the size and colours of its tile.
struct TileResampling {
  private var resampler: RowResampler
  private let converter: RowColorConverter?
  private var sharpener: RowSharpener?
  private let painter: RowPainter
  private var light: [Float]
  /// The channels of rows that were converted to shades of grey, and are therefore painted without
  /// colours; nil to paint rows as they are.
  private let grayed: PixelFormat.Channels?
  /// The union of all crops, from which the tile is cut once its crop is known; nil if the crop is
  /// already known.
  private var uncut: UncutLight?

  /// Creates a resampling to which no rows have been added.
  ///
  /// - Parameters:
  ///   - header: The header of the picture at the scale at which it is decoded.
  ///   - tile: The placement of the tile; if `uncut` is given, only the size of the tile is used.
  ///   - image: The area of the sheet that the tile covers.
  ///   - uncut: The placement of the union of crops from which the tile is cut; nil if the tile is
  ///     resampled alone.
  ///   - renderer: The renderer of the tile.
  init(
    of header: PictureHeader, _ tile: StoredPlacement, in image: PixelRect,
    cutOf uncut: StoredPlacement? = nil, with renderer: TileRenderer
  ) {
    let channels = header.format.channels
    grayed = renderer.desaturates(header) ? channels : nil
    let stored = uncut ?? tile
    resampler = RowResampler(
      header.format, header.colorSpace,
      columns: .shared(
        renderer.filter(of: header, from: stored.columns, to: stored.size.width),
        from: header.size.width, crop: stored.columns, to: stored.size.width),
      rows: .shared(
        renderer.filter(of: header, from: stored.rows, to: stored.size.height),
        from: header.size.height, crop: stored.rows, to: stored.size.height),
      in: renderer.light, isGrayscale: renderer.isGrayscale)
    converter =
      renderer.light == .linear
      ? RowColorConverter(
        from: header.colorSpace, channels, isGrayscale: renderer.isGrayscale) : nil
    sharpener = renderer.sharpening(of: header).map {
      RowSharpener(
        $0, channels, width: tile.size.width, height: tile.size.height, in: renderer.light)
    }
    painter = RowPainter(
      from: grayed?.withoutColor ?? channels, to: renderer.format, over: renderer.backdrop,
      startingAt: renderer.backdropOrigin(behind: image), renderer.light)
    light = [Float](repeating: 0, count: tile.size.width * channels.count)
    self.uncut = uncut.map {
      UncutLight(width: $0.size.width * channels.count, height: $0.size.height)
    }
  }

  /// Adds the next row of the picture.
  ///
  /// - Precondition: No complete row is left to paint.
  mutating func add(_ row: Span<UInt8>) {
    resampler.add(row)
    uncut?.take(from: &resampler, converter)
  }

  /// Cuts the tile.
  ///
  /// Returns whether its pixels are exactly the pixels of a tile that is resampled alone.
  mutating func cut(columns: Range<Int>, rows: Range<Int>) -> Bool {
    let channels = resampler.channels.count
    uncut?.cut(
      columns.lowerBound * channels..<columns.upperBound * channels, fromRow: rows.lowerBound)
    return resampler.isExact(columns: columns, rows: rows)
  }

  /// Paints the next row of the tile if it is complete, and returns whether it was.
  ///
  /// - Throws: Errors of reading the overlay.
  mutating func paintRow(with tile: inout TilePainter) throws -> Bool {
    guard takeLight() else { return false }
    try tile.prepareRow()
    let (painter, light) = (painter, grayed?.gray(of: light.span) ?? light)
    tile.paint { line, bytes in painter.paint(light.span, at: line, into: &bytes) }
    return true
  }

  /// Takes the resampled values of the next row if it is complete, and returns whether it was.
  private mutating func takeLight() -> Bool {
    // Taken out of `self`, because its span excludes any other access.
    var light: [Float] = []
    swap(&light, &self.light)
    defer { swap(&light, &self.light) }
    while sharpener?.hasRow != true, uncut?.hasRow ?? resampler.hasRow {
      var span = light.mutableSpan
      if uncut != nil {
        uncut?.takeRow(into: &span)
      } else {
        _ = resampler.takeRow(into: &span)
        converter?.convert(&span)
      }
      guard sharpener != nil else { return true }
      sharpener?.add(light.span)
    }
    var span = light.mutableSpan
    return sharpener?.takeRow(into: &span) == true
  }
}

/// The resampled values of the union of all crops, from which one crop is cut once all rows are
/// known.
private struct UncutLight {
  private let width: Int
  private var rows: [Float] = []
  private var row: [Float]
  /// The range of values in each row of the tile, and the next row of the tile; nil before the
  /// union is cut.
  private var cut: (values: Range<Int>, next: Int)?

  /// Creates storage for at most `height` rows of `width` values.
  init(width: Int, height: Int) {
    self.width = width
    rows.reserveCapacity(width * height)
    row = [Float](repeating: 0, count: width)
  }

  /// Takes all rows that a resampler has completed.
  mutating func take(from resampler: inout RowResampler, _ converter: RowColorConverter?) {
    while resampler.hasRow {
      var span = row.mutableSpan
      _ = resampler.takeRow(into: &span)
      converter?.convert(&span)
      rows += row
    }
  }

  mutating func cut(_ values: Range<Int>, fromRow row: Int) { cut = (values, row) }

  /// Whether the union has been cut, and the tile has another row.
  var hasRow: Bool { cut.map { ($0.next + 1) * width <= rows.count } ?? false }

  /// Takes the next row of the tile; there must be one.
  mutating func takeRow(into light: inout MutableSpan<Float>) {
    guard let (values, next) = cut else { preconditionFailure("a tile that is not cut") }
    let start = next * width + values.lowerBound
    cut = (values, next + 1)
    let rows = rows.span
    for index in 0..<values.count { light[index] = rows[start + index] }
  }
}
