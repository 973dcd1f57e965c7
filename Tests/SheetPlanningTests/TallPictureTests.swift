import SheetFixtures
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Very tall pictures in masonry, which are cropped so that columns keep straight edges.
@Suite struct TallPictureTests {
  /// Photographs, with some very tall pictures among them.
  private static func pictures(_ random: inout SeededGenerator) -> [SheetPicture] {
    var pictures = (0..<6 + random.number(below: 30)).map { _ in
      SheetPicture.stub(600 + random.number(below: 900), 600 + random.number(below: 900))
    }
    for _ in 0...random.number(below: 3) {
      let (width, ratio) = ([300, 400, 700][random.number(below: 3)], random.number(below: 4))
      pictures.insert(
        .stub(width, width * [3, 6, 10, 50][ratio]), at: random.number(below: pictures.count))
    }
    return pictures
  }

  private static func planned(
    _ layout: any Layout, _ pictures: [SheetPicture], _ change: (inout SheetJob) throws -> Void
  ) throws -> PlannedPictures {
    var job = SheetJob()
    job.layout = layout
    job.texts.font = .builtin
    try change(&job)
    return try SheetPlanner(job).plan([PictureGroup(pictures: pictures)])
  }

  private static let a4 = PixelSize(width: 2480, height: 3508)

  @Test(
    "A tall picture is cropped, whatever the factor by which all are enlarged", arguments: 1...3)
  func factor(factor: Int) throws {
    let pictures =
      Array(repeating: SheetPicture.stub(100, 100), count: 8) + [.stub(100, 900), .stub(100, 100)]
    let planned = try Self.planned(
      MasonryLayout(
        Array(repeating: ColumnTrack(.fixed(Double(100 * factor))), count: 4), extent: .pixels(1400)
      ), pictures
    ) { $0.exactScale = .enlarged(factor) }
    for tile in planned.plan.pages[0].tiles {
      let placement = try #require(tile.placement)
      #expect(placement.image.width == 100 * factor)
      #expect(abs(placement.crop.height * Double(factor) - Double(placement.image.height)) < 1)
    }
  }

  @Test("Every picture that is wide enough is as wide as its column, and tall ones show their tops")
  func edges() throws {
    var random = SeededGenerator(seed: 4)
    var croppedCount = 0
    for round in 0..<60 {
      let isPaper = round % 4 == 2
      let layout = [
        MasonryLayout(), MasonryLayout(extent: .pixels(1200, 900)),
        MasonryLayout(extent: .pixels(Self.a4.width)),
        MasonryLayout(
          Array(repeating: ColumnTrack(.flexible()), count: 4), extent: .pixels(900)),
      ][round % 4]
      let pictures = Self.pictures(&random)
      let planned = try Self.planned(layout, pictures) { job in
        if round % 3 == 1 { job.texts.label = try PictureTemplate("{name}") }
        if round % 5 == 1 { job.style.decoration.border = Border("2") }
        guard isPaper else { return }
        (job.paging.minimumHeight, job.paging.maximumHeight) = (Self.a4.height, Self.a4.height)
        job.paging.minimumPictureSide = 413
      }
      let column = try #require(planned.plan.tracks.first).width
      var count = 0
      let room = planned.plan.pages.reduce(Double.infinity) { min($0, Double($1.size.height) - 50) }
      for tile in planned.plan.pages.flatMap(\.tiles) {
        let (size, placement) = (
          try #require(pictures[tile.index].size), try #require(tile.placement)
        )
        let (image, crop) = (placement.image, placement.crop)
        // Any other picture that is too tall for a page is whole, and narrower.
        let isTall = Double(size.height) > 2.4 * Double(size.width)
        let fits = column * Double(size.height) / Double(size.width) < room
        if Double(size.width) >= column, isTall || fits {
          #expect(abs(Double(image.width) - column) <= 1.01, "\(round): \(size)")
        }
        #expect(crop.minX == 0 && crop.width == Double(size.width) && crop.minY == 0)
        let height = crop.height * Double(image.width) / crop.width
        #expect(abs(height - Double(image.height)) <= 1.01 + height / Double(image.width))
        if crop.height < Double(size.height) { count += 1 }
        #expect(isTall || crop.height == Double(size.height))
      }
      croppedCount += count
      #expect(
        planned.notes.of(.croppedPictures).map { $0.measures[.count] }
          == (count == 0 ? [] : [count]))
    }
    #expect(croppedCount > 30)
  }

  @Test("Fitted pictures are shown whole, and narrower than their columns")
  func whole() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      let pictures = Self.pictures(&random)
      var layout = MasonryLayout()
      layout.showsAllWhole = true
      let planned = try Self.planned(layout, pictures) { _ in }
      #expect(planned.notes.of(.croppedPictures).isEmpty)
      let areWhole = planned.plan.pages[0].tiles.allSatisfy { tile in
        tile.placement?.crop.height == pictures[tile.index].size.map { Double($0.height) }
      }
      #expect(areWhole)
    }
    for scale in [nil, Scaling.fit, .fill] {
      var sheet = Sheet()
      (sheet.layout, sheet.scale) = (.masonry(), scale)
      let layout = try #require(try sheet.resolved().layout as? MasonryLayout)
      #expect(layout.showsAllWhole == (scale == .fit))
    }
  }

  @Test("The style and a focus determine which part of a tall picture is shown")
  func parts() throws {
    let strip = PixelSize(width: 400, height: 8000)
    let pictures =
      [SheetPicture(StubPicture(name: "strip.png", size: strip))]
      + Array(repeating: .stub(900, 600), count: 12)
    func crop(_ change: (inout SheetJob) throws -> Void) throws -> Rect {
      let planned = try Self.planned(MasonryLayout(), pictures, change)
      return try #require(planned.plan.pages[0].tiles[0].placement).crop
    }
    #expect(try crop { _ in }.minY == 0)
    #expect(try crop { $0.style.alignment = .left }.minY == 0)
    #expect(abs(try crop { $0.style.alignment = .bottom }.maxY - 8000) < 1e-6)
    let middle = try crop {
      $0.foci = [try #require(try PictureRule("strip*=0.5,0.5", as: .focus))]
    }
    #expect(abs(middle.center.y - 4000) < 1)
  }
}
