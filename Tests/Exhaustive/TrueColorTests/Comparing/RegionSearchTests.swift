import TestSupport
import Testing

@testable import SheetImaging

/// Regions of neighbouring changed pixels.
@Suite struct RegionSearchTests {
  /// Searches for regions among pixels passed in one by one or in pieces of rows.
  static func search(
    _ width: Int, _ height: Int, piece: Int = 1, isChanged: (_ x: Int, _ y: Int) -> Bool
  ) -> RegionSearch {
    var search = RegionSearch()
    for y in 0..<height {
      var start: Int?
      for x in 0...width {
        if x < width, isChanged(x, y), x - (start ?? x) < piece {
          start = start ?? x
        } else {
          if let start { search.add(ChangedRegion(columns: start..<x, row: y)) }
          start = x < width && isChanged(x, y) ? x : nil
        }
      }
    }
    return search
  }

  /// Compares the regions found among pixels with the regions according to the definition; returns
  /// how many there are.
  @discardableResult static func check(
    _ width: Int, _ height: Int, _ name: String, isChanged: (_ x: Int, _ y: Int) -> Bool
  ) -> Int {
    let pixels = (0..<height).flatMap { y in (0..<width).map { ($0, y) } }.filter(isChanged)
    let expected = ReferenceRegion.all(among: pixels)
    for piece in [1, 3, width] {
      let found = search(width, height, piece: piece, isChanged: isChanged).largest.map {
        ReferenceRegion(
          x: $0.columns.lowerBound, y: $0.rows.lowerBound, width: $0.columns.count,
          height: $0.rows.count, changed: $0.changed)
      }
      #expect(found == expected, "\(name), \(width) x \(height), in pieces of \(piece)")
    }
    return expected.count
  }

  @Test("Regions match their definition, whether few or many pixels have changed")
  func property() {
    var numbers = SeededGenerator(seed: 46)
    var counts: Set<Int> = []
    for round in 0..<60 {
      let (width, height) = (1 + numbers.number(below: 90), 1 + numbers.number(below: 90))
      let rarity = [400, 150, 80, 40, 10, 2][round % 6]
      let size = rarity < 40 ? 30 : 90
      let changed = Set(
        (0..<width * height).filter { _ in numbers.number(below: rarity) == 0 })
      counts.insert(
        Self.check(min(width, size), min(height, size), "round \(round)") { x, y in
          changed.contains(y * width + x)
        })
    }
    #expect(counts.count > 8, "from no region to many: \(counts.sorted())")
  }

  @Test("Pixels that are 8 apart form one region, and pixels that are 9 apart form two")
  func reach() {
    for (apart, count) in [(1, 1), (8, 1), (9, 2)] {
      for (x, y) in [(apart, 0), (0, apart), (apart, apart), (apart, 8), (8, apart)] {
        for mirrored in [false, true] {
          let found = Self.check(20, 20, "\(apart) apart") {
            ($0 == (mirrored ? x : 0) && $1 == 0) || ($0 == (mirrored ? 0 : x) && $1 == y)
          }
          #expect(found == count, "\(x), \(y)")
        }
      }
    }
  }

  @Test("Regions that join only in later rows count as one; regions that never join stay separate")
  func patterns() {
    for step in [2, 7, 8, 9, 10] {
      Self.check(60, 40, "board of \(step)") { $0 % step == 0 && $1 % step == 0 }
      Self.check(60, 40, "diagonals of \(step)") { ($0 + $1) % (2 * step) == 0 }
      // Columns that only the last row joins, and columns that join and part again.
      Self.check(60, 30, "comb of \(step)") { $0 % step == 0 || $1 == 29 }
      Self.check(60, 60, "ladder of \(step)") { $1 % 20 < 3 ? $0 % step == 0 : $1 % 20 == 5 }
    }
    Self.check(40, 30, "all") { _, _ in true }
    Self.check(40, 30, "none") { _, _ in false }
    Self.check(50, 50, "corners") { ($0 == 0 || $0 == 49) && ($1 == 0 || $1 == 49) }
    Self.check(70, 70, "rings") { max(abs($0 - 35), abs($1 - 35)) % 12 == 0 }
    Self.check(1, 400, "column") { $1 % 9 == 0 }
    Self.check(400, 1, "row") { x, _ in x % 9 == 0 }
    #expect(Self.check(300, 120, "board of 400") { $0 % 9 == 0 && $1 % 9 == 0 } == 50)
  }

  @Test("The memory of a region search grows with the width, not with the number of regions")
  func memory() {
    let width = 900
    let patterns: [(name: String, isChanged: (_ x: Int, _ y: Int) -> Bool)] = [
      ("single pixels", { $0 % 9 == 0 && $1 % 9 == 0 }),
      ("all", { _, _ in true }),
      ("checkerboard", { ($0 + $1) % 2 == 0 }),
      ("columns", { x, _ in x % 9 == 0 }),
      ("steps", { ($0 + $1 % 9) % 9 == 0 }),
    ]
    for pattern in patterns {
      var largest = 0
      var search = RegionSearch()
      for y in 0..<400 {
        for x in 0..<width where pattern.isChanged(x, y) {
          search.add(ChangedRegion(columns: x..<x + 1, row: y))
        }
        largest = max(largest, search.heldCount)
      }
      #expect(largest <= 2 * width, "\(pattern.name): \(largest) regions and runs")
      #expect(!search.largest.isEmpty)
    }
  }
}
