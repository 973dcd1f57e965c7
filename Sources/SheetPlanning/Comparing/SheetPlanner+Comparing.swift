internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
package import SheetPlans
internal import SheetText

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
  /// - Returns: The plan with its pictures, of which there may be none.
  /// - Throws: What planning any groups throws.
  package func plan(
    _ groups: [Group<PicturePair>], comparing comparison: PlannedComparison,
    showing shown: ShownPairs
  ) throws -> PlannedPictures {
    let pictures = groups.compactMap {
      $0.shown(shown, isTransposed: traits.axes?.isTransposed)
    }
    let all = pictures.flatMap(\.members).map(\.picture)
    if job.comparison?.rule.hottest != nil, !all.contains(where: { $0.difference != nil }) {
      // Without a picture of differences there is nothing that a bar would explain.
      var (job, rule) = (job, comparison.rule)
      rule.hottest = nil
      job.comparison?.rule = rule
      return try SheetPlanner(job, tableLines: tableLines, spans, chosen).plan(
        groups, comparing: PlannedComparison(rule: rule, pairs: comparison.pairs), showing: shown)
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
  fileprivate func shown(_ shown: ShownPairs, isTransposed: Bool?) -> PictureGroup? {
    let pairs = members.filter { $0.isShown(shown) }
    guard !pairs.isEmpty else { return nil }
    var cells: [(place: Matrix.Place, picture: PictureFacts)] = []
    var notes: [Matrix.Place: String] = [:]
    func place(_ row: Int, _ column: Int) -> Matrix.Place {
      isTransposed == true
        ? Matrix.Place(row: column, column: row) : Matrix.Place(row: row, column: column)
    }
    for (row, pair) in pairs.enumerated() {
      for (column, picture) in [pair.pictures.before, pair.pictures.after, pair.difference]
        .enumerated()
      {
        let place = place(row, column)
        if let picture { cells.append((place, picture)) }
        // What cannot be read may be left out yet.
        notes[place] = picture == nil ? pair.note(inColumn: column) : "not readable"
      }
    }
    cells.sort { $0.place < $1.place }
    let (headings, columns) = (
      pairs.map(\.heading), ["before", "after", "difference"].map { Fact($0) }
    )
    return PictureGroup(
      name: name, members: cells.map(\.picture),
      matrix: PictureMatrix(
        rows: isTransposed == true ? columns : headings,
        columns: isTransposed == true ? headings : columns, places: cells.map(\.place),
        notes: notes))
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
