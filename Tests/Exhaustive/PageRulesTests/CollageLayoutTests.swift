import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Pages filled with pictures, in whole pixels and with all decorations.
@Suite struct CollageLayoutTests {
  private func photographs(_ count: Int) -> [SheetPicture] {
    let sizes = [(3000, 2000), (2000, 3000), (4000, 3000), (1920, 1080), (1500, 1500)]
    return (0..<count).map { SheetPicture.stub(sizes[$0 * 7 % 5].0, sizes[$0 * 7 % 5].1) }
  }

  private let sizes = [
    PixelSize(width: 1920, height: 1080), PixelSize(width: 827, height: 1169),
    PixelSize(width: 900, height: 900), PixelSize(width: 1500, height: 500),
  ]

  @Test(
    "Uncropped pictures keep their ratios, apart from rounding, and pages have the given size")
  func whole() throws {
    for size in sizes {
      for count in [1, 2, 5, 13, 40] {
        let pictures = photographs(count)
        let plan = try SheetPlanner(CollageLayout(extent: .pixels(size.width, size.height)))
          .sheetPlan([pictures])
        #expect(plan.pages.map(\.size) == [size])
        #expect(plan.pages[0].tiles.map(\.index) == Array(0..<count))
        #expect(plan.largestCrop == 0)
        for tile in plan.pages[0].tiles {
          let image = try #require(tile.placement).image
          let picture = try #require(pictures[tile.index].size)
          let height = Double(image.width) * Double(picture.height) / Double(picture.width)
          // Along each axis, both edges are rounded.
          let slack = 1 + Double(picture.height) / Double(picture.width)
          #expect(abs(height - Double(image.height)) <= slack, "\(image) of \(picture)")
        }
      }
    }
  }

  @Test(
    "Without gaps and margins, many pages are covered completely, and crops remove about 1 % at most"
  )
  func edgeToEdge() throws {
    var coveredCount = 0
    for size in sizes {
      for count in [1, 24, 40, 60] {
        let pictures = photographs(count)
        var job = SheetJob()
        job.layout = CollageLayout(extent: .pixels(size.width, size.height))
        (job.gap, job.margin, job.choosesScaling) = (PixelSpacing(0), PixelSpacing(0), true)
        let page = try SheetPlanner(job).sheetPlan([pictures]).pages[0]
        #expect(page.size == size)
        var area = 0
        for tile in page.tiles {
          let placement = try #require(tile.placement)
          let picture = try #require(pictures[tile.index].size)
          area += placement.image.width * placement.image.height
          let shown = placement.crop.width * placement.crop.height
          let rounding =
            1 / Double(placement.image.width) + 1 / Double(placement.image.height)
          #expect(
            shown >= (0.99 - rounding - 1e-9) * Double(picture.width * picture.height),
            "\(placement)")
        }
        if area == size.width * size.height { coveredCount += 1 }
      }
    }
    #expect(coveredCount >= 6, "only \(coveredCount) pages are covered")
  }

  @Test("If fit is given explicitly, nothing is cropped, even if white lines are left")
  func chosenFit() throws {
    func crop(choosesScaling: Bool, _ count: Int, on page: PixelSize) throws -> Double {
      var job = SheetJob()
      job.layout = CollageLayout(extent: .pixels(page.width, page.height))
      (job.gap, job.margin) = (PixelSpacing(0), PixelSpacing(0))
      job.choosesScaling = choosesScaling
      return try SheetPlanner(job).sheetPlan([photographs(count)]).largestCrop
    }
    let nearly = PixelSize(width: 1200, height: 803)
    #expect(try crop(choosesScaling: true, 1, on: nearly) > 0)
    for page in sizes + [nearly] {
      for count in [1, 24, 40, 60] {
        #expect(try crop(choosesScaling: false, count, on: page) == 0)
      }
    }
  }

  @Test("A note says if a page without margins has empty strips, unless whole pictures are wanted")
  func strips() throws {
    func notes(_ size: PixelSize, _ change: (inout SheetJob) -> Void = { _ in }) throws -> [String]
    {
      var job = SheetJob()
      job.layout = CollageLayout(extent: .pixels(size.width, size.height))
      (job.gap, job.margin, job.choosesScaling) = (PixelSpacing(0), PixelSpacing(0), true)
      change(&job)
      return try SheetPlanner(job).plan([PictureGroup(pictures: [SheetPicture.stub(3000, 2000)])])
        .notes.of(.uncoveredEdges).map(\.text)
    }
    let square = PixelSize(width: 900, height: 900)
    #expect(
      try notes(square)
        == ["strips of 150 pixels at the top and bottom are empty, because images are shown whole"])
    #expect(
      try notes(PixelSize(width: 2000, height: 900))
        == ["strips of 325 pixels at the left and right are empty, because images are shown whole"])
    #expect(try notes(square) { $0.style.scaling = .fill }.isEmpty)
    #expect(try notes(square) { $0.choosesScaling = false }.isEmpty)
    #expect(try notes(square) { $0.margin = PixelSpacing(8) }.isEmpty)
    for height in 598...602 {
      #expect(try notes(PixelSize(width: 900, height: height)).isEmpty)
    }
  }

  @Test("Pictures that fill a page leave only gaps and are cropped slightly")
  func filled() throws {
    for size in sizes {
      for count in [12, 24, 60] {
        let plan = try SheetPlanner(
          CollageLayout(extent: .pixels(size.width, size.height)),
          style: TileStyle(scaling: .fill)
        ).sheetPlan([photographs(count)])
        let page = plan.pages[0]
        let images = try page.tiles.map { try #require($0.placement).image }
        // With half a gap on each side, the images cover the page, except that edges and gaps are
        // rounded.
        let covered = images.reduce(0) { $0 + ($1.width + 8) * ($1.height + 8) }
        let whole = (size.width - 8) * (size.height - 8)
        #expect(abs(Double(covered) / Double(whole) - 1) < 0.01)
        #expect(images.map(\.x).min() == 8 && images.map(\.maxX).max() == size.width - 8)
        #expect(images.map(\.y).min() == 8 && images.map(\.maxY).max() == size.height - 8)
        #expect(plan.largestCrop < 0.04, "\(count) on \(size)")
      }
    }
  }

  @Test("Small pictures leave no holes, whatever is beside them, and get less room than large ones")
  func small() throws {
    let icons = (0..<40).map { _ in SheetPicture.stub(32, 32) }
    let mixed = photographs(24).enumerated().flatMap { index, picture in
      index % 8 == 4 ? [.stub(16, 16), picture] : [picture]
    }
    for size in sizes {
      for pictures in [icons, mixed] {
        let layout = CollageLayout(extent: .pixels(size.width, size.height))
        let tiles = try SheetPlanner(layout).sheetPlan([pictures]).pages[0].tiles
        for tile in tiles {
          #expect(tile.placement?.image == tile.cell, "\(tile.cell)")
        }
        let upscaled = try SheetPlanner(layout, style: TileStyle(enlargement: .allowed))
          .sheetPlan([pictures]).pages[0].tiles
        func share(_ tiles: [PlannedTile]) -> Double {
          let areas = tiles.map { ($0.index, Double($0.cell.width * $0.cell.height)) }
          let small = areas.filter { pictures[$0.0].size?.width ?? 0 < 100 }.map(\.1)
          return small.reduce(0, +) / areas.map(\.1).reduce(0, +)
        }
        if pictures.count == icons.count {
          #expect(tiles.map(\.cell) == upscaled.map(\.cell))
        } else {
          #expect(share(tiles) < 0.6 * share(upscaled), "\(share(tiles)), \(share(upscaled))")
        }
      }
    }
  }

  @Test("Pictures keep about their own size if larger pictures can take the space")
  func ownPixels() throws {
    // Twelve pictures whose frames would be 300 x 200 if they were equal.
    let pictures = (0..<12).map { SheetPicture.stub($0 < 6 ? 210 : 3000, $0 < 6 ? 140 : 2000) }
    let layout = CollageLayout(extent: .pixels(1200, 600))
    let tiles = try SheetPlanner(layout, gap: PixelSpacing(horizontal: 0, vertical: 0)!)
      .sheetPlan([pictures]).pages[0].tiles
    let areas = tiles.map { $0.cell.width * $0.cell.height }
    let small = areas[..<6].reduce(0, +)
    #expect(small < 6 * 210 * 140 * 3 / 2, "\(areas)")
    #expect(areas[6...].allSatisfy { $0 > 210 * 140 }, "\(areas)")
  }

  @Test("Labels, borders, shadows, titles and footers have room, and pages keep their size")
  func decoration() throws {
    for size in sizes {
      for scaling in [Scaling.fit, .fill] {
        var job = SheetJob()
        job.layout = CollageLayout(extent: .pixels(size.width, size.height))
        job.texts.label = try PictureTemplate("{name}")
        job.texts.title = try PageTemplate("Title")
        job.texts.footer = try PageTemplate("{page}")
        job.style = TileStyle(
          scaling: scaling,
          decoration: Decoration(padding: 2, border: Border("2"), radius: 4, shadow: Shadow("5")))
        let plan = try SheetPlanner(job).sheetPlan([photographs(12)])
        let page = plan.pages[0]
        #expect(page.size == size)
        let top = page.texts[0].area.maxY
        let bottom = try #require(page.texts.last).area.y
        for tile in page.tiles {
          let label = try #require(tile.label).area
          #expect(tile.cell.y >= top && label.maxY <= bottom)
          // The margins have room for shadows.
          let image = try #require(tile.placement).image
          #expect(image.x >= 8 && image.maxX <= size.width - 8)
          for other in page.tiles where other.index > tile.index {
            #expect(!label.overlaps(other.cell))
          }
        }
      }
    }
  }

  @Test(
    "If groups, a number per page or a maximum height make several pages, each is its own collage"
  )
  func pages() throws {
    let size = PixelSize(width: 900, height: 600)
    let layout = CollageLayout(extent: .pixels(size.width, size.height))
    var paging = Paging()
    paging.picturesPerPage = 9
    let nine = try SheetPlanner(layout, paging: paging).sheetPlan([photographs(20)]).pages
    #expect(nine.map(\.tiles.count) == [9, 9, 2])
    #expect(nine.allSatisfy { $0.size == size })
    let groups = try SheetPlanner(layout).sheetPlan([photographs(5), photographs(7)]).pages
    #expect(groups.map(\.tiles.count) == [5, 7])
    #expect(groups.allSatisfy { $0.size == size })
    paging.picturesPerPage = nil
    paging.maximumHeight = 600
    let low = try SheetPlanner(CollageLayout(extent: .pixels(900)), paging: paging)
      .sheetPlan([photographs(100)]).pages
    #expect(low.count > 10 && low.allSatisfy { $0.size == size })
    #expect(low.flatMap(\.tiles).map(\.index) == Array(0..<100))
    let counts = low.map(\.tiles.count)
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
    // Paper alone causes no second page.
    (paging.minimumHeight, paging.maximumHeight) = (600, 600)
    #expect(try SheetPlanner(layout, paging: paging).sheetPlan([photographs(100)]).pages.count == 1)
  }

  @Test("Weights from patterns and tables enlarge pictures; the last pattern overrides the table")
  func weights() async throws {
    var job = SheetJob(
      sources: (1...8).map {
        StubPicture(name: "in/\($0).png", size: PixelSize(width: 900, height: 600))
      })
    job.layout = CollageLayout(extent: .pixels(1200, 800))
    func areas() async throws -> [Int] {
      try job.sheetPlan().pages[0].tiles.map { $0.cell.width * $0.cell.height }
    }
    let equal = try await areas()
    job.weights = try ["*=9", "?.png=1", "3.png=4"].map {
      try #require(try PictureRule($0, as: .weight))
    }
    let hero = try await areas()
    #expect(hero[2] > 2 * equal[2])
    #expect(hero.max() == hero[2])
    job.weights = []
    job.table = .table(
      try PictureTable(
        Array("path,weight\n3.png,4\n8.png,1".utf8), path: "weights.csv"))
    #expect(try await areas() == hero)
    #expect(try job.sheetPlan().pages[0].tiles.allSatisfy { $0.label == nil })
    job.weights = [try #require(try PictureRule("3.png=1", as: .weight))]
    #expect(try await areas() == equal)
  }

  @Test(
    "A weight from a fact is at least a fifth of the mean, unless it comes from a column of weights"
  )
  func weightsOfFacts() throws {
    let stars = [5, 0, 3, 0, 2, -4]
    let table = try PictureTable(
      Array("path,weight,stars\n1.png,,3\n4.png,0.05,0.05\n5.png,,".utf8), path: "weights.csv")
    let pictures = PictureFactsBuilder(
      stars.indices.map {
        SheetPicture(StubPicture(name: "\($0).png", size: PixelSize(width: 90, height: 60)))
      }, table: table, parsing: []
    ).pictures
    let rated = PictureFactsBuilder(
      stars.map {
        SheetPicture(StubPicture(name: "x_\($0).png", size: PixelSize(width: 90, height: 60)))
      }, table: nil, parsing: [try NameTemplate("x_{stars}")]
    ).pictures
    let weights = [try #require(try PictureRule("{stars|0}", as: .weight))]
    var least = 0.2 * 10 / 6
    func values(
      _ rules: [PictureRule<PictureWeight>], _ pictures: [PictureFacts]
    ) throws -> [Double] {
      try PictureRules(rules, as: .weight, FactNames()).weights(of: pictures)
    }
    #expect(try values(weights, rated) == [5, least, 3, least, 2, least])
    // The minimum does not apply to the column or to a weight by a pattern, and neither is part of
    // the mean.
    let pattern = try #require(try PictureRule("0.png=0.02", as: .weight))
    least = 0.2 * 3 / 4
    #expect(try values(weights + [pattern], pictures) == [0.02, 3, least, least, 0.05, least])
    #expect(try values([], pictures) == [1, 1, 1, 1, 0.05, 1])
  }
}
