internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
package import SheetPlans
internal import SheetText
internal import SystemPackage

extension SheetPlanner {
  /// Plans a row of pictures for each pair: as it was, as it is, and what changed.
  ///
  /// Where nothing is shown, the sheet has one line that tells how many differ, so that a build has its
  /// output all the same.
  ///
  /// - Parameters:
  ///   - groups: The pairs of each group with its name, in order; pairs that are not shown are left out.
  ///   - comparison: What is compared, with all pairs.
  ///   - shown: Which pairs are shown.
  ///   - sides: What columns are called: that of pictures as they were, then as they are, in several folders
  ///     that each are compared with one.
  /// - Returns: The plan with its pictures, of which there may be none.
  /// - Throws: What planning any groups throws.
  package func plan(
    _ groups: [Group<PicturePair>], comparing comparison: PlannedComparison,
    showing shown: ShownPairs, sides: [String] = ["before", "after"]
  ) throws -> PlannedPictures {
    let pictures = groups.compactMap {
      $0.shown(
        shown, sides, isTransposed: traits.axes?.isTransposed == true,
        zooming: job.comparison?.zooms == true)
    }
    let all = pictures.flatMap(\.members).map(\.picture)
    if job.comparison?.rule.hottest != nil, !all.contains(where: { $0.difference != nil }) {
      // Without a picture of differences there is nothing that a bar would explain.
      var (job, rule) = (job, comparison.rule)
      rule.hottest = nil
      job.comparison?.rule = rule
      return try SheetPlanner(job, tableLines: tableLines, spans, chosen).plan(
        groups, comparing: PlannedComparison(rule: rule, pairs: comparison.pairs), showing: shown,
        sides: sides)
    }
    // Of pictures that cannot be read, nothing may be left to show.
    guard !all.isEmpty, job.unreadablePolicy != .skip || all.contains(where: { $0.size != nil })
    else {
      return PlannedPictures(
        plan: try plan("\(ComparisonSummary(comparison.pairs))", comparing: comparison),
        pictures: [], skipped: all, notes: PlanningNotes())
    }
    return try plan(pictures, comparing: comparison)
  }

  /// A page with one line, as wide as asked for, or else as the line is.
  private func plan(
    _ line: String, comparing comparison: PlannedComparison
  ) throws(PlanningError) -> SheetPlan {
    let fact = Fact(line)
    let extent = (job.layout as? MatrixLayout)?.givenExtent
    let edges = PixelInsets(
      top: pageTexts.room.top + job.margin.vertical, left: job.margin.horizontal,
      bottom: pageTexts.room.bottom + job.margin.vertical, right: job.margin.horizontal)
    let natural = max(headingType.width(of: [fact]) + headingType.lineHeight, Self.leastWidth)
    let width = extent?.width ?? natural + edges.horizontal
    let room = width - edges.horizontal
    guard room > 0 else { throw .layout(.edgesTooWide(edges.horizontal, side: width)) }
    let textHeight = headingType.lineHeight * headingType.lines(of: fact, width: room)
    let height = extent?.height ?? job.paging.minimumHeight ?? textHeight + edges.vertical
    guard height >= textHeight + edges.vertical else {
      throw .pageTooLow(height: height, taken: edges.vertical)
    }
    let size = try limited(Size(width: Double(width), height: Double(height)))
    let text = PlannedText(
      .note, text: line,
      area: PixelRect(x: edges.left, y: edges.top, width: room, height: textHeight),
      size: headingType.size, alignment: .left, overflow: .wrap)
    let facts = PageFacts(page: 1, pages: 1, count: 0)
    let page = SheetPage(
      number: 1, size: size, tiles: [],
      texts: pageTexts.texts(on: size, margin: job.margin, facts) + [text])
    return SheetPlan(
      layout: job.layout.name, pictures: [], pages: [page], style: job.style,
      metadata: job.metadata, unreadablePolicy: job.unreadablePolicy,
      type: TypeStyle(font: job.texts.font, color: job.texts.color, label: nil),
      encoding: job.encoding, isGray: true, tracks: [], comparison: comparison)
  }

  /// So that a title has some room too.
  private static let leastWidth = 320
}

extension Group<PicturePair> {
  /// The pictures of the pairs that are shown, with their rows and columns; nil where none is.
  ///
  /// Of several folders, a row has the picture as it was once, and what is not shown is told.
  fileprivate func shown(
    _ shown: ShownPairs, _ sides: [String], isTransposed: Bool, zooming isZoomed: Bool
  ) -> PictureGroup? {
    let rows = rows(showing: shown)
    guard !rows.isEmpty else { return nil }
    let isOfSeveral = sides.count > 2
    var cells: [(place: Matrix.Place, picture: PictureFacts)] = []
    var notes: [Matrix.Place: String] = [:]
    var parts: [Matrix.Place: PixelRect] = [:]
    for (row, pairs) in rows.enumerated() {
      let part = isZoomed ? pairs.filter { $0.isShown(shown) }.changedPart : nil
      func add(
        _ picture: PictureFacts?, _ column: Int, _ note: String?, isResized: Bool = false
      ) {
        let place =
          isTransposed
          ? Matrix.Place(row: column, column: row) : Matrix.Place(row: row, column: column)
        if let picture { cells.append((place, picture)) }
        if let part, !isResized, picture?.picture.size == part.size { parts[place] = part.area }
        // What cannot be read may be left out yet.
        notes[place] = picture == nil ? note : "not readable"
      }
      let pair = pairs.first { $0.reference != nil } ?? pairs[0]
      add(isOfSeveral ? pair.reference : pair.pictures.before, 0, pair.note(inColumn: 0))
      for pair in pairs {
        let column = 1 + 2 * pair.pictures.column
        guard pair.isShown(shown) else {
          add(nil, column, pair.finding.status.rawValue)
          continue
        }
        // Their difference is as large as both together, which may be as large as the others.
        let isResized = pair.finding.counts?.sizes != nil
        add(pair.pictures.after, column, pair.note(inColumn: 1), isResized: isResized)
        add(pair.difference, column + 1, pair.note(inColumn: 2), isResized: isResized)
      }
    }
    cells.sort { $0.place < $1.place }
    let headings = rows.map { Fact($0.heading(ofColumns: sides.count - 1)) }
    let columns = (sides.prefix(1) + sides.dropFirst().flatMap { [$0, "difference"] }).map {
      Fact($0)
    }
    return PictureGroup(
      name: name, members: cells.map(\.picture),
      matrix: PictureMatrix(
        rows: isTransposed ? columns : headings, columns: isTransposed ? headings : columns,
        places: cells.map(\.place), notes: notes, parts: parts))
  }

  /// The pairs of each row in which any is shown.
  private func rows(showing shown: ShownPairs) -> [[PicturePair]] {
    members.grouped { $0.pictures.row }.filter { $0.contains { $0.isShown(shown) } }
  }
}

extension [PicturePair] {
  /// The heading of a row: the path, and how much has changed, in each of several columns.
  fileprivate func heading(ofColumns count: Int) -> String {
    let path = self[0].pictures.row.string.oneLine
    if count == 1 { return self[0].told.map { "\(path) (\($0))" } ?? path }
    var told = Array<String>(repeating: "–", count: count)
    for pair in self { told[pair.pictures.column] = pair.told ?? pair.finding.status.rawValue }
    return "\(path) (\(told.joined(separator: ", ")))"
  }
}

extension PicturePair {
  /// What stands in the place of a missing picture.
  fileprivate func note(inColumn column: Int) -> String? {
    switch (finding.status, column) {
    case (.added, 0), (.removed, 1): finding.status.rawValue
    case (.unreadable, 2): "not compared"
    case (.equal, 2), (.renamed, 2), (.allowed, 2): "equal"
    default: nil
    }
  }
}

extension PlannedCounterpart {
  /// What a difference is from.
  init(_ difference: PictureDifference) {
    self.init(
      name: difference.before.name, ignored: difference.ignored.areas,
      mask: difference.ignored.mask?.source.name)
  }
}
