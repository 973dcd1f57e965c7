internal import SheetImaging
internal import SheetLayout

/// Rows of a sheet that is being composed.
///
/// All row and column numbers refer to the sheet.
struct SheetRows {
  /// The numbers of the rows.
  let rows: Range<Int>
  /// The number of columns.
  let width: Int
  /// The pixels, in rows without padding.
  private(set) var bytes: [UInt8]

  private let bytesPerPixel: Int

  /// A buffer for the coverage of a row, so that rows need not allocate their own.
  private var coverage: [UInt8]

  /// Creates rows filled with `background`, which is `width` columns wide.
  init(_ rows: Range<Int>, width: Int, background: BackdropRows) {
    self.rows = rows
    self.width = width
    let rowBytes = background[0].count
    bytesPerPixel = rowBytes / width
    bytes = []
    bytes.reserveCapacity(rows.count * rowBytes)
    for y in rows { bytes.append(contentsOf: background[y]) }
    coverage = [UInt8](repeating: 0, count: width)
  }

  /// The rows that are also in `lines`.
  func lines(_ lines: Range<Int>) -> Range<Int> {
    lines.clamped(to: rows)
  }

  /// Changes some columns of a row in place.
  mutating func update(
    _ columns: Range<Int>, ofRow y: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    let place = place(of: columns, ofRow: y)
    var span = bytes.mutableSpan
    var pixels = span._mutatingExtracting(place)
    body(&pixels)
  }

  private func place(of columns: Range<Int>, ofRow y: Int) -> Range<Int> {
    let start = ((y - rows.lowerBound) * width + columns.lowerBound) * bytesPerPixel
    return start..<start + columns.count * bytesPerPixel
  }
}

extension SheetRows {
  /// Pixels to copy or mix into rows.
  struct Source {
    /// The pixels, in rows without padding.
    let bytes: [UInt8]
    /// The number of pixels from one row to the next; 0 if all rows are the same.
    private let stride: Int
    /// The index of the pixel for the top left of the sheet, which may be outside `bytes`.
    private let origin: Int

    /// Creates a source that repeats one row, whose first pixel is at a given column of the sheet.
    init(sheetRow bytes: [UInt8], from column: Int = 0) {
      self.bytes = bytes
      stride = 0
      origin = -column
    }

    /// Creates a source from the picture of a tile.
    init(_ tile: TilePixels) {
      self.init(
        tile.bytes,
        of: PixelRect(
          x: tile.image.x, y: tile.imageRows.lowerBound, width: tile.image.width,
          height: tile.imageRows.count))
    }

    /// Creates a source from the pixels of an area of the sheet.
    init(_ bytes: [UInt8], of area: PixelRect) {
      self.bytes = bytes
      stride = area.width
      origin = -area.y * stride - area.x
    }

    /// The index of the pixel for a position on the sheet.
    func pixel(atColumn column: Int, ofRow y: Int) -> Int {
      origin + y * stride + column
    }
  }

  /// Replaces the pixels of a row in the given columns.
  mutating func replace(_ columns: Range<Int>, ofRow y: Int, with source: Source) {
    guard !columns.isEmpty else { return }
    let place = place(of: columns, ofRow: y)
    let pixels = source.bytes.span.extracting(bytes(of: columns, ofRow: y, in: source))
    var span = bytes.mutableSpan
    var target = span._mutatingExtracting(place)
    for index in 0..<pixels.count { target[index] = pixels[index] }
  }

  /// Mixes pixels of a source into the pixels that a mask partly covers, in proportion to coverage.
  mutating func replaceEdges(
    of mask: BoxMask, ofRow y: Int, with source: Source, by mixer: PixelMixer
  ) {
    let touched = mask.touchedColumns(ofRow: y)
    let full = mask.fullColumns(ofRow: y).clamped(to: touched)
    mix(touched.lowerBound..<full.lowerBound, of: mask, ofRow: y, with: source, by: mixer)
    mix(full.upperBound..<touched.upperBound, of: mask, ofRow: y, with: source, by: mixer)
  }

  private mutating func mix(
    _ columns: Range<Int>, of mask: BoxMask, ofRow y: Int, with source: Source,
    by mixer: PixelMixer
  ) {
    guard !columns.isEmpty else { return }
    let pixels = source.bytes.span.extracting(bytes(of: columns, ofRow: y, in: source))
    updateCovered(columns, by: mask, ofRow: y) { mixer.mix(pixels, by: $0, into: &$1) }
  }

  /// Blends ink over the area of a mask, except for the columns of a hole, which will be covered
  /// later.
  mutating func lay(
    _ ink: InkBlender, over mask: BoxMask, ofRow y: Int, except hole: Range<Int>
  ) {
    let touched = mask.touchedColumns(ofRow: y)
    let hole = hole.clamped(to: touched)
    lay(ink, over: mask, touched.lowerBound..<hole.lowerBound, ofRow: y)
    lay(ink, over: mask, hole.upperBound..<touched.upperBound, ofRow: y)
  }

  private mutating func lay(
    _ ink: InkBlender, over mask: BoxMask, _ columns: Range<Int>, ofRow y: Int
  ) {
    let middle = mask.middle(ofRow: y)
    let alike = middle.columns.clamped(to: columns)
    if !alike.isEmpty { update(alike, ofRow: y) { ink.fill(middle.coverage, into: &$0) } }
    let (before, after) = (
      columns.lowerBound..<alike.lowerBound, alike.upperBound..<columns.upperBound
    )
    updateCovered(before, by: mask, ofRow: y) { ink.blend($0, into: &$1) }
    updateCovered(after, by: mask, ofRow: y) { ink.blend($0, into: &$1) }
  }

  /// Changes some columns of a row in place, given their coverage by a mask; does nothing if there
  /// are no columns.
  private mutating func updateCovered(
    _ columns: Range<Int>, by mask: BoxMask, ofRow y: Int,
    _ body: (Span<UInt8>, inout MutableSpan<UInt8>) -> Void
  ) {
    guard !columns.isEmpty else { return }
    let place = place(of: columns, ofRow: y)
    do {
      var whole = coverage.mutableSpan
      var part = whole._mutatingExtracting(0..<columns.count)
      mask.coverage(ofRow: y, columns, into: &part)
    }
    let coverage = coverage
    var span = bytes.mutableSpan
    var pixels = span._mutatingExtracting(place)
    body(coverage.span.extracting(0..<columns.count), &pixels)
  }

  private func bytes(of columns: Range<Int>, ofRow y: Int, in source: Source) -> Range<Int> {
    let start = source.pixel(atColumn: columns.lowerBound, ofRow: y) * bytesPerPixel
    return start..<start + columns.count * bytesPerPixel
  }
}

/// The rows of a background.
struct BackdropRows: Sendable {
  /// The different rows, each of which repeats for the height of a checkerboard square.
  private let patterns: [[UInt8]]

  init(_ backdrop: Backdrop, width: Int, in format: PixelFormat) {
    self.init(backdrop, columns: 0..<width, in: format)
  }

  /// Creates rows that contain only some columns of the sheet.
  init(_ backdrop: Backdrop, columns: Range<Int>, in format: PixelFormat) {
    let pixels = backdrop.colors.map { $0.pixel(in: format) }
    patterns = pixels.indices.map { shift in
      columns.flatMap { x in pixels[(x / Backdrop.squareSide + shift) % pixels.count] }
    }
  }

  /// The bytes of row `y` of the sheet.
  subscript(y: Int) -> [UInt8] {
    patterns[y / Backdrop.squareSide % patterns.count]
  }
}
