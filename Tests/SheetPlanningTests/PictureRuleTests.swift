import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlans
import Testing

@testable import SheetPlanning

@Suite struct PictureRuleTests {
  @Test(
    "A rule is split at the last equals sign outside braces and comparisons",
    arguments: [
      ("a=1", "a"), ("a=b=1", "a=b"), ("{a} >= 5=1", "{a} >= 5"), ("{a} != 5=1", "{a} != 5"),
      ("{a} <= 5=1", "{a} <= 5"), ("{a} == 5=1", "{a} == 5"), ("{a} = 5=1", "{a} = 5"),
      ("{a=b}=1", "{a=b}"), ("a}=1", "a}"), ("=1", ""), ("{a=1", nil), ("{a} >= 5", nil),
      ("a==1", nil), ("1", nil), ("", nil),
    ] as [(String, String?)])
  func signs(text: String, pictures: String?) {
    #expect(text.ruleSigns.last.map { String(text[..<$0]) } == pictures)
  }

  @Test("A brace starts a condition, and a mistake in the condition is an error")
  func selectors() throws {
    let rule = try #require(try PictureRule("{rating} >= 5=row", as: .span))
    #expect(rule.pictures == .condition(try Condition("{rating} >= 5")) && rule.value == .row)
    #expect(rule.source == "{rating} >= 5=row")
    #expect(try PictureRule("a=b*=2.5", as: .weight)?.pictures == .pattern("a=b*"))
    for text in ["{rating} >>= 5=2x2", "{rating=2x2"] {
      #expect(throws: TemplateError.self, "\(text)") { try PictureRule(text, as: .span) }
    }
  }

  @Test("The path of an overlay given in parts may contain equals signs")
  func overlays() throws {
    var sheet = Sheet()
    sheet.overlay = [
      Sheet.Rule(.all, "k=1/masks"), Sheet.Rule(.name("a*"), "k=1/masks=red,30%"),
      Sheet.Rule(.condition("width > 3"), "m"), "b*=m=40%",
    ]
    let overlays = try sheet.resolved().overlays
    #expect(overlays.map(\.value.path) == ["k=1/masks", "k=1/masks", "m", "m"])
    #expect(overlays.map(\.value.percentage) == [50, 30, 50, 40])
    #expect(
      overlays.map(\.pictures) == [
        .all, .pattern("a*"), .condition(try Condition("width > 3")), .pattern("b*"),
      ])
    for path in ["", "=red", "m=101%"] {
      sheet.overlay = [Sheet.Rule(.all, path)]
      #expect(throws: SettingError.self, "\(path)") { try sheet.resolved() }
    }
  }

  @Test("A weight is a number for certain pictures, or a template for all or for some")
  func weights() throws {
    let template = PictureWeight.facts(try PictureTemplate("{score}", others: .any))
    #expect(try PictureRule("{score}", as: .weight)?.pictures == .all)
    #expect(try PictureRule("{score}", as: .weight)?.value == template)
    #expect(try PictureRule("{width} > 10={score}", as: .weight)?.value == template)
    #expect(try PictureRule("{width} > 10=3", as: .weight)?.value == .number(3))
    for text in [
      "", "3", "=3", "a", "a=", "a=0", "a=-1", "a=1000", "a=nan", "a=inf", "a=1 ", "{width} > 10",
      "{width} >= 10", "{a} != 3",
    ] {
      #expect(try PictureRule(text, as: .weight) == nil, "\(text)")
    }
  }

  @Test("A sheet with rules that apply to none of its pictures is planned like one without rules")
  func withoutEffect() throws {
    let pictures = (1...40).map {
      StubPicture(name: "\($0).png", size: PixelSize(width: 5 * $0, height: 7 + $0 % 9))
    }
    for layout in [GridLayout(), RowLayout(rowHeight: 90), CollageLayout()] as [any Layout] {
      let plain = try pictures.planned { $0.layout = layout }.plan
      let ruled = try pictures.planned {
        $0.layout = layout
        $0.weights = [try #require(try PictureRule("none*=2", as: .weight))]
        $0.turns = [try #require(try PictureRule("none*=left", as: .turn))]
      }.plan
      #expect(plain == ruled)
    }
  }

  @Test(
    "The last matching rule applies; a rule for some pictures that matches none gets a note"
  )
  func notes() throws {
    let pictures = ["a.png", "b.png"].enumerated().map { index, name in
      PictureFacts(
        SheetPicture(StubPicture(name: name, size: PixelSize(width: 10 + index, height: 9))))
    }
    let rules = try ["a*=2", "{width} > 10=3", "*=4", "{width} > 99=5", "z*=6", "{score}"].map {
      try #require(try PictureRule($0, as: .weight))
    }
    let weights = try PictureRules(
      rules, as: .weight, FactNames(parsing: [try NameTemplate("{score}")]))
    #expect(pictures.map { weights.values(of: $0).count } == [3, 3])
    #expect(weights.weights(of: pictures) == [4, 4])
    #expect(
      weights.notes(on: pictures).map(\.description)
        == ["{width} > 99=5", "z*=6"].map {
          "no image matches '\($0)', which sets a weight; correct the rule, or leave it out"
        })
    #expect(weights.notes(on: []).isEmpty)
  }

  @Test("A note on a rule for a title says how to write a title with an equals sign")
  func titles() throws {
    let picture = PictureFacts(
      SheetPicture(StubPicture(name: "a.png", size: PixelSize(width: 9, height: 9))))
    for (rule, remedy) in [
      ("R=0", "correct the rule, or write '*=R=0' if all of this is the text"),
      ("err/*=0", "correct the rule, or leave it out"),
      ("{width} > 99=0", "correct the rule, or leave it out"),
    ] {
      let rules = try PictureRules(
        [try #require(try PictureRule(rule, as: .colormapTitle))], as: .colormapTitle,
        FactNames(parsing: []))
      #expect(
        rules.notes(on: [picture]).map(\.remedy?.description)
          == [remedy])
    }
  }

  @Test("A note names a weight that is text, and the weight that the image has instead")
  func textWeights() throws {
    let parsing = [try NameTemplate("{n}_{room}")]
    func note(_ names: [String], _ rules: [String]) throws -> String? {
      let pictures = PictureFactsBuilder(
        names.map { SheetPicture(StubPicture(name: $0, size: PixelSize(width: 9, height: 9))) },
        table: nil, parsing: parsing
      ).pictures
      let weights = try PictureRules(
        rules.map { try #require(try PictureRule($0, as: .weight)) }, as: .weight,
        FactNames(parsing: parsing))
      return weights.noteOnTexts(of: pictures, weighing: weights.weights(of: pictures))?.description
    }
    let advice = "; write the weights as numbers, such as 2.5"
    #expect(
      try note(["1_40 × 55 cm.png", "2_3.png"], ["{room}"])
        == "'40 × 55 cm' is not a plain number, so '1_40 × 55 cm.png' has the weight 1" + advice)
    #expect(
      try note(["1_3.png", "2_a.png", "3_b.png"], ["*=4", "{room}"])
        == "'a' is not a plain number, so '2_a.png' and 1 other image with such a value have the weight 4"
        + advice)
    #expect(try note(["1_3.png", "2_4.png"], ["{room}"]) == nil)
    #expect(try note(["1_a.png", "x.png"], ["*=2"]) == nil)
  }
}
