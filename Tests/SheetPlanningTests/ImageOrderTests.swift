import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import Testing

@testable import SheetPictures
@testable import SheetPlanning

private let allKeys: [SortKey] =
  SortKey.words.map(\.key) + ["modified", "size", "width", "height", "aspect"].map(fact)

/// The sort key for a fact by its name.
private func fact(_ name: String) -> SortKey {
  do { return try SortKey(parsing: name) } catch { preconditionFailure("\(error)") }
}

@Suite struct ImageOrderTests {
  struct Picture: Equatable {
    let name: String
    var input = 0
    var size: Int64 = 0
    var modified: Duration = .zero
    var width: Int?
    var height: Int?

    /// The picture as found and probed; its folder is named after its index in a list.
    func facts(_ index: Int) throws -> PictureFacts {
      let found = FoundImage(
        path: FilePath(name), size: size, modified: modified,
        identity: FileIdentity("/"), input: input,
        folder: FoundFolder(name: "\(index)", input: ""))
      let shown = width.flatMap { width in height.map { PixelSize(width: width, height: $0) } }
      return PictureFacts(
        try SheetPicture(probing: StubPicture(name: name, size: shown), as: found, .none))
    }
  }

  static func sorted(_ order: ImageOrder, _ pictures: [Picture]) throws -> [Picture] {
    try order.sorted(pictures.enumerated().map { try $1.facts($0) }).map {
      pictures[try #require($0.picture.folder.flatMap { Int($0) })]
    }
  }

  static func names(_ order: ImageOrder, _ pictures: [Picture]) throws -> String {
    try sorted(order, pictures).map(\.name).joined(separator: " ")
  }

  static let pictures = [
    Picture(name: "c", size: 2, modified: .seconds(5), width: 300, height: 200),
    Picture(
      name: "B10", input: 1, size: 1, modified: .nanoseconds(5_000_000_001), width: 30, height: 20),
    Picture(name: "b9", input: 2, size: 2, modified: .seconds(4), width: 100, height: 300),
    Picture(name: "a", input: 3, size: 9),
  ]

  @Test(
    "Each sort key sorts by its property, and ties are broken by path",
    arguments: [
      (.auto, "c B10 b9 a"),
      (.natural, "a b9 B10 c"),
      (.name, "B10 a b9 c"),
      (fact("modified"), "a b9 c B10"),
      (fact("size"), "B10 b9 c a"),
      (fact("width"), "B10 b9 c a"),
      (fact("height"), "B10 c b9 a"),
      (fact("aspect"), "b9 B10 c a"),
      (.given, "c B10 b9 a"),
    ] as [(SortKey, String)])
  func keys(key: SortKey, expected: String) throws {
    #expect(try Self.names(ImageOrder(by: key), Self.pictures) == expected)
  }

  @Test("By default, a single folder is in natural order, with its files before its subfolders")
  func auto() throws {
    let pictures = [
      Picture(name: "x/a/10.png", input: 1), Picture(name: "x/b.png", input: 1),
      Picture(name: "z.png", input: 0), Picture(name: "x/a/2.png", input: 1),
      Picture(name: "x/a/b/1.png", input: 1), Picture(name: "x/a/c.png", input: 1),
      Picture(name: "a.png", input: 2),
    ]
    #expect(
      try Self.names(ImageOrder(), pictures)
        == "z.png x/b.png x/a/2.png x/a/10.png x/a/c.png x/a/b/1.png a.png")
    #expect(
      try Self.names(.natural, pictures)
        == "a.png x/a/2.png x/a/10.png x/a/b/1.png x/a/c.png x/b.png z.png")
  }

  @Test(
    "Reversing an order gives exactly the same order backwards",
    arguments: allKeys.filter { $0 != .likeness }
  )
  func reversed(key: SortKey) throws {
    // All of these pictures have every fact except those from pixels.
    let pictures = Self.pictures.dropLast()
    let order = try Self.sorted(ImageOrder(by: key), Array(pictures))
    let reversed = try Self.sorted(ImageOrder(by: key, isReversed: true), Array(pictures))
    #expect(reversed == order.reversed())
  }

  @Test("A minus before a key reverses the order, and --reverse reverses that order again")
  func minus() throws {
    for (text, plain) in [
      ("-width", "width"), ("-{width}", "{width}"), ("-natural", "natural"),
      ("-shuffle:7", "shuffle:7"),
    ] {
      let key = try SortKey(parsing: plain)
      for isReversed in [false, true] {
        #expect(
          try ImageOrder(parsing: text, isReversed: isReversed)
            == ImageOrder(by: key, isReversed: !isReversed), "\(text)")
        #expect(
          try ImageOrder(parsing: plain, isReversed: isReversed)
            == ImageOrder(by: key, isReversed: isReversed), "\(plain)")
      }
    }
    #expect(try Self.names(ImageOrder(parsing: "-width"), Self.pictures) == "c b9 B10 a")
    for text in ["-", "-shuffle:x"] {
      #expect(throws: TemplateError.self, "\(text)") { try ImageOrder(parsing: text) }
    }
  }

  @Test(
    "A sorted order does not depend on the order before sorting", arguments: allKeys)
  func independent(key: SortKey) throws {
    var generator = SplitMix64(seed: 1)
    let expected = try Self.names(ImageOrder(by: key), Self.pictures)
    for _ in 0..<20 {
      var pictures = Self.pictures
      pictures.shuffle(with: &generator)
      #expect(try Self.names(ImageOrder(by: key), pictures) == expected)
    }
  }

  @Test(
    "Pictures with equal paths stay in the order of the inputs",
    arguments: [.natural, .name, fact("size")] as [SortKey])
  func stable(key: SortKey) throws {
    let pictures = [
      Picture(name: "a", width: 1, height: 1), Picture(name: "a", width: 2, height: 1),
      Picture(name: "a", width: 3, height: 1),
    ]
    #expect(try Self.sorted(ImageOrder(by: key), pictures) == pictures)
  }

  @Test("The aspect ratios of the largest possible pictures are compared without rounding")
  func largeRatios() throws {
    let side = 2_147_483_647
    let pictures = [
      Picture(name: "a", width: side, height: side - 1),
      Picture(name: "b", width: side, height: side),
      Picture(name: "c", width: side - 1, height: side),
    ]
    #expect(try Self.names(ImageOrder(by: fact("aspect")), pictures) == "c b a")
  }

  @Test("A shuffle contains every picture once and depends on its seed")
  func shuffles() throws {
    let pictures = (0..<50).map { Picture(name: "\($0)") }
    let orders = try (1...20).map { seed in
      try Self.sorted(ImageOrder(by: .shuffle(seed: seed)), pictures).map(\.name)
    }
    for order in orders { #expect(Set(order) == Set(pictures.map(\.name))) }
    #expect(Set(orders).count == orders.count)
  }

  @Test("A seed gives the same shuffle on every machine")
  func shuffleIsFixed() throws {
    let pictures = (0..<10).map { Picture(name: "\($0)") }
    #expect(try Self.names(ImageOrder(by: .shuffle()), pictures) == "4 2 8 1 9 3 0 6 7 5")
  }

  @Test("The random number generator returns the numbers published for SplitMix64")
  func generator() {
    var generator = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("Random numbers below a bound are all about equally frequent")
  func fair() {
    var generator = SplitMix64(seed: 9)
    var counts = [Int](repeating: 0, count: 6)
    for _ in 0..<60_000 { counts[generator.next(below: 6)] += 1 }
    // Five standard deviations for a fair die.
    for count in counts { #expect(abs(count - 10_000) < 457) }
  }
}
