internal import SheetLayout
internal import SheetPlans

extension HTMLPieces {
  /// The matrices of a page as tables, whose links lie over the tiles; each under the heading of its
  /// section, if there are sections.
  ///
  /// They are tables to screen readers, which tell the headings of a cell, and for copying.
  func tables(of page: SheetPage) -> [HTML] {
    var empty = page.emptyCells[...]
    guard !page.sections.isEmpty else {
      return table(page.rows, page.columns, page.tiles[...], &empty, on: page)
    }
    var (html, first): ([HTML], Int) = ([], 0)
    for (index, section) in page.sections.enumerated() {
      let tiles = page.tiles[first..<first + section.tileCount]
      first += section.tileCount
      func isOwn(_ line: PlannedLine) -> Bool {
        section.area.y <= line.cells.y && line.cells.y < section.area.maxY
      }
      html.append(placedHeading(ofSection: index, on: page))
      html += table(page.rows.filter(isOwn), page.columns.filter(isOwn), tiles, &empty, on: page)
    }
    return html
  }

  /// A table, row by row.
  private func table(
    _ rows: [PlannedLine], _ columns: [PlannedLine], _ tiles: ArraySlice<PlannedTile>,
    _ empty: inout ArraySlice<PlannedEmptyCell>, on page: SheetPage
  ) -> [HTML] {
    var head: HTML = "<table>\n<thead>\n<tr><td></td>"
    for column in columns { head += header(column, "col", on: page) }
    head += "</tr>\n</thead>\n<tbody>\n"
    var html = [head]
    var rest = tiles
    for row in rows {
      var line: HTML = "<tr>\(header(row, "row", on: page))"
      for column in columns {
        // Tiles are in order, row by row.
        if let tile = rest.first, tile.cell.isIn(row), tile.cell.isIn(column) {
          line += "<td>\(self.tile(of: tile, on: page))</td>"
          rest = rest.dropFirst()
        } else {
          line += "<td>\(note(in: empty.popFirst(), on: page))</td>"
        }
      }
      html.append("\(line)</tr>\n")
    }
    return html + ["</tbody>\n</table>\n"]
  }

  /// Why a cell is empty, over its place on the sheet.
  private func note(in cell: PlannedEmptyCell?, on page: SheetPage) -> HTML {
    guard let cell, let text = cell.text else { return "" }
    return "<b class=\"\(places.classes(of: cell.cell, on: page.size))\">\(text.text)</b>"
  }

  /// The header of a row or a column, over its place on the sheet if it has one there.
  private func header(_ line: PlannedLine, _ scope: HTML, on page: SheetPage) -> HTML {
    guard let area = line.headingArea else {
      return "<th scope=\"\(scope)\"><b>\(line.heading)</b></th>"
    }
    let classes = places.classes(of: area, on: page.size)
    return "<th scope=\"\(scope)\"><b class=\"\(classes)\">\(line.heading)</b></th>"
  }
}

extension PixelRect {
  /// Whether the middle of the area lies among the cells of a row or a column.
  fileprivate func isIn(_ line: PlannedLine) -> Bool {
    let cells = line.cells
    let (across, down) = (x + width / 2, y + height / 2)
    return cells.x <= across && across < cells.maxX && cells.y <= down && down < cells.maxY
  }
}
