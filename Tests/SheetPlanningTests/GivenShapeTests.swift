import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// How cells use the space of a page of paper, with given or automatic columns and rows.
@Suite struct GivenShapeTests {
  private static let wide = PixelSize(width: 6000, height: 4000)
  private static let tall = PixelSize(width: 4000, height: 6000)

  private static func job(
    _ paper: String, _ columns: Int, _ rows: Int, _ sizes: [PixelSize],
    ratio: Sheet.CellRatio = .automatic, _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> SheetJob {
    var job = try SmallCellGapTests.job(paper, 0) {
      $0.layout = .grid(columns: columns, rows: rows, ratio: ratio)
      change(&$0)
    }
    job.sources = sizes.enumerated().map { StubPicture(name: "\($0.offset).png", size: $0.element) }
    return job
  }

  private static func images(_ job: SheetJob) throws -> [PixelSize?] {
    try job.sheetPlan().pages.flatMap(\.tiles).map { $0.placement?.image.size }
  }

  @Test("Portraits among landscapes use the height that is left on a page")
  func uprights() throws {
    let sizes = (0..<40).map { $0 % 3 == 2 ? Self.tall : Self.wide }
    let job = try Self.job("A4", 5, 4, sizes) { $0.label = "{name}" }
    let images = try Self.images(job)
    let width = try #require(images[0]).width
    for (size, image) in zip(sizes, images) {
      let image = try #require(image)
      #expect(abs(image.width - width) <= 1, "\(size)")
    }
    let plan = try job.sheetPlan()
    #expect(plan.pages.count == 2 && Set(plan.pages.flatMap(\.tiles).map(\.cell.size)).count == 1)
  }

  @Test(
    "On any paper, no picture is smaller than it would be in cells of the pictures' aspect ratio")
  func growth() throws {
    var random = SeededGenerator(seed: 29)
    for _ in 0..<40 {
      let sizes = (0...random.number(below: 30)).map { _ in
        PixelSize(width: 200 + random.number(below: 4000), height: 200 + random.number(below: 4000))
      }
      let (columns, rows) = (1 + random.number(below: 6), 1 + random.number(below: 6))
      let paper = ["A4", "A4-landscape", "8x10in"][random.number(below: 3)]
      let job = try Self.job(paper, columns, rows, sizes)
      let new = try Self.images(job)
      let ratio = Sheet.CellRatio.automatic.value(for: sizes)
      let old = try Self.images(Self.job(paper, columns, rows, sizes, ratio: .fixed(ratio)))
      for (one, other) in zip(new, old) {
        let (one, other) = (try #require(one), try #require(other))
        #expect(
          one.width >= other.width - 2 && one.height >= other.height - 2,
          "\(columns) x \(rows) on \(paper)")
      }
      let page = try job.sheetPlan().pages[0]
      let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
      #expect(page.tiles.allSatisfy { $0.cell.isInside(sheet) })
    }
  }

  @Test(
    "If columns and rows are chosen automatically, cells also use the space left, and reach the margins"
  )
  func chosen() throws {
    let sizes = (0..<84).map { $0 % 3 == 2 ? Self.tall : Self.wide }
    for count in [nil, 28] {
      var job = try SmallCellGapTests.job("A4", 0) {
        ($0.layout, $0.margin, $0.gap) = (
          .grid(), .init(.millimetres(15)), .init(.millimetres(5))
        )
        if let count { $0.perPage = count }
      }
      job.sources = sizes.enumerated().map {
        StubPicture(name: "\($0.offset).png", size: $0.element)
      }
      for page in try job.sheetPlan().pages {
        let left = try #require(page.tiles.map(\.cell.x).min())
        let right = try #require(page.tiles.map(\.cell.maxX).max())
        #expect(left <= 179 + 10 && right >= page.size.width - 179 - 10)
      }
    }
  }

  @Test(
    "On A4, cells keep the ratio of landscapes or a given ratio, but one portrait makes them upright"
  )
  func kept() throws {
    func ratio(_ job: SheetJob) throws -> Double {
      let cell = try job.sheetPlan().pages[0].tiles[0].cell.size
      return Double(cell.width) / Double(cell.height)
    }
    let landscapes = Array(repeating: Self.wide, count: 20)
    #expect(try abs(ratio(Self.job("A4", 5, 4, landscapes)) - 1.5) < 0.01)
    let mixed = landscapes + [Self.tall]
    #expect(try abs(ratio(Self.job("A4", 5, 4, mixed)) - 2.0 / 3) < 0.01)
    #expect(try abs(ratio(Self.job("A4", 5, 4, mixed, ratio: .fixed(1))) - 1) < 0.01)
  }

  @Test(
    "A page that may have one more row has it if that saves a second page",
    arguments: [(36, [36]), (37, [37]), (42, [42]), (43, [36, 7]), (73, [36, 36, 1]), (5, [5])])
  func furtherRow(count: Int, pages: [Int]) throws {
    for paper in ["8x10in", "A4", "A4-landscape"] {
      var job = try Self.job(
        paper, 6, 6, Array(repeating: Self.wide, count: count), ratio: .fixed(1.5))
      (job.metadata.orientation, job.takesFurtherRow) = (.fit, true)
      let plan = try job.sheetPlan()
      #expect(plan.pages.map(\.tiles.count) == pages, "\(paper)")
      #expect(plan.pictures.allSatisfy { !$0.isTurned }, "\(paper)")
    }
  }

  @Test("A note says how much larger pictures would be on turned paper, if that is 15 % or more")
  func turnedPaper() throws {
    let landscapes = Array(repeating: Self.wide, count: 12)
    func notes(_ paper: String, _ columns: Int, _ rows: Int) throws -> [String] {
      try Self.job(paper, columns, rows, landscapes).planned().notes.of(.paperOrientation)
        .map(\.description)
    }
    #expect(
      try notes("A4", 2, 2) == [
        "images would be 47 % larger in landscape orientation; paper A4-landscape turns the paper"
      ])
    #expect(
      try notes("10x8in", 1, 2) == [
        "images would be 28 % larger in portrait orientation; paper 8x10in turns the paper"
      ])
    for (paper, columns, rows) in [
      ("A4-portrait", 2, 2), ("A4-landscape", 2, 2), ("A4", 5, 7), ("A4", 1, 2), ("12x12in", 2, 2),
    ] {
      #expect(try notes(paper, columns, rows) == [], "\(paper) \(columns) x \(rows)")
    }
  }

  @Test("The note on turned paper states correctly how much larger pictures would be")
  func truth() throws {
    var random = SeededGenerator(seed: 31)
    var count = 0
    for _ in 0..<40 {
      let (columns, rows) = (1 + random.number(below: 5), 1 + random.number(below: 5))
      let sizes = Array(repeating: [Self.wide, Self.tall][random.number(below: 2)], count: 20)
      func area(_ paper: String) throws -> Double {
        try Self.images(Self.job(paper, columns, rows, sizes)).reduce(0) {
          $0 + Double(($1?.width ?? 0) * ($1?.height ?? 0))
        }
      }
      let growth = try (area("A4-landscape") / area("A4-portrait")).squareRoot()
      let notes = try Self.job("A4", columns, rows, sizes).planned().notes.of(.paperOrientation)
      if abs(growth - 1.15) > 0.02 { #expect(notes.isEmpty == (growth < 1.15), "\(growth)") }
      guard let note = notes.first else { continue }
      count += 1
      let percent = try #require(note.text.split(separator: " ").lazy.compactMap { Int($0) }.first)
      #expect(abs(Double(percent) - 100 * (growth - 1)) <= 1, "\(growth)")
    }
    #expect(count > 3)
  }

  @Test(
    "Without rotation to fit, or if an extra row has no room, the given number of rows is exact")
  func exact() throws {
    let sizes = Array(repeating: Self.wide, count: 37)
    var upright = try Self.job("8x10in", 6, 6, sizes)
    upright.takesFurtherRow = true
    #expect(try upright.sheetPlan().pages.map(\.tiles.count) == [36, 1])
    var small = try Self.job("A6-landscape", 6, 6, sizes, ratio: .fixed(1.5))
    (small.metadata.orientation, small.takesFurtherRow) = (.fit, true)
    #expect(try small.sheetPlan().pages.map(\.tiles.count) == [36, 1])
  }

  @Test(
    "A given number of rows is kept even if pictures are rotated to fit",
    arguments: [(1, 1, 2, [1, 1]), (2, 1, 4, [2, 2]), (1, 3, 4, [3, 1]), (6, 6, 37, [36, 1])])
  func given(columns: Int, rows: Int, count: Int, pages: [Int]) throws {
    for paper in ["A4", "A4-landscape"] {
      var job = try Self.job(paper, columns, rows, Array(repeating: Self.wide, count: count))
      job.metadata.orientation = .fit
      #expect(try job.sheetPlan().pages.map(\.tiles.count) == pages, "\(paper)")
    }
  }
}
