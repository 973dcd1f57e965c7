internal import SheetImaging
internal import SheetPictures

/// Draws what changed over the tile of a difference, row by row.
final class DifferenceOverlay {
  private let rows: DifferenceRows
  private let mask: ChangeMask
  private let lastRow: Int
  /// The bytes of a pixel for each change, by its raw value; none where nothing is drawn.
  private let colors: [[UInt8]]

  /// Takes the changes of a picture of differences, of which no row has been read.
  init(_ rows: DifferenceRows, _ stored: StoredPlacement, height: Int, in format: PixelFormat) {
    let mask = ChangeMask(stored)
    (self.rows, self.mask, lastRow) = (rows, mask, height - 1)
    colors = PixelChange.allCases.map { $0.bytes(in: format) }
    rows.takeChanges = { mask.add($0, $1) }
  }

  /// Reads all that a row of the tile needs.
  func prepare(_ line: Int) throws {
    try rows.advance(through: min(mask.lastRow(of: line), lastRow))
  }

  /// Draws over a row of the tile, which has been prepared.
  func draw(_ line: Int, into bytes: inout MutableSpan<UInt8>) {
    guard let changes = mask.take(line) else { return }
    for (x, change) in changes.enumerated()
    where PixelChange(rawValue: change)?.isDrawn(x: x, y: line) == true {
      let color = colors[Int(change)]
      for index in color.indices { bytes[x * color.count + index] = color[index] }
    }
  }
}

extension PixelChange {
  /// A pixel of the colour of the change; empty for none.
  fileprivate func bytes(in format: PixelFormat) -> [UInt8] {
    guard let color else { return [] }
    let codes = [color.red, color.green, color.blue].prefix(format.channels.colorCount)
    // Twice the same byte is the same share of 65,535.
    return (codes + (format.channels.hasAlpha ? [255] : []))
      .flatMap { [UInt8](repeating: $0, count: format.depth.bytes) }
  }
}
