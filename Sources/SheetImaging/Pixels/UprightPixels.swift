/// A picture that is filled with rows in stored order and comes out upright.
///
/// Each pixel is written straight to its final position, without a second copy. Where rows become
/// columns, each row touches every row of the upright picture, but the following rows touch the
/// same cache lines again.
public struct UprightPixels: Sendable {
  /// The upright picture: rows from top to bottom, without padding.
  ///
  /// Rows that are not set are zeros.
  public private(set) var bytes: [UInt8]

  private let orientation: Orientation
  private let width: Int
  private let height: Int
  private let bytesPerPixel: Int

  /// A picture of zeros.
  ///
  /// Takes width × height × bytesPerPixel bytes.
  ///
  /// - Parameters:
  ///   - orientation: The orientation of the stored picture.
  ///   - width: The number of pixels in a stored row.
  ///   - height: The number of stored rows.
  ///   - bytesPerPixel: The size of a pixel, 1 to 8.
  public init(_ orientation: Orientation, width: Int, height: Int, bytesPerPixel: Int) {
    self.orientation = orientation
    self.width = width
    self.height = height
    self.bytesPerPixel = bytesPerPixel
    bytes = [UInt8](repeating: 0, count: width * height * bytesPerPixel)
  }

  /// Writes a stored row to its final position.
  ///
  /// - Precondition: `pixels` is a whole row, and `row` is at least 0 and below the height.
  public mutating func setRow(_ row: Int, to pixels: Span<UInt8>) {
    precondition(pixels.count == width * bytesPerPixel, "a row of the wrong length")
    precondition(row >= 0 && row < height, "no such row")
    let line = orientation.line(ofRow: row, width: width, height: height)
    let uprightWidth = orientation.swapsSides ? height : width
    let start = (line.y * uprightWidth + line.x) * bytesPerPixel
    let step = (line.stepY * uprightWidth + line.stepX) * bytesPerPixel
    switch bytesPerPixel {
    case _ where step == bytesPerPixel: copy(pixels, to: start)
    // With constant sizes, copying a pixel is not a loop.
    case 1: scatter(pixels, bytesPerPixel: 1, from: start, step: step)
    case 3: scatter(pixels, bytesPerPixel: 3, from: start, step: step)
    case 4: scatter(pixels, bytesPerPixel: 4, from: start, step: step)
    default: scatter(pixels, bytesPerPixel: bytesPerPixel, from: start, step: step)
    }
  }

  private mutating func copy(_ pixels: Span<UInt8>, to start: Int) {
    var bytes = bytes.mutableSpan
    var target = bytes._mutatingExtracting(start..<start + pixels.count)
    for index in 0..<pixels.count {
      target[index] = pixels[index]
    }
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
