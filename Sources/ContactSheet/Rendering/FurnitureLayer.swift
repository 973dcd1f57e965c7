internal import SheetImaging
internal import SheetLayout

/// A box of one tile's furniture: its shadow, its line, and what it is filled with.
///
/// The line is not drawn as a ring but under all of the box's edge, and the filling takes its
/// place. So each pixel on a round inner edge is a mixture of the two colours that meet
/// there, and nothing of what lies below shines through between them.
struct FurnitureLayer {
  /// The shadow with its ink; nil for none.
  var shadow: (mask: PlacedMask, ink: InkBlender)?
  /// The ink of the line; nil for none.
  var line: InkBlender?
  /// The box with its line.
  let outside: PlacedMask
  /// The box within its line.
  let inside: PlacedMask

  /// Draws the shadow and the line of a row of the sheet.
  func drawLine(ofRow y: Int, into rows: inout SheetRows) {
    if let shadow {
      rows.lay(shadow.ink, over: shadow.mask, ofRow: y, except: outside.fullColumns(ofRow: y))
    }
    if let line {
      rows.lay(line, over: outside, ofRow: y, except: inside.fullColumns(ofRow: y))
    }
  }

  /// Fills a row of the sheet.
  func fill(
    ofRow y: Int, with source: SheetRows.Source, by mixer: PixelMixer,
    into rows: inout SheetRows
  ) {
    rows.replaceEdges(of: inside, ofRow: y, with: source, by: mixer)
    rows.replace(inside.fullColumns(ofRow: y), ofRow: y, with: source)
  }
}
