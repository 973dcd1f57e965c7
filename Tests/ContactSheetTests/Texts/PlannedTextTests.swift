import SheetImaging
import SheetLayout
import SheetText
import SystemPackage
import Testing

@testable import ContactSheet

/// Where texts stand, before anything is drawn.
@Suite struct PlannedTextTests {
  static let layouts: [any Layout] = (try? allLayouts()) ?? []

  static func allLayouts() throws -> [any Layout] {
    let ratio = try #require(AspectRatio("4:3"))
    return [
      GridLayout(),
      GridLayout(.sheet(PixelSize(width: 900, height: 700), cellRatio: .automatic)),
      GridLayout(.width(800, cellRatio: .fixed(ratio), sheetRatio: 1.5)),
      GridLayout(.largestPicture(sheetRatio: 1.5)),
      TieredLayout(extent: try #require(Extent("600"))),
      ColumnLayout(
        try ColumnTrack.list(parsing: "fixed(70) adaptive(40)"), extent: .pixels(640)),
      ColumnLayout(
        try ColumnTrack.list(parsing: "3 * flexible"), extent: .pixels(640),
        cellRatio: .fixed(ratio)),
      RowLayout(rowHeight: 120, extent: .pixels(700)),
      MasonryLayout(try ColumnTrack.list(parsing: "adaptive(150)"), extent: .pixels(700)),
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
    var job = SheetJob(sources: pictures(count), output: .file("/tmp/contactsheet-planned-s.png"))
    job.layout = layout
    job.texts.label = try PictureTemplate(#"{index} {name}\n{width}"#)
    return job
  }

  @Test("All layouts are tried")
  func layoutCount() {
    #expect(Self.layouts.count == 9)
  }

  @Test("Labels stay in their cells, beside the pictures and not on each other", arguments: layouts)
  func labels(layout: any Layout) async throws {
    for position in [CellFurniture.Label.Position.below, .above, .over] {
      for furniture in [
        Furniture(), Furniture(padding: 5, border: Border("2"), shadow: Shadow("4")),
      ] {
        var job = try Self.job(layout)
        job.texts.labelPosition = position
        job.style.furniture = furniture
        let plan = try await job.plan()
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
    "A sheet of a given size keeps it with texts, and its pictures get less", arguments: [1, 40])
  func fixedSize(count: Int) async throws {
    let size = PixelSize(width: 900, height: 700)
    var job = try Self.job(GridLayout(.sheet(size, cellRatio: .automatic)), count: count)
    job.texts.title = try PageTemplate("Title")
    job.texts.header = try PageTemplate("a\tb\tc")
    job.texts.footer = try PageTemplate("{page} of {pages}")
    let plan = try await job.plan()
    #expect(plan.pages.map(\.size) == [size])
    let texts = plan.pages[0].texts
    #expect(texts.map(\.text) == ["a", "b", "c", "Title", "1 of 1"])
    #expect(texts.map(\.alignment) == [.left, .center, .right, .center, .center])
    let page = PixelRect(x: 8, y: 8, width: 884, height: 684)
    for text in texts {
      #expect(text.area.isInside(page))
      for tile in plan.pages[0].tiles { #expect(!tile.cell.overlaps(text.area)) }
      for other in texts where other != text { #expect(!other.area.overlaps(text.area)) }
    }
  }

  @Test("Without texts nothing takes room, and with them cells keep the size that was asked for")
  func cells() async throws {
    let cell = PixelSize(width: 256, height: 256)
    var job = try Self.job(GridLayout(.cell(cell, sheetRatio: 1.5)))
    let labelled = try await job.plan()
    #expect(labelled.pages[0].tiles.allSatisfy { $0.cell.width == 256 })
    let label = try #require(labelled.type.label)
    #expect(
      labelled.pages[0].tiles.allSatisfy { $0.cell.height == 256 + label.height + label.gap })
    job.texts = SheetTexts()
    let plain = try await job.plan()
    #expect(plain.type.label == nil)
    #expect(plain.texts.isEmpty)
    #expect(plain.pages[0].tiles.allSatisfy { $0.cell.size == cell })
    // The same pictures in the same sizes, only further apart.
    #expect(
      plain.pages[0].tiles.map { $0.placement?.image.size }
        == labelled.pages[0].tiles.map { $0.placement?.image.size })
  }

  @Test("Pages tell their numbers and their group, and their labels the page")
  func pages() async throws {
    var job = try Self.job(GridLayout(), count: 7)
    job.paging.picturesPerPage = 3
    job.texts.label = try PictureTemplate("{page}.{index:2}/{count}")
    job.texts.footer = try PageTemplate("{page}/{pages} {count} {date}")
    job.texts.date = CivilTime(secondsSince1970: 0)
    job.output = .file("/tmp/contactsheet-planned-p%d.png")
    let plan = try await job.plan()
    #expect(
      plan.pages.map { $0.texts.map(\.text) }
        == [["1/3 7 1970-01-01"], ["2/3 7 1970-01-01"], ["3/3 7 1970-01-01"]])
    #expect(
      plan.pages.flatMap { $0.tiles.compactMap(\.label?.text) }
        == ["1.01/7", "1.02/7", "1.03/7", "2.04/7", "2.05/7", "2.06/7", "3.07/7"])
  }

  @Test("The font's size is in points, of which an inch has 72")
  func points() async throws {
    var job = try Self.job(GridLayout(), count: 1)
    job.texts.font = try #require(FontChoice("builtin 18"))
    #expect(try await job.plan().pages[0].tiles[0].label?.size == 18)
    job.encoding.pixelsPerInch = 300
    #expect(try await job.plan().pages[0].tiles[0].label?.size == 75)
  }

  @Test("A label over a picture lies on its lower edge, unless it would hide the picture")
  func over() async throws {
    var job = try Self.job(GridLayout(), count: 9)
    job.texts.label = try PictureTemplate("{name}")
    job.texts.labelPosition = .over
    for tile in try await job.plan().pages[0].tiles {
      let image = try #require(tile.placement).image
      let label = try #require(tile.label).area
      #expect(label.isInside(image) && label.maxY == image.maxY)
      #expect(label.width == image.width)
    }
    job.texts.labelLines = 9
    for tile in try await job.plan().pages[0].tiles {
      #expect(try #require(tile.label).area.maxY == tile.cell.maxY)
    }
  }

  @Test("Type of any size that can be asked for can be planned, and planned again")
  func largestType() async throws {
    var job = try Self.job(GridLayout(), count: 1)
    job.texts.title = try PageTemplate("T")
    job.texts.heading = try PageTemplate("H")
    for size in ["auto 1000", "auto 130", "builtin 1"] {
      job.texts.font = try #require(FontChoice(size))
      job.encoding.pixelsPerInch = 300
      let json = SheetManifest(try await job.plan()).json()
      #expect(throws: Never.self) { try SheetPlan(json: json) }
    }
  }

  @Test("Wrapped labels have room for more lines, and as many as are asked for")
  func lines() async throws {
    var job = try Self.job(GridLayout(), count: 1)
    let lineHeight = try #require(try await job.plan().type.label).height / 2
    job.texts.labelOverflow = .wrap
    #expect(try await job.plan().type.label?.height == 4 * lineHeight)
    job.texts.labelLines = 1
    #expect(try await job.plan().type.label?.height == lineHeight)
  }

  @Test("Pages have the least height that was asked for, with the footer at its foot")
  func minimumHeight() async throws {
    var job = try Self.job(RowLayout(rowHeight: 100, extent: .pixels(600)), count: 3)
    job.paging.minimumHeight = 850
    job.paging.maximumHeight = 850
    job.texts.footer = try PageTemplate("foot")
    let page = try await job.plan().pages[0]
    #expect(page.size == PixelSize(width: 600, height: 850))
    #expect(page.texts.last?.area.maxY == 842)
  }

  @Test("A font that needs what is not installed is an error before anything is drawn")
  func missingFamily() async throws {
    var job = try Self.job(GridLayout(), count: 1)
    job.texts.font = try #require(FontChoice("No Such Family At All 12"))
    do {
      let plan = try await job.plan()
      #expect(plan.findings.textWarnings.contains { $0.contains("No Such Family At All") })
    } catch SheetError.font(let problem) {
      #expect("\(problem)".contains("No Such Family At All"))
    }
  }
}

extension PixelRect {
  fileprivate func overlaps(_ other: PixelRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
