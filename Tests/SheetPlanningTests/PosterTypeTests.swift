import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlans
import Testing

@testable import SheetPlanning

/// The type of labels on posters, which are seen from farther away than pages.
@Suite struct PosterTypeTests {
  /// The sizes of labels on a sheet, in points.
  private static func sizes(
    _ paper: String, _ count: Int, _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> Set<Double> {
    let job = try SmallCellGapTests.job(paper, count) {
      $0.label = "{index}"
      change(&$0)
    }
    let labels = try job.planned().plan.pages.flatMap(\.tiles).compactMap(\.label)
    return Set(labels.map { ($0.size * 72 / 300 * 100).rounded() / 100 })
  }

  @Test(
    "Labels keep their usual size on paper up to A4 and below small images, and always keep a given size",
    arguments: [("10x15cm", 6), ("A4", 1), ("A4", 6), ("letter", 4), ("A4-landscape", 2)])
  func usual(paper: String, count: Int) throws {
    #expect(try Self.sizes(paper, count) == [8])
    #expect(try Self.sizes("A2", 400).allSatisfy { $0 <= 8 })
    #expect(try Self.sizes("A1", 4) { $0.font = "auto 8" } == [8])
  }

  @Test(
    "On paper above A4, labels grow with the paper and the images, and are never below their usual size"
  )
  func growth() throws {
    var last = 8.0
    for paper in ["A3", "A2", "A1"] {
      let sizes = try Self.sizes(paper, 6)
      let size = try #require(sizes.first)
      #expect(sizes.count == 1 && size > last * 1.1, "\(paper): \(sizes)")
      last = size
    }
    var smallest = last
    for count in [6, 24, 100] {
      let size = try #require(try Self.sizes("A1", count).first)
      #expect(8...smallest ~= size, "\(count): \(size)")
      smallest = size
    }
  }

  @Test("Titles stay larger than labels")
  func titles() throws {
    let job = try SmallCellGapTests.job("A1", 4) {
      ($0.title, $0.label) = ("Team", "{index}")
    }
    let page = try job.planned().plan.pages[0]
    let label = try #require(page.tiles[0].label).size
    let title = try #require(page.texts.first { $0.role == .title }).size
    #expect(label > 12 * 300 / 72 && title >= 1.5 * label)
  }
}
