import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlans
import Testing

@testable import SheetPlanning

@Suite struct LargePageTests {
  static func notes(
    _ count: Int, _ layout: any Layout = GridLayout(), _ change: (inout SheetJob) -> Void = { _ in }
  ) throws -> [Note] {
    var job = SheetJob(
      sources: (0..<count).map { _ in StubPicture(size: PixelSize(width: 256, height: 256)) })
    job.layout = layout
    change(&job)
    return try job.planned().notes
  }

  @Test("A page gets a note if and only if it has a side of more than 8000 pixels")
  func side() throws {
    var counts: (large: Int, usual: Int) = (0, 0)
    for count in stride(from: 400, through: 1000, by: 20) {
      var job = SheetJob(
        sources: (0..<count).map { _ in StubPicture(size: PixelSize(width: 256, height: 256)) })
      job.margin = .standard
      let planned = try job.planned()
      let size = planned.plan.pages[0].size
      if max(size.width, size.height) > 8000 {
        let note = try #require(planned.notes.of(.largePage).first)
        #expect(note.measures[.side] == max(size.width, size.height))
        #expect(note.measures[.count] == count)
        #expect(
          note.text
            == "the sheet is \(size.width) x \(size.height) pixels, "
            + "larger than many programs can show")
        counts.large += 1
      } else {
        #expect(planned.notes.of(.largePage).isEmpty)
        counts.usual += 1
      }
    }
    #expect(counts.large > 5 && counts.usual > 5)
  }

  /// Every layout without sizes, and with each option that gives it a size.
  static let layouts: [(any Layout, sized: [any Layout])] = {
    let extents = [PixelExtent.pixels(9000), .pixels(1600, 9000)]
    return [
      (
        GridLayout(),
        [
          GridLayout(.cell(PixelSize(width: 256, height: 256))),
          GridLayout(.largestPicture),
          GridLayout(.width(9000, cellRatio: .automatic)),
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

  @Test("Only a size that no option has set gets a note", arguments: layouts.indices)
  func requested(index: Int) throws {
    let (layout, sized) = Self.layouts[index]
    #expect(layout.traits.isUnsized)
    for layout in sized { #expect(!layout.traits.isUnsized, "\(layout)") }
    // With this many pictures, a single page gets the note, but does not exceed the pixel limit.
    let count = layout is GridLayout ? 1200 : 300
    // A collage has the same width for any number of pictures, and all its shapes are similar.
    if !(layout is CollageLayout) {
      #expect(try Self.notes(count, layout).of(.largePage).count == 1)
    }
    #expect(
      try Self.notes(count, layout) { $0.paging.picturesPerPage = count - 1 }.of(.largePage).isEmpty
    )
    #expect(try Self.notes(count, layout) { $0.paging.maximumHeight = 9000 }.of(.largePage).isEmpty)
  }

  @Test(
    "Beyond 100 megapixels, an unsized sheet shrinks cells to 128 pixels, then is split or grows",
    arguments: [1000, 3000, 7000, 20_000, 30_000], [false, true])
  func usual(count: Int, isDivided: Bool) throws {
    func plan(_ change: (inout SheetJob) -> Void = { _ in }) throws -> PlannedPictures {
      var job = SheetJob(
        sources: (0..<count).map { _ in StubPicture(size: PixelSize(width: 3000, height: 2000)) })
      job.paging.isDividedIfLarge = isDivided
      change(&job)
      return try job.planned()
    }
    func pixels(_ page: SheetPage) -> Int { page.size.width * page.size.height }
    func side(_ page: SheetPage) -> Int {
      page.tiles.map { max($0.cell.width, $0.cell.height) }.max() ?? 0
    }
    let planned = try plan()
    let pages = planned.plan.pages
    let cells = planned.notes.of(.reducedCells).map(\.text)
    let division = planned.notes.of(.dividedSheet).map(\.text)
    #expect(pages.allSatisfy { $0.tiles.count <= pages[0].tiles.count })
    #expect(pages.flatMap(\.tiles).count == count)
    if count == 1000 {
      #expect(pages.count == 1 && cells.isEmpty && side(pages[0]) > 300)
    } else if count <= 7000 {
      #expect(pages.count == 1 && pixels(pages[0]) <= 100_000_000 && side(pages[0]) >= 128)
      #expect(pixels(pages[0]) > 90_000_000)
      #expect(cells.count == 1 && cells[0].hasSuffix("stays within 100M pixels"))
    } else if isDivided {
      #expect(pages.count > 1 && pages.allSatisfy { pixels($0) <= 100_000_000 })
      #expect(pages.allSatisfy { 128...130 ~= side($0) && $0.size.width == pages[0].size.width })
      #expect(pixels(pages[0]) > 80_000_000)
      #expect(cells.count == 1 && cells[0].hasSuffix("stays within 100M pixels"))
      #expect(division == ["the sheet is on \(pages.count) pages of at most 100M pixels"])
    } else {
      #expect(pages.count == 1 && pixels(pages[0]) <= 268_000_000)
      #expect(pixels(pages[0]) > 200_000_000 && side(pages[0]) <= 130)
      #expect(cells.count == 1 && cells[0].hasSuffix("stays within 268M pixels"))
    }
    guard count == 3000 else { return }
    // If the user gives a limit, the sheet is as large as the limit allows.
    let allowed = try plan { $0.maximumPixels = PixelCount(267_999_999) }.plan.pages
    #expect(allowed.count == 1 && pixels(allowed[0]) >= pixels(pages[0]))
    let full = try plan { $0.paging.picturesPerPage = 900 }.plan.pages
    #expect(full.count == (count + 899) / 900 && side(full[0]) > 300)
  }

  @Test("The note about a sheet of several pages names the page with the longest side")
  func several() throws {
    func pictures(_ count: Int) -> [SheetPicture] { (0..<count).map { _ in .stub(256, 256) } }
    var job = SheetJob()
    job.paging.groupKey = .folder
    let planned = try SheetPlanner(job).plan(
      [pictures(3), pictures(900), pictures(2)].map { PictureGroup(pictures: $0) })
    let note = try #require(planned.notes.of(.largePage).first)
    #expect(note.measures[.count] == 900 && note.text.hasPrefix("page 2 is "))
  }

  @Test("A matrix that is too wide may become narrower, and one that is too tall may be divided")
  func matrix() throws {
    func planned(
      _ count: Int, _ layout: Sheet.Layout, _ size: Sheet.Extent? = nil
    ) throws -> PlannedPictures {
      var sheet = Sheet()
      (sheet.layout, sheet.size, sheet.font) = (layout, size, "builtin")
      let pictures = (0..<count).map { index in
        SheetPicture(
          StubPicture(name: "\(100 + index).png", size: PixelSize(width: 256, height: 256)))
      }
      return try SheetPlanner(sheet.resolved()).plan([PictureGroup(pictures: pictures)])
    }
    let wide = Sheet.Layout.matrix(rows: "", columns: "{stem}")
    let note = try #require(try planned(60, wide).notes.of(.largePage).first?.remedy)
    #expect(note.value(of: .size) == "4000" && note.value(of: .maxHeight) == nil)
    let narrower = try planned(60, wide, Sheet.Extent(width: 4000))
    #expect(narrower.notes.of(.largePage).isEmpty)
    #expect(narrower.plan.pages.allSatisfy { $0.size.width == 4000 })
    let tall = Sheet.Layout.matrix(rows: "{stem}", columns: "")
    let other = try #require(try planned(2000, tall).notes.of(.largePage).first?.remedy)
    #expect(other.value(of: .size) == nil && other.value(of: .maxHeight) == "4000")
  }
}
