internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPlans

/// The edges that hairlines mark: the edges of opaque pictures that blend into the background, or
/// of all pictures.
///
/// A hairline is drawn around its picture, so no pixel of the picture changes.
struct VanishingEdges: Sendable {
  /// An outline vanishes if at least one in this many of its pixels is close to the background.
  private static let parts = 4
  /// How much closer to black or white a hairline is than its background, as a fraction.
  private static let movement = 0.12

  /// The background next to a picture, and the hairline drawn on it.
  private struct Ground {
    let pixel: [UInt8]
    let line: InkBlender

    init(_ color: Color, in format: PixelFormat) {
      let ink = color.inkToReadOn.withAlpha(VanishingEdges.movement)
      pixel = color.pixel(in: format)
      line = InkBlender(ink.composed(over: color), in: format)
    }
  }

  /// The width of hairlines in pixels.
  let width: Int
  /// Whether every picture gets a hairline, whatever its edges.
  let areAllMarked: Bool
  /// Whether all opaque pictures whose cells begin in the same row get a hairline if one of them
  /// does.
  let marksWholeRows: Bool
  private let format: PixelFormat
  /// The maximum difference at which a sample of an outline counts as close to the background.
  private let nearby: Int
  private let page: Ground
  private var cell: Ground

  /// Creates the edges for the sheets of a plan; nil if edges are neither marked nor found.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - areFound: Whether to find the edges that vanish even if the plan does not mark them.
  init?(_ plan: SheetPlan, areFound: Bool = false) {
    var style = plan.style
    if areFound, style.edge == .none { style.edge = .auto }
    guard style.marksEdges else { return nil }
    width = Sheet.Edge.hairlineWidth(pixelsPerInch: plan.encoding.pixelsPerInch)
    areAllMarked = plan.style.edge == .hairline
    marksWholeRows = plan.style.marksWholeRows
    format = plan.format
    nearby = plan.style.edgeDifference * format.depth.maximum / 255
    page = Ground(plan.style.background.colors[0], in: format)
    cell = Ground(plan.style.cellBackgroundColor, in: format)
  }

  /// These edges, but in a cell whose background has a colour of its own.
  func inCell(on color: Color) -> VanishingEdges {
    var edges = self
    edges.cell = Ground(color, in: format)
    return edges
  }

  /// Whether a picture gets a hairline, either because every picture does, or because it is opaque
  /// and blends into the background.
  func mark(
    _ bytes: [UInt8], _ size: PixelSize, at image: PixelRect, in cell: PixelRect, isOpaque: Bool
  ) -> Bool {
    areAllMarked || isOpaque && vanish(bytes, size, at: image, in: cell)
  }

  /// Compares the outline of an opaque picture with its background.
  ///
  /// - Parameters:
  ///   - bytes: The pixels of the picture, or of a copy of another size.
  ///   - size: The size of that picture or copy.
  ///   - image: The position of the picture on the sheet.
  ///   - cell: The cell of the picture.
  /// - Returns: Whether at least a quarter of the outline is close to the background.
  func vanish(_ bytes: [UInt8], _ size: PixelSize, at image: PixelRect, in cell: PixelRect) -> Bool
  {
    let grounds = grounds(beside: image, in: cell)
    var count = 0
    func look(_ x: Int, _ y: Int, _ ground: Ground) {
      if isNear(ground, bytes, at: (y * size.width + x) * format.bytesPerPixel) { count += 1 }
    }
    for x in 0..<size.width {
      look(x, 0, grounds.top)
      look(x, size.height - 1, grounds.bottom)
    }
    for y in 0..<size.height {
      look(0, y, grounds.left)
      look(size.width - 1, y, grounds.right)
    }
    return Self.parts * count >= 2 * (size.width + size.height)
  }

  /// If whole rows are marked, adds hairlines to opaque pictures whose cells begin in the same row
  /// as the cell of a picture with a hairline.
  ///
  /// - Parameter tiles: Tiles that include every tile with rows in common with one of them, such as
  ///   all tiles of a band.
  /// - Returns: The tiles.
  func marked(_ tiles: [TilePixels]) -> [TilePixels] {
    guard marksWholeRows else { return tiles }
    var rows: Set<Int> = []
    for tile in tiles where tile.vanishes && tile.border?.line == nil { rows.insert(tile.cell.y) }
    guard !rows.isEmpty else { return tiles }
    return tiles.map { tile in
      guard tile.isOpaque, rows.contains(tile.cell.y) else { return tile }
      var tile = tile
      tile.vanishes = true
      return tile
    }
  }

  /// Draws the hairline around a tile whose edges vanish.
  func draw(around tile: TilePixels, into rows: inout SheetRows) {
    guard tile.vanishes else { return }
    let (image, line) = (tile.image, tile.image.outset(by: width))
    let own = tile.ground.map { inCell(on: $0.backdrop.colors[0]) } ?? self
    let grounds = own.grounds(beside: image, in: tile.cell)
    for y in rows.lines(line.y..<line.maxY) {
      if y < image.y {
        fill(line.x..<line.maxX, ofRow: y, on: grounds.top, of: &rows)
      } else if y >= image.maxY {
        fill(line.x..<line.maxX, ofRow: y, on: grounds.bottom, of: &rows)
      } else {
        fill(line.x..<image.x, ofRow: y, on: grounds.left, of: &rows)
        fill(image.maxX..<line.maxX, ofRow: y, on: grounds.right, of: &rows)
      }
    }
  }

  /// The background next to each side of a picture: the page's if the side is at the edge of the
  /// cell, otherwise the cell's.
  private func grounds(
    beside image: PixelRect, in cell: PixelRect
  ) -> (top: Ground, left: Ground, bottom: Ground, right: Ground) {
    (
      image.y > cell.y ? self.cell : page, image.x > cell.x ? self.cell : page,
      image.maxY < cell.maxY ? self.cell : page, image.maxX < cell.maxX ? self.cell : page
    )
  }

  private func isNear(_ ground: Ground, _ bytes: [UInt8], at start: Int) -> Bool {
    let depth = format.depth
    let bytes = bytes.span
    let ground = ground.pixel.span
    for place in stride(from: 0, to: format.bytesPerPixel, by: depth.bytes)
    where abs(bytes.sample(at: start + place, depth) - ground.sample(at: place, depth)) > nearby {
      return false
    }
    return true
  }

  private func fill(
    _ columns: Range<Int>, ofRow y: Int, on ground: Ground, of rows: inout SheetRows
  ) {
    rows.update(columns.clamped(to: 0..<rows.width), ofRow: y) { ground.line.fill(into: &$0) }
  }
}
