import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlans
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// Samples of the rows and columns of a matrix, and of all its pictures.
@Suite struct SampledCellsTests {
  /// A picture for each row and column, `r10_c10.png` first.
  private static func pictures(rows: Int, columns: Int) -> [SheetPicture] {
    (0..<rows * columns).map { index in
      SheetPicture(
        StubPicture(
          name: "r\(10 + index / columns)_c\(10 + index % columns).png",
          size: PixelSize(width: 60, height: 40)))
    }
  }

  private static func job(
    rows: [String]? = nil, columns: [String]? = nil, isTransposed: Bool = false,
    sample: PictureSample = .all
  ) throws -> SheetJob {
    var job = SheetJob()
    job.texts.font = .builtin
    job.parsing = [try NameTemplate("{a}_{b}")]
    job.sample = sample
    job.layout = MatrixLayout(
      MatrixAxes(
        rows: MatrixAxis(try PictureTemplate("{a}", others: .any), values: rows),
        columns: MatrixAxis(try PictureTemplate("{b}", others: .any), values: columns),
        isTransposed: isTransposed))
    return job
  }

  private static func facts(_ pictures: [SheetPicture], _ job: SheetJob) -> [PictureFacts] {
    PictureFactsBuilder(pictures, table: nil, parsing: job.parsing).pictures
  }

  private static func page(_ pictures: [SheetPicture], _ job: SheetJob) throws -> SheetPage {
    try #require(
      try SheetPlanner(job).plan(job.groups(of: facts(pictures, job))).plan.pages.first)
  }

  @Test(
    "A sample of rows or columns leaves no cell empty, and is chosen like a sample of pictures",
    arguments: [
      ("limit:3", PictureSample.first(3)), ("every:4", .every(4)), ("spread:5", .spread(5)),
    ]
  )
  func wholeLines(text: String, sample: PictureSample) throws {
    for count in [1, 2, 3, 7, 12] {
      let pictures = Self.pictures(rows: 3, columns: count)
      let chosen = sample.elements(of: (0..<count).map { "c\(10 + $0)" })
      let page = try Self.page(pictures, Self.job(columns: [text]))
      #expect(page.columns.map(\.heading) == chosen && page.rows.count == 3)
      #expect(page.emptyCells.isEmpty && page.tiles.count == 3 * chosen.count)
      let both = try Self.page(pictures, Self.job(rows: ["limit:2"], columns: [text]))
      #expect(both.columns.map(\.heading) == chosen)
      #expect(both.rows.map(\.heading) == ["r10", "r11"])
      let turned = try Self.page(pictures, Self.job(columns: [text], isTransposed: true))
      #expect(turned.rows.map(\.heading) == chosen && turned.columns.count == 3)
    }
  }

  @Test("Rows that have pictures only in columns outside the sample are left out")
  func emptyRows() throws {
    let pictures = Self.pictures(rows: 3, columns: 4).filter {
      !$0.source.name.hasPrefix("r11") || $0.source.name.contains("c11")
    }
    let page = try Self.page(pictures, Self.job(columns: ["every:2"]))
    #expect(page.rows.map(\.heading) == ["r10", "r12"] && page.emptyCells.isEmpty)
    let rows = try Self.page(pictures, Self.job(rows: ["every:2"]))
    #expect(rows.rows.map(\.heading) == ["r10", "r12"] && rows.columns.count == 4)
  }

  @Test(
    "An entry such as every:2 is not a sample if it is a picture's value or one of several entries")
  func values() throws {
    let size = PixelSize(width: 60, height: 40)
    let pictures = ["a_every:2", "a_limit:1", "a_x"].map {
      SheetPicture(StubPicture(name: "\($0).png", size: size))
    }
    for list in [["every:2"], ["every:2", "x"], ["limit:1"]] {
      #expect(try Self.page(pictures, Self.job(columns: list)).columns.map(\.heading) == list)
    }
    let others = ["every:0", "every:-1", "every:", "every", "each:2", "every:2:2", "spread:x"]
    #expect(others.allSatisfy { PictureSample(parsing: $0) == nil })
  }

  @Test("A malformed sample is an error, unless pictures have values that begin with its word")
  func malformed() throws {
    let pictures = Self.pictures(rows: 2, columns: 4)
    for (lists, example) in [
      (
        [
          ["every:0"], ["every3"], ["every=3"], ["every: 3"], ["every:-1"], ["every:2.5"],
          ["every:"],
          ["every:3", "limit:2"], ["c10", "every:3"], ["every:3=Third"],
        ], "every:3"
      ), ([["limit:x"], ["limit8"]], "limit:8"),
      ([["spread:5", "c11"], ["spread=5"]], "spread:5"),
    ] as [([[String]], String)] {
      for list in lists {
        let columns = #expect(throws: ContactSheetError.self, "\(list)") {
          try Self.page(pictures, Self.job(columns: list))
        }
        #expect(columns?.advice?.value(of: .columnValues) == example, "\(list)")
        let rows = #expect(throws: ContactSheetError.self, "\(list)") {
          try Self.page(pictures, Self.job(rows: list))
        }
        #expect(rows?.advice?.value(of: .rowValues) == example, "\(list)")
      }
    }
    for list in [
      ["c10", "every3"], ["c10", "limit=Limit"], ["c10", "everything:x"], ["c10", "last:2"],
    ] {
      #expect(try Self.page(pictures, Self.job(columns: list)).columns.count == 2, "\(list)")
    }
    let size = PixelSize(width: 60, height: 40)
    let named = ["a_limit:x", "a_limit5"].map {
      SheetPicture(StubPicture(name: "\($0).png", size: size))
    }
    let page = try Self.page(named, Self.job(columns: ["limit:x", "limit:y"]))
    #expect(page.columns.map(\.heading) == ["limit:x", "limit:y"])
  }

  @Test("If columns are sampled too, the remedy for a sample of all pictures is to leave it out")
  func bothSamples() throws {
    let pictures = Self.pictures(rows: 4, columns: 10)
    for rows in [nil, ["limit:3"]] as [[String]?] {
      let job = try Self.job(rows: rows, columns: ["every:2"], sample: .every(3))
      let note = try #require(job.noteOnSampledCells(of: Self.facts(pictures, job)))
      #expect(note.remedy?.description == "leave out every")
    }
  }

  @Test(
    "If a sample of all pictures leaves cells empty, a note says how to take whole rows or columns")
  func note() throws {
    let pictures = Self.pictures(rows: 4, columns: 10)
    let sampled = try Self.job(sample: .every(3))
    let note = try #require(sampled.noteOnSampledCells(of: Self.facts(pictures, sampled)))
    #expect(note.kind == .sampledCells && note.severity == .note)
    let page = try Self.page(pictures, sampled)
    #expect(note.measures[.count] == page.emptyCells.count)
    let remedy = try #require(note.remedy)
    #expect(remedy.value(of: .columnValues) == "every:3")
    #expect(remedy.value(of: .rowValues) == "every:3")
    let listed = try Self.job(rows: ["limit:2"], sample: .every(3))
    let other = try #require(listed.noteOnSampledCells(of: Self.facts(pictures, listed))?.remedy)
    #expect(other.value(of: .columnValues) == nil && other.value(of: .rowValues) == nil)
    for (rows, columns, sample) in [
      (4, 10, PictureSample.all), (4, 10, .first(20)), (4, 10, .every(5)), (1, 10, .every(3)),
      (4, 10, .spread(40)),
    ] {
      let job = try Self.job(sample: sample)
      let own = Self.facts(Self.pictures(rows: rows, columns: columns), job)
      #expect(job.noteOnSampledCells(of: own) == nil, "\(sample) of \(rows) x \(columns)")
    }
    // The same cells are empty without the sample.
    let gaps = Array(pictures.prefix(37))
    let job = try Self.job(sample: .first(37))
    #expect(job.noteOnSampledCells(of: Self.facts(gaps, job)) == nil)
    let fewer = try Self.job(sample: .first(35))
    let rest = try #require(fewer.noteOnSampledCells(of: Self.facts(gaps, fewer)))
    #expect(rest.measures[.count] == 2)
  }

  @Test(
    "The note on sampling suggests enough rows or columns for the sample, but not all of them",
    arguments: [
      (PictureSample.first(12), "limit:3", "limit:2"), (.first(35), "limit:9", nil),
      (.first(3), nil, nil), (.spread(23), "spread:6", "spread:3"),
      (.every(3), "every:3", "every:3"),
    ] as [(PictureSample, String?, String?)])
  func suggestedLines(sample: PictureSample, columns: String?, rows: String?) throws {
    let pictures = Self.pictures(rows: 4, columns: 10)
    for isTransposed in [false, true] {
      let job = try Self.job(isTransposed: isTransposed, sample: sample)
      let remedy = job.noteOnSampledCells(of: Self.facts(pictures, job))?.remedy
      #expect(remedy?.value(of: .columnValues) == columns, "\(sample)")
      #expect(remedy?.value(of: .rowValues) == rows, "\(sample)")
      let listed = try Self.job(
        rows: ["limit:2"], columns: ["limit:9"], isTransposed: isTransposed, sample: sample)
      let other = listed.noteOnSampledCells(of: Self.facts(pictures, listed))?.remedy
      #expect(other?.value(of: .columnValues) == nil && other?.value(of: .rowValues) == nil)
      // The note on empty cells says nothing more.
      let groups = job.groups(of: Self.facts(pictures, job))
      let notes = try SheetPlanner(job).plan(groups).notes.of(.emptyCells)
      #expect(notes.allSatisfy { $0.severity == .detail })
    }
  }
}
