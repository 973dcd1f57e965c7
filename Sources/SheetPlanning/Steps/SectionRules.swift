internal import SheetLayout
internal import SheetPlans

// Sections that share a row are told apart by the distance between them, or by rules.

extension PageMetrics {
  /// The type size of headings, as a multiple of the width of a rule.
  private static let emsPerRule = 16.0

  /// Adds rules between sections that share a row, on all pages or on none.
  ///
  /// They are needed where distances are misleading. Pictures narrower than their cells can be as
  /// far from each other as from pictures of another section, or the page may have no room for the
  /// usual distance.
  func ruleOffSections(on pages: inout [SheetPage]) {
    guard spacing.sections != nil else { return }
    let bands = pages.map(\.sharedBands)
    if bands.allSatisfy(\.isEmpty) || areApart(bands, on: pages) { return }
    let width = max(1, Int(scale.heading / Self.emsPerRule))
    for index in pages.indices {
      pages[index].rules = bands[index].flatMap { $0.rules(width: width) }
    }
  }

  /// Whether sections are further from each other than pictures of the same section can be.
  private func areApart(_ bands: [[SectionBand]], on pages: [SheetPage]) -> Bool {
    if choice.isTight { return false }
    let widest = (spacing.sectionDistance - job.gap.horizontal) / 2
    return zip(pages, bands).allSatisfy { page, bands in
      bands.allSatisfy { band in
        page.tiles[band.tiles].allSatisfy { emptyWidth(beside: $0) <= widest }
      }
    }
  }

  /// The width of the empty part of a cell beside its picture, on the side that has more; 0 if
  /// cells are visible.
  private func emptyWidth(beside tile: PlannedTile) -> Int {
    guard job.style.cellColor == nil, decoration.frameWidth == 0, let image = tile.placement?.image
    else { return 0 }
    let area = DecoratedCell(tile.cell, decoration).pictureArea
    return max(image.x - area.x, area.maxX - image.maxX)
  }
}

/// Sections side by side.
private struct SectionBand {
  /// The sections from left to right.
  var sections: [PlannedSection]
  /// The tiles of the sections, as positions on the page.
  var tiles: Range<Int>

  /// The rules between the sections, from the top of the headings to the bottom of the lowest
  /// section; none where there is no room.
  func rules(width: Int) -> [PixelRect] {
    let top = sections.reduce(Int.max) { min($0, $1.headingArea.y) }
    let bottom = sections.reduce(0) { max($0, $1.area.maxY) }
    return zip(sections, sections.dropFirst()).compactMap { left, right in
      let room = right.area.x - left.area.maxX
      guard room >= width + 2 else { return nil }
      return PixelRect(
        x: left.area.maxX + (room - width) / 2, y: top, width: width, height: bottom - top)
    }
  }
}

extension SheetPage {
  /// The rows that several sections share.
  fileprivate var sharedBands: [SectionBand] {
    var bands: [SectionBand] = []
    var start = 0
    for section in sections {
      let end = start + section.tileCount
      if let last = bands.last?.sections.last, last.headingArea.maxY == section.headingArea.maxY,
        last.area.maxX <= section.area.x
      {
        bands[bands.count - 1].sections.append(section)
        bands[bands.count - 1].tiles = bands[bands.count - 1].tiles.lowerBound..<end
      } else {
        bands.append(SectionBand(sections: [section], tiles: start..<end))
      }
      start = end
    }
    return bands.filter { $0.sections.count > 1 }
  }
}
