import SheetPictures

@testable import SheetModel

/// Conditions: an error points into the text, and a valid condition needs only known facts.
enum ConditionTarget: FuzzTarget {
  static let name = "condition"

  static let words = [
    "and", "or", "not", "(", ")", "<=", "!=", "~", "taken", "2025-07", "{column:a b}",
  ]

  static func seeds() -> [[UInt8]] {
    [
      "rating >= 4 and taken < 2025-07-01", "camera ~ \"Canon*\" or not keywords", "width < height",
      "size > 20 MB", "exposure <= 1/250 s", "{column:a b} = yes", "not (not (name = 'x'))",
    ].map { Array($0.utf8) }
  }

  static func check(_ bytes: [UInt8]) {
    let text = String(bytes)
    let names = ConditionNames(
      PictureTokens.all, others: ["scene"], columns: ["a b"], without: ["index"])
    do throws(TemplateError) {
      let steps = try Condition(text).resolved(with: names)
      let keys = steps.flatMap { step in
        if case .test(let test) = step { test.keys } else { [FactKey]() }
      }
      expect(!keys.isEmpty, "a condition without a comparison")
      let known = Set(PictureTokens.all.map(\.name) + ["scene"])
      expect(keys.allSatisfy { known.contains($0.name) }, "\(keys)")
      // A condition and its negation are opposites.
      let other = try Condition("not (\(text))").resolved(with: names)
      for answer in [false, true] {
        expect(steps.holds { _ in answer } != other.holds { _ in answer }, "\(text)")
      }
    } catch {
      _ = "\(error)"
      expect(1...text.count + 1 ~= error.position, "an error at \(error.position)")
    }
  }
}
