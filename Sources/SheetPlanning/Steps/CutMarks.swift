internal import SheetLayout
internal import SheetModel
internal import SheetPlans

extension PageMetrics {
  /// The marks in the margins of a page, at the edges of cells to be cut out; empty for none.
  ///
  /// A mark takes up three fifths of its margin, and touches neither cells nor the edge of the
  /// page. There is no mark where a cut from the margin would go through a cell before it reaches
  /// the edge of another cell, as beside a picture that takes up several cells.
  func cutMarks(on page: LaidOutPage, of size: PixelSize) throws(ContactSheetError) -> [PixelRect] {
    let margin = job.margins
    let narrowest = min(margin.top, margin.left, margin.bottom, margin.right)
    guard traits.marksCuts, narrowest >= 5 else { return [] }
    let frames = try page.arrangement.frames.map { (frame) throws(ContactSheetError) in
      try decoratedCell(of: frame).frame
    }
    let thickness = max(1, narrowest / 50)
    func start(_ edge: Int) -> Int { edge - thickness / 2 }
    func ends(_ first: Int, _ last: Int, _ side: Int) -> [Range<Int>] {
      [first / 5..<first * 4 / 5, side - last * 4 / 5..<side - last / 5]
    }
    var marks: [PixelRect] = []
    let columns = frames.map { CutCell(across: $0.x..<$0.maxX, along: $0.y..<$0.maxY) }
    for (x, isMarked) in columns.cuts {
      let ends = ends(margin.top, margin.bottom, size.height)
      for (end, isMarked) in zip(ends, isMarked) where isMarked {
        marks.append(
          PixelRect(x: start(x), y: end.lowerBound, width: thickness, height: end.count))
      }
    }
    let rows = frames.map { CutCell(across: $0.y..<$0.maxY, along: $0.x..<$0.maxX) }
    for (y, isMarked) in rows.cuts {
      let ends = ends(margin.left, margin.right, size.width)
      for (end, isMarked) in zip(ends, isMarked) where isMarked {
        marks.append(
          PixelRect(x: end.lowerBound, y: start(y), width: end.count, height: thickness))
      }
    }
    return marks
  }

  /// A picture fills its cell if it takes up at least this share of the cell's width and height.
  private static let fullShare = 0.98

  /// The note on pictures that do not reach the cut marks of their cells; nil if all do.
  ///
  /// A scaling that the user chose is not questioned.
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
      remedy:
        "\(.scale, "fill") crops \(count == 1 ? "it so that it does" : "them so that they do")",
      [.count: count])
  }

  /// The note on last rows that are not centred although the user asked for it; nil if there are none.
  func noteOnUncenteredRow(on pages: [SheetPage]) -> Note? {
    guard traits.marksCuts, (job.layout as? GridLayout)?.centersLastRow == true,
      pages.contains(where: \.hasShortRow)
    else { return nil }
    return Note(
      .uncenteredRow,
      "the last row is not centred, so that no straight cut runs through its images",
      remedy: "to centre it, use \(.columns) instead of \(.cell)")
  }
}

extension SheetPage {
  /// Whether a row has fewer pictures than another.
  fileprivate var hasShortRow: Bool {
    var counts: [Int: Int] = [:]
    for tile in tiles { counts[tile.cell.y, default: 0] += 1 }
    return Set(counts.values).count > 1
  }
}

/// A cell on a page that is cut in one direction.
private struct CutCell {
  /// The extent of the cell across the cuts: its pixel columns, for vertical cuts.
  let across: Range<Int>
  /// The extent of the cell along the cuts: its pixel rows, for vertical cuts.
  let along: Range<Int>
}

extension [CutCell] {
  /// The edges of the cells in order, and whether each has a mark in the margin before the cells
  /// and in the margin after them.
  fileprivate var cuts: [(edge: Int, isMarked: [Bool])] {
    let edges = Set(flatMap { [$0.across.lowerBound, $0.across.upperBound] }).sorted()
    return edges.map { edge in
      // The nearest cells in either direction: cells with this edge, and cells that a cut along
      // this edge would divide.
      var (first, last) = (Int.max, Int.min)
      var (firstDivided, lastDivided) = (Int.max, Int.min)
      for cell in self where cell.across.lowerBound <= edge && edge <= cell.across.upperBound {
        if cell.across.lowerBound < edge && edge < cell.across.upperBound {
          firstDivided = Swift.min(firstDivided, cell.along.lowerBound)
          lastDivided = Swift.max(lastDivided, cell.along.upperBound)
        } else {
          first = Swift.min(first, cell.along.lowerBound)
          last = Swift.max(last, cell.along.upperBound)
        }
      }
      return (edge, [first < firstDivided, last > lastDivided])
    }
  }
}
