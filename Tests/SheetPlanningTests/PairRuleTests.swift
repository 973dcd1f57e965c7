import SheetPlanning
import SheetText
import SystemPackage
import Testing

@testable import SheetPlanning

/// Allowed changes of pairs.
@Suite struct PairRuleTests {
  @Test(
    "A rule is a limit in pixels or per cent, perhaps behind a pattern",
    arguments: [
      ("150", .pixels(150)), ("0", .pixels(0)), ("a=0.2%", .share(0.002)),
      ("0.07%", .share(0.0007)),
      ("a=b=100%", .share(1)), (".5%", .share(0.005)), ("*=0%", .share(0)),
      ("", nil), ("=1", nil), ("a=", nil), ("a", nil), ("1.5", nil), ("100.1%", nil), ("%", nil),
      ("a=nan%", nil), ("a=0x1%", nil), ("a=1e1%", nil), ("a=-1", nil), ("a=1%%", nil), ("٣", nil),
      ("a=99999999999999999999", nil),
    ] as [(String, PixelAmount?)])
  func parsing(text: String, change: PixelAmount?) {
    #expect(PairRule(parsing: text)?.value == change)
  }

  @Test("A limit in per cent covers just the pixels that it says, whatever the size")
  func limits() throws {
    for hundredths in 1...300 {
      let whole = hundredths / 100
      let digits = "\(hundredths % 100)"
      let text = "\(whole).\(digits.count == 1 ? "0" : "")\(digits)%"
      let rule = try #require(PairRule<PixelAmount>(parsing: text), "\(text)")
      for size in [10_000, 70_000, 130_000_000] {
        let most = size / 10_000 * hundredths
        func covers(_ changed: Int) -> Bool {
          rule.value.covers(changed: changed, share: Double(changed) / Double(size))
        }
        #expect(covers(most) && !covers(most + 1), "\(text) of \(size)")
      }
    }
  }

  @Test("The last rule that is about a pair counts, and one about no pair is told of")
  func choice() throws {
    var comparison = ComparisonSettings(with: "old")
    comparison.allowed = try ["1", "charts/*=2", "b.png=3", "gone/*=4", "c.png=5"].map {
      try #require(PairRule(parsing: $0))
    }
    let expected: [FilePath: PixelAmount] = [
      "a.png": .pixels(1), "charts/a.png": .pixels(2), "charts/b.png": .pixels(3),
      "x/charts/c.png": .pixels(5), "charts/sub/a.png": .pixels(1),
    ]
    for (path, change) in expected { #expect(comparison.allowedChange(of: path) == change) }
    let notes = comparison.notes(onPairsAt: Array(expected.keys))
    #expect(notes.count == 1 && notes[0].text.contains("'gone/*=4'"), "\(notes)")
  }
}
