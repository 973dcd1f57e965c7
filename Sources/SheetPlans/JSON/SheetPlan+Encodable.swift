internal import SheetLayout
package import SheetPictures
internal import SheetText
internal import SystemPackage

/// The keys of a manifest; they are documented and must not change.
enum ManifestKey: String, CodingKey {
  case version, layout, options, root, pages, pairs, grid, sections, tracks, unreadable
  case number, file, width, height, tiles, texts
  case index, source, sourceWidth, sourceHeight, cell, image, crop, label, facts, status
  case rows, columns, x, reason
  case comparedWith, path, changed, smoothed, share, largest, box
  case heading, headingArea, page, continued, emptyCells, block, row, column
  case text, area, size, align, overflow, role
  case scale, upscale, orient, filter, sharpen, background, cellBackground, color, onError
  case compression, depth, gray, dpi, furniture, tolerance, ignoreAntialiasing
  case font, labelPosition, labelHeight, labelGap
  case padding, border, frame, radius, shadow
}

typealias ManifestEncoding = KeyedEncodingContainer<ManifestKey>
typealias ManifestDecoding = KeyedDecodingContainer<ManifestKey>

extension SheetPlan: Encodable {
  /// Encodes the plan in the form of a manifest, without files and outcome.
  public func encode(to encoder: any Encoder) throws {
    try encode(to: encoder, with: nil, isFrame: false)
  }

  /// Encodes the plan, alone or as the manifest's, or a frame of it that has no tiles.
  fileprivate func encode(
    to encoder: any Encoder, with manifest: SheetManifest?, isFrame: Bool
  ) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(formatVersion, forKey: .version)
    try values.encode(layout, forKey: .layout)
    try encodeOptions(to: values.nestedContainer(keyedBy: ManifestKey.self, forKey: .options))
    try values.encodeIfPresent(manifest?.root, forKey: .root)
    var list = values.nestedUnkeyedContainer(forKey: .pages)
    for (index, page) in pages.enumerated() {
      var values = list.nestedContainer(keyedBy: ManifestKey.self)
      // Said where it does not follow from the order.
      if page.number != list.count { try values.encode(page.number, forKey: .number) }
      try values.encodeIfPresent(manifest?.files[index], forKey: .file)
      try values.encode(page.size.width, forKey: .width)
      try values.encode(page.size.height, forKey: .height)
      let tiles = isFrame ? [] : page.tiles.map { EncodedTile($0, of: self, manifest) }
      try values.encode(tiles, forKey: .tiles)
      if !page.texts.isEmpty {
        try values.encode(page.texts.map(EncodedPageText.init), forKey: .texts)
      }
      // Said where it is not that of the first page.
      if page.grid != grid { try values.encode(page.grid, forKey: .grid) }
      try values.encodeIfPresent(page.block, forKey: .block)
      if !page.emptyCells.isEmpty {
        try values.encode(page.emptyCells.map(EncodedEmptyCell.init), forKey: .emptyCells)
      }
    }
    if let comparison { try values.encode(isFrame ? [] : comparison.pairs, forKey: .pairs) }
    try values.encodeIfPresent(grid, forKey: .grid)
    let sections = pages.flatMap { page in page.sections.map { EncodedSection($0, on: page.number) }
    }
    if !sections.isEmpty { try values.encode(sections, forKey: .sections) }
    for (key, lines) in [(ManifestKey.rows, \SheetPage.rows), (.columns, \.columns)] {
      let all = pages.flatMap { page in
        page[keyPath: lines].map { EncodedLine($0, on: page.number) }
      }
      if !all.isEmpty { try values.encode(all, forKey: key) }
    }
    if !tracks.isEmpty { try values.encode(tracks, forKey: .tracks) }
  }
}

extension SheetPlan {
  /// The oldest version of the format that has everything in this plan, so that older readers refuse
  /// only what they would render otherwise.
  private var formatVersion: Int {
    pages.contains { page in
      !page.emptyCells.isEmpty
        || page.tiles.contains { $0.scale != .whole || pictures[$0.index].comparedWith != nil }
    } ? 2 : 1
  }
}

extension PictureScale {
  /// The scale as manifests have it.
  fileprivate var fraction: Double { 1 / Double(rawValue) }

  /// The scale by its fraction; nil if there is none.
  init?(fraction: Double) {
    guard let scale = Self.allCases.first(where: { $0.fraction == fraction }) else { return nil }
    self = scale
  }
}

extension SheetManifest: Encodable {
  /// Encodes the plan, its files, the status of each tile, and the unreadable pictures.
  public func encode(to encoder: any Encoder) throws {
    try encode(to: encoder, isFrame: false)
  }

  /// Encodes the manifest, or a frame of it that has no tiles and no unreadable pictures.
  func encode(to encoder: any Encoder, isFrame: Bool) throws {
    try plan.encode(to: encoder, with: self, isFrame: isFrame)
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(
      isFrame ? [] : unreadableInOrder.map(EncodedUnreadable.init), forKey: .unreadable)
  }
}

/// A tile as in a manifest.
struct EncodedTile: Encodable {
  private let tile: PlannedTile
  private let plan: SheetPlan
  /// The manifest with the status of the tile; nil where a plan is encoded alone.
  private let manifest: SheetManifest?

  init(_ tile: PlannedTile, of plan: SheetPlan, _ manifest: SheetManifest?) {
    (self.tile, self.plan, self.manifest) = (tile, plan, manifest)
  }

  func encode(to encoder: any Encoder) throws {
    let picture = plan.pictures[tile.index]
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(plan.firstIndex + tile.index, forKey: .index)
    try values.encode(picture.name, forKey: .source)
    try values.encodeIfPresent(picture.comparedWith, forKey: .comparedWith)
    try values.encodeIfPresent(picture.size?.width, forKey: .sourceWidth)
    try values.encodeIfPresent(picture.size?.height, forKey: .sourceHeight)
    try values.encode(tile.cell, forKey: .cell)
    try values.encodeIfPresent(tile.placement?.image, forKey: .image)
    try values.encodeIfPresent(tile.placement?.crop, forKey: .crop)
    if tile.scale != .whole { try values.encode(tile.scale.fraction, forKey: .scale) }
    try values.encodeIfPresent(tile.label, forKey: .label)
    if !picture.facts.isEmpty { try values.encode(EncodedFacts(picture.facts), forKey: .facts) }
    guard let manifest else { return }
    let isUnreadable = manifest.unreadable[tile.index] != nil
    try values.encode(isUnreadable ? "unreadable" : "ok", forKey: .status)
  }
}

/// A section as in a manifest, which lists those of all pages.
private struct EncodedSection: Encodable {
  private let section: PlannedSection
  private let page: Int

  init(_ section: PlannedSection, on page: Int) {
    (self.section, self.page) = (section, page)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(section.heading, forKey: .heading)
    try values.encode(section.headingArea, forKey: .headingArea)
    try values.encode(page, forKey: .page)
    if section.isContinued { try values.encode(true, forKey: .continued) }
    try values.encode(section.area, forKey: .area)
    try values.encode(section.tileCount, forKey: .tiles)
  }
}

/// A row or a column as in a manifest, which lists those of all pages.
private struct EncodedLine: Encodable {
  private let line: PlannedLine
  private let page: Int

  init(_ line: PlannedLine, on page: Int) {
    (self.line, self.page) = (line, page)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(line.heading, forKey: .heading)
    try values.encodeIfPresent(line.headingArea, forKey: .headingArea)
    try values.encode(page, forKey: .page)
    try values.encode(line.cells, forKey: .area)
  }
}

/// An empty cell as in a manifest.
private struct EncodedEmptyCell: Encodable {
  private let empty: PlannedEmptyCell

  init(_ empty: PlannedEmptyCell) { self.empty = empty }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(empty.cell, forKey: .cell)
    try values.encodeIfPresent(empty.text, forKey: .text)
  }
}

/// An unreadable picture as in a manifest.
package struct EncodedUnreadable: Encodable {
  private let picture: UnreadablePicture

  /// Creates what is encoded of a picture.
  package init(_ picture: UnreadablePicture) {
    self.picture = picture
  }

  /// Encodes its name and the reason.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(picture.name, forKey: .source)
    try values.encode(picture.reason, forKey: .reason)
  }
}

/// A text of a page as in a manifest, where the role of others is known.
private struct EncodedPageText: Encodable {
  let text: PlannedText

  func encode(to encoder: any Encoder) throws {
    try text.encode(to: encoder)
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(text.role.rawValue, forKey: .role)
  }
}

extension PlannedText: Encodable {
  /// Encodes the text and its typesetting.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(text, forKey: .text)
    try values.encode(area, forKey: .area)
    try values.encodeIfPresent(font?.description, forKey: .font)
    try values.encode(size, forKey: .size)
    try values.encode(alignment.rawValue, forKey: .align)
    try values.encode(overflow.rawValue, forKey: .overflow)
  }
}
