internal import SheetLayout
internal import SheetPlans

extension HTMLPieces {
  /// The matrices of a page as tables, whose links lie over the tiles.
  ///
  /// Each is under the heading of its section, if there are sections. Tables are for copying and
  /// for screen readers, which read out the headings of a cell.
  func tables(of page: SheetPage) -> AnySequence<HTML> {
    guard !page.sections.isEmpty else {
      var (tiles, notes) = (page.tiles[...], page.emptyCells.withTexts[...])
      let tables = page.blocks.map { rows, columns in
        let own = tiles.prefix { $0.cell.isBetween(rows[0].cells) }
        let ownNotes = notes.prefix { $0.cell.isBetween(rows[0].cells) }
        (tiles, notes) = (tiles.dropFirst(own.count), notes.dropFirst(ownNotes.count))
        return table(rows, columns, own, ownNotes, on: page)
      }
      return AnySequence(tables.joined())
    }
    var (html, first): ([AnySequence<HTML>], Int) = ([], 0)
    var notes = page.emptyCells.withTexts[...]
    for (index, section) in page.sections.enumerated() {
      let tiles = page.tiles[first..<first + section.tileCount]
      first += section.tileCount
      func isOwn(_ line: PlannedLine) -> Bool {
        section.area.y <= line.cells.y && line.cells.y < section.area.maxY
      }
      let (rows, columns) = (page.rows.filter(isOwn), page.columns.filter(isOwn))
      html.append(AnySequence([placedHeading(ofSection: index, on: page)]))
      let own = notes.prefix { $0.cell.y < section.area.maxY }
      notes = notes.dropFirst(own.count)
      html.append(table(rows, columns, tiles, own, on: page))
    }
    return AnySequence(html.joined())
  }

  /// A table, row by row, with the notes in its empty cells.
  ///
  /// There may be many times as many cells as tiles, and several tiles in a cell.
  private func table(
    _ rows: [PlannedLine], _ columns: [PlannedLine], _ tiles: ArraySlice<PlannedTile>,
    _ notes: ArraySlice<PlannedEmptyCell>, on page: SheetPage
  ) -> AnySequence<HTML> {
    var head: HTML = "<table>\n<thead>\n<tr><td></td>"
    for column in columns { head += header(column, "col", on: page) }
    head += "</tr>\n</thead>\n<tbody>\n"
    let lines = sequence(state: (rows: rows[...], tiles: tiles, notes: notes)) { rest -> HTML? in
      guard let row = rest.rows.popFirst() else { return nil }
      var line: HTML = "<tr>\(header(row, "row", on: page))"
      for column in columns {
        // Tiles and notes are in order, row by row.
        line += "<td>"
        while let tile = rest.tiles.first, tile.cell.isIn(row), tile.cell.isIn(column) {
          line += self.tile(of: tile, on: page)
          rest.tiles.removeFirst()
        }
        if let note = rest.notes.first?.cell, note.isIn(row), note.isIn(column) {
          line += self.note(in: rest.notes.removeFirst(), on: page)
        }
        line += "</td>"
      }
      return "\(line)</tr>\n"
    }
    return AnySequence(
      [AnySequence([head]), AnySequence(lines), AnySequence(["</tbody>\n</table>\n"])].joined())
  }

  /// The reason why a cell is empty, over its place on the sheet.
  private func note(in cell: PlannedEmptyCell, on page: SheetPage) -> HTML {
    guard let text = cell.text else { return "" }
    return "<b class=\"\(places.classes(of: cell.cell, on: page.size))\">\(text.text)</b>"
  }

  /// The header of a row or a column, over its place on the sheet if it has one.
  private func header(_ line: PlannedLine, _ scope: HTML, on page: SheetPage) -> HTML {
    guard let area = line.headingArea else {
      return "<th scope=\"\(scope)\"><b>\(line.heading)</b></th>"
    }
    let classes = places.classes(of: area, on: page.size)
    return "<th scope=\"\(scope)\"><b class=\"\(classes)\">\(line.heading)</b></th>"
  }
}

extension SheetPage {
  /// The rows and columns of each block of rows, from left to right.
  fileprivate var blocks: [(rows: [PlannedLine], columns: [PlannedLine])] {
    var blocks: [(rows: [PlannedLine], columns: [PlannedLine])] = []
    for row in rows {
      if blocks.last?.rows[0].cells.x == row.cells.x {
        blocks[blocks.count - 1].rows.append(row)
      } else {
        blocks.append(([row], columns.filter { $0.cells.isBetween(row.cells) }))
      }
    }
    return blocks
  }
}

extension PixelRect {
  /// Whether the middle of the area lies between the left and the right edge of another area.
  fileprivate func isBetween(_ other: PixelRect) -> Bool {
    other.x <= x + width / 2 && x + width / 2 < other.maxX
  }

  /// Whether the middle of the area is among the cells of a row or a column.
  fileprivate func isIn(_ line: PlannedLine) -> Bool {
    let cells = line.cells
    let (across, down) = (x + width / 2, y + height / 2)
    return cells.x <= across && across < cells.maxX && cells.y <= down && down < cells.maxY
  }
}
