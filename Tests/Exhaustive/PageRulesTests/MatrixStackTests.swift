import SheetFixtures
import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Matrices whose cells show several pictures.
@Suite struct MatrixStackTests {
  private static func stacked(_ job: SheetJob) throws -> SheetJob {
    var job = job
    var layout = try #require(job.layout as? MatrixLayout)
    layout.sorting.clashPolicy = .stack
    job.layout = layout
    return job
  }

  /// Pictures named `ROW_COLUMN_NUMBER.png`.
  private static func group(
    _ counts: [String: Int], size: PixelSize = PixelSize(width: 90, height: 60)
  ) throws -> PictureGroup {
    let names = counts.sorted { $0.key < $1.key }.flatMap { cell, count in
      (0..<count).map { "\(cell)_\($0).png" }
    }
    let pictures = names.map { SheetPicture(StubPicture(name: $0, size: size)) }
    return PictureGroup(
      pictures: PictureFactsBuilder(
        pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")]
      ).pictures)
  }

  @Test(
    "Every picture is shown in its cell, or hidden there and included in the cell's count",
    arguments: MatrixPlanTests.Form.allCases)
  func sound(form: MatrixPlanTests.Form) throws {
    var generator = SeededGenerator(seed: 633)
    for round in 0..<24 {
      let job = try Self.stacked(MatrixPlanTests.job(form, round: round))
      let groups = try MatrixPlanTests.groups(
        &generator, most: job.paging.groupKey == nil ? 1 : 4)
      let planned = try SheetPlanner(job).plan(groups)
      let plan = planned.plan
      let comment: Comment = "\(form) \(round)"
      #expect(!planned.notes.contains { $0.kind == .clash }, comment)
      let left = planned.notes.filter { [.withoutPlace, .unwanted].contains($0.kind) }
        .reduce(0) { $0 + ($1.measures[.count] ?? 0) }
      let names = plan.pictures.flatMap { [$0.name] + $0.stack }
      let all = groups.flatMap(\.members).map(\.picture.source.name)
      #expect(names.count + left == all.count && Set(names).isSubset(of: all), comment)
      #expect(planned.pictures.map(\.source.name) == plan.pictures.map(\.name), comment)
      for page in plan.pages { try expectCells(of: page, in: plan, comment) }
      let json = SheetManifest(plan, files: plan.pages.map { "\($0.number).png" }).json()
      #expect(try SheetManifest(json: json).plan == plan, comment)
    }
  }

  /// Checks the tiles and the count of each cell of a page.
  private func expectCells(of page: SheetPage, in plan: SheetPlan, _ comment: Comment) throws {
    func middle(_ area: PixelRect) -> (x: Int, y: Int) {
      (area.x + area.width / 2, area.y + area.height / 2)
    }
    func holds(_ line: RowOrColumn, _ area: PixelRect) -> Bool {
      let (x, y) = middle(area)
      return line.cells.x <= x && x < line.cells.maxX && line.cells.y <= y && y < line.cells.maxY
    }
    struct Cell: Hashable { let row, column: Int }
    func cell(of area: PixelRect) -> Cell? {
      page.rows.firstIndex { holds($0, area) }.flatMap { row in
        page.columns.firstIndex { holds($0, area) }.map { Cell(row: row, column: $0) }
      }
    }
    let tiles = Dictionary(grouping: page.tiles) { cell(of: $0.cell) }
    #expect(tiles[nil] == nil, comment)
    let headings = (page.rows + page.columns).compactMap(\.headingArea)
    let counts = page.texts.filter { $0.role == .label && !headings.contains($0.area) }
    let written = Dictionary(grouping: counts) { cell(of: $0.area) }
    #expect(Set(page.tiles.map(\.cell)).count == page.tiles.count, comment)
    for case (let cell?, let tiles) in tiles {
      let (row, column) = (page.rows[cell.row], page.columns[cell.column])
      for tile in tiles {
        let facts = plan.pictures[tile.index].facts
        #expect(facts.first { $0.key == "row" }?.value == Fact(reading: row.heading).value)
        #expect(facts.first { $0.key == "column" }?.value == Fact(reading: column.heading).value)
      }
      #expect(Set(tiles.map(\.index)).count == tiles.count, comment)
      // Only the last picture of a cell stands for hidden ones.
      #expect(tiles.dropLast().allSatisfy { plan.pictures[$0.index].stack.isEmpty }, comment)
      let count = tiles.reduce(0) { $0 + 1 + plan.pictures[$1.index].stack.count }
      let number = written[cell]?.map(\.text) ?? []
      #expect(number.isEmpty || number == ["\(count)"], comment)
      guard let area = written[cell]?.first?.area else { continue }
      #expect(tiles.allSatisfy { $0.cell.y >= area.maxY }, comment)
    }
    #expect(written[nil] == nil && written.count <= tiles.count, comment)
    let filled = Set(tiles.keys.compactMap(\.self))
    #expect(page.emptyCells.allSatisfy { cell(of: $0.cell).map { !filled.contains($0) } ?? false })
  }

  @Test(
    "Of seven thousand pictures in a cell, as many as stay legible are shown, and all are counted")
  func thousands() throws {
    let groups = [try Self.group(["a_x": 7_000, "a_y": 1, "b_x": 4, "b_y": 2])]
    for isTransposed in [false, true] {
      var job = try Self.stacked(MatrixPlanTests.job(.nothing))
      var layout = try #require(job.layout as? MatrixLayout)
      layout.sorting.isTransposed = isTransposed
      layout.sizing = .cell(PixelSize(width: 240, height: 160))
      job.layout = layout
      job.texts.title = try PageTemplate("{count} pictures")
      let plan = try SheetPlanner(job).plan(groups).plan
      let page = plan.pages[0]
      #expect(plan.pages.count == 1)
      #expect(Set(page.texts.map(\.text)).isSuperset(of: ["7000", "4", "2", "1", "7007 pictures"]))
      let cover = try #require(plan.pictures.first { !$0.stack.isEmpty })
      let shown = plan.pictures.count { $0.name.hasPrefix("a_x") }
      #expect(shown > 8 && shown + cover.stack.count == 7_000)
      #expect(plan.pictures.count { !$0.stack.isEmpty } == 1)
      // The order of pictures is kept, even among the hidden ones.
      let names = plan.pictures.map(\.name).filter { $0.hasPrefix("a_x") } + cover.stack
      #expect(names == groups[0].members.map(\.picture.source.name).filter { $0.hasPrefix("a_x") })
      let images = page.tiles.compactMap(\.placement?.image)
      #expect(images.allSatisfy { $0.width >= 24 && $0.height >= 16 })
      let alone = try #require(page.tiles.first { plan.pictures[$0.index].name == "a_y_0.png" })
      #expect(Set(images.map(\.size)) == [try #require(alone.placement).image.size])
    }
  }

  @Test("If the size of cells is not given, labels of stacked pictures are left out with a note")
  func omittedLabels() throws {
    let groups = [try Self.group(["a_x": 13, "b_y": 1])]
    var job = try Self.stacked(MatrixPlanTests.job(.nothing))
    let bare = try SheetPlanner(job).plan(groups)
    #expect(!bare.notes.contains { $0.kind == .omittedLabels })
    job.texts.label = try PictureTemplate("{i}", others: .any)
    let labelled = try SheetPlanner(job).plan(groups)
    #expect(labelled.notes.contains { $0.kind == .omittedLabels })
    #expect(labelled.plan.pages.map(\.tiles) == bare.plan.pages.map(\.tiles))
    #expect(labelled.plan.pictures.map(\.name) == bare.plan.pictures.map(\.name))
  }

  @Test("Labels of stacked pictures have room for words, so fewer pictures are shown")
  func labels() throws {
    let groups = [try Self.group(["a_x": 100, "b_y": 1])]
    var job = try Self.stacked(MatrixPlanTests.job(.width))
    let bare = try SheetPlanner(job).plan(groups).plan
    job.texts.label = try PictureTemplate("{i}", others: .any)
    let labelled = try SheetPlanner(job).plan(groups).plan
    #expect(labelled.pictures.count < bare.pictures.count && labelled.pictures.count > 3)
    let tiles = labelled.pages.flatMap(\.tiles)
    #expect(tiles.allSatisfy { $0.label != nil })
    #expect(tiles.allSatisfy { $0.label?.area.isInside($0.cell) == true })
    for (index, tile) in tiles.enumerated() {
      #expect(tiles[..<index].allSatisfy { !$0.cell.overlaps(tile.cell) })
    }
  }

  @Test(
    "If pictures keep their own sizes, a cell with several pictures is as wide as a cell with one")
  func ownPixels() throws {
    let groups = [try Self.group(["a_x": 9, "b_y": 1], size: PixelSize(width: 16, height: 16))]
    var job = try Self.stacked(MatrixPlanTests.job(.nothing))
    job.style.scaling = .none
    let plan = try SheetPlanner(job).plan(groups).plan
    #expect(plan.pictures.count + plan.pictures.flatMap(\.stack).count == 10)
    let images = plan.pages[0].tiles.compactMap(\.placement?.image.size)
    #expect(images.allSatisfy { $0.width <= 16 && $0.height <= 16 && $0.width >= 8 })
  }
}
