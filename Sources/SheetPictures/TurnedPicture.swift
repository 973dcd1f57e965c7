internal import SheetImaging
package import SheetLayout

// Pictures that turn by 90° to fill more of their cells.

extension SheetPicture {
  /// Whether the upright picture is turned left by 90°.
  package var isTurned: Bool { readableHeader?.isTurned ?? false }

  /// The size of the upright picture with square pixels; nil if it could not be read.
  package var uprightSize: PixelSize? { isTurned ? size.map(\.swapped) : size }

  /// The picture, upright or turned left by 90°; unchanged if it could not be read.
  package func turned(_ isTurned: Bool) -> SheetPicture {
    guard var header = readableHeader, header.isTurned != isTurned else { return self }
    var kept = kept
    // Three more turns undo one.
    for _ in 1...(isTurned ? 1 : 3) {
      kept = kept?.turnedLeft(in: header.shownSize)
      header.orientation = header.orientation.turnedLeft
    }
    header.isTurned = isTurned
    return with(header, kept: kept)
  }
}

extension PixelSize {
  /// The size with its sides exchanged.
  package var swapped: PixelSize { PixelSize(width: height, height: width) }
}

extension Rect {
  /// The part of a picture of a size after the picture is turned left by 90°.
  fileprivate func turnedLeft(in size: PixelSize) -> Rect {
    Rect(x: minY, y: Double(size.width) - maxX, width: height, height: width)
  }
}

extension Focus {
  /// The point of a picture after that is turned left by 90°.
  package var turnedLeft: Focus { Focus(x: y, y: 1 - x) ?? self }
}
