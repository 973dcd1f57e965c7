internal import SheetImaging
internal import SheetPictures

/// Draws changes over the tile of a difference, row by row.
final class DifferenceOverlay {
  private let rows: DifferenceRows
  private let mask: ChangeMask
  private let lastRow: Int
  /// The bytes of a pixel for each byte of a change; empty if nothing is drawn.
  private let colors: [[UInt8]]

  /// Takes the changes of a picture of differences, of which no row has been read.
  init(_ rows: DifferenceRows, _ stored: StoredPlacement, height: Int, in format: PixelFormat) {
    let mask = ChangeMask(stored)
    (self.rows, self.mask, lastRow) = (rows, mask, height - 1)
    colors = (0...UInt8.max).map { rows.colors[$0].map(format.pixel) ?? [] }
    rows.takeChanges = { mask.add($0, $1) }
  }

  /// Reads the rows of the picture that a row of the tile needs.
  func prepare(_ line: Int) throws {
    try rows.advance(through: min(mask.lastRow(of: line), lastRow))
  }

  /// Draws over a row of the tile, which has been prepared.
  func draw(_ line: Int, into bytes: inout MutableSpan<UInt8>) {
    guard let changes = mask.take(line) else { return }
    for (x, change) in changes.enumerated()
    where ChangeColors.isDrawn(change, x: x, y: line) {
      let color = colors[Int(change)]
      for index in color.indices { bytes[x * color.count + index] = color[index] }
    }
  }
}

extension PixelFormat {
  /// A pixel of the colour of a change.
  func pixel(_ color: ChangeColors.Code) -> [UInt8] {
    let codes = [color.red, color.green, color.blue].prefix(channels.colorCount)
    // A byte repeated is the fraction of 65,535 that the byte is of 255.
    return (codes + (channels.hasAlpha ? [255] : []))
      .flatMap { [UInt8](repeating: $0, count: depth.bytes) }
  }
}
