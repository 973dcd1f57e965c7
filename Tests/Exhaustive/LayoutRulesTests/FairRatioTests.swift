import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

@Suite struct FairRatioTests {
  /// The smallest area of a picture in cells of a ratio, ignoring a fifth of the pictures, as a
  /// fraction of the median area.
  private static func fairness(_ ratio: Double, _ ratios: [Double]) -> Double {
    let shares = ratios.map { min(ratio / $0, $0 / ratio) }.sorted()
    return shares[(ratios.count + 4) / 5 - 1] / median(shares)
  }

  private static func median(_ sorted: [Double]) -> Double {
    (sorted[sorted.count / 2] * sorted[(sorted.count - 1) / 2]).squareRoot()
  }

  private static func ratios(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    let kinds = (0...random.number(below: 8)).map { _ in Double.random(in: 0.1...10, using: &random)
    }
    return (0..<count).map { _ in kinds[random.number(below: kinds.count)] }
  }

  @Test(
    "For 1 to 2,000 pictures, no fair ratio is closer to the median than the ratio found",
    arguments: Array(1...60) + [100, 333, 2000])
  func nearest(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    for _ in 0..<4 {
      let ratios = Self.ratios(count, &random)
      let sorted = ratios.sorted()
      let median = Self.median(sorted)
      let ratio = try #require(FairRatio(of: ratios)).value
      let tried =
        [median, sorted[count - 1]]
        + sequence(first: sorted[0]) { $0 * 1.02 }.prefix { $0 < sorted[count - 1] }
      let fairest = tried.map { Self.fairness($0, ratios) }.max() ?? 0
      let limit = fairest >= 2 / 3.0 - 1e-9 ? 2 / 3.0 - 1e-9 : fairest * 0.99
      #expect(Self.fairness(ratio, ratios) >= limit * 0.998, "\(count): \(ratio)")
      #expect(sorted[0] * 0.999...sorted[count - 1] * 1.001 ~= ratio)
      let distance = max(ratio / median, median / ratio)
      let nearer = tried.filter {
        max($0 / median, median / $0) < distance * 0.998 && Self.fairness($0, ratios) >= limit
      }
      #expect(nearer.isEmpty, "\(count): \(ratio), not \(nearer.first ?? 0)")
    }
  }

  @Test(
    "A few unusual pictures do not affect the ratio; for landscapes alone, it is their median"
  )
  func few() throws {
    let odd = Array(repeating: 1.5, count: 17) + [0.1, 9, 2 / 3.0]
    #expect(FairRatio(of: odd)?.value == 1.5)
    let landscapes = (0..<50).map { 1.3 + 0.01 * Double($0) }
    #expect(abs((FairRatio(of: landscapes)?.value ?? 0) - Self.median(landscapes)) < 1e-12)
    #expect(FairRatio(of: []) == nil)
    #expect(FairRatio(of: [3])?.value == 3)
  }

  @Test("With seven landscapes and three portraits, no area is under two thirds of any other area")
  func wedding() throws {
    let ratios = Array(repeating: 1.5, count: 7) + Array(repeating: 2 / 3.0, count: 3)
    let ratio = try #require(FairRatio(of: ratios)).value
    #expect(abs(ratio - 1.5.squareRoot()) < 1e-6)
  }

  @Test("Even for unusual pictures, the ratio is finite and above 0", arguments: [1e-9, 1e9])
  func extreme(extreme: Double) throws {
    let extremes = [extreme, 1, 1 / extreme]
    let ratios = (0..<2000).map { index -> Double in
      extremes[index % 3] * (1 + 0.0001 * Double(index))
    }
    let ratio = try #require(FairRatio(of: ratios)).value
    #expect(ratio.isFinite && ratio > 0)
  }
}
