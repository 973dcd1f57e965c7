import Foundation
package import SheetLayout
package import TestSupport
package import Testing

/// Whether two numbers differ by no more than the rounding of the vector files.
package func isClose(_ a: Double, _ b: Double, tolerance: Double = 1e-5) -> Bool {
  abs(a - b) <= tolerance
}

/// Whether two lists have the same length and nearly equal numbers.
package func areClose(_ a: [Double], _ b: [Double]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { isClose($0, $1) }
}

/// All small numbers of items, for the edge cases, and random ones of up to 5,000.
package func itemCounts(from minimum: Int, _ generator: inout SeededGenerator) -> [Int] {
  Array(minimum...30) + (0..<8).map { _ in Int.random(in: 31...5_000, using: &generator) } + [5_000]
}

extension [LayoutItem] {
  /// Items that take any width.
  package init(ratios: [Double]) { self = ratios.map { LayoutItem(ratio: $0) } }

  /// Items of many sizes, about half of them small.
  package static func mixed(_ count: Int, _ generator: inout SeededGenerator) -> [LayoutItem] {
    let widths = [.infinity, 24, 48, 300, 500, 1_000, 2_000]
    return (0..<count).map { _ in
      LayoutItem(
        ratio: .random(in: 0.4...2.5, using: &generator),
        maximumWidth: widths[.random(in: 0..<7, using: &generator)])
    }
  }
}

extension JustifiedRows {
  package func arrangement(ofRatios ratios: [Double]) throws(LayoutError) -> Arrangement {
    try arrangement(of: [LayoutItem](ratios: ratios))
  }
}

extension MasonryColumns {
  package func arrangement(ofRatios ratios: [Double]) throws(LayoutError) -> Arrangement {
    try arrangement(of: [LayoutItem](ratios: ratios))
  }
}

extension SolvedColumns {
  package func arrangement(ofRatios ratios: [Double], rowGap: Double = 8) throws(LayoutError)
    -> Arrangement
  {
    try arrangement(of: [LayoutItem](ratios: ratios), rowGap: rowGap)
  }
}

package func expectClose(
  _ rect: Rect, _ expected: [Double], _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let numbers = [rect.minX, rect.minY, rect.width, rect.height]
  #expect(
    expected.count == 4 && zip(numbers, expected).allSatisfy { isClose($0, $1) },
    "\(numbers) is not \(expected) \(comment?.rawValue ?? "")", sourceLocation: sourceLocation)
}

/// Checks that an arrangement is valid: frames are inside it without overlap, one for each item,
/// and strips contain all items in order.
package func expectValid(
  _ arrangement: Arrangement, itemCount: Int, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let slack = 1e-7 * max(1, arrangement.size.width, arrangement.size.height)
  func check(_ holds: Bool, _ fact: String) {
    if !holds {
      Issue.record("\(fact) \(comment?.rawValue ?? "")", sourceLocation: sourceLocation)
    }
  }
  let frames = arrangement.frames
  check(frames.count == itemCount, "\(frames.count) frames for \(itemCount) items")
  check(
    frames.allSatisfy {
      [$0.minX, $0.minY, $0.maxX, $0.maxY].allSatisfy(\.isFinite)
        && $0.width > 0 && $0.height > 0
        && $0.minX >= -slack && $0.minY >= -slack
        && $0.maxX <= arrangement.size.width + slack
        && $0.maxY <= arrangement.size.height + slack
    }, "a frame is empty, not finite or outside the sheet")
  check(areDisjoint(frames, slack: slack), "frames overlap")

  var next = 0
  var bottom = -slack
  for strip in arrangement.strips {
    check(strip.items.lowerBound == next && !strip.items.isEmpty, "strips leave out items")
    check(strip.minY >= bottom - slack, "strips overlap")
    check(
      strip.items.allSatisfy {
        frames[$0].minY >= strip.minY - slack && frames[$0].maxY <= strip.maxY + slack
      }, "an item leaves its strip")
    next = strip.items.upperBound
    bottom = strip.maxY
  }
  check(next == itemCount, "strips leave out items")
  check(bottom <= arrangement.size.height + slack, "a strip is outside the sheet")
}

/// Sweeps from top to bottom, comparing each frame only with those beside it.
private func areDisjoint(_ frames: [Rect], slack: Double) -> Bool {
  var open: [Rect] = []
  for frame in frames.sorted(by: { $0.minY < $1.minY }) {
    open.removeAll { $0.maxY <= frame.minY + slack }
    for other in open
    where frame.minX < other.maxX - slack && other.minX < frame.maxX - slack {
      return false
    }
    open.append(frame)
  }
  return true
}

/// A file of worked examples in `Vectors`, beside this one.
package struct VectorFile<Vector: Decodable>: Decodable {
  package var vectors: [Vector]

  package static func vectors(in name: String) throws -> [Vector] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Vectors", "\(name).json")
    return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file)).vectors
  }
}
