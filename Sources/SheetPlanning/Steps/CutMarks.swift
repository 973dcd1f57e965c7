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

  /// A picture fills its cell if it is at least this much of the cell's width and height.
  private static let fullShare = 0.98

  /// The note on pictures that do not reach the cut marks of their cells; nil if all do.
  ///
  /// Whoever chooses a scaling, has thought about this.
  func noteOnUnfilledCells(on pages: [SheetPage]) -> Note? {
    guard job.choosesScaling, job.style.scaling == .fit else { return nil }
    var count = 0
    for page in pages where !page.cutMarks.isEmpty {
      for tile in page.tiles {
        guard let image = tile.placement?.image else { continue }
        let room = decoratedArea(of: tile)
        let share = min(
          Double(image.width) / Double(room.width), Double(image.height) / Double(room.height))
        if share < Self.fullShare { count += 1 }
      }
    }
    guard count > 0 else { return nil }
    return Note(
      .unfilledCells,
      "\(count.counted("image")) \(count == 1 ? "does" : "do") not fill the space between "
        + "\(count == 1 ? "its" : "their") cut marks",
      remedy: "\(.scale, "fill") crops \(count == 1 ? "it" : "them") to do so", [.count: count])
  }
}
