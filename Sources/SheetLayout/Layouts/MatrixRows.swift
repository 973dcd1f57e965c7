/// The rows of matrices on pages: their headings, and where pages are cut.
public struct MatrixRows: Hashable, Sendable {
  /// The height of the headings over the columns, at the top of every page; 0 for none.
  public var columnHeading: Double
  /// The distance from these to the first row.
  public var belowColumnHeading: Double
  /// The height of the heading above each row; 0 where there is none, or at the left.
  public var rowHeading: Double
  /// The distance from a heading above a row to the row.
  public var belowRowHeading: Double
  /// The distance between rows.
  public var gap: Double
  /// The heights of the headings of sections; nil where every matrix starts a page.
  public var sections: SectionSpacing?

  /// Creates the rows of lengths that are not negative.
  public init(
    columnHeading: Double = 0, belowColumnHeading: Double = 0, rowHeading: Double = 0,
    belowRowHeading: Double = 0, gap: Double, sections: SectionSpacing? = nil
  ) {
    (self.columnHeading, self.belowColumnHeading) = (columnHeading, belowColumnHeading)
    (self.rowHeading, self.belowRowHeading) = (rowHeading, belowRowHeading)
    (self.gap, self.sections) = (gap, sections)
  }

  /// What stands above the first row of a page.
  var top: Double { columnHeading > 0 ? columnHeading + belowColumnHeading : 0 }
  /// What stands above the cells of every row.
  var lead: Double { rowHeading > 0 ? rowHeading + belowRowHeading : 0 }

  /// The height of a page beside the cells of its rows.
  func fixedHeight(of parts: [SectionPart]) -> Double {
    parts.reduce(sections?.height(ofSections: parts.count) ?? 0) {
      $0 + top + Double($1.items.count) * (lead + gap) - gap
    }
  }

  /// The height of a page with some rows.
  public func height(of parts: [SectionPart], heights: [[Double]]) -> Double {
    parts.reduce(fixedHeight(of: parts)) { $0 + heights[$1.section][$1.items].reduce(0, +) }
  }

  /// What a page of a height has for the cells of a row that is alone on it.
  public func roomForOneRow(on height: Double) -> Double {
    height - fixedHeight(of: [SectionPart(items: 0..<1)])
  }

  /// Fills pages with rows from the top down.
  ///
  /// Matrices follow each other on a page where they are sections; otherwise each starts a page. A
  /// section's heading stands over at least one row.
  ///
  /// - Parameters:
  ///   - heights: The heights of the cells of each row, of each matrix.
  ///   - maximumHeight: The height that no page exceeds; infinite for none.
  /// - Returns: The parts of matrices on each page.
  /// - Throws: ``LayoutError/rowTooTall(_:limit:)`` for a row that is higher than a page.
  public func pages(
    of heights: [[Double]], maximumHeight: Double
  ) throws(LayoutError) -> [[SectionPart]] {
    let matrices = heights.enumerated().map { SectionPart(items: $1.indices, section: $0) }
    return try PageCutter(height: maximumHeight, sections).pages(of: matrices) {
      rest, room, isFirst throws(LayoutError) in
      var (count, bottom) = (0, top)
      for height in heights[rest.section][rest.items] {
        let next = bottom + (count > 0 ? gap : 0) + lead + height
        if next > room { break }
        (count, bottom) = (count + 1, next)
      }
      if isFirst, count == 0 {
        let row = lead + heights[rest.section][rest.items.lowerBound]
        throw .rowTooTall(row, limit: maximumHeight - (sections?.room ?? 0) - top)
      }
      return (count, bottom)
    }.map { $0.map(\.part) }
  }

  /// Scales all rows alike, so that the fullest page has a height.
  ///
  /// All rows of a matrix, or of all sections, are on one page, unless the highest would become lower
  /// than a minimum: then as many are as have that.
  ///
  /// - Parameters:
  ///   - heights: The heights that the rows need.
  ///   - height: The height of every page.
  ///   - minimum: The height that the highest row keeps, if it needs as much.
  /// - Returns: The pages, and the factor. Heights times the factor, rounded down, fit.
  /// - Throws: ``LayoutError/noRoom(_:)`` where headings and gaps leave no room.
  public func pages(
    of heights: [[Double]], filling height: Double, minimum: Double
  ) throws(LayoutError) -> (pages: [[SectionPart]], scale: Double) {
    func scale(_ pages: [[SectionPart]]) -> Double {
      pages.reduce(.infinity) { least, parts in
        let rows = parts.reduce(0) { sum, part in
          heights[part.section][part.items].reduce(sum, +)
        }
        return min(least, (height - fixedHeight(of: parts)) / rows)
      }
    }
    let highest = heights.joined().max() ?? 0
    // One row stays on a page, however low that is.
    let least = min(1, minimum / highest, roomForOneRow(on: height) / highest)
    guard least > 0 else {
      throw .noRoom(
        Shortage(height: height, gap: .zero, headings: height - roomForOneRow(on: height)))
    }
    var all = try pages(of: heights, maximumHeight: .infinity)
    if scale(all) < least {
      all = try pages(of: heights.map { $0.map { $0 * least } }, maximumHeight: height)
    }
    return (all, scale(all))
  }
}
