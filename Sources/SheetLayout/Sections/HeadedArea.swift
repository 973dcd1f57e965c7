/// The sizes of headings and of the gaps around them.
///
/// Sections and the rows of a matrix follow each other downwards; columns are side by side.
package struct HeadingSpacing: Hashable, Sendable {
  /// The height of every heading; 0 if there are none.
  package var heading: Double
  /// The distance from a heading to the items under it.
  package var below: Double
  /// The distance from the items of an area to the next area.
  package var above: Double
  /// The distance between sections side by side.
  package var beside: Double
  /// The widths that the headings of all sections need; empty if every section is wide enough.
  package var widths: [HeadingWidths]

  /// Creates a spacing; no length may be negative.
  package init(
    heading: Double = 0, below: Double = 0, above: Double = 0, beside: Double = 0,
    widths: [HeadingWidths] = []
  ) {
    (self.heading, self.below, self.above) = (heading, below, above)
    (self.beside, self.widths) = (beside, widths)
  }

  /// The height above the items of an area, taken by its heading.
  package var room: Double { heading > 0 ? heading + below : 0 }

  /// The height of this many areas, one below another, without their items.
  package func height(of count: Int) -> Double {
    Double(count) * room + Double(max(0, count - 1)) * above
  }

  /// The width of a section that shares a row, given the width of its items in one row.
  package func width(ofSection section: Int, items: Double) -> Double {
    widths.isEmpty ? items : max(items, widths[section].wrapped)
  }

  /// The width of a section if it may share a row; infinite if its heading needs a separate row.
  package func sharedWidth(ofSection section: Int, items: Double) -> Double {
    if widths.isEmpty { return items }
    return widths[section].wrapped <= max(items, widths[section].word)
      ? width(ofSection: section, items: items) : .infinity
  }
}

/// The widths that a heading needs above its section if other sections share the row.
package struct HeadingWidths: Hashable, Sendable {
  /// The width of the longest word.
  package var word: Double
  /// The smallest width that fits the heading when it is broken between words.
  package var wrapped: Double

  /// Creates the widths; the first must be at most the second.
  package init(word: Double = 0, wrapped: Double = 0) {
    (self.word, self.wrapped) = (word, wrapped)
  }
}

/// An area with its heading: a section, or a row or a column of a matrix.
package struct HeadedArea: Hashable, Sendable {
  /// The items of a section or row, counted from the first one on the sheet; empty for a column.
  package var part: SectionPart
  /// The area of the heading; nil if there is none.
  ///
  /// The heading of a section spans the sheet from the left edge of the section's items, or only
  /// its own section if others share the row.
  package var heading: Rect?
  /// The area of the cells.
  package var cells: Rect
  /// Whether other sections share the row.
  package var isBeside = false

  init(_ part: SectionPart, heading: Rect?, cells: Rect) {
    (self.part, self.heading, self.cells) = (part, heading, cells)
  }

  /// The index among all sections, rows or columns.
  package var index: Int { part.section }

  func moved(by distance: Point) -> HeadedArea {
    var moved = self
    (moved.heading, moved.cells) = (heading?.moved(by: distance), cells.moved(by: distance))
    return moved
  }
}

/// Consecutive items of one section on one sheet: all of its items, or some.
package struct SectionPart: Hashable, Sendable {
  /// The items; there is at least one.
  package var items: Range<Int>
  /// The section's index among all sections, from 0.
  package var section: Int
  /// Whether earlier items of the section are on another sheet.
  package var isContinued: Bool

  package init(items: Range<Int>, section: Int = 0, isContinued: Bool = false) {
    (self.items, self.section, self.isContinued) = (items, section, isContinued)
  }

  /// Some of the items; a part without the first item is a continuation.
  package func part(_ items: Range<Int>) -> SectionPart {
    SectionPart(
      items: items, section: section,
      isContinued: isContinued || items.lowerBound > self.items.lowerBound)
  }

  /// The part with the indices of its items moved by `distance`.
  package func moved(by distance: Int) -> SectionPart {
    var part = self
    part.items = items.moved(by: distance)
    return part
  }
}

extension RandomAccessCollection<SectionPart> {
  /// The items of one or more consecutive parts.
  package var items: Range<Int> {
    self[startIndex].items.lowerBound..<self[index(before: endIndex)].items.upperBound
  }
}

extension SectionPart {
  /// Divides sections into pages with a limited number of items and rows; the last page has the
  /// remainder.
  ///
  /// If columns are given, every section starts a new row.
  ///
  /// - Parameters:
  ///   - sections: Consecutive ranges of a list.
  ///   - itemsPerPage: The number of items on a page, from any sections.
  ///   - columns: The number of items in a row.
  ///   - rows: The number of rows on a page.
  /// - Returns: The parts of sections on each page.
  /// - Throws: ``LayoutError/notPositive(_:_:)`` for a number that is not positive.
  package static func pages(
    of sections: [Range<Int>], itemsPerPage: Int, columns: Int = 1, rows: Int = .max
  ) throws(LayoutError) -> [[SectionPart]] {
    try check(itemsPerPage, positive: .itemsPerPage)
    try check(columns, positive: .columns)
    try check(rows, positive: .rows)
    func pages(filledWith parts: [SectionPart], columns: Int, rows: Int) -> [[SectionPart]] {
      // Here heights are counted in rows.
      PageCutter(height: Double(rows), HeadingSpacing()).pages(of: parts) { rest, room, _ in
        let left = rest.items.count
        let count = min(left, Int(min(room, Double(left))) * min(columns, left))
        return (count, Double((count - 1) / columns + 1))
      }.map { $0.map(\.part) }
    }
    let wholes = sections.enumerated().map { SectionPart(items: $1, section: $0) }
    return pages(filledWith: wholes, columns: 1, rows: itemsPerPage).flatMap {
      pages(filledWith: $0, columns: columns, rows: rows)
    }
  }
}

/// How sections share rows when each is arranged separately.
///
/// Sections that all fit into one row are placed side by side. A section that does not fit into one
/// row gets rows of its own.
extension SectionPart {
  /// Groups consecutive sections that share a row.
  ///
  /// - Parameters:
  ///   - lengths: The length of each section in one row: a width, or a number of items.
  ///   - limit: The length of a row.
  ///   - gap: The distance between neighbours in a row.
  /// - Returns: The sections of each band.
  package static func bands(
    of lengths: [Double], limit: Double, gap: Double = 0
  ) -> [Range<Int>] {
    var bands: [Range<Int>] = []
    var used = Double.infinity
    for (index, length) in lengths.enumerated() {
      if used + gap + length <= limit + 1e-6 {
        bands[bands.count - 1] = bands[bands.count - 1].lowerBound..<index + 1
        used += gap + length
      } else {
        bands.append(index..<index + 1)
        used = length <= limit + 1e-6 ? length : .infinity
      }
    }
    return bands
  }

  /// The number of bands, and the total number of their rows.
  package typealias Lines = (bands: Int, rows: Int)

  /// The numbers of bands and rows of sections with these numbers of items.
  package static func lines(
    of bands: [Range<Int>], _ counts: [Int], columns: Int
  ) -> Lines {
    (bands.count, bands.reduce(0) { $0 + (counts[$1.lowerBound] - 1) / columns + 1 })
  }

  /// The numbers of bands and rows of sections without gaps, by their numbers of items.
  ///
  /// A search calls this many times, so it builds no list.
  package static func lines(ofSections counts: [Int], columns: Int) -> Lines {
    var (bands, rows) = (0, 0)
    // How full the last band's row is; a section that does not fit into a row leaves it full.
    var used = columns
    for count in counts {
      if count <= columns - used {
        used += count
      } else {
        bands += 1
        rows += (count - 1) / columns + 1
        used = min(count, columns)
      }
    }
    return (bands, rows)
  }
}
