internal import SheetImaging
internal import SheetLayout
internal import SheetText

/// Pixels that are computed row by row as they are drawn, instead of being held in memory.
protocol ComputedRaster: Sendable {
  /// The pixels of a row, or of some of its columns.
  func row(_ y: Int, in visible: Range<Int>?) -> RasterRow
}

/// A run of pixels in a row of computed pixels.
struct RasterRow {
  /// The columns of the area that the run covers; empty if there is no run in the row.
  var columns: Range<Int>
  /// The coverage of each pixel.
  var coverage: [UInt8]
  /// The colours of glyphs that have their own, four bytes per pixel; nil if all glyphs are drawn
  /// in ink.
  var glyphColors: [UInt8]?
}

/// Text positioned on a sheet.
struct PlacedText: Sendable {
  /// The area of the text on the sheet, including its plate.
  let area: PixelRect
  /// The part of the sheet outside which nothing is drawn.
  private var bounds: PixelRect
  /// The number of empty columns on either side of the text within the area.
  private let inset: Int
  /// The coverage of each pixel between the empty columns, in rows without padding.
  private let coverage: [UInt8]
  /// The colours of glyphs that have their own, with their coverage, four bytes per pixel; nil if
  /// all glyphs are drawn in ink.
  private let glyphColors: [UInt8]?
  private let ink: InkBlender
  /// The first of the lower rows, and the ink of these rows; nil if all rows have the same ink.
  private var lower: (firstRow: Int, ink: InkBlender)?
  /// The plate that keeps the text readable on a picture; nil if there is none.
  private let plate: InkBlender?
  /// Text that is not horizontal, or a ring instead of text; ``coverage`` is then empty.
  private var computed: (any ComputedRaster)?

  /// Creates text centred in `area`.
  ///
  /// - Parameters:
  ///   - raster: The pixels of the text.
  ///   - area: An area as high as the raster, and either as wide as the raster or wider by an even
  ///     number of pixels.
  ///   - color: The colour of the text.
  ///   - plate: The fill of the area behind the text; nil if there is none.
  ///   - format: The format of the sheet.
  init(
    _ raster: TextRaster, in area: PixelRect, _ color: Color, plate: Color? = nil,
    format: PixelFormat
  ) {
    inset = (area.width - raster.size.width) / 2
    precondition(
      raster.size.height == area.height && raster.size.width + 2 * inset == area.width,
      "the raster does not fit the area")
    (self.area, bounds) = (area, area)
    coverage = raster.coverage
    glyphColors = raster.glyphColors
    ink = InkBlender(color, in: format)
    self.plate = plate.map { InkBlender($0, in: format) }
  }

  /// Creates text along the diagonal of `area`, or a ring that fills it.
  init(
    _ computed: any ComputedRaster, in area: PixelRect, _ color: Color, format: PixelFormat
  ) {
    (self.area, bounds, self.computed) = (area, area, computed)
    (inset, coverage, glyphColors, plate) = (0, [], nil, nil)
    ink = InkBlender(color, in: format)
  }

  /// The number of bytes that the colours of coloured glyphs take.
  var colorBytes: Int { glyphColors?.count ?? 0 }

  /// The text clipped to some bounds.
  func clipped(to bounds: PixelRect) -> PlacedText {
    var text = self
    text.bounds = bounds
    return text
  }

  /// Gives another colour to the rows from a given row on.
  mutating func color(_ color: Color, fromRow row: Int, in format: PixelFormat) {
    lower = (row, InkBlender(color, in: format))
  }

  private func ink(ofRow row: Int) -> InkBlender {
    if let lower, row >= lower.firstRow { lower.ink } else { ink }
  }

  /// Draws the part of the text that lies in some rows.
  ///
  /// - Parameters:
  ///   - lines: The numbers of the rows.
  ///   - visible: Returns the columns to draw in a row.
  ///   - rows: The rows of the sheet to draw into.
  func draw(
    in lines: Range<Int>, visible: (Int) -> Range<Int>, into rows: inout SheetRows
  ) {
    let shownRows = (area.y..<area.maxY).clamped(to: bounds.y..<bounds.maxY)
    let shownColumns = (area.x..<area.maxX).clamped(to: bounds.x..<bounds.maxX)
    for y in rows.lines(shownRows).clamped(to: lines) {
      let columns = shownColumns.clamped(to: visible(y)).clamped(to: 0..<rows.width)
      guard !columns.isEmpty else { continue }
      if let computed {
        draw(computed, columns, ofRow: y, into: &rows)
        continue
      }
      if let plate { rows.update(columns, ofRow: y) { plate.fill(into: &$0) } }
      let written = columns.clamped(to: area.x + inset..<area.maxX - inset)
      guard !written.isEmpty else { continue }
      let width = area.width - 2 * inset
      let start = (y - area.y) * width + written.lowerBound - area.x - inset
      let places = start..<start + written.count
      let ink = ink(ofRow: y - area.y)
      rows.update(written, ofRow: y) { pixels in
        let coverage = coverage[places]
        if let glyphColors {
          let colors = glyphColors[4 * places.lowerBound..<4 * places.upperBound]
          ink.blend(coverage.span, glyphColors: colors.span, into: &pixels)
        } else {
          ink.blend(coverage.span, into: &pixels)
        }
      }
    }
  }

  /// Draws some columns of a row that is computed.
  private func draw(
    _ computed: any ComputedRaster, _ columns: Range<Int>, ofRow y: Int, into rows: inout SheetRows
  ) {
    let row = computed.row(
      y - area.y, in: columns.lowerBound - area.x..<columns.upperBound - area.x)
    guard !row.columns.isEmpty else { return }
    let written = row.columns.lowerBound + area.x..<row.columns.upperBound + area.x
    rows.update(written, ofRow: y) { pixels in
      if let colors = row.glyphColors {
        ink.blend(row.coverage.span, glyphColors: colors.span, into: &pixels)
      } else {
        ink.blend(row.coverage.span, into: &pixels)
      }
    }
  }
}
