import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlans
import Testing

@testable import SheetPlanning

/// Labels to the left or right of their pictures, in grids.
@Suite struct SideLabelTests {
  private static func job(
    _ position: LabelPosition, _ sizing: GridSizing, _ shape: GridShape?,
    label: String = #"{stem}\n{width} pixels wide and {height} pixels high\n10x15 ____ 13x18 ____"#
  ) throws -> SheetJob {
    var job = try PlannedTextTests.job(GridLayout(sizing, shape: shape), count: 11)
    job.texts.label = try PictureTemplate(label)
    job.texts.labelPosition = position
    return job
  }

  private static let sizings: [GridSizing] = [
    .sheet(PixelSize(width: 600, height: 900), cellRatio: .automatic),
    .sheet(PixelSize(width: 600, height: 900), cellRatio: .fixed(1.5)),
    .width(600, cellRatio: .automatic), .cell(PixelSize(width: 120, height: 90)),
    .automatic(cellRatio: .automatic),
  ]

  @Test(
    "Labels are beside their images on the page, and overlap neither images nor other labels",
    arguments: [LabelPosition.left, .right], [GridShape.columns(1), .columns(2), nil])
  func places(position: LabelPosition, shape: GridShape?) throws {
    for sizing in Self.sizings {
      for page in try Self.job(position, sizing, shape).sheetPlan().pages {
        let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
        var areas: [PixelRect] = []
        for tile in page.tiles {
          let (image, label) = (try #require(tile.placement).image, try #require(tile.label))
          #expect(label.area.isInside(sheet) && label.area.width > 0)
          #expect(
            position == .right ? label.area.x >= image.maxX : label.area.maxX <= image.x,
            "\(label.area) of \(image)")
          #expect(label.alignment == (position == .right ? .left : .right))
          #expect(label.linesHeight <= tile.cell.height, "\(label.shown ?? label.text)")
          areas += [image, label.area]
        }
        for (index, area) in areas.enumerated() {
          for other in areas[..<index] where area.overlaps(other) {
            Issue.record("\(area) overlaps \(other)")
          }
        }
      }
    }
  }

  @Test(
    "In a column of known width, a long label takes up about half of the column", arguments: 1...3)
  func halves(columns: Int) throws {
    let job = try Self.job(
      .right, .width(900, cellRatio: .automatic), .columns(columns),
      label:
        "{stem}, {width} by {height} pixels, is printed 10 cm wide and 15 cm high: ____, 13 by 18: ____"
    )
    let page = try job.sheetPlan().pages[0]
    let tile = page.tiles[0]
    let label = try #require(tile.label)
    let column = (900 - 2 * job.margin.horizontal + job.gap.horizontal) / columns
    #expect(abs(tile.cell.width - (column - job.gap.horizontal)) <= columns)
    #expect((column / 2 - 40...column / 2).contains(label.area.width), "\(label.area)")
    // In each column, all labels have the same left edge, whatever the shapes of the images.
    #expect(Set(page.tiles.compactMap(\.label?.area.x)).count == columns)
  }

  @Test(
    "Short labels take only the width that they need, and images get the rest",
    arguments: [LabelPosition.left, .right])
  func short(position: LabelPosition) throws {
    for sizing in Self.sizings {
      if case .cell = sizing { continue }
      let plan = try Self.job(position, sizing, nil, label: "{index}").sheetPlan()
      let (room, label) = (
        try #require(plan.type.label), try #require(plan.pages[0].tiles[0].label)
      )
      // The labels have room for two digits and for the distance from the next image.
      #expect(room.width < 4 * Int(label.size), "\(room) in \(sizing)")
    }
    func imageWidth(_ label: String) throws -> Int {
      let sizing = GridSizing.width(600, cellRatio: .automatic)
      let page = try Self.job(position, sizing, .columns(3), label: label).sheetPlan().pages[0]
      return page.tiles.reduce(0) { max($0, $1.placement?.image.width ?? 0) }
    }
    #expect(try imageWidth("{index}") > imageWidth("{width} pixels wide and {height} high"))
    // Long labels wrap at the usual width.
    let plan = try Self.job(position, .automatic(cellRatio: .automatic), nil).sheetPlan()
    #expect(try #require(plan.type.label).width >= 200)
  }

  @Test(
    "On a page with a given number of columns, labels get all the width that images leave",
    arguments: [LabelPosition.left, .right], [1, 2])
  func rest(position: LabelPosition, columns: Int) throws {
    for cellsAreVisible in [false, true] {
      var job = try SmallCellGapTests.job("A4-portrait", 11) {
        ($0.layout, $0.label) = (.grid(columns: columns, rows: 12), "{stem}")
        $0.labelPosition = position
      }
      job.sources[3] = StubPicture(size: PixelSize(width: 2000, height: 3000))
      if cellsAreVisible { job.style.cellBackground = .color(.white) }
      let page = try job.sheetPlan().pages[0]
      let (margin, gap) = (job.margin.horizontal, job.gap.horizontal)
      let cells = page.tiles.map(\.cell)
      // Cells with their labels take up the whole width.
      let column = (page.size.width - 2 * margin - (columns - 1) * gap) / columns
      #expect(cells.allSatisfy { abs($0.width - column) <= 4 }, "\(cells.map(\.width))")
      #expect((0...4).contains((cells.map(\.x).min() ?? 0) - margin))
      var distances: [Int] = []
      for tile in page.tiles {
        let (image, label) = (try #require(tile.placement).image, try #require(tile.label).area)
        #expect(label.width > column / 2, "\(label) in \(tile.cell)")
        #expect(image.height > tile.cell.height * 9 / 10, "\(image) in \(tile.cell)")
        distances.append(position == .right ? label.x - image.maxX : image.x - label.maxX)
      }
      // The label is one gap away from the widest image.
      #expect((1...60).contains(distances.min() ?? 0), "\(distances)")
    }
  }

  @Test("A short label is in the middle of its image's height")
  func middle() throws {
    let job = try Self.job(.right, .cell(PixelSize(width: 120, height: 90)), nil, label: "{index}")
    for tile in try job.sheetPlan().pages[0].tiles {
      let (image, label) = (try #require(tile.placement).image, try #require(tile.label).area)
      #expect(abs(label.y - image.y - (image.maxY - label.maxY)) <= 1)
    }
  }

  @Test("A plan keeps the width of labels, and plans without one can be read")
  func coding() throws {
    let plan = try Self.job(.left, .width(600, cellRatio: .automatic), .columns(2)).sheetPlan()
    let json = SheetManifest(plan, files: plan.pages.map { "\($0.number).png" }).json()
    let read = try SheetManifest(json: json).plan
    #expect(try #require(read.type.label).width > 100)
    #expect(read.type.label == plan.type.label)
    let text = String(decoding: json, as: UTF8.self)
    let plain = text.replacing(/,\s*"labelWidth" : [0-9]+/, with: "")
    #expect(plain != text)
    #expect(try SheetManifest(json: Array(plain.utf8)).plan.type.label?.width == 0)
  }
}
