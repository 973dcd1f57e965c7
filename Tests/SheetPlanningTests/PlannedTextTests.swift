import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Where a plan places text, which is drawn later.
@Suite struct PlannedTextTests {
  static let layouts: [any Layout] = (try? allLayouts()) ?? []

  static func allLayouts() throws -> [any Layout] {
    let ratio = 4 / 3.0
    return [
      GridLayout(),
      GridLayout(.sheet(PixelSize(width: 900, height: 700), cellRatio: .automatic)),
      GridLayout(.width(800, cellRatio: .fixed(ratio))),
      GridLayout(.largestPicture),
      TieredLayout(extent: try #require(PixelExtent("600"))),
      ColumnLayout(
        try ColumnTrack.list(parsing: "fixed(70) adaptive(40)"),
        extent: try #require(PixelExtent(width: 640))),
      ColumnLayout(
        try ColumnTrack.list(parsing: "3 * flexible"),
        extent: try #require(PixelExtent(width: 640)),
        cellRatio: .fixed(ratio)),
      RowLayout(rowHeight: 120, extent: try #require(PixelExtent(width: 700))),
      MasonryLayout(
        try ColumnTrack.list(parsing: "adaptive(150)"),
        extent: try #require(PixelExtent(width: 700))),
      CollageLayout(extent: try #require(PixelExtent(width: 900))),
    ]
  }

  static func pictures(_ count: Int) -> [StubPicture] {
    (0..<count).map {
      StubPicture(
        name: "folder/picture \($0).png",
        size: PixelSize(width: 60 + 37 * $0 % 300, height: 50 + 91 * $0 % 250))
    }
  }

  static func job(_ layout: any Layout, count: Int = 13) throws -> SheetJob {
    var job = SheetJob(sources: pictures(count))
    job.layout = layout
    job.texts.label = try PictureTemplate(#"{index} {name}\n{width}"#)
    return job
  }

  @Test("The tests of labels and titles cover every layout")
  func layoutCount() {
    #expect(Self.layouts.count == 10)
  }

  @Test("Labels are in their cells, beside the pictures, and do not overlap", arguments: layouts)
  func labels(layout: any Layout) async throws {
    for position in [LabelPosition.below, .above, .over] {
      for decoration in [
        Decoration(), Decoration(padding: 5, border: Border("2"), shadow: Shadow("4")),
      ] {
        var job = try Self.job(layout)
        job.texts.labelPosition = position
        job.style.decoration = decoration
        let plan = try job.sheetPlan()
        let sheet = PixelRect(
          x: 0, y: 0, width: plan.pages[0].size.width, height: plan.pages[0].size.height)
        let tiles = plan.pages[0].tiles
        for tile in tiles {
          #expect(tile.cell.isInside(sheet))
          let label = try #require(tile.label)
          #expect(label.area.isInside(tile.cell))
          let image = try #require(tile.placement).image
          #expect(image.isInside(tile.cell))
          if position != .over { #expect(!label.area.overlaps(image)) }
          #expect(label.text.hasPrefix("\(tile.index + 1) picture \(tile.index).png\n"))
          for other in tiles where other.index != tile.index {
            #expect(!other.cell.overlaps(label.area))
          }
        }
      }
    }
  }

  @Test(
    "A sheet with text keeps its given size, and its pictures become smaller", arguments: [1, 40])
  func fixedSize(count: Int) async throws {
    let size = PixelSize(width: 900, height: 700)
    var job = try Self.job(GridLayout(.sheet(size, cellRatio: .automatic)), count: count)
    job.texts.title = try PageTemplate("Title")
    job.texts.header = try PageTemplate("a\tb\tc")
    job.texts.footer = try PageTemplate("Page {page} of {pages}")
    let plan = try job.sheetPlan()
    #expect(plan.pages.map(\.size) == [size])
    let texts = plan.pages[0].texts
    #expect(texts.map(\.text) == ["a", "b", "c", "Title", "Page 1 of 1"])
    #expect(texts.map(\.alignment) == [.left, .center, .right, .center, .center])
    let page = PixelRect(x: 8, y: 8, width: 884, height: 684)
    for text in texts {
      #expect(text.area.isInside(page))
      for tile in plan.pages[0].tiles { #expect(!tile.cell.overlaps(text.area)) }
      for other in texts where other != text { #expect(!other.area.overlaps(text.area)) }
    }
  }

  @Test("Labels add to the given cell size, and without labels, cells have exactly that size")
  func cells() async throws {
    let cell = PixelSize(width: 256, height: 256)
    var job = try Self.job(GridLayout(.cell(cell)))
    let labelled = try job.sheetPlan()
    #expect(labelled.pages[0].tiles.allSatisfy { $0.cell.width == 256 })
    let label = try #require(labelled.type.label)
    // The last row of a single page has nothing below its labels.
    let first = try #require(labelled.pages[0].tiles.first).cell
    #expect(first.height == 256 + label.height + label.gap)
    #expect(labelled.pages[0].tiles.filter { $0.cell.height == first.height }.count > 6)
    job.texts = SheetTexts()
    let plain = try job.sheetPlan()
    #expect(plain.type.label == nil)
    #expect(Array(plain.texts).isEmpty)
    #expect(plain.pages[0].tiles.allSatisfy { $0.cell.size == cell })
    // Pictures are equally large with and without labels, but labels increase the distances.
    let sizes = [plain, labelled].map { $0.pages[0].tiles.map { $0.placement?.image.size } }
    #expect(firstDifference(sizes[0], sizes[1]) == nil)
  }

  @Test("Text on pages can show page numbers, counts and the date; labels can show the page number")
  func pages() async throws {
    var job = try Self.job(GridLayout(), count: 7)
    job.paging.picturesPerPage = 3
    job.texts.label = try PictureTemplate("{page}.{index:2}/{count}")
    job.texts.footer = try PageTemplate("{page}/{pages} {count} {date}")
    job.texts.date = CivilTime(secondsSince1970: 0)
    let plan = try job.sheetPlan()
    #expect(
      plan.pages.map { $0.texts.map(\.text) }
        == [["1/3 7 1970-01-01"], ["2/3 7 1970-01-01"], ["3/3 7 1970-01-01"]])
    #expect(
      plan.pages.flatMap { $0.tiles.compactMap(\.label?.text) }
        == ["1.01/7", "1.02/7", "1.03/7", "2.04/7", "2.05/7", "2.06/7", "3.07/7"])
  }

  @Test(
    "A part such as {page} of {pages} is left out on a single page; one picture gets the singular",
    arguments: [
      (#"{page} / {pages}"#, [], ["1 / 2", "2 / 2"]),
      (#"{page} of {pages}"#, [], ["1 of 2", "2 of 2"]),
      (#"\t- {page}/{pages} -"#, [], ["- 1/2 -", "- 2/2 -"]),
      (#"Left\t{page}/{pages}"#, ["Left"], ["Left", "1/2", "Left", "2/2"]),
      (#"Page {page} of {pages}"#, ["Page 1 of 1"], ["Page 1 of 2", "Page 2 of 2"]),
      (#"{page}"#, ["1"], ["1", "2"]), (#"{pages} pages"#, ["1 pages"], ["2 pages", "2 pages"]),
      (#"{count} pictures"#, ["1 picture"], ["2 pictures", "2 pictures"]),
      (#"All {count} photos."#, ["All 1 photo."], ["All 2 photos.", "All 2 photos."]),
      (#"{count} picturesque"#, ["1 picturesque"], ["2 picturesque", "2 picturesque"]),
    ])
  func oneOf(footer: String, one: [String], two: [String]) throws {
    for (count, expected) in [(1, one), (2, two)] {
      var job = try Self.job(GridLayout(), count: count)
      job.texts.footer = try PageTemplate(footer)
      job.paging.picturesPerPage = 1
      #expect(try job.sheetPlan().pages.flatMap { $0.texts.map(\.text) } == expected)
    }
  }

  @Test("The heading of a group of one picture counts one picture")
  func oneInGroup() throws {
    var job = try Self.job(GridLayout(), count: 1)
    job.paging.groupKey = .folder
    job.texts.heading = try HeadingTemplate("{count} pictures of {total} pictures")
    #expect(
      try job.sheetPlan().pages.flatMap { $0.texts.map(\.text) } == ["1 picture of 1 picture"])
  }

  @Test("Font sizes are in points of 1/72 inch")
  func points() async throws {
    var job = try Self.job(GridLayout(), count: 1)
    job.texts.label = try PictureTemplate("{index}")
    job.texts.font = try #require(FontChoice("builtin 18"))
    #expect(try job.sheetPlan().pages[0].tiles[0].label?.size == 18)
    job.encoding.pixelsPerInch = 300
    #expect(try job.sheetPlan().pages[0].tiles[0].label?.size == 75)
  }

  @Test("A title has its own font and size; without a size, it is twice as large as labels")
  func titleFont() async throws {
    var job = try Self.job(GridLayout(), count: 1)
    job.texts.title = try PageTemplate("Title")
    job.texts.heading = try HeadingTemplate("Heading")
    job.texts.footer = try PageTemplate("Footer")
    job.texts.font = try #require(FontChoice("builtin 10"))
    for (font, size, own) in [
      (nil, 20, nil), ("auto 30", 30, "auto"), ("builtin 8", 8, nil),
      ("auto", 20, "auto"), ("builtin 0.5", 4, nil),
    ] as [(String?, Double, String?)] {
      job.texts.titleFont = font.flatMap { FontChoice($0) }
      let plan = try job.sheetPlan()
      let texts = plan.pages[0].texts
      #expect(texts.map(\.size) == [size, 15, 10])
      #expect(texts.map(\.role) == [.title, .heading, .footer])
      #expect(texts.map { $0.font?.description } == [own, nil, nil])
      #expect(texts[0].area.height == TypeScale.lineHeight(size))
      #expect(try SheetManifest(json: Self.json(plan)).plan.pages[0].texts == texts)
    }
    job.encoding.pixelsPerInch = 144
    job.texts.titleFont = FontChoice("builtin 30")
    // A narrow page would make the title smaller.
    job.layout = GridLayout(.cell(PixelSize(width: 400, height: 300)))
    #expect(try job.sheetPlan().pages[0].texts[0].size == 60)
  }

  @Test("A label over a picture is on its lower edge, unless it would hide the picture")
  func over() async throws {
    var job = try Self.job(GridLayout(), count: 9)
    // Short labels have plates as wide as their text.
    job.texts.label = try PictureTemplate("A picture with the name {name}")
    job.texts.labelPosition = .over
    job.texts.labelLines = 1
    for tile in try job.sheetPlan().pages[0].tiles {
      let image = try #require(tile.placement).image
      let label = try #require(tile.label).area
      #expect(label.isInside(image) && label.maxY == image.maxY)
      #expect(label.width == image.width)
    }
    job.texts.label = try PictureTemplate(#"1\n2\n3\n4\n5\n6\n7\n8\n9"#)
    job.texts.labelLines = nil
    for tile in try job.sheetPlan().pages[0].tiles {
      #expect(try #require(tile.label).area.maxY == tile.cell.maxY)
    }
  }

  @Test("A label over the upper edge of a picture mirrors one over its lower edge")
  func overTop() throws {
    for (template, lines, alignment) in [
      ("{name}", 1, nil), ("({index:a})", 1, .left), ("({index:a})", 1, .right),
      (#"({index:a})\n{index}"#, 2, .center),
    ] as [(String, Int, Sheet.TextAlignment?)] {
      func plan(_ position: LabelPosition) throws -> SheetPlan {
        var job = try Self.job(GridLayout(.cell(PixelSize(width: 300, height: 225))), count: 9)
        (job.texts.label, job.texts.labelLines) = (try PictureTemplate(template), lines)
        (job.texts.labelPosition, job.texts.labelAlignment) = (position, alignment)
        job.style.enlargement = .allowed
        return try job.sheetPlan()
      }
      let (top, bottom) = (try plan(.overTop), try plan(.over))
      #expect(top.pages.map(\.size) == bottom.pages.map(\.size))
      for (tile, other) in zip(top.pages[0].tiles, bottom.pages[0].tiles) {
        let image = try #require(tile.placement).image
        let (label, below) = (try #require(tile.label), try #require(other.label))
        #expect(tile.cell == other.cell && image == other.placement?.image)
        #expect(label.area.y == image.y && below.area.maxY == image.maxY, "\(template)")
        #expect(label.area.x == below.area.x && label.area.size == below.area.size)
        #expect(label.shown == below.shown)
        // The plate is as tall as its lines, and its text is inset as on the lower edge.
        #expect(label.area.height == label.linesHeight)
        #expect(top.labelInset(of: label) == bottom.labelInset(of: below))
        #expect(top.labelInset(of: label) > 0)
      }
    }
  }

  private static func json(_ plan: SheetPlan) -> [UInt8] {
    SheetManifest(plan, files: plan.pages.map { "\($0.number).png" }).json()
  }

  @Test("Plans with type of any size can be decoded")
  func largestType() async throws {
    var job = try Self.job(GridLayout(), count: 1)
    job.texts.title = try PageTemplate("T")
    job.texts.heading = try HeadingTemplate("H")
    for size in ["auto 1000", "auto 130", "builtin 1"] {
      job.texts.font = try #require(FontChoice(size))
      job.encoding.pixelsPerInch = 300
      let json = try Self.json(job.sheetPlan())
      #expect(throws: Never.self) { try SheetManifest(json: json) }
    }
  }

  @Test("Pages have the minimum height, with the footer at the bottom")
  func minimumHeight() async throws {
    var job = try Self.job(
      RowLayout(rowHeight: 100, extent: try #require(PixelExtent(width: 600))), count: 3)
    job.paging.minimumHeight = 850
    job.paging.maximumHeight = 850
    job.texts.footer = try PageTemplate("foot")
    let page = try job.sheetPlan().pages[0]
    #expect(page.size == PixelSize(width: 600, height: 850))
    #expect(page.texts.last?.area.maxY == 842)
  }
}

extension PixelRect {
  fileprivate func overlaps(_ other: PixelRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
