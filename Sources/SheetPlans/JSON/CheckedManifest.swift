internal import SheetLayout
internal import SheetPictures

// What a manifest says comes from outside: numbers, names and paths are checked here, and nowhere
// else, and so is what belongs together.

extension ManifestJSON {
  /// A tile with its picture, by the index that the manifest says.
  typealias CheckedTile = (tile: PlannedTile, picture: PlannedPicture)

  /// The plan, with where its pages are to go; each must have a file.
  ///
  /// `tiles` are those of each page that its own list lacks, and `pairs` those that the list of all
  /// pairs lacks.
  func manifest(
    tiles: consuming [[CheckedTile]] = [], pairs: [ComparedPair] = []
  ) throws(ManifestError) -> SheetManifest {
    let plan = try plan(tiles: tiles, pairs: pairs)
    let files = try pages.checkedEach("pages") { (page, path) throws(ManifestError) in
      try page.file.required(path + ".file").checkedPath(path + ".file")
    }
    return SheetManifest(plan, files: files, root: try root?.checkedPath("root"))
  }

  /// The plan; arguments as for ``manifest(tiles:pairs:)``.
  func plan(
    tiles: consuming [[CheckedTile]] = [], pairs others: [ComparedPair] = []
  ) throws(ManifestError) -> SheetPlan {
    guard version.number >= 1 else {
      throw .invalid(path: "version", reason: "\(version.number) is not a version")
    }
    let rule = try options.rule()
    let pairs = pairs ?? []
    guard rule != nil || pairs.isEmpty && others.isEmpty else {
      throw .invalid(path: "pairs", reason: "options.tolerance says what they were compared by")
    }
    let (grid, own) = (try grid?.checked("grid"), try pages.first?.grid?.checked("pages[0].grid"))
    var checked = CheckedPages(
      isComparing: rule != nil, grid: own ?? grid,
      sections: Dictionary(grouping: (sections ?? []).enumerated(), by: \.element.page),
      rows: Dictionary(grouping: (rows ?? []).enumerated(), by: \.element.page),
      columns: Dictionary(grouping: (columns ?? []).enumerated(), by: \.element.page))
    for (index, page) in pages.enumerated() {
      var own: [CheckedTile] = []
      // Each list is given up here, so that none is held twice.
      if index < tiles.count { swap(&own, &tiles[index]) }
      // Both have some where a key is there once more, with a character escaped.
      guard own.isEmpty || page.tiles.isEmpty else { throw .twice }
      own += try page.tiles.checkedEach("pages[\(index)].tiles") {
        (element, path) throws(ManifestError) in try element.checked(path)
      }
      try checked.add(page, own)
    }
    guard tiles.allSatisfy(\.isEmpty) else { throw .twice }
    try checked.checkEnd()
    guard pairs.isEmpty || others.isEmpty else {
      throw .invalid(path: "pairs", reason: "it is there twice")
    }
    let checkedPairs =
      try others
      + pairs.checkedEach("pairs") { (element, path) throws(ManifestError) in
        try element.checked(path)
      }
    return SheetPlan(
      layout: layout, pictures: checked.pictures, firstIndex: checked.firstIndex ?? 0,
      pages: checked.pages, style: try options.style(),
      metadata: MetadataUse(color: options.color, orientation: options.orient),
      unreadablePolicy: options.onError,
      type: try options.text?.checked("options.text") ?? SheetPlans.TypeStyle(),
      encoding: try options.encoding(), isGray: options.gray,
      tracks: try (tracks ?? []).checkedEach("tracks") { (element, path) throws(ManifestError) in
        try element.checked(path)
      },
      comparison: rule.map { PlannedComparison(rule: $0, pairs: checkedPairs) })
  }
}

extension ManifestError {
  fileprivate static var twice: ManifestError {
    .invalid(path: "pages", reason: "it is there twice, or 'tiles' is in one of the pages")
  }
}

/// What a manifest lists under one key for all of its pages, by the numbers of these, with the places
/// in that list.
private typealias ByPage<Element> = [Int: [(offset: Int, element: Element)]]

/// The pages that have been checked, and what is listed for the others.
private struct CheckedPages {
  /// How many times the cells of a page, and its texts, may cover it.
  ///
  /// Planned ones lie side by side. Those of a plan that was changed by hand may overlap, but each
  /// takes its own time and memory, so that a thousand as large as the page would take a thousand
  /// times as much as the page.
  private static let maximumCoverage = 2

  /// Whether the manifest says how pictures are compared.
  let isComparing: Bool
  /// The rows and columns of pages that do not have their own.
  let grid: PageGrid?
  var sections: ByPage<ManifestJSON.Section>
  var rows: ByPage<ManifestJSON.Line>
  var columns: ByPage<ManifestJSON.Line>

  var pages: [SheetPage] = []
  var pictures: [PlannedPicture] = []
  /// The index that the first tile has in the manifest.
  var firstIndex: Int?

  mutating func add(
    _ page: ManifestJSON.Page, _ tiles: [ManifestJSON.CheckedTile]
  ) throws(ManifestError) {
    let path = "pages[\(pages.count)]"
    let number = try (page.number ?? pages.count + 1).checked(
      1...Extent.maximumSide, path + ".number")
    guard number > pages.last?.number ?? 0 else {
      throw .invalid(
        path: path + ".number", reason: "\(number) is not more than that of the page ahead")
    }
    guard Extent(width: page.width, height: page.height) != nil else {
      throw .invalid(
        path: path, reason: "\(page.width) x \(page.height) is not the size of a sheet")
    }
    let sheet = PixelRect(x: 0, y: 0, width: page.width, height: page.height)
    let texts = try (page.texts ?? []).checkedEach(path + ".texts") {
      (text, path) throws(ManifestError) in
      try text.checked(path, text.role?.wrappedValue ?? .header, inside: sheet, "the sheet")
    }
    let emptyCells = try (page.emptyCells ?? []).checkedEach(path + ".emptyCells") {
      (empty, path) throws(ManifestError) in try empty.checked(path, inside: sheet)
    }
    try Self.checkCoverage(tiles.map(\.tile.cell), of: sheet, path + ".tiles")
    try Self.checkCoverage(texts.map(\.area), of: sheet, path + ".texts")
    try Self.checkCoverage(emptyCells.map(\.cell), of: sheet, path + ".emptyCells")
    for (place, (tile, picture)) in tiles.enumerated() {
      guard tile.cell.isInside(sheet) else {
        throw .invalid(path: "\(path).tiles[\(place)].cell", reason: "it is not inside the sheet")
      }
      guard picture.comparedWith == nil || isComparing else {
        throw .invalid(
          path: "\(path).tiles[\(place)].comparedWith",
          reason: "options.tolerance does not say how")
      }
    }
    firstIndex = firstIndex ?? tiles.first?.tile.index
    let first = pictures.count
    pictures += tiles.lazy.map(\.picture)
    pages.append(
      SheetPage(
        number: number, size: sheet.size,
        tiles: tiles.enumerated().map { $1.tile.at(index: first + $0) }, texts: texts,
        grid: try page.grid?.checked(path + ".grid") ?? grid,
        sections: try takeSections(of: number, tileCount: tiles.count, inside: sheet),
        rows: try Self.lines(rows.removeValue(forKey: number), "rows", inside: sheet),
        columns: try Self.lines(columns.removeValue(forKey: number), "columns", inside: sheet),
        emptyCells: PlannedEmptyCells(emptyCells),
        block: try page.block?.checked(path + ".block"),
        bar: try page.bar?.checked(path + ".bar", inside: sheet, "the sheet")))
  }

  /// Checks that areas together do not cover far more than the page.
  private static func checkCoverage(
    _ areas: [PixelRect], of page: PixelRect, _ path: @autoclosure () -> String
  ) throws(ManifestError) {
    // As doubles, because many areas together have more pixels than an `Int` holds.
    func pixels(_ area: PixelRect) -> Double { Double(area.width) * Double(area.height) }
    let covered = areas.reduce(0) { $0 + pixels($1) } / pixels(page)
    guard covered > Double(maximumCoverage) else { return }
    // Rounded up, so that the figure is above the limit.
    let percent = Int(min(covered * 100, 1e15).rounded(.up))
    throw .invalid(
      path: path(),
      reason: "together they cover \(percent) % of the page, and at most "
        + "\(100 * maximumCoverage) % are allowed; make them smaller, or spread them over more "
        + "pages")
  }

  private mutating func takeSections(
    of page: Int, tileCount: Int, inside sheet: PixelRect
  ) throws(ManifestError) -> [PlannedSection] {
    var left = tileCount
    var taken: [PlannedSection] = []
    for (index, section) in sections.removeValue(forKey: page) ?? [] {
      let path = "sections[\(index)]"
      let area = try section.area.checked(path + ".area", inside: sheet, "the sheet")
      // None in a part of a matrix that has only empty cells.
      let count = try section.tiles.checked(0...Extent.maximumSide, path + ".tiles")
      guard count <= left else {
        throw .invalid(
          path: path + ".tiles",
          reason: "those of page \(page) would have more tiles than the page")
      }
      left -= count
      taken.append(
        PlannedSection(
          heading: section.heading,
          headingArea: try section.headingArea.checked(
            path + ".headingArea", inside: area, "the area of the section"),
          isContinued: section.continued ?? false, area: area, tileCount: count))
    }
    guard left == 0 || taken.isEmpty else {
      throw .invalid(
        path: "sections", reason: "those of page \(page) have fewer tiles than the page")
    }
    return taken
  }

  private static func lines(
    _ lines: [(offset: Int, element: ManifestJSON.Line)]?, _ key: String, inside sheet: PixelRect
  ) throws(ManifestError) -> [PlannedLine] {
    try (lines ?? []).map { (index, line) throws(ManifestError) in
      PlannedLine(
        heading: line.heading,
        headingArea: try line.headingArea?.checked(
          "\(key)[\(index)].headingArea", inside: sheet, "the sheet"),
        cells: try line.area.checked("\(key)[\(index)].area", inside: sheet, "the sheet"))
    }
  }

  /// Checks what can only be checked behind the last page.
  func checkEnd() throws(ManifestError) {
    for (key, strays) in [
      ("sections", sections.values.joined().map(\.offset)),
      ("rows", rows.values.joined().map(\.offset)),
      ("columns", columns.values.joined().map(\.offset)),
    ] {
      guard let stray = strays.min() else { continue }
      throw .invalid(path: "\(key)[\(stray)].page", reason: "there is no such page")
    }
    guard (firstIndex ?? 0) + pictures.count <= Extent.maximumSide else {
      throw .invalid(
        path: "pages", reason: "the indices of their tiles would exceed \(Extent.maximumSide)")
    }
  }
}
