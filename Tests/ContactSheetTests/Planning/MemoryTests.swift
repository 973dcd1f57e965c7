import SheetImaging
import SheetLayout
import SystemPackage
import Testing

@testable import ContactSheet

@Suite struct MemoryTests {
  private func plan(
    _ cells: [PixelRect], width: Int,
    pictureSize: PixelSize = PixelSize(width: 1, height: 1), orientation: Orientation = .upright
  ) -> SheetPlan {
    let tiles = cells.enumerated().map { PlannedTile(index: $0, cell: $1, placement: nil) }
    let page = SheetPage(
      number: 1, output: .file("s.png"), size: PixelSize(width: width, height: 1000), tiles: tiles)
    let picture = StubPicture(size: pictureSize, orientation: orientation)
    return SheetPlan(
      pictures: cells.map { _ in ProbedPicture(picture) }, skipped: [], pages: [page],
      isGray: false, grid: nil, tracks: [])
  }

  /// What tiles come to beyond others of the same sheet size and largest tile.
  private func difference(_ cells: [PixelRect], _ fewer: [PixelRect]) -> Int {
    let job = SheetJob(sources: [], output: .file("s.png"))
    return plan(cells, width: 300).estimatedMemory(for: job)
      - plan(fewer, width: 300).estimatedMemory(for: job)
  }

  @Test("Tiles that one line crosses count together, wherever they begin")
  func overlapping() {
    let tall = PixelRect(x: 0, y: 0, width: 100, height: 500)
    let beside = PixelRect(x: 100, y: 499, width: 100, height: 500)
    let below = PixelRect(x: 100, y: 500, width: 100, height: 500)
    let alone = difference([tall], [tall])
    #expect(alone == 0)
    #expect(difference([tall, below], [tall]) == 0)
    let both = difference([tall, beside], [tall])
    #expect(both >= 100 * 500 * 3)
    // In whatever order, and a third that begins where the first has ended.
    #expect(difference([beside, tall], [tall]) == both)
    let later = PixelRect(x: 0, y: 500, width: 100, height: 400)
    #expect(difference([tall, beside, later], [tall]) == both)
  }

  @Test("A sheet of large tiles takes a few strips of each, unless they are turned")
  func strips() {
    let cells = (0..<5).map { PixelRect(x: 10_000 * $0, y: 0, width: 10_000, height: 10_000) }
    let job = SheetJob(sources: [], output: .file("s.png"))
    #expect(plan(cells, width: 50_000).estimatedMemory(for: job) < 50_000_000)
    let turned = plan(cells, width: 50_000, orientation: .leftTurn)
    #expect(turned.estimatedMemory(for: job) > 5 * 300_000_000)
  }

  @Test("Every worker holds the rows of the widest picture that are read together")
  func rowsRead() {
    let cell = PixelRect(x: 0, y: 0, width: 100, height: 100)
    var job = SheetJob(sources: [], output: .file("s.png"))
    job.workers = 3
    // Of red, green and blue; a row of the last is over 512 KiB.
    for (width, height, rows) in [(1000, 1000, 32), (1000, 5, 10), (200_000, 1000, 2)] {
      let low = plan([cell], width: 300, pictureSize: PixelSize(width: width, height: 1))
      let high = plan([cell], width: 300, pictureSize: PixelSize(width: width, height: height))
      #expect(
        high.estimatedMemory(for: job) - low.estimatedMemory(for: job)
          == (rows - 2) * width * 3 * job.workers)
    }
  }

  @Test("The tallest sheet of the largest tiles does not overflow")
  func absurd() {
    let most = 2_147_483_647
    let cells = (0..<100).map { PixelRect(x: 0, y: $0, width: most, height: most) }
    let job = SheetJob(sources: [], output: .file("s.png"))
    let turned = plan(cells, width: most, orientation: .leftTurn)
    #expect(turned.estimatedMemory(for: job) == 1 << 62)
  }
}
