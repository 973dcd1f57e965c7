import SheetLayout
import TestSupport
import Testing

@Suite struct PixelGeometryTests {
  @Test("Neighbours stay flush however a length is divided")
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

  @Test("Edges that meet at a half along different sums stay flush")
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
    "Halves are rounded towards the right and the bottom",
    arguments: [(0.5, 1), (1.5, 2), (-0.5, 0), (-1.5, -1), (0.49, 0), (-0.51, -1), (-7, -7)])
  func halves(edge: Double, expected: Int) {
    let snapped = Rect(x: edge, y: edge, width: 10, height: 10).snapped
    #expect(snapped == PixelRect(x: expected, y: expected, width: 10, height: 10))
  }

  @Test("Moving by whole pixels moves the snapped area as much")
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

  @Test("Coordinates beyond whole numbers do not trap")
  func hugeCoordinates() {
    let snapped = Rect(x: -1e300, y: 0, width: 2e300, height: .infinity).snapped
    #expect(snapped.x == -(1 << 53) && snapped.maxX == 1 << 53)
    #expect(snapped.height == 1 << 53)
    #expect(Size(width: 1e300, height: 2.5).snapped == PixelSize(width: 1 << 53, height: 3))
  }
}
