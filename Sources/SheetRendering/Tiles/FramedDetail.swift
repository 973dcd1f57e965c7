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
  ///   - bytes: The pixels of the detail, in rows without padding.
  ///   - outline: The colour of the outline around the detail's frame.
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
    func mask(_ box: PixelRect) -> BoxMask { BoxMask(box, corner: .round(radius: 0), in: cell) }
    let frame = mask(inset.area.outset(by: inset.lineWidth))
    let around = DecorationLayer(line: outline, outside: mask(outer), inside: frame)
    let detail = DecorationLayer(line: line, outside: frame, inside: mask(inset.area))
    for y in rows.lines(outer.intersection(cell).rows).clamped(to: lines) {
      around.drawLine(ofRow: y, into: &rows)
      detail.drawLine(ofRow: y, into: &rows)
      rows.replace(detail.inside.fullColumns(ofRow: y), ofRow: y, with: pixels)
    }
  }
}
