import SheetLayout
import Testing

@Suite struct AlignmentTests {
  @Test("All nine positions have distinct names and fractions")
  func nineCases() {
    #expect(Alignment.allCases.count == 9)
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

  @Test("An aligned child touches the edges it is named for", arguments: Alignment.allCases)
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
