import SheetModel
import SystemPackage
import Testing

@testable import SheetPlanning

@Suite struct NameMatchTests {
  @Test(
    "Pictures are paired if the parts of their names and the rest of their paths are the same",
    arguments: [
      ("a/x-actual.png", "{test}-actual", "a/x-expected.jpg", "{test}-expected", true),
      ("a/x-actual.png", "{test}-actual", "b/x-expected.png", "{test}-expected", false),
      ("a/x-actual.png", "{test}-actual", "a/y-expected.png", "{test}-expected", false),
      ("s/x/actual.png", "{test}/actual", "s/x/expected.png", "{test}/expected", true),
      ("s/x/actual.png", "{test}/actual", "t/x/expected.png", "{test}/expected", false),
      ("new/x.png", "new/{a}", "old/x.png", "old/{a}", true),
      ("1_2.png", "{a}_{b}", "2-1.png", "{b}-{a}", true),
      ("x.png", "{a}", "x.png", "{a}-old", false),
      ("a/x.png", "{a}.png", "a/x-old.png", "{a}-old.png", true),
    ])
  func keys(
    after: String, _ template: String, before: String, _ other: String, areTogether: Bool
  ) throws {
    let match = try NameMatch(parsing: "\(template) => \(other)")
    let one = try #require(match.key(of: FilePath(after), isBefore: false))
    #expect((one == match.key(of: FilePath(before), isBefore: true)) == areTogether)
  }

  @Test(
    "Which of two templates matches a name does not depend on the extensions in the templates")
  func extensions() throws {
    for text in ["{a}.png => {a}-old", "{a}.png => {a}-old.png", "{a} => {a}-old.*"] {
      let match = try NameMatch(parsing: text)
      #expect(match.isBefore("x-old.png") && !match.isBefore("x.png"), "\(text)")
    }
    let match = try NameMatch(parsing: "{a}-new => {a}.png")
    #expect(!match.isBefore("x-new.png") && match.isBefore("x.png"))
  }

  @Test("If the second template has fewer parts, several pictures can be paired with the same one")
  func manyWithOne() throws {
    let match = try NameMatch(parsing: "{scene}_{spp:1} => {scene}_ref")
    let keys = ["f/a_16.png", "f/a_64.png", "f/b_16.png", "g/a_16.png"].map {
      match.key(of: FilePath($0), isBefore: false)
    }
    let one = try #require(match.key(of: "f/a_ref.png", isBefore: true))
    #expect(keys.map { $0 == one } == [true, true, false, false])
    #expect(match.pairsManyWithOne)
    #expect(try !NameMatch(parsing: "{a}-{b} => {b}_{a}").pairsManyWithOne)
  }

  @Test(
    "If a word such as before shows that the left template is for old pictures, both are exchanged",
    arguments: [
      ("{who}_before => {who}_after", "{who}_after => {who}_before"),
      ("old/{a}.png => new/{a}.png", "new/{a}.png => old/{a}.png"),
      ("{a} Original => {a} NEW", "{a} NEW => {a} Original"),
      ("{a}-{b}-orig => {b}-{a}-after", "{b}-{a}-after => {a}-{b}-orig"),
      ("{who}_after => {who}_before", nil), ("{a}_before => {a}", nil), ("{a} => {a}_after", nil),
      ("{a}_gold => {a}_renewed", nil), ("{old} => {old}_new", nil),
      ("{a}-{b}_old => {a}_new", nil), ("{test}-actual => {test}-expected", nil),
    ] as [(String, String?)])
  func exchanged(text: String, expected: String?) throws {
    let match = try NameMatch(parsing: text)
    #expect(match.exchangedIfMistaken == expected)
    if let expected {
      #expect(try NameMatch(parsing: expected).exchangedIfMistaken == nil)
    }
  }

  @Test("An arrow outside braces separates two templates")
  func parsing() throws {
    let match = try NameMatch(parsing: "{a} -> x => {a} = y")
    #expect(match.after.source == "{a} -> x" && match.before.source == "{a} = y")
    for text in ["", "{a}", "{a}=>{a}", "{a} => {a} => {a}", "{a => b}"] {
      #expect(throws: NameMatchError.noArrow, "\(text)") { try NameMatch(parsing: text) }
    }
    #expect(throws: NameMatchError.unknownNames(["b"])) { try NameMatch(parsing: "{a} => {b}") }
  }

  @Test("Every part of the second template must be in the first one, in any order")
  func names() throws {
    for text in ["{a}-{b} => {b}_{a}", "{a}-{b} => {a}"] { _ = try NameMatch(parsing: text) }
    for text in ["{a} => {b}", "{a} => {a}-{b}"] {
      #expect(throws: NameMatchError.unknownNames(["b"])) { try NameMatch(parsing: text) }
    }
  }
}
