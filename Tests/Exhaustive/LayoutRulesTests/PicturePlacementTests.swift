import SheetLayout
import TestSupport
import Testing

@Suite struct PicturePlacementTests {
  private static let sides = [1, 2, 3, 7, 99, 100, 101, 640, 4_001, 100_000]

  /// Pairs of sizes, including extreme ratios.
  private static let pairs: [(source: PixelSize, cell: PixelRect)] = {
    var generator = SeededGenerator(seed: 3)
    var pairs: [(PixelSize, PixelRect)] = []
    for _ in 0..<400 {
      func side() -> Int {
        Bool.random(using: &generator)
          ? sides[Int.random(in: 0..<sides.count, using: &generator)]
          : Int.random(in: 1...500, using: &generator)
      }
      pairs.append(
        (
          PixelSize(width: side(), height: side()),
          PixelRect(
            x: Int.random(in: -20...20, using: &generator), y: 5, width: side(), height: side())
        ))
    }
    return pairs
  }()

  private func forEachPlacement(
    scaling: Scaling, alignment: Alignment,
    _ body: (PixelSize, PixelRect, Enlargement, PicturePlacement) -> Void
  ) throws {
    for (source, cell) in Self.pairs {
      for enlargement in [Enlargement.never, .allowed] {
        let placement = try PicturePlacement(
          of: source, in: cell, scaling: scaling, alignment: alignment, enlargement: enlargement)
        body(source, cell, enlargement, placement)
      }
    }
  }

  @Test(
    "The drawn image is inside the cell, the crop is inside the picture, and neither is empty",
    arguments: Scaling.allCases, Alignment.allCases)
  func staysInside(scaling: Scaling, alignment: Alignment) throws {
    try forEachPlacement(scaling: scaling, alignment: alignment) { source, cell, _, placement in
      let image = placement.image
      let crop = placement.crop
      #expect(image.width >= 1 && image.height >= 1)
      #expect(image.x >= cell.x && image.maxX <= cell.maxX)
      #expect(image.y >= cell.y && image.maxY <= cell.maxY)
      #expect(crop.width > 0 && crop.height > 0)
      #expect(crop.minX >= 0 && crop.maxX <= Double(source.width))
      #expect(crop.minY >= 0 && crop.maxY <= Double(source.height))
    }
  }

  @Test(
    "Unless enlargement is allowed, pictures are enlarged along neither axis",
    arguments: [Scaling.fit, .none])
  func neverEnlarged(scaling: Scaling) throws {
    try forEachPlacement(scaling: scaling, alignment: .center) { _, _, enlargement, placement in
      guard enlargement == .never || scaling == .none else { return }
      #expect(Double(placement.image.width) <= placement.crop.width + 1)
      #expect(Double(placement.image.height) <= placement.crop.height + 1)
      if placement.crop.width == 1 { #expect(placement.image.width == 1) }
    }
  }

  @Test("With integer factors, each pixel becomes a square, as large as the cell allows")
  func wholeFactors() throws {
    for (source, cell) in Self.pairs {
      for nominal in [nil, cell.size] {
        func image(_ enlargement: Enlargement) throws -> PixelSize {
          try PicturePlacement(
            of: source, in: cell, nominal: nominal, scaling: .fit, alignment: .center,
            enlargement: enlargement
          ).image.size
        }
        let image = try image(.byWholeFactors)
        guard source.width <= cell.width, source.height <= cell.height else {
          #expect(try image == self.image(of: source, in: cell, nominal))
          continue
        }
        let factor = image.width / source.width
        #expect(image == PixelSize(width: factor * source.width, height: factor * source.height))
        #expect(
          (factor + 1) * source.width > cell.width || (factor + 1) * source.height > cell.height)
      }
    }
    let sprite = try PicturePlacement(
      of: PixelSize(width: 21, height: 16), in: PixelRect(x: 0, y: 0, width: 96, height: 96),
      scaling: .fit, alignment: .center, enlargement: .byWholeFactors)
    #expect(sprite.image == PixelRect(x: 6, y: 16, width: 84, height: 64))
    #expect(sprite.crop == Rect(x: 0, y: 0, width: 21, height: 16))
  }

  @Test(
    "A photograph is interpolated if integer factors would waste its cell, unless pixels are compared",
    arguments: [
      (512, 1007, 1007, 512), (400, 1007, 1007, 800), (640, 1300, 1280, 1280), (200, 390, 200, 200),
      (32, 290, 288, 288), (600, 500, 500, 500),
    ])
  func photographs(side: Int, cell: Int, interpolated: Int, whole: Int) throws {
    for (enlargement, expected) in [
      (Enlargement.byWholeFactorsIfSmall, interpolated), (.byWholeFactors, whole),
    ] {
      let placement = try PicturePlacement(
        of: PixelSize(width: side, height: side),
        in: PixelRect(x: 0, y: 0, width: cell, height: cell), scaling: .fit, alignment: .center,
        enlargement: enlargement)
      #expect(
        placement.image.size == PixelSize(width: expected, height: expected), "\(enlargement)")
    }
  }

  @Test(
    "Where pixels are too small to be seen, a picture that cannot be doubled is also interpolated",
    arguments: [
      (64, 114, 114), (100, 156, 156), (190, 241, 241), (150, 156, 150), (64, 127, 127),
      (64, 128, 128), (64, 156, 128), (100, 494, 400), (16, 144, 144), (512, 1007, 1007),
    ])
  func fromTwo(side: Int, cell: Int, expected: Int) throws {
    let placement = try PicturePlacement(
      of: PixelSize(width: side, height: side),
      in: PixelRect(x: 0, y: 0, width: cell, height: cell), scaling: .fit, alignment: .center,
      enlargement: .byWholeFactorsFromTwo)
    #expect(placement.image.size == PixelSize(width: expected, height: expected))
  }

  /// The size of a fitted picture that must not grow.
  private func image(
    of source: PixelSize, in cell: PixelRect, _ nominal: PixelSize?
  ) throws -> PixelSize {
    try PicturePlacement(
      of: source, in: cell, nominal: nominal, scaling: .fit, alignment: .center, enlargement: .never
    ).image.size
  }

  @Test("Fit shows the whole picture, as wide or as tall as the cell")
  func fitTouches() throws {
    try forEachPlacement(scaling: .fit, alignment: .top) { source, cell, enlargement, placement in
      let image = placement.image
      #expect(
        placement.crop.size == Size(width: Double(source.width), height: Double(source.height)))
      let isWhole = image.size == source && enlargement == .never
      // A cell with the picture's own rounded proportions is filled.
      if !isWhole, isProportional(source, cell.size) {
        let whole = enlargement == .allowed ? cell.size : common(source, cell.size)
        #expect(image.size == whole)
        return
      }
      #expect(isWhole || image.width == cell.width || image.height == cell.height)
      let scale =
        isWhole
        ? 1
        : min(
          Double(cell.width) / Double(source.width), Double(cell.height) / Double(source.height))
      let exact = Size(
        width: max(1, Double(source.width) * scale), height: max(1, Double(source.height) * scale))
      #expect(abs(exact.width - Double(image.width)) <= 0.5 + 1e-6)
      #expect(abs(exact.height - Double(image.height)) <= 0.5 + 1e-6)
    }
  }

  /// Whether some size within a pixel of the cell's has the picture's proportions.
  private func isProportional(_ source: PixelSize, _ cell: PixelSize) -> Bool {
    let ratio = Double(source.width) / Double(source.height)
    let minimum = Double(cell.width - 1) / Double(cell.height + 1)
    return minimum <= ratio
      && (cell.height == 1 || ratio <= Double(cell.width + 1) / Double(cell.height - 1))
  }

  private func common(_ first: PixelSize, _ second: PixelSize) -> PixelSize {
    PixelSize(
      width: min(first.width, second.width), height: min(first.height, second.height))
  }

  @Test(
    "Fit leaves no seam in a cell made for the picture, although the cell's size is rounded",
    arguments: [Enlargement.never, .allowed])
  func fitFillsRoundedCells(enlargement: Enlargement) throws {
    var generator = SeededGenerator(seed: 30)
    for _ in 0..<2_000 {
      let ratio = Double.random(in: 0.04...25, using: &generator)
      let height = Double.random(in: 2...300, using: &generator)
      let area = Rect(
        x: .random(in: 0...100, using: &generator), y: .random(in: 0...100, using: &generator),
        width: height * ratio, height: height)
      let source = PixelSize(width: Int(40_000 * ratio), height: 40_000)
      guard area.snapped.width > 0 else { continue }
      let placement = try PicturePlacement(
        of: source, in: area.snapped, scaling: .fit, alignment: .center, enlargement: enlargement)
      #expect(placement.image == area.snapped)
    }
  }

  @Test(
    "With fit, a picture's size follows from its cell's nominal size, to within half a pixel",
    arguments: [Enlargement.never, .allowed])
  func fitsNominalSize(enlargement: Enlargement) throws {
    for (source, cell) in Self.pairs where cell.width > 1 && cell.height > 1 {
      let nominal = PixelSize(width: cell.width - 1, height: cell.height - 1)
      let sizes = try [(0, 0), (1, 0), (0, 1), (1, 1)].map { width, height in
        try PicturePlacement(
          of: source,
          in: PixelRect(
            x: cell.x, y: cell.y, width: nominal.width + width, height: nominal.height + height),
          nominal: nominal, scaling: .fit, alignment: .center, enlargement: enlargement
        ).image.size
      }
      #expect(Set(sizes).count == 1)
      let scale = min(
        Double(nominal.width) / Double(source.width),
        Double(nominal.height) / Double(source.height))
      guard scale < 1 || enlargement == .allowed else { continue }
      #expect(abs(max(1, Double(source.width) * scale) - Double(sizes[0].width)) <= 0.5 + 1e-6)
      #expect(abs(max(1, Double(source.height) * scale) - Double(sizes[0].height)) <= 0.5 + 1e-6)
    }
  }

  @Test(
    "Fit rounds half a pixel up",
    arguments: [
      (PixelSize(width: 1_000, height: 250), 10, 100, PixelSize(width: 10, height: 3)),
      (PixelSize(width: 250, height: 1_000), 100, 10, PixelSize(width: 3, height: 10)),
      (PixelSize(width: 1_000, height: 249), 10, 100, PixelSize(width: 10, height: 2)),
      (PixelSize(width: 249, height: 1_000), 100, 10, PixelSize(width: 2, height: 10)),
    ])
  func fitRoundsHalvesUp(source: PixelSize, width: Int, height: Int, size: PixelSize) throws {
    let placement = try PicturePlacement(
      of: source, in: PixelRect(x: 0, y: 0, width: width, height: height), scaling: .fit,
      alignment: .center, enlargement: .never)
    #expect(placement.image.size == size)
  }

  @Test("Fill covers the cell without distortion, and crops along at most one axis")
  func fillCovers() throws {
    try forEachPlacement(scaling: .fill, alignment: .center) { source, cell, _, placement in
      #expect(placement.image == cell)
      let horizontal = Double(placement.image.width) / placement.crop.width
      let vertical = Double(placement.image.height) / placement.crop.height
      #expect(abs(horizontal / vertical - 1) < 1e-9)
      #expect(
        placement.crop.width >= Double(source.width) - 1e-6
          || placement.crop.height >= Double(source.height) - 1e-6)
    }
  }

  @Test("Stretch shows the whole picture over the whole cell")
  func stretchFills() throws {
    try forEachPlacement(scaling: .stretch, alignment: .left) { source, cell, _, placement in
      #expect(
        placement.crop
          == Rect(
            x: 0, y: 0, width: Double(source.width), height: Double(source.height)))
      #expect(placement.image == cell)
    }
  }

  @Test("With the scaling `none`, whole pixels are copied one to one")
  func noneCopies() throws {
    try forEachPlacement(scaling: .none, alignment: .center) { _, _, _, placement in
      let crop = placement.crop.snapped
      #expect(Double(crop.x) == placement.crop.minX && Double(crop.y) == placement.crop.minY)
      #expect(crop.size == placement.image.size)
    }
  }

  @Test(
    "Placements in small examples match results computed by hand",
    arguments: [
      (
        PixelSize(width: 4_000, height: 3_000), Scaling.fit, Alignment.center,
        PixelRect(x: 8, y: 40, width: 256, height: 192),
        Rect(x: 0, y: 0, width: 4_000, height: 3_000)
      ),
      (
        PixelSize(width: 4_000, height: 3_000), .fill, .center,
        PixelRect(x: 8, y: 8, width: 256, height: 256),
        Rect(x: 500, y: 0, width: 3_000, height: 3_000)
      ),
      (
        PixelSize(width: 4_000, height: 3_000), .fill, .bottomRight,
        PixelRect(x: 8, y: 8, width: 256, height: 256),
        Rect(x: 1_000, y: 0, width: 3_000, height: 3_000)
      ),
      (
        PixelSize(width: 100, height: 300), .fill, .top,
        PixelRect(x: 8, y: 8, width: 256, height: 256), Rect(x: 0, y: 0, width: 100, height: 100)
      ),
      (
        PixelSize(width: 101, height: 50), .none, .center,
        PixelRect(x: 86, y: 111, width: 101, height: 50), Rect(x: 0, y: 0, width: 101, height: 50)
      ),
      (
        PixelSize(width: 300, height: 50), .none, .bottomRight,
        PixelRect(x: 8, y: 214, width: 256, height: 50), Rect(x: 44, y: 0, width: 256, height: 50)
      ),
      (
        PixelSize(width: 1, height: 100_000), .fit, .topRight,
        PixelRect(x: 263, y: 8, width: 1, height: 256),
        Rect(x: 0, y: 0, width: 1, height: 100_000)
      ),
    ])
  func examples(
    source: PixelSize, scaling: Scaling, alignment: Alignment, image: PixelRect, crop: Rect
  ) throws {
    let placement = try PicturePlacement(
      of: source, in: PixelRect(x: 8, y: 8, width: 256, height: 256), scaling: scaling,
      alignment: alignment, enlargement: .never)
    #expect(placement.image == image)
    #expect(placement.crop == crop)
  }

  @Test("Empty pictures and cells are refused, and the largest do not overflow")
  func limits() throws {
    let one = PixelRect(x: 0, y: 0, width: 1, height: 1)
    func placement(_ source: PixelSize, _ cell: PixelRect) throws(LayoutError) -> PicturePlacement {
      try PicturePlacement(
        of: source, in: cell, scaling: .fill, alignment: .center, enlargement: .allowed)
    }
    #expect(throws: LayoutError.notPositive(.pictureWidth, 0)) {
      try placement(PixelSize(width: 0, height: 1), one)
    }
    #expect(throws: LayoutError.notPositive(.cellHeight, -1)) {
      try placement(
        PixelSize(width: 1, height: 1), PixelRect(x: 0, y: 0, width: 1, height: -1))
    }
    #expect(throws: LayoutError.tooLarge(.pictureHeight, 0x1p31)) {
      try placement(PixelSize(width: 1, height: 1 << 31), one)
    }
    let largest = PixelRect(x: 0, y: 0, width: 2_147_483_647, height: 2_147_483_647)
    #expect(try placement(largest.size, largest).image == largest)
  }
}
