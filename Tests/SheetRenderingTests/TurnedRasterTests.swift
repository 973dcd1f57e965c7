import SheetImaging
import SheetLayout
import SheetPlans
import SheetText
import TestSupport
import Testing

@testable import SheetRendering

@Suite struct TurnedRasterTests {
  /// A raster of the given coverage for the diagonal line of an area, after and before it is
  /// rotated.
  private static func turned(
    _ width: Int, _ height: Int, lineHeight: Int, colors: Bool = false,
    _ coverage: (_ x: Int, _ y: Int) -> UInt8
  ) throws -> (turned: TurnedRaster, raster: TextRaster) {
    let area = PixelSize(width: width, height: height)
    let line = try #require(DiagonalLine(in: area, lineHeight: lineHeight))
    let pixels = (0..<line.size.height).flatMap { y in
      (0..<line.size.width).map { coverage($0, y) }
    }
    let raster = TextRaster(
      size: line.size, coverage: pixels,
      glyphColors: colors ? pixels.flatMap { [$0, 0, 0, 255] } : nil)
    return (TurnedRaster(raster, along: line, in: area), raster)
  }

  @Test(
    "A rotated raster has as much ink as before, and none outside its area",
    arguments: [(120, 80), (80, 120), (100, 100), (300, 40), (41, 300)])
  func ink(width: Int, height: Int) throws {
    var random = SeededGenerator(seed: UInt64(width))
    let (turned, raster) = try Self.turned(width, height, lineHeight: 16) { _, _ in
      UInt8(random.number(below: 256))
    }
    var ink = 0
    for y in 0..<height {
      let row = turned.row(y)
      #expect((0...width).contains(row.columns.lowerBound) && row.columns.upperBound <= width)
      #expect(row.coverage.count == row.columns.count && row.glyphColors == nil)
      ink += row.coverage.reduce(0) { $0 + Int($1) }
    }
    let before = raster.coverage.reduce(0) { $0 + Int($1) }
    #expect(abs(ink - before) < before / 50, "\(ink) and \(before)")
  }

  @Test("Part of a row has the same pixels as in the whole row")
  func columns() throws {
    var random = SeededGenerator(seed: 3)
    let (turned, _) = try Self.turned(120, 80, lineHeight: 16, colors: true) { x, y in
      // There is no ink near the edges of the line.
      x < 20 || y < 4 || y > 12 ? 0 : UInt8(random.number(below: 256))
    }
    for y in 0..<80 {
      let whole = turned.row(y)
      for visible in [0..<120, 30..<31, 40..<90, 50..<50, 100..<120] {
        let part = turned.row(y, in: visible)
        #expect(part.columns == whole.columns.clamped(to: visible))
        if part.columns.isEmpty { continue }
        let first = part.columns.lowerBound - whole.columns.lowerBound
        let end = first + part.columns.count
        #expect(part.coverage == Array(whole.coverage[first..<end]))
        #expect(part.glyphColors == whole.glyphColors.map { Array($0[4 * first..<4 * end]) })
      }
    }
  }

  @Test("A rotated line without ink has no coverage")
  func blank() throws {
    let (turned, _) = try Self.turned(90, 60, lineHeight: 12) { _, _ in 0 }
    for y in 0..<60 { #expect(turned.row(y).coverage.allSatisfy { $0 == 0 }) }
  }

  @Test("Rotated text that is moved, as a shadow is, can be clipped to its area")
  func clipped() throws {
    let (turned, _) = try Self.turned(90, 60, lineHeight: 12) { _, _ in 255 }
    let format = PixelFormat(.gray, .eight)
    let area = PixelRect(x: 5, y: 5, width: 90, height: 60)
    var moved = area
    (moved.x, moved.y) = (moved.x + 3, moved.y + 3)
    func isInked(_ text: PlacedText) -> Set<Int> {
      var rows = SheetRows(
        0..<75, width: 110, background: BackdropRows(.color(.white), width: 110, in: format))
      text.draw(in: 0..<75, visible: { _ in 0..<110 }, into: &rows)
      return Set(rows.bytes.indices.filter { rows.bytes[$0] != 255 })
    }
    let all = isInked(PlacedText(turned, in: moved, .black, format: format))
    let inside = all.filter { 5..<95 ~= $0 % 110 && 5..<65 ~= $0 / 110 }
    #expect(inside.count < all.count)
    let text = PlacedText(turned, in: moved, .black, format: format).clipped(to: area)
    #expect(isInked(text) == inside)
  }

  @Test("A diagonal line rises from the lower left to the upper right")
  func direction() throws {
    // Only the beginning of the line has ink.
    let (turned, raster) = try Self.turned(90, 60, lineHeight: 12) { x, _ in x < 20 ? 255 : 0 }
    #expect(raster.size.width > 60)
    for y in 0..<60 {
      let row = turned.row(y)
      for (x, coverage) in zip(row.columns, row.coverage) where coverage > 0 {
        #expect(x < 30 && y > 30, "\(x) \(y)")
      }
    }
    let (full, _) = try Self.turned(90, 60, lineHeight: 12) { _, _ in 255 }
    let middle = full.row(30)
    #expect(middle.columns.contains(45))
    #expect(middle.coverage[45 - middle.columns.lowerBound] == 255)
  }

  @Test("Colours are rotated with their pixels")
  func colors() throws {
    let (turned, _) = try Self.turned(90, 60, lineHeight: 12, colors: true) { _, _ in 200 }
    for y in 0..<60 {
      let row = turned.row(y)
      let colors = try #require(row.glyphColors)
      #expect(colors.count == 4 * row.coverage.count)
      for (index, coverage) in row.coverage.enumerated() where coverage == 200 {
        #expect(colors[4 * index..<4 * index + 4].elementsEqual([200, 0, 0, 255]))
      }
    }
  }
}
