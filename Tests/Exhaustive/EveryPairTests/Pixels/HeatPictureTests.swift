import SheetFixtures
import SheetImaging
import SheetLayout
import SheetPictures
import TestSupport
import Testing

/// Difference pictures that show how much each pixel changed.
@Suite struct HeatPictureTests {
  private typealias Color = [UInt8]
  private static let magenta: Color = [205, 0, 135]

  private static func isHot(_ color: Color) -> Bool {
    color != magenta && color[0] > color[1] && color[0] > color[2] + 50
  }

  private static func pixels(
    of before: any PictureSource, _ after: any PictureSource, _ rule: ComparisonRule
  ) throws -> [[Color]] {
    let difference = try PictureDifference(from: before, to: after, by: rule)
    let rows = try difference.rows(as: difference.header())
    var pixels: [[Color]] = []
    for _ in 0..<difference.header().size.height {
      try rows.next { row in
        pixels.append(
          stride(from: 0, to: row.count, by: 3).map { [row[$0], row[$0 + 1], row[$0 + 2]] })
      }
    }
    try rows.finish()
    return pixels
  }

  /// A 16-bit copy of the picture.
  private static func deep(_ picture: MemoryPicture) -> MemoryPicture {
    let header = picture.header()
    return MemoryPicture(
      name: picture.name, size: header.size,
      format: PixelFormat(header.format.channels, .sixteen),
      bytes: picture.bytes.flatMap { [$0, $0] })
  }

  @Test("Changed pixels are coloured by the size of the change, by the same rule in every pair")
  func properties() throws {
    var numbers = SeededGenerator(seed: 47)
    var known: [(distance: Double, color: Color)] = []
    for round in 0..<40 {
      let (width, height) = (1 + numbers.number(below: 30), 1 + numbers.number(below: 20))
      let before = PictureDifferenceTests.random(
        width, height, translucent: round % 3 == 0, &numbers)
      let after =
        round % 4 == 0
        ? PictureDifferenceTests.random(
          1 + numbers.number(below: 30), 1 + numbers.number(below: 20), translucent: false, &numbers
        )
        : PictureDifferenceTests.changed(before, &numbers)
      let plain = ComparisonRule(tolerance: 0.02, ignoresSmoothing: round % 2 == 0)
      var rule = plain
      rule.hottest = 0.8
      let expected = ReferenceDifference(before, after, plain)
      let (one, other) = (
        try Self.pixels(of: before.source, after.source, plain),
        try Self.pixels(of: before.source, after.source, rule)
      )
      #expect(
        try PictureDifference(from: before.source, to: after.source, by: rule).counts()
          == PictureDifference(from: before.source, to: after.source, by: plain).counts())
      // Translucent pixels may differ by one level once they are blended in 16 bits.
      #expect(
        try round % 3 == 0
          || Self.pixels(of: Self.deep(before.source), Self.deep(after.source), rule) == other,
        "round \(round): 16 bits give a different result")
      let (common, rows) = (min(width, after.width), min(height, after.height))
      for (y, (row, otherRow)) in zip(one, other).enumerated() {
        for (x, (color, hot)) in zip(row, otherRow).enumerated() {
          #expect((color == Self.magenta) == (hot == Self.magenta || Self.isHot(hot)))
          // Pixels that only one picture has cannot be measured.
          guard x < common, y < rows, Self.isHot(hot) else { continue }
          #expect(hot != Self.magenta)
          known.append((expected.distances[y * common + x], hot))
        }
      }
    }
    #expect(known.count > 500)
    known.sort { $0.distance < $1.distance }
    for (near, far) in zip(known, known.dropFirst()) where far.distance - near.distance > 1e-5 {
      #expect(zip(near.color, far.color).allSatisfy { $0 >= $1 }, "\(near) \(far)")
    }
    #expect(Set(known.map(\.color)).count > 50)
  }

  @Test(
    "Differences at or beyond the end of the scale have its last colour; ignored parts are hatched")
  func ends() throws {
    func picture(_ codes: [Double]) -> MemoryPicture {
      ReferenceDifference.Picture(
        width: codes.count, height: 1, pixels: codes.map { [$0, $0, $0, 255] }
      ).source
    }
    var rule = ComparisonRule(tolerance: 0, ignoresSmoothing: false)
    rule.hottest = 1
    let colors = try Self.pixels(of: picture([0, 0, 0]), picture([0, 1, 255]), rule)[0]
    #expect(!Self.isHot(colors[0]))
    let hottest = ChangeColors.color(at: 1)
    #expect(colors[2] == [hottest.red, hottest.green, hottest.blue])
    // A change of one level is shown in a colour that is nearly white.
    #expect(colors[1][0] > 250 && colors[1][1] > 230 && colors[1][1] > colors[1][2])
    // Differences beyond the scale have the colour at its end.
    rule.hottest = 0.5
    #expect(try Self.pixels(of: picture([0]), picture([255]), rule)[0][0] == colors[2])
  }
}
