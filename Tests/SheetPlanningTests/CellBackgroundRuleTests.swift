import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// `--cell-background` with rules: backgrounds of single cells.
@Suite struct CellBackgroundRuleTests {
  private static func plan(_ rules: [String], _ background: Backdrop? = nil) throws -> SheetPlan {
    var job = SheetJob()
    (job.texts.font, job.style.cellBackground) = (.builtin, background)
    job.cellBackgrounds = try rules.map {
      try #require(try PictureRule($0, as: RuleForm<Backdrop>.cellBackground))
    }
    let pictures = (0..<6).map { index in
      SheetPicture(
        StubPicture(
          name: "\(index % 2 == 0 ? "a" : "b")\(index).png",
          size: PixelSize(width: 60 + 40 * (index % 3), height: 60), channels: .gray))
    }
    return try SheetPlanner(job).plan([PictureGroup(pictures: pictures)]).plan
  }

  @Test("A cell has the background of the last rule that matches, or else that of all cells")
  func last() throws {
    let gold = Backdrop.color(try Color(parsing: "gold"))
    let plan = try Self.plan(
      ["a*=black", "a2=none", "{name} = b3.png=checker", "a4=gold", "b1=gold"], gold)
    let expected: [Backdrop?] = [.black, nil, .clear, .checker, nil, nil]
    #expect(plan.pages[0].tiles.map(\.cellBackground) == expected)
    #expect(plan.style.cellBackground == gold)
  }

  @Test("If one cell has a colour, all are arranged as if they had one; otherwise, as usual")
  func cells() throws {
    let usual = try Self.plan([])
    for rules in [["zz*=black"], ["a*=none"], ["a*=checker"]] {
      let plan = try Self.plan(rules)
      #expect(plan.style.cellBackground == nil)
      #expect(plan.pages[0].tiles.map(\.cell) == usual.pages[0].tiles.map(\.cell))
    }
    let (some, all) = (try Self.plan(["a2=black"]), try Self.plan([], .white))
    #expect(some.style.cellBackground == .clear)
    #expect(some.pages.map(\.size) == all.pages.map(\.size))
    #expect(some.pages[0].tiles.map(\.cell) == all.pages[0].tiles.map(\.cell))
    #expect(some.pages[0].tiles.map(\.placement) == all.pages[0].tiles.map(\.placement))
  }

  @Test("A sheet of grey pictures is in colour if one of its cells has a coloured background")
  func gray() throws {
    #expect(try Self.plan(["a*=#777", "b*=checker"]).isGray)
    #expect(try !Self.plan(["a0=red"]).isGray)
    #expect(try !Self.plan(["a0=checker:#111,red"]).isGray)
    #expect(try Self.plan(["zz*=red"]).isGray)
  }
}
