extension MasonryColumns {
  /// Divides sections of items into pages, each filled before the next.
  ///
  /// Each section starts below the lowest column of the one before, or on a new page where none of
  /// its items would stand under its heading.
  ///
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - sections: The sections of all items.
  ///   - spacing: The heights of headings; nil where the only section has none.
  ///   - maximumHeight: The height that no page exceeds, but for an item that is taller.
  ///   - alignments: Where items stand that are narrower than their column.
  ///   - bottom: The treatment of columns of different heights. Flush ones of a section that goes on
  ///     end at the bottom of their page, others where the tallest of the section does.
  /// - Returns: The pages, each as wide as these columns.
  /// - Throws: A ``LayoutError`` for an impossible item or height.
  public func pages(
    of items: [LayoutItem], in sections: [SectionPart], _ spacing: SectionSpacing?,
    maximumHeight: Double, alignments: [Alignment] = [], bottom: Bottom = .ragged
  ) throws(LayoutError) -> [Page] {
    try check(maximumHeight, positive: .pageHeight)
    return try cuts(items, sections, spacing, maximumHeight).map { page throws(LayoutError) in
      let blocks = try page.map { block throws(LayoutError) in
        let own = Array(items[block.part.items])
        var arrangement = try arrangement(of: own, alignments: alignments)
        if bottom == .flush {
          let goesOn = sections.contains {
            $0.section == block.part.section && $0.items.upperBound > block.part.items.upperBound
          }
          arrangement = try flush(
            arrangement, height: goesOn ? maximumHeight - block.top : arrangement.size.height)
        }
        return (part: block.part, arrangement: arrangement)
      }
      return Page(
        items: page.map(\.part).items,
        arrangement: spacing.map { Arrangement(stacking: blocks, spacing: $0) }
          ?? blocks[0].arrangement)
    }
  }

  private struct Block {
    let part: SectionPart
    /// The top of its columns.
    let top: Double
  }

  private func cuts(
    _ items: [LayoutItem], _ sections: [SectionPart], _ spacing: SectionSpacing?,
    _ maximumHeight: Double
  ) -> [[Block]] {
    var pages: [[Block]] = []
    var page: [Block] = []
    var bottom = 0.0
    let room = spacing?.room ?? 0
    for section in sections {
      var start = section.items.lowerBound
      var top = page.isEmpty ? room : bottom + (spacing?.above ?? 0) + room
      var columns = ShortestColumn(count: count)
      bottom = top
      for index in section.items {
        let height = items[index].size(inColumnOf: columnWidth).height
        let isFirst = index == start
        if top + columns.height + height > maximumHeight + 1e-6, !(isFirst && page.isEmpty) {
          if !isFirst { page.append(Block(part: section.part(start..<index), top: top)) }
          pages.append(page)
          (page, start, top, bottom) = ([], index, room, room)
          columns = ShortestColumn(count: count)
        }
        bottom = max(bottom, top + columns.height + height)
        columns.grow(to: columns.height + height + gap.height)
      }
      page.append(Block(part: section.part(start..<section.items.upperBound), top: top))
    }
    if !page.isEmpty { pages.append(page) }
    return pages
  }
}
