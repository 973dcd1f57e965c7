import TestSupport
import Testing

@testable import SheetRendering

@Suite struct AreasByRowsTests {
  @Test(
    "All areas that reach into the given rows are found, each once and in order",
    arguments: 0..<20)
  func found(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let areas = (0..<200).map { _ in
      let start = Int.random(in: 0..<4000, using: &random)
      return start..<start + Int.random(in: 1...900, using: &random)
    }
    let sorted = AreasByRows(areas)
    for _ in 0..<100 {
      let start = Int.random(in: 0..<5500, using: &random)
      let rows = start..<start + Int.random(in: 0...600, using: &random)
      let found = sorted.indices(near: rows)
      #expect(found == Set(found).sorted())
      #expect(Set(found).isSuperset(of: areas.indices.filter { areas[$0].overlaps(rows) }))
    }
    #expect(AreasByRows([]).indices(near: 0..<10).isEmpty)
  }

  @Test(
    "On a page with very many texts, each is examined only a few times, however many rows there are"
  )
  func work() {
    let (count, height) = (200_000, 40)
    let texts = AreasByRows((0..<count).map { $0 * height..<$0 * height + 20 })
    let bands = stride(from: 0, to: count * height, by: 64)
    let looks = bands.reduce(0) { $0 + texts.indices(near: $1..<$1 + 64).count }
    // If each band examined every text, there would be 25 billion checks.
    #expect(looks < 10 * count)
  }
}
