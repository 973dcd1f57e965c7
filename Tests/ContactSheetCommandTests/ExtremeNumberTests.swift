import SheetLayout
import TestSupport
import Testing

@testable import ContactSheetCommand

/// Numbers that do not fit a double, an integer or a PNG, for each option that takes a number.
@Suite struct ExtremeNumberTests {
  static let numbers = [
    "0", "-1", "0.0000001", "2147483647", "2147483648", "9223372036854775807", "1e300", "1e-300",
    "nan", "inf", "1" + String(repeating: "0", count: 320),
  ]

  /// The notations in which options take numbers.
  static let forms: [@Sendable (String) -> String] = [
    { $0 }, { "\($0)x\($0)" }, { "\($0)x1" }, { "1x\($0)" }, { "\($0)x\($0)+\($0)+\($0)" },
    { "\($0):1" }, { "1:\($0)" }, { "\($0)mm" }, { "*=\($0)" }, { "\($0)%" }, { "\($0) red" },
    { "fixed(\($0))" }, { "adaptive(min: \($0))" }, { "\($0) * flexible" }, { "auto \($0)" },
    { "\($0)-\($0)" }, { "\($0)/\($0)" },
  ]

  @Test(
    "No number crashes the program: each is refused or gives a plan",
    arguments: numbers)
  func options(number: String) async throws {
    let tests = LayoutOptionTests()
    let takers = OptionCatalog.all.filter {
      ($0.kind == .value || $0.kind == .list) && (try? $0.check("not a number")) == nil
    }
    for option in takers {
      for form in Self.forms {
        let text = form(number)
        guard (try? option.check(text)) != nil else { continue }
        for layout in ["grid", "rows", "collage"] {
          let words = ["--layout", layout, option.flag, text]
          if let pages = try? await tests.pages(words, of: 3) { #expect(!pages.isEmpty) }
        }
      }
    }
    #expect(takers.count > 20)
  }
}
