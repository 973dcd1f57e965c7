/// Pages of the same height, filled with sections from the top down.
///
/// The bands of a section are its rows, or other parts that are never cut. A section follows the
/// one before if there is room for its heading and its first band. Bands that do not fit continue
/// on the next page, under a repeated heading.
package struct PageCutter: Sendable {
  /// The maximum height of a page, exceeded only by a single band that is taller; infinite for no
  /// limit.
  package var height: Double
  /// The heights of headings; nil if every section starts a new page without a heading.
  package var spacing: HeadingSpacing?
  /// The minimum number of bands of a section on either side of a page break.
  ///
  /// A page without room for so many may have fewer. With a minimum above one, the last page is
  /// also filled to at least two fifths if other page breaks make that possible.
  package var leastBands = 1

  /// Creates pages of the given height.
  package init(height: Double, _ spacing: HeadingSpacing?, leastBands: Int = 1) {
    (self.height, self.spacing, self.leastBands) = (height, spacing, leastBands)
  }

  /// The minimum number of bands on the last page, as a fraction of the number on the fullest page.
  ///
  /// This minimum applies only if other page breaks make it possible.
  private static let leastFullness = 0.4
  /// The fractions of a page's height to which the last page but one may be filled.
  ///
  /// They are tried in turn until the last page has enough bands.
  private static let lowerHeights = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5]
  /// A page that is filled only up to a fraction of its height; nil if there is none.
  private var lowPage: (index: Int, factor: Double)?

  /// A part of a section, placed on a page.
  package struct Block: Equatable, Sendable {
    /// The part of the section.
    package let part: SectionPart
    /// The distance of the part's items from the top of the page.
    package let top: Double
    /// Whether the block is the first one on its page.
    package let isFirst: Bool
  }

  /// How many of the first items fit into the available height, in whole bands, and how tall they
  /// are.
  ///
  /// On an empty page at least one item is taken.
  package typealias Taking<Failure: Error> =
    (_ rest: SectionPart, _ room: Double, _ isFirst: Bool) throws(Failure) -> (
      count: Int, height: Double
    )

  /// Divides sections into pages.
  ///
  /// - Parameters:
  ///   - sections: The sections in order.
  ///   - taking: Returns the items that fit.
  /// - Returns: The blocks of each page.
  /// - Throws: The errors of `taking`.
  package func pages<Failure>(
    of sections: [SectionPart], taking: Taking<Failure>
  ) throws(Failure) -> [[Block]] {
    let pages = try filled(with: sections, taking: taking)
    if leastBands == 1 || pages.count == 1 || fullness(pages) >= Self.leastFullness { return pages }
    let brokenCount = brokenCount(pages)
    for factor in Self.lowerHeights {
      var cutter = self
      cutter.lowPage = (pages.count - 2, factor)
      // A band may be too tall for a page filled to a lower height.
      guard let others = try? cutter.filled(with: sections, taking: taking) else { break }
      if others.count == pages.count, fullness(others) >= Self.leastFullness,
        cutter.brokenCount(others) <= brokenCount
      {
        return others
      }
    }
    return pages
  }

  /// The number of bands on the last page divided by the number on the fullest page.
  private func fullness(_ pages: [[Block]]) -> Double {
    let counts = pages.map { $0.reduce(0) { $0 + $1.part.items.count } }
    return Double(counts.last ?? 0) / Double(counts.max() ?? 1)
  }

  /// The number of parts with too few bands on either side of a page break.
  private func brokenCount(_ pages: [[Block]]) -> Int {
    pages.joined().count { $0.part.items.count < leastBands }
  }

  private func filled<Failure>(
    with sections: [SectionPart], taking: Taking<Failure>
  ) throws(Failure) -> [[Block]] {
    var pages: [[Block]] = []
    try cut(sections, taking: taking) { block in
      if block.isFirst { pages.append([]) }
      pages[pages.count - 1].append(block)
    }
    return pages
  }

  /// Fills one page after another.
  ///
  /// No list is built, since a search that only needs the number of pages calls this many times.
  package func cut<Failure>(
    _ sections: [SectionPart], taking: Taking<Failure>, each: (Block) -> Void
  ) throws(Failure) {
    /// The bottom of the last items on the current page; nil if the next items start a new page.
    var bottom: Double?
    var pageCount = 0
    for section in sections {
      if spacing == nil { bottom = nil }
      var rest = section
      while !rest.items.isEmpty {
        let top = (bottom.map { $0 + (spacing?.above ?? 0) } ?? 0) + (spacing?.room ?? 0)
        // An exact fit must count despite rounding errors in the sums.
        let isLow = lowPage?.index == (bottom == nil ? pageCount : pageCount - 1)
        let room = (isLow ? lowPage?.factor ?? 1 : 1) * height + 1e-6 - top
        var (count, taken) = try taking(rest, room, bottom == nil)
        let most = min(count, rest.items.count - leastBands)
        if count < rest.items.count, most < count || count < leastBands {
          if most >= leastBands {
            (count, taken) = try taking(rest.part(rest.items.prefix(most)), room, bottom == nil)
          } else if bottom != nil {
            count = 0
          }
        }
        if count > 0 {
          if bottom == nil { pageCount += 1 }
          let items = rest.items.prefix(count)
          each(Block(part: rest.part(items), top: top, isFirst: bottom == nil))
          rest = rest.part(items.upperBound..<rest.items.upperBound)
        }
        bottom = rest.items.isEmpty ? top + taken : nil
      }
    }
  }
}
