import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

@Suite struct CollageSectionTests {
  static let spacing = SectionTests.spacing

  static func sections(_ generator: inout SeededGenerator) -> [[LayoutItem]] {
    SectionTests.counts(&generator).map { count in
      (0..<count).map { _ in
        LayoutItem(
          ratio: .random(in: 0.5...2, using: &generator),
          weight: [1, 1, 1, 3].randomElement(using: &generator) ?? 1,
          enoughArea: [.infinity, .infinity, 400].randomElement(using: &generator) ?? .infinity)
      }
    }
  }

  @Test(
    "A given height is divided between sections in order, and uncropped items keep their ratios",
    arguments: [Collage.Rest.centered, .covered])
  func shared(rest: Collage.Rest) throws {
    var generator = SeededGenerator(seed: 95)
    let collage = try CollageSections(width: 1200, gap: Size(width: 8, height: 20), rest: rest)
    for _ in 0..<12 {
      let sections = Self.sections(&generator)
      let blocks = try collage.arrangements(of: sections, height: 900, unit: 1)
      #expect(blocks.count == sections.count)
      for (block, items) in zip(blocks, sections) {
        expectValid(block, itemCount: items.count)
        #expect(block.size.width == 1200)
        guard rest == .centered else { continue }
        let keepRatios = zip(block.frames, items).allSatisfy {
          isClose($0.width / $0.height, $1.ratio)
        }
        #expect(keepRatios)
      }
      #expect(blocks.reduce(0) { $0 + $1.size.height } <= 900 + 1e-6)
    }
  }

  @Test("A section's height follows from its weights, but is at least that of one row")
  func heights() throws {
    let collage = try CollageSections(width: 1000, gap: .zero, rest: .centered)
    let squares = [LayoutItem](ratios: Array(repeating: 1, count: 40))
    #expect(isClose(collage.height(of: squares, unit: 10_000), 400))
    // One picture of 100 x 100 pixels, and four that do not fill the width.
    #expect(isClose(collage.height(of: squares.prefix(1), unit: 10_000), 100))
    #expect(isClose(collage.height(of: squares.prefix(4), unit: 10_000), 100))
    let unit = collage.unit(of: [squares, Array(squares.prefix(1))], filling: 500)
    #expect(isClose(unit, 10_000, tolerance: 0.01))
    // Heavier pictures take more room; small ones take no more than their own size.
    let heavy = squares.map { LayoutItem(ratio: $0.ratio, weight: 2) }
    #expect(isClose(collage.height(of: heavy, unit: 10_000), 800))
    let small = squares.map { LayoutItem(ratio: $0.ratio, enoughArea: 2500) }
    #expect(isClose(collage.height(of: small, unit: 10_000), 100))
  }

  @Test("Pages are filled in order, and none exceeds the height limit")
  func pages() throws {
    var generator = SeededGenerator(seed: 96)
    let collage = try CollageSections(width: 1200, gap: SectionTests.gap, rest: .centered)
    for height in [300.0, 800, 4000] {
      for _ in 0..<10 {
        let sections = Self.sections(&generator)
        let parts = SectionTests.parts(sections.map(\.count))
        let items = sections.flatMap(\.self)
        let pages = collage.pages(
          of: items, in: parts, Self.spacing, height: height, unit: 20_000)
        #expect(pages.joined().flatMap(\.items).elementsEqual(0..<items.count))
        for page in pages {
          let own = page.reduce(Self.spacing.height(of: page.count)) {
            $0 + collage.height(of: items[$1.items], unit: 20_000)
          }
          #expect(own <= height + 1e-3 || page.count == 1 && page[0].items.count == 1)
        }
        let unit = collage.unit(of: items, in: parts, Self.spacing, height: height)
        let least = collage.pages(
          of: items, in: parts, Self.spacing, height: height, unit: collage.smallestUnit)
        #expect(
          collage.pages(of: items, in: parts, Self.spacing, height: height, unit: unit).count
            == least.count)
      }
    }
  }
}
