import Testing

@testable import SheetModel
@testable import SheetText

@Suite struct GlyphFittingTests {
  static let pens = [4.0, 7.3, 9, 10, 11.2, 12, 13, 14.5, 16, 19, 23, 40]
    .map { PenSize(size: $0) }
  static let paths = GlyphSet.drawings.map(\.path)

  private func isWhole(_ value: Double) -> Bool { abs(value - Double(nearest(value))) < 1e-9 }

  @Test(
    "An alignment zone is on the same row in all glyphs, and its outer edge on a pixel boundary")
  func zones() {
    for pen in Self.pens {
      for path in Self.paths {
        let fitting = GlyphFitting(path, pen)
        for zone in GlyphGrid.zones {
          let row = fitting(StrokePoint(x: 0, y: zone)).y
          #expect(abs(row - pen.row(zone)) < 1e-9)
          #expect(isWhole(zone < GlyphGrid.smallHeight ? row - pen.width / 2 : row + pen.width / 2))
        }
      }
    }
  }

  @Test("A fitted glyph is a whole number of pixels wide, unless it is a single stem")
  func wholeWidth() {
    for pen in Self.pens {
      for path in Self.paths {
        let (left, right) = path.columns
        guard left < right else { continue }
        let fitting = GlyphFitting(path, pen)
        #expect(isWhole(fitting(StrokePoint(x: left, y: 0)).x - pen.width / 2))
        #expect(isWhole(fitting(StrokePoint(x: right, y: 0)).x + pen.width / 2))
      }
    }
  }

  @Test("Grid fitting keeps the order of a glyph's coordinates")
  func order() {
    for pen in Self.pens {
      for path in Self.paths {
        let fitting = GlyphFitting(path, pen)
        let places = stride(from: -300.0, through: 1000, by: 50).map {
          fitting(StrokePoint(x: $0, y: $0))
        }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.x <= $1.x && $0.y <= $1.y })
      }
    }
  }

  @Test("No point of a glyph is moved by more than two pixels")
  func smallMoves() {
    for pen in Self.pens {
      for path in Self.paths {
        let fitting = GlyphFitting(path, pen)
        let moves = path.contours.joined().flatMap(\.ends).map { end in
          let place = fitting(end)
          return (
            x: place.x - (end.x - path.columns.left) * pen.scale - pen.width / 2,
            y: place.y - end.y * pen.scale - pen.width / 2
          )
        }
        #expect(moves.allSatisfy { abs($0.x) <= 2 && abs($0.y) <= 2 })
      }
    }
  }

  @Test("The strokes of a symmetrical letter stay symmetrical")
  func symmetry() {
    for pen in Self.pens {
      let fitting = GlyphFitting(StrokePath("M0 0V430M280 0V430M560 0V430"), pen)
      let stems = [0.0, 280, 560].map { fitting(StrokePoint(x: $0, y: 0)).x }
      #expect(abs((stems[1] - stems[0]) - (stems[2] - stems[1])) < 1e-9)
    }
  }

  @Test("The pen is never thinner than a pixel, and a dot never thinner than the pen")
  func pen() {
    #expect(PenSize(size: 4).width == 1)
    #expect(abs(PenSize(size: 100).width - 8.8) < 1e-9)
    for pen in Self.pens { #expect(pen.dotDiameter >= pen.width) }
  }
}

@Suite struct StrokePathTests {
  private func point(_ x: Double, _ y: Double) -> StrokePoint { StrokePoint(x: x, y: y) }

  @Test("Each path command continues where the previous one ended")
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

  @Test("A path that is added to another path is moved together with its guides")
  func moved() {
    var path = StrokePath("M0 0V10")
    path.append(StrokePath("M1 2H3Y4"), movedBy: point(100, 1000))
    #expect(path.contours.last == [.line(point(101, 1002), point(103, 1002))])
    #expect(path.guides == [1004])
    #expect(path.columns == (0, 103))
  }

  @Test(
    "No contour of the font is empty, and glyphs without marks begin at most 20 units from the left"
  )
  func wellFormed() {
    for drawing in GlyphSet.drawings {
      for contour in drawing.path.contours { #expect(!contour.isEmpty) }
    }
    let withoutMarks = [
      GlyphDrawing.smallLetters, GlyphDrawing.capitals, GlyphDrawing.punctuation,
      GlyphDrawing.signs, GlyphDrawing.figures,
    ]
    #expect(withoutMarks.map(\.count) == [37, 33, 40, 44, 16])
    for drawing in withoutMarks.joined().map(\.value) {
      #expect(0...20 ~= drawing.path.columns.left)
    }
  }

  @Test("No stroke extends above or below its line")
  func height() {
    for stroke in GlyphSet.drawings.flatMap({ $0.path.contours.joined() }) {
      for end in stroke.ends {
        #expect(end.y <= GlyphGrid.highestMark && end.y >= GlyphGrid.lowestStroke)
      }
    }
  }
}
