internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

// Step 2 of planning: joins groups into one list of pictures. If the layout is a matrix, the
// pictures are in the order in which the matrix shows them.

/// The pictures of a sheet, one group after another.
struct GroupedPictures {
  /// A group that has pictures.
  struct Group {
    let name: String
    /// The name with the line breaks of table cells; nil if it has a single line.
    let lines: String?
    /// The indices of the group's pictures.
    let items: Range<Int>
    /// The facts shared by all of the group's pictures, and aggregates, for the heading.
    let common: [FactKey: Fact]
    /// Whether `{total}` is a column of the table, or a part of file names.
    let hasTotal: Bool
    /// The number of pictures before the limit for groups was applied; nil if it left none out.
    let wholeCount: Int?
    /// The number of pictures that are copies of others, if ``wholeCount`` is not nil.
    let copyCount: Int
    /// The group's rows and columns; nil if the layout is not a matrix.
    let matrix: PictureMatrix?
  }

  var pictures: [PictureFacts] = []
  var groups: [Group] = []
  /// Whether there was no other group, not even one without pictures.
  let isOnlyGroup: Bool
  /// The headings of the rows and columns of matrices.
  var headings: [String] {
    groups.compactMap(\.matrix).flatMap { $0.rows + $0.columns }.map(\.text)
  }
  /// The column headings of each matrix.
  var columnHeadings: [[String]] { groups.compactMap { $0.matrix?.columns.map(\.text) } }
}

extension SheetPlanner {
  /// The pictures of all groups in one list, with the best of each group marked.
  ///
  /// - Throws: ``ContactSheetError`` if no picture has a cell in a matrix, or if several have the
  ///   same cell.
  func grouped(
    _ groups: consuming [PictureGroup], _ notes: inout [Note]
  ) throws(ContactSheetError) -> GroupedPictures {
    try takeIntoMatrices(&groups, &notes)
    var grouped = GroupedPictures(isOnlyGroup: groups.count == 1)
    let keys = job.texts.heading?.keys ?? []
    for index in groups.indices where !groups[index].members.isEmpty {
      for (place, best) in job.best.enumerated() { best.mark(&groups[index].members, as: place) }
      let own = groups[index].members
      // A single list, which may have a million pictures, is not copied.
      if grouped.pictures.isEmpty { grouped.pictures = own } else { grouped.pictures += own }
      groups[index].members = []
      grouped.groups.append(
        GroupedPictures.Group(
          name: groups[index].name, lines: linesOfName(own[0]),
          items: grouped.pictures.count - own.count..<grouped.pictures.count,
          common: own.common(keys),
          hasTotal: keys.contains(FactKey("total")) && own[0].isNamed("total"),
          wholeCount: groups[index].wholeCount,
          copyCount: groups[index].wholeCount == nil ? 0 : own.count(where: \.isCopy),
          matrix: groups[index].matrix))
    }
    for best in job.best { try best.check(grouped.pictures) }
    return grouped
  }

  /// The name of a picture's group with the line breaks of table cells; nil if it has a single
  /// line.
  private func linesOfName(_ picture: PictureFacts) -> String? {
    guard tableHasLines, case .facts(let template, _) = job.paging.groupKey else { return nil }
    let lines = template.body.text(keepingLines: true, from: picture.fact)
    return lines.contains("\n") ? lines : nil
  }

  /// The note on pictures beyond the limit of their groups, unless headings show their number; nil
  /// if there are none.
  func noteOnLimitedGroups(_ groups: [GroupedPictures.Group]) -> Note? {
    guard let limit = job.groupLimit, !job.hasUsualHeadings else { return nil }
    let hidden = groups.reduce(0) { $0 + max(0, ($1.wholeCount ?? 0) - limit) }
    guard hidden > 0 else { return nil }
    return Note(
      .limitedGroups,
      "\(hidden.counted("image")) \(hidden == 1 ? "is" : "are") left out, because each group shows "
        + "only its first \(limit == 1 ? "image" : limit.counted("image"))",
      [.count: hidden])
  }

  /// The number of pictures in a row without columns on a sheet whose width is not given.
  private static let usualRowLimit = 10
  /// The fraction of a page's width that is left beside margins and headings.
  private static let shareOfRow = 0.85
  /// The widths at which pictures can be made out: on paper in millimetres, elsewhere in pixels.
  private static let legibleWidths = (paper: 20.0, screen: 128.0)
  /// The minimum width of columns in pixels, at which they are not divided among pages, whatever
  /// the width of headings.
  private static let leastColumn = 72.0
  /// The usual gap between pictures, as a fraction of their width.
  private static let shareOfGap = 0.1

  /// The number of pictures in a row without columns: as many as can be made out in the given
  /// width.
  private func usualRowLimit(of groups: [PictureGroup]) -> Int {
    guard let layout = job.layout as? MatrixLayout, !layout.sorting.isTransposed,
      let page = layout.givenExtent?.width
    else { return Self.usualRowLimit }
    var width = Self.legibleWidths.screen
    if job.texts.areOnPaper {
      let perInch = job.encoding.pixelsPerInch ?? Sheet.Paper.pixelsPerInch
      width = Sheet.Length.millimetres(Self.legibleWidths.paper).fractionalPixels(perInch: perInch)
    } else {
      let widest = groups.lazy.flatMap(\.members).compactMap { $0.picture.uprightSize?.width }.max()
      width = min(width, Double(widest ?? .max))
    }
    width = max(width, Self.leastColumn) * (1 + Self.shareOfGap)
    return max(1, Int(Self.shareOfRow * Double(page) / width))
  }

  /// Puts the pictures of each group into the order of its matrix, leaving out pictures without a
  /// cell.
  ///
  /// From matrices that are already known, only the places of unreadable pictures are removed.
  private func takeIntoMatrices(
    _ groups: inout [PictureGroup], _ notes: inout [Note]
  ) throws(ContactSheetError) {
    guard let axes = job.layout.traits.axes else { return }
    if !groups.isEmpty, groups.allSatisfy({ $0.matrix != nil }) {
      for index in groups.indices {
        let places = groups[index].members.compactMap(\.overrides.cell?.place)
        groups[index].matrix?.places = places
      }
      return
    }
    var sorting = MatrixSorting(job, by: axes)
    sorting.usualRowLimit = usualRowLimit(of: groups)
    var found = MatrixNotes()
    let results = try sorting.matrices(of: groups.map(\.members), &found)
    notes += found.all
    if found.sequence == nil,
      let note = Note.emptyCells(
        of: results.map(\.matrix), by: axes,
        areExplained: job.sample != .all || found.areAxesEqual)
    {
      notes.append(note)
    }
    let first = groups.lazy.flatMap(\.members).first?.picture.source.name
    let isParsed = groups.lazy.flatMap(\.members).contains(where: \.isParsed)
    for (index, result) in results.enumerated() {
      let members = groups[index].members
      groups[index].matrix = result.matrix
      groups[index].members = zip(result.shown, result.matrix.places).map { item, place in
        var picture = members[item]
        picture.overrides.cell = result.matrix.cell(at: place)
        return picture
      }
    }
    if let first, groups.allSatisfy(\.members.isEmpty) {
      if let parsing = job.parsing.first, !isParsed {
        throw .noMatchInMatrix(template: parsing.source, first: first)
      }
      throw found.emptyLine.map { .noValueInMatrix($0) } ?? .noPlaceInMatrix(first: first)
    }
  }
}
