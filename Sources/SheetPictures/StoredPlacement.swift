internal import SheetImaging
package import SheetLayout
package import SheetModel

/// A placement in terms of the stored picture, before it is rotated and its pixels are made square.
package struct StoredPlacement: Equatable {
  /// The size of the tile before it is rotated.
  package let size: PixelSize
  /// The stored columns that are shown.
  package private(set) var columns: Range<Double>
  /// The stored rows that are shown.
  package private(set) var rows: Range<Double>

  /// Converts a placement of the picture as shown.
  package init(_ placement: PicturePlacement, of header: PictureHeader) {
    let (shown, image, crop) = (header.shownSize, placement.image, placement.crop)
    let orientation = header.orientation
    let x = ShownRange(bounds: crop.minX..<crop.maxX, length: shown.width)
    let y = ShownRange(bounds: crop.minY..<crop.maxY, length: shown.height)
    let (along, across) = orientation.swapsSides ? (y, x) : (x, y)
    columns = along.stored(in: header.size.width, reversed: orientation.reversesRow)
    rows = across.stored(in: header.size.height, reversed: orientation.reversesRowOrder)
    size = orientation.upright(image.size)
  }

  /// The placement in the picture whose width and height are divided by `divisor`; the last column
  /// and the last row of that picture may be partial.
  package func reduced(by divisor: Int) -> StoredPlacement {
    guard divisor > 1 else { return self }
    let divisor = Double(divisor)
    var reduced = self
    reduced.columns = columns.lowerBound / divisor..<columns.upperBound / divisor
    reduced.rows = rows.lowerBound / divisor..<rows.upperBound / divisor
    return reduced
  }

  /// The part of the picture that is shown, if each of its pixels becomes one pixel of the tile;
  /// nil if the part must be resampled.
  package var copiedPart: PixelRect? {
    guard let left = Int(exactly: columns.lowerBound), let right = Int(exactly: columns.upperBound),
      let top = Int(exactly: rows.lowerBound), let bottom = Int(exactly: rows.upperBound)
    else { return nil }
    let part = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    return part.size == size ? part : nil
  }
}

/// An interval along the width or height of a picture as shown.
private struct ShownRange {
  let bounds: Range<Double>
  let length: Int

  /// The same interval in stored pixels; `count` is the stored width or height.
  func stored(in count: Int, reversed: Bool) -> Range<Double> {
    let whole = Double(length)
    // Multiplied before dividing, so that the far edge of the picture becomes exactly `count`.
    func scaled(_ position: Double) -> Double { position * Double(count) / whole }
    return reversed
      ? scaled(whole - bounds.upperBound)..<scaled(whole - bounds.lowerBound)
      : scaled(bounds.lowerBound)..<scaled(bounds.upperBound)
  }
}

// Upright pictures that are rotated further, to fill more of their cells or because a rule says so.

extension SheetPicture {
  /// How far the upright picture is rotated.
  package var turn: Sheet.Turn { readableHeader?.turn ?? .auto }

  /// The size of the upright picture with square pixels; nil if it could not be read.
  package var uprightSize: PixelSize? { turn.swapsSides ? size.map(\.swapped) : size }

  /// The upright picture, rotated; unchanged if it could not be read.
  package func turned(_ turn: Sheet.Turn) -> SheetPicture {
    guard var header = readableHeader, header.turn != turn else { return self }
    var kept = kept
    let quarters = (turn.quarterTurnsLeft - header.turn.quarterTurnsLeft + 4) % 4
    for _ in 0..<quarters {
      kept = kept?.turnedLeft(in: header.shownSize)
      header.orientation = header.orientation.turnedLeft
    }
    header.turn = turn
    return with(header, kept: kept)
  }
}

extension PixelSize {
  /// The size with width and height exchanged.
  package var swapped: PixelSize { PixelSize(width: height, height: width) }
}

extension Rect {
  /// The area after a picture of the given size has been rotated left by 90°.
  fileprivate func turnedLeft(in size: PixelSize) -> Rect {
    Rect(x: minY, y: Double(size.width) - maxX, width: height, height: width)
  }
}

extension PixelRect {
  /// The area after an upright picture of the given size has been rotated.
  package func turned(_ turn: Sheet.Turn, in size: PixelSize) -> PixelRect {
    var (area, size) = (self, size)
    for _ in 0..<turn.quarterTurnsLeft {
      area = PixelRect(
        x: area.y, y: size.width - area.x - area.width, width: area.height, height: area.width)
      size = size.swapped
    }
    return area
  }
}

extension Focus {
  /// The focus after the upright picture has been rotated.
  package func turned(_ turn: Sheet.Turn) -> Focus {
    var focus = self
    for _ in 0..<turn.quarterTurnsLeft { focus = Focus(x: focus.y, y: 1 - focus.x) ?? focus }
    return focus
  }
}
