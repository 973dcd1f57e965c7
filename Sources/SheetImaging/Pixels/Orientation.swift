/// The rotation, possibly with mirroring, that makes a stored picture upright.
///
/// The raw values are those of Exif. They say on which sides the first row and column of the stored
/// picture appear.
///
/// Source: Exif 2.32 (CIPA DC-008), 4.6.4, tag 274 (Orientation).
package enum Orientation: Int, CaseIterable, Sendable {
  /// No rotation.
  case upright = 1
  /// Swap left and right.
  case mirrored = 2
  /// Rotate by 180°.
  case halfTurn = 3
  /// Swap top and bottom.
  case flipped = 4
  /// Mirror along the diagonal from the top left.
  case transposed = 5
  /// Rotate by 90° clockwise.
  case rightTurn = 6
  /// Mirror along the diagonal from the top right.
  case transversed = 7
  /// Rotate by 90° counterclockwise.
  case leftTurn = 8
}

extension Orientation {
  /// Whether stored rows appear as columns, so that width and height are swapped.
  package var swapsSides: Bool {
    rawValue >= 5
  }

  /// Whether the pixels of a stored row appear from right to left, or from bottom to top.
  package var reversesRow: Bool {
    switch self {
    case .mirrored, .halfTurn, .transversed, .leftTurn: true
    case .upright, .flipped, .transposed, .rightTurn: false
    }
  }

  /// Whether stored rows appear from bottom to top, or from right to left.
  package var reversesRowOrder: Bool {
    switch self {
    case .halfTurn, .flipped, .rightTurn, .transversed: true
    case .upright, .mirrored, .transposed, .leftTurn: false
    }
  }

  /// This orientation followed by a rotation of 90° counterclockwise.
  package var turnedLeft: Orientation {
    switch self {
    case .upright: .leftTurn
    case .leftTurn: .halfTurn
    case .halfTurn: .rightTurn
    case .rightTurn: .upright
    case .mirrored: .transposed
    case .transposed: .flipped
    case .flipped: .transversed
    case .transversed: .mirrored
    }
  }

  /// Where the pixels of a stored row are in the upright picture.
  ///
  /// - Parameters:
  ///   - row: The number of the row, from 0.
  ///   - width: The number of pixels in a stored row.
  ///   - height: The number of stored rows.
  /// - Returns: A line that starts at the first pixel of the row.
  package func line(ofRow row: Int, width: Int, height: Int) -> PixelLine {
    let along = reversesRow ? width - 1 : 0
    let across = reversesRowOrder ? height - 1 - row : row
    let step = reversesRow ? -1 : 1
    return swapsSides
      ? PixelLine(x: across, y: along, stepX: 0, stepY: step)
      : PixelLine(x: along, y: across, stepX: step, stepY: 0)
  }
}

/// The positions of a row of pixels running right, left, down or up.
package struct PixelLine: Hashable, Sendable {
  /// The column of the first pixel.
  package var x: Int
  /// The row of the first pixel.
  package var y: Int
  /// The change in column from each pixel to the next: 1, 0 or -1.
  package let stepX: Int
  /// The change in row from each pixel to the next: 1, 0 or -1.
  package let stepY: Int

  /// Creates a line from its first pixel and the step to the next one, by default to the right.
  package init(x: Int, y: Int, stepX: Int = 1, stepY: Int = 0) {
    self.x = x
    self.y = y
    self.stepX = stepX
    self.stepY = stepY
  }

  /// The line, moved right by `x` and down by `y`.
  package func moved(x: Int, y: Int) -> PixelLine {
    PixelLine(x: self.x + x, y: self.y + y, stepX: stepX, stepY: stepY)
  }
}

/// An upright picture that is filled with rows in stored order.
///
/// Each pixel is written straight to its final position, without a second copy. If rows become
/// columns, each row touches every row of the upright picture; the following rows touch the same
/// cache lines again.
package struct UprightPixels: Sendable {
  /// The upright picture: rows from top to bottom, without padding.
  ///
  /// Rows that have not been set are zeros.
  package private(set) var bytes: [UInt8]

  private let orientation: Orientation
  private let width: Int
  private let height: Int
  private let bytesPerPixel: Int

  /// Creates a picture of zeros.
  ///
  /// It takes width × height × bytesPerPixel bytes.
  ///
  /// - Parameters:
  ///   - orientation: The orientation of the stored picture.
  ///   - width: The number of pixels in a stored row.
  ///   - height: The number of stored rows.
  ///   - bytesPerPixel: The size of a pixel, 1 to 8.
  package init(_ orientation: Orientation, width: Int, height: Int, bytesPerPixel: Int) {
    self.orientation = orientation
    self.width = width
    self.height = height
    self.bytesPerPixel = bytesPerPixel
    bytes = [UInt8](repeating: 0, count: width * height * bytesPerPixel)
  }

  /// Writes a stored row to its final position.
  ///
  /// - Precondition: `pixels` is a whole row, and `row` is at least 0 and below the height.
  package mutating func setRow(_ row: Int, to pixels: Span<UInt8>) {
    precondition(pixels.count == width * bytesPerPixel, "a row of the wrong length")
    precondition(row >= 0 && row < height, "no such row")
    let line = orientation.line(ofRow: row, width: width, height: height)
    let uprightWidth = orientation.swapsSides ? height : width
    let start = (line.y * uprightWidth + line.x) * bytesPerPixel
    let step = (line.stepY * uprightWidth + line.stepX) * bytesPerPixel
    switch bytesPerPixel {
    case _ where step == bytesPerPixel: copy(pixels, to: start)
    // With constant sizes, copying a pixel needs no loop.
    case 1: scatter(pixels, bytesPerPixel: 1, from: start, step: step)
    case 3: scatter(pixels, bytesPerPixel: 3, from: start, step: step)
    case 4: scatter(pixels, bytesPerPixel: 4, from: start, step: step)
    default: scatter(pixels, bytesPerPixel: bytesPerPixel, from: start, step: step)
    }
  }

  private mutating func copy(_ pixels: Span<UInt8>, to start: Int) {
    var bytes = bytes.mutableSpan
    var target = bytes._mutatingExtracting(start..<start + pixels.count)
    target.copy(pixels)
  }

  @inline(__always)
  private mutating func scatter(
    _ pixels: Span<UInt8>, bytesPerPixel: Int, from start: Int, step: Int
  ) {
    var bytes = bytes.mutableSpan
    var target = start
    for pixel in stride(from: 0, to: pixels.count, by: bytesPerPixel) {
      for byte in 0..<bytesPerPixel {
        bytes[target + byte] = pixels[pixel + byte]
      }
      target += step
    }
  }
}
