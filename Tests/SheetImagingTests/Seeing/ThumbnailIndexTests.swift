import TestSupport
import Testing

@testable import SheetImaging

@Suite struct ThumbnailIndexTests {
  @Test("Of few members, those are found that comparing all finds", arguments: [0, 1, 9, 60])
  func exact(count: Int) throws {
    let thumbnails = try LikenessPathTests.random(count, seed: 4)
    var index = ThumbnailIndex(thumbnails)
    for last in thumbnails.indices {
      let one = thumbnails[last]
      let differences = (0..<last).filter { $0 % 3 > 0 }.map {
        one.difference(from: thumbnails[$0])
      }
      .sorted()
      let found = index.nearest(to: last, 4).map { one.difference(from: thumbnails[$0]) }
      #expect(found == Array(differences.prefix(4)))
      let near = index.nearest(to: last, 4, within: (found.first ?? 0) + 1)
      #expect(near.count <= 4 && near.first == index.nearest(to: last, 1).first)
      index.insert(last)
      if last % 3 == 0 { index.remove(last) }
    }
  }

  @Test("A search among many compares no more than one among some, also if all have one brightness")
  func growth() throws {
    for isEven in [false, true] {
      var generator = SeededGenerator(seed: 8)
      let thumbnails = (0..<600).map { _ in
        // A light half, or any levels.
        let pixels = (0..<4).flatMap { _ -> [UInt32] in
          let level = UInt32.random(in: 0...200, using: &generator)
          return (isEven ? [level, 200 - level] : [level, level]).map { 0xFF00_0000 | $0 * 0x10101 }
        }
        return Thumbnail(pixels, width: 4, height: 2, turned: .upright)
      }
      let index = ThumbnailIndex(thumbnails, areMembers: true)
      for place in stride(from: 0, to: 600, by: 50) {
        let search = index.search(place, 8, .max - 1)
        #expect(search.comparisons <= ThumbnailIndex.mostLeaves * ThumbnailIndex.leafSize)
        #expect(search.found.count == 8)
      }
    }
  }
}
