internal import SheetLayout
internal import SheetModel
internal import SheetPlans

extension PageMetrics {
  /// The marks in the margins of a page, at the edges of cells to be cut out; empty for none.
  ///
  /// A mark takes three fifths of its margin, and touches neither cells nor the edge of the page.
  func cutMarks(on page: LaidOutPage, of size: PixelSize) throws(ContactSheetError) -> [PixelRect] {
    let margin = job.margin
    guard traits.marksCuts, min(margin.horizontal, margin.vertical) >= 5 else { return [] }
    let frames = try page.arrangement.frames.map { (frame) throws(ContactSheetError) in
      try decoratedCell(of: frame).frame
    }
    let thickness = max(1, min(margin.horizontal, margin.vertical) / 50)
    func start(_ edge: Int) -> Int { edge - thickness / 2 }
    func ends(_ margin: Int, _ side: Int) -> [Range<Int>] {
      [margin / 5..<margin * 4 / 5, side - margin * 4 / 5..<side - margin / 5]
    }
    let columns = Set(frames.flatMap { [$0.x, $0.maxX] }).sorted()
    let rows = Set(frames.flatMap { [$0.y, $0.maxY] }).sorted()
    return columns.flatMap { x in
      ends(margin.vertical, size.height).map {
        PixelRect(x: start(x), y: $0.lowerBound, width: thickness, height: $0.count)
      }
    }
      + rows.flatMap { y in
        ends(margin.horizontal, size.width).map {
          PixelRect(x: $0.lowerBound, y: start(y), width: $0.count, height: thickness)
        }
      }
  }
}
