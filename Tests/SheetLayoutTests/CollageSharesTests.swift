import LayoutFixtures
import TestSupport
import Testing

@testable import SheetLayout

/// The fractions of a page that the items of a collage should take.
@Suite struct CollageSharesTests {
  /// Fractions of a page of 1,000 pixels.
  private func weights(_ items: [LayoutItem]) -> [Double] {
    CollageShares(of: items).weights(onPageOf: 1_000)
  }

  private func items(_ enough: [Double], weights: [Double]? = nil) -> [LayoutItem] {
    enough.enumerated().map {
      LayoutItem(ratio: 1, weight: weights?[$0.offset] ?? 1, enoughArea: $0.element)
    }
  }

  private func expectClose(_ shares: [Double], _ expected: [Double]) {
    #expect(
      shares.count == expected.count
        && zip(shares, expected).allSatisfy { abs($0 - $1) < 1e-12 }, "\(shares)")
  }

  @Test(
    "Small items get only the area that is enough for them; the others share the rest by weight")
  func examples() {
    expectClose(weights(items([.infinity, .infinity])), [0.5, 0.5])
    expectClose(
      weights(items([.infinity, .infinity], weights: [1, 3])), [0.5, 1.5])
    expectClose(weights(items([100, .infinity, 2_000])), [0.1, 0.45, 0.45])
    // What the first item leaves is enough for the second as well.
    expectClose(weights(items([100, 400, .infinity])), [0.1, 0.4, 0.5])
    // All have enough, so all are enlarged equally.
    expectClose(weights(items([100, 200, 100])), [0.25, 0.5, 0.25])
    // All are enlarged equally even if their weights differ.
    expectClose(weights(items([100, 100], weights: [1, 3])), [0.5, 1.5])
    // An item beside which all other items would be as small as itself.
    expectClose(weights(items([1, 2_000])), [0.05, 0.999])
  }

  @Test(
    "Shares do not depend on the order, and no item gets more than enough while another needs more")
  func rules() {
    var generator = SeededGenerator(seed: 140)
    for _ in 0..<300 {
      let count = Int.random(in: 1...20, using: &generator)
      let enough = (0..<count).map { _ in
        Bool.random(using: &generator) ? Double.infinity : .random(in: 60...400, using: &generator)
      }
      let items = items(enough)
      let shares = weights(items)
      let floor = 0.1 / Double(count)
      // If all fractions are above their minimum, they fill the page exactly.
      #expect(shares.reduce(0, +) > 1 - 1e-9)
      if shares.allSatisfy({ $0 > floor }) { #expect(abs(shares.reduce(0, +) - 1) < 1e-9) }
      let hasRoom = enough.reduce(0, +) >= 1_000
      let largest = shares.max() ?? 0
      for (share, enough) in zip(shares, enough) {
        if hasRoom {
          #expect(share <= max(enough / 1_000, floor) + 1e-9)
          // An item with less than the largest fraction has enough.
          #expect(share >= min(largest, enough / 1_000) - 1e-9)
        } else {
          #expect(abs(share / enough - shares[0] / items[0].enoughArea) < 1e-9)
        }
      }
      expectClose(weights(items.reversed()), shares.reversed())
    }
  }

  @Test("A larger weight never makes an item's share smaller relative to the shares of the others")
  func growing() {
    var generator = SeededGenerator(seed: 141)
    for _ in 0..<300 {
      let count = Int.random(in: 2...12, using: &generator)
      var items = items((0..<count).map { _ in .random(in: 20...900, using: &generator) })
      var before = 0.0
      for weight in [0.5, 1, 2, 4, 16] {
        items[0].weight = weight
        let shares = weights(items)
        let part = shares[0] / shares.reduce(0, +)
        #expect(part >= before - 1e-9)
        before = part
      }
    }
  }
}
