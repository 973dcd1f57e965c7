internal import SheetLayout
internal import SheetText
internal import SystemPackage

/// The keys of a manifest; they are documented and must not change.
enum ManifestKey: String, CodingKey {
  case version, layout, options, root, pages, grid, tracks, unreadable
  case number, file, width, height, tiles, texts
  case index, source, sourceWidth, sourceHeight, cell, image, crop, label, status
  case rows, columns, x, reason
  case text, area, size, align, overflow
  case scale, upscale, orient, filter, sharpen, background, cellBackground, color, onError
  case compression, depth, gray, dpi, furniture
  case font, labelPosition, labelHeight, labelGap
  case padding, border, frame, radius, shadow
}

typealias ManifestEncoding = KeyedEncodingContainer<ManifestKey>
typealias ManifestDecoding = KeyedDecodingContainer<ManifestKey>

extension SheetManifest: Encodable {
  /// Encodes the plan, the status of each tile, and the unreadable pictures.
  public func encode(to encoder: any Encoder) throws {
    try encode(to: encoder, isFrame: false)
  }

  /// Encodes a manifest, or a frame of it that has no tiles and no unreadable pictures.
  func encode(to encoder: any Encoder, isFrame: Bool) throws {
    var manifest = encoder.container(keyedBy: ManifestKey.self)
    try manifest.encode(Self.currentVersion, forKey: .version)
    try manifest.encode(plan.layout, forKey: .layout)
    try plan.encodeOptions(
      to: manifest.nestedContainer(keyedBy: ManifestKey.self, forKey: .options))
    let documents = plan.documents
    if let file = documents.manifest?.names?.path, let name = try? documents.root?.name(in: file) {
      try manifest.encode(name.string, forKey: .root)
    }
    var pages = manifest.nestedUnkeyedContainer(forKey: .pages)
    for page in plan.pages {
      var values = pages.nestedContainer(keyedBy: ManifestKey.self)
      // Said where it does not follow from the order.
      if page.number != pages.count { try values.encode(page.number, forKey: .number) }
      try values.encode(name(of: page.output.names?.path) ?? page.output.name, forKey: .file)
      try values.encode(page.size.width, forKey: .width)
      try values.encode(page.size.height, forKey: .height)
      let tiles = isFrame ? [] : page.tiles.map { ManifestTile(manifest: self, tile: $0) }
      try values.encode(tiles, forKey: .tiles)
      if !page.texts.isEmpty { try values.encode(page.texts, forKey: .texts) }
    }
    try manifest.encodeIfPresent(plan.grid, forKey: .grid)
    if !plan.tracks.isEmpty { try manifest.encode(plan.tracks, forKey: .tracks) }
    let pictures = isFrame ? [] : unreadableInOrder.map(ManifestPicture.init)
    try manifest.encode(pictures, forKey: .unreadable)
  }

  /// A path as it stands in the manifest; nil where it stands as it is.
  func name(of path: FilePath?) -> String? {
    guard let root = plan.documents.root, let path else { return nil }
    return root.path(to: path).string
  }

  /// The unreadable pictures, skipped ones first.
  var unreadableInOrder: [UnreadablePicture] { plan.unreadable(with: unreadable) }
}

/// A tile as in a manifest.
struct ManifestTile: Encodable {
  let manifest: SheetManifest
  let tile: PlannedTile

  func encode(to encoder: any Encoder) throws {
    let picture = manifest.plan.pictures[tile.index]
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(manifest.plan.firstIndex + tile.index, forKey: .index)
    try values.encode(manifest.name(of: picture.path) ?? picture.source.name, forKey: .source)
    try values.encodeIfPresent(picture.size?.width, forKey: .sourceWidth)
    try values.encodeIfPresent(picture.size?.height, forKey: .sourceHeight)
    try values.encode(tile.cell, forKey: .cell)
    try values.encodeIfPresent(tile.placement?.image, forKey: .image)
    try values.encodeIfPresent(tile.placement?.crop, forKey: .crop)
    try values.encodeIfPresent(tile.label, forKey: .label)
    let isUnreadable = manifest.unreadable[tile.index] != nil
    try values.encode(isUnreadable ? "unreadable" : "ok", forKey: .status)
  }
}

/// An unreadable picture as in a manifest.
struct ManifestPicture: Encodable {
  let picture: UnreadablePicture

  init(_ picture: UnreadablePicture) {
    self.picture = picture
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(picture.name, forKey: .source)
    try values.encode(picture.reason, forKey: .reason)
  }
}

extension SheetPlan: Encodable {
  /// Encodes a manifest of the plan before rendering.
  public func encode(to encoder: any Encoder) throws {
    try SheetManifest(self).encode(to: encoder)
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

extension GridFacts: Encodable {
  /// Encodes rows and columns alone.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(rows, forKey: .rows)
    try values.encode(columns, forKey: .columns)
  }
}
