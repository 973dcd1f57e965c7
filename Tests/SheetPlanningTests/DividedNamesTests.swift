import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlans
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// Names that a template can divide at the first separator or at the last.
@Suite struct DividedNamesTests {
  static func job(
    _ template: String, rows: String = "{a}", columns: String = "{b}"
  ) throws -> SheetJob {
    var job = SheetJob()
    job.parsing = [try NameTemplate(template)]
    job.layout = MatrixLayout(
      MatrixAxes(
        rows: MatrixAxis(try PictureTemplate(rows, others: .any)),
        columns: MatrixAxis(try PictureTemplate(columns, others: .any))))
    return job
  }

  static func pictures(_ names: [String]) -> [SheetPicture] {
    names.map {
      SheetPicture(StubPicture(name: "\($0).png", size: PixelSize(width: 60, height: 40)))
    }
  }

  static let textures = [
    "brick_wall_albedo", "brick_wall_height", "oak_albedo", "oak_height", "sand_dune_albedo",
    "sand_dune_height",
  ]

  private static func parts(_ job: SheetJob, _ name: String) -> [String: String]? {
    job.parsing[0].match(path: "\(name).png")
  }

  @Test("All names are divided at the last separator if that leaves fewer cells empty")
  func last() throws {
    var job = try Self.job("{a}_{b}")
    for names in [Self.textures, Self.textures.reversed()] {
      let divided = job.dividingNames(of: Self.pictures(names))
      var other = job
      other.parsing = divided.parsing
      #expect(Self.parts(other, "brick_wall_albedo") == ["a": "brick_wall", "b": "albedo"])
      #expect(Self.parts(other, "oak_height") == ["a": "oak", "b": "height"])
      let note = try #require(divided.note)
      #expect(note.severity == .detail)
      #expect(
        note.text == "names such as 'brick_wall_albedo' are divided at the last separator, so that "
          + "{a} is 'brick_wall' and {b} is 'albedo'")
    }
    job.parsing = job.dividingNames(of: Self.pictures(Self.textures)).parsing
    let builder = PictureFactsBuilder(
      Self.pictures(Self.textures), table: nil, parsing: job.parsing)
    let page = try SheetPlanner(job).plan([PictureGroup(pictures: builder.pictures)]).plan.pages[0]
    #expect(page.rows.count == 3 && page.columns.count == 2 && page.emptyCells.count == 0)
  }

  @Test("Averages in headings do not change how names are divided")
  func summarized() throws {
    var job = try Self.job("{a}_{b}")
    var layout = try #require(job.layout as? MatrixLayout)
    layout.sorting.columns.template = try PictureTemplate(ofLines: "{b}\\n{psnr.mean} dB")
    job.layout = layout
    let divided = job.dividingNames(of: Self.pictures(Self.textures))
    job.parsing = divided.parsing
    #expect(Self.parts(job, "brick_wall_albedo") == ["a": "brick_wall", "b": "albedo"])
  }

  @Test("Names are divided at the first separator unless the last one leaves fewer cells empty")
  func first() throws {
    let job = try Self.job("{a}_{b}")
    for names in [
      ["x_low_res", "x_high_res", "y_low_res", "y_high_res"], ["x_1", "x_2", "y_1"], ["x_y_z"], [],
    ] {
      let divided = job.dividingNames(of: Self.pictures(names))
      #expect(divided.parsing == job.parsing && divided.note == nil, "\(names)")
    }
  }

  @Test("A note counts empty cells if at least half are, and names can be divided in several ways")
  func empty() throws {
    let job = try Self.job("{a}_{b}")
    let names = ["p_q_r", "s_t_u", "v_w_x"]
    let divided = job.dividingNames(of: Self.pictures(names))
    #expect(divided.parsing == job.parsing && divided.note?.severity == .note)
    #expect(
      divided.note?.text
        == "names such as 'p_q_r' can be divided in several ways; 6 of 9 cells are empty")
    #expect(job.dividingNames(of: Self.pictures(["p_q", "s_t", "v_w"])).note == nil)
  }

  @Test("Listed values, other facts and grids do not change where names are divided")
  func others() throws {
    let pictures = Self.pictures(Self.textures)
    var listed = try Self.job("{a}_{b}")
    listed.parsing = listed.parsing.map { $0.preferring(["b": ["albedo", "height"]]) }
    var grid = try Self.job("{a}_{b}")
    grid.layout = GridLayout()
    for job in [listed, grid, try Self.job("{a}_{b}", columns: "{width}")] {
      let divided = job.dividingNames(of: pictures)
      #expect(divided.parsing == job.parsing && divided.note == nil)
    }
  }
}
