import SheetLayout
import TestSupport
import Testing

/// The room for enlarged details beside pictures.
@Suite struct InsetStripTests {
  @Test(
    "A picture and its strip share a cell, and the picture keeps its proportions",
    arguments: 1...200)
  func placement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let strip = InsetStrip(
      isBeside: random.number(below: 2) == 0, share: Double(1 + random.number(below: 100)) / 100,
      fixed: random.number(below: 20))
    let source = PixelSize(
      width: 300 + random.number(below: 600), height: 300 + random.number(below: 600))
    let cell = PixelRect(
      x: random.number(below: 50), y: random.number(below: 50),
      width: 20 + random.number(below: 600), height: 20 + random.number(below: 600))
    for scaling in Scaling.allCases {
      let placement = try PicturePlacement(
        of: source, with: strip, in: cell, scaling: scaling, alignment: .center,
        enlargement: random.number(below: 2) == 0 ? .never : .allowed)
      let (image, crop) = (placement.image, placement.crop)
      #expect(image.isInside(cell))
      #expect(crop.minX >= -1e-6 && crop.maxX <= Double(source.width) + 1e-6)
      #expect(crop.minY >= -1e-6 && crop.maxY <= Double(source.height) + 1e-6)
      // The fixed part of the strip is outside the cell.
      let block = InsetStrip(isBeside: strip.isBeside, share: strip.share, fixed: 0)
        .block(around: image)
      #expect(block.maxX <= cell.maxX + 3 && block.maxY <= cell.maxY + 3)
      if scaling == .fit {
        #expect(crop.size == Size(source))
        let across = Double(image.width) / Double(source.width)
        let down = Double(image.height) / Double(source.height)
        #expect(abs(across - down) * Double(min(source.width, source.height)) <= 2)
      }
    }
  }

  @Test(
    "A picture enlarged by an integer factor, with a strip, has exactly that multiple of its size",
    arguments: 1...9)
  func wholeFactors(factor: Int) throws {
    for (share, isBeside) in [(0.313, false), (0.5, true), (1, false), (0.07, true)] {
      let strip = InsetStrip(isBeside: isBeside, share: share, fixed: 3)
      for source in [PixelSize(width: 17, height: 23), PixelSize(width: 64, height: 47)] {
        let whole = strip.size(with: source)
        let cell = PixelRect(
          x: 0, y: 0, width: factor * whole.width + 2, height: factor * whole.height + 2)
        let placement = try PicturePlacement(
          of: source, with: strip, in: cell, scaling: .fit, alignment: .topLeft,
          enlargement: .byWholeFactors)
        #expect(
          placement.image
            == PixelRect(
              x: 0, y: 0, width: factor * source.width, height: factor * source.height))
      }
    }
  }

  @Test(
    "The fixed part of a strip's thickness adds to the distance between the picture and its label")
  func decoration() {
    let label = CellDecoration.Label(.below, height: 20, gap: 4)
    let strip = InsetStrip(isBeside: false, share: 0.5, fixed: 9)
    let plain = CellDecoration(padding: 2, label: label)
    let decoration = CellDecoration(padding: 2, label: label, strip: strip)
    #expect(decoration.insets.bottom == plain.insets.bottom + 9)
    #expect(decoration.insets.right == plain.insets.right)
    let cell = DecoratedCell(PixelRect(x: 0, y: 0, width: 104, height: 200), decoration)
    let image = PixelRect(x: 2, y: 2, width: 100, height: 60)
    // The strip ends 30 + 9 pixels below the picture.
    #expect(cell.label(at: image)?.y == 62 + 39 + 4)
    let beside = CellDecoration(
      padding: 2, label: label, strip: InsetStrip(isBeside: true, share: 0.5, fixed: 9))
    #expect(beside.insets.right == plain.insets.right + 9)
    #expect(beside.insets.bottom == plain.insets.bottom)
  }

  @Test("A cell too small for a strip has no strip, and its picture keeps at least one pixel")
  func small() {
    let strip = InsetStrip(isBeside: false, share: 1, fixed: 30)
    let cell = DecoratedCell(
      PixelRect(x: 0, y: 0, width: 9, height: 9), CellDecoration(padding: 1, strip: strip))
    #expect(cell.decoration.strip == nil && cell.pictureArea.isInside(cell.cell))
  }
}
