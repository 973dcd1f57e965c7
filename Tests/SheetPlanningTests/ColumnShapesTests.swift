import SheetFixtures
import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Columns of matrices that show pictures of different shapes.
@Suite struct ColumnShapesTests {
  typealias Sized = (size: PixelSize, place: Matrix.Place)

  /// Pictures whose aspect ratios are a factor of their row times a factor of their column, except
  /// in empty cells.
  private static func pictures(
    rows: [Double], columns: [Double], without isEmpty: (Matrix.Place) -> Bool = { _ in false }
  ) -> [Sized] {
    var pictures: [Sized] = []
    for (row, ofRow) in rows.enumerated() {
      for (column, ofColumn) in columns.enumerated() {
        let place = Matrix.Place(row: row, column: column)
        if isEmpty(place) { continue }
        let width = Int((ofRow * ofColumn * 100_000).rounded())
        pictures.append((size: PixelSize(width: width, height: 100_000), place: place))
      }
    }
    return pictures
  }

  @Test("Column widths follow from the aspect ratios of the pictures, even if a cell is empty")
  func factors() throws {
    var generator = SeededGenerator(seed: 91)
    for round in 0..<40 {
      func factors(_ count: Int) -> [Double] {
        (0..<count).map { _ in Double.random(in: 0.4...2.5, using: &generator) }
      }
      let count = Int.random(in: 2...7, using: &generator)
      var columns = factors(count)
      (columns[0], columns[1]) = (0.5, 1.9)
      let rows = factors(.random(in: 3...9, using: &generator))
      let hole = Matrix.Place(
        row: .random(in: rows.indices, using: &generator),
        column: .random(in: columns.indices, using: &generator))
      let shapes = try #require(
        ColumnShapes(
          of: Self.pictures(rows: rows, columns: columns) { round % 2 == 1 && $0 == hole },
          columns: count))
      for column in columns.indices {
        let factor = shapes.widths[column] / shapes.widths[0] / (columns[column] / columns[0])
        #expect(abs(factor - 1) < 0.01, "\(round) \(column)")
      }
      #expect(abs(shapes.widths.reduce(0, +) / Double(count) - 1) < 1e-9)
    }
  }

  @Test(
    "Columns are equally wide if aspect ratios depend only on rows, or on neither rows nor columns")
  func equal() {
    func shapes(_ pictures: [Sized], _ count: Int = 3) -> ColumnShapes? {
      ColumnShapes(of: pictures, columns: count)
    }
    #expect(shapes([]) == nil)
    #expect(shapes(Self.pictures(rows: [1, 1], columns: [1, 1, 1])) == nil)
    #expect(shapes(Self.pictures(rows: [1.5, 0.7], columns: [1, 1.05, 1])) == nil)
    // A single picture of another shape does not make its column narrower.
    var odd = Self.pictures(rows: [1.5, 0.7, 1, 1.2], columns: [1, 1, 1])
    odd[4].size = PixelSize(width: 30, height: 100)
    #expect(shapes(odd) == nil)
    var turned = Self.pictures(rows: [1, 1, 1], columns: [1, 1, 1])
    for index in [1, 3, 6, 7] { turned[index].size = PixelSize(width: 44_000, height: 100_000) }
    #expect(shapes(turned) == nil)
    // Pictures of the same size would be shown at two sizes.
    #expect(shapes(Self.pictures(rows: [2, 1], columns: [1, 2]), 2) == nil)
  }

  @Test("Columns fill a given width, and none is narrower than its minimum")
  func widths() throws {
    let shapes = try #require(
      ColumnShapes(of: Self.pictures(rows: [1, 1.3], columns: [0.25, 1, 1.75]), columns: 3))
    #expect(shapes.widths(total: 1200, minimums: [10, 10, 10]) == [100, 400, 700])
    #expect(shapes.widths(total: 1200, minimums: [210, 10, 10]) == [210, 360, 630])
    #expect(shapes.widths(total: 1200, minimums: [400, 400, 400]) == [400, 400, 400])
    #expect(shapes.widths(total: 1199, minimums: [400, 400, 400]) == nil)
  }

  @Test(
    "Columns above their minimum are in proportion to their pictures, however many there are",
    .timeLimit(.minutes(1)))
  func sharedWidths() throws {
    var generator = SeededGenerator(seed: 92)
    for round in 0..<60 {
      let count = round == 0 ? 100_000 : Int.random(in: 2...9, using: &generator)
      var factors = (0..<count).map { _ in Double.random(in: 0.4...2.5, using: &generator) }
      (factors[0], factors[1]) = (0.5, 1.9)
      let shapes = try #require(
        ColumnShapes(of: Self.pictures(rows: [1], columns: factors), columns: count))
      let minimums = factors.map { _ in Double.random(in: 1...200, using: &generator) }
      let total = minimums.reduce(0, +) * Double.random(in: 1.1...2, using: &generator)
      let widths = try #require(shapes.widths(total: total, minimums: minimums))
      let sum = widths.reduce(0, +)
      #expect(sum <= total + 0.1 && total - sum <= Double(count))
      #expect(zip(widths, minimums).allSatisfy { $0 >= $1.rounded(.down) })
      var share = 0.0
      for column in widths.indices where widths[column] > minimums[column] {
        share = max(share, widths[column] / shapes.widths[column])
      }
      #expect(zip(widths, shapes.widths).allSatisfy { ($0 + 1) / $1 >= share })
    }
  }

  @Test("If columns are scenes, the pictures of a row are equally tall, with and without a width")
  func plan() throws {
    let ratios = [3.0 / 2, 2.0 / 3, 1, 16.0 / 9]
    let pictures = (0..<12).map { index in
      SheetPicture(
        StubPicture(
          name: "\(index / 4)_\(index % 4).png",
          size: PixelSize(width: Int(900 * ratios[index % 4]), height: 900)))
    }
    let known = PictureFactsBuilder(
      pictures, table: nil, parsing: [try NameTemplate("{r}_{c}")])
    for sizing in [MatrixLayout.Sizing.automatic, .sheet(.pixels(1000))] {
      var job = SheetJob()
      job.layout = MatrixLayout(
        MatrixAxes(
          rows: MatrixAxis(try PictureTemplate("{r}", others: .any)),
          columns: MatrixAxis(try PictureTemplate("{c}", others: .any))), sizing: sizing)
      let page = try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)]).plan.pages[0]
      let heights = page.tiles.compactMap { $0.placement?.image.height }
      #expect(heights.count == 12)
      #expect((heights.max() ?? 0) - (heights.min() ?? 0) <= 3, "\(heights)")
      let widths = page.columns.map(\.cells.width)
      #expect(widths[1] < widths[2] && widths[2] < widths[0] && widths[0] < widths[3])
      if sizing != .automatic { #expect(page.size.width == 1000) }
    }
  }

  @Test(
    "Averages in section headings widen columns only if necessary, and then in all sections"
  )
  func sections() throws {
    func columns(_ heading: String, _ values: [String]) throws -> [[Int]] {
      let pictures = values.flatMap { value in
        (0..<6).map { index in
          SheetPicture(
            StubPicture(
              name: "\(index / 3)_\(index % 3)_\(value).png",
              size: PixelSize(width: [200, 900, 1500][index % 3], height: 900)))
        }
      }
      let known = PictureFactsBuilder(
        pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{v}")]
      ).pictures
      let sections = values.enumerated().map { place, value in
        PictureGroup(name: value, pictures: Array(known[6 * place..<6 * place + 6]))
      }
      var job = SheetJob()
      job.paging.groupKey = try GroupKey(parsing: "{v}")
      job.paging.groupBreak = .section
      job.layout = MatrixLayout(
        MatrixAxes(
          rows: MatrixAxis(try PictureTemplate("{r}", others: .any)),
          columns: MatrixAxis(try PictureTemplate(ofLines: heading))),
        sizing: .sheet(.pixels(900)))
      let page = try SheetPlanner(job).plan(sections).plan.pages[0]
      let widths = page.columns.map(\.cells.width)
      return [Array(widths.prefix(3)), Array(widths.dropFirst(3))]
    }
    let bare = try columns("{c}", ["1", "2"])
    #expect(bare[0] == bare[1] && 2 * bare[0][0] < bare[0][1])
    #expect(try columns("{c}: {v.mean}", ["1", "2"]) == bare)
    // The mean of the section with the larger value is the longest word in a heading.
    let long = try columns("{c} {v.mean:.9f}", ["1", "123456789012345"])
    #expect(long[0] == long[1] && long[0][0] > bare[0][0])
    #expect(try columns("{c} {v.mean:.9f}", ["123456789012345", "1"]) == long)
  }
}
