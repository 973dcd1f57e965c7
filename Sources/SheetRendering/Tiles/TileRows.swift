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

/// Collects a tile's painted rows and turns them upright.
///
/// They come in strips, from the top of the stored picture down.
struct TilePainter {
  private let image: PixelRect
  private let size: PixelSize
  private let orientation: Orientation
  private let bytesPerPixel: Int
  private var strip: UprightPixels
  private var stripRows: Range<Int>
  private var row: [UInt8]
  /// The number of rows that have been painted.
  private(set) var rowsPainted = 0
  private let overlay: DifferenceOverlay?

  /// Creates a painter for one tile.
  ///
  /// - Parameters:
  ///   - image: The upright tile's place on the sheet.
  ///   - size: The size of the tile before it is turned.
  ///   - orientation: What makes the tile upright.
  ///   - bytesPerPixel: The size of a pixel of the sheet.
  ///   - overlay: What is drawn over the rows; nil for nothing.
  init(
    _ image: PixelRect, from size: PixelSize, _ orientation: Orientation, bytesPerPixel: Int,
    overlay: DifferenceOverlay? = nil
  ) {
    self.overlay = overlay
    self.image = image
    self.size = size
    self.orientation = orientation
    self.bytesPerPixel = bytesPerPixel
    strip = UprightPixels(orientation, width: size.width, height: 0, bytesPerPixel: bytesPerPixel)
    stripRows = 0..<0
    row = [UInt8](repeating: 0, count: size.width * bytesPerPixel)
  }

  /// Starts a strip of the next `count` rows.
  ///
  /// - Precondition: The strip before is full. The strip is the whole tile, unless the orientation
  ///   keeps the order of rows.
  mutating func startStrip(of count: Int) {
    precondition(isFull && rowsPainted + count <= size.height, "a strip out of turn")
    precondition(count == size.height || orientation.keepsRowOrder, "part of a turned tile")
    strip = UprightPixels(
      orientation, width: size.width, height: count, bytesPerPixel: bytesPerPixel)
    stripRows = rowsPainted..<rowsPainted + count
  }

  /// Whether the strip has all of its rows.
  var isFull: Bool { rowsPainted == stripRows.upperBound }

  /// The pixels of the strip, upright, in rows without padding.
  var pixels: [UInt8] { strip.bytes }

  /// Paints the next row.
  ///
  /// - Parameter body: Writes the row as it is stored, in the format of the sheet; gets its place
  ///   on the sheet.
  mutating func paint(_ body: (PixelLine, inout MutableSpan<UInt8>) -> Void) {
    let line = orientation.line(ofRow: rowsPainted, width: size.width, height: size.height)
      .moved(x: image.x, y: image.y)
    var span = row.mutableSpan
    body(line, &span)
    overlay?.draw(rowsPainted, into: &span)
    let row = row
    strip.setRow(rowsPainted - stripRows.lowerBound, to: row.span)
    rowsPainted += 1
  }
}

extension Orientation {
  /// Whether stored rows are shown as rows, in the same order.
  var keepsRowOrder: Bool { !swapsSides && !reversesRowOrder }
}
