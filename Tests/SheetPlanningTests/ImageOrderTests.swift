import SystemPackage
import Testing

@testable import SheetPictures
@testable import SheetPlanning

@Suite struct ImageOrderTests {
  struct Picture: Equatable {
    let name: String
    var input = 0
    var size: Int64 = 0
    var modified: Duration = .zero
    var width: Int?
    var height: Int?

    var facts: SortFacts {
      var facts = SortFacts(FoundImage(path: FilePath(name), status: nil))
      (facts.size, facts.modified, facts.width, facts.height) = (size, modified, width, height)
      (facts.input, facts.place) = (input, input)
      return facts
    }
  }

  static func names(_ order: ImageOrder, _ pictures: [Picture]) -> String {
    order.sorted(pictures) { $0.facts }.map(\.name).joined(separator: " ")
  }

  static let pictures = [
    Picture(name: "c", size: 2, modified: .seconds(5), width: 300, height: 200),
    Picture(
      name: "B10", input: 1, size: 1, modified: .nanoseconds(5_000_000_001), width: 30, height: 20),
    Picture(name: "b9", input: 2, size: 2, modified: .seconds(4), width: 100, height: 300),
    Picture(name: "a", input: 3, size: 9),
  ]

  @Test(
    "Each key orders by its property, and by path where that is equal",
    arguments: [
      (SortKey.auto, "c B10 b9 a"),
      (.natural, "a b9 B10 c"),
      (.name, "B10 a b9 c"),
      (.modified, "a b9 c B10"),
      (.size, "B10 b9 c a"),
      (.width, "B10 b9 c a"),
      (.height, "B10 c b9 a"),
      (.aspect, "b9 B10 c a"),
      (.given, "c B10 b9 a"),
    ])
  func keys(key: SortKey, expected: String) {
    #expect(Self.names(ImageOrder(by: key), Self.pictures) == expected)
  }

  @Test("By default, what is in one place is in natural order, the files of a folder first")
  func auto() {
    let pictures = [
      Picture(name: "x/a/10.png", input: 1), Picture(name: "x/b.png", input: 1),
      Picture(name: "z.png", input: 0), Picture(name: "x/a/2.png", input: 1),
      Picture(name: "x/a/b/1.png", input: 1), Picture(name: "x/a/c.png", input: 1),
      Picture(name: "a.png", input: 2),
    ]
    #expect(
      Self.names(ImageOrder(), pictures)
        == "z.png x/b.png x/a/2.png x/a/10.png x/a/c.png x/a/b/1.png a.png")
    #expect(
      Self.names(.natural, pictures)
        == "a.png x/a/2.png x/a/10.png x/a/b/1.png x/a/c.png x/b.png z.png")
  }

  @Test("A reversed order is the exact reverse", arguments: SortKey.allCases)
  func reversed(key: SortKey) {
    let order = ImageOrder(by: key, seed: 4).sorted(Self.pictures) { $0.facts }
    let reversed = ImageOrder(by: key, seed: 4, isReversed: true).sorted(Self.pictures) { $0.facts }
    #expect(reversed == order.reversed())
  }

  @Test(
    "An order does not depend on the order before it", arguments: SortKey.allCases)
  func independent(key: SortKey) {
    var generator = SplitMix64(seed: 1)
    let expected = Self.names(ImageOrder(by: key), Self.pictures)
    for _ in 0..<20 {
      var pictures = Self.pictures
      pictures.shuffle(with: &generator)
      #expect(Self.names(ImageOrder(by: key), pictures) == expected)
    }
  }

  @Test("Equal paths stay in the order of the inputs", arguments: [SortKey.natural, .name, .size])
  func stable(key: SortKey) {
    let pictures = [
      Picture(name: "a", width: 1), Picture(name: "a", width: 2), Picture(name: "a", width: 3),
    ]
    #expect(ImageOrder(by: key).sorted(pictures) { $0.facts } == pictures)
  }

  @Test("Ratios of the largest pictures are compared without rounding")
  func largeRatios() {
    let side = 2_147_483_647
    let pictures = [
      Picture(name: "a", width: side, height: side - 1),
      Picture(name: "b", width: side, height: side),
      Picture(name: "c", width: side - 1, height: side),
    ]
    #expect(Self.names(ImageOrder(by: .aspect), pictures) == "c b a")
  }

  @Test("A shuffle has every picture once and depends on its seed")
  func shuffles() {
    let pictures = (0..<50).map { Picture(name: "\($0)") }
    let orders = (1...20).map { seed in
      ImageOrder(by: .shuffle, seed: seed).sorted(pictures) { $0.facts }.map(\.name)
    }
    for order in orders { #expect(Set(order) == Set(pictures.map(\.name))) }
    #expect(Set(orders).count == orders.count)
  }

  @Test("A seed gives the same shuffle on every machine")
  func shuffleIsFixed() {
    let pictures = (0..<10).map { Picture(name: "\($0)") }
    #expect(Self.names(ImageOrder(by: .shuffle, seed: 1), pictures) == "4 2 8 1 9 3 0 6 7 5")
  }

  @Test("The generator gives its published numbers")
  func generator() {
    var generator = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("All numbers below a bound are about equally frequent")
  func fair() {
    var generator = SplitMix64(seed: 9)
    var counts = [Int](repeating: 0, count: 6)
    for _ in 0..<60_000 { counts[generator.next(below: 6)] += 1 }
    // Five standard deviations for a fair die.
    for count in counts { #expect(abs(count - 10_000) < 457) }
  }
}
