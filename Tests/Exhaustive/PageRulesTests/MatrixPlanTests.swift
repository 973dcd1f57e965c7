import Foundation
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Sheets of `--layout matrix` with all options that a matrix takes.
@Suite struct MatrixPlanTests {
  /// Which sizes of a sheet are given.
  enum Form: CaseIterable { case nothing, cell, width, narrow, exact, paper, maximumHeight }

  static func layout(_ form: Form) throws -> MatrixLayout {
    var layout = MatrixLayout(
      MatrixAxes(
        rows: MatrixAxis(try PictureTemplate("{r}", others: .any)),
        columns: MatrixAxis(try PictureTemplate("{c}", others: .any))))
    switch form {
    case .nothing: break
    case .cell: layout.sizing = .cell(PixelSize(width: 70, height: 50))
    case .width, .maximumHeight: layout.sizing = .sheet(.pixels(900))
    case .narrow: layout.sizing = .sheet(.pixels(330))
    case .exact: layout.sizing = .sheet(.pixels(700, 900))
    case .paper: layout.sizing = .sheet(.pixels(420))
    }
    return layout
  }

  static func job(_ form: Form) throws -> SheetJob {
    var job = SheetJob()
    job.layout = try layout(form)
    job.texts.font = .builtin
    switch form {
    case .paper: (job.paging.minimumHeight, job.paging.maximumHeight) = (594, 594)
    case .maximumHeight: job.paging.maximumHeight = 700
    case .nothing, .cell, .width, .narrow, .exact: break
    }
    return job
  }

  /// A group of pictures in one row, in columns with the given headings.
  private static func row(_ columns: [String]) throws -> PictureGroup {
    let pictures = columns.map {
      SheetPicture(StubPicture(name: "\($0)~1.png", size: PixelSize(width: 120, height: 80)))
    }
    return PictureGroup(
      pictures: PictureFactsBuilder(
        pictures, table: nil, parsing: [try NameTemplate("{c}~{r}")]
      ).pictures)
  }

  /// A group of 18 pictures in six rows and three columns.
  static func sixRows() throws -> PictureGroup {
    let pictures = (0..<18).map {
      SheetPicture(
        StubPicture(name: "\($0 / 3)_\($0 % 3).png", size: PixelSize(width: 600, height: 400)))
    }
    return PictureGroup(
      pictures: PictureFactsBuilder(
        pictures, table: nil, parsing: [try NameTemplate("{r}_{c}")]
      ).pictures)
  }

  /// Pictures with a row and a column in their names.
  ///
  /// Some lack a row or a column, and some share a cell.
  static func pictures(_ count: Int, _ generator: inout SeededGenerator) throws -> [PictureFacts] {
    let sizes = (0..<4).map { _ in
      PixelSize(
        width: .random(in: 20...700, using: &generator),
        height: .random(in: 20...700, using: &generator))
    }
    let (rows, columns) = (
      Int.random(in: 1...12, using: &generator), Int.random(in: 1...12, using: &generator)
    )
    let pictures = (0..<count).map { index in
      let (row, column) = (
        Int.random(in: 1...rows, using: &generator), Int.random(in: 1...columns, using: &generator)
      )
      let name = index % 17 == 16 ? "odd \(index)" : "row \(row)_\(column)_\(index)"
      let size = index % 13 == 12 ? nil : sizes[.random(in: 0..<4, using: &generator)]
      return SheetPicture(StubPicture(name: "\(name).png", size: size))
    }
    return PictureFactsBuilder(
      pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")]
    ).pictures
  }

  static func groups(_ generator: inout SeededGenerator, most: Int) throws -> [PictureGroup] {
    try (0..<Int.random(in: 1...most, using: &generator)).map { number in
      PictureGroup(
        name: "G\(number)",
        pictures: try pictures(.random(in: 2...40, using: &generator), &generator))
    }
  }

  /// One of many jobs of a form.
  static func job(_ form: Form, round: Int) throws -> SheetJob {
    var job = try Self.job(form)
    var layout = try Self.layout(form)
    layout.rowHeading = Sheet.RowHeading.allCases[round % Sheet.RowHeading.allCases.count]
    layout.columnHeading = [.auto, .auto, .up, .auto, .none][round % 5]
    layout.sorting.isTransposed = round % 4 == 1
    if round % 5 == 2 { layout.sorting.columns.values = ["3", "1", "99", "2"] }
    job.layout = layout
    if round % 2 == 1 { job.texts.label = try PictureTemplate("{row} {column}", others: .any) }
    if round % 3 == 1 { job.style.decoration.shadow = Shadow(size: 9) }
    if round % 3 == 2 { job.texts.title = try PageTemplate("Title") }
    if round % 4 == 3 { job.style.decoration.padding = 5 }
    if round % 6 == 5 { job.style.scaling = .fill }
    if round % 7 == 6 { job.style.scaling = .none }
    if round % 8 == 7 { job.style.enlargement = .allowed }
    if round % 3 == 0 { job.paging.groupKey = .folder }
    if round % 2 == 0 { job.paging.groupBreak = .section }
    return job
  }

  @Test(
    "Every picture is in the matrix once or in a note, under the headings of its row and column",
    arguments: Form.allCases)
  func sound(form: Form) throws {
    var generator = SeededGenerator(seed: 402)
    for round in 0..<24 {
      let job = try Self.job(form, round: round)
      let groups = try Self.groups(&generator, most: job.paging.groupKey == nil ? 1 : 4)
      let planned = try SheetPlanner(job).plan(groups)
      let plan = planned.plan
      let comment: Comment = "\(form) \(round)"
      #expect(
        plan.pages.flatMap(\.tiles).map(\.index).elementsEqual(plan.pictures.indices), comment)
      var rest = groups.flatMap(\.members).map(\.picture.source.name)
      for name in plan.pictures.map(\.name) {
        rest.remove(at: try #require(rest.firstIndex(of: name), comment))
      }
      let left = planned.notes.filter { [.withoutPlace, .unwanted, .clash].contains($0.kind) }
      #expect(left.allSatisfy { rest.contains($0.subject ?? "") }, comment)
      let leftCount = left.reduce(0) { $0 + ($1.measures[.count] ?? 0) }
      #expect(leftCount == rest.count, comment)
      for page in plan.pages { expectLines(of: page, in: plan, job, comment) }
      expectEqualCells(of: plan, job, comment)
      let json = SheetManifest(plan, files: plan.pages.map { "\($0.number).png" }).json()
      #expect(try SheetManifest(json: json).plan == plan, comment)
      for page in plan.pages {
        if case .exact = form { #expect(page.size == PixelSize(width: 700, height: 900), comment) }
        if case .paper = form { #expect(page.size == PixelSize(width: 420, height: 594), comment) }
        if form == .width || form == .maximumHeight { #expect(page.size.width == 900, comment) }
        if let limit = job.paging.maximumHeight { #expect(page.size.height <= limit, comment) }
      }
    }
  }

  @Test(
    "Thousands of rows by as many columns are refused as too large, or planned with all pictures"
  )
  func mostlyEmpty() throws {
    let count = 1500
    let pictures = PictureFactsBuilder(
      (0..<count).map {
        SheetPicture(StubPicture(name: "\($0)_\($0)_0.png", size: PixelSize(width: 8, height: 8)))
      }, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")]
    ).pictures
    let groups = [PictureGroup(name: "", pictures: pictures)]
    var job = try Self.job(.nothing)
    #expect(throws: ContactSheetError.self) { try SheetPlanner(job).plan(groups) }
    var layout = try Self.layout(.nothing)
    layout.sizing = .cell(PixelSize(width: 2, height: 2))
    (job.layout, job.gap) = (layout, try #require(PixelSpacing(horizontal: 0, vertical: 0)))
    let page = try SheetPlanner(job).plan(groups).plan.pages[0]
    #expect(page.emptyCells.count == count * count - count)
    #expect(page.drawnTexts.count == page.texts.count)
  }

  @Test("If a matrix has no room, the error gives numbers for the whole sheet")
  func noRoom() throws {
    var generator = SeededGenerator(seed: 41)
    var job = try Self.job(.exact)
    var layout = try Self.layout(.exact)
    layout.sizing = .sheet(.pixels(400, 30))
    job.layout = layout
    let groups = [PictureGroup(name: "", pictures: try Self.pictures(9, &generator))]
    let error = #expect(throws: ContactSheetError.self) { try SheetPlanner(job).plan(groups) }
    let message = try #require(error?.description)
    #expect(
      message.hasPrefix(
        "cannot lay out the images: there is no room for images in a height of 30, because margins and "
          + "text take 16 and headings take "))
  }

  /// Checks the headings, tiles and empty cells of a page.
  private func expectLines(
    of page: SheetPage, in plan: SheetPlan, _ job: SheetJob, _ comment: Comment
  ) {
    let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
    let written = Set(page.texts.map(\.area))
    for line in page.rows + page.columns {
      #expect(line.cells.isInside(sheet), comment)
      guard let area = line.headingArea else { continue }
      #expect(area.isInside(sheet) && written.contains(area), comment)
    }
    let layout = job.layout as? MatrixLayout
    #expect(
      page.columns.allSatisfy {
        ($0.headingArea == nil) == (layout?.columnHeading == Sheet.ColumnHeading.none)
      },
      comment)
    #expect(
      page.rows.allSatisfy {
        ($0.headingArea == nil) == (layout?.rowHeading == Sheet.RowHeading.none)
      },
      comment)
    var filled = page.emptyCells.count
    for tile in page.tiles {
      let middle = (tile.cell.x + tile.cell.width / 2, tile.cell.y + tile.cell.height / 2)
      func holds(_ line: RowOrColumn) -> Bool {
        line.cells.x <= middle.0 && middle.0 < line.cells.maxX && line.cells.y <= middle.1
          && middle.1 < line.cells.maxY
      }
      let (rows, columns) = (page.rows.filter(holds), page.columns.filter(holds))
      #expect(rows.count == 1 && columns.count == 1, comment)
      guard let row = rows.first, let column = columns.first else { continue }
      filled += 1
      let facts = plan.pictures[tile.index].facts
      #expect(facts.first { $0.key == "row" }?.value == Fact(reading: row.heading).value, comment)
      #expect(
        facts.first { $0.key == "column" }?.value == Fact(reading: column.heading).value, comment)
      // Headings are over their own columns, and above or beside their own rows.
      if let area = column.headingArea {
        #expect(
          area.maxY <= tile.cell.y && abs(2 * area.x + area.width - 2 * middle.0) <= 2, comment)
      }
      if let area = row.headingArea {
        #expect(area.maxX <= tile.cell.x || area.maxY <= tile.cell.y, comment)
        #expect(area.maxY <= row.cells.maxY, comment)
      }
      if let label = tile.label {
        #expect(label.text == "\(row.heading) \(column.heading)", comment)
      }
    }
    var counted = 0
    // Without sections, blocks of rows may be side by side, each with its own columns.
    let blocks = Set(page.rows.map { $0.cells.x..<$0.cells.maxX })
    let parts =
      page.sections.isEmpty
      ? blocks.map { PixelRect(x: $0.lowerBound, y: 0, width: $0.count, height: sheet.height) }
      : page.sections.map(\.area)
    for part in parts {
      let isOwn: (RowOrColumn) -> Bool = {
        part.y <= $0.cells.y && $0.cells.y < part.maxY
          && part.x <= $0.cells.x + $0.cells.width / 2
          && $0.cells.x + $0.cells.width / 2 < part.maxX
      }
      counted += page.rows.filter(isOwn).count * page.columns.filter(isOwn).count
    }
    #expect(counted == filled, comment)
    let areas = page.tiles.map(\.cell) + page.emptyCells.map(\.cell)
    for (index, area) in areas.enumerated() {
      for other in areas[(index + 1)...] { #expect(!area.overlaps(other), comment) }
    }
  }

  /// Checks that the cells of a column have the same width, and that equal pictures are equally
  /// large.
  private func expectEqualCells(of plan: SheetPlan, _ job: SheetJob, _ comment: Comment) {
    let tiles = plan.pages.flatMap(\.tiles)
    for page in plan.pages {
      for column in Dictionary(grouping: page.tiles, by: \.cell.x).values {
        #expect(Set(column.map(\.cell.width)).count == 1, comment)
      }
    }
    let sized = tiles.compactMap { tile in
      tile.placement.map { (plan.pictures[tile.index].size, $0.image.size) }
    }
    for (_, images) in Dictionary(grouping: sized, by: \.0) {
      #expect(
        Set(images.map(\.1)).count == 1,
        "\(comment.rawValue) \(images.map(\.1)) of \(images[0].0.map { "\($0)" } ?? "")")
    }
    for page in plan.pages {
      for tile in page.tiles {
        func row(of tile: PlannedTile) -> PixelRect? {
          page.rows.first { tile.cell.isInside($0.cells) }?.cells
        }
        for other in page.tiles where row(of: other) == row(of: tile) {
          #expect(other.cell.y == tile.cell.y && other.cell.height == tile.cell.height, comment)
        }
      }
    }
  }

  @Test(
    "A matrix too large for a page is split by rows, then by columns, and each page states its ranges"
  )
  func bothWays() throws {
    var job = try Self.job(.narrow)
    job.paging.maximumHeight = 230
    let names = (1...4).flatMap { row in (1...6).map { "\(row)_\($0)_0.png" } }
    let pictures = names.map {
      SheetPicture(StubPicture(name: $0, size: PixelSize(width: 90, height: 70)))
    }
    let known = PictureFactsBuilder(
      pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")])
    let plan = try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)]).plan
    #expect(
      plan.pages.map { $0.texts[0].text } == [
        "rows 1 to 2 of 4, columns 1 to 4 of 6", "rows 1 to 2 of 4, columns 5 to 6 of 6",
        "rows 3 to 4 of 4, columns 1 to 4 of 6", "rows 3 to 4 of 4, columns 5 to 6 of 6",
      ])
    #expect(plan.pages.map { $0.columns.map(\.heading) }[1] == ["5", "6"])
    #expect(plan.pages.map { $0.rows.map(\.heading) }[2] == ["3", "4"])
    #expect(
      plan.pages[1].tiles.map { plan.pictures[$0.index].name }.prefix(3) == [
        "1_5_0.png", "1_6_0.png", "2_5_0.png",
      ])
    #expect(Set(plan.pages.map { $0.columns[0].cells.x }).count == 1)
    #expect(plan.pages.map(\.block) == [(1, 1), (1, 2), (2, 1), (2, 2)].map(PageBlock.init))
    job.paging.maximumHeight = nil
    let all = try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)]).plan
    #expect(all.pages.map { $0.texts[0].text } == ["columns 1 to 4 of 6", "columns 5 to 6 of 6"])
  }

  @Test("Each group has its own matrix, with equal columns; sections share their columns")
  func groups() throws {
    func group(_ name: String, _ names: [String]) throws -> PictureGroup {
      let pictures = names.map {
        SheetPicture(StubPicture(name: "\($0)_0.png", size: PixelSize(width: 60, height: 60)))
      }
      return PictureGroup(
        name: name,
        pictures: PictureFactsBuilder(
          pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")]
        ).pictures)
    }
    let groups = [try group("one", ["1_1", "1_2"]), try group("two", ["1_2", "2_3"])]
    var job = try Self.job(.width)
    job.paging.groupKey = .folder
    let pages = try SheetPlanner(job).plan(groups).plan.pages
    #expect(pages.map { $0.columns.map(\.heading) } == [["1", "2"], ["2", "3"]])
    #expect(Set(pages.flatMap(\.tiles).map(\.cell.width)).count == 1)
    job.paging.groupBreak = .section
    let page = try #require(try SheetPlanner(job).plan(groups).plan.pages.first)
    #expect(page.columns.map(\.heading) == ["1", "2", "3", "1", "2", "3"])
    #expect(page.sections.map(\.heading) == ["one", "two"])
    #expect(page.sections.map(\.tileCount) == [2, 2])
    #expect(page.emptyCells.count == 1 + 4)
  }

  @Test("An unreadable picture makes no row taller, and gets the usual size if it is alone")
  func unreadable() throws {
    let pictures = [("a_1.png", true), ("a_2.png", false), ("b_2.png", false)].map {
      SheetPicture(
        StubPicture(name: $0, size: $1 ? PixelSize(width: 90, height: 30) : nil))
    }
    let known = PictureFactsBuilder(pictures, table: nil, parsing: [try NameTemplate("{r}_{c}")])
    let page = try SheetPlanner(try Self.job(.nothing))
      .plan([PictureGroup(pictures: known.pictures)]).plan.pages[0]
    #expect(page.tiles.map(\.cell.height) == [30, 30, 30])
    #expect(page.tiles[1].placement == nil)
  }

  @Test(
    "If pictures are not scaled, columns and rows have their own sizes where there is room",
    arguments: [Form.nothing, .width])
  func ownSizes(form: Form) throws {
    var job = try Self.job(form)
    job.style.scaling = .none
    let sides = [16, 22, 48, 256]
    let pictures = sides.flatMap { side in
      ["a", "b", side == 256 ? "a" : "c"].enumerated().map { index, row in
        let height = row == "b" ? side / 2 : side
        return SheetPicture(
          StubPicture(
            name: "\(row)_\(side)_\(index).png", size: PixelSize(width: side, height: height)))
      }
    }
    let known = PictureFactsBuilder(
      pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")])
    let page = try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)]).plan.pages[0]
    #expect(page.columns.map(\.heading) == sides.map(String.init))
    #expect(page.columns.map(\.cells.width) == sides.map { max($0, TypeScale.lineHeight(12)) })
    #expect(page.rows.map(\.cells.height) == [256, 128, 48])
    for tile in page.tiles {
      let placement = try #require(tile.placement)
      #expect(placement.crop.width == Double(placement.image.width))
      #expect(placement.crop.height == Double(placement.image.height))
    }
    // If there is no room, columns have equal widths, and may continue on other pages.
    var layout = try Self.layout(form)
    layout.sizing = .sheet(.pixels(300))
    job.layout = layout
    let narrow = try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)]).plan
    #expect(Set(narrow.pages.flatMap(\.columns).map(\.cells.width)).count == 1)
  }

  @Test(
    "Pictures that keep their pixels are shown whole, however large, if the sheet has room",
    arguments: [Form.nothing, .width])
  func largeSizes(form: Form) throws {
    var job = try Self.job(form)
    job.style.scaling = .none
    let sizes = [(16, 16), (512, 300), (300, 700)].map { PixelSize(width: $0, height: $1) }
    let pictures = sizes.enumerated().map { column, size in
      SheetPicture(StubPicture(name: "a_\(column)_0.png", size: size))
    }
    let known = PictureFactsBuilder(
      pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")])
    let group = PictureGroup(pictures: known.pictures)
    if form == .width {
      var layout = try Self.layout(form)
      layout.sizing = .sheet(.pixels(1200))
      job.layout = layout
    }
    let page = try SheetPlanner(job).plan([group]).plan.pages[0]
    #expect(page.tiles.compactMap(\.placement?.image.size) == sizes)
    #expect(page.columns.map(\.cells.width).dropFirst() == [512, 300])
    // If such cells would exceed the sheet's limit on pixels, cells have their usual size.
    guard form == .nothing else { return }
    job.maximumPixels = PixelCount(400_000)
    let small = try SheetPlanner(job).plan([group]).plan.pages[0]
    #expect(small.size.width * small.size.height <= 400_000)
  }

  @Test("The common end of all folder paths is shown only once, above the table")
  func sharedPath() throws {
    func plan(_ folders: [String], _ form: Form = .nothing) throws -> SheetPlan {
      var job = try Self.job(form)
      var layout = try Self.layout(form)
      layout.sorting = MatrixAxes()
      job.layout = layout
      let pictures = try MatrixSortingTests.pictures(folders.map { "\($0)/x.png" })
      return try SheetPlanner(job).plan([PictureGroup(pictures: pictures)]).plan
    }
    let icons = try plan(["/icons/gnome/48x48/actions", "/icons/mate/48x48/actions"])
    #expect(icons.pages[0].columns.map(\.heading) == ["gnome", "mate"])
    let line = try #require(icons.pages[0].texts.first { $0.text == "…/48x48/actions" })
    #expect(icons.pages[0].columns.allSatisfy { line.area.maxY <= $0.headingArea?.y ?? 0 })
    let narrow = try plan((1...9).map { "/run\($0)/out" }, .narrow)
    #expect(narrow.pages.count > 1)
    #expect(narrow.pages.allSatisfy { $0.texts.contains { $0.text.hasPrefix("…/out, column") } })
    for (folders, headings) in [
      (["/a/x/y", "/b/z/y"], ["x", "z"]), (["/a/x", "/b/y"], ["x", "y"]),
      (["/x", "/y/x"], ["x", "y/x"]), (["/a/x", "/b/x", "/a/x/x"], ["a", "b", "x"]),
      (["/only/x"], ["x"]), (["/ /x", "/\u{202E}/x"], [" ", "\u{FFFD}"]),
    ] {
      let plan = try plan(folders)
      #expect(plan.pages[0].columns.map(\.heading) == headings, "\(folders)")
    }
  }

  @Test("Empty cells of a matrix are blank unless an option changes them")
  func marks() throws {
    func style(
      in layout: any Layout, _ emptyCells: EmptyCellMark? = nil
    ) throws -> TileStyle {
      var job = try Self.job(.nothing)
      job.layout = layout
      job.style.emptyCells = emptyCells
      return try SheetPlanner(job).job.style
    }
    let matrix = try Self.layout(.nothing)
    #expect(try style(in: GridLayout()).emptyCells == nil)
    #expect(try style(in: matrix).emptyCells == .nothing)
    #expect(try style(in: matrix).decoration.border == nil)
    #expect(try style(in: matrix, .dot).emptyCells == .dot)
  }

  @Test(
    "A single row or column takes only the room it needs; a matrix without pictures is refused"
  )
  func small() throws {
    let picture = SheetPicture(
      StubPicture(name: "a_b_c.png", size: PixelSize(width: 64, height: 48)))
    let known = PictureFactsBuilder(
      [picture], table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")])
    let page = try SheetPlanner(try Self.job(.nothing))
      .plan([PictureGroup(pictures: known.pictures)]).plan.pages[0]
    #expect(page.tiles[0].placement?.image.size == PixelSize(width: 64, height: 48))
    #expect(page.rows.map(\.heading) == ["a"] && page.columns.map(\.heading) == ["b"])
    let other = PictureFactsBuilder([.stub(5, 5)], table: nil, parsing: []).pictures
    #expect(throws: ContactSheetError.noPlaceInMatrix(first: "stub.png")) {
      try SheetPlanner(try Self.job(.nothing)).plan([PictureGroup(pictures: other)])
    }
  }

  @Test(
    "The error about an empty matrix mentions names that do not match, or values no picture has")
  func emptyMatrices() throws {
    func error(_ names: [String], columns: [String]?) throws -> ContactSheetError? {
      var job = try Self.job(.nothing)
      var layout = try Self.layout(.nothing)
      layout.sorting.columns.values = columns
      (job.layout, job.parsing) = (layout, [try NameTemplate("{r}_{c}_{i}")])
      let pictures = names.map {
        SheetPicture(StubPicture(name: $0, size: PixelSize(width: 9, height: 9)))
      }
      let known = PictureFactsBuilder(pictures, table: nil, parsing: job.parsing).pictures
      return #expect(throws: ContactSheetError.self) {
        try SheetPlanner(job).plan([PictureGroup(name: "", pictures: known)])
      }
    }
    #expect(
      try error(["IMG1.png", "IMG2.png"], columns: ["1spp"])?.text
        == "cannot make a matrix: names such as 'IMG1.png' do not match '{r}_{c}_{i}'")
    let names = ["001spp", "016spp", "004spp"].map { "a_\($0)_0.png" }
    #expect(
      try error(names, columns: ["1spp", "4spp"])?.text
        == "cannot make a matrix: no image is in column '1spp' (images are in 001spp, 004spp, 016spp)"
    )
    let many = (100..<3100).map { "a_c\($0)_0.png" }
    let message = try #require(try error(many, columns: ["c1"])?.text)
    #expect(message.contains(": no image is in column 'c1' (images are in c100, c101, "))
    #expect(message.hasSuffix(" 2990 more)") && message.count < 300)
  }

  @Test(
    "Headings on the left take at most a fifth of the width, and rows have room for their lines")
  func longHeadings() throws {
    let name = "a very long heading that takes several lines"
    let pictures = ["\(name)_1_0.png", "b_1_0.png"].map {
      SheetPicture(StubPicture(name: $0, size: PixelSize(width: 60, height: 20)))
    }
    let known = PictureFactsBuilder(
      pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")])
    var job = try Self.job(.narrow)
    let page = try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)]).plan.pages[0]
    let area = try #require(page.rows[0].headingArea)
    #expect(Double(area.width) <= 0.2 * Double(page.size.width))
    #expect(area.height >= 3 * TypeScale.lineHeight(12) && area.height <= page.rows[0].cells.height)
    var layout = try Self.layout(.narrow)
    layout.rowHeading = .above
    job.layout = layout
    let above = try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)]).plan.pages[0]
    #expect(above.rows.allSatisfy { $0.headingArea?.maxY ?? .max <= $0.cells.y })
    layout.rowHeading = .up
    job.layout = layout
    let planned = try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)])
    let up = planned.plan.pages[0]
    let cells = up.rows[0].cells
    let turned = try #require(up.rows[0].headingArea)
    #expect(turned.width == TypeScale.lineHeight(12) && turned.maxX <= cells.x)
    #expect(turned.y >= cells.y && turned.maxY <= cells.maxY)
    let text = try #require(up.texts.first { $0.area == turned })
    #expect(text.readsUpwards && text.alignment == .center)
    // The heading of a row never makes the row taller than a usual cell; the heading is shortened
    // instead.
    let isCut = TypeSetter(.builtin, size: 12).drawnWidth(of: text.text) > turned.height
    #expect(planned.notes.of(.shortenedTexts).isEmpty == !isCut)
  }

  @Test("Column headings that are left out, or all empty, take no space")
  func noColumnHeadings() throws {
    var layout = try Self.layout(.nothing)
    layout.rowHeading = .none
    var job = SheetJob()
    (job.gap, job.margin) = (PixelSpacing(0), PixelSpacing(0))
    job.style.scaling = .none
    func page(_ layout: MatrixLayout) throws -> SheetPage {
      job.layout = layout
      return try SheetPlanner(job).plan([try Self.sixRows()]).plan.pages[0]
    }
    let headed = try page(layout)
    #expect(headed.size.height > 2400 && headed.columns.allSatisfy { $0.headingArea != nil })
    layout.sorting.columns.values = ["0=", "1=A", "2="]
    let some = try page(layout)
    #expect(some.size.height > 2400 && some.columns.map(\.heading) == ["", "A", ""])
    #expect(some.columns.map { $0.headingArea == nil } == [true, false, true])
    layout.sorting.columns.values = ["0=", "1=", "2="]
    #expect(try page(layout).size == PixelSize(width: 1800, height: 2400))
    layout.sorting.columns.values = nil
    layout.columnHeading = .none
    let without = try page(layout)
    #expect(without.size == PixelSize(width: 1800, height: 2400))
    #expect(without.columns.map(\.heading) == ["0", "1", "2"] && without.texts.isEmpty)
    // The borders above the first row stay on the sheet.
    job.style.decoration.border = Border("5")
    let bordered = try page(layout)
    #expect(bordered.size == PixelSize(width: 1830, height: 2460))
    #expect(bordered.tiles[0].cell.y == 0)
  }

  @Test(
    "Headings are measured in the font that draws them: their areas are as tall as their lines",
    arguments: ["builtin", "auto", "Sans", "Serif Bold Italic"], ["", "日本 "])
  func measuredHeadings(font: String, start: String) throws {
    let names = [
      "glass-of-water", "a very long heading that takes several lines", "W", "iiiiiiiiiiii", "b-a",
    ].map { start + $0 }
    let pictures = names.enumerated().flatMap { index, name in
      (0..<3).map { column in
        SheetPicture(
          StubPicture(
            name: "\(name)_\(names[column])_\(index).png", size: PixelSize(width: 90, height: 200)))
      }
    }
    let known = PictureFactsBuilder(
      pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")])
    for form in [Form.nothing, .cell, .width, .narrow] {
      var job = try Self.job(form)
      job.texts.font = try #require(FontChoice(font))
      job.texts.label = try PictureTemplate("{r}", others: .any)
      let page = try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)]).plan.pages[0]
      let headings = page.texts.filter { $0.overflow == .wrap }
      let turned = page.texts.filter(\.readsUpwards)
      #expect(headings.count + turned.count == names.count + 3)
      for heading in headings {
        let lowest = min(heading.linesHeight, page.cells(of: heading)?.height ?? .max)
        #expect(heading.area.height == lowest, "\(font) \(form) \(heading.text)")
      }
    }
  }

  @Test(
    "Headings have a natural width on one line, and wrap at a given width into a few lines at most")
  func headingType() throws {
    let words = "one two three"
    let type = HeadingType(
      [words, "three", ""], in: .builtin, TypeScale(.auto, pixelsPerInch: nil), gap: 0)
    let width = type.width(of: [Fact(words), Fact("three")])
    #expect(width > type.width(of: [Fact("three")]))
    #expect(type.lines(of: Fact(words), width: width) == 1)
    #expect(type.lines(of: Fact(words), width: width - 1) == 2)
    let narrow = type.width(of: [Fact("three")])
    #expect(type.lines(of: Fact(words), width: narrow) == 3)
    #expect(type.lines(of: Fact(words), width: narrow, maximum: 2) == 2)
    #expect(type.lines(of: Fact(""), width: 0, maximum: 0) == 1)
    let none = HeadingType([], in: .builtin, TypeScale(.auto, pixelsPerInch: nil), gap: 0)
    #expect(none.font == nil && none.width(of: []) == 0)
  }

  @Test(
    "Over columns of a given width, no word of a heading is broken, and headings stay distinct",
    arguments: ["builtin", "Sans"])
  func unbrokenHeadings(font: String) throws {
    let names = [
      ["Konvolutionsnetzwerkarchitektur", "groundtruth", "bicubic_interpolation_reference"],
      ["a b c d e f g h i j k l m n o p q r s t u v w x y z", "EfficientNetV2", "W"],
      ["imagenet-v2-matched-frequency-seed", "imagenet-v2-matched-frequency-need"],
      [String(repeating: "w", count: 400) + "1", String(repeating: "w", count: 400) + "2", "x"],
    ]
    var (turnedCount, acrossCount) = (0, 0)
    for names in names {
      let group = try Self.row(names)
      for (width, height) in [
        (200, nil), (200, 300), (300, nil), (500, 240), (500, nil), (900, 240), (2_000, nil),
      ] as [(Int, Int?)] {
        var job = try Self.job(.nothing)
        job.paging.maximumHeight = height
        job.texts.font = try #require(FontChoice(font))
        var layout = try Self.layout(.nothing)
        layout.sizing = .sheet(.pixels(width))
        job.layout = layout
        let planned = try SheetPlanner(job).plan([group])
        let page = planned.plan.pages[0]
        let comment: Comment = "\(names[0].prefix(20)) at \(width) in \(font)"
        let headings = names.compactMap { name in page.texts.first { $0.text == name } }
        #expect(headings.count == names.count || planned.plan.pages.count > 1, comment)
        #expect(Set(headings.map { $0.shown ?? $0.text }).count == headings.count, comment)
        #expect(Set(headings.map(\.readsUpwards)).count == 1, "all are turned, or none is")
        for heading in headings {
          if heading.readsUpwards {
            turnedCount += 1
            #expect(heading.area.height > heading.area.width, comment)
            #expect(heading.area.height <= (height.map { $0 / 3 } ?? width) + 1, comment)
            #expect(heading.shown?.contains("\n") != true, comment)
          } else if !planned.notes.of(.shortenedTexts).isEmpty {
            continue
          } else if TypeScale.lineHeight(job.texts.font.size ?? 12) <= page.columns[0].cells.width {
            acrossCount += 1
            // A line may end after a mark, before a capital, or between a letter and a digit.
            let lines = (heading.shown ?? heading.text).split(separator: "\n")
            for (line, next) in zip(lines, lines.dropFirst()) {
              let isInWord =
                line.last?.isLowercase == true && next.first?.isLowercase == true
                && heading.text.contains("\(line)\(next)")
              #expect(!isInWord, comment)
            }
          }
        }
        let json = SheetManifest(planned.plan, files: planned.plan.pages.map { "\($0.number).png" })
          .json()
        #expect(try SheetManifest(json: json).plan == planned.plan, comment)
      }
    }
    #expect(turnedCount > 10 && acrossCount > 10)
  }

  @Test("Headings of cells with a given height leave room for a row on a page of limited height")
  func headingsAboveCells() throws {
    let names = ["a", "b", "c"].map { $0 + String(repeating: "w", count: 52) }
    let group = try Self.row(names)
    var turned = 0
    for (cell, height) in [(150, 300), (150, 250), (150, 220), (60, 300), (200, 900)] {
      for heading in [Sheet.ColumnHeading.auto, .up] {
        var job = try Self.job(.nothing)
        job.paging.maximumHeight = height
        var layout = try Self.layout(.nothing)
        layout.columnHeading = heading
        layout.sizing = .cell(PixelSize(width: cell, height: cell))
        job.layout = layout
        let page = try SheetPlanner(job).plan([group]).plan.pages[0]
        let comment: Comment = "cells of \(cell) on \(height), \(heading)"
        #expect(page.size.height <= height && page.tiles.count == 3, comment)
        #expect(page.rows.allSatisfy { $0.cells.height == cell }, comment)
        if page.texts.contains(where: \.readsUpwards) { turned += 1 }
      }
    }
    #expect(turned > 5)
  }

  @Test("Headings over tiny cells stay different, and a note counts those that are shortened")
  func headingsOfTinyCells() throws {
    let names = (0..<3).map { "imagenet-v2-matched-frequency-seed-\($0)" }
    for (cell, isTurned) in [(8, false), (12, true), (14, true)] {
      var job = try Self.job(.nothing)
      var layout = try Self.layout(.nothing)
      layout.sizing = .cell(PixelSize(width: cell, height: cell))
      job.layout = layout
      let planned = try SheetPlanner(job).plan([try Self.row(names)])
      let page = planned.plan.pages[0]
      let headings = names.compactMap { name in page.texts.first { $0.text == name } }
      #expect(Set(headings.compactMap(\.shown)).count == 3, "\(cell)")
      #expect(headings.allSatisfy { $0.readsUpwards == isTurned }, "\(cell)")
      #expect(headings.allSatisfy { $0.area.width <= cell }, "\(cell)")
      let notes = planned.notes.of(.shortenedTexts)
      #expect(notes.count == 1 && notes[0].text.contains("3 column headings"), "\(cell)")
    }
  }

  @Test(
    "Columns that are as wide as their icons become wider for headings, and shortened headings are counted"
  )
  func headingsOfIcons() throws {
    let names = ["internationalization-of-software", "x", "Konvolutionsnetzwerkarchitekturen"]
    let pictures = names.enumerated().map { index, name in
      SheetPicture(
        StubPicture(
          name: "\(name)~1.png", size: PixelSize(width: 16 << index, height: 16 << index)))
    }
    let icons = PictureGroup(
      pictures: PictureFactsBuilder(
        pictures, table: nil, parsing: [try NameTemplate("{c}~{r}")]
      ).pictures)
    var job = try Self.job(.nothing)
    var layout = try Self.layout(.nothing)
    layout.sizing = .sheet(.pixels(1200))
    job.layout = layout
    let planned = try SheetPlanner(job).plan([icons])
    let size = try #require(planned.plan.pages[0].texts.first { $0.text == "x" }).size
    let measure = TypeSetter(.builtin, size: size).measure(for: names)
    for column in planned.plan.pages[0].columns {
      let lines = measure.lines(
        of: column.heading, width: column.cells.width, limit: 3, overflow: .wrap)
      #expect(lines.joined() == column.heading)
      #expect(lines.dropLast().allSatisfy { $0.last == "-" })
    }
    #expect(Set(planned.plan.pages[0].columns.map(\.cells.width)).count == 3)
    #expect(planned.notes.of(.shortenedTexts).isEmpty)
    // Without a given width, the growth of columns has a limit.
    let long = try Self.row((0..<3).map { String(repeating: "w", count: 400) + "\($0)" })
    let notes = try SheetPlanner(try Self.job(.nothing)).plan([long]).notes.of(.shortenedTexts)
    #expect(notes.count == 1 && notes[0].text.contains("3 column headings"))
  }

  @Test("Headings that are to read upwards do so at every width, and columns do not grow for them")
  func upwardHeadings() throws {
    let group = try Self.row(["Konvolutionsnetzwerk", "x", "y"])
    for width in [nil, 200, 2_000] {
      var job = try Self.job(.nothing)
      var layout = try Self.layout(.nothing)
      layout.columnHeading = .up
      if let width { layout.sizing = .sheet(.pixels(width)) }
      layout.sorting.columns.values = ["Konvolutionsnetzwerk", "x", "y="]
      job.layout = layout
      let page = try SheetPlanner(job).plan([group]).plan.pages[0]
      let turned = page.texts.filter(\.readsUpwards)
      #expect(Set(turned.map(\.text)).isSuperset(of: ["Konvolutionsnetzwerk", "x"]))
      #expect(turned.allSatisfy { $0.shown == nil && $0.area.height > $0.area.width })
      if width == nil { #expect(page.columns.allSatisfy { $0.cells.width == 120 }) }
      layout.columnHeading = .auto
      job.layout = layout
      let across = try SheetPlanner(job).plan([group]).plan.pages[0]
      #expect(across.texts.contains(where: \.readsUpwards) == (width == 200))
    }
  }

  @Test("Without a given width, columns grow until no word of a heading is broken")
  func grownColumns() throws {
    let names = ["Konvolutionsnetzwerk", "internationalization-of-software", "x"]
    let page = try SheetPlanner(try Self.job(.nothing)).plan([try Self.row(names)]).plan.pages[0]
    for name in names {
      let heading = try #require(page.texts.first { $0.text == name })
      let lines = (heading.shown ?? name).split(separator: "\n")
      #expect(!heading.readsUpwards && lines.dropLast().allSatisfy { $0.last == "-" }, "\(name)")
    }
  }

  @Test("The note about a divided matrix states the largest width at which it fits on one page")
  func onePage() throws {
    let group = try Self.sixRows()
    func planned(_ width: Int, height: Int = 700) throws -> PlannedPictures {
      var job = try Self.job(.maximumHeight)
      var layout = try Self.layout(.maximumHeight)
      layout.sizing = .sheet(.pixels(width))
      (job.layout, job.paging.maximumHeight) = (layout, height)
      return try SheetPlanner(job).plan([group])
    }
    var named = 0
    for (width, height) in [(800, 700), (900, 700), (1203, 700), (1203, 900), (1203, 1_100)] {
      let divided = try planned(width, height: height)
      let note = try #require(divided.notes.of(.dividedSheet).first)
      #expect(divided.plan.pages.count > 1)
      guard let size = "\(note)".firstMatch(of: /size\D{0,8}(\d+)/) else {
        // No sheet narrower than a third of the width is suggested.
        #expect(try planned((width / 3 + 9) / 10 * 10, height: height).plan.pages.count > 1)
        continue
      }
      named += 1
      let narrower = try #require(Int(size.1))
      #expect(narrower < width && 3 * narrower >= width && narrower % 10 == 0)
      let one = try planned(narrower, height: height)
      #expect(one.plan.pages.count == 1 && one.notes.of(.dividedSheet).isEmpty)
      #expect(try planned(narrower + 10, height: height).plan.pages.count > 1)
    }
    #expect(named >= 2)
    // Even with the narrowest columns allowed, there is no room for all rows.
    let low = try planned(900, height: 260)
    let note = try #require(low.notes.of(.dividedSheet).first)
    #expect(!"\(note)".contains("one page;"), "\(note)")
  }

  @Test("If a matrix may be narrowed, its sections are narrowed together to fit on one page")
  func narrowedSections() throws {
    let members = try Self.sixRows().members
    let groups = ["one", "two"].map { PictureGroup(name: $0, pictures: members) }
    func planned(mayShrink: Bool) throws -> PlannedPictures {
      var job = try Self.job(.maximumHeight)
      var layout = try Self.layout(.maximumHeight)
      layout.sizing = .sheet(.pixels(1_203))
      (job.layout, job.paging.maximumHeight, job.widthMayShrink) = (layout, 2_000, mayShrink)
      (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
      return try SheetPlanner(job).plan(groups)
    }
    let divided = try planned(mayShrink: false)
    #expect(divided.plan.pages.count > 1 && divided.notes.of(.dividedSheet).count == 1)
    let narrowed = try planned(mayShrink: true)
    #expect(narrowed.plan.pages.count == 1 && narrowed.notes.of(.narrowedSheet).count == 1)
    #expect(narrowed.plan.pages[0].size.width < 1_203)
    #expect(narrowed.plan.pages[0].sections.map(\.heading) == ["one", "two"])
  }

  @Test("The width that the note about a divided matrix states includes the binding")
  func onePageWithBinding() throws {
    let group = try Self.sixRows()
    func planned(_ width: Int) throws -> PlannedPictures {
      var job = try Self.job(.maximumHeight)
      var layout = try Self.layout(.maximumHeight)
      // The width in a layout does not include the binding.
      layout.sizing = .sheet(.pixels(width - 130))
      (job.layout, job.binding, job.paging.maximumHeight) = (layout, 130, 1_100)
      return try SheetPlanner(job).plan([group])
    }
    let divided = try planned(1_333)
    #expect(divided.plan.pages.map(\.size.width).max() == 1_333)
    let note = try #require(divided.notes.of(.dividedSheet).first)
    let size = try #require("\(note)".firstMatch(of: /size\D{0,8}(\d+)/))
    let narrower = try #require(Int(size.1))
    #expect(narrower % 10 == 0 && narrower < 1_333)
    #expect(try planned(narrower).plan.pages.map(\.size.width) == [narrower])
    #expect(try planned(narrower + 10).plan.pages.count > 1)
  }

  @Test(
    "A figure whose width may shrink is put on one page if it can keep at least a third of its width"
  )
  func narrowed() throws {
    let group = try Self.sixRows()
    func planned(_ width: Int, height: Int, mayShrink: Bool) throws -> PlannedPictures {
      var job = try Self.job(.maximumHeight)
      var layout = try Self.layout(.maximumHeight)
      layout.sizing = .sheet(.pixels(width))
      (job.layout, job.paging.maximumHeight, job.widthMayShrink) = (layout, height, mayShrink)
      return try SheetPlanner(job).plan([group])
    }
    for height in [900, 1_100, 1_400] {
      let divided = try planned(1_203, height: height, mayShrink: false)
      let narrowed = try planned(1_203, height: height, mayShrink: true)
      let width = narrowed.plan.pages[0].size.width
      #expect(divided.plan.pages.count > 1 && divided.notes.of(.narrowedSheet).isEmpty)
      #expect(narrowed.plan.pages.count == 1 && narrowed.notes.of(.dividedSheet).isEmpty)
      let note = try #require(narrowed.notes.of(.narrowedSheet).first)
      #expect("\(note)".contains("\(width) wide instead of 1203"), "\(note)")
      // The layout is the same as if this width were given.
      let given = try planned(width, height: height, mayShrink: false)
      #expect(narrowed.plan == given.plan)
      let wider = try planned(width + 10, height: height, mayShrink: false)
      #expect(wider.plan.pages.count > 1)
    }
    // A matrix that fits on one page keeps its width, and so does a matrix that would have to lose
    // more than two thirds of its width.
    let fitting = try planned(400, height: 900, mayShrink: true)
    #expect(fitting.plan.pages[0].size.width == 400 && fitting.notes.of(.narrowedSheet).isEmpty)
    let low = try planned(1_203, height: 300, mayShrink: true)
    #expect(low.plan.pages.count > 1 && low.plan.pages[0].size.width == 1_203)
    #expect(low.notes.of(.dividedSheet).count == 1 && low.notes.of(.narrowedSheet).isEmpty)
    // The rows of a comparison cannot be chosen, so its note does not suggest that.
    var job = try Self.job(.maximumHeight)
    var layout = try Self.layout(.maximumHeight)
    layout.sizing = .sheet(.pixels(1_203))
    (job.layout, job.paging.maximumHeight, job.widthMayShrink) = (layout, 300, true)
    job.comparison = ComparisonSettings(with: "/before")
    let compared = try #require(
      try SheetPlanner(job).plan([group]).notes.of(.dividedSheet).first?.remedy)
    let usual = try #require(low.notes.of(.dividedSheet).first?.remedy)
    let rows: Remedy = "\(.rowValues)"
    #expect("\(usual)".contains("\(rows)") && !"\(compared)".contains("\(rows)"))
  }

  @Test("A matrix of 10,000 cells is planned quickly")
  func many() throws {
    let pictures = (0..<100).flatMap { row in
      (0..<100).map { column in
        SheetPicture(
          StubPicture(
            name: "row \(row)_\(column)_0.png", size: PixelSize(width: 200 + row, height: 150)))
      }
    }
    let known = PictureFactsBuilder(
      pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")])
    let plan = try SheetPlanner(try Self.job(.paper))
      .plan([PictureGroup(pictures: known.pictures)]).plan
    #expect(plan.tileCount == 10_000)
  }
}

extension SheetPage {
  /// The cells of the row or column that a string heads.
  fileprivate func cells(of heading: PlannedText) -> PixelRect? {
    rows.first { $0.headingArea == heading.area }?.cells
  }
}
