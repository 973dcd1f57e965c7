import SheetText
import SystemPackage
import Testing

@testable import SheetPlanning

/// What pairs pictures by their names.
@Suite struct NameMatchTests {
  private static func key(_ path: FilePath, _ template: String) throws -> NameMatch.Key? {
    NameMatch.Key(path, try NameTemplate(template))
  }

  @Test(
    "Pictures belong together by the parts of their names and the folder that templates do not reach",
    arguments: [
      ("a/x-actual.png", "{test}-actual", "a/x-expected.jpg", "{test}-expected", true),
      ("a/x-actual.png", "{test}-actual", "b/x-expected.png", "{test}-expected", false),
      ("a/x-actual.png", "{test}-actual", "a/y-expected.png", "{test}-expected", false),
      ("s/x/actual.png", "{test}/actual", "s/x/expected.png", "{test}/expected", true),
      ("s/x/actual.png", "{test}/actual", "t/x/expected.png", "{test}/expected", false),
      ("new/x.png", "new/{a}", "old/x.png", "old/{a}", true),
      ("1_2.png", "{a}_{b}", "2-1.png", "{b}-{a}", true),
      ("x.png", "{a}", "x.png", "{a}-old", false),
    ])
  func keys(
    after: String, _ template: String, before: String, _ other: String, areTogether: Bool
  ) throws {
    let one = try #require(try Self.key(FilePath(after), template))
    #expect((one == (try Self.key(FilePath(before), other))) == areTogether)
  }

  @Test("Both templates need the same names, in any order")
  func names() throws {
    func match(_ one: String, _ other: String) throws -> NameMatch? {
      NameMatch(try NameTemplate(one), with: try NameTemplate(other))
    }
    #expect(try match("{a}-{b}", "{b}_{a}") != nil)
    #expect(try match("{a}", "{b}") == nil)
    #expect(try match("{a}", "{a}-{b}") == nil)
  }
}
