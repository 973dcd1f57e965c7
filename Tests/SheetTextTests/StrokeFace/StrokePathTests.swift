import Testing

@testable import SheetText

@Suite struct StrokePathTests {
  private func point(_ x: Double, _ y: Double) -> StrokePoint { StrokePoint(x: x, y: y) }

  @Test("Each command continues where the one before it ended")
  func commands() {
    let path = StrokePath("M10 20L30 -40 H5V6 C1 2 3 4 5 6E7 8N9 10P1 2Y33")
    #expect(
      path.contours == [
        [
          .line(point(10, 20), point(30, -40)),
          .line(point(30, -40), point(5, -40)),
          .line(point(5, -40), point(5, 6)),
          .curve(point(5, 6), point(1, 2), point(3, 4), point(5, 6)),
          .quarter(point(5, 6), point(7, 8), leavesHorizontally: true),
          .quarter(point(7, 8), point(9, 10), leavesHorizontally: false),
        ],
        [.dot(point(1, 2))],
      ])
    #expect(path.guides == [33])
  }

  @Test("A path in another one is moved as a whole")
  func moved() {
    var path = StrokePath("M0 0V10")
    path.append(StrokePath("M1 2H3Y4"), movedBy: point(100, 1000))
    #expect(path.contours.last == [.line(point(101, 1002), point(103, 1002))])
    #expect(path.guides == [1004])
    #expect(path.columns == (0, 103))
  }

  @Test("All paths of the face are well-formed, and start at the left edge of their letters")
  func wellFormed() {
    for drawing in GlyphSet.drawings {
      for contour in drawing.path.contours { #expect(!contour.isEmpty) }
      guard let piece = drawing.pieces.first else { continue }
      #expect(StrokePath(piece.path).columns.left >= 0)
      #expect(StrokePath(piece.path).columns.left <= 20)
    }
  }

  @Test("No stroke is higher or lower than a line has room for")
  func height() {
    for stroke in GlyphSet.drawings.flatMap({ $0.path.contours.joined() }) {
      for end in stroke.ends {
        #expect(end.y <= GlyphGrid.highestMark && end.y >= GlyphGrid.lowestStroke)
      }
    }
  }
}
