internal import FoundationEssentials
internal import SheetImaging
internal import SheetLayout
internal import SheetPictures

// A manifest comes from outside: the forms of its values check numbers, names and paths. Values that
// belong together are checked here.

extension ManifestJSON {
  /// The plan, with the paths of its pages; each must have a file.
  ///
  /// `tiles` has the tiles of pages whose own lists are empty, and `pairs` stands for an empty list.
  func manifest(
    tiles: consuming [[Tile.Value]] = [], pairs: [ComparedPair] = []
  ) throws(ManifestError) -> SheetManifest {
    let plan = try plan(tiles: tiles, pairs: pairs)
    let files = try pages.enumerated().map { (index, page) throws(ManifestError) in
      if let file = page.file { return file }
      throw .invalid(path: "pages[\(index)].file", reason: "it is missing")
    }
    return SheetManifest(plan, files: files, root: root)
  }

  /// The plan; arguments as for ``manifest(tiles:pairs:)``.
  func plan(
    tiles: consuming [[Tile.Value]] = [], pairs read: [ComparedPair] = []
  ) throws(ManifestError) -> SheetPlan {
    let rule = try options.rule()
    guard pairs?.isEmpty ?? true || read.isEmpty else {
      throw .invalid(path: "pairs", reason: "it is there twice")
    }
    let pairs = try read + (pairs ?? []).checked("pairs")
    guard rule != nil || pairs.isEmpty else {
      throw .invalid(path: "pairs", reason: "options.tolerance says what they were compared by")
    }
    var checked = CheckedPages(
      isComparing: rule != nil, grid: pages.first?.grid ?? grid,
      sections: Dictionary(grouping: (sections ?? []).enumerated(), by: \.element.page),
      rows: Dictionary(grouping: (rows ?? []).enumerated(), by: \.element.page),
      columns: Dictionary(grouping: (columns ?? []).enumerated(), by: \.element.page))
    for (index, page) in pages.enumerated() {
      let path = "pages[\(index)]"
      var own: [Tile.Value] = []
      // Each list is given up here, so that none is held twice.
      if index < tiles.count { swap(&own, &tiles[index]) }
      // Both have some where a key is there once more, with a character escaped.
      guard own.isEmpty || page.tiles.isEmpty else { throw .twice }
      own += try page.tiles.checked(path + ".tiles")
      try checked.add(page, own, path)
    }
    guard tiles.allSatisfy(\.isEmpty) else { throw .twice }
    try checked.checkEnd()
    return SheetPlan(
      layout: layout, pictures: checked.pictures, firstIndex: checked.firstIndex ?? 0,
      pages: checked.pages, style: options.style,
      metadata: MetadataUse(color: options.color, orientation: options.orient),
      unreadablePolicy: options.onError, type: options.text ?? TypeStyle(),
      encoding: options.encoding, isGray: options.gray, tracks: tracks,
      comparison: rule.map { PlannedComparison(rule: $0, pairs: pairs) }
    ).withLines(ofLabels: true)
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
    _ page: ManifestJSON.Page, _ tiles: [ManifestJSON.Tile.Value], _ path: String
  ) throws(ManifestError) {
    let number = page.number ?? pages.count + 1
    guard number > pages.last?.number ?? 0 else {
      throw .invalid(
        path: path + ".number", reason: "\(number) is not more than the number of the page before")
    }
    let emptyCells = try within(path) { () throws(ManifestError) in
      try page.checkParts(tiles, isComparing)
    }
    let sheet = page.area
    firstIndex = firstIndex ?? tiles.first?.tile.index
    let first = pictures.count
    pictures += tiles.lazy.map(\.picture)
    pages.append(
      SheetPage(
        number: number, size: sheet.size,
        tiles: tiles.enumerated().map { $1.tile.at(index: first + $0) }, texts: page.texts,
        grid: page.grid ?? grid,
        sections: try takeSections(of: number, tileCount: tiles.count, inside: sheet),
        rows: try Self.lines(rows.removeValue(forKey: number), "rows", inside: sheet),
        columns: try Self.lines(columns.removeValue(forKey: number), "columns", inside: sheet),
        emptyCells: PlannedEmptyCells(emptyCells), block: page.block, bar: page.bar))
  }

  private mutating func takeSections(
    of page: Int, tileCount: Int, inside sheet: PixelRect
  ) throws(ManifestError) -> [PlannedSection] {
    var left = tileCount
    var taken: [PlannedSection] = []
    for (index, section) in sections.removeValue(forKey: page) ?? [] {
      let path = "sections[\(index)]"
      try section.area.check(path + ".area", inside: sheet, "the sheet")
      try section.headingArea.check(
        path + ".headingArea", inside: section.area, "the area of the section")
      guard section.tiles <= left else {
        throw .invalid(
          path: path + ".tiles",
          reason: "the sections of page \(page) would have more tiles than the page")
      }
      left -= section.tiles
      taken.append(
        PlannedSection(
          heading: section.heading, headingArea: section.headingArea,
          isContinued: section.continued, area: section.area, tileCount: section.tiles))
    }
    guard left == 0 || taken.isEmpty else {
      throw .invalid(
        path: "sections", reason: "the sections of page \(page) have fewer tiles than the page")
    }
    return taken
  }

  private static func lines(
    _ lines: [(offset: Int, element: ManifestJSON.Line)]?, _ key: String, inside sheet: PixelRect
  ) throws(ManifestError) -> [PlannedLine] {
    try (lines ?? []).map { (index, line) throws(ManifestError) in
      try line.headingArea?.check("\(key)[\(index)].headingArea", inside: sheet, "the sheet")
      try line.area.check("\(key)[\(index)].area", inside: sheet, "the sheet")
      return PlannedLine(
        heading: line.heading, headingArea: line.headingArea, cells: line.area)
    }
  }

  /// Checks the manifest after its last page.
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
        path: "pages", reason: "the indices of tiles would exceed \(Extent.maximumSide)")
    }
  }
}

extension ManifestJSON.Page {
  /// How many times the cells of a page, and its texts, may cover it.
  ///
  /// Planned areas lie side by side. In an edited plan they may overlap, but each takes its own time
  /// and memory.
  private static let maximumCoverage = 2

  var area: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Checks all areas of the page.
  ///
  /// - Returns: Its empty cells.
  func checkParts(
    _ tiles: [ManifestJSON.Tile.Value], _ isComparing: Bool
  ) throws(ManifestError) -> [PlannedEmptyCell] {
    guard Extent(width: width, height: height) != nil else {
      throw .invalid("\(width) x \(height) is not the size of a sheet")
    }
    for (index, text) in texts.enumerated() {
      try text.area.check("texts[\(index)].area", inside: area, "the sheet")
    }
    let emptyCells = try (emptyCells ?? []).checked("emptyCells")
    for (index, empty) in emptyCells.enumerated() {
      try empty.cell.check("emptyCells[\(index)].cell", inside: area, "the sheet")
    }
    try checkCoverage(tiles.map(\.tile.cell), "tiles")
    try checkCoverage(texts.map(\.area), "texts")
    try checkCoverage(emptyCells.map(\.cell), "emptyCells")
    for (index, (tile, picture)) in tiles.enumerated() {
      try tile.cell.check("tiles[\(index)].cell", inside: area, "the sheet")
      guard picture.comparedWith == nil || isComparing else {
        throw .invalid(
          path: "tiles[\(index)].comparedWith", reason: "options.tolerance does not say how")
      }
    }
    try bar?.check("bar", inside: area, "the sheet")
    return emptyCells
  }

  /// Checks that areas together do not cover far more than the page.
  private func checkCoverage(_ areas: [PixelRect], _ path: String) throws(ManifestError) {
    // As doubles, because many areas together have more pixels than an `Int` holds.
    func pixels(_ area: PixelRect) -> Double { Double(area.width) * Double(area.height) }
    let covered = areas.reduce(0) { $0 + pixels($1) } / pixels(area)
    guard covered > Double(Self.maximumCoverage) else { return }
    // Rounded up, so that the figure is above the limit.
    let percent = Int(min(covered * 100, 1e15).rounded(.up))
    throw .invalid(
      path: path,
      reason: "together they cover \(percent) % of the page, and at most "
        + "\(100 * Self.maximumCoverage) % are allowed; make them smaller, or spread them over more "
        + "pages")
  }
}

// MARK: Objects

extension ManifestJSON.Options {
  /// The rule by which pictures are compared; nil if none are.
  func rule() throws(ManifestError) -> ComparisonRule? {
    guard let tolerance else { return nil }
    var rule = ComparisonRule(
      tolerance: tolerance, ignoresSmoothing: ignoreAntialiasing ?? true)
    if let heat, heat <= tolerance {
      throw .invalid(path: "options.heat", reason: "\(heat) is not above options.tolerance")
    }
    rule.hottest = heat
    return rule
  }

  var style: TileStyle {
    TileStyle(
      scaling: scale, alignment: align, enlargement: upscale, filter: filter, sharpening: sharpen,
      background: background, cellBackground: cellBackground,
      furniture: furniture ?? Furniture(), emptyCells: empty)
  }

  var encoding: SheetEncoding {
    SheetEncoding(
      compressionLevel: compression, quality: quality, depth: depth, pixelsPerInch: dpi)
  }
}

extension ManifestJSON.Lettering {
  func checked() -> TypeStyle {
    TypeStyle(
      font: font, color: color, labelColor: labelColor,
      label: labelPosition.map {
        CellFurniture.Label($0, height: labelHeight ?? 0, gap: labelGap ?? 0)
      })
  }
}

extension ManifestJSON.Surroundings {
  func checked() -> Furniture {
    Furniture(padding: padding, border: border, frame: frame, radius: radius, shadow: shadow)
  }
}

extension ManifestJSON.Tile {
  /// The tile and its picture; its page checks whether the tile lies on it.
  func checked() throws(ManifestError) -> (tile: PlannedTile, picture: PlannedPicture) {
    guard cell.width > 0, cell.height > 0 else {
      throw .invalid(path: "cell", reason: "it has no area")
    }
    var (size, placement): (PixelSize?, PicturePlacement?)
    switch (sourceWidth, sourceHeight, image, crop) {
    case (nil, nil, nil, nil): break
    case (let width?, let height?, let image?, let crop?):
      size = PixelSize(width: width, height: height)
      let whole = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
      try crop.check("crop", inside: whole, "the picture")
      if let kept {
        try kept.check("kept", inside: whole, "the picture")
        try crop.check("crop", inside: kept, "'kept'")
      }
      try image.check("image", inside: cell, "the cell")
      placement = PicturePlacement(image: image, crop: crop, kept: kept)
    default:
      throw .invalid("sourceWidth, sourceHeight, image and crop go together: all of them or none")
    }
    try label?.area.check("label.area", inside: cell, "the cell")
    return (
      PlannedTile(
        index: index ?? 0, cell: cell, placement: placement, scale: scale,
        label: label?.with(.label), followsSubject: placement != nil && align == .subject,
        trimming: placement == nil || kept != nil ? nil : trim),
      PlannedPicture(
        try name(source, sourceBytes, "source"),
        counterpart: try comparedWith.map { (other) throws(ManifestError) in
          PlannedCounterpart(
            try name(other, comparedWithBytes, "comparedWith"), ignored: ignored,
            mask: try mask.map { (mask) throws(ManifestError) in
              try name(mask, maskBytes, "mask")
            })
        }, stack: try stackNames(), size: size, isPreview: preview, facts: facts)
    )
  }
}

extension ManifestJSON.Tile {
  /// The name of a file; its bytes count if they have its text.
  private func name(
    _ text: String, _ bytes: Data?, _ key: String
  ) throws(ManifestError) -> PictureName {
    if let name = PictureName(text, bytes: bytes.map { Array($0) }) { return name }
    throw .invalid(
      path: key + "Bytes", reason: "it is not the name in '\(key)'; leave it out, or correct both")
  }

  private func stackNames() throws(ManifestError) -> [PictureName] {
    guard let stackBytes else { return stack.map { .text($0) } }
    guard stackBytes.count == stack.count else {
      throw .invalid(path: "stackBytes", reason: "it is not as long as 'stack'")
    }
    return try zip(stack, stackBytes).map { (text, bytes) throws(ManifestError) in
      try name(text, bytes, "stack")
    }
  }
}

extension ManifestJSON.Trim {
  func checked() -> BorderTrimming {
    BorderTrimming(
      tolerance: tolerance, scaling: scale, alignment: align, enlargement: upscale, focus: focus)
  }
}

extension ManifestJSON.Point {
  func checked() throws(ManifestError) -> Focus {
    if let focus = Focus(x: x, y: y) { return focus }
    throw .invalid("its numbers are not from 0 to 1")
  }
}

extension ManifestJSON.Text {
  /// The text; its role is known from its place unless it says another.
  func checked() -> PlannedText {
    PlannedText(
      role ?? .header, text: text, shown: shown, area: area, font: font, size: size,
      alignment: align, overflow: overflow, isEmphasized: emphasized)
  }
}

extension ManifestJSON.EmptyCell {
  func checked() throws(ManifestError) -> PlannedEmptyCell {
    try text?.area.check("text.area", inside: cell, "the cell")
    return PlannedEmptyCell(cell, text: text?.with(.note))
  }
}

extension ManifestJSON.Grid {
  func checked() -> PageGrid { PageGrid(rows: rows, columns: columns) }
}

extension ManifestJSON.Block {
  func checked() -> PageBlock { PageBlock(row: row, column: column) }
}

extension ManifestJSON.Track {
  func checked() -> Column { Column(x: x, width: width) }
}

extension ManifestJSON.Area {
  func checked() -> PixelRect { PixelRect(x: x, y: y, width: width, height: height) }
}

extension ManifestJSON.Crop {
  func checked() -> Rect { Rect(x: x, y: y, width: width, height: height) }
}

extension ManifestJSON.Pair {
  package func checked() throws(ManifestError) -> ComparedPair {
    guard let changed else { return ComparedPair(path: path, oldPath: from, status: status) }
    guard let share, let largest else {
      throw .invalid(path: share == nil ? "share" : "largest", reason: "it is missing")
    }
    var sizes: ComparedPair.Counts.Sizes?
    if let before, let after { sizes = .init(before: before, after: after) }
    return ComparedPair(
      path: path, oldPath: from, status: status,
      counts: .init(
        changed: changed, smoothed: smoothed ?? 0, share: share, largest: largest, box: box,
        regions: regions, sizes: sizes))
  }
}

extension ManifestJSON.Region {
  func checked() -> DifferenceCounts.Region {
    .init(area: PixelRect(x: x, y: y, width: width, height: height), changed: changed)
  }
}

extension ManifestJSON.Size {
  func checked() -> PixelSize { PixelSize(width: width, height: height) }
}

// MARK: Areas

extension PixelRect {
  /// Checks that the area has a pixel and lies inside another one, which `noun` names.
  fileprivate func check(
    _ path: @autoclosure () -> String, inside other: PixelRect, _ noun: String
  ) throws(ManifestError) {
    if !isInside(other) { throw .invalid(path: path(), reason: "it is not inside \(noun)") }
  }
}

extension Rect {
  fileprivate func check(_ path: String, inside other: Rect, _ noun: String) throws(ManifestError) {
    guard width > 0, height > 0, minX >= other.minX, minY >= other.minY, maxX <= other.maxX,
      maxY <= other.maxY
    else { throw .invalid(path: path, reason: "it is not inside \(noun)") }
  }
}

extension PlannedText {
  fileprivate func with(_ role: TextRole) -> PlannedText {
    var text = self
    text.role = role
    return text
  }
}
