import SheetModel
import Testing

@testable import SheetPlanning

/// Listed rows and columns of comparisons.
@Suite struct ListedLinesTests {
  private static let columns = ["before", "after", "difference"]

  private static func lines(_ values: [String]?) -> ListedLines {
    ListedLines(values, named: columns.map { [$0] }, headings: columns.map { Fact($0) })
  }

  @Test("Without a list, all rows or columns stay in their order")
  func all() {
    let lines = Self.lines(nil)
    #expect(lines.headings.map(\.text) == Self.columns && lines.places == [0, 1, 2])
  }

  @Test("A list chooses, orders and renames rows or columns, and each of them is shown once")
  func listed() {
    let lines = Self.lines(["after=Ours", "before", "after=Again", "heat=Heat"])
    #expect(lines.headings.map(\.text) == ["Ours", "before"])
    #expect(lines.places == [1, 0, nil])
    #expect(lines.unknown == ["heat"] && lines.repeated == ["after"])
    #expect(Self.lines(["before="]).headings.map(\.text) == [""])
  }

  @Test("A row or column may have several names, and a name may contain an equals sign")
  func names() {
    let names = [["lr=1 (2 %)", "lr=1.png", "lr=1"], ["lr=2 (3 %)", "lr=2.png", "lr=2"]]
    let lines = ListedLines(
      ["lr=2=High", "lr=1.png"], named: names, headings: names.map { Fact($0[0]) })
    #expect(lines.headings.map(\.text) == ["High", "lr=1 (2 %)"] && lines.places == [1, 0])
  }

  @Test("The first name of one row or column takes precedence over the second name of another")
  func precedence() {
    let names = [["after", "before"], ["before", "after"], ["difference"]]
    let lines = ListedLines(
      ["before", "after"], named: names, headings: names.map { Fact($0[0]) })
    #expect(lines.headings.map(\.text) == ["before", "after"] && lines.places == [1, 0, nil])
    #expect(lines.unknown.isEmpty && lines.repeated.isEmpty)
  }

  @Test("A listed value selects every row or column with that name, in their usual order")
  func sharedNames() {
    let names = [["x", "x/1"], ["y", "y/1"], ["x", "x/2"], ["x", "x/3"]]
    let headings = names.map { Fact($0[0]) }
    let lines = ListedLines(["x/2=Second", "y", "x", "x=Again"], named: names, headings: headings)
    #expect(lines.headings.map(\.text) == ["Second", "y", "x", "x"])
    #expect(lines.places == [2, 1, 0, 3] && lines.repeated == ["x"])
  }
}
