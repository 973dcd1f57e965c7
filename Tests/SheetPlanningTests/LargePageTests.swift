import SheetFixtures
import SheetLayout
import SheetPictures
import SheetPlans
import Testing

@testable import SheetPlanning

@Suite struct LargePageTests {
  static func notes(
    _ count: Int, _ layout: any Layout = GridLayout(), _ change: (inout SheetJob) -> Void = { _ in }
  ) throws -> PlanningNotes {
    var job = SheetJob(
      sources: (0..<count).map { _ in StubPicture(size: PixelSize(width: 256, height: 256)) })
    job.layout = layout
    change(&job)
    return try job.planned().notes
  }

  @Test("A page of more than 8000 pixels on a side is noticed, and no smaller one")
  func side() throws {
    var counts: (large: Int, usual: Int) = (0, 0)
    for count in stride(from: 400, through: 1000, by: 20) {
      var job = SheetJob(
        sources: (0..<count).map { _ in StubPicture(size: PixelSize(width: 256, height: 256)) })
      job.margin = .standard
      let planned = try job.planned()
      let size = planned.plan.pages[0].size
      if max(size.width, size.height) > 8000 {
        let page = try #require(planned.notes.largePage)
        #expect(page.size == size && page.pictureCount == count && page.number == nil)
        #expect("\(page)" == "the sheet is \(size.width) x \(size.height) pixels")
        counts.large += 1
      } else {
        #expect(planned.notes.largePage == nil)
        counts.usual += 1
      }
    }
    #expect(counts.large > 5 && counts.usual > 5)
  }

  /// Every layout as it is by itself, and with each of the things that say how large it is.
  static let layouts: [(any Layout, sized: [any Layout])] = {
    let extents = [Extent.pixels(9000), .pixels(1600, 9000)]
    return [
      (
        GridLayout(),
        [
          GridLayout(.cell(PixelSize(width: 256, height: 256), sheetRatio: 1.5)),
          GridLayout(.largestPicture(sheetRatio: 1.5)),
          GridLayout(.width(9000, cellRatio: .automatic, sheetRatio: 1.5)),
          GridLayout(.sheet(PixelSize(width: 9000, height: 9000), cellRatio: .automatic)),
          GridLayout(shape: .columns(40)),
        ]
      ),
      (TieredLayout(), extents.map { TieredLayout(extent: $0) }),
      (ColumnLayout(), extents.map { ColumnLayout(extent: $0) }),
      (RowLayout(), extents.map { RowLayout(extent: $0) } + [RowLayout(rowHeight: 240)]),
      (MasonryLayout(), extents.map { MasonryLayout(extent: $0) }),
      (CollageLayout(), extents.map { CollageLayout(extent: $0) }),
    ]
  }()

  @Test("Only a size that nobody has asked for is noticed", arguments: layouts.indices)
  func asked(index: Int) throws {
    let (layout, sized) = Self.layouts[index]
    #expect(layout.traits.isUnsized)
    for layout in sized { #expect(!layout.traits.isUnsized, "\(layout)") }
    // So many that each is too large by itself, and none is over the limit of pixels.
    let count = layout is GridLayout ? 1200 : 300
    // A collage of any number of pictures has one width, and shapes near to its own.
    if !(layout is CollageLayout) { #expect(try Self.notes(count, layout).largePage != nil) }
    #expect(
      try Self.notes(count, layout) { $0.paging.picturesPerPage = count - 1 }.largePage == nil)
    #expect(try Self.notes(count, layout) { $0.paging.maximumHeight = 9000 }.largePage == nil)
  }

  @Test("Of several pages, the one with the longest side is named")
  func several() throws {
    func pictures(_ count: Int) -> [SheetPicture] { (0..<count).map { _ in .stub(256, 256) } }
    var job = SheetJob()
    job.paging.groupKey = .folder
    let planned = try SheetPlanner(job).plan(
      [pictures(3), pictures(900), pictures(2)].map { PictureGroup(pictures: $0) })
    let page = try #require(planned.notes.largePage)
    #expect(page.number == 2 && page.pictureCount == 900)
    #expect("\(page)".hasPrefix("page 2 is "))
  }
}
