internal import SheetLayout
internal import SheetModel
internal import SheetText

// A manifest is untrusted. The forms of its fields check numbers, names and paths. Values that
// depend on each other are checked here.

extension ManifestFrame {
  /// The plan, with the paths of its pages; each page must have a file.
  ///
  /// `tiles` contains the tiles of pages whose own lists are empty, and `pairs` replaces an empty
  /// list.
  consuming func manifest(
    tiles: consuming [[ListedTile]] = [], pairs: [ComparedPair] = []
  ) throws(ManifestError) -> SheetManifest {
    let (files, root) = (pages.map(\.file), root)
    let plan = try filled(tiles: tiles, pairs: pairs)
    return SheetManifest(
      plan,
      fileNames: try files.enumerated().map { (index, file) throws(ManifestError) in
        if let file { return file }
        throw .invalid(path: "pages[\(index)].file", reason: "it is missing")
      }, rootName: root)
  }

  /// The plan; the arguments are those of ``manifest(tiles:pairs:)``.
  consuming func filled(
    tiles: consuming [[ListedTile]] = [], pairs read: [ComparedPair] = []
  ) throws(ManifestError) -> SheetPlan {
    guard pairs?.isEmpty ?? true || read.isEmpty else {
      throw .invalid(path: "pairs", reason: "it occurs twice")
    }
    let pairs = read + (pairs ?? [])
    guard plan.comparison != nil || pairs.isEmpty else {
      throw .invalid(path: "pairs", reason: "they need options.tolerance")
    }
    var checked = CheckedPages(
      isComparing: plan.comparison != nil, isMarked: plan.watermark != nil,
      widestBorder: plan.style.decoration.widestBorder,
      grid: pages.first?.page.grid ?? grid,
      sections: Dictionary(grouping: sections.enumerated(), by: \.element.page),
      rows: Dictionary(grouping: rows.enumerated(), by: \.element.page),
      columns: Dictionary(grouping: columns.enumerated(), by: \.element.page))
    for index in pages.indices {
      // Each list is released here, so that none is held twice.
      if index < tiles.count, !tiles[index].isEmpty {
        // If a key occurs twice, once with an escaped character, both lists contain tiles.
        guard pages[index].tiles.isEmpty else { throw .twice }
        swap(&pages[index].tiles, &tiles[index])
      }
      try checked.add(pages[index], "pages[\(index)]")
      pages[index].tiles = []
    }
    guard tiles.allSatisfy(\.isEmpty) else { throw .twice }
    try checked.checkEnd()
    let filled = SheetPlan(
      layout: plan.layout, pictures: checked.pictures, firstIndex: checked.firstIndex ?? 0,
      pages: checked.pages, style: plan.style, metadata: plan.metadata,
      unreadablePolicy: plan.unreadablePolicy, type: plan.type, encoding: plan.encoding,
      isGray: plan.isGray, tracks: plan.tracks,
      comparison: plan.comparison.map { PlannedComparison(rule: $0.rule, pairs: pairs) },
      watermark: plan.watermark)
    try filled.checkFonts()
    return filled.withLines(ofLabels: true)
  }
}

extension SheetPlan {
  /// The maximum number of fonts, and of fonts at different sizes, that text may have.
  ///
  /// Planned text has at most two fonts and about a hundred sizes. Loading each of them costs time
  /// and memory.
  private static let (mostFonts, mostFaces) = (16, 500)

  /// Checks that the text does not have too many fonts and sizes.
  func checkFonts() throws(ManifestError) {
    var (fonts, faces): (Set<FontChoice>, Set<SheetFonts.Key>) = ([], [])
    let usual = type.font.withoutSize
    for text in texts {
      let face = SheetFonts.key(of: text, in: usual)
      guard faces.insert(face).inserted else { continue }
      fonts.insert(face.font)
      guard fonts.count <= Self.mostFonts, faces.count <= Self.mostFaces else {
        throw .invalid(
          path: "pages",
          reason: "their text uses more than \(Self.mostFonts) fonts, or more than "
            + "\(Self.mostFaces) combinations of font and size")
      }
    }
  }
}

extension ManifestError {
  fileprivate static var twice: ManifestError {
    .invalid(path: "pages", reason: "it occurs twice, or 'tiles' is in one of the pages")
  }
}

/// The elements of a list that covers all pages of a manifest, by page number, with their positions
/// in the list.
private typealias ByPage<Element> = [Int: [(offset: Int, element: Element)]]

/// The pages checked so far, and the lists of sections, rows and columns for the remaining pages.
private struct CheckedPages {
  /// Whether the manifest has a comparison rule.
  let isComparing: Bool
  /// Whether the manifest names a watermark picture.
  let isMarked: Bool
  /// The width of the widest border that cells have room for.
  let widestBorder: Int
  /// The rows and columns of pages that do not specify their own.
  let grid: PageGrid?
  var sections: ByPage<OnPage<PlannedSection>>
  var rows: ByPage<OnPage<RowOrColumn>>
  var columns: ByPage<OnPage<RowOrColumn>>

  var pages: [SheetPage] = []
  var pictures: [PlannedPicture] = []
  /// The index of the first tile in the manifest.
  var firstIndex: Int?

  mutating func add(_ frame: PageFrame, _ path: String) throws(ManifestError) {
    var page = frame.page
    page.number = frame.number ?? pages.count + 1
    guard page.number > pages.last?.number ?? 0 else {
      throw .invalid(
        path: path + ".number",
        reason: "\(page.number) is not greater than the number of the previous page")
    }
    do {
      try frame.checkParts(
        isComparing: isComparing, isMarked: isMarked, widestBorder: widestBorder)
    } catch .invalid(let inner, let reason) {
      throw .invalid(path: inner.isEmpty ? path : "\(path).\(inner)", reason: reason)
    }
    let tiles = frame.tiles
    firstIndex = firstIndex ?? tiles.first?.tile.index
    let first = pictures.count
    pictures += tiles.lazy.map(\.picture)
    page.tiles = tiles.enumerated().map { $1.tile.at(index: first + $0) }
    page.grid = page.grid ?? grid
    page.emptyCells = PlannedEmptyCells(frame.emptyCells?.map(\.cell) ?? [])
    page.sections = try takeSections(of: page.number, tileCount: tiles.count, inside: frame.area)
    page.rows = try Self.lines(rows.removeValue(forKey: page.number), "rows", inside: frame.area)
    page.columns = try Self.lines(
      columns.removeValue(forKey: page.number), "columns", inside: frame.area)
    pages.append(page)
  }

  private mutating func takeSections(
    of page: Int, tileCount: Int, inside sheet: PixelRect
  ) throws(ManifestError) -> [PlannedSection] {
    var left = tileCount
    var taken: [PlannedSection] = []
    for (index, listed) in sections.removeValue(forKey: page) ?? [] {
      let (path, section) = ("sections[\(index)]", listed.value)
      try section.area.check(path + ".area", inside: sheet, "the sheet")
      try section.headingArea.check(
        path + ".headingArea", inside: section.area, "the area of the section")
      guard section.tileCount <= left else {
        throw .invalid(
          path: path + ".tiles",
          reason: "the sections of page \(page) would have more tiles than the page")
      }
      left -= section.tileCount
      taken.append(section)
    }
    guard left == 0 || taken.isEmpty else {
      throw .invalid(
        path: "sections", reason: "the sections of page \(page) have fewer tiles than the page")
    }
    return taken
  }

  private static func lines(
    _ lines: [(offset: Int, element: OnPage<RowOrColumn>)]?, _ key: String,
    inside sheet: PixelRect
  ) throws(ManifestError) -> [RowOrColumn] {
    try (lines ?? []).map { (index, line) throws(ManifestError) in
      try line.value.headingArea?.check("\(key)[\(index)].headingArea", inside: sheet, "the sheet")
      try line.value.cells.check("\(key)[\(index)].area", inside: sheet, "the sheet")
      return line.value
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
    guard (firstIndex ?? 0) + pictures.count <= PixelExtent.maximumSide else {
      throw .invalid(
        path: "pages", reason: "the indices of tiles would exceed \(PixelExtent.maximumSide)")
    }
  }
}

extension PageFrame {
  /// The maximum total area of a page's cells, or of its text, as a multiple of the page's area.
  ///
  /// Planned areas do not overlap. In an edited plan they may, but drawing each of them costs time
  /// and memory.
  private static let maximumCoverage = 2

  var area: PixelRect {
    PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
  }

  /// Checks all areas of the page.
  func checkParts(
    isComparing: Bool, isMarked: Bool, widestBorder: Int
  ) throws(ManifestError) {
    guard PixelExtent(width: area.width, height: area.height) != nil else {
      throw .invalid(
        "\(area.width) x \(area.height) is not the size of a sheet; each side must be from 1 to "
          + "\(PixelExtent.maximumSide) pixels")
    }
    let emptyCells = emptyCells ?? []
    for (index, text) in page.texts.enumerated() {
      try text.area.check("texts[\(index)].area", inside: area, "the sheet")
    }
    for (index, empty) in emptyCells.enumerated() {
      try empty.cell.cell.check("emptyCells[\(index)].cell", inside: area, "the sheet")
    }
    try checkCoverage(tiles.map(\.tile.cell), "tiles")
    try checkCoverage(page.texts.map(\.area), "texts")
    try checkCoverage(emptyCells.map(\.cell.cell), "emptyCells")
    for (index, listed) in tiles.enumerated() {
      try listed.tile.cell.check("tiles[\(index)].cell", inside: area, "the sheet")
      guard listed.picture.comparedWith == nil || isComparing else {
        throw .invalid(
          path: "tiles[\(index)].comparedWith", reason: "it needs options.tolerance")
      }
      guard listed.tile.watermark == nil || isMarked else {
        throw .invalid(path: "tiles[\(index)].watermark", reason: "it needs options.watermark")
      }
      if let line = listed.tile.border?.line, line.width > widestBorder {
        throw .invalid(
          path: "tiles[\(index)].border",
          reason: "it needs options.decoration.borderRoom to be at least \(line.width)")
      }
      if let line = listed.tile.border?.line, listed.tile.placement?.image == listed.tile.cell,
        min(listed.tile.cell.width, listed.tile.cell.height) > 1
      {
        throw .invalid(
          path: "tiles[\(index)].border",
          reason: "image covers all of cell, which leaves no room for it; make cell at least "
            + "\(line.width) pixels larger than image on every side")
      }
    }
    for (index, bar) in page.bars.enumerated() {
      try bar.area.check(
        index == 0 ? "bar" : "furtherBars[\(index - 1)].bar", inside: area, "the sheet")
    }
    try checkCoverage(page.bars.map(\.area), "furtherBars")
    try page.logo?.area.check("logoArea", inside: area, "the sheet")
    try checkCoverage(page.cutMarks, "cutMarks")
    for mark in page.cutMarks { try mark.check("cutMarks", inside: area, "the sheet") }
    try checkCoverage(page.rules, "rules")
    for rule in page.rules { try rule.check("rules", inside: area, "the sheet") }
  }

  /// Checks that the areas, taken together, do not cover far more than the page.
  private func checkCoverage(_ areas: [PixelRect], _ path: String) throws(ManifestError) {
    // Counts in doubles, because the total number of pixels in many areas may not fit into an
    // `Int`.
    func pixels(_ area: PixelRect) -> Double { Double(area.width) * Double(area.height) }
    let covered = areas.reduce(0) { $0 + pixels($1) } / pixels(area)
    guard covered > Double(Self.maximumCoverage) else { return }
    // Rounded up, so that the figure is above the limit.
    let percent = Int(min(covered * 100, 1e15).rounded(.up))
    throw .invalid(
      path: path,
      reason: "together they cover \(percent) % of the page, and at most "
        + "\(100 * Self.maximumCoverage) % is allowed; make them smaller, or spread them over more "
        + "pages")
  }
}

extension ManifestJSON.Tile {
  /// Checks a tile by itself.
  ///
  /// The page checks whether the tile is inside it.
  static func check(_ listed: inout ListedTile) throws(ManifestError) {
    let cell = listed.tile.cell
    guard cell.width > 0, cell.height > 0 else {
      throw .invalid(path: "cell", reason: "it has no area")
    }
    switch (listed.picture.size, listed.tile.placement) {
    case (nil, nil): listed.tile.followsSubject = false
    case (let size?, let placement?):
      let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
      let kept = placement.kept
      let crop =
        listed.tile.followsSubject
        ? (kept ?? whole).aligned(placement.crop.size, .center) : placement.crop
      listed.tile.placement?.crop = crop
      try crop.check("crop", inside: whole, "the image")
      try kept?.check("kept", inside: whole, "the image")
      if let kept { try crop.check("crop", inside: kept, "'kept'") }
      try placement.image.check("image", inside: cell, "the cell")
    default:
      throw .invalid("sourceWidth, sourceHeight, image and crop must all be given, or none of them")
    }
    if let mark = listed.tile.watermark {
      guard let image = listed.tile.placement?.image else {
        throw .invalid(path: "watermark", reason: "it needs 'image'")
      }
      try mark.check("watermark", inside: image, "'image'")
      let most = PlannedWatermark.mostPixels
      guard mark.width * mark.height <= most else {
        throw .invalid(path: "watermark", reason: "it has more than \(most) pixels")
      }
    }
    if let scaleBar = listed.tile.scaleBar {
      guard let image = listed.tile.placement?.image else {
        throw .invalid(path: "scaleBar", reason: "it needs 'image'")
      }
      try scaleBar.bar.check("scaleBar.bar", inside: image, "'image'")
      try scaleBar.text.area.check("scaleBar.text.area", inside: image, "'image'")
      let height = PlannedScaleBar.height(at: scaleBar.text.size)
      guard scaleBar.bar.height == height else {
        throw .invalid(
          path: "scaleBar.bar.height",
          reason: "it must be \(height) for text of this size"
        )
      }
      let (size, most) = (scaleBar.outlined.size, PlannedScaleBar.mostPixels)
      guard size.width * size.height <= most else {
        throw .invalid(path: "scaleBar", reason: "it has more than \(most) pixels")
      }
      listed.tile.scaleBar?.text.role = .note
    }
    guard listed.picture.overlays.count <= WrittenOverlay.most else {
      throw .invalid(
        path: "furtherOverlays", reason: "there are more than \(WrittenOverlay.most - 1)")
    }
    let ignored = listed.picture.counterpart?.ignored ?? []
    for (index, area) in ignored.enumerated()
    where area.x < 0 || area.y < 0 || area.width < 1 || area.height < 1 {
      throw .invalid(
        path: "ignored[\(index)]", reason: "it is empty or begins outside the image")
    }
    try checkInsets(of: listed)
    try checkRings(of: listed.tile)
    try listed.tile.label?.area.check("label.area", inside: cell, "the cell")
    listed.tile.label?.role = .label
  }

  private static func checkInsets(of listed: ListedTile) throws(ManifestError) {
    let insets = listed.tile.insets
    if insets.isEmpty { return }
    guard let image = listed.tile.placement?.image, let size = listed.picture.size else {
      throw .invalid(path: "insets", reason: "they need 'image'")
    }
    guard insets.count <= PlannedInset.most else {
      throw .invalid(
        path: "insets", reason: "there are \(insets.count), and at most \(PlannedInset.most) fit")
    }
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    for (index, inset) in insets.enumerated() {
      let path = "insets[\(index)]"
      try inset.crop.check("\(path).crop", inside: whole, "the image")
      try inset.box.check("\(path).box", inside: image, "'image'")
      if !inset.area.isInside(listed.tile.cell) || inset.area.overlaps(image) {
        try inset.area.check(
          "\(path).area", inside: image, "'image', nor outside 'image' and inside 'cell'")
      }
      let most = PlannedInset.mostPixels
      guard inset.area.width * inset.area.height <= most else {
        throw .invalid(path: "\(path).area", reason: "it has more than \(most) pixels")
      }
      let shorter = min(image.width, image.height)
      guard inset.lineWidth <= shorter else {
        throw .invalid(path: "\(path).line", reason: "\(inset.lineWidth) is more than \(shorter)")
      }
    }
  }

  private static func checkRings(of tile: PlannedTile) throws(ManifestError) {
    let rings = tile.rings
    if rings.isEmpty { return }
    guard let image = tile.placement?.image else {
      throw .invalid(path: "rings", reason: "they need 'image'")
    }
    guard rings.count <= PlannedTile.mostRings else {
      throw .invalid(path: "rings", reason: "there are more than \(PlannedTile.mostRings)")
    }
    for ring in rings {
      guard ring.width == ring.height, 1...PlannedTile.largestRing ~= ring.width,
        ring.overlaps(image)
      else {
        throw .invalid(
          path: "rings",
          reason: "each must be a square of up to \(PlannedTile.largestRing) pixels that reaches "
            + "into 'image'")
      }
    }
  }
}

extension ManifestJSON.EmptyCell {
  static func check(_ listed: inout ListedCell) throws(ManifestError) {
    let cell = listed.cell.cell
    try listed.cell.text?.area.check("text.area", inside: cell, "the cell")
    listed.cell.text?.role = .note
  }
}

// MARK: Areas

extension PixelRect {
  /// Checks that the area has at least one pixel and lies inside another one, called `noun`.
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
