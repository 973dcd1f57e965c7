import SheetLayout
import TestSupport
import Testing

@Suite struct SlidingCropTests {
  private static let sizes: [(source: PixelSize, cell: PixelSize)] = {
    var generator = SeededGenerator(seed: 17)
    func size(_ limit: Int) -> PixelSize {
      PixelSize(
        width: 1 + generator.number(below: limit), height: 1 + generator.number(below: limit))
    }
    return (0..<300).map { _ in (size(5000), size(400)) }
      + [
        (PixelSize(width: 1, height: 30_000), PixelSize(width: 40, height: 40)),
        (PixelSize(width: 2_000_000_000, height: 3), PixelSize(width: 40, height: 40)),
        (PixelSize(width: 1_000_000, height: 1000), PixelSize(width: 300, height: 200)),
      ]
  }()

  private func placement(
    _ source: PixelSize, _ cell: PixelSize, _ alignment: Alignment = .subject
  ) throws -> PicturePlacement {
    try PicturePlacement(
      of: source, in: PixelRect(x: 7, y: 9, width: cell.width, height: cell.height), scaling: .fill,
      alignment: alignment, enlargement: .never)
  }

  @Test("Crops are inside the picture, one pixel apart, and about as large as the placement's crop")
  func crops() throws {
    for (source, cell) in Self.sizes {
      let placement = try placement(source, cell)
      guard let sliding = SlidingCrop(placement, of: source) else { continue }
      #expect(sliding.isVertical == (placement.crop.width == Double(source.width)))
      let (first, last) = (
        sliding.placement(at: -sliding.reach), sliding.placement(at: sliding.reach)
      )
      for (crop, image) in [first, last, sliding.placement(at: 0)].map({ ($0.crop, $0.image) }) {
        #expect(image == placement.image)
        #expect(crop.minX >= 0 && crop.maxX <= Double(source.width))
        #expect(crop.minY >= 0 && crop.maxY <= Double(source.height))
        #expect(crop.width <= placement.crop.width && crop.height <= placement.crop.height)
        #expect(crop.width * crop.height > 0.98 * placement.crop.width * placement.crop.height)
      }
      let all = sliding.all
      #expect(all.crop.minX == first.crop.minX && all.crop.minY == first.crop.minY)
      #expect(all.crop.maxX == last.crop.maxX && all.crop.maxY == last.crop.maxY)
      let more = 2 * sliding.reach
      #expect(all.image.width == cell.width + (sliding.isVertical ? 0 : more))
      #expect(all.image.height == cell.height + (sliding.isVertical ? more : 0))
      // The numbers are exact: a crop that begins later ends later by the same amount.
      let (own, next) = (sliding.placement(at: 0).crop, sliding.placement(at: 1).crop)
      let step = next.minX - own.minX + next.minY - own.minY
      #expect(next.maxX - own.maxX + next.maxY - own.maxY == step)
      let length = sliding.isVertical ? own.height : own.width
      let count = sliding.isVertical ? cell.height : cell.width
      #expect(length / Double(count) == step)
    }
  }

  @Test(
    "The middle crop is in the middle of the picture, and positions on either side are mirrored")
  func places() throws {
    for (source, cell) in Self.sizes {
      guard let sliding = SlidingCrop(try placement(source, cell), of: source) else { continue }
      let crop = sliding.placement(at: 0).crop
      #expect(crop.minX + crop.maxX == Double(source.width))
      #expect(crop.minY + crop.maxY == Double(source.height))
      #expect(sliding.offset(at: 0.5) == 0)
      #expect(sliding.offset(at: 0) == -sliding.reach && sliding.offset(at: 1) == sliding.reach)
      for place in [0.125, 0.25, 0.484375] {
        #expect(sliding.offset(at: place) == -sliding.offset(at: 1 - place))
      }
    }
  }

  @Test("A focus is in the middle of its crop, as far as the picture's edges allow")
  func foci() throws {
    let (source, cell) = (
      PixelSize(width: 300, height: 200), PixelRect(x: 0, y: 0, width: 50, height: 50)
    )
    for (x, y, fill, none) in [
      (0.5, 0.5, 50.0, (125.0, 75.0)), (0, 0, 0, (0, 0)), (1, 1, 100, (250, 150)),
      (0.4, 0.3, 20, (95, 35)),
    ] {
      let focus = try #require(Focus(x: x, y: y))
      let filled = try PicturePlacement(
        of: source, in: cell, scaling: .fill, alignment: .subject, focus: focus,
        enlargement: .never)
      #expect(abs(filled.crop.minX - fill) < 1e-9 && filled.crop.minY == 0)
      #expect(filled.crop.width == 200)
      #expect(!SlidingCrop.isWanted(for: filled, of: source, .fill, .subject, focus))
      let kept = try PicturePlacement(
        of: source, in: cell, scaling: .none, alignment: .top, focus: focus, enlargement: .never)
      #expect(kept.crop == Rect(x: none.0, y: none.1, width: 50, height: 50))
    }
    #expect(Focus(x: -0.1, y: 0) == nil && Focus(x: 0, y: .nan) == nil && Focus(x: 2, y: 0) == nil)
  }

  @Test("Only pictures that are cropped along one axis follow their subject")
  func others() throws {
    let size = PixelSize(width: 300, height: 200)
    for (width, scaling, alignment, isWanted) in [
      (20, Scaling.fill, Alignment.subject, true), (30, .fill, .subject, false),
      (20, .none, .subject, false), (20, .fill, .center, false),
    ] {
      let placement = try placement(size, PixelSize(width: width, height: 20))
      #expect(SlidingCrop.isWanted(for: placement, of: size, scaling, alignment, nil) == isWanted)
    }
    let crops = [
      Rect(x: 0, y: 0, width: 300, height: 200), Rect(x: 10, y: 10, width: 20, height: 20),
      Rect(x: 0, y: 0, width: 299, height: 200),
    ]
    for crop in crops {
      let placement = PicturePlacement(
        image: PixelRect(x: 0, y: 0, width: 20, height: 20), crop: crop)
      #expect(SlidingCrop(placement, of: size) == nil)
    }
    for scaling in [Scaling.fit, .stretch, .none] {
      let placement = try PicturePlacement(
        of: size, in: PixelRect(x: 0, y: 0, width: 40, height: 40), scaling: scaling,
        alignment: .subject, enlargement: .never)
      let centred = try PicturePlacement(
        of: size, in: PixelRect(x: 0, y: 0, width: 40, height: 40), scaling: scaling,
        alignment: .center, enlargement: .never)
      #expect(placement == centred)
    }
  }
}
