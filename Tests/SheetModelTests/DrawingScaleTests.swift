import SheetModel
import TestSupport
import Testing

/// Scales such as 1:2, as texts and as round numbers.
@Suite struct DrawingScaleTests {
  private static func scale(_ text: String) throws -> Sheet.DrawingScale {
    try #require(Sheet.DrawingScale(text), "\(text)")
  }

  @Test(
    "A scale is two numbers with a colon between them, and its description parses to the same scale"
  )
  func texts() throws {
    for (text, factor) in [
      ("1:1", 1), ("1:2", 0.5), ("2:1", 2), ("1:2.5", 0.4), ("1.5:1", 1.5), ("2:3", 2 / 3.0),
      ("1:25000", 4e-5), ("0.5:1", 0.5), ("1000:1", 1000),
    ] as [(String, Double)] {
      let scale = try Self.scale(text)
      #expect(abs(scale.factor - factor) < 1e-12 && scale.description == text)
      #expect(Sheet.DrawingScale(scale.description) == scale)
    }
  }

  @Test(
    "Text that is not two numbers with a colon between them is not a scale",
    arguments: [
      "", ":", "1", "1:", ":1", "1:0", "0:1", "-1:2", "1:-2", "1:2:3", "1::2", "1/2", "a:b", "1:x",
      "nan:1", "1:inf", "1e99:1", "1:1e-9", "1,5:1",
    ])
  func noScales(text: String) { #expect(Sheet.DrawingScale(text) == nil) }

  @Test(
    "A scale that is reduced to a round one is no larger than the room allows, and not much smaller"
  )
  func rounded() throws {
    for (text, share, expected) in [
      ("1:1", 0.9, "1:1.5"), ("1:1", 0.5, "1:2"), ("1:1", 0.49, "1:2.5"), ("1:1", 0.34, "1:3"),
      ("2:1", 0.5, "1:1"), ("3:1", 0.77, "2:1"), ("5:1", 0.6, "3:1"), ("1:1", 0.07, "1:15"),
      ("1:10", 0.5, "1:20"), ("100:1", 0.3, "30:1"),
    ] {
      #expect(try Self.scale(text).rounded(downTimes: share)?.description == expected, "\(text)")
    }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let scale = try #require(
        Sheet.DrawingScale(
          Double(1 + random.number(below: 50)), Double(1 + random.number(below: 500))))
      let share = Double(1 + random.number(below: 1000)) / 1000
      let round = try #require(scale.rounded(downTimes: share))
      let ratio = round.factor / (scale.factor * share)
      #expect(ratio <= 1 + 1e-6 && ratio > 0.65, "\(round) for \(share) of \(scale)")
      #expect(round.drawn == 1 || round.actual == 1)
    }
  }

  @Test("A percentage is a scale only if it equals 1:N or N:1 with a whole number N")
  func shares() {
    for (share, expected) in [
      (1, "1:1"), (0.5, "1:2"), (0.25, "1:4"), (0.1, "1:10"), (2, "2:1"), (0.4, nil), (1.5, nil),
    ] as [(Double, String?)] {
      #expect(Sheet.DrawingScale(share: share)?.description == expected)
    }
  }
}
