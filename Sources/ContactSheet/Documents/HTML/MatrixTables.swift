internal import SheetLayout
internal import SheetPlans

extension HTMLPage {
  /// Writes the matrices of a page as tables, whose links cover the tiles.
  ///
  /// If there are sections, each table is below the heading of its section. The tables are for
  /// copying, and for screen readers, which read out the headings of a cell.
  func writeTables(of page: SheetPage, to html: HTMLWriter) {
    var (tiles, notes) = (page.tiles[...], page.emptyCells.withTexts[...])
    guard !page.sections.isEmpty else {
      for (rows, columns) in page.blocks {
        let own = tiles.prefix { $0.cell.isBetween(rows[0].cells) }
        let ownNotes = notes.prefix { $0.cell.isBetween(rows[0].cells) }
        (tiles, notes) = (tiles.dropFirst(own.count), notes.dropFirst(ownNotes.count))
        writeTable(rows, columns, own, ownNotes, on: page, to: html)
      }
      return
    }
    for (index, section) in page.sections.enumerated() {
      func isOwn(_ line: RowOrColumn) -> Bool {
        section.area.y <= line.cells.y && line.cells.y < section.area.maxY
      }
      let (rows, columns) = (page.rows.filter(isOwn), page.columns.filter(isOwn))
      let own = tiles.prefix(section.tileCount)
      let ownNotes = notes.prefix { $0.cell.y < section.area.maxY }
      (tiles, notes) = (tiles.dropFirst(own.count), notes.dropFirst(ownNotes.count))
      writePlacedHeading(ofSection: index, on: page, to: html)
      writeTable(rows, columns, own, ownNotes, on: page, to: html)
    }
  }

  /// Writes a table, row by row, with the notes in its empty cells.
  ///
  /// There may be far more cells than tiles, and a cell may contain several tiles.
  private func writeTable(
    _ rows: [RowOrColumn], _ columns: [RowOrColumn], _ tiles: ArraySlice<PlannedTile>,
    _ notes: ArraySlice<PlannedEmptyCell>, on page: SheetPage, to html: HTMLWriter
  ) {
    // Tiles and notes are in order, row by row.
    var (tiles, notes) = (tiles, notes)
    html.block(.table) {
      if columns.contains(where: { !$0.heading.isEmpty }) {
        html.block(.thead) {
          html.line(.tr) {
            html.element(.td)
            for column in columns { writeHeader(column, "col", on: page, to: html) }
          }
        }
      }
      html.block(.tbody) {
        for row in rows {
          html.line(.tr) {
            writeHeader(row, "row", on: page, to: html)
            for column in columns {
              html.element(.td) {
                while let tile = tiles.first, tile.cell.isIn(row), tile.cell.isIn(column) {
                  write(tile, on: page, to: html)
                  tiles.removeFirst()
                }
                guard let note = notes.first, note.cell.isIn(row), note.cell.isIn(column) else {
                  return
                }
                notes.removeFirst()
                if let text = note.text {
                  html.element(.b, ["class": classes(of: note.cell, on: page)], text: text.text)
                }
              }
            }
          }
        }
      }
    }
  }

  /// Writes the header of a row or column, placed over the heading that the sheet shows, if it
  /// shows one.
  private func writeHeader(
    _ line: RowOrColumn, _ scope: HTMLWriter.Value, on page: SheetPage, to html: HTMLWriter
  ) {
    html.element(.th, ["scope": scope]) {
      let place = line.headingArea.map { classes(of: $0, on: page) }
      html.element(.b, ["class": place], text: line.heading)
    }
  }
}

extension SheetPage {
  /// The rows and columns of each block of rows, from left to right.
  fileprivate var blocks: [(rows: [RowOrColumn], columns: [RowOrColumn])] {
    var blocks: [(rows: [RowOrColumn], columns: [RowOrColumn])] = []
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
  /// Whether the centre of the area is between the left and right edges of another area.
  fileprivate func isBetween(_ other: PixelRect) -> Bool {
    other.x <= x + width / 2 && x + width / 2 < other.maxX
  }

  /// Whether the centre of the area is among the cells of a row or column.
  fileprivate func isIn(_ line: RowOrColumn) -> Bool {
    let cells = line.cells
    let (across, down) = (x + width / 2, y + height / 2)
    return cells.x <= across && across < cells.maxX && cells.y <= down && down < cells.maxY
  }
}
