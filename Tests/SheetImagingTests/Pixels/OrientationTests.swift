import ImagingFixtures
import SheetImaging
import TestSupport
import Testing

@Suite struct OrientationTests {
  /// A picture of 3 × 2 pixels in each orientation.
  ///
  /// Exif defines orientations by the visual positions of row 0 and column 0.
  static let examples: [(Orientation, [UInt8])] = [
    (.upright, [1, 2, 3, 4, 5, 6]),
    (.mirrored, [3, 2, 1, 6, 5, 4]),
    (.halfTurn, [6, 5, 4, 3, 2, 1]),
    (.flipped, [4, 5, 6, 1, 2, 3]),
    (.transposed, [1, 4, 2, 5, 3, 6]),
    (.rightTurn, [4, 1, 5, 2, 6, 3]),
    (.transversed, [6, 3, 5, 2, 4, 1]),
    (.leftTurn, [3, 6, 2, 5, 1, 4]),
  ]

  @Test("Each orientation puts the first row and column where Exif says", arguments: examples)
  func firstRowAndColumn(orientation: Orientation, expected: [UInt8]) {
    #expect(orientation.shown([1, 2, 3, 4, 5, 6], width: 3) == expected)
  }

  @Test("The inverse undoes an orientation, for pixels of any size", arguments: 1...8)
  func inverse(bytesPerPixel: Int) {
    var noise = SeededGenerator(seed: 3)
    let (width, height) = (7, 5)
    let pixels = (0..<width * height * bytesPerPixel).map { _ in UInt8(noise.number(below: 256)) }
    for orientation in Orientation.allCases {
      let shown = orientation.shown(pixels, width: width, bytesPerPixel: bytesPerPixel)
      let back = orientation.inverse.shown(
        shown, width: orientation.swapsSides ? height : width, bytesPerPixel: bytesPerPixel)
      #expect(firstDifference(back, pixels) == nil, "\(orientation)")
      #expect((shown == pixels) == (orientation == .upright))
    }
  }

  /// Each orientation as a matrix, row by row, that maps a step in the stored pixels to the
  /// displayed step.
  static let matrices: [Orientation: [Int]] = [
    .upright: [1, 0, 0, 1], .mirrored: [-1, 0, 0, 1], .halfTurn: [-1, 0, 0, -1],
    .flipped: [1, 0, 0, -1], .transposed: [0, 1, 1, 0], .rightTurn: [0, -1, 1, 0],
    .transversed: [0, -1, -1, 0], .leftTurn: [0, 1, -1, 0],
  ]

  @Test("Two orientations compose as their matrices multiply")
  func composition() throws {
    let pixels = (0..<12).map { UInt8($0) }
    for first in Orientation.allCases {
      for second in Orientation.allCases {
        let (a, b) = (Self.matrices[first]!, Self.matrices[second]!)
        let product = [
          b[0] * a[0] + b[1] * a[2], b[0] * a[1] + b[1] * a[3],
          b[2] * a[0] + b[3] * a[2], b[2] * a[1] + b[3] * a[3],
        ]
        let both = try #require(Self.matrices.first { $0.value == product }?.key)
        let halfway = first.shown(pixels, width: 4)
        #expect(
          second.shown(halfway, width: first.swapsSides ? 3 : 4) == both.shown(pixels, width: 4))
      }
    }
  }

  @Test("Moving a line of pixels moves its start and keeps its direction")
  func line() {
    let line = Orientation.rightTurn.line(ofRow: 0, width: 3, height: 2)
    #expect(line == PixelLine(x: 1, y: 0, stepX: 0, stepY: 1))
    #expect(line.moved(x: 10, y: 20) == PixelLine(x: 11, y: 20, stepX: 0, stepY: 1))
  }
}

extension Orientation {
  var inverse: Orientation {
    switch self {
    case .rightTurn: .leftTurn
    case .leftTurn: .rightTurn
    default: self
    }
  }

  /// The stored pixels, rotated upright.
  func shown(_ pixels: [UInt8], width: Int, bytesPerPixel: Int = 1) -> [UInt8] {
    let rowBytes = width * bytesPerPixel
    let height = pixels.count / rowBytes
    var upright = UprightPixels(
      self, width: width, height: height, bytesPerPixel: bytesPerPixel)
    for row in 0..<height {
      upright.setRow(row, to: pixels.span.extracting(row * rowBytes..<(row + 1) * rowBytes))
    }
    return upright.bytes
  }
}
