internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetText

/// The rows and columns of a matrix on a page, next to its tiles.
struct PlannedLines {
  var rows: [RowOrColumn] = []
  var columns: [RowOrColumn] = []
  var cells: SparseMatrix
  var texts: [PlannedText] = []
}

extension PageMetrics {
  /// The rows and columns of a block, with their headings as text.
  func lines(
    of block: MatrixBlock, _ matrix: PictureMatrix, on size: PixelSize
  ) -> PlannedLines {
    let page = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let origin = Point(x: Double(spacing.edges.left), y: Double(spacing.edges.top))
    func area(_ rect: Rect, _ outset: PixelInsets) -> PixelRect {
      rect.moved(by: origin).snapped.outset(by: outset).intersection(page)
    }
    let (outset, overhang) = (spacing.outset, spacing.overhang)
    let sides = PixelInsets(top: 0, left: outset.left, bottom: 0, right: outset.right)
    // Labels are outside pictures, and an empty cell has none.
    let around = outset - overhang - decoration.labelInsets.limited(to: outset - overhang)
    let (firstRow, firstColumn) = (block.rows[0].index, block.columns[0].index)
    var lines = PlannedLines(
      cells: SparseMatrix(
        rows: block.rows.map { area($0.cells, around) },
        columns: block.columns.map { area($0.cells, around) },
        filled: block.places.lazy.map {
          Matrix.Place(row: $0.row - firstRow, column: $0.column - firstColumn)
        }))
    func planned(
      _ line: HeadedArea, _ heading: Fact, isShown: Bool = true,
      _ text: (Fact, PixelRect) -> PlannedText
    ) -> RowOrColumn {
      let text =
        heading.text.isEmpty || !isShown
        ? nil : line.heading.map { text(heading, area($0, sides)) }
      if let text { lines.texts.append(text) }
      return RowOrColumn(
        heading: heading.text, headingArea: text?.area, cells: area(line.cells, outset))
    }
    let showsColumns = (job.layout as? MatrixLayout)?.columnHeading != Sheet.ColumnHeading.none
    lines.columns = block.columns.map {
      // Headings of columns are directly above the cells.
      planned($0, matrix.columns[$0.index], isShown: showsColumns) { heading, area in
        if let shown = headingType.upwards(heading) {
          return upwards(heading.text, shown, in: area)
        }
        let lines = headingType.columnLines(of: heading, width: area.width)
        var placed = text(heading.text, lines: lines, in: area, .center, atFoot: true)
        placed.shown =
          headingType.shortened(heading)
          ?? headingType.shownLines(
            of: heading.text, width: area.width, maximum: HeadingType.maximumColumnLines)
        return placed
      }
    }
    lines.rows = block.rows.map {
      planned($0, matrix.rows[$0.index]) { heading, area in
        if (job.layout as? MatrixLayout)?.rowHeading == .up {
          return upwards(heading.text, heading.text.oneLine, in: area, .center)
        }
        let most = max(1, area.height / headingType.lineHeight)
        let lines = headingType.lines(of: heading, width: area.width, maximum: most)
        var placed = text(heading.text, lines: lines, in: area, .left)
        placed.shown = headingType.shownLines(
          of: heading.text, width: area.width, maximum: most)
        return placed
      }
    }
    let stacks =
      matrix.fullestCell > 1
      ? matrix.stacks(
        in: firstRow..<firstRow + block.rows.count,
        firstColumn..<firstColumn + block.columns.count) : []
    for stack in stacks {
      let place = matrix.places[stack.lowerBound]
      guard let line = block.stackLines[place] else { continue }
      lines.texts.append(
        text("\(stack.count)", lines: 1, in: area(line, PixelInsets(0)), .center))
    }
    // Matrices with text in empty cells are narrow, since they compare pictures.
    struct Room: Hashable { let note: String, size: PixelSize }
    var fitting: [Room: (size: Double, lines: Int)] = [:]
    for (row, line) in block.rows.enumerated() where !matrix.notes.isEmpty {
      for column in block.columns.indices {
        let place = Matrix.Place(row: line.index, column: firstColumn + column)
        guard let note = matrix.notes[place] else { continue }
        lines.cells.write(row: row, column: column) { cell in
          guard cell.height >= headingType.lineHeight, cell.width > 0 else { return nil }
          let room = Room(note: note, size: cell.size)
          let (size, lines) = fitting[room] ?? headingType.fitting(note, in: cell.size)
          fitting[room] = (size, lines)
          return text(note, .note, lines: lines, in: cell, .center, size: size)
        }
      }
    }
    return lines
  }

  /// Text turned by 90° in the middle of an area; by default, it begins at the foot of the area.
  private func upwards(
    _ text: String, _ shown: String, in area: PixelRect, _ alignment: Sheet.TextAlignment = .left
  ) -> PlannedText {
    var place = area
    place.width = min(area.width, headingType.lineHeight)
    place.x += (area.width - place.width) / 2
    return PlannedText(
      .label, text: text, shown: shown == text ? nil : shown, area: place, size: headingType.size,
      alignment: alignment, overflow: .end
    ).turnedUpwards
  }

  /// Lines of text, vertically centred in an area or at its bottom, as far as they fit.
  private func text(
    _ text: String, _ role: TextRole = .label, lines: Int, in area: PixelRect,
    _ alignment: Sheet.TextAlignment, atFoot: Bool = false, size: Double? = nil
  ) -> PlannedText {
    var place = area
    let size = size ?? headingType.size
    place.height = min(area.height, lines * TypeScale.lineHeight(size))
    place.y += (area.height - place.height) / (atFoot ? 1 : 2)
    return PlannedText(
      role, text: text, area: place, size: size, alignment: alignment, overflow: .wrap)
  }

  /// The line above the headings: the shared ending of folder names, and which columns are on a
  /// page that lacks some.
  ///
  /// Rows are mentioned if the page shows part of a single matrix.
  func position(of page: LaidOutPage, on size: PixelSize) -> [PlannedText] {
    let width = size.width - job.margins.horizontal
    guard width > 0, let (block, matrix) = page.matrices.first else { return [] }
    var parts = [matrix.sharedEnd.map { "…/\($0)" }].compactMap(\.self)
    if page.layout.isOverSeveralPages {
      if page.matrices.count == 1, block.rows.count < matrix.rows.count {
        parts.append(Self.range(block.rows, of: matrix.rows.count, "row"))
      }
      parts.append(Self.range(block.columns, of: matrix.columns.count, "column"))
    }
    if parts.isEmpty { return [] }
    let height = TypeScale.lineHeight(headingType.positionSize)
    return [
      PlannedText(
        .heading, text: parts.joined(separator: ", "),
        area: PixelRect(
          x: job.margins.left, y: spacing.edges.top, width: width, height: height),
        size: headingType.positionSize, alignment: .left, overflow: .end)
    ]
  }

  /// `rows 1 to 20 of 60`.
  private static func range(_ lines: [HeadedArea], of count: Int, _ noun: String) -> String {
    guard let first = lines.first, let last = lines.last else { return "" }
    return lines.count == 1
      ? "\(noun) \(first.index + 1) of \(count)"
      : "\(noun)s \(first.index + 1) to \(last.index + 1) of \(count)"
  }
}

extension LaidOutPage {
  /// The block of a matrix shown on the page; nil if every page has all columns.
  var block: PageBlock? {
    guard layout.isOverSeveralPages, let place = arrangement.matrices.first?.page
    else { return nil }
    return PageBlock(row: place.row + 1, column: place.column + 1)
  }

  /// The blocks of the page, with their matrices.
  var matrices: [(MatrixBlock, PictureMatrix)] {
    let headings = arrangement.headings
    return arrangement.matrices.enumerated().compactMap { index, block in
      group(of: headings.isEmpty ? nil : headings[index]).matrix.map { (block, $0) }
    }
  }
}

extension PixelInsets {
  /// These insets, each limited to the same inset of `other`.
  fileprivate func limited(to other: PixelInsets) -> PixelInsets {
    PixelInsets(
      top: min(top, other.top), left: min(left, other.left), bottom: min(bottom, other.bottom),
      right: min(right, other.right))
  }
}
