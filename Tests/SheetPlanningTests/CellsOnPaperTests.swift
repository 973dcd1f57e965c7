import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Cells of a fixed size on paper, for which gaps and margins shrink unless they are given.
@Suite struct CellsOnPaperTests {
  @Test(
    "A note says if more cells of a given size would fit without margins, or on rotated paper",
    arguments: [
      ("4x6in", 50.8, 50.8, "a page holds 2 images of this size; with margin 0, it holds 6"),
      (
        "10x15cm-portrait", 35, 45,
        "a page holds 6 images of this size; with paper 10x15cm-landscape, it holds 8"
      ),
      ("10x15cm", 35, 45, nil), ("15x10cm", 35, 45, nil), ("A4", 60, 40, nil),
    ] as [(String, Double, Double, String?)])
  func fewCells(paper: String, width: Double, height: Double, text: String?) throws {
    let job = try Self.passports(paper, width: width, height: height) {
      ($0.scale, $0.gap) = (.fill, 0)
    }
    #expect(try job.planned().notes.of(.fewCells).map(\.description) == [text].compactMap(\.self))
  }

  @Test("The note on few cells also considers rotated paper without a margin and without a gap")
  func fewCellsOnTurnedPaper() throws {
    func notes(_ change: @escaping (inout Sheet) -> Void = { _ in }) throws -> [String] {
      try Self.passports("8x10in", 8, width: 63.5, height: 88.9) {
        $0.scale = .fill
        change(&$0)
      }.planned().notes.of(.fewCells).map(\.description)
    }
    #expect(
      try notes() == [
        "a page holds 6 images of this size; with paper 10x8in, margin 0 and gap 0, it holds 8"
      ])
    #expect(
      try notes { $0.gap = .init(.millimetres(3)) } == [
        "a page holds 4 images of this size; with paper 10x8in, margin 0 and gap 0, it holds 8"
      ])
    // The margin or the gap may already be 0.
    #expect(
      try notes { $0.margin = 0 } == [
        "a page holds 6 images of this size; with paper 10x8in and gap 0, it holds 8"
      ])
    #expect(
      try notes { $0.gap = 0 } == [
        "a page holds 6 images of this size; with paper 10x8in and margin 0, it holds 8"
      ])
    #expect(try notes { ($0.margin, $0.gap) = (0, 0) } == [])
    #expect(try notes { $0.margin = .init(.millimetres(5)) } == [])
  }

  @Test(
    "There is no note on few cells if more would save no page, or if the number of pages is given")
  func fewCellsOnAsManyPages() throws {
    func notes(_ count: Int, _ change: @escaping (inout Sheet) -> Void = { _ in }) throws -> Int {
      try Self.passports("8x10in", count, width: 63.5, height: 88.9) {
        $0.scale = .fill
        change(&$0)
      }.planned().notes.of(.fewCells).count
    }
    #expect(try notes(8) == 1)
    // Nine images take two pages in any case.
    #expect(try notes(9) == 0)
    #expect(try notes(8) { $0.pageCount = 2 } == 0)
    #expect(try notes(8) { $0.perPage = 4 } == 0)
  }

  @Test("With the settings that the note on few cells names, a page holds as many cells as it says")
  func fewCellsAreTrue() throws {
    var random = SeededGenerator(seed: 227)
    var count = 0
    for _ in 0..<150 {
      let paper = "\(100 + random.number(below: 120))x\(100 + random.number(below: 150))mm"
      let (width, height) = (25 + random.number(below: 70), 25 + random.number(below: 70))
      let (gap, hasMargin) = ([nil, 0, 2, 3][random.number(below: 4)], random.number(below: 2) > 0)
      func job(_ change: (inout Sheet) throws -> Void) throws -> SheetJob {
        try Self.passports(paper, 200, width: Double(width), height: Double(height)) { sheet in
          if let gap { sheet.gap = .init(.millimetres(Double(gap))) }
          if !hasMargin { sheet.margin = 0 }
          try? change(&sheet)
        }
      }
      guard let planned = try? job({ _ in }).planned(),
        let note = planned.notes.of(.fewCells).first
      else { continue }
      count += 1
      let remedy = try #require(note.remedy)
      let pages = try job { sheet in
        if let paper = remedy.value(of: .paper) { sheet.paper = try Sheet.Paper(parsing: paper) }
        if remedy.value(of: .gap) != nil { sheet.gap = 0 }
        if remedy.value(of: .margin) != nil { sheet.margin = 0 }
      }.planned().plan.pages
      let comment: Comment = "\(note) on \(paper)"
      #expect(pages.count < planned.plan.pages.count, comment)
      let held = Int(note.description.split(separator: " ").last ?? "") ?? .max
      // Paper that was turned is turned back if turning it no longer saves a page.
      if remedy.value(of: .paper) != nil || pages[0].size == planned.plan.pages[0].size {
        #expect(pages[0].tiles.count >= held, comment)
      }
    }
    #expect(count > 10)
  }

  @Test("A note counts the images that do not fill their cells between cut marks")
  func unfilledCells() throws {
    func notes(
      width: Double = 50, height: Double = 50, _ change: (inout Sheet) -> Void = { _ in }
    ) throws -> [String] {
      try Self.passports("A4", 9, width: width, height: height, change)
        .planned().notes.of(.unfilledCells).map(\.description)
    }
    #expect(
      try notes() == [
        "9 images do not fill the space between their cut marks; scale fill crops them so that they do"
      ])
    #expect(try notes(width: 35, height: 45) == [])
    for change in [{ $0.scale = .fill }, { $0.scale = .fit }, { $0.margin = 0 }]
      as [(inout Sheet) -> Void]
    {
      #expect(try notes(change) == [])
    }
  }

  /// A job of passport photographs.
  private static func passports(
    _ paper: String, _ count: Int = 30, width: Double = 35, height: Double = 45,
    _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> SheetJob {
    try SmallCellGapTests.job(paper, count, of: PixelSize(width: 700, height: 900)) {
      $0.layout = .grid(
        cell: .init(width: .millimetres(width), height: .millimetres(height)))
      change(&$0)
    }
  }

  @Test("Paper is turned if that takes fewer pages, with a note that says how to keep it")
  func turned() throws {
    func notes(_ job: SheetJob) throws -> [String] {
      try job.planned().notes.of(.paperOrientation).map(\.description)
    }
    let two = try Self.passports("letter", 2, width: 127, height: 177.8)
    #expect(try two.sheetPlan().pages.map(\.size) == [PixelSize(width: 3300, height: 2550)])
    #expect(
      try notes(two) == [
        "the paper is in landscape orientation, which takes 1 page instead of 2; "
          + "paper letter-portrait keeps it in portrait"
      ])
    let kept = try Self.passports("letter-portrait", 2, width: 127, height: 177.8)
    #expect(try kept.sheetPlan().pages.map(\.tiles.count) == [1, 1])
    #expect(try notes(kept) == [])
    let eight = try Self.passports("4x6in", 8)
    #expect(try eight.sheetPlan().pages.map(\.tiles.count) == [8])
    #expect(try notes(eight)[0].hasSuffix("; paper 4x6in-portrait keeps it in portrait"))
    // Six photographs fit in either orientation.
    #expect(try notes(Self.passports("4x6in", 6)) == [])
    // Cells in pixels are not meant to be cut out.
    let pixels = try Self.passports("4x6in", 8) {
      $0.layout = .grid(cell: .init(width: 413, height: 531))
    }
    #expect(try pixels.sheetPlan().pages.count == 2)
    #expect(try notes(pixels) == [])
    let wide = try Self.passports("letter", 2, width: 127, height: 177.8) {
      $0.layout = .grid(
        columns: 2, rows: 1, cell: .init(width: .millimetres(127), height: .millimetres(177.8)))
    }
    #expect(
      try notes(wide) == [
        "the paper is in landscape orientation, which has room for cells of this size"
      ])
  }

  @Test("Turned paper keeps its size even with a binding, which stays at the side of the pages")
  func turnedWithBinding() throws {
    let two = try Self.passports("letter", 2, width: 127, height: 177.8) {
      ($0.binding, $0.margin, $0.gap) = (.millimetres(10), 0, 0)
    }
    #expect(try two.sheetPlan().pages.map(\.size) == [PixelSize(width: 3300, height: 2550)])
    // Only the other orientation has room for a cell.
    let wide = try Self.passports("10x15cm", 1, width: 120, height: 90) {
      $0.binding = .millimetres(20)
    }
    #expect(try wide.planned().notes.of(.paperOrientation).count == 1)
    #expect(try wide.sheetPlan().pages.map(\.size) == [PixelSize(width: 1772, height: 1181)])
    var random = SeededGenerator(seed: 61)
    var turned = 0
    for _ in 0..<40 {
      let paper = "\(90 + random.number(below: 150))x\(90 + random.number(below: 200))mm"
      let binding = random.number(below: 60)
      let (width, height) = (20 + random.number(below: 60), 20 + random.number(below: 60))
      let size = try Sheet.Paper(parsing: paper).pixels(perInch: 300)
      let job = try Self.passports(paper, 12, width: Double(width), height: Double(height)) {
        $0.binding = .millimetres(Double(binding))
      }
      guard let pages = try? job.sheetPlan().pages else { continue }
      let sizes = Set(pages.map(\.size))
      #expect(sizes == [size] || sizes == [size.swapped], "\(paper) with \(binding) mm")
      if sizes != [size] { turned += 1 }
    }
    #expect(turned > 2)
  }

  @Test("No orientation of paper takes fewer pages than the one that is chosen")
  func fewestPages() throws {
    var random = SeededGenerator(seed: 57)
    var turned = 0
    for _ in 0..<60 {
      let paper = "\(80 + random.number(below: 150))x\(80 + random.number(below: 200))mm"
      let (width, height) = (20 + random.number(below: 90), 20 + random.number(below: 90))
      let count = 1 + random.number(below: 40)
      func pages(_ paper: String) -> [PixelSize]? {
        try? Self.passports(paper, count, width: Double(width), height: Double(height))
          .sheetPlan().pages.map(\.size)
      }
      let (upright, across) = (pages(paper + "-portrait"), pages(paper + "-landscape"))
      let chosen = pages(paper)
      let comment: Comment = "\(count) of \(width) x \(height) on \(paper)"
      #expect(chosen?.count == [upright?.count, across?.count].compactMap(\.self).min(), comment)
      let written = try Sheet.Paper(parsing: paper).pixels(perInch: 300)
      guard let chosen, chosen[0] != written else { continue }
      turned += 1
      // With the orientation as given, there would have been more pages.
      let other = written.width > written.height ? across : upright
      #expect(other.map { $0.count > chosen.count } ?? true, comment)
    }
    #expect(turned > 3)
  }

  @Test(
    "A print of 10 by 15 cm holds six passport photographs; turned, a print of 4 by 6 inches holds eight",
    arguments: [
      ("10x15cm", 2, 3), ("15x10cm", 3, 2), ("A6", 2, 3), ("4x6in-portrait", 2, 3),
      ("4x6in", 4, 2), ("A4", 5, 6),
      ("9x13cm", 2, 2),
    ])
  func passports(paper: String, columns: Int, rows: Int) throws {
    let page = try Self.passports(paper).sheetPlan().pages[0]
    #expect(page.grid == PageGrid(rows: rows, columns: columns))
    #expect(page.tiles.allSatisfy { $0.cell.size == PixelSize(width: 413, height: 531) })
  }

  @Test("A page holds as many cells as margins of 4 mm and gaps of 1 mm allow, with room to cut")
  func properties() throws {
    var random = SeededGenerator(seed: 39)
    for _ in 0..<100 {
      let paper = "\(80 + random.number(below: 150))x\(80 + random.number(below: 200))mm"
      let (width, height) = (12 + random.number(below: 50), 12 + random.number(below: 50))
      let job = try Self.passports(paper, 60, width: Double(width), height: Double(height))
      let plan = try job.sheetPlan()
      let page = plan.pages[0]
      let cell = page.tiles[0].cell.size
      let comment: Comment = "\(width) x \(height) on \(paper)"
      #expect(plan.pages.flatMap(\.tiles).allSatisfy { $0.cell.size == cell }, comment)
      #expect(
        abs(Double(cell.width) - SmallCellGapTests.pixels(Double(width))) <= 0.5
          && abs(Double(cell.height) - SmallCellGapTests.pixels(Double(height))) <= 0.5, comment)
      func most(_ side: Int, _ cell: Int) -> Int { (side - 2 * 47 + 12) / (cell + 12) }
      let (columns, rows) = (
        most(page.size.width, cell.width), most(page.size.height, cell.height)
      )
      #expect(page.tiles.count == min(60, columns * rows), comment)
      #expect(plan.pages.dropLast().allSatisfy { $0.tiles.count == columns * rows }, comment)
      let gaps = try SmallCellGapTests.grid(of: page).gaps
      #expect(gaps.allSatisfy { 12...35 ~= $0 } && Set(gaps).count <= 1, comment)
      let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
      let inside = PixelRect(
        x: 47, y: 47, width: page.size.width - 94, height: page.size.height - 94)
      #expect(page.tiles.allSatisfy { $0.cell.isInside(inside) }, comment)
      // Marks are in line with the edges of cells, and touch no cell.
      let edges = Set(page.tiles.flatMap { [$0.cell.x, $0.cell.maxX] })
      let lines = Set(page.tiles.flatMap { [$0.cell.y, $0.cell.maxY] })
      #expect(page.cutMarks.count == 2 * (edges.count + lines.count), comment)
      for mark in page.cutMarks {
        #expect(mark.isInside(sheet), comment)
        #expect(page.tiles.allSatisfy { !$0.cell.overlaps(mark) }, comment)
      }
    }
  }

  @Test(
    "Given gaps and margins are kept; default ones shrink only if a page then holds more cells")
  func given() throws {
    let wide = try Self.passports("10x15cm") { $0.margin = .init(.millimetres(5)) }.sheetPlan()
    // Three rows fit between margins of 5 mm with narrower gaps.
    #expect(wide.pages[0].tiles.count == 6)
    #expect(wide.pages[0].tiles.allSatisfy { $0.cell.x >= 59 && $0.cell.y >= 59 })
    let both = try Self.passports("10x15cm") {
      ($0.margin, $0.gap) = (.init(.millimetres(5)), .init(.millimetres(3)))
    }
    #expect(try both.sheetPlan().pages[0].tiles.count == 4)
    let far = try Self.passports("10x15cm") { $0.gap = .init(.millimetres(4)) }.sheetPlan()
    #expect(try SmallCellGapTests.grid(of: far.pages[0]).gaps.allSatisfy { $0 == 47 })
    #expect(far.pages[0].tiles.count == 4)
    // Of these smaller cells, 2 x 3 fit with the usual gaps.
    let small = try Self.passports("10x15cm-portrait", width: 33, height: 40).sheetPlan()
    #expect(try SmallCellGapTests.grid(of: small.pages[0]).gaps.allSatisfy { $0 == 35 })
  }

  @Test("Given columns and rows are spread over the page, and more than fit are an error")
  func shapes() throws {
    func plan(_ columns: Int?, _ rows: Int?) throws -> SheetPlan {
      try Self.passports("10x15cm") {
        $0.layout = .grid(
          columns: columns, rows: rows,
          cell: .init(width: .millimetres(35), height: .millimetres(45)))
      }.sheetPlan()
    }
    #expect(try plan(2, 3).pages[0].tiles.count == 6)
    #expect(try plan(1, 3).pages[0].tiles.count == 3)
    #expect(try SmallCellGapTests.grid(of: plan(2, 2).pages[0]).gaps.allSatisfy { $0 == 35 })
    #expect(throws: ContactSheetError.self) { try plan(3, 3) }
  }

  @Test("Labels, titles and shadows leave room for fewer rows, and cells keep their size")
  func decorated() throws {
    let size = PixelSize(width: 413, height: 531)
    for change in [
      { $0.label = "{name}" }, { $0.title = "Photographs" },
      { $0.shadow = .init(width: .pixels(20)) }, { ($0.label, $0.header) = ("{name}", "{page}") },
    ] as [(inout Sheet) -> Void] {
      let page = try Self.passports("10x15cm") { change(&$0) }.sheetPlan().pages[0]
      let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
      #expect(1...6 ~= page.tiles.count)
      for tile in page.tiles {
        #expect(tile.cell.width >= size.width && tile.cell.height >= size.height)
        #expect(tile.cell.isInside(sheet))
        #expect(
          page.tiles.allSatisfy { $0.index == tile.index || !$0.cell.overlaps(tile.cell) })
      }
    }
  }
}
