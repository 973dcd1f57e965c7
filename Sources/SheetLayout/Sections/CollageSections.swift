/// Sections that share a page, each laid out as a separate collage.
///
/// Areas of all pictures share one scale, whose unit is the area of a picture of weight 1. A
/// section is as tall as its pictures' areas require at the width of the page. If a single row of
/// pictures does not fill the width, the section is as tall as that row.
package struct CollageSections: Equatable, Sendable {
  /// The minimum side of a square picture of weight 1, in pixels and as a multiple of the gap.
  ///
  /// The multiple is needed because the search neglects gaps.
  private static let (smallestSide, smallestInGaps) = (32.0, 4.0)
  /// How much the pictures of a section may be stretched to cover the section's share of the page.
  private static let largestStretch = 1.25

  /// The width of the page.
  package let width: Double
  /// The distance between neighbours in a row, and between rows.
  package let gap: Size
  /// How to use the part of a section that its collage leaves free.
  package let rest: Collage.Rest

  /// Creates the sections of a page.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)``, ``LayoutError/negative(_:_:)`` or a similar error
  ///   for lengths that a page cannot have.
  package init(width: Double, gap: Size, rest: Collage.Rest) throws(LayoutError) {
    try check(width, positive: .sheetWidth)
    try check(gap: gap)
    (self.width, self.gap, self.rest) = (width, gap, rest)
  }

  /// The smallest area that a picture of weight 1 should have.
  ///
  /// Pages on which pictures would be smaller are divided.
  package var smallestUnit: Double {
    let side = max(Self.smallestSide, Self.smallestInGaps * max(gap.width, gap.height))
    return side * side
  }

  /// The height that a section needs at the given unit.
  package func height(of items: some Collection<LayoutItem>, unit: Double) -> Double {
    var area = 0.0
    var ratios = 0.0
    var filled = 0.0
    for item in items {
      let ratio = min(max(item.ratio, 1 / Collage.largestRatio), Collage.largestRatio)
      let own = min(item.weight * unit, item.enoughArea)
      area += own
      ratios += ratio
      filled += ((own * ratio).squareRoot() + gap.width) * ((own / ratio).squareRoot() + gap.height)
    }
    let row = (area / ratios).squareRoot()
    return max(row, filled / (width + gap.width) - gap.height)
  }

  /// The unit at which the sections together are as tall as a page, without headings.
  ///
  /// It is at most the unit at which every picture could take up the whole page, or a square as
  /// wide as the page if that is larger.
  package func unit(of sections: [[LayoutItem]], filling height: Double) -> Double {
    let least = sections.joined().reduce(1) { min($0, $1.weight) }
    let search = UnitSearch(0...width * max(width, height) / least, steps: 50)
    return search.largest { unit in
      sections.reduce(0) { $0 + self.height(of: $1, unit: unit) } <= height
    } ?? 0
  }

  /// Arranges sections that together are as tall as their page, without headings.
  ///
  /// - Parameters:
  ///   - sections: The items of each section; no section is empty.
  ///   - height: The total height of all sections; nil if it follows from `unit`.
  ///   - unit: The area of a picture of weight 1, if there is no height.
  /// - Returns: An arrangement for each section, as wide as the page; together no taller than
  ///   `height`.
  /// - Throws: A ``LayoutError`` if an item is invalid, or if gaps leave no room.
  package func arrangements(
    of sections: [[LayoutItem]], height: Double?, unit: Double
  ) throws(LayoutError) -> [Arrangement] {
    for items in sections { try check(items) }
    if let height { try check(height, positive: .sheetHeight) }
    let unit = height.map { self.unit(of: sections, filling: $0) } ?? max(unit, smallestUnit)
    var shares = sections.map { self.height(of: $0, unit: unit) }
    if let height {
      // If all pictures have enough area, the sum is less than the height of the page; then all
      // sections grow by the same factor.
      let factor = height / shares.reduce(0, +)
      shares = shares.map { $0 * factor }
    }
    let trees = try zip(sections, shares).map { (items, share) throws(LayoutError) in
      var collage = try Collage(width: width, height: share, gap: gap, rest: rest)
      // A section that does not fill the width looks better than pictures of very different sizes.
      if rest == .centered { collage.weightOfTallness = 2 }
      return try collage.best(of: items).tree
    }
    let natural = trees.map { $0.height.height(ofWidth: width, stretch: 1) }
    return try zip(trees, balanced(shares, natural)).map { (tree, height) throws(LayoutError) in
      try block(of: tree, height: height)
    }
  }

  /// The balanced heights of sections.
  ///
  /// Excess height goes to sections that are too short for their pictures at the full width.
  private func balanced(_ shares: [Double], _ natural: [Double]) -> [Double] {
    let spare = zip(shares, natural).reduce(0) { $0 + max(0, $1.0 - $1.1) }
    let missing = zip(shares, natural).reduce(0) { $0 + max(0, $1.1 - $1.0) }
    let part = missing > 0 ? min(1, spare / missing) : 0
    var heights = zip(shares, natural).map { share, natural in
      natural > share ? share + (natural - share) * part : natural
    }
    if rest == .covered, missing < spare {
      let factor = shares.reduce(0, +) / heights.reduce(0, +)
      heights = heights.map { $0 * factor }
    }
    return heights
  }

  /// A left-aligned section of the given height, or a shorter one whose pictures fill the width.
  private func block(of tree: SlicingTree, height: Double) throws(LayoutError) -> Arrangement {
    var area = Rect(x: 0, y: 0, width: width, height: height)
    var stretch = 1.0
    if rest == .covered {
      stretch = max(tree.height.stretch(in: area.size), 1 / Self.largestStretch)
    }
    let natural = tree.height.height(ofWidth: width, stretch: stretch)
    if natural > height {
      area.size.width = tree.height.width(ofHeight: height, stretch: stretch)
    } else {
      area.size.height = natural
    }
    let frames = tree.frames(in: area, stretch: stretch)
    guard frames.allSatisfy({ $0.width > 0 && $0.height > 0 }) else {
      throw .noRoom(Shortage(width: width, height: height, gap: gap))
    }
    return Arrangement(
      size: Size(width: width, height: area.height), frames: frames,
      strips: [Strip(items: 0..<frames.count, minY: 0, maxY: area.height)])
  }
}

extension CollageSections {
  /// Divides sections into pages, filling each before the next.
  ///
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - sections: The sections of all items.
  ///   - spacing: The heights of headings.
  ///   - height: The height of a page, including headings.
  ///   - unit: The area of a picture of weight 1.
  /// - Returns: The parts of sections on each page.
  package func pages(
    of items: [LayoutItem], in sections: [SectionPart], _ spacing: HeadingSpacing, height: Double,
    unit: Double
  ) -> [[SectionPart]] {
    PageCutter(height: height, spacing).pages(of: sections) { rest, room, isFirst in
      let items = items[rest.items]
      let fitting = (0..<items.count + 1).lastMeeting {
        self.height(of: items.prefix($0), unit: unit) <= room
      }
      let count = isFirst ? max(1, fitting) : fitting
      return (count, self.height(of: items.prefix(count), unit: unit))
    }.map { $0.map(\.part) }
  }

  /// The largest unit, to within the search's precision, at which sections need no more pages than
  /// at ``smallestUnit``.
  package func unit(
    of items: [LayoutItem], in sections: [SectionPart], _ spacing: HeadingSpacing, height: Double
  ) -> Double {
    func count(_ unit: Double) -> Int {
      pages(of: items, in: sections, spacing, height: height, unit: unit).count
    }
    let fewest = count(smallestUnit)
    let units = smallestUnit...max(smallestUnit, width * height)
    return UnitSearch(units, by: .geometric, steps: 20).largest { count($0) <= fewest }
      ?? smallestUnit
  }
}
