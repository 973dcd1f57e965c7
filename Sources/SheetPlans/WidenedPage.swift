internal import SheetLayout

// Pages whose contents have been placed, and which get more space on one side.

extension SheetPage {
  /// The page with further space on its left or right, beside everything that is on it.
  package func widened(by width: Int, atLeft isAtLeft: Bool) -> SheetPage {
    var page = isAtLeft ? moved(right: width) : self
    page.size.width += width
    return page
  }

  private func moved(right distance: Int) -> SheetPage {
    var page = self
    for index in tiles.indices { page.tiles[index].move(right: distance) }
    page.texts = texts.map { $0.moved(right: distance) }
    for index in sections.indices {
      page.sections[index].headingArea.x += distance
      page.sections[index].area.x += distance
    }
    page.rows = rows.map { $0.moved(right: distance) }
    page.columns = columns.map { $0.moved(right: distance) }
    page.emptyCells.move(by: distance)
    for index in bars.indices { page.bars[index].area.x += distance }
    page.cutMarks = cutMarks.map { $0.moved(right: distance) }
    page.rules = rules.map { $0.moved(right: distance) }
    page.logo?.area.x += distance
    return page
  }
}

extension PlannedTile {
  fileprivate mutating func move(right distance: Int) {
    cell.x += distance
    placement?.image.x += distance
    watermark?.x += distance
    scaleBar?.bar.x += distance
    scaleBar?.text.area.x += distance
    insets = insets.map { $0.moved(right: distance) }
    rings = rings.map { $0.moved(right: distance) }
    label?.area.x += distance
  }
}

extension PlannedInset {
  fileprivate func moved(right distance: Int) -> PlannedInset {
    var inset = self
    inset.box.x += distance
    inset.area.x += distance
    return inset
  }
}

extension RowOrColumn {
  fileprivate func moved(right distance: Int) -> RowOrColumn {
    var line = self
    line.headingArea?.x += distance
    line.cells.x += distance
    return line
  }
}

extension PlannedText {
  /// The text farther to the right.
  func moved(right distance: Int) -> PlannedText {
    var text = self
    text.area.x += distance
    return text
  }
}

extension PixelRect {
  /// The area farther to the right.
  func moved(right distance: Int) -> PixelRect {
    PixelRect(x: x + distance, y: y, width: width, height: height)
  }
}
