import Foundation
import SheetLayout
import TestSupport
import Testing

@Suite struct AlignmentTests {
  @Test("Nine positions have distinct names and fractions, and subject equals center")
  func nineCases() {
    #expect(Alignment.allCases.count == 10)
    #expect(Alignment.subject.horizontalFraction == 0.5)
    #expect(Alignment.subject.verticalFraction == 0.5)
    let fractions = Set(
      Alignment.allCases.map { Point(x: $0.horizontalFraction, y: $0.verticalFraction) })
    #expect(fractions.count == 9)
    for alignment in Alignment.allCases {
      #expect(alignment.rawValue.contains("left") == (alignment.horizontalFraction == 0))
      #expect(alignment.rawValue.contains("right") == (alignment.horizontalFraction == 1))
      #expect(alignment.rawValue.contains("top") == (alignment.verticalFraction == 0))
      #expect(alignment.rawValue.contains("bottom") == (alignment.verticalFraction == 1))
    }
  }

  @Test(
    "An aligned child touches the edges that its alignment names",
    arguments: Alignment.allCases)
  func touchesEdges(alignment: Alignment) {
    let cell = Rect(x: 10, y: 20, width: 200, height: 100)
    for child in [Size(width: 50, height: 30), Size(width: 300, height: 400)] {
      let frame = cell.aligned(child, alignment)
      #expect(frame.size == child)
      switch alignment.horizontalFraction {
      case 0: #expect(frame.minX == cell.minX)
      case 1: #expect(frame.maxX == cell.maxX)
      default: #expect(frame.center.x == cell.center.x)
      }
      switch alignment.verticalFraction {
      case 0: #expect(frame.minY == cell.minY)
      case 1: #expect(frame.maxY == cell.maxY)
      default: #expect(frame.center.y == cell.center.y)
      }
    }
  }
}

@Suite struct PixelGeometryTests {
  @Test("The parts of a length divided equally still touch after they are snapped to pixels")
  func neighboursStayFlush() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let count = Int.random(in: 1...200, using: &generator)
      let length = Double.random(in: 1...5_000, using: &generator)
      let share = length / Double(count)
      let pixels = (0..<count).map {
        Rect(x: Double($0) * share, y: 0, width: share, height: 1).snapped
      }
      #expect(pixels[0].x == 0)
      #expect(zip(pixels, pixels.dropFirst()).allSatisfy { $0.maxX == $1.x })
    }
  }

  @Test("Edges at half a pixel still touch if they are computed as different sums")
  func halvesReachedByDifferentSums() {
    for tenths in 1...2_000 {
      let width = Double(tenths) * 0.1
      for index in 0..<20 {
        let left = Rect(x: Double(index) * width, y: 0, width: width, height: 1)
        let right = Rect(x: Double(index + 1) * width, y: 0, width: width, height: 1)
        #expect(left.snapped.maxX == right.snapped.x)
      }
    }
  }

  @Test(
    "Edges halfway between two pixels are rounded to the right and down",
    arguments: [(0.5, 1), (1.5, 2), (-0.5, 0), (-1.5, -1), (0.49, 0), (-0.51, -1), (-7, -7)])
  func halves(edge: Double, expected: Int) {
    let snapped = Rect(x: edge, y: edge, width: 10, height: 10).snapped
    #expect(snapped == PixelRect(x: expected, y: expected, width: 10, height: 10))
  }

  @Test("Moving an area by whole pixels moves its snapped area by the same amount")
  func movesWithWholePixels() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<1_000 {
      let rect = Rect(
        x: Double(Int.random(in: -64...64, using: &generator)) / 4,
        y: Double(Int.random(in: -64...64, using: &generator)) / 4,
        width: Double(Int.random(in: 0...64, using: &generator)) / 4, height: 3.25)
      let distance = Int.random(in: -30...30, using: &generator)
      let moved = rect.moved(by: Point(x: Double(distance), y: 0)).snapped
      #expect(moved.x == rect.snapped.x + distance)
      #expect(moved.width == rect.snapped.width)
    }
  }

  @Test("Adding and removing insets leaves an area unchanged")
  func insets() {
    let rect = PixelRect(x: 10, y: 20, width: 30, height: 40)
    let insets = PixelInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(rect.inset(by: insets) == PixelRect(x: 12, y: 21, width: 24, height: 36))
    #expect(rect.inset(by: insets).outset(by: insets) == rect)
    #expect(rect.outset(by: 5) == PixelRect(x: 5, y: 15, width: 40, height: 50))
    #expect(rect.outset(by: -5) == rect.inset(by: PixelInsets(5)))
  }

  @Test("Coordinates beyond the range of integers do not cause a crash")
  func hugeCoordinates() {
    let snapped = Rect(x: -1e300, y: 0, width: 2e300, height: .infinity).snapped
    #expect(snapped.x == -(1 << 53) && snapped.maxX == 1 << 53)
    #expect(snapped.height == 1 << 53)
    #expect(Size(width: 1e300, height: 2.5).snapped == PixelSize(width: 1 << 53, height: 3))
  }
}

@Suite struct PixelRatioTests {
  static let size = PixelSize(width: 320, height: 200)

  @Test(
    "Making pixels square enlarges the side along which they are longer, and keeps the other side",
    arguments: [
      (1, 1, 320, 200), (7, 7, 320, 200), (1, 2, 640, 200), (2, 1, 320, 400), (5, 6, 384, 200),
      (6, 5, 320, 240), (1, 3, 960, 200), (3, 1, 320, 600),
    ] as [(UInt32, UInt32, Int, Int)])
  func squared(columns: UInt32, rows: UInt32, width: Int, height: Int) throws {
    let ratio = try #require(PixelRatio(columns: columns, rows: rows))
    #expect(ratio.squared(Self.size) == PixelSize(width: width, height: height))
  }

  @Test(
    "A pixel aspect ratio that contains 0, or is above 3:1 or below 1:3, is refused",
    arguments: [(0, 0), (0, 5), (5, 0), (10, 31), (31, 10), (1, .max), (.max, 1)]
      as [(UInt32, UInt32)])
  func nonsense(columns: UInt32, rows: UInt32) {
    #expect(PixelRatio(columns: columns, rows: rows) == nil)
  }

  @Test("The largest numbers that a file can contain give a valid pixel aspect ratio")
  func large() throws {
    let ratio = try #require(PixelRatio(columns: .max, rows: .max - 1))
    #expect(ratio.squared(Self.size) == Self.size)
  }

  @Test("Pixels are not made square if a side would then exceed the maximum length of a layout")
  func limit() throws {
    let ratio = try #require(PixelRatio(columns: 1, rows: 3))
    let wide = PixelSize(width: 1_000_000_000, height: 1)
    #expect(ratio.squared(wide) == wide)
  }

  @Test("Square pixels leave the size of a picture unchanged")
  func square() {
    #expect(PixelRatio.square.squared(Self.size) == Self.size)
  }
}
