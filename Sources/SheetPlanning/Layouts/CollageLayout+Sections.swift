internal import SheetLayout

extension CollagePages {
  /// The share of a last page's height below which its pictures are no larger than on the others.
  private static let fullShare = 0.8

  /// A collage of sections: each is a collage of its own, of a share of the page.
  func fitted(with spacing: SectionSpacing) throws(LayoutError) -> FittedLayout {
    try FittedLayout(of: space) { parts, maximumHeight throws(LayoutError) in
      if let height = maximumHeight ?? height {
        return try cut(parts, spacing, maximumHeight: height)
      }
      let page = try arrangement(
        of: parts, height: nil, unit: parts.count > 1 ? usualUnit(parts) : nil)
      return [Page(items: 0..<page.frames.count, arrangement: page)]
    }
  }

  /// The area of a picture of weight 1 on a page of 3:2 without headings.
  private func usualUnit(_ parts: [SectionPart]) -> Double {
    let weight = parts.reduce(0) { sum, part in
      part.items.reduce(sum) { $0 + space.weights[$1] }
    }
    return width * width / 1.5 / weight
  }

  /// One page with headings; without a height, of that which a unit makes, if there is one.
  ///
  /// Otherwise a section that is alone on its page is a collage of the rest of it.
  private func arrangement(
    of parts: [SectionPart], height: Double?, unit: Double?
  ) throws(LayoutError) -> Arrangement {
    var content: Double?
    if let height {
      content = try space.content(of: Size(width: width, height: height), for: parts).height
    }
    let stack =
      if parts.count == 1, content != nil || unit == nil {
        space.stacked(parts, [try arrangement(of: parts[0].items, height: content).trimmed])
      } else {
        space.stacked(
          parts,
          try CollageSections(width: width, gap: space.gap, rest: rest)
            .arrangements(
              of: parts.map { items($0.items) }, height: content, unit: unit ?? usualUnit(parts)))
      }
    guard let height else { return stack }
    let page = Size(width: width, height: height)
    if parts.count == 1 { return stack.centered(on: page) }
    // Sections that do not fill the width stand under the beginnings of their headings.
    return stack.moved(by: Point(x: 0, y: (height - stack.size.height) / 2), onto: page)
  }

  /// Pages with headings.
  private func cut(
    _ parts: [SectionPart], _ spacing: SectionSpacing, maximumHeight: Double
  ) throws(LayoutError) -> [Page] {
    let first = parts[0].items.lowerBound
    if parts.count == 1 {
      return try cut(
        parts[0].items, height: height.map { $0 - spacing.room },
        maximumHeight: space.content(
          of: Size(width: width, height: maximumHeight), for: parts
        ).height
      ).map { page in
        let part = parts[0].part(page.items.moved(by: first))
        let stack = space.stacked([part], [page.arrangement.trimmed])
        let height = page.arrangement.size.height + spacing.room
        return Page(
          items: page.items,
          arrangement: stack.centered(on: Size(width: width, height: height)))
      }
    }
    let sections = try CollageSections(width: width, gap: space.gap, rest: rest)
    let pictures = items(parts.items)
    let moved = parts.map { $0.moved(by: -first) }
    func needed(_ parts: [SectionPart], _ unit: Double) -> Double {
      parts.reduce(spacing.height(ofSections: parts.count)) {
        $0 + sections.height(of: pictures[$1.items], unit: unit)
      }
    }
    var unit = max(usualUnit(parts), sections.smallestUnit)
    if height != nil {
      unit = sections.unit(of: pictures, in: moved, spacing, height: maximumHeight)
    } else if pictures.count > mostPerPage(maximumHeight) || needed(moved, unit) > maximumHeight {
      unit = Self.usualArea
    }
    let pages = sections.pages(
      of: pictures, in: moved, spacing, height: maximumHeight, unit: unit)
    return try pages.enumerated().map { index, page throws(LayoutError) in
      let own = page.map { $0.moved(by: first) }
      // Less than a page has the size that it needs, so that few pictures do not become huge.
      let isLow = needed(page, unit) < Self.fullShare * maximumHeight
      let isNatural =
        index == pages.count - 1 && (pages.count > 1 ? isLow : height == nil)
      var arrangement = try arrangement(
        of: own, height: isNatural ? nil : maximumHeight, unit: unit)
      if isNatural, let height {
        arrangement = arrangement.moved(by: .zero, onto: Size(width: width, height: height))
      }
      return Page(items: page.items, arrangement: arrangement)
    }
  }
}
