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

/// `--border` with rules: borders of single pictures.
@Suite struct BorderRuleTests {
  private static func pictures(_ count: Int, seed: UInt64 = 1) -> [SheetPicture] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      SheetPicture(
        StubPicture(
          name: "\(index % 2 == 0 ? "a" : "b")\(index).png",
          size: PixelSize(width: 20 + random.number(below: 300), height: 60), channels: .gray))
    }
  }

  private static func plan(
    _ count: Int, seed: UInt64 = 1, _ rules: [String], _ border: Border? = nil,
    layout: any Layout = GridLayout()
  ) throws -> SheetPlan {
    var job = SheetJob()
    (job.layout, job.texts.font, job.style.decoration.border) = (layout, .builtin, border)
    job.borders = try rules.map {
      try #require(try PictureRule($0, as: RuleForm<PictureBorder>.border))
    }
    return try SheetPlanner(job).plan([PictureGroup(pictures: pictures(count, seed: seed))]).plan
  }

  @Test("Pictures are where they would be if all had the widest border", arguments: 1...20)
  func positions(seed: UInt64) throws {
    let layouts: [any Layout] = [GridLayout(), RowLayout(rowHeight: 90), MasonryLayout()]
    for layout in layouts {
      let some = try Self.plan(
        9, seed: seed, ["a*=7 red", "b3=2 #abc", "b1=none"], Border(width: 1), layout: layout)
      let all = try Self.plan(9, seed: seed, [], Border(width: 7), layout: layout)
      #expect(some.style.decoration.borderRoom == 7 && all.style.decoration.borderRoom == 0)
      #expect(some.pages.map(\.size) == all.pages.map(\.size))
      #expect(some.pages[0].tiles.map(\.placement) == all.pages[0].tiles.map(\.placement))
      #expect(some.pages[0].tiles.map(\.cell) == all.pages[0].tiles.map(\.cell))
    }
  }

  @Test(
    "A picture has the border of the last rule that matches it, or else the border of the sheet")
  func last() throws {
    let plan = try Self.plan(
      6, ["a*=3 red", "a2=none", "{name} = b3.png=5", "a4=2 silver", "a0=1 #f00", "*5=none"],
      Border("2 silver"))
    let expected: [TileBorder?] = [
      TileBorder.line(try #require(Border("1 red"))), nil, TileBorder.none,
      TileBorder.line(try #require(Border("5"))).rounded, nil, TileBorder.none,
    ]
    #expect(plan.pages[0].tiles.map(\.border) == expected)
    // Nothing is reserved for a rule that matches nothing, or that removes nothing.
    let without = try Self.plan(6, ["zz*=9 red", "a*=none"])
    #expect(without.style.decoration.isInvisible)
    #expect(without.pages[0].tiles.allSatisfy { $0.border == nil })
  }

  @Test("A sheet of grey pictures is in colour if one of them has a coloured border")
  func gray() throws {
    #expect(try Self.plan(3, ["a*=3 #777"]).isGray)
    #expect(try !Self.plan(3, ["a*=3 red"]).isGray)
    #expect(try Self.plan(3, ["zz*=3 red"]).isGray)
  }

  @Test("The description of a tile's border parses to the same border, and invalid text gives nil")
  func texts() throws {
    for border in [TileBorder.none, .line(try #require(Border("3 #12345678")))] {
      #expect(TileBorder(border.description) == border)
    }
    for text in ["", "red", "0 red", "-1", "3 bleu", "None", "99999999999 red"] {
      #expect(TileBorder(text) == nil, "\(text)")
    }
  }
}

extension TileBorder {
  /// The border as in plans, with 8 bits per component.
  fileprivate var rounded: TileBorder? { TileBorder(description) }
}
