/// The heights that the headings of sections take on a sheet, where sections follow each other
/// downwards.
public struct SectionSpacing: Hashable, Sendable {
  /// The height of every heading.
  public var heading: Double
  /// The distance from a heading to the items under it.
  public var below: Double
  /// The distance from the items of a section to the next heading.
  public var above: Double

  /// Creates a spacing of heights that are not negative.
  public init(heading: Double, below: Double, above: Double) {
    (self.heading, self.below, self.above) = (heading, below, above)
  }

  /// What a section takes above its items.
  public var room: Double { heading + below }

  /// What some sections on one sheet take beside their items.
  public func height(ofSections count: Int) -> Double {
    Double(count) * room + Double(max(0, count - 1)) * above
  }
}

/// Consecutive items of one section that stand on one sheet: all of its items, or some.
public struct SectionPart: Hashable, Sendable {
  /// The items, at least one.
  public var items: Range<Int>
  /// The section's place among all sections, from 0.
  public var section: Int
  /// Whether earlier items of the section stand on another sheet.
  public var isContinued: Bool

  /// Creates a part of a section.
  public init(items: Range<Int>, section: Int = 0, isContinued: Bool = false) {
    (self.items, self.section, self.isContinued) = (items, section, isContinued)
  }

  /// Some of the items; what does not begin with the first is a continuation.
  public func part(_ items: Range<Int>) -> SectionPart {
    SectionPart(
      items: items, section: section,
      isContinued: isContinued || items.lowerBound > self.items.lowerBound)
  }

  /// The same part in a list in which its items stand elsewhere.
  public func moved(by distance: Int) -> SectionPart {
    var part = self
    part.items = items.moved(by: distance)
    return part
  }
}

extension RandomAccessCollection<SectionPart> {
  /// The items of parts that follow each other, of which there is at least one.
  package var items: Range<Int> {
    self[startIndex].items.lowerBound..<self[index(before: endIndex)].items.upperBound
  }
}

/// The heading of a section on a sheet.
public struct SectionHeading: Hashable, Sendable {
  /// Its area: as wide as the sheet, from where its items or those of a narrower layout begin; as wide
  /// as its own items where another section follows in the same row.
  public var area: Rect
  /// Whether another section follows in the same row.
  public var isBeside = false
  /// What stands under it; items are counted from the first one on the sheet.
  public var part: SectionPart

  /// Creates a heading.
  public init(area: Rect, over part: SectionPart) {
    (self.area, self.part) = (area, part)
  }
}

extension SectionPart {
  /// Divides sections into pages of a number of items, the remainder on the last.
  ///
  /// - Parameters:
  ///   - sections: Consecutive ranges of a list.
  ///   - itemsPerPage: The number of items on a page, of whatever sections.
  /// - Returns: The parts of sections on each page.
  /// - Throws: ``LayoutError/notPositive(_:_:)`` for the number of items per page.
  public static func pages(
    of sections: [Range<Int>], itemsPerPage: Int
  ) throws(LayoutError) -> [[SectionPart]] {
    try check(itemsPerPage, positive: .itemsPerPage)
    let wholes = sections.enumerated().map { SectionPart(items: $1, section: $0) }
    return pages(filledWith: wholes, columns: 1, rows: itemsPerPage)
  }

  /// Divides sections into pages of at most so many rows, where every section starts a row, and of
  /// at most so many items.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)`` for a number that is not.
  public static func pages(
    of sections: [Range<Int>], itemsPerPage: Int, columns: Int, rows: Int
  ) throws(LayoutError) -> [[SectionPart]] {
    try check(columns, positive: .columns)
    try check(rows, positive: .rows)
    return try pages(of: sections, itemsPerPage: itemsPerPage).flatMap {
      pages(filledWith: $0, columns: columns, rows: rows)
    }
  }

  private static func pages(
    filledWith parts: [SectionPart], columns: Int, rows: Int
  ) -> [[SectionPart]] {
    // Rows are the unit of heights here.
    let cutter = PageCutter(height: Double(rows), SectionSpacing(heading: 0, below: 0, above: 0))
    return cutter.pages(of: parts) { rest, room, _ in
      let left = rest.items.count
      let count = min(left, Int(min(room, Double(left))) * min(columns, left))
      return (count, Double((count - 1) / columns + 1))
    }.map { $0.map(\.part) }
  }
}
