internal import SheetLayout
internal import SheetText
internal import SystemPackage

/// The keys of a manifest; they are documented and must not change.
enum ManifestKey: String, CodingKey {
  case version, layout, options, pages, grid, tracks, unreadable
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
    var pages = manifest.nestedUnkeyedContainer(forKey: .pages)
    for page in plan.pages {
      var values = pages.nestedContainer(keyedBy: ManifestKey.self)
      // Said where it does not follow from the order.
      if page.number != pages.count { try values.encode(page.number, forKey: .number) }
      try values.encode(page.output.name, forKey: .file)
      try values.encode(page.size.width, forKey: .width)
      try values.encode(page.size.height, forKey: .height)
      let tiles = isFrame ? [] : page.tiles.map { ManifestTile(manifest: self, tile: $0) }
      try values.encode(tiles, forKey: .tiles)
      if !page.texts.isEmpty { try values.encode(page.texts, forKey: .texts) }
    }
    if let grid = plan.grid {
      var values = manifest.nestedContainer(keyedBy: ManifestKey.self, forKey: .grid)
      try values.encode(grid.rows, forKey: .rows)
      try values.encode(grid.columns, forKey: .columns)
    }
    if !plan.tracks.isEmpty {
      var tracks = manifest.nestedUnkeyedContainer(forKey: .tracks)
      for track in plan.tracks {
        var values = tracks.nestedContainer(keyedBy: ManifestKey.self)
        try values.encode(track.x, forKey: .x)
        try values.encode(track.width, forKey: .width)
      }
    }
    let pictures = isFrame ? [] : unreadableInOrder.map(ManifestPicture.init)
    try manifest.encode(pictures, forKey: .unreadable)
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
    try values.encode(tile.index, forKey: .index)
    try values.encode(picture.source.name, forKey: .source)
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

extension SheetPlan: Codable {
  /// Encodes a manifest of the plan before rendering.
  public func encode(to encoder: any Encoder) throws {
    try SheetManifest(self).encode(to: encoder)
  }

  /// Decodes the plan in a manifest and checks every number.
  ///
  /// Pictures are not accessed; ``checked(workers:)`` does that.
  public init(from decoder: any Decoder) throws {
    let manifest = try decoder.container(keyedBy: ManifestKey.self)
    // First, because another version may have other fields.
    let version = try manifest.decode(Int.self, forKey: .version)
    guard version <= SheetManifest.currentVersion else { throw ManifestError.newer(version) }
    guard version >= 1 else { throw manifest.error("\(version) is not a version", .version) }
    let options = try PlanOptions(
      manifest.nestedContainer(keyedBy: ManifestKey.self, forKey: .options))
    var pictures: [SheetPicture] = []
    var pages: [SheetPage] = []
    var values = try manifest.nestedUnkeyedContainer(forKey: .pages)
    while !values.isAtEnd {
      let page = try values.nestedContainer(keyedBy: ManifestKey.self)
      let number = try page.decode(.number, in: 1...Int.max, default: pages.count + 1)
      guard number > pages.last?.number ?? 0 else {
        throw page.error("\(number) is not more than that of the page ahead", .number)
      }
      pages.append(try SheetPage(page, number: number, options.metadata, adding: &pictures))
    }
    var grid: GridFacts?
    if manifest.contains(.grid) {
      let values = try manifest.nestedContainer(keyedBy: ManifestKey.self, forKey: .grid)
      grid = GridFacts(
        rows: try values.decode(Int.self, forKey: .rows),
        columns: try values.decode(Int.self, forKey: .columns), cell: nil, idealCellRatio: nil)
    }
    var tracks: [Column] = []
    if manifest.contains(.tracks) {
      var list = try manifest.nestedUnkeyedContainer(forKey: .tracks)
      while !list.isAtEnd {
        let values = try list.nestedContainer(keyedBy: ManifestKey.self)
        tracks.append(
          Column(
            x: try values.decode(Double.self, forKey: .x),
            width: try values.decode(Double.self, forKey: .width)))
      }
    }
    self.init(
      layout: try manifest.decode(String.self, forKey: .layout), pictures: pictures, skipped: [],
      pages: pages, selection: .all, style: options.style, metadata: options.metadata,
      unreadablePolicy: options.unreadablePolicy, type: options.type, encoding: options.encoding,
      isGray: options.isGray, grid: grid, tracks: tracks, maximumPixels: .standard, manifest: nil,
      pageNames: nil, findings: Findings())
  }
}

extension SheetPage {
  /// Decodes a page, and appends its pictures to `pictures`.
  fileprivate init(
    _ values: ManifestDecoding, number: Int, _ metadata: MetadataUse,
    adding pictures: inout [SheetPicture]
  ) throws {
    let width = try values.decode(Int.self, forKey: .width)
    let height = try values.decode(Int.self, forKey: .height)
    guard Extent(width: width, height: height) != nil else {
      throw values.error("\(width) x \(height) is not the size of a sheet")
    }
    let sheet = PixelRect(x: 0, y: 0, width: width, height: height)
    let file = try values.decodePath(.file)
    var tiles: [PlannedTile] = []
    var list = try values.nestedUnkeyedContainer(forKey: .tiles)
    while !list.isAtEnd {
      let tile = try list.nestedContainer(keyedBy: ManifestKey.self)
      tiles.append(try PlannedTile(tile, on: sheet, metadata, adding: &pictures))
    }
    let texts = try values.decodeIfPresent([PlannedText].self, forKey: .texts) ?? []
    for (index, text) in texts.enumerated() where !text.area.isInside(sheet) {
      throw values.error("text \(index) is not inside the sheet", .texts)
    }
    self.init(
      number: number, output: file == "-" ? .standardOutput : .file(FilePath(file)),
      size: sheet.size, tiles: tiles, texts: texts)
  }
}

extension PlannedTile {
  /// Decodes a tile, and appends its picture to `pictures`.
  fileprivate init(
    _ values: ManifestDecoding, on sheet: PixelRect, _ metadata: MetadataUse,
    adding pictures: inout [SheetPicture]
  ) throws {
    let cell = try values.decode(PixelRect.self, forKey: .cell)
    guard cell.isInside(sheet) else { throw values.error("it is not inside the sheet", .cell) }
    let label = try values.decodeIfPresent(PlannedText.self, forKey: .label)
    if let label, !label.area.isInside(cell) {
      throw values.error("it is not inside the cell", .label)
    }
    let source = try values.decodePath(.source)
    let width = try values.decodeIfPresent(Int.self, forKey: .sourceWidth)
    let height = try values.decodeIfPresent(Int.self, forKey: .sourceHeight)
    let image = try values.decodeIfPresent(PixelRect.self, forKey: .image)
    let crop = try values.decodeIfPresent(Rect.self, forKey: .crop)
    var placement: PicturePlacement?
    var size: PixelSize?
    switch (width, height, image, crop) {
    case (nil, nil, nil, nil): break
    case (let width?, let height?, let image?, let crop?):
      guard image.isInside(cell) else { throw values.error("it is not inside the cell", .image) }
      let picture = PixelSize(width: width, height: height)
      guard crop.isInside(picture) else {
        throw values.error("it is not inside the picture", .crop)
      }
      size = picture
      placement = PicturePlacement(image: image, crop: crop)
    default:
      throw values.error(
        "sourceWidth, sourceHeight, image and crop go together: all of them or none")
    }
    self.init(index: pictures.count, cell: cell, placement: placement, label: label)
    let file = PictureFormat.named(FilePath(source), PictureFormat.all).file
    pictures.append(SheetPicture(planned: file(FilePath(source), metadata), size: size))
  }
}

extension Rect {
  /// Whether this area is not empty and lies inside a picture of `size`.
  fileprivate func isInside(_ size: PixelSize) -> Bool {
    minX >= 0 && minY >= 0 && width > 0 && height > 0
      && maxX <= Double(size.width) && maxY <= Double(size.height)
  }
}

extension PlannedText: Codable {
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

  /// Decodes a text; the caller has to check that its area is inside the page or the cell.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    self.init(
      text: try values.decode(String.self, forKey: .text),
      area: try values.decode(PixelRect.self, forKey: .area),
      font: values.contains(.font)
        ? try values.decodeParsed(.font, as: "a font") as FontChoice : nil,
      size: try values.decode(.size, in: TypeScale.limits),
      alignment: try values.decodeCase(.align), overflow: try values.decodeCase(.overflow))
  }
}
