import SheetFixtures
import SheetImaging
import SheetLayout
import SheetPictures
import SystemPackage
import TestSupport
import Testing

@testable import SheetModel
@testable import SheetPlanning
@testable import SheetPlans
@testable import SheetText

/// Labels are set so that they are legible.
@Suite struct FittedLabelsTests {
  @Test(
    "On a small page, labels shrink, are shortened or left out before pictures become too small",
    arguments: [1, 6, 24, 60, 90, 120, 200, 500, 2000])
  func givingWay(count: Int) throws {
    var job = SheetJob(
      sources: (0..<count).map {
        StubPicture(name: "picture \($0) of a day.png", size: PixelSize(width: 3000, height: 2000))
      })
    // 10 by 15 cm at 300 pixels per inch.
    job.layout = GridLayout(.sheet(PixelSize(width: 1181, height: 1772), cellRatio: .automatic))
    job.gap = PixelSpacing(horizontal: 6, vertical: 6) ?? .standard
    job.paging.pageCount = 1
    (job.texts.medium, job.encoding.pixelsPerInch) = (.paper, 300)
    job.texts.label = try PictureTemplate("{name}")
    let planned = try job.planned()
    let page = planned.plan.pages[0]
    #expect(page.tiles.map(\.index) == Array(0..<count))
    let labels = page.tiles.compactMap(\.label)
    let heights = page.tiles.compactMap(\.placement?.image.height)
    #expect(labels.isEmpty || labels.count == count)
    #expect(labels.isEmpty == !planned.notes.of(.omittedLabels).isEmpty)
    for (label, height) in zip(labels, heights) { #expect(label.area.height <= height) }
    if count <= 24 { #expect(labels.count == count) }
    if count == 2000 {
      #expect(labels.isEmpty)
      var bare = job
      bare.texts.label = nil
      #expect(
        firstDifference(page.tiles.map(\.cell), try bare.sheetPlan().pages[0].tiles.map(\.cell))
          == nil)
    }
  }

  @Test(
    "Labels get a second line if it shows them in full and small pictures keep 85 % of their width"
  )
  func secondLine() throws {
    var sheet = Sheet()
    sheet.paper = try Sheet.Paper(parsing: "10x15cm")
    (sheet.pageCount, sheet.label) = (1, "{name}")
    var (completed, kept) = (0, 0)
    for count in stride(from: 150, through: 220, by: 10) {
      func planned(lines: Int?) throws -> (widths: [Int], shortened: Int) {
        sheet.labelLines = lines
        var job = try sheet.resolved()
        job.sources = (0..<count).map {
          StubPicture(name: "P\(1_060_000 + $0).jpg", size: PixelSize(width: 800, height: 600))
        }
        let planned = try job.planned()
        return (
          planned.plan.pages.flatMap(\.tiles).compactMap(\.placement?.image.width),
          planned.notes.of(.shortenedLabels).count
        )
      }
      let (one, two) = (try planned(lines: 1), try planned(lines: nil))
      #expect(one.shortened == 1 && one.widths.count == count, "\(count)")
      if two.shortened == 0 {
        completed += 1
        let areLarge = zip(two.widths, one.widths).allSatisfy { $0 + 1 >= $1 * 17 / 20 }
        #expect(two.widths.count == count && areLarge, "\(count)")
      } else {
        // Without an advantage, pictures do not become smaller.
        kept += 1
        #expect(two.widths == one.widths, "\(count)")
      }
    }
    #expect(completed > 1 && kept > 0)
  }

  /// Pictures of several ratios whose names have 6 to 60 characters.
  static func job(_ count: Int, _ layout: any Layout, seed: UInt64 = 1) throws -> SheetJob {
    var random = SeededGenerator(seed: seed)
    let words = ["IMG_", "holiday ", "norway-", "lr0.1_", "seed", "2024", "final.", "DSC", "x"]
    let sizes = [(600, 400), (400, 600), (500, 500), (640, 360)].map {
      PixelSize(width: $0, height: $1)
    }
    var job = SheetJob(
      sources: (0..<count).map { index in
        let length = 6 + random.number(below: 55)
        var name = ""
        while name.count < length { name += words[random.number(below: words.count)] }
        return StubPicture(
          name: "\(name.prefix(length - 5))\(index).png", size: sizes[random.number(below: 4)])
      })
    job.layout = layout
    job.texts.label = try PictureTemplate("{name}")
    return job
  }

  static let layouts: [any Layout] = [
    GridLayout(), GridLayout(.sheet(PixelSize(width: 1920, height: 1080), cellRatio: .automatic)),
    GridLayout(.width(1240, cellRatio: .automatic), shape: .columns(5)),
    RowLayout(rowHeight: 150), MasonryLayout(), CollageLayout(),
  ]

  @Test(
    "No label is shortened if wrapping or shrinking shows all of it, and all labels have one type size",
    arguments: layouts, [1, 3, 12, 84, 205])
  func whole(layout: any Layout, count: Int) throws {
    let job = try Self.job(count, layout, seed: UInt64(count))
    let planned = try job.planned()
    let labels = planned.plan.pages.flatMap { $0.tiles.compactMap(\.label) }
    #expect(Set(labels.map(\.size)).count <= 1)
    var count = 0
    let smallest = TypeSetter(.builtin, size: 9).measure(for: labels.map(\.text))
    for label in labels where label.lineTexts != nil {
      count += 1
      let room = label.area
      let lines = room.height / TypeScale.lineHeight(label.size)
      #expect(
        smallest.count(of: label.text[...], width: room.width, limit: lines) == nil,
        "\(label.text) as \(label.shown ?? "")")
      #expect(label.size == 9 || lines == 2)
    }
    #expect(planned.notes.of(.shortenedLabels).first?.measures[.count] ?? 0 == count)
    let shown = Dictionary(grouping: labels) { $0.shown ?? $0.text }
    let widest = labels.filter { $0.area.width >= 80 }
    #expect(
      shown.values.allSatisfy { same in
        !widest.contains(same[0]) || Set(same.map(\.text)).count == 1
      }, "different labels look alike")
  }

  @Test("Names that differ at their ends never look the same")
  func seeds() throws {
    var job = SheetJob(
      sources: (0..<6).map {
        StubPicture(
          name: "cifar10_adam_lr0.1_seed\($0).png", size: PixelSize(width: 300, height: 200))
      })
    job.texts.label = try PictureTemplate("{name}")
    for width in [24, 40, 56, 64, 96, 160] {
      job.layout = GridLayout(.cell(PixelSize(width: width, height: 100)))
      let labels = try job.sheetPlan().pages[0].tiles.compactMap(\.label)
      let shown = Set(labels.map { $0.shown ?? $0.text })
      #expect(shown.count == 6, "\(width): \(shown)")
    }
  }

  @Test("A note counts shortened labels, and suggests cells that show them in full")
  func note() throws {
    var job = try Self.job(40, GridLayout(.cell(PixelSize(width: 60, height: 60))))
    let note = try #require(job.planned().notes.of(.shortenedLabels).first)
    let count = note.measures[.count] ?? 0
    #expect(note.measures[.total] == 40 && count > 0)
    let cell = try #require(note.remedy?.value(of: .cell))
    #expect("\(note)" == "\(count) of 40 labels are shortened; cell \(cell) shows them whole")
    let sides = cell.split(separator: "x").compactMap { Int($0) }
    job.layout = GridLayout(.cell(PixelSize(width: sides[0], height: sides[1])))
    let whole = try job.planned()
    #expect(whole.notes.isEmpty)
    #expect(whole.plan.pages[0].tiles.allSatisfy { $0.label?.lineTexts == nil })
  }

  @Test(
    "In layouts without cells of a given size, the note suggests enough lines for labels in full",
    arguments: [RowLayout(rowHeight: 150), MasonryLayout()] as [any Layout])
  func noteOnLines(layout: any Layout) throws {
    let words = "a knight in rusty armour stands in a misty swamp at dawn, painted in oil, "
    var job = SheetJob(
      sources: (0..<8).map {
        StubPicture(
          name: "\($0) " + String(repeating: words, count: 3),
          size: PixelSize(width: 300, height: 200))
      })
    job.layout = layout
    job.texts.label = try PictureTemplate("{name}")
    let note = try #require(job.planned().notes.of(.shortenedLabels).first)
    let lines = try #require(note.remedy?.value(of: .labelLines))
    job.texts.labelLines = Int(lines)
    #expect(try job.planned().notes.of(.shortenedLabels).isEmpty)
  }

  @Test("A plan stores the visible part of labels; PDFs and HTML pages contain whole labels")
  func coding() throws {
    let job = try Self.job(30, GridLayout(.cell(PixelSize(width: 60, height: 60))))
    let plan = try job.sheetPlan()
    let manifest = try SheetManifest(
      json: SheetManifest(plan, files: plan.pages.map { "\($0.number).png" }).json())
    #expect(manifest.plan.pages == plan.pages)
    let labels = plan.pages[0].tiles.compactMap(\.label)
    #expect(labels.contains { $0.shown != nil })
    for label in labels {
      guard let texts = label.lineTexts else { continue }
      #expect(texts[0] == label.text && texts.dropFirst().allSatisfy(\.isEmpty))
      #expect(texts.count == label.shown?.split(separator: "\n").count)
    }
  }

  @Test("Labels can have their own alignment and colour")
  func style() throws {
    var job = try Self.job(4, GridLayout())
    job.texts.labelColor = Color(red: 1, green: 0, blue: 0)
    for alignment in Sheet.TextAlignment.allCases {
      job.texts.labelAlignment = alignment
      let plan = try job.sheetPlan()
      #expect(plan.pages[0].tiles.allSatisfy { $0.label?.alignment == alignment })
      #expect(plan.type.labelColor == job.texts.labelColor && plan.type.color == nil)
    }
  }

  @Test("A label over its picture is as tall as its lines")
  func over() throws {
    var job = try Self.job(30, GridLayout(.cell(PixelSize(width: 150, height: 150))))
    job.texts.labelPosition = .over
    let labels = try job.sheetPlan().pages[0].tiles.compactMap(\.label)
    let lineHeight = TypeScale.lineHeight(labels[0].size)
    for label in labels {
      let lines = (label.shown ?? label.text).split(separator: "\n").count
      #expect(label.area.height == lines * lineHeight)
    }
  }

  /// A job of equally large pictures with names.
  static func named(
    _ names: [String], _ size: PixelSize = PixelSize(width: 300, height: 200)
  ) throws -> SheetJob {
    var job = SheetJob(sources: names.map { StubPicture(name: $0, size: size) })
    job.texts.label = try PictureTemplate("{name}")
    job.texts.font = .builtin
    return job
  }

  @Test(
    "A row has room for exactly the lines that its labels need",
    arguments: [LabelPosition.below, .above],
    [
      GridLayout(shape: .columns(2)),
      GridLayout(.width(500, cellRatio: .automatic), shape: .columns(2)),
      GridLayout(.sheet(PixelSize(width: 500, height: 800), cellRatio: .automatic)),
      RowLayout(rowHeight: 140, extent: PixelExtent(width: 500, height: nil) ?? .standard),
    ] as [any Layout])
  func ownLines(position: LabelPosition, layout: any Layout) throws {
    let long = "a_name_that_takes_two_lines_however_small_its_letters.png"
    var job = try Self.named(["1.png", "2.png", long, "4.png", "5.png", "6.png"])
    job.layout = layout
    job.texts.labelPosition = position
    job.texts.font = FontChoice("builtin 16") ?? .builtin
    let page = try job.sheetPlan().pages[0]
    let rows = Dictionary(grouping: page.tiles, by: \.cell.y).sorted { $0.key < $1.key }.map(
      \.value)
    #expect(rows.count == 3)
    let label = try #require(page.tiles[0].label)
    let heights = rows.map { $0.map(\.cell.height).max() ?? 0 }
    let lines = rows.map { $0.compactMap(\.label?.area.height).max() ?? 0 }
    #expect(lines[1] == 2 * lines[0] && lines[2] == lines[0])
    #expect(lines[0] == TypeScale.lineHeight(label.size))
    #expect(abs(heights[1] - heights[0] - lines[0]) <= 1 && abs(heights[2] - heights[0]) <= 1)
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect(next[0].cell.y - row[0].cell.maxY == job.gap.vertical)
    }
    for tile in page.tiles {
      let (image, area) = (tile.placement?.image ?? tile.cell, tile.label?.area ?? tile.cell)
      #expect(image.isInside(tile.cell) && area.isInside(tile.cell))
      #expect(position == .below ? area.y > image.maxY : area.maxY < image.y)
    }
    let foot = page.size.height - rows[2][0].cell.maxY
    if layout.traits.pageHeight == nil {
      #expect(foot == job.margin.vertical)
    } else {
      #expect(abs(foot - rows[0][0].cell.y) <= 1)
    }
  }

  @Test("In an unsized grid, cells grow by up to half if labels would otherwise be illegible")
  func widened() throws {
    let small = PixelSize(width: 120, height: 90)
    let short = try Self.named(["1.png", "2.png", "3.png"], small).sheetPlan().pages[0]
    let names = (0..<12).map { "preferences-desktop-notification-bell-and-system-view-\($0).png" }
    let planned = try Self.named(names, small).planned()
    let cells = planned.plan.pages[0].tiles.map(\.cell.width)
    #expect(Set(cells).count == 1 && planned.notes.of(.shortenedLabels).isEmpty)
    #expect(short.tiles[0].cell.width == 120)
    #expect(cells[0] > 120 && cells[0] <= 180)
    // A label that does not fit even the largest cells has no influence on the size.
    let long = String(repeating: "w", count: 200)
    let same = try Self.named(["1.png", "2.png", long], small).sheetPlan().pages[0]
    #expect(same.tiles[0].cell.width == 120)
  }

  @Test("Paper smaller than a picture still gives pages, with headings of any kind")
  func smallPaper() throws {
    for name in [
      String(repeating: "a heading ", count: 1000), String(repeating: "w", count: 10_000),
      "صورة من البحر", "海辺の写真二〇二四年夏の思い出", "\u{301}\u{301}", " ",
    ] {
      var job = SheetJob()
      job.layout = GridLayout(.sheet(PixelSize(width: 1240, height: 1748), cellRatio: .automatic))
      (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
      (job.paging.minimumHeight, job.paging.maximumHeight) = (1748, 1748)
      job.paging.minimumPictureSide = 413
      let groups = [1, 2, 7].map {
        PictureGroup(name: "\(name)\($0)", pictures: Array(repeating: .stub(9000, 6000), count: $0))
      }
      let plan = try SheetPlanner(job).plan(groups).plan
      #expect(plan.pages.reduce(0) { $0 + $1.tiles.count } == 10)
      for section in plan.pages.flatMap(\.sections) {
        #expect(section.headingArea.isInside(section.area))
      }
    }
  }

  @Test(
    "Labels of any length and script can be planned",
    arguments: [
      String(repeating: "0123456789 ", count: 1000), String(repeating: "w", count: 10_000),
      "صورة من البحر في الصيف.png", "海辺の写真二〇二四年夏の思い出.png", "\u{301}\u{301}", "", " ",
    ])
  func hostile(text: String) throws {
    var job = SheetJob(
      sources: (0..<3).map {
        StubPicture(name: "\($0).png", size: PixelSize(width: 90, height: 60))
      })
    let table = try PictureTable(
      Array("0.png,\"\(text)\"\n1.png,\"\(text)2\"\n".utf8), path: "t")
    job.texts.label = try PictureTemplate("{name}")
    for position in LabelPosition.allCases {
      job.texts.labelPosition = position
      let plan = try SheetPlanner(job, table: table).plan([
        PictureGroup(
          pictures: PictureFactsBuilder(
            job.sources.map { SheetPicture($0) }, table: table, parsing: []
          ).pictures)
      ]).plan
      #expect(plan.pages.count == 1)
      #expect(plan.pages[0].tiles.count == 3)
    }
  }
}
