internal import SheetLayout
internal import SheetPictures
internal import SheetText

extension SheetPlan: Decodable {
  /// Decodes the plan in a manifest and checks every number; pictures are not accessed.
  public init(from decoder: any Decoder) throws {
    var tiles: [[PlanFrame.Tile]] = []
    self = try PlanFrame(from: decoder).plan(tiles: &tiles)
  }
}

extension SheetManifest: Decodable {
  /// Decodes the plan in a manifest, and where its pages go.
  public init(from decoder: any Decoder) throws {
    var tiles: [[PlanFrame.Tile]] = []
    self = try PlanFrame(from: decoder).manifest(tiles: &tiles)
  }
}

extension PlanFrame {
  /// The plan, with where its pages are to go.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)`` for a page without a file, and what
  ///   ``plan(tiles:)`` throws.
  func manifest(tiles: inout [[Tile]]) throws(ManifestError) -> SheetManifest {
    let plan = try plan(tiles: &tiles)
    var files: [String] = []
    for (index, page) in pages.enumerated() {
      guard let file = page.file else {
        throw .invalid(path: "pages[\(index)].file", reason: "it is missing")
      }
      files.append(file)
    }
    return SheetManifest(plan, files: files, root: root)
  }

  /// Puts the plan together, with the tiles of each page that are not in the frame.
  ///
  /// These are taken out page by page, so that they are not held twice.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)`` for a tile outside its page.
  func plan(tiles: inout [[Tile]]) throws(ManifestError) -> SheetPlan {
    var pictures: [PlannedPicture] = []
    var planned: [SheetPage] = []
    var firstIndex: Int?
    var sections = ListedByPage(sections.map { ($0.page, $0.section) }, .sections)
    var rows = ListedByPage(rows.map { ($0.page, $0.line) }, .rows)
    var columns = ListedByPage(columns.map { ($0.page, $0.line) }, .columns)
    for (index, page) in pages.enumerated() {
      var own = page.tiles
      if tiles.indices.contains(index), !tiles[index].isEmpty {
        // Not so where a key is there once more, with a character escaped.
        guard own.isEmpty else { throw .twice }
        swap(&own, &tiles[index])
      }
      try page.check(coverage: own, at: "pages[\(index)]")
      var placed: [PlannedTile] = []
      placed.reserveCapacity(own.count)
      for (place, tile) in own.enumerated() {
        guard tile.cell.isInside(page.area) else {
          throw .invalid(
            path: "pages[\(index)].tiles[\(place)].cell", reason: "it is not inside the sheet")
        }
        guard tile.comparedWith == nil || options.comparison != nil else {
          throw .invalid(
            path: "pages[\(index)].tiles[\(place)].comparedWith",
            reason: "options.tolerance does not say how")
        }
        firstIndex = firstIndex ?? tile.index
        placed.append(
          PlannedTile(
            index: pictures.count, cell: tile.cell, placement: tile.placement, scale: tile.scale,
            label: tile.label))
        pictures.append(
          PlannedPicture(
            name: tile.source, comparedWith: tile.comparedWith, size: tile.size,
            facts: tile.facts))
      }
      planned.append(
        SheetPage(
          number: page.number, size: page.area.size, tiles: placed, texts: page.texts,
          grid: page.hasOwnGrid ? page.grid : grid,
          sections: try sections.taken(for: page, tileCount: own.count),
          rows: try rows.taken(for: page), columns: try columns.taken(for: page),
          emptyCells: page.emptyCells, block: page.block))
    }
    try sections.checkIsEmpty()
    try rows.checkIsEmpty()
    try columns.checkIsEmpty()
    guard (firstIndex ?? 0) + pictures.count <= Extent.maximumSide else {
      throw .invalid(
        path: "pages", reason: "the indices of their tiles would exceed \(Extent.maximumSide)")
    }
    guard tiles.dropFirst(pages.count).allSatisfy(\.isEmpty) else { throw .twice }
    return SheetPlan(
      layout: layout, pictures: pictures, firstIndex: firstIndex ?? 0, pages: planned,
      style: options.style, metadata: options.metadata,
      unreadablePolicy: options.unreadablePolicy, type: options.type, encoding: options.encoding,
      isGray: options.isGray, tracks: tracks,
      comparison: options.comparison.map { PlannedComparison(rule: $0, pairs: pairs) })
  }
}

extension ManifestError {
  fileprivate static var twice: ManifestError {
    .invalid(path: "pages", reason: "they or their tiles are there twice")
  }
}

/// What a manifest says.
///
/// Numbers are checked, but for whether a tile lies on its page: a reader that takes tiles out of
/// the manifest adds them later.
struct PlanFrame: Decodable {
  /// The name of the layout.
  let layout: String
  let options: PlanOptions
  /// The folder from which paths count, as seen from the manifest's; nil for the working folder.
  let root: String?
  private(set) var pages: [Page]
  /// The rows and columns of the first page.
  let grid: PageGrid?
  /// The sections of all pages.
  let sections: [DecodedSection]
  /// The rows and columns of all pages.
  let (rows, columns): ([DecodedLine], [DecodedLine])
  let tracks: [Column]
  /// What was found in comparing.
  let pairs: [ComparedPair]

  /// A page as in a manifest.
  struct Page {
    let number: Int
    /// Where it goes; nil in a plan that is not a manifest's.
    let file: String?
    let area: PixelRect
    let texts: [PlannedText]
    let tiles: [Tile]
    /// Its rows and columns where they are not those of the first page.
    let grid: PageGrid?
    let hasOwnGrid: Bool
    /// The cells without a picture.
    let emptyCells: [PlannedEmptyCell]
    /// Which rows and columns of a matrix it shows.
    let block: PageBlock?
  }

  /// A tile as in a manifest.
  struct Tile: Decodable {
    /// Its place in the job, as the manifest says.
    let index: Int
    let cell: PixelRect
    private(set) var label: PlannedText?
    let source: String
    /// The picture as it was; nil for a tile of one picture.
    let comparedWith: String?
    /// The size of the picture, and its place; nil if it could not be read.
    let size: PixelSize?
    let placement: PicturePlacement?
    let scale: PictureScale
    let facts: [PlannedFact]
  }

  init(from decoder: any Decoder) throws {
    let manifest = try decoder.container(keyedBy: ManifestKey.self)
    // First, because another version may have other fields.
    let version = try manifest.decode(Int.self, forKey: .version)
    guard version <= SheetManifest.currentVersion else { throw ManifestError.newer(version) }
    guard version >= 1 else { throw manifest.error("\(version) is not a version", .version) }
    layout = try manifest.decode(String.self, forKey: .layout)
    options = try PlanOptions(
      manifest.nestedContainer(keyedBy: ManifestKey.self, forKey: .options))
    root = manifest.contains(.root) ? try manifest.decodePath(.root) : nil
    pages = []
    var list = try manifest.nestedUnkeyedContainer(forKey: .pages)
    while !list.isAtEnd {
      let page = try list.nestedContainer(keyedBy: ManifestKey.self)
      pages.append(try Page(page, position: pages.count + 1, after: pages.last?.number ?? 0))
    }
    grid = try manifest.decodeIfPresent(PageGrid.self, forKey: .grid)
    sections = try manifest.decodeIfPresent([DecodedSection].self, forKey: .sections) ?? []
    rows = try manifest.decodeIfPresent([DecodedLine].self, forKey: .rows) ?? []
    columns = try manifest.decodeIfPresent([DecodedLine].self, forKey: .columns) ?? []
    tracks = try manifest.decodeIfPresent([Column].self, forKey: .tracks) ?? []
    pairs = try manifest.decodeIfPresent([ComparedPair].self, forKey: .pairs) ?? []
    guard options.comparison != nil || pairs.isEmpty else {
      throw manifest.error("options.tolerance says what they were compared by", .pairs)
    }
  }
}

extension PlanFrame.Page {
  /// Decodes a page, whose number is its position unless it says another.
  fileprivate init(_ values: ManifestDecoding, position: Int, after last: Int) throws {
    number = try values.decode(.number, in: 1...Extent.maximumSide, default: position)
    guard number > last else {
      throw values.error("\(number) is not more than that of the page ahead", .number)
    }
    let width = try values.decode(Int.self, forKey: .width)
    let height = try values.decode(Int.self, forKey: .height)
    guard Extent(width: width, height: height) != nil else {
      throw values.error("\(width) x \(height) is not the size of a sheet")
    }
    let sheet = PixelRect(x: 0, y: 0, width: width, height: height)
    area = sheet
    file = values.contains(.file) ? try values.decodePath(.file) : nil
    hasOwnGrid = values.contains(.grid)
    grid = try values.decodeIfPresent(PageGrid.self, forKey: .grid)
    tiles = try values.decode([PlanFrame.Tile].self, forKey: .tiles)
    texts = try values.decodeIfPresent([PlannedText].self, forKey: .texts) ?? []
    for (index, text) in texts.enumerated() where !text.area.isInside(sheet) {
      throw values.error("text \(index) is not inside the sheet", .texts)
    }
    block = try values.decodeIfPresent(PageBlock.self, forKey: .block)
    emptyCells =
      try values.decodeIfPresent([DecodedEmptyCell].self, forKey: .emptyCells)?.map(\.cell) ?? []
    for (index, empty) in emptyCells.enumerated() where !empty.cell.isInside(sheet) {
      throw values.error("cell \(index) is not inside the sheet", .emptyCells)
    }
  }
}

extension PlanFrame.Tile {
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    index = try values.decode(.index, in: 0...Extent.maximumSide, default: 0)
    cell = try values.decode(PixelRect.self, forKey: .cell)
    guard cell.width > 0, cell.height > 0 else { throw values.error("it has no area", .cell) }
    label = try values.decodeIfPresent(PlannedText.self, forKey: .label)
    label?.role = .label
    if let label, !label.area.isInside(cell) {
      throw values.error("it is not inside the cell", .label)
    }
    source = try values.decodePath(.source)
    comparedWith = values.contains(.comparedWith) ? try values.decodePath(.comparedWith) : nil
    func side(_ key: ManifestKey) throws -> Int? {
      values.contains(key) ? try values.decode(key, in: 1...Extent.maximumSide) : nil
    }
    let fraction = try values.decodeIfPresent(Double.self, forKey: .scale) ?? 1
    guard let scale = PictureScale(fraction: fraction) else {
      throw values.error("it is none of 1, 0.5, 0.25 and 0.125", .scale)
    }
    self.scale = scale
    facts = try values.decodeIfPresent(EncodedFacts.self, forKey: .facts)?.facts ?? []
    let (width, height) = (try side(.sourceWidth), try side(.sourceHeight))
    let image = try values.decodeIfPresent(PixelRect.self, forKey: .image)
    let crop = try values.decodeIfPresent(Rect.self, forKey: .crop)
    switch (width, height, image, crop) {
    case (nil, nil, nil, nil): (size, placement) = (nil, nil)
    case (let width?, let height?, let image?, let crop?):
      guard image.isInside(cell) else { throw values.error("it is not inside the cell", .image) }
      let picture = PixelSize(width: width, height: height)
      guard crop.isInside(picture) else {
        throw values.error("it is not inside the picture", .crop)
      }
      (size, placement) = (picture, PicturePlacement(image: image, crop: crop))
    default:
      throw values.error(
        "sourceWidth, sourceHeight, image and crop go together: all of them or none")
    }
  }
}

extension PlanFrame.Page {
  /// How many times the cells of a page, and its texts, may cover it.
  ///
  /// Planned ones lie side by side. Those of a plan that was changed by hand may overlap, but each
  /// takes its own time and memory, so that a thousand as large as the page would take a thousand
  /// times as much as the page.
  private static let maximumCoverage = 2

  /// Checks that the cells together, and the texts together, do not cover far more than the page.
  fileprivate func check(
    coverage tiles: [PlanFrame.Tile], at path: String
  ) throws(ManifestError) {
    for (key, areas) in [
      ("tiles", tiles.map(\.cell)), ("texts", texts.map(\.area)),
      ("emptyCells", emptyCells.map(\.cell)),
    ] {
      let covered = areas.reduce(0) { $0 + $1.pixelCount } / area.pixelCount
      guard covered > Double(Self.maximumCoverage) else { continue }
      // Rounded up, so that the figure is above the limit.
      let percent = Int((covered * 100).rounded(.up))
      throw .invalid(
        path: "\(path).\(key)",
        reason: "together they cover \(percent) % of the page, and at most "
          + "\(100 * Self.maximumCoverage) % are allowed; make them smaller, or spread them over "
          + "more pages")
    }
  }
}

extension PixelRect {
  /// The number of pixels, as a double, because many areas together have more than an `Int` holds.
  fileprivate var pixelCount: Double { Double(width) * Double(height) }
}

extension Rect {
  /// Whether this area is not empty and lies inside a picture of `size`.
  fileprivate func isInside(_ size: PixelSize) -> Bool {
    minX >= 0 && minY >= 0 && width > 0 && height > 0
      && maxX <= Double(size.width) && maxY <= Double(size.height)
  }
}

extension PageGrid: Codable {
  /// Decodes the numbers of rows and columns.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    self.init(
      rows: try values.decode(.rows, in: 0...Extent.maximumSide),
      columns: try values.decode(.columns, in: 0...Extent.maximumSide))
  }

  /// Encodes the numbers of rows and columns.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(rows, forKey: .rows)
    try values.encode(columns, forKey: .columns)
  }
}

extension PlannedText: Decodable {
  /// Decodes a text; the caller has to check that its area is inside the page or the cell.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    self.init(
      values.contains(.role) ? try values.decodeCase(.role) : .header,
      text: try values.decode(String.self, forKey: .text),
      area: try values.decode(PixelRect.self, forKey: .area),
      font: values.contains(.font)
        ? try values.decodeParsed(.font, as: "a font") as FontChoice : nil,
      size: try values.decode(.size, in: TypeScale.limits),
      alignment: try values.decodeCase(.align), overflow: try values.decodeCase(.overflow))
  }
}
