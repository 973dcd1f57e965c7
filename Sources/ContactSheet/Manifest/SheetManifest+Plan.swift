internal import SheetLayout

extension SheetManifest {
  /// The manifest of a plan.
  ///
  /// What is only told, not used to render, is taken over from the manifest that `job`
  /// renders, if it does.
  ///
  /// - Parameters:
  ///   - plan: What is on the sheet.
  ///   - job: How it is rendered.
  ///   - unreadable: The pictures that turned out to be unreadable, by their index.
  public init(_ plan: SheetPlan, of job: SheetJob, unreadable: [Int: UnreadablePicture] = [:]) {
    let unreadable = unreadable.merging(plan.unreadable) { known, _ in known }
    layout = job.origin?.layout ?? job.layout.name
    options = Options(plan, of: job)
    pages = plan.pages.map { page in
      Page(
        file: page.output.name, width: page.size.width, height: page.size.height,
        tiles: page.tiles.map { tile in
          Tile(
            tile, of: plan.pictures[tile.index], isReadable: unreadable[tile.index] == nil)
        },
        texts: page.texts.isEmpty ? nil : page.texts.map(Text.init))
    }
    if let origin = job.origin {
      grid = origin.grid
      tracks = origin.tracks
    } else {
      grid = plan.grid.map { Grid(rows: $0.rows, columns: $0.columns) }
      tracks =
        plan.tracks.isEmpty ? nil : plan.tracks.map { Track(x: $0.x, width: $0.width) }
    }
    let inOrder = unreadable.sorted { $0.key < $1.key }.map(\.value)
    self.unreadable = (plan.skipped + inOrder).map {
      Unreadable(source: $0.name, reason: $0.reason)
    }
  }
}

extension SheetPlan {
  /// The pictures that are known to be unreadable, by their index.
  fileprivate var unreadable: [Int: UnreadablePicture] {
    var unreadable: [Int: UnreadablePicture] = [:]
    for (index, picture) in pictures.enumerated() { unreadable[index] = picture.unreadable }
    return unreadable
  }
}

extension LayoutChoice {
  /// The layout's name on the command line.
  fileprivate var name: String {
    switch self {
    case .grid: "grid"
    case .tiered: "tiered"
    case .columns: "columns"
    case .rows: "rows"
    case .masonry: "masonry"
    }
  }
}

extension SheetManifest.Tile {
  fileprivate init(_ tile: PlannedTile, of picture: ProbedPicture, isReadable: Bool) {
    index = tile.index
    source = picture.source.name
    sourceWidth = picture.size?.width
    sourceHeight = picture.size?.height
    cell = SheetManifest.Rectangle(tile.cell)
    image = tile.placement.map { SheetManifest.Rectangle($0.image) }
    crop = tile.placement.map { SheetManifest.Rectangle($0.crop) }
    label = tile.label.map(SheetManifest.Text.init)
    status = isReadable ? .ok : .unreadable
  }
}

extension SheetManifest.Rectangle<Int> {
  init(_ rect: PixelRect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }

  var rect: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }
}

extension SheetManifest.Rectangle<Double> {
  init(_ rect: Rect) {
    self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }

  var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
}
