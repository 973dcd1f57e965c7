internal import SheetImaging
internal import SheetLayout
internal import SheetPlans

/// Draws the tiles of a sheet with their decoration.
///
/// From bottom to top: the frame's shadow, the frame, the cell's background, the picture's shadow,
/// the picture's border, the picture, and the details beside it.
struct TileDecoration: Sendable {
  private let room: CellDecoration
  private let radius: Int
  private let shadow: Shadow?

  private let frameInk: InkBlender?
  private let border: (width: Int, ink: InkBlender)?
  private let shadowInk: InkBlender?
  private let mixer: PixelMixer
  private let format: PixelFormat

  private let background: BackdropRows
  private let cellBackground: BackdropRows?

  /// Creates the decoration of one sheet.
  ///
  /// - Parameters:
  ///   - decoration: The decoration to draw.
  ///   - room: The room for the decoration in each cell.
  ///   - format: The format of the sheet; in a grey one, colours become their luminance.
  ///   - background: The rows of the sheet's background.
  ///   - cellBackground: The rows of the background of cells; nil if cells have no background.
  init(
    _ decoration: Decoration, room: CellDecoration, in format: PixelFormat,
    background: BackdropRows, cellBackground: BackdropRows?
  ) {
    self.room = room
    radius = decoration.radius
    shadow = decoration.shadow
    frameInk = decoration.frame.map { InkBlender($0.color, in: format) }
    border = decoration.border.map { ($0.width, InkBlender($0.color, in: format)) }
    shadowInk = decoration.shadow.map { InkBlender($0.color, in: format) }
    (mixer, self.format) = (PixelMixer(format), format)
    self.background = background
    self.cellBackground = cellBackground
  }

  /// Draws the part of a tile that lies in `rows`.
  func draw(_ tile: TilePixels, into rows: inout SheetRows) {
    let decorated = DecoratedCell(tile.cell, room)
    let frame = frame(of: decorated)
    for y in rows.lines(tile.rows) {
      frame.drawLine(ofRow: y, into: &rows)
      if let source = tile.background(ofRow: y, cellBackground) {
        frame.fill(ofRow: y, with: source, by: mixer, into: &rows)
      } else if frame.line != nil {
        let source = SheetRows.Source(sheetRow: background[y])
        rows.replaceEdges(of: frame.inside, ofRow: y, with: source, by: mixer)
      }
    }
    var inside = frame.inside
    if !tile.isEmpty {
      let picture = picture(tile.image, line(of: tile), in: decorated, frame.inside)
      let source = SheetRows.Source(tile)
      for y in rows.lines(tile.rows) {
        picture.drawLine(ofRow: y, into: &rows)
        picture.fill(ofRow: y, with: source, by: mixer, into: &rows)
      }
      inside = picture.inside
    }
    for detail in tile.details { detail.draw(in: tile.rows, of: tile.cell, into: &rows) }
    for text in tile.texts {
      // A label on a picture is clipped to the picture's rounded corners.
      let isOnPicture = text.area.isInside(tile.image)
      text.draw(
        in: tile.rows,
        visible: { isOnPicture ? inside.fullColumns(ofRow: $0) : tile.cell.x..<tile.cell.maxX },
        into: &rows)
    }
  }

  private func frame(of decorated: DecoratedCell) -> DecorationLayer {
    let width = decorated.decoration.frameWidth
    let radius = largestRadius(of: decorated.frame)
    let inside = decorated.frame.outset(by: -width)
    var layer = DecorationLayer(
      outside: BoxMask(decorated.frame, corner: .round(radius: radius), in: decorated.cell),
      inside: BoxMask(
        inside, corner: .round(radius: max(0, radius - width)), in: decorated.cell))
    if width > 0 { layer.line = frameInk }
    if decorated.decoration.shadow?.owner == .frame {
      layer.shadow = shadow(under: decorated.frame, radius: radius, in: decorated.cell)
    }
    return layer
  }

  /// The line around a picture: its own, or the sheet's; nil if there is none.
  private func line(of tile: TilePixels) -> (width: Int, ink: InkBlender)? {
    guard let own = tile.border else { return border }
    return own.line.map { ($0.width, InkBlender($0.color, in: format)) }
  }

  /// The layer of a picture, with its own rounded corners or, if there is a frame, with the
  /// frame's.
  private func picture(
    _ image: PixelRect, _ line: (width: Int, ink: InkBlender)?, in decorated: DecoratedCell,
    _ frame: BoxMask
  ) -> DecorationLayer {
    let width = min(line?.width ?? 0, decorated.decoration.borderWidth)
    let box = image.outset(by: width)
    let radius = frameInk == nil ? largestRadius(of: box) : 0
    var layer =
      if frameInk == nil {
        DecorationLayer(
          outside: BoxMask(box, corner: .round(radius: radius), in: decorated.cell),
          inside: BoxMask(
            image, corner: .round(radius: max(0, radius - width)), in: decorated.cell))
      } else {
        DecorationLayer(outside: frame.clipped(to: box), inside: frame.clipped(to: image))
      }
    if width > 0 { layer.line = line?.ink }
    if decorated.decoration.shadow?.owner == .picture {
      layer.shadow = shadow(under: box, radius: radius, in: decorated.cell)
    }
    return layer
  }

  private func shadow(
    under box: PixelRect, radius: Int, in cell: PixelRect
  ) -> (mask: BoxMask, ink: InkBlender)? {
    guard let shadow, let shadowInk else { return nil }
    var area = box.outset(by: shadow.size)
    area.y += shadow.drop
    // Blur rounds sharp corners, at most to half of the box's shorter side.
    let bend = min(max(radius, shadow.size), min(box.width, box.height) / 2)
    return (BoxMask(area, corner: .soft(blur: shadow.size, radius: bend), in: cell), shadowInk)
  }

  private func largestRadius(of box: PixelRect) -> Int {
    min(radius, min(box.width, box.height) / 2)
  }
}

/// A box in one tile's decoration, with its shadow, its line and its fill.
///
/// The line is not drawn as a ring: it extends below the fill, which then replaces it. This way,
/// each pixel on a round inner edge mixes only the two colours that meet there, and nothing below
/// shows through.
struct DecorationLayer {
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
