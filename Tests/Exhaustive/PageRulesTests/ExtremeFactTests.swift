import SheetFixtures
import SheetLayout
import SheetModel
import SheetText
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Numeric facts too large or too small for an integer or a double.
@Suite struct ExtremeFactTests {
  static let numbers = [
    "0", "-0", "-1", "0.1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "18446744073709551616", "1e15", "1e308", "-1e308", "1e309", "1e-308", "1e-320", "nan", "inf",
    "-inf", "1" + String(repeating: "0", count: 400),
  ]

  @Test("No number crashes the program as a label, sort key, group, weight, row or column")
  func uses() throws {
    let weight = try #require(try PictureRule("{n}", as: .weight))
    let template = try PictureTemplate("{n}", others: .any)
    let key = try GroupKey(parsing: "{n}")
    let matrix = MatrixLayout(
      MatrixAxes(rows: MatrixAxis(template), columns: MatrixAxis(template)))
    let changes: [(inout SheetJob) -> Void] = [
      { $0.texts.label = template }, { $0.order = ImageOrder(by: .facts(template)) },
      { $0.order = ImageOrder(by: .facts(template), isReversed: true) },
      { $0.paging.groupKey = key },
      { ($0.layout, $0.weights) = (CollageLayout(), [weight]) },
      { $0.layout = matrix },
    ]
    // All numbers at once, and each of them with an ordinary one.
    for numbers in [Self.numbers] + Self.numbers.map({ [$0, "1"] }) {
      for change in changes {
        var job = SheetJob(
          sources: numbers.enumerated().map {
            StubPicture(name: "\($0)_\($1).png", size: PixelSize(width: 90, height: 60))
          })
        job.texts.font = .builtin
        job.parsing = [try NameTemplate("{i}_{n}")]
        change(&job)
        let plan = try job.sheetPlan()
        #expect(plan.tileCount <= numbers.count && plan.tileCount > 0)
        #expect(
          try SheetManifest(
            json: SheetManifest(plan, files: plan.pages.map { "\($0.number)" }).json()
          ).plan == plan)
      }
    }
  }
}
