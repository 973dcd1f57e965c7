import TestSupport
import Testing

@testable import SheetImaging

@Suite struct ThumbnailIndexTests {
  @Test(
    "In an index of few members, a search finds thumbnails as near as a full comparison does",
    arguments: [0, 1, 9, 60])
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

  @Test(
    "The number of comparisons of a search has a limit, even among members of equal brightness"
  )
  func growth() throws {
    for isEven in [false, true] {
      var generator = SeededGenerator(seed: 8)
      let thumbnails = (0..<600).map { _ in
        // Thumbnails all have the same mean level, or have random levels.
        let pixels = (0..<4).flatMap { _ -> [UInt32] in
          let level = UInt32.random(in: 0...200, using: &generator)
          return (isEven ? [level, 200 - level] : [level, level]).map { 0xFF00_0000 | $0 * 0x10101 }
        }
        return Thumbnail(pixels, width: 4, height: 2, turned: .upright)
      }
      let index = ThumbnailIndex(thumbnails, areMembers: true)
      for place in stride(from: 0, to: 600, by: 50) {
        let search = index.search(place, 8, .max / 4)
        #expect(search.comparisons <= ThumbnailIndex.maximumLeaves * ThumbnailIndex.leafSize)
        #expect(search.found.count == 8)
      }
    }
  }

  /// Sets of thumbnails that are hard to search.
  enum Hard: CaseIterable {
    case random, oneBrightness, equal, chain, black

    func thumbnails(_ count: Int) -> [Thumbnail] {
      var generator = SeededGenerator(seed: 5)
      var last = (0..<64).map { _ in UInt32.random(in: 60..<190, using: &generator) }
      return (0..<count).map { number in
        let levels = (0..<64).map { _ in UInt32.random(in: 0..<256, using: &generator) }
        let pixels =
          switch self {
          case .random: levels.map { 0xFF00_0000 | $0 * 0x10101 }
          // Each level and its complement.
          case .oneBrightness:
            (0..<64).map { place in
              let level = levels[place / 2]
              return 0xFF00_0000 | (place % 2 == 0 ? level : 255 - level) * 0x10101
            }
          case .equal: (0..<64).map { UInt32(0xFF00_0000) | UInt32($0 * (number % 3)) }
          case .chain: last.map { 0xFF00_0000 | $0 * 0x10101 }
          case .black: levels.map { $0 << 24 }
          }
        last[number % 64] = levels[0]
        return Thumbnail(pixels, width: 8, height: 8, turned: .upright)
      }
    }
  }

  @Test(
    "Search results are within the limit and include all equals; a full search finds the closest",
    arguments: Hard.allCases)
  func plain(hard: Hard) {
    let thumbnails = hard.thumbnails(500)
    var index = ThumbnailIndex(thumbnails)
    var wholeSearches = 0
    let limits = [8, 64].map(Thumbnail.difference(ofMean:)) + [.max / 4]
    for last in thumbnails.indices {
      for limit in limits {
        let search = index.search(last, 8, limit)
        let differences = search.found.map {
          thumbnails[last].difference(from: thumbnails[$0.index])
        }
        #expect(differences == search.found.map(\.difference))
        #expect(differences == differences.sorted() && differences.allSatisfy { $0 <= limit })
        #expect(Set(search.found.map(\.index)).count == differences.count)
        let plain = (0..<last).map { thumbnails[last].difference(from: thumbnails[$0]) }.sorted()
          .prefix { $0 <= limit }.prefix(8)
        #expect(plain.count { $0 == 0 } == differences.count { $0 == 0 })
        #expect(zip(plain, differences).allSatisfy { $0 <= $1 })
        if search.leaves < ThumbnailIndex.maximumLeaves {
          wholeSearches += 1
          #expect(differences == Array(plain))
        }
        // Each leaf that is searched has a member, so a search without a limit finds enough
        // members.
        if limit == limits.last { #expect(differences.count == min(8, last)) }
      }
      index.insert(last)
    }
    // The first searches always visit all leaves with members, because there are never more of
    // these leaves than members.
    #expect(wholeSearches >= limits.count * ThumbnailIndex.maximumLeaves)
  }
}
