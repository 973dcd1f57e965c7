internal import SheetImaging
internal import SheetLayout
internal import SheetPlans

/// Draws the tiles of a sheet with their furniture.
///
/// From bottom to top: the frame's shadow, the frame, the cell's background, the picture's
/// shadow, its border, the picture.
struct TileFurniture: Sendable {
  private let room: CellFurniture
  private let radius: Int
  private let shadow: Shadow?

  private let frameInk: InkBlender?
  private let borderInk: InkBlender?
  private let shadowInk: InkBlender?
  private let mixer: PixelMixer

  private let background: BackdropRows
  private let cellBackground: BackdropRows?

  /// Creates the furniture of one sheet.
  ///
  /// - Parameters:
  ///   - furniture: The furniture to draw.
  ///   - room: The room for it in each cell.
  ///   - format: The format of the sheet; in a grey one colours become their luminance.
  ///   - background: The rows of the sheet.
  ///   - cellBackground: The rows of cells; nil if cells have no background.
  init(
    _ furniture: Furniture, room: CellFurniture, in format: PixelFormat,
    background: BackdropRows, cellBackground: BackdropRows?
  ) {
    self.room = room
    radius = furniture.radius
    shadow = furniture.shadow
    frameInk = furniture.frame.map { InkBlender($0.color, in: format) }
    borderInk = furniture.border.map { InkBlender($0.color, in: format) }
    shadowInk = furniture.shadow.map { InkBlender($0.color, in: format) }
    mixer = PixelMixer(format)
    self.background = background
    self.cellBackground = cellBackground
  }

  /// Draws the part of a tile that lies in `rows`.
  func draw(_ tile: TilePixels, into rows: inout SheetRows) {
    let furnished = FurnishedCell(tile.cell, room)
    let frame = frame(of: furnished)
    for y in rows.lines(tile.rows) {
      frame.drawLine(ofRow: y, into: &rows)
      if let cellBackground {
        frame.fill(ofRow: y, with: .init(sheetRow: cellBackground[y]), by: mixer, into: &rows)
      } else if frame.line != nil {
        let source = SheetRows.Source(sheetRow: background[y])
        rows.replaceEdges(of: frame.inside, ofRow: y, with: source, by: mixer)
      }
    }
    var inside = frame.inside
    if !tile.isEmpty {
      let picture = picture(tile.image, in: furnished, frame.inside)
      let source = SheetRows.Source(tile)
      for y in rows.lines(tile.rows) {
        picture.drawLine(ofRow: y, into: &rows)
        picture.fill(ofRow: y, with: source, by: mixer, into: &rows)
      }
      inside = picture.inside
    }
    for text in tile.texts {
      // A label on a picture is clipped to the picture's round corners.
      let isOnPicture = text.area.isInside(tile.image)
      text.draw(
        in: tile.rows,
        visible: { isOnPicture ? inside.fullColumns(ofRow: $0) : tile.cell.x..<tile.cell.maxX },
        into: &rows)
    }
  }

  private func frame(of furnished: FurnishedCell) -> FurnitureLayer {
    let width = furnished.furniture.frameWidth
    let radius = largestRadius(of: furnished.frame)
    let inside = furnished.frame.outset(by: -width)
    var layer = FurnitureLayer(
      outside: BoxMask(furnished.frame, corner: .round(radius: radius), in: furnished.cell),
      inside: BoxMask(
        inside, corner: .round(radius: max(0, radius - width)), in: furnished.cell))
    if width > 0 { layer.line = frameInk }
    if furnished.furniture.shadow?.owner == .frame {
      layer.shadow = shadow(under: furnished.frame, radius: radius, in: furnished.cell)
    }
    return layer
  }

  /// The layer of a picture, with its own round corners or, if there is a frame, the frame's.
  private func picture(
    _ image: PixelRect, in furnished: FurnishedCell, _ frame: BoxMask
  ) -> FurnitureLayer {
    let width = furnished.furniture.borderWidth
    let box = furnished.borderBox(around: image)
    let radius = frameInk == nil ? largestRadius(of: box) : 0
    var layer =
      if frameInk == nil {
        FurnitureLayer(
          outside: BoxMask(box, corner: .round(radius: radius), in: furnished.cell),
          inside: BoxMask(
            image, corner: .round(radius: max(0, radius - width)), in: furnished.cell))
      } else {
        FurnitureLayer(outside: frame.clipped(to: box), inside: frame.clipped(to: image))
      }
    if width > 0 { layer.line = borderInk }
    if furnished.furniture.shadow?.owner == .picture {
      layer.shadow = shadow(under: box, radius: radius, in: furnished.cell)
    }
    return layer
  }

  private func shadow(
    under box: PixelRect, radius: Int, in cell: PixelRect
  ) -> (mask: BoxMask, ink: InkBlender)? {
    guard let shadow, let shadowInk else { return nil }
    var area = box.outset(by: shadow.size)
    area.y += shadow.drop
    // Blur rounds sharp corners, as far as the box has room for it.
    let bend = min(max(radius, shadow.size), min(box.width, box.height) / 2)
    return (BoxMask(area, corner: .soft(blur: shadow.size, radius: bend), in: cell), shadowInk)
  }

  private func largestRadius(of box: PixelRect) -> Int {
    min(radius, min(box.width, box.height) / 2)
  }
}

/// A box in one tile's furniture, with its shadow, its line and its fill.
///
/// The line is not drawn as a ring: it extends under the fill, which then replaces it. So each
/// pixel on a round inner edge mixes just the two colours that meet there. Nothing below shows
/// through between them.
struct FurnitureLayer {
  /// The shadow with its ink; nil if there is none.
  var shadow: (mask: BoxMask, ink: InkBlender)?
  /// The ink of the line; nil if there is none.
  var line: InkBlender?
  /// The box including its line.
  let outside: BoxMask
  /// The box inside its line.
  let inside: BoxMask

  /// Draws the shadow and the line on a row of the sheet.
  func drawLine(ofRow y: Int, into rows: inout SheetRows) {
    if let shadow {
      rows.lay(shadow.ink, over: shadow.mask, ofRow: y, except: outside.fullColumns(ofRow: y))
    }
    if let line {
      rows.lay(line, over: outside, ofRow: y, except: inside.fullColumns(ofRow: y))
    }
  }

  /// Fills the box on a row of the sheet.
  func fill(
    ofRow y: Int, with source: SheetRows.Source, by mixer: PixelMixer,
    into rows: inout SheetRows
  ) {
    rows.replaceEdges(of: inside, ofRow: y, with: source, by: mixer)
    rows.replace(inside.fullColumns(ofRow: y), ofRow: y, with: source)
  }
}
