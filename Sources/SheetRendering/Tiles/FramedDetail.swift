internal import SheetImaging
internal import SheetLayout
internal import SheetPlans

/// An enlarged detail beside its picture, with its frame.
struct FramedDetail: Sendable {
  private let inset: PlannedInset
  private let pixels: SheetRows.Source
  private let line: InkBlender
  private let outline: InkBlender

  /// Creates a detail.
  ///
  /// - Parameters:
  ///   - inset: The detail as planned.
  ///   - bytes: Its pixels, in rows without padding.
  ///   - outline: The colour of the outline around its frame.
  ///   - format: The format of the sheet.
  init(_ inset: PlannedInset, _ bytes: [UInt8], outline: Color, in format: PixelFormat) {
    self.inset = inset
    pixels = SheetRows.Source(bytes, of: inset.area)
    line = InkBlender(inset.color, in: format)
    self.outline = InkBlender(outline, in: format)
  }

  /// The area of the detail and its frame.
  private var outer: PixelRect { inset.area.outset(by: inset.frameWidth) }

  /// The rows of the detail and its frame, on the sheet.
  var rows: Range<Int> { outer.rows }

  /// Draws the part of the detail that lies in some rows of a cell.
  func draw(in lines: Range<Int>, of cell: PixelRect, into rows: inout SheetRows) {
    let (outer, area) = (outer.intersection(cell), inset.area)
    let framed = area.outset(by: inset.lineWidth)
    for y in rows.lines(outer.rows).clamped(to: lines) {
      fill(outer, except: framed, ofRow: y, with: outline, into: &rows)
      fill(framed.intersection(cell), except: area, ofRow: y, with: line, into: &rows)
      if area.rows.contains(y) {
        rows.replace(area.x..<area.maxX, ofRow: y, with: pixels)
      }
    }
  }

  /// Fills a row of an area, except for another area inside it.
  private func fill(
    _ outer: PixelRect, except inner: PixelRect, ofRow y: Int, with ink: InkBlender,
    into rows: inout SheetRows
  ) {
    guard outer.width > 0, outer.rows.contains(y) else { return }
    let all = outer.x..<outer.maxX
    let hole =
      inner.rows.contains(y)
      ? (inner.x..<inner.maxX).clamped(to: all) : all.upperBound..<all.upperBound
    for columns in [all.lowerBound..<hole.lowerBound, hole.upperBound..<all.upperBound]
    where !columns.isEmpty {
      rows.update(columns, ofRow: y) { ink.fill(into: &$0) }
    }
  }
}
