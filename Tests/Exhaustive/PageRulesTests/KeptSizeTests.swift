import SheetFixtures
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Rows of pictures that keep their pixels.
@Suite struct KeptSizeTests {
  private static func planned(
    _ sizes: [PixelSize], _ layout: RowLayout, _ change: (inout SheetJob) -> Void = { _ in }
  ) throws -> PlannedPictures {
    var job = SheetJob()
    job.layout = layout
    job.style.scaling = .none
    job.texts.font = .builtin
    change(&job)
    let pictures = sizes.enumerated().map {
      SheetPicture(StubPicture(name: "\($0).png", size: $1))
    }
    let known = PictureFactsBuilder(pictures, table: nil, parsing: []).pictures
    return try SheetPlanner(job).plan([PictureGroup(pictures: known)])
  }

  @Test(
    "No picture is cropped; pictures that fit the sheet are unscaled, and a note counts the rest")
  func never() throws {
    var generator = SeededGenerator(seed: 422)
    for round in 0..<60 {
      let sizes = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
        PixelSize(
          width: .random(in: 1...900, using: &generator),
          height: .random(in: 1...900, using: &generator))
      }
      let isPaper = round % 3 == 2
      let planned = try Self.planned(sizes, RowLayout(extent: .pixels(616))) { job in
        if isPaper { (job.paging.minimumHeight, job.paging.maximumHeight) = (500, 500) }
      }
      let room = PixelSize(width: 600, height: isPaper ? 484 : 900)
      let tiles = planned.plan.pages.flatMap(\.tiles)
      var reduced = 0
      for (tile, size) in zip(tiles, sizes) {
        let placement = try #require(tile.placement)
        #expect(
          placement.crop == Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        )
        let fits = size.width <= room.width && size.height <= room.height
        #expect((placement.image.size == size) == fits, "\(round): \(size)")
        reduced += fits ? 0 : 1
      }
      #expect(
        planned.notes.of(.reducedPictures).map { $0.measures[.count] }
          == (reduced == 0 ? [] : [reduced])
      )
    }
  }

  @Test("Pictures too large for a given height are scaled down, and the note says so")
  func given() throws {
    let sizes = [PixelSize](repeating: PixelSize(width: 300, height: 200), count: 5)
    let low = try Self.planned(sizes, RowLayout(rowHeight: 60, extent: .pixels(616)))
    #expect(
      low.notes.of(.reducedPictures).map(\.text) == [
        "5 images are reduced, because rows have no room for them at full size"
      ])
    #expect(low.plan.pages[0].tiles.allSatisfy { $0.placement?.crop.width == 300 })
    let exact = try Self.planned(sizes, RowLayout(extent: .pixels(616, 300)))
    #expect(exact.notes.of(.reducedPictures).map { $0.measures[.count] } == [5])
    #expect(exact.plan.pages[0].size == PixelSize(width: 616, height: 300))
    let large = try Self.planned(sizes, RowLayout(extent: .pixels(1000, 700)))
    #expect(large.notes.of(.reducedPictures).isEmpty)
    let one = try Self.planned(
      [PixelSize(width: 1, height: 30_000)], RowLayout(extent: .pixels(616, 700)))
    #expect(
      one.notes.map(\.description) == [
        "1 image is reduced, because rows have no room for it at full size"
      ])
    #expect(one.plan.pages[0].tiles[0].placement?.image.width == 1)
  }
}
