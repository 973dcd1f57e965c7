import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Pictures with few pixels on paper: they fill given cells, and are enlarged to 100 pixels per inch
/// elsewhere.
///
/// If the pictures still look small, a note says so.
@Suite struct SmallOnPaperTests {
  private static func notes(
    _ paper: String, _ count: Int, of size: PixelSize, _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> [Note] {
    try SmallCellGapTests.job(paper, count, of: size, change).planned().notes.of(.smallPictures)
  }

  private static let plot = PixelSize(width: 640, height: 420)
  /// The size of a picture that leaves a cell of ``grid`` partly empty even at 100 pixels per inch.
  private static let thumbnail = PixelSize(width: 160, height: 120)
  /// Columns alone do not make all pictures fill their cells.
  private static let grid = Sheet.Layout.grid(columns: 2)
  private static let given: [Sheet.Layout] = [
    .grid(columns: 2, rows: 4), .grid(cell: .init(width: .millimetres(50))),
    .grid(columns: 3, rows: 2, cell: .init(width: .centimetres(6), height: .centimetres(4))),
    .grid(columns: 1, rows: 1, ratio: .fixed(1)),
  ]

  @Test("The room for a binding does not count as space that pictures could fill")
  func binding() throws {
    var noted = 0
    for side in stride(from: 60, through: 330, by: 10) {
      for layout in [.grid(), .grid(columns: 2), .rows(height: .millimetres(40))] as [Sheet.Layout]
      {
        func notes(_ paper: String, binding: Sheet.Length) throws -> [String] {
          try Self.notes(paper, 4, of: PixelSize(width: side, height: side)) {
            ($0.layout, $0.binding, $0.gap) = (layout, binding, .init(.millimetres(3)))
            $0.margin = .init(.millimetres(5))
          }.map(\.description)
        }
        let bound = try notes("150x200mm-portrait", binding: .millimetres(50))
        #expect(try bound == notes("100x200mm-portrait", binding: 0), "\(side) in \(layout)")
        noted += bound.count
      }
    }
    #expect(noted > 3)
  }

  @Test("On paper, a small picture fills its span, unless a setting says otherwise")
  func spans() throws {
    func widths(_ change: (inout Sheet) -> Void = { _ in }) throws -> [Int] {
      let plan = try SmallCellGapTests.job("A4", 9, of: Self.thumbnail) {
        $0.layout = Self.grid
        $0.span = [Sheet.Rule(.name("IMG_4000*"), .span(2, 2))]
        change(&$0)
      }.sheetPlan()
      return plan.pages[0].tiles.compactMap(\.placement?.image.width)
    }
    let usual = try widths()
    let (width, enlarged) = (Self.thumbnail.width, 3 * Self.thumbnail.width)
    #expect(usual[0] > 1200 && usual.dropFirst().allSatisfy { $0 == enlarged }, "\(usual)")
    for change in [
      { $0.upscale = .none }, { $0.scale = Sheet.Scaling.none }, { $0.upscale = .factor(1) },
    ] as [(inout Sheet) -> Void] {
      #expect(try widths(change).allSatisfy { $0 == width })
    }
    for change in [
      { $0.span = [] }, { $0.span = [Sheet.Rule(.name("IMG_4000*"), .span(1, 1))] },
    ] as [(inout Sheet) -> Void] {
      #expect(try widths(change).allSatisfy { $0 == enlarged })
    }
  }

  @Test("A note counts small pictures on paper, and is left out if a setting explains their size")
  func thumbnails() throws {
    let notes = try Self.notes("A4", 48, of: Self.thumbnail) { $0.layout = Self.grid }
    #expect(
      notes.map(\.description) == [
        "48 images fill less than two thirds of the space they could, because they have few pixels; "
          + "upscale enlarges them"
      ])
    let one = try Self.notes("A4", 1, of: Self.thumbnail)
    #expect(
      one.map(\.description) == [
        "1 image fills less than two thirds of the space it could, because it has few pixels; "
          + "upscale enlarges it"
      ])
    for change in [
      { $0.upscale = .toCells }, { $0.upscale = .none }, { $0.upscale = .factor(1) },
      { $0.scale = Sheet.Scaling.none },
      { $0.scale = .fill }, { $0.dpi = 200 }, { $0.layout = .collage }, { $0.layout = .grid() },
    ] as [(inout Sheet) -> Void] {
      let silent = try Self.notes("A4", 48, of: Self.thumbnail) {
        $0.layout = Self.grid
        change(&$0)
      }
      #expect(silent == [])
    }
    var sheet = try SmallCellGapTests.job("A4", 9, of: Self.thumbnail) { $0.layout = Self.grid }
    sheet.pagePixelsPerInch = nil
    #expect(try sheet.planned().notes.of(.smallPictures) == [])
  }

  @Test(
    "The note counts small pictures that could have 1.5 times their area, with or without --dpi")
  func threshold() throws {
    // A cell is 1104 pixels wide, and pictures are enlarged threefold.
    for (side, count) in [(310, 0), (283, 8), (200, 8)] {
      for dpi in [nil, 300] {
        let notes = try Self.notes("A4", 8, of: PixelSize(width: side, height: side)) {
          ($0.layout, $0.dpi) = (.grid(columns: 2), dpi)
        }
        #expect(notes.map { $0.measures[.count] } == (count == 0 ? [] : [count]), "\(side)")
      }
    }
  }

  @Test(
    "The note on small pictures also counts icons, but never photographs", arguments: [16, 64, 200])
  func icons(side: Int) throws {
    let icon = PixelSize(width: side, height: side)
    for layout in [Self.grid, .grid()] {
      let notes = try Self.notes("A4", 8, of: icon) { $0.layout = layout }
      #expect(notes.map { $0.measures[.count] } == [8])
    }
    let photograph = PixelSize(width: 30 * side + 1000, height: 20 * side + 700)
    #expect(try Self.notes("A4", 8, of: photograph) { $0.layout = Self.grid } == [])
  }

  @Test(
    "A note also counts small pictures in rows and columns that leave most of a page empty"
  )
  func rows() throws {
    for layout in [.rows(), .masonry(), .columns()] as [Sheet.Layout] {
      let icons = try Self.notes("A4", 24, of: PixelSize(width: 32, height: 32)) {
        $0.layout = layout
      }
      #expect(icons.map { $0.measures[.count] } == [24], "\(layout)")
      for change in [{ $0.upscale = .none }, { $0.upscale = .toCells }] as [(inout Sheet) -> Void] {
        let silent = try Self.notes("A4", 24, of: PixelSize(width: 32, height: 32)) {
          $0.layout = layout
          change(&$0)
        }
        #expect(silent == [], "\(layout)")
      }
      let photographs = try Self.notes("A4", 24, of: SmallCellGapTests.photograph) {
        $0.layout = layout
      }
      #expect(photographs == [], "\(layout)")
    }
  }

  /// The sizes of pictures, and of the areas that they may fill.
  private static func images(_ job: SheetJob) throws -> [(image: PixelSize, cell: PixelSize)] {
    try job.sheetPlan().pages.flatMap(\.tiles).map {
      (try #require($0.placement?.image.size), $0.cell.size)
    }
  }

  @Test("On paper, pictures of any size fill cells whose number or size is given", arguments: given)
  func filled(layout: Sheet.Layout) throws {
    for size in [
      PixelSize(width: 16, height: 16), PixelSize(width: 300, height: 200), Self.plot,
      PixelSize(width: 200, height: 640), SmallCellGapTests.photograph,
    ] {
      for paper in ["A4", "letter-landscape"] {
        let images = try Self.images(
          SmallCellGapTests.job(paper, 5, of: size) { $0.layout = layout })
        for (image, cell) in images {
          #expect(
            abs(image.width - cell.width) <= 1 || abs(image.height - cell.height) <= 1,
            "\(size) in \(cell): \(image)")
        }
      }
    }
  }

  @Test(
    "Pictures keep their size if enlarging is ruled out, or if they are not on paper",
    arguments: given)
  func kept(layout: Sheet.Layout) throws {
    let size = PixelSize(width: 90, height: 60)
    func job(_ change: (inout Sheet) -> Void) throws -> SheetJob {
      try SmallCellGapTests.job("A4", 5, of: size) {
        $0.layout = layout
        change(&$0)
      }
    }
    for change in [
      { $0.upscale = .none }, { $0.upscale = .factor(1) }, { $0.scale = Sheet.Scaling.none },
      { $0.paper = nil },
    ] as [(inout Sheet) -> Void] {
      #expect(try Self.images(job(change)).allSatisfy { $0.image == size })
    }
    // A given factor applies, as in the preset for pixel art.
    #expect(
      try Self.images(job { $0.upscale = .factor(3) })
        .allSatisfy { $0.image == PixelSize(width: 270, height: 180) })
    // Pixels stay equally large because the factors are whole numbers.
    for (image, _) in try Self.images(job { $0.filter = .nearest }) {
      #expect(image.width % 90 == 0 && image.height % 60 == 0 && image.width > 90)
    }
  }

  @Test(
    "In cells on paper that need not be filled, pictures have at least 100 pixels per inch",
    arguments: [100, 300, 600])
  func others(dpi: Int) throws {
    let size = PixelSize(width: 90, height: 60)
    for layout in [
      .grid(), .grid(columns: 3), .grid(rows: 3), .rows(), .masonry(), .columns(),
      .matrix(columns: "{stem}"),
    ] as [Sheet.Layout] {
      func images(_ change: (inout Sheet) -> Void = { _ in }) throws -> [(
        image: PixelSize, cell: PixelSize
      )] {
        try Self.images(
          SmallCellGapTests.job("A4", 3, of: size) {
            ($0.layout, $0.dpi) = (layout, dpi)
            change(&$0)
          })
      }
      let enlarged = PixelSize(width: 90 * dpi / 100, height: 60 * dpi / 100)
      #expect(try images().allSatisfy { $0.image == enlarged }, "\(layout)")
      for change in [
        { $0.upscale = .none }, { $0.scale = Sheet.Scaling.none }, { $0.filter = .nearest },
      ] as [(inout Sheet) -> Void] {
        #expect(try images(change).allSatisfy { $0.image == size }, "\(layout)")
      }
    }
  }

  @Test("Rows of photographs with few pixels are justified on paper")
  func justified() throws {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<10 {
      var job = try SmallCellGapTests.job("A4", 0) { $0.layout = .rows(lastRow: .left) }
      job.sources = (0..<60).map { number in
        let long = 640 + random.number(below: 200)
        let (width, height) = number.isMultiple(of: 3) ? (long * 2 / 3, long) : (long, long * 2 / 3)
        return StubPicture(name: "\(number).png", size: PixelSize(width: width, height: height))
      }
      for page in try job.sheetPlan().pages {
        let rows = Dictionary(grouping: page.tiles) { $0.cell.y }.sorted { $0.key < $1.key }
        let right = page.tiles.reduce(0) { max($0, $1.cell.maxX) }
        for (_, row) in rows.dropLast() {
          let heights = row.compactMap(\.placement?.image.height)
          #expect((heights.max() ?? 0) - (heights.min() ?? 0) <= 1)
          #expect(row.reduce(0) { max($0, $1.cell.maxX) } >= right - 1)
        }
      }
    }
  }

  @Test("A note counts pictures that print coarsely, and names the coarsest")
  func coarse() throws {
    func notes(
      _ side: Int, _ change: (inout Sheet) -> Void = { _ in }
    ) throws -> [String] {
      // A cell is 791 x 791 pixels.
      try SmallCellGapTests.job("A4", 8, of: PixelSize(width: side, height: side)) {
        $0.layout = .grid(columns: 2, rows: 4)
        change(&$0)
      }.planned().notes.of(.coarsePictures).map(\.description)
    }
    let start = "8 images are enlarged to less than 100 pixels per inch, 'IMG_4000.png' to only"
    #expect(
      try notes(100) == [
        "\(start) 37; filter nearest keeps pixels sharp, and upscale none shows images at their own size"
      ])
    #expect(try notes(250) == ["\(start) 94; upscale none shows images at their own size"])
    #expect(
      try notes(100) { $0.filter = .nearest } == [
        "\(start) 42; upscale none shows images at their own size"
      ])
    for change in [{ $0.upscale = .toCells }, { $0.upscale = .none }] as [(inout Sheet) -> Void] {
      #expect(try notes(100, change) == [])
    }
    #expect(try notes(264) == [])
    // Pictures that fill their space are enlarged in any case.
    for change in [
      { $0.scale = .fill }, { ($0.layout, $0.pageCount) = (.collage, 1) },
      { ($0.layout, $0.pageCount, $0.upscale) = (.collage, 1, .none) },
    ] as [(inout Sheet) -> Void] {
      let found = try notes(250, change)
      #expect(
        found.count == 1 && found.allSatisfy { $0.hasSuffix("; use smaller paper") }, "\(found)")
    }
    #expect(
      try notes(250) { ($0.layout, $0.pageCount, $0.upscale) = (.collage, 1, .toCells) } == [])
  }

  @Test(
    "Following the note on small pictures enlarges each at least 1.2 times, and removes the note"
  )
  func remedy() throws {
    var random = SeededGenerator(seed: 84)
    var count = 0
    for _ in 0..<120 {
      let size = PixelSize(
        width: 201 + random.number(below: 1500), height: 201 + random.number(below: 1000))
      let grid = Sheet.Layout.grid(columns: 1 + random.number(below: 4))
      let total = 1 + random.number(below: 30)
      if try Self.notes("A4", total, of: size, { $0.layout = grid }).isEmpty { continue }
      count += 1
      let enlarged = try SmallCellGapTests.job("A4", total, of: size) {
        ($0.layout, $0.upscale) = (grid, .toCells)
      }.planned()
      #expect(enlarged.notes.of(.smallPictures) == [])
      for tile in enlarged.plan.pages.flatMap(\.tiles) {
        let image = try #require(tile.placement?.image.size)
        #expect(Double(image.width) >= 1.2 * Double(size.width) - 1, "\(size) \(grid)")
      }
    }
    #expect(count > 5)
  }
}
