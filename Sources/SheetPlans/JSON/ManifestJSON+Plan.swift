internal import SheetImaging
internal import SheetLayout
package import SheetPictures
internal import SheetText

extension ManifestJSON {
  /// A plan, alone or with where its pages went and what came of it.
  init(_ plan: SheetPlan, of manifest: SheetManifest? = nil) {
    self.init(frameOf: plan, manifest)
    for (index, page) in plan.pages.enumerated() {
      pages[index].tiles = page.tiles.map { Tile($0, of: plan, manifest) }
      var headings = HeadingsInOrder(page)
      pages[index].emptyCells = page.emptyCells.map { EmptyCell($0, &headings) }.nilIfEmpty
    }
    pairs = plan.comparison?.pairs.map(Pair.init)
    unreadable = manifest?.unreadableInOrder.map(Unreadable.init)
  }

  /// A plan whose lists of tiles, empty cells, pairs and unreadable pictures are empty.
  init(frameOf plan: SheetPlan, _ manifest: SheetManifest?) {
    self.init(
      version: FormatVersion(plan.formatVersion), layout: plan.layout, options: Options(plan),
      root: manifest?.root,
      pages: plan.pages.enumerated().map { index, page in
        Page(
          number: page.number == index + 1 ? nil : page.number, file: manifest?.files[index],
          width: page.size.width, height: page.size.height, tiles: [],
          texts: page.texts.map { Text($0, role: $0.role) }.nilIfEmpty,
          grid: page.grid == plan.grid ? nil : page.grid,
          block: page.block,
          emptyCells: page.emptyCells.isEmpty ? nil : [], bar: page.bar.map { .init($0) })
      },
      pairs: plan.comparison.map { _ in [] }, grid: plan.grid,
      sections: plan.pages.flatMap { page in page.sections.map { Section($0, on: page) } }
        .nilIfEmpty,
      rows: plan.pages.flatMap { page in page.rows.map { Line($0, on: page) } }.nilIfEmpty,
      columns: plan.pages.flatMap { page in page.columns.map { Line($0, on: page) } }.nilIfEmpty,
      tracks: plan.tracks.map { Track(x: $0.x, width: $0.width) }.nilIfEmpty,
      unreadable: manifest.map { _ in [] })
  }
}

extension ManifestJSON.EmptyCell {
  /// An empty cell with the headings of its row and its column.
  init(_ empty: PlannedEmptyCell, _ headings: inout HeadingsInOrder) {
    self.init(
      cell: .init(empty.cell), row: headings.rows.heading(of: empty.cell),
      column: headings.columns.heading(of: empty.cell),
      text: empty.text.map { ManifestJSON.Text($0) })
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
    self.init(
      scale: style.scaling, align: style.alignment, upscale: style.enlargement == .allowed,
      orient: plan.metadata.orientation, filter: style.filter, sharpen: style.sharpening?.amount,
      background: "\(style.background)", cellBackground: style.cellBackground.map { "\($0)" },
      color: plan.metadata.color, onError: plan.unreadablePolicy,
      compression: plan.encoding.compressionLevel, quality: plan.encoding.quality.level,
      depth: plan.encoding.depth.bits,
      gray: plan.isGray, dpi: plan.encoding.pixelsPerInch, tolerance: rule?.tolerance,
      ignoreAntialiasing: rule?.ignoresSmoothing, heat: rule?.hottest,
      text: plan.type == TypeStyle() && !plan.texts.contains { _ in true }
        ? nil : ManifestJSON.TypeStyle(plan.type),
      furniture: style.furniture == Furniture() ? nil : ManifestJSON.Furniture(style.furniture),
      empty: style.emptyCells.map { .init(wrappedValue: $0) })
  }
}

extension ManifestJSON.TypeStyle {
  fileprivate init(_ type: TypeStyle) {
    self.init(
      font: "\(type.font)", color: type.color?.hexadecimal,
      labelColor: type.labelColor?.hexadecimal,
      labelPosition: type.label.map { .init(wrappedValue: $0.position) },
      labelHeight: type.label?.height, labelGap: type.label?.gap)
  }
}

extension ManifestJSON.Furniture {
  fileprivate init(_ furniture: Furniture) {
    self.init(
      padding: furniture.padding, border: furniture.border?.description,
      frame: furniture.frame?.description, radius: furniture.radius,
      shadow: furniture.shadow?.description)
  }
}

extension ManifestJSON.Tile {
  init(_ tile: PlannedTile, of plan: SheetPlan, _ manifest: SheetManifest?) {
    let picture = plan.pictures[tile.index]
    self.init(
      index: plan.firstIndex + tile.index, source: picture.name,
      comparedWith: picture.comparedWith,
      ignored: picture.counterpart?.ignored.map { .init($0) }.nilIfEmpty,
      mask: picture.counterpart?.mask, stack: picture.stack.nilIfEmpty,
      sourceWidth: picture.size?.width, sourceHeight: picture.size?.height,
      preview: picture.isPreview ? true : nil,
      cell: .init(tile.cell),
      image: tile.placement.map { .init($0.image) }, crop: tile.placement.map { .init($0.crop) },
      align: tile.placement?.followsSubject == true ? .init(wrappedValue: .subject) : nil,
      scale: tile.scale == .whole ? nil : tile.scale.fraction,
      trim: tile.trimming.map { .init($0) }, kept: tile.placement?.kept.map { .init($0) },
      label: tile.label.map { ManifestJSON.Text($0) },
      facts: picture.facts.isEmpty ? nil : picture.facts.json,
      status: manifest.map {
        $0.unreadable[tile.index].map { $0.isIncomplete ? "incomplete" : "unreadable" } ?? "ok"
      })
  }
}

extension ManifestJSON.Trim {
  fileprivate init(_ trimming: BorderTrimming) {
    self.init(
      tolerance: trimming.tolerance, scale: trimming.scaling, align: trimming.alignment,
      upscale: trimming.enlargement,
      focus: trimming.focus.map { ManifestJSON.Place(x: $0.x, y: $0.y) })
  }
}

extension PlannedTile {
  /// Whether borders are trimmed, or to be.
  fileprivate var trimsBorders: Bool { trimming != nil || placement?.kept != nil }
}

extension PictureScale {
  /// The scale as manifests have it.
  var fraction: Double { 1 / Double(rawValue) }
}

extension ManifestJSON.Text {
  fileprivate init(_ text: PlannedText, role: TextRole? = nil) {
    self.init(
      text: text.text, shown: text.shown, area: .init(text.area), font: text.font?.description,
      size: text.size, align: text.alignment, overflow: text.overflow,
      emphasized: text.isEmphasized ? true : nil,
      role: role.map { .init(wrappedValue: $0) })
  }
}

extension ManifestJSON.Section {
  fileprivate init(_ section: PlannedSection, on page: SheetPage) {
    self.init(
      heading: section.heading, headingArea: .init(section.headingArea), page: page.number,
      continued: section.isContinued ? true : nil, area: .init(section.area),
      tiles: section.tileCount)
  }
}

extension ManifestJSON.Line {
  fileprivate init(_ line: PlannedLine, on page: SheetPage) {
    self.init(
      heading: line.heading, headingArea: line.headingArea.map { .init($0) }, page: page.number,
      area: .init(line.cells))
  }
}

extension ManifestJSON.Area<Int> {
  init(_ area: PixelRect) {
    self.init(x: area.x, y: area.y, width: area.width, height: area.height)
  }
}

extension ManifestJSON.Area<Double> {
  fileprivate init(_ area: Rect) {
    self.init(x: area.minX, y: area.minY, width: area.width, height: area.height)
  }
}

extension ManifestJSON.Pair {
  /// A pair as manifests and reports have it.
  package init(_ pair: ComparedPair) {
    self.init(
      path: pair.path, from: pair.oldPath, status: pair.status, changed: pair.counts?.changed,
      smoothed: pair.counts?.smoothed, share: pair.share, largest: pair.counts?.largest,
      box: pair.counts?.box.map { .init($0) },
      regions: pair.counts?.regions.map { .init($0) }.nilIfEmpty,
      before: pair.counts?.sizes.map { .init($0.before) },
      after: pair.counts?.sizes.map { .init($0.after) })
  }
}

extension ManifestJSON.Region {
  fileprivate init(_ region: DifferenceCounts.Region) {
    let area = region.area
    self.init(
      x: area.x, y: area.y, width: area.width, height: area.height, changed: region.changed)
  }
}

extension ManifestJSON.Size {
  fileprivate init(_ size: PixelSize) { self.init(width: size.width, height: size.height) }
}

extension ManifestJSON.Unreadable {
  /// A picture that cannot be read as manifests and reports have it.
  package init(_ picture: UnreadablePicture) {
    self.init(
      source: picture.name, reason: picture.reason,
      status: picture.isIncomplete ? "incomplete" : nil)
  }
}

extension [PlannedFact] {
  /// The facts by their keys, the last of those that have one key.
  fileprivate var json: [String: Fact.Value] {
    Dictionary(map { ($0.key, $0.value) }) { $1 }
  }
}

extension Array {
  fileprivate var nilIfEmpty: Self? { isEmpty ? nil : self }
}
