/// What has to be done to a stored picture so that it stands upright.
///
/// The raw values are those of Exif, which says where the first row and the first
/// column of the stored picture are seen.
///
/// Source: Exif 2.32 (CIPA DC-008), 4.6.4, tag 274 (Orientation).
public enum Orientation: Int, CaseIterable, Sendable {
  /// Nothing.
  case upright = 1
  /// Left and right are swapped.
  case mirrored = 2
  /// It is turned by half.
  case halfTurn = 3
  /// Top and bottom are swapped.
  case flipped = 4
  /// Rows become columns: the top left corner stays where it is.
  case transposed = 5
  /// It is turned by a quarter to the right, clockwise.
  case rightTurn = 6
  /// Rows become columns: the top right corner stays where it is.
  case transversed = 7
  /// It is turned by a quarter to the left.
  case leftTurn = 8
}

extension Orientation {
  /// Whether stored rows are seen as columns, so that width and height change places.
  public var swapsSides: Bool {
    rawValue >= 5
  }

  /// Whether the pixels of a stored row are seen from right to left, or from the
  /// bottom up.
  public var reversesRow: Bool {
    switch self {
    case .mirrored, .halfTurn, .transversed, .leftTurn: true
    case .upright, .flipped, .transposed, .rightTurn: false
    }
  }

  /// Whether stored rows are seen one above the other, or one to the left of the
  /// other.
  public var reversesRowOrder: Bool {
    switch self {
    case .halfTurn, .flipped, .rightTurn, .transversed: true
    case .upright, .mirrored, .transposed, .leftTurn: false
    }
  }

  /// Where the pixels of a stored row are in the upright picture.
  ///
  /// - Parameters:
  ///   - row: The number of the row, from 0.
  ///   - width: The number of pixels in a stored row.
  ///   - height: The number of stored rows.
  /// - Returns: The pixels from the first of the row on.
  public func line(ofRow row: Int, width: Int, height: Int) -> PixelLine {
    let along = reversesRow ? width - 1 : 0
    let across = reversesRowOrder ? height - 1 - row : row
    let step = reversesRow ? -1 : 1
    return swapsSides
      ? PixelLine(x: across, y: along, stepX: 0, stepY: step)
      : PixelLine(x: along, y: across, stepX: step, stepY: 0)
  }
}

/// Pixels side by side, in any of the four directions.
public struct PixelLine: Hashable, Sendable {
  /// The column of the first pixel.
  public var x: Int
  /// The row of the first pixel.
  public var y: Int
  /// How far the next pixel is to the right: 1, 0 or -1.
  public let stepX: Int
  /// How far the next pixel is below: 0, 1 or -1.
  public let stepY: Int

  /// A line by its first pixel and the way to the next one, to the right by default.
  public init(x: Int, y: Int, stepX: Int = 1, stepY: Int = 0) {
    self.x = x
    self.y = y
    self.stepX = stepX
    self.stepY = stepY
  }

  /// The same line, moved right by `x` and down by `y`.
  public func moved(x: Int, y: Int) -> PixelLine {
    PixelLine(x: self.x + x, y: self.y + y, stepX: stepX, stepY: stepY)
  }
}
