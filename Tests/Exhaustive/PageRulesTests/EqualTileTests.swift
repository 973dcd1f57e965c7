import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Equal pictures are equally large in cells of the same size, whose edges are rounded.
@Suite struct EqualTileTests {
  /// Layouts of equal cells, of a random size that is seldom a whole number of pixels.
  private func layouts(_ generator: inout SeededGenerator) throws -> [any Layout] {
    let size = PixelSize(
      width: .random(in: 150...1_500, using: &generator),
      height: .random(in: 150...1_500, using: &generator))
    let extent = PixelExtent.pixels(size.width, size.height)
    let ratio = Sheet.CellRatio.fixed(7 / 5.0)
    return [
      GridLayout(),
      GridLayout(.sheet(size, cellRatio: .automatic)),
      GridLayout(.width(size.width, cellRatio: .automatic)),
      GridLayout(.cell(PixelSize(width: size.width / 9, height: size.height / 7))),
      GridLayout(.largestPicture),
      ColumnLayout([ColumnTrack](repeating: .init(.flexible()), count: 7), extent: extent),
      ColumnLayout(
        [ColumnTrack](repeating: .init(.flexible()), count: 7), extent: .pixels(size.width),
        cellRatio: ratio),
    ]
  }

  @Test(
    "Same-size pictures have same-size tiles, with sides within half a pixel of their aspect ratio",
    arguments: [Enlargement.never, .allowed])
  func equal(enlargement: Enlargement) throws {
    var generator = SeededGenerator(seed: 141)
    for _ in 0..<60 {
      let sizes = (0..<3).map { _ in
        PixelSize(
          width: .random(in: 10...400, using: &generator),
          height: .random(in: 10...400, using: &generator))
      }
      let pictures = (0..<90).map { SheetPicture.stub(sizes[$0 % 3].width, sizes[$0 % 3].height) }
      let gap = try #require(
        PixelSpacing(
          horizontal: .random(in: 0...6, using: &generator),
          vertical: .random(in: 0...6, using: &generator)))
      for layout in try layouts(&generator) {
        let plan: SheetPlan
        do {
          plan = try SheetPlanner(
            layout, style: TileStyle(enlargement: enlargement), gap: gap
          ).sheetPlan([pictures])
        } catch let error as ContactSheetError {
          guard case .cellsTooSmall? = error.cause as? LayoutError else { throw error }
          continue
        }
        for (index, size) in sizes.enumerated() {
          let tiles = plan.pages[0].tiles.filter { $0.index % 3 == index }
          let images = Set(tiles.compactMap(\.placement?.image.size))
          #expect(images.count == 1, "\(images) of \(size) in \(layout)")
          let image = try #require(images.first)
          let exact = Size(
            width: Double(image.height) * Double(size.width) / Double(size.height),
            height: Double(image.width) * Double(size.height) / Double(size.width))
          let isExact =
            abs(exact.height - Double(image.height)) <= 0.5 + 1e-9
            || abs(exact.width - Double(image.width)) <= 0.5 + 1e-9
            || image.width == 1 || image.height == 1
          #expect(isExact, "\(image) of \(size) in \(layout)")
        }
      }
    }
  }

  @Test("Squares stay square, and an enlarged picture keeps its ratio")
  func squares() throws {
    func images(_ layout: any Layout, _ picture: SheetPicture, _ count: Int) throws -> Set<
      PixelSize
    > {
      let plan = try SheetPlanner(layout, style: TileStyle(enlargement: .allowed))
        .sheetPlan([Array(repeating: picture, count: count)])
      return Set(plan.pages[0].tiles.compactMap(\.placement?.image.size))
    }
    func cell(_ width: Int, _ height: Int) -> GridLayout {
      GridLayout(.cell(PixelSize(width: width, height: height)))
    }
    let sheet = GridLayout(.sheet(PixelSize(width: 800, height: 600), cellRatio: .automatic))
    let small = try images(sheet, .stub(64, 64), 400)
    #expect(small.count == 1 && small.allSatisfy { $0.width == $0.height })
    #expect(try images(cell(16, 18), .stub(64, 64), 9) == [PixelSize(width: 16, height: 16)])
    #expect(try images(cell(101, 67), .stub(102, 66), 9) == [PixelSize(width: 101, height: 65)])
    #expect(
      try images(TieredLayout(extent: .pixels(605)), .stub(64, 64), 3).allSatisfy {
        $0.width == $0.height
      })
  }
}
