internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText

extension SheetPlanner {
  /// Puts the pictures of each group into the order of its matrix, and leaves out those that have no
  /// place in it, unless the matrices are given.
  ///
  /// - Returns: The matrix of each group; nil for layouts without.
  /// - Throws: ``PlanningError`` where no picture has a place, or several have one that must not.
  func takeIntoMatrices(
    _ groups: inout [[Candidate]], _ given: [PictureMatrix?], _ notes: inout [Note]
  ) throws(PlanningError) -> [PictureMatrix]? {
    guard let axes = traits.axes else { return nil }
    let known = given.compactMap(\.self)
    if known.count == groups.count, !groups.isEmpty {
      // Unreadable pictures may have been left out.
      return zip(known, groups).map { matrix, group in
        var matrix = matrix
        matrix.places = group.compactMap(\.cell?.place)
        return matrix
      }
    }
    let sorting = MatrixSorting(
      axes: axes, order: job.order, sharesColumns: job.paging.hasSections)
    var found = MatrixNotes()
    let results = try sorting.matrices(of: groups.map { $0.map(\.facts) }, &found)
    notes += found.all
    let first = groups.joined().first?.picture.source.name
    let isParsed = groups.joined().contains(where: \.facts.isParsed)
    for (index, result) in results.enumerated() {
      groups[index] = zip(result.shown, result.matrix.places).map { item, place in
        var candidate = groups[index][item]
        candidate.cell = MatrixCell(at: place, of: result.matrix)
        return candidate
      }
    }
    if let first, groups.allSatisfy(\.isEmpty) {
      if let parsing = job.parsing.first, !isParsed {
        throw .emptyMatrix(.noMatch(template: parsing.source, first: first))
      }
      throw .emptyMatrix(found.emptyLine.map(EmptyMatrix.noValue) ?? .noPlace(first: first))
    }
    return results.map(\.matrix)
  }

  /// What a page shows of a matrix beside its tiles.
  struct PlannedLines {
    var rows: [PlannedLine] = []
    var columns: [PlannedLine] = []
    var cells: SparseMatrix
    var texts: [PlannedText] = []
  }

  /// The rows and columns of a block, with their headings as texts.
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
    // Labels stand beside pictures, and there is none in an empty cell.
    let around = outset - overhang - furniture.labelInsets.limited(to: outset - overhang)
    let (firstRow, firstColumn) = (block.rows[0].index, block.columns[0].index)
    var lines = PlannedLines(
      cells: SparseMatrix(
        rows: block.rows.map { area($0.cells, around) },
        columns: block.columns.map { area($0.cells, around) },
        filled: block.places.lazy.map {
          Matrix.Place(row: $0.row - firstRow, column: $0.column - firstColumn)
        }))
    func planned(
      _ line: MatrixLine, _ heading: Fact, _ text: (Fact, PixelRect) -> PlannedText
    ) -> PlannedLine {
      let text = line.heading.map { text(heading, area($0, sides)) }
      if let text { lines.texts.append(text) }
      return PlannedLine(
        heading: heading.text, headingArea: text?.area, cells: area(line.cells, outset))
    }
    lines.columns = block.columns.map { planned($0, matrix.columns[$0.index], columnHeading) }
    lines.rows = block.rows.map { planned($0, matrix.rows[$0.index], rowHeading) }
    // Matrices with notes are narrow: they compare.
    for (row, line) in block.rows.enumerated() where !matrix.notes.isEmpty {
      for column in block.columns.indices {
        let place = Matrix.Place(row: line.index, column: firstColumn + column)
        guard let text = matrix.notes[place] else { continue }
        lines.cells.write(row: row, column: column) { note(text, in: $0) }
      }
    }
    return lines
  }

  /// A heading that stands at the foot of its area, near to the cells below.
  private func columnHeading(_ heading: Fact, in area: PixelRect) -> PlannedText {
    let lines = headingType.columnLines(of: heading, width: area.width)
    var place = area
    place.height = min(area.height, lines * headingType.lineHeight)
    place.y = area.maxY - place.height
    return PlannedText(
      .label, text: heading.text, area: place, size: headingType.size, alignment: .center,
      overflow: .wrap)
  }

  /// A heading in the middle beside the cells of its row, or above them.
  private func rowHeading(_ heading: Fact, in area: PixelRect) -> PlannedText {
    let lines = headingType.lines(
      of: heading, width: area.width, maximum: max(1, area.height / headingType.lineHeight))
    return PlannedText(
      .label, text: heading.text, area: middle(of: area, lines: lines), size: headingType.size,
      alignment: .left, overflow: .wrap)
  }

  /// Why a cell is empty, in its middle; nil where there is no room for a line.
  private func note(_ text: String, in cell: PixelRect) -> PlannedText? {
    guard cell.height >= headingType.lineHeight, cell.width > 0 else { return nil }
    return PlannedText(
      .note, text: text, area: middle(of: cell, lines: 1), size: headingType.size,
      alignment: .center, overflow: .end)
  }

  /// The place of some lines in the middle of the height of an area, as many as it has room for.
  private func middle(of area: PixelRect, lines: Int) -> PixelRect {
    let height = min(area.height, lines * headingType.lineHeight)
    return PixelRect(
      x: area.x, y: area.y + (area.height - height) / 2, width: area.width, height: height)
  }

  /// A line over the headings: what the names of folders leave out, and where in the matrix the page
  /// is, if a page has not all columns.
  ///
  /// Rows are told where a page has not all of one matrix.
  func position(of draft: Draft, on size: PixelSize) -> [PlannedText] {
    let width = size.width - 2 * job.margin.horizontal
    guard width > 0, let (block, matrix) = draft.matrices.first else { return [] }
    var parts = [matrix.sharedEnd.map { "…/\($0)" }].compactMap(\.self)
    if draft.layout.isOverSeveralPages {
      if draft.matrices.count == 1, block.rows.count < matrix.rows.count {
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
          x: job.margin.horizontal, y: spacing.edges.top, width: width, height: height),
        size: headingType.positionSize, alignment: .left, overflow: .end)
    ]
  }

  /// `rows 1 to 20 of 60`.
  private static func range(_ lines: [MatrixLine], of count: Int, _ noun: String) -> String {
    guard let first = lines.first, let last = lines.last else { return "" }
    return lines.count == 1
      ? "\(noun) \(first.index + 1) of \(count)"
      : "\(noun)s \(first.index + 1) to \(last.index + 1) of \(count)"
  }
}

extension SheetPlanner.Draft {
  /// Which block of a matrix the page is; nil unless columns go on on other pages.
  var block: PageBlock? {
    guard layout.isOverSeveralPages, let place = page.arrangement.matrices.first?.page
    else { return nil }
    return PageBlock(row: place.row + 1, column: place.column + 1)
  }

  /// The blocks of the page with the matrices that they are of.
  var matrices: [(MatrixBlock, PictureMatrix)] {
    let headings = page.arrangement.headings
    return page.arrangement.matrices.enumerated().compactMap { index, block in
      group(of: headings.isEmpty ? nil : headings[index]).matrix.map { (block, $0) }
    }
  }
}

extension [PlannedFact] {
  /// These facts with others in the place of those of the same keys.
  func overridden(by facts: [FactKey: Fact]) -> [PlannedFact] {
    if facts.isEmpty { return self }
    let others = facts.map { PlannedFact(key: "\($0)", value: $1.value) }
    return filter { fact in !others.contains { $0.key == fact.key } } + others
  }
}

extension PixelInsets {
  /// These insets, edge by edge no more than others.
  fileprivate func limited(to other: PixelInsets) -> PixelInsets {
    PixelInsets(
      top: min(top, other.top), left: min(left, other.left), bottom: min(bottom, other.bottom),
      right: min(right, other.right))
  }
}
