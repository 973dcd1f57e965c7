import Testing

@testable import SheetModel

@Suite struct MessageTextTests {
  @Test(
    "A list names at most ten items and counts the rest",
    arguments: [
      ([], "and", ""), (["a"], "and", "a"), (["a", "b"], "or", "a or b"),
      (["a", "b", "c"], "and", "a, b and c"), (["a", "b"], nil, "a, b"),
      ((1...10).map { "\($0)" }, "and", "1, 2, 3, 4, 5, 6, 7, 8, 9 and 10"),
      ((1...3000).map { "\($0)" }, "and", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2990 more"),
    ] as [([String], String?, String)])
  func lists(things: [String], conjunction: String?, text: String) {
    #expect(things.listed(conjunction) == text)
  }

  @Test(
    "Fewer items are named if their names are long, but at least one item is always named",
    arguments: [60, 299])
  func lengths(count: Int) {
    let things = Array(repeating: String(repeating: "é", count: count), count: 20)
    let text = things.listed("and")
    #expect(text.count <= 330)
    #expect(text.hasPrefix("éééé"))
    #expect(text.hasSuffix(" more"))
    #expect(things.listed(by: "; ").contains("; and "))
  }

  @Test("An excerpt is the first 100 characters of longer text")
  func excerpt() {
    #expect("short".excerpt == "short")
    let long = String(repeating: "a", count: 100)
    #expect(long.excerpt == long)
    #expect((long + "b").excerpt == long + "…")
    #expect("\u{1B}[2J".shortPrintable == #"\u{1B}[2J"#)
  }
}
