internal import SheetLayout
internal import SheetText
internal import SystemPackage

extension SheetPlan: Decodable {
  /// Decodes the plan in a manifest and checks every number.
  ///
  /// Pictures are not accessed; ``checked(workers:)`` does that.
  public init(from decoder: any Decoder) throws {
    try self.init(PlanFrame(from: decoder))
  }

  /// Puts a plan together.
  ///
  /// - Parameters:
  ///   - frame: What the manifest says; its tiles are taken out page by page.
  ///   - root: What its relative paths count from; nil for the working folder.
  /// - Throws: ``ManifestError/invalid(path:reason:)`` for a tile outside its page.
  init(_ frame: consuming PlanFrame, root: PlanRoot? = nil) throws(ManifestError) {
    func path(_ text: String) -> FilePath { root?.resolve(FilePath(text)) ?? FilePath(text) }
    let options = frame.options
    var pictures: [SheetPicture] = []
    var pages: [SheetPage] = []
    let firstIndex = frame.pages.lazy.flatMap(\.tiles).first?.index ?? 0
    for index in frame.pages.indices {
      let page = frame.pages[index]
      frame.pages[index].tiles = []
      var tiles: [PlannedTile] = []
      for (place, tile) in page.tiles.enumerated() {
        guard tile.cell.isInside(page.area) else {
          throw .invalid(
            path: "pages[\(index)].tiles[\(place)].cell", reason: "it is not inside the sheet")
        }
        tiles.append(
          PlannedTile(
            index: pictures.count, cell: tile.cell, placement: tile.placement, label: tile.label))
        let source = path(tile.source)
        let file = PictureFormat.named(source, PictureFormat.all).file
        pictures.append(SheetPicture(planned: file(source, options.metadata), size: tile.size))
      }
      pages.append(
        SheetPage(
          number: page.number,
          output: page.file == "-" ? .standardOutput : .file(path(page.file)),
          size: page.area.size, tiles: tiles, texts: page.texts))
    }
    self.init(
      layout: frame.layout, pictures: pictures, skipped: [], pages: pages, selection: .all,
      style: options.style, metadata: options.metadata,
      unreadablePolicy: options.unreadablePolicy, type: options.type, encoding: options.encoding,
      isGray: options.isGray, grid: frame.grid, tracks: frame.tracks, maximumPixels: .standard,
      pageNames: nil, findings: Findings())
    self.firstIndex = firstIndex
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
  var pages: [Page]
  let grid: GridFacts?
  let tracks: [Column]

  /// A page as in a manifest.
  struct Page {
    let number: Int
    let file: String
    let area: PixelRect
    let texts: [PlannedText]
    var tiles: [Tile]
  }

  /// A tile as in a manifest.
  struct Tile: Decodable {
    /// Its place in the job, as the manifest says.
    let index: Int
    let cell: PixelRect
    let label: PlannedText?
    let source: String
    /// The size of the picture, and its place; nil if it could not be read.
    let size: PixelSize?
    let placement: PicturePlacement?
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
    grid = try manifest.decodeIfPresent(GridFacts.self, forKey: .grid)
    tracks = try manifest.decodeIfPresent([Column].self, forKey: .tracks) ?? []
  }
}

extension PlanFrame.Page {
  /// Decodes a page, whose number is its position unless it says another.
  fileprivate init(_ values: ManifestDecoding, position: Int, after last: Int) throws {
    number = try values.decode(.number, in: 1...Int.max, default: position)
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
    file = try values.decodePath(.file)
    tiles = try values.decode([PlanFrame.Tile].self, forKey: .tiles)
    texts = try values.decodeIfPresent([PlannedText].self, forKey: .texts) ?? []
    for (index, text) in texts.enumerated() where !text.area.isInside(sheet) {
      throw values.error("text \(index) is not inside the sheet", .texts)
    }
  }
}

extension PlanFrame.Tile {
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    index = try values.decode(.index, in: 0...Int.max >> 1, default: 0)
    cell = try values.decode(PixelRect.self, forKey: .cell)
    guard cell.width > 0, cell.height > 0 else { throw values.error("it has no area", .cell) }
    label = try values.decodeIfPresent(PlannedText.self, forKey: .label)
    if let label, !label.area.isInside(cell) {
      throw values.error("it is not inside the cell", .label)
    }
    source = try values.decodePath(.source)
    let width = try values.decodeIfPresent(Int.self, forKey: .sourceWidth)
    let height = try values.decodeIfPresent(Int.self, forKey: .sourceHeight)
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

extension GridFacts: Decodable {
  /// Decodes rows and columns; a manifest has no more.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    self.init(
      rows: try values.decode(Int.self, forKey: .rows),
      columns: try values.decode(Int.self, forKey: .columns), cell: nil, idealCellRatio: nil)
  }
}

extension Rect {
  /// Whether this area is not empty and lies inside a picture of `size`.
  fileprivate func isInside(_ size: PixelSize) -> Bool {
    minX >= 0 && minY >= 0 && width > 0 && height > 0
      && maxX <= Double(size.width) && maxY <= Double(size.height)
  }
}

extension PlannedText: Decodable {
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
