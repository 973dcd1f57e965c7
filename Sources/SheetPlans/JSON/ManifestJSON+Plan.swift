internal import FoundationEssentials
internal import SheetImaging
internal import SheetLayout
package import SheetPictures
internal import SheetText

extension ManifestJSON {
  /// A plan, alone or with the files of its pages and their outcome.
  init(_ plan: SheetPlan, of manifest: SheetManifest? = nil) {
    self.init(frameOf: plan, manifest)
    for (index, page) in plan.pages.enumerated() {
      pages[index].tiles = page.tiles.map { Tile($0, of: plan, manifest) }
      var headings = HeadingsInOrder(page)
      if !page.emptyCells.isEmpty {
        pages[index].emptyCells = page.emptyCells.map { EmptyCell($0, &headings) }
      }
    }
    pairs = plan.comparison?.pairs.map(Pair.init)
    unreadable = manifest?.unreadableInOrder.map(Unreadable.init)
  }

  /// A plan whose lists of tiles, empty cells, pairs and unreadable pictures are empty.
  init(frameOf plan: SheetPlan, _ manifest: SheetManifest?) {
    func all<Element, JSON>(
      _ elements: (SheetPage) -> [Element], _ make: (Element, SheetPage) -> JSON
    ) -> [JSON]? {
      let all = plan.pages.flatMap { page in elements(page).map { make($0, page) } }
      return all.isEmpty ? nil : all
    }
    self.init(
      version: plan.formatVersion, layout: plan.layout, options: Options(plan),
      root: manifest?.root,
      pages: plan.pages.enumerated().map { index, page in
        Page(
          number: page.number == index + 1 ? nil : page.number, file: manifest?.files[index],
          width: page.size.width, height: page.size.height, tiles: [], texts: page.texts,
          grid: page.grid == plan.grid ? nil : page.grid, block: page.block,
          emptyCells: page.emptyCells.isEmpty ? nil : [], bar: page.bar)
      },
      pairs: plan.comparison.map { _ in [] }, grid: plan.grid,
      sections: all(\.sections) { Section($0, on: $1) },
      rows: all(\.rows) { Line($0, on: $1) }, columns: all(\.columns) { Line($0, on: $1) },
      tracks: plan.tracks, unreadable: manifest.map { _ in [] })
  }
}

extension ManifestJSON.EmptyCell {
  /// An empty cell with the headings of its row and its column.
  init(_ empty: PlannedEmptyCell, _ headings: inout HeadingsInOrder) {
    self.init(empty)
    (row, column) = (
      headings.rows.heading(of: empty.cell), headings.columns.heading(of: empty.cell)
    )
  }
}

/// The headings of a page's rows and columns, for cells that come row by row.
struct HeadingsInOrder {
  fileprivate var rows: LinesInOrder
  fileprivate var columns: LinesInOrder

  init(_ page: SheetPage) {
    (rows, columns) = (LinesInOrder(page.rows), LinesInOrder(page.columns))
  }
}

/// The rows of a page, or its columns, in which cells are looked up that come row by row: each is in
/// the line of the last one, or soon behind it.
private struct LinesInOrder {
  private let lines: [PlannedLine]
  private var last = 0

  init(_ lines: [PlannedLine]) { self.lines = lines }

  /// The heading of the line that a cell lies in; nil for a cell of a plan that was edited.
  mutating func heading(of cell: PixelRect) -> String? {
    let order = [last..<lines.count, 0..<last].joined()
    guard let line = order.first(where: { cell.isInside(lines[$0].cells) }) else { return nil }
    last = line
    return lines[line].heading
  }
}

extension SheetPlan {
  /// The oldest version of the format that has everything in this plan, so that older readers refuse
  /// only what they would render otherwise.
  fileprivate var formatVersion: Int {
    if encoding.quality != .exact { return 4 }
    if pages.contains(where: { $0.tiles.contains(where: \.trimsBorders) }) { return 4 }
    if pages.contains(where: { $0.texts.contains { $0.role == .badge } }) { return 4 }
    if pictures.contains(where: { $0.counterpart?.ignoresNothing == false }) { return 4 }
    if comparison?.rule.hottest != nil || pages.contains(where: { $0.bar != nil }) { return 4 }
    if comparison?.pairs.contains(where: { $0.status == .allowed || $0.oldPath != nil }) == true {
      return 4
    }
    if style.alignment == .subject { return 3 }
    let hasEmptyCells = pages.contains { !$0.emptyCells.isEmpty }
    if hasEmptyCells, style.emptyCells ?? .frame != .frame { return 3 }
    return hasEmptyCells
      || pages.contains { page in
        page.tiles.contains { $0.scale != .whole || pictures[$0.index].comparedWith != nil }
      } ? 2 : 1
  }
}

extension PlannedCounterpart {
  fileprivate var ignoresNothing: Bool { ignored.isEmpty && mask == nil }
}

extension ManifestJSON.Options {
  fileprivate init(_ plan: SheetPlan) {
    let (style, rule) = (plan.style, plan.comparison?.rule)
    let hasTexts = plan.type != TypeStyle() || plan.texts.contains { _ in true }
    self.init(
      scale: style.scaling, align: style.alignment, upscale: style.enlargement,
      orient: plan.metadata.orientation, filter: style.filter, sharpen: style.sharpening,
      background: style.background, cellBackground: style.cellBackground,
      color: plan.metadata.color, onError: plan.unreadablePolicy,
      compression: plan.encoding.compressionLevel, quality: plan.encoding.quality,
      depth: plan.encoding.depth, gray: plan.isGray, dpi: plan.encoding.pixelsPerInch,
      tolerance: rule?.tolerance, ignoreAntialiasing: rule?.ignoresSmoothing, heat: rule?.hottest,
      text: hasTexts ? plan.type : nil,
      furniture: style.furniture == Furniture() ? nil : style.furniture, empty: style.emptyCells)
  }
}

extension ManifestJSON.Lettering {
  init(_ type: TypeStyle) {
    self.init(
      font: type.font, color: type.color, labelColor: type.labelColor,
      labelPosition: type.label?.position, labelHeight: type.label?.height,
      labelGap: type.label?.gap)
  }
}

extension ManifestJSON.Surroundings {
  init(_ furniture: Furniture) {
    self.init(
      padding: furniture.padding, border: furniture.border, frame: furniture.frame,
      radius: furniture.radius, shadow: furniture.shadow)
  }
}

extension ManifestJSON.Tile {
  /// A tile of a plan, with its status if the manifest has an outcome.
  init(_ tile: PlannedTile, of plan: SheetPlan, _ manifest: SheetManifest?) {
    self.init((tile.at(index: plan.firstIndex + tile.index), plan.pictures[tile.index]))
    status = manifest.map {
      $0.unreadable[tile.index].map { $0.isIncomplete ? "incomplete" : "unreadable" } ?? "ok"
    }
    if let found = manifest?.crops[tile.index] { (crop, align) = (found, nil) }
  }

  /// A tile and its picture, whose index is that in the job.
  init(_ value: (tile: PlannedTile, picture: PlannedPicture)) {
    let (tile, picture) = value
    self.init(
      index: tile.index, source: picture.name, sourceBytes: picture.source.data,
      comparedWith: picture.comparedWith, comparedWithBytes: picture.counterpart?.source.data,
      ignored: picture.counterpart?.ignored ?? [], mask: picture.counterpart?.mask,
      maskBytes: picture.counterpart?.maskSource?.data, stack: picture.stack,
      stackBytes: picture.stackSources.data, sourceWidth: picture.size?.width,
      sourceHeight: picture.size?.height,
      preview: picture.isPreview, cell: tile.cell, image: tile.placement?.image,
      crop: tile.placement?.crop, align: tile.followsSubject ? .subject : nil,
      scale: tile.scale, trim: tile.trimming, kept: tile.placement?.kept, label: tile.label,
      facts: picture.facts)
  }
}

extension PictureName {
  /// The bytes of a path; nil if its text tells it whole.
  fileprivate var data: Data? { bytes.map { Data($0) } }
}

extension [PictureName] {
  /// The bytes of all names, none for a text; nil if all are texts.
  fileprivate var data: [Data]? {
    contains { $0.bytes != nil } ? map { $0.data ?? Data() } : nil
  }
}

extension ManifestJSON.Trim {
  init(_ trimming: BorderTrimming) {
    self.init(
      tolerance: trimming.tolerance, scale: trimming.scaling, align: trimming.alignment,
      upscale: trimming.enlargement, focus: trimming.focus)
  }
}

extension ManifestJSON.Point {
  init(_ focus: Focus) { self.init(x: focus.x, y: focus.y) }
}

extension PlannedTile {
  /// Whether borders are trimmed, or to be.
  fileprivate var trimsBorders: Bool { trimming != nil || placement?.kept != nil }
}

extension ManifestJSON.Text {
  init(_ text: PlannedText) {
    self.init(
      text: text.text, shown: text.shown, area: text.area, font: text.font, size: text.size,
      align: text.alignment, overflow: text.overflow, emphasized: text.isEmphasized)
  }
}

extension ManifestJSON.EmptyCell {
  init(_ empty: PlannedEmptyCell) { self.init(cell: empty.cell, text: empty.text) }
}

extension ManifestJSON.Section {
  fileprivate init(_ section: PlannedSection, on page: SheetPage) {
    self.init(
      heading: section.heading, headingArea: section.headingArea, page: page.number,
      continued: section.isContinued, area: section.area, tiles: section.tileCount)
  }
}

extension ManifestJSON.Line {
  fileprivate init(_ line: PlannedLine, on page: SheetPage) {
    self.init(
      heading: line.heading, headingArea: line.headingArea, page: page.number, area: line.cells)
  }
}

extension ManifestJSON.Grid {
  init(_ grid: PageGrid) { self.init(rows: grid.rows, columns: grid.columns) }
}

extension ManifestJSON.Block {
  init(_ block: PageBlock) { self.init(row: block.row, column: block.column) }
}

extension ManifestJSON.Track {
  init(_ track: Column) { self.init(x: track.x, width: track.width) }
}

extension ManifestJSON.Area {
  init(_ area: PixelRect) {
    self.init(x: area.x, y: area.y, width: area.width, height: area.height)
  }
}

extension ManifestJSON.Crop {
  init(_ area: Rect) {
    self.init(x: area.minX, y: area.minY, width: area.width, height: area.height)
  }
}

extension ManifestJSON.Pair {
  /// A pair as manifests and reports have it.
  package init(_ pair: ComparedPair) {
    let counts = pair.counts
    self.init(
      path: pair.path, from: pair.oldPath, status: pair.status, changed: counts?.changed,
      smoothed: counts?.smoothed, share: pair.share, largest: counts?.largest, box: counts?.box,
      regions: counts?.regions ?? [], before: counts?.sizes?.before, after: counts?.sizes?.after)
  }
}

extension ManifestJSON.Region {
  init(_ region: DifferenceCounts.Region) {
    let area = region.area
    self.init(
      x: area.x, y: area.y, width: area.width, height: area.height, changed: region.changed)
  }
}

extension ManifestJSON.Size {
  init(_ size: PixelSize) { self.init(width: size.width, height: size.height) }
}

extension ManifestJSON.Unreadable {
  /// A picture that cannot be read as manifests and reports have it.
  package init(_ picture: UnreadablePicture) {
    self.init(
      source: picture.name, sourceBytes: picture.source.data, reason: picture.reason,
      status: picture.isIncomplete ? "incomplete" : nil)
  }
}
