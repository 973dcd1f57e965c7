import SheetFixtures
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// The option `--group-break section` in all layouts, on pages of all kinds.
@Suite struct SectionPlanTests {
  /// Which sizes of a sheet are given.
  enum Form: CaseIterable {
    case nothing, width, exact, exactWithPages, paper, perPage, maximumHeight

    var size: PixelSize? {
      switch self {
      case .nothing, .perPage: nil
      case .width, .maximumHeight: PixelSize(width: 900, height: 0)
      case .exact, .exactWithPages, .paper: PixelSize(width: 900, height: 1400)
      }
    }
  }

  static let names = ["grid", "tiered", "columns", "rows", "masonry", "flush masonry", "collage"]

  static func layout(_ name: String, _ form: Form, height: Int?) -> any Layout {
    var extent = PixelExtent.standard
    if let size = form.size { extent = PixelExtent(width: size.width, height: height) ?? .standard }
    switch name {
    case "grid":
      guard let size = form.size else { return GridLayout() }
      if let height {
        return GridLayout(
          .sheet(PixelSize(width: size.width, height: height), cellRatio: .automatic))
      }
      return GridLayout(.width(size.width, cellRatio: .automatic))
    case "tiered": return TieredLayout(extent: extent)
    case "columns": return ColumnLayout(extent: extent)
    case "rows": return RowLayout(extent: extent)
    case "masonry": return MasonryLayout(extent: extent)
    case "flush masonry": return MasonryLayout(extent: extent, bottom: .flush)
    default: return CollageLayout(extent: extent)
    }
  }

  /// A job without pictures; `height` is the height of pages if it is fixed.
  static func job(
    _ name: String, _ form: Form, height: Int? = nil, hasSections: Bool = true
  ) throws -> SheetJob {
    var job = SheetJob()
    let pageHeight = form.size.flatMap { $0.height > 0 ? height ?? $0.height : nil }
    job.layout = layout(name, form, height: pageHeight)
    job.paging.groupKey = hasSections ? .folder : nil
    job.paging.groupBreak = .section
    job.texts.font = .builtin
    switch form {
    case .paper:
      (job.paging.minimumHeight, job.paging.maximumHeight) = (pageHeight, pageHeight)
    case .perPage: job.paging.picturesPerPage = 11
    case .exactWithPages: job.paging.picturesPerPage = 17
    case .maximumHeight: job.paging.maximumHeight = height ?? 1000
    case .nothing, .width, .exact: break
    }
    return job
  }

  static func groups(_ generator: inout SeededGenerator, most: Int = 6) -> [PictureGroup] {
    (0..<Int.random(in: 1...most, using: &generator)).map { number in
      PictureGroup(
        name: "G\(number)",
        pictures: (0..<Int.random(in: 1...14, using: &generator)).map { _ in
          .stub(
            .random(in: 100...900, using: &generator), .random(in: 100...900, using: &generator))
        })
    }
  }

  @Test(
    "Headings are above their own pictures, in order and apart from everything else",
    arguments: names, Form.allCases)
  func sound(name: String, form: Form) throws {
    var generator = SeededGenerator(seed: 97)
    for round in 0..<6 {
      var job = try Self.job(name, form)
      if round % 2 == 1 { job.texts.label = try PictureTemplate("{name}") }
      if round % 3 == 1 { job.style.decoration.shadow = Shadow(size: 9) }
      if round % 3 == 2 { job.texts.title = try PageTemplate("Title") }
      if round == 4 { job.texts.heading = try HeadingTemplate("{group}\\t{page}\\nsecond line") }
      if round == 5 { job.style.scaling = .fill }
      let groups = Self.groups(&generator)
      let plan = try SheetPlanner(job).plan(groups).plan
      let count = groups.reduce(0) { $0 + $1.members.count }
      #expect(plan.pages.flatMap(\.tiles).map(\.index).elementsEqual(0..<count))
      for page in plan.pages {
        Self.expectSections(on: page)
        if let size = form.size, size.height > 0 { #expect(page.size == size) }
        if let limit = job.paging.maximumHeight { #expect(page.size.height <= limit) }
      }
      expectNames(of: plan, groups)
    }
  }

  @Test(
    "A single section has the same tiles as without sections, below its heading",
    arguments: names, Form.allCases)
  func oneSection(name: String, form: Form) throws {
    // Rows of small photographs become even only on a sheet without sections.
    if name == "rows", form == .nothing { return }
    var generator = SeededGenerator(seed: 98)
    for label in [nil, try PictureTemplate("{name}")] {
      let pictures = Self.groups(&generator, most: 1)[0].members
      var job = try Self.job(name, form)
      job.texts.label = label
      // The cells of a grid of a given width may be taller than a page, with or without a heading.
      if name == "grid", form == .maximumHeight { job.paging.maximumHeight = 3000 }
      let sections = try SheetPlanner(job).plan([PictureGroup(name: "a", pictures: pictures)]).plan
      let heading = try #require(sections.pages[0].sections.first).headingArea
      let room = heading.height + job.gap.vertical
      let height = job.layout.traits.pageHeight ?? job.paging.maximumHeight
      var plain = try Self.job(name, form, height: height.map { $0 - room }, hasSections: false)
      plain.texts.label = label
      let whole = try SheetPlanner(plain).plan([PictureGroup(pictures: pictures)]).plan
      #expect(sections.pages.count == whole.pages.count)
      for (page, other) in zip(sections.pages, whole.pages) {
        #expect(page.size.width == other.size.width && page.size.height == other.size.height + room)
        // A block without a heading is centred on its page, so its position may be rounded
        // differently.
        let (first, centred) = (page.tiles[0].cell, other.tiles[0].cell)
        let areNear = zip(page.tiles, other.tiles).allSatisfy {
          $0.index == $1.index && $0.cell.width == $1.cell.width
            && abs($0.cell.x - first.x - $1.cell.x + centred.x) <= 1
            && abs($0.cell.y - first.y - $1.cell.y + centred.y) <= 1
            && abs($0.cell.height - $1.cell.height) <= 1
        }
        #expect(first.x <= centred.x + 1 && first.y <= centred.y + room + 1)
        #expect(areNear && page.tiles.count == other.tiles.count)
      }
    }
  }

  @Test("All sections of a grid have the same cells, and each is filled column by column")
  func grid() throws {
    var job = SheetJob()
    job.layout = GridLayout(
      .cell(PixelSize(width: 50, height: 50)), shape: .columns(3))
    (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
    job.paging.readingOrder = .columns
    let plan = try SheetPlanner(job).plan([
      PictureGroup(name: "a", pictures: Array(repeating: .stub(50, 50), count: 4)),
      PictureGroup(name: "b", pictures: Array(repeating: .stub(50, 50), count: 2)),
    ]).plan
    let page = plan.pages[0]
    #expect(page.tiles.map(\.cell.x) == [8, 8, 66, 124, 8, 66])
    let (a, b) = (page.sections[0].headingArea, page.sections[1].headingArea)
    #expect(page.tiles[0].cell.y == a.maxY + 8)
    // The second picture goes below the first.
    #expect(page.tiles[1].cell.y == page.tiles[0].cell.maxY + 8)
    #expect(b.y == page.tiles[1].cell.maxY + 16 && page.tiles[5].cell.y == b.maxY + 8)
    #expect(page.grid == PageGrid(rows: 3, columns: 3))
  }

  @Test("Rows and columns of pages are counted over all sections")
  func tiles() throws {
    var job = SheetJob()
    job.layout = GridLayout(
      .cell(PixelSize(width: 50, height: 50)), shape: .exactly(columns: 3, rows: 2))
    (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
    let plan = try SheetPlanner(job).plan([
      PictureGroup(name: "a", pictures: Array(repeating: .stub(50, 50), count: 4)),
      PictureGroup(name: "b", pictures: Array(repeating: .stub(50, 50), count: 5)),
    ]).plan
    #expect(plan.pages.map(\.tiles.count) == [4, 5])
    #expect(plan.pages[0].size.width == plan.pages[1].size.width)
  }

  @Test("If groups start new pages, each page has its group's heading, and no page has sections")
  func pageBreak() throws {
    var job = SheetJob()
    job.paging.groupKey = .folder
    job.texts.heading = try HeadingTemplate("{group} {folder}")
    let plan = try SheetPlanner(job).plan([SheetPicture.stubs(3), SheetPicture.stubs(2)]).plan
    #expect(plan.pages.map(\.tiles.count) == [3, 2])
    #expect(plan.pages.map { $0.texts.map(\.text) } == [["group 1 group 1"], ["group 2 group 2"]])
    #expect(plan.pages.allSatisfy { $0.sections.isEmpty })
  }

  static func groups(_ counts: [Int], _ picture: SheetPicture = .stub(3000, 2000)) -> [PictureGroup]
  {
    counts.enumerated().map {
      PictureGroup(name: "G\($0)", pictures: Array(repeating: picture, count: $1))
    }
  }

  static let journey = [7, 7, 2, 2, 2, 8, 7, 5, 22, 7, 22, 7, 8, 8, 3, 5, 3, 2, 3, 22, 5]

  @Test(
    "The columns of an unsized grid suit all its sections, and leave little space empty",
    arguments: [
      (journey, 16, 14, 0.31), ([3, 40, 12, 80, 9, 1], 14, 12, 0.15),
      ([120, 45, 300, 20, 9, 60], 25, 24, 0.09), ([18, 40, 26], 10, 9, 0.08),
      (Array(repeating: 15, count: 30), 31, 15, 0.04),
    ])
  func unsized(counts: [Int], columns: Int, rows: Int, white: Double) throws {
    let page = try SheetPlanner(Self.job("grid", .nothing)).plan(Self.groups(counts)).plan.pages[0]
    #expect(page.grid == PageGrid(rows: rows, columns: columns))
    let empty = 1 - Double(counts.reduce(0, +)) / Double(rows * columns)
    #expect(empty < white)
    Self.expectSections(on: page)
  }

  @Test(
    "On paper, sections take as many pages as 35 mm cells need, with cells as large as those allow",
    arguments: [journey, [18, 40, 26], [2, 1, 3], Array(repeating: 1, count: 1000)])
  func paper(counts: [Int]) throws {
    var job = LargestGridPlanTests.job()
    (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
    (job.paging.minimumHeight, job.paging.maximumHeight) = (3508, 3508)
    let plan = try SheetPlanner(job).plan(Self.groups(counts)).plan
    let cells = plan.pages.flatMap(\.tiles).map(\.cell)
    let cell = cells[0]
    #expect(cells.allSatisfy { $0.width == cell.width && $0.height == cell.height })
    #expect(cell.width >= 413 && abs(cell.height * 3 - cell.width * 2) <= 3)
    for page in plan.pages {
      Self.expectSections(on: page)
      #expect(page.size == LargestGridPlanTests.a4)
      #expect(page.tiles.map(\.cell.y).min() == plan.pages[0].tiles[0].cell.y)
    }
    expectNames(of: plan, Self.groups(counts))
    let rows = plan.pages.map { Set($0.tiles.map(\.cell.y)).count }
    #expect((rows.last ?? 0) * 5 >= (rows.max() ?? 0) * 2, "\(rows)")
    for section in plan.pages.dropLast().compactMap(\.sections.last) where section.tileCount > 0 {
      #expect(!section.isContinued || section.tileCount > 1)
    }
    if counts.count == 3, counts[0] == 2 { #expect(plan.pages.count == 1 && cell.width > 1000) }
    job.paging.pageCount = 1
    let index = try SheetPlanner(job).plan(Self.groups(counts)).plan
    #expect(index.pages.map(\.tiles.count) == [counts.reduce(0, +)])
    Self.expectSections(on: index.pages[0])
  }

  @Test(
    "A thousand single-picture sections fit on a sheet whose size is in pixels, because they share rows"
  )
  func thousandSections() throws {
    var job = LargestGridPlanTests.job(PixelSize(width: 1920, height: 1080)) {
      $0.paging.minimumPictureSide = nil
      $0.gap = .standard
      $0.margin = .standard
    }
    (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
    let plan = try SheetPlanner(job).plan(Self.groups(Array(repeating: 1, count: 1000))).plan
    #expect(plan.pages.map(\.tiles.count) == [1000])
    #expect(plan.pages[0].size == PixelSize(width: 1920, height: 1080))
  }

  @Test("In rows, short sections share a row, each under its own heading")
  func sharedRows() throws {
    let plan = try SheetPlanner(Self.job("rows", .nothing))
      .plan(Self.groups([2, 1, 9, 1], .stub(300, 200))).plan
    let sections = plan.pages[0].sections
    #expect(sections[0].headingArea.y == sections[1].headingArea.y)
    #expect(sections[2].headingArea.y > sections[1].headingArea.y)
    Self.expectSections(on: plan.pages[0])
  }

  @Test("Single pictures that share a row are about as tall as those with their own rows")
  func singles() throws {
    let words = ["a", "day", "2026-05-12", "Hillside", "Kirchenchormitglieder"]
    var random = SeededGenerator(seed: 12)
    var sharedCount = 0
    for _ in 0..<60 {
      let groups = (0..<12).map { _ in
        PictureGroup(
          name: (0...random.number(below: 3)).map { _ in words[random.number(below: 5)] }
            .joined(separator: " "),
          pictures: (0...random.number(below: 2)).map { _ in .stub(3000, 2000) })
      }
      var job = try Self.job("rows", .nothing)
      job.layout = RowLayout(rowHeight: 200, extent: .pixels(900 + random.number(below: 900)))
      let page = try SheetPlanner(job).plan(groups).plan.pages[0]
      let rows = Dictionary(grouping: page.sections, by: \.headingArea.maxY).values
      sharedCount += rows.count { $0.count > 1 }
      for tile in page.tiles { #expect(tile.cell.height <= 230) }
    }
    #expect(sharedCount > 60)
  }

  @Test(
    "Headings wrap at their section's width before words are cut, and stay next to their pictures",
    arguments: ["grid", "rows"])
  func brokenHeadings(name: String) throws {
    let names = ["Airport", "The way to a hill", "A wall", "Church"]
    let plan = try SheetPlanner(Self.job(name, .nothing)).plan(
      zip(names, [1, 1, 1, 9]).map {
        PictureGroup(name: $0, pictures: Array(repeating: .stub(120, 90), count: $1))
      }
    ).plan
    let page = plan.pages[0]
    let headings = page.texts.filter { $0.role == .heading }
    #expect(headings.map(\.text) == names)
    let measure = TypeSetter(.builtin, size: headings[0].size).measure(for: names)
    for (heading, section) in zip(headings, page.sections) {
      #expect(heading.area == section.headingArea && section.headingArea.isInside(section.area))
      let shown = heading.shown ?? heading.text
      #expect(shown.filter { !$0.isWhitespace } == heading.text.filter { !$0.isWhitespace })
      for line in shown.split(separator: "\n") {
        #expect(measure.drawnWidth(of: line) <= heading.area.width)
      }
    }
    // The headings of a row all end at the same height, above their pictures.
    #expect(Set(page.sections[..<3].map(\.headingArea.maxY)).count == 1)
    #expect(page.tiles[0].cell.y == page.sections[0].headingArea.maxY + 8)
    #expect(page.sections[1].headingArea.height > page.sections[0].headingArea.height)
  }

  @Test(
    "Sections that share a row are four gaps apart, with room for two-line headings of whole words",
    arguments: ["grid", "rows"], [Form.nothing, .width, .exact, .paper, .perPage])
  func apart(name: String, form: Form) throws {
    let words = ["a", "day", "in", "2026-05-12", "Hillside", "walk", "Kirchenchormitglieder"]
    for seed in 1...8 {
      var random = SeededGenerator(seed: UInt64(seed))
      let groups = (0..<12).map { _ in
        PictureGroup(
          name: (0...random.number(below: 5)).map { _ in words[random.number(below: 7)] }
            .joined(separator: " "),
          pictures: (0...random.number(below: 5)).map { _ in
            .stub(80 + random.number(below: 120), 80 + random.number(below: 120))
          })
      }
      var job = try Self.job(name, form)
      job.gap = try #require(PixelSpacing(horizontal: random.number(below: 12), vertical: 8))
      let plan = try SheetPlanner(job).plan(groups).plan
      for page in plan.pages {
        let headings = page.texts.filter { $0.role == .heading }
        #expect(headings.count == page.sections.count)
        let rows = Dictionary(grouping: page.sections.indices) {
          page.sections[$0].headingArea.maxY
        }
        var next = 0
        let edges = page.sections.map { section in
          defer { next += section.tileCount }
          return page.tiles[next..<next + section.tileCount].map(\.cell.maxX).max() ?? 0
        }
        for row in rows.values where row.count > 1 {
          for index in row {
            let heading = headings[index]
            let lines = (heading.shown ?? heading.text).split(separator: "\n")
            #expect(lines.count <= 2 && lines.joined(separator: " ") == heading.text)
            guard index != row.last else { continue }
            let start = page.sections[index + 1].headingArea.x
            // Edges are rounded.
            #expect(start - edges[index] >= 4 * job.gap.horizontal - 1)
            #expect(start - heading.area.maxX >= 4 * job.gap.horizontal - 1)
          }
        }
      }
    }
  }

  @Test("A section with one picture and a long heading has its own row")
  func longHeading() throws {
    let groups = zip(["Morning", "The long way back over all of the hills", "Evening"], [1, 1, 1])
    let plan = try SheetPlanner(Self.job("rows", .nothing)).plan(
      groups.map { PictureGroup(name: $0, pictures: Array(repeating: .stub(90, 60), count: $1)) }
    ).plan
    #expect(Set(plan.pages[0].sections.map(\.headingArea.y)).count == 3)
    #expect(plan.pages[0].texts.allSatisfy { $0.shown ?? $0.text == $0.text })
  }

  @Test("If a page has only one section, its heading is above its block, at the top")
  func oneBlock() throws {
    var job = LargestGridPlanTests.job()
    (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
    let page = try SheetPlanner(job).plan(Self.groups([5], .stub(200, 300))).plan.pages[0]
    let (heading, tile) = (page.sections[0].headingArea, page.tiles[0].cell)
    #expect(heading.maxY + 35 == tile.y && heading.x == tile.x && heading.y == 118)
  }

  @Test(
    "Many single-picture sections are all shown, or give an error if there is no room",
    arguments: names, Form.allCases)
  func manySections(name: String, form: Form) throws {
    let job = try Self.job(name, form)
    let groups = Self.groups(Array(repeating: 1, count: isThorough ? 1000 : 100), .stub(90, 60))
    do {
      let plan = try SheetPlanner(job).plan(groups).plan
      #expect(plan.pages.reduce(0) { $0 + $1.tiles.count } == groups.count)
    } catch let error as ContactSheetError where error.code == .tooLarge {
      // A sheet of a thousand tiers, each in its own section, has 912 megapixels.
      #expect(name == "tiered" && [.nothing, .width].contains(form))
    } catch let error as ContactSheetError {
      #expect(!"\(error)".contains("\n") && form.size?.height ?? 0 > 0)
    }
  }

  @Test("If headings leave no room, the error says so")
  func tooManyHeadings() throws {
    // The sections of a grid share rows.
    for name in Self.names where name != "collage" && name != "grid" {
      let job = try Self.job(name, .exact, height: 200)
      let groups = (0..<30).map { PictureGroup(name: "\($0)", pictures: [.stub(30, 30)]) }
      #expect(throws: ContactSheetError.self) { try SheetPlanner(job).plan(groups) }
    }
  }

  static func expectSections(on page: SheetPage) {
    let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
    #expect(page.sections.reduce(0) { $0 + $1.tileCount } == page.tiles.count)
    var next = 0
    var (foot, bottom) = (0, 0)
    for (index, section) in page.sections.enumerated() {
      let cells = page.tiles[next..<next + section.tileCount].map(\.cell)
      next += section.tileCount
      #expect(section.area.isInside(sheet) && section.headingArea.isInside(section.area))
      if index > 0, section.headingArea.maxY == foot {
        #expect(section.headingArea.x >= page.sections[index - 1].headingArea.maxX)
      } else {
        #expect(section.headingArea.y >= bottom, "it is below the previous sections")
      }
      foot = section.headingArea.maxY
      #expect(cells.allSatisfy { $0.y >= section.headingArea.maxY && $0.isInside(section.area) })
      bottom = max(bottom, section.area.maxY)
      let texts = page.texts.filter { $0.area.isInside(section.headingArea) }
      #expect(!texts.isEmpty && texts[0].text.hasPrefix("G"))
    }
    let cells = page.tiles.map(\.cell)
    for (index, cell) in cells.enumerated() {
      #expect(cell.isInside(sheet))
      #expect(!cells[..<index].contains(where: cell.overlaps), "\(cell)")
    }
  }

  /// Checks that headings have the names of their groups, and state which sections continue.
  private func expectNames(of plan: SheetPlan, _ groups: [PictureGroup]) {
    let names = groups.flatMap { group in group.members.map { _ in group.name } }
    var next = 0
    for page in plan.pages {
      for section in page.sections {
        let name = names[next]
        let isContinued = next > 0 && names[next - 1] == name
        #expect(section.isContinued == isContinued)
        #expect(section.heading.hasPrefix(isContinued ? "\(name) (continued)" : name))
        #expect(section.heading.contains("continued") == isContinued)
        #expect(names[next..<next + section.tileCount].allSatisfy { $0 == name })
        next += section.tileCount
      }
    }
    #expect(plan.sectionCount == groups.count)
  }
}
