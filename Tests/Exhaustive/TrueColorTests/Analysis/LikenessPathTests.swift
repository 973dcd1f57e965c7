import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct LikenessPathTests {
  static func thumbnail(_ picture: Picture) throws -> Thumbnail {
    try PixelFactsTests.facts(picture).thumbnail
  }

  /// Random pictures of 8 x 8 pixels.
  static func random(_ count: Int, seed: UInt64) throws -> [Thumbnail] {
    try (0..<count).map {
      try thumbnail(PixelFactsTests.patches(8, 8, seed: seed + UInt64($0), size: 2))
    }
  }

  static func length(_ order: [Int], _ thumbnails: [Thumbnail]) -> Int {
    zip(order, order.dropFirst()).reduce(0) {
      $0 + thumbnails[$1.0].difference(from: thumbnails[$1.1])
    }
  }

  /// The length of the shortest path, found by trying all paths.
  static func shortest(_ thumbnails: [Thumbnail]) -> Int {
    func rest(_ path: [Int]) -> Int {
      if path.count == thumbnails.count { return length(path, thumbnails) }
      return thumbnails.indices.filter { !path.contains($0) }.map { rest(path + [$0]) }.min() ?? 0
    }
    return rest([])
  }

  /// The length of a path that always goes to the most similar remaining thumbnail.
  ///
  /// Among equally similar thumbnails, it goes to the first.
  static func greedy(_ thumbnails: [Thumbnail]) -> Int {
    var (path, left) = ([0], Array(thumbnails.indices.dropFirst()))
    while let next = left.min(by: { one, other in
      let last = thumbnails[path[path.count - 1]]
      return last.difference(from: thumbnails[one]) < last.difference(from: thumbnails[other])
    }) {
      path.append(next)
      left.removeAll { $0 == next }
    }
    return length(path, thumbnails)
  }

  @Test("The difference of thumbnails is a metric, and at least half the sum of cell differences")
  func distance() throws {
    let thumbnails = try Self.random(20, seed: 3)
    for one in thumbnails {
      for two in thumbnails {
        let difference = one.difference(from: two)
        #expect(difference == two.difference(from: one))
        #expect((difference == 0) == (one == two))
        let cells = zip(one.cells, two.cells).map { abs(Int($0) - Int($1)) }.reduce(0, +)
        #expect(cells <= 2 * difference)
        for limit in [1, difference / 2, difference, difference + 1] {
          let bounded = one.difference(from: two, below: limit)
          #expect(bounded == difference || bounded >= limit && difference > limit)
        }
        for three in thumbnails {
          #expect(one.difference(from: three) <= difference + two.difference(from: three))
        }
      }
    }
  }

  @Test("Transparent pictures are compared on black and on white")
  func transparent() throws {
    func icon(_ gray: Int, _ alpha: Int) throws -> Thumbnail {
      try Self.thumbnail(
        Picture(16, 16, PixelFormat(.rgba, .eight)) { x, y, channel in
          channel < 3 ? gray : x == 0 ? 255 : alpha
        })
    }
    // A white picture differs from a black one, and both differ from one that is nearly empty.
    let part = 240 * 3 * 255
    #expect(try icon(255, 255).difference(from: icon(0, 255)) == 256 * 3 * 255)
    #expect(try icon(255, 255).difference(from: icon(255, 0)) == part)
    #expect(try icon(0, 255).difference(from: icon(0, 0)) == part)
  }

  @Test(
    "A path visits each picture once, starts at the end with the lower index, and is reproducible")
  func once() throws {
    for count in [0, 1, 2, 3, 40] {
      let thumbnails = try Self.random(count, seed: 11)
      let path = LikenessPath(thumbnails)
      #expect(path.order.sorted() == Array(thumbnails.indices))
      #expect(path.order == LikenessPath(thumbnails).order)
      if count > 1 { #expect(path.order[0] < path.order[count - 1]) }
    }
  }

  @Test("A path is never longer than the greedy one, and hardly longer than the shortest")
  func short() throws {
    var (found, best) = (0, 0)
    for seed in stride(from: 100, to: 160, by: 20) as StrideTo<UInt64> {
      let few = try Self.random(6, seed: seed)
      found += Self.length(LikenessPath(few).order, few)
      best += Self.shortest(few)
      let many = try Self.random(40, seed: seed)
      #expect(Self.length(LikenessPath(many).order, many) <= Self.greedy(many))
    }
    #expect(found >= best && Double(found) <= 1.03 * Double(best))
  }

  @Test("Pictures that change step by step are put in order, however they were shuffled")
  func steps() throws {
    let steps = try (0..<25).map { step in
      try Self.thumbnail(
        Picture(16, 16, PixelFactsTests.rgb) { x, y, _ in x * 16 < step * 10 ? 200 : 40 })
    }
    var generator = SeededGenerator(seed: 9)
    let places = steps.indices.shuffled(using: &generator)
    let order = LikenessPath(places.map { steps[$0] }).order.map { places[$0] }
    let sorted = Array(steps.indices)
    #expect(Self.length(order, steps) == Self.length(sorted, steps))
  }

  @Test("Equal pictures are next to each other, however many there are")
  func equal() throws {
    let few = try Self.random(5, seed: 21)
    let thumbnails = (0..<2000).map { few[$0 % few.count] }
    let order = LikenessPath(thumbnails).order
    #expect(order.sorted() == Array(thumbnails.indices))
    let changes = zip(order, order.dropFirst()).filter { thumbnails[$0] != thumbnails[$1] }
    #expect(changes.count == few.count - 1)
  }
}
