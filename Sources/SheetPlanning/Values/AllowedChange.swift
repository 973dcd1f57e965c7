package import SheetFacts
internal import SheetFiles
package import SheetPlans
package import SystemPackage

/// An allowed change of a pair, which does not make the pair different.
package enum AllowedChange: Equatable, Sendable {
  /// A change of at most a number of pixels.
  case pixels(PixelAmount)
  /// A change of pixels after which the later picture meets a condition, such as `{psnr} >= 40`.
  case condition(Condition)
  /// A picture without an earlier one.
  case added
  /// A picture without a later one, as in a run of a part of all tests.
  case removed

  /// Creates a change from `150`, `0.2%`, `added` or `removed`; nil if the text is none of them.
  fileprivate init?(parsing text: Substring) {
    switch text {
    case "added": self = .added
    case "removed": self = .removed
    default:
      guard let amount = PixelAmount(text) else { return nil }
      self = .pixels(amount)
    }
  }
}

extension PairRule<AllowedChange> {
  /// Creates a rule from a text such as `charts/*=0.2%`, `{psnr} >= 40` or `removed`.
  ///
  /// A rule with a brace is a condition, perhaps for a pattern: `charts/*={psnr} >= 40`.
  ///
  /// - Throws: `TemplateError` for a condition that cannot be read.
  /// - Returns: Nil if the text is malformed.
  package init?(parsing text: String) throws(TemplateError) {
    guard let brace = text.firstIndex(of: "{") else {
      self.init(text) { AllowedChange(parsing: $0) }
      return
    }
    let sign = text[..<brace].lastIndex(of: "=")
    let start = sign.map { text.index(after: $0) } ?? text.startIndex
    self.init(
      text, for: sign.map { Glob(String(text[..<$0])) },
      .condition(try Condition(String(text[start...]))))
  }
}

/// Rules for changes, with their conditions resolved.
package struct AllowedChanges: Sendable {
  private let rules: [(rule: PairRule<AllowedChange>, condition: ResolvedCondition?)]

  /// Resolves the conditions of rules among the known facts.
  ///
  /// - Throws: ``PlanningError/condition(_:_:)`` for the first that names none.
  init(_ rules: [PairRule<AllowedChange>], _ names: FactNames) throws(PlanningError) {
    self.rules = try rules.map { (rule) throws(PlanningError) in
      guard case .condition(let condition) = rule.value else { return (rule, nil) }
      return (rule, try ResolvedCondition(condition, names))
    }
  }

  /// The facts that the conditions need.
  package var keys: [FactKey] { rules.flatMap { $0.condition?.keys ?? [] } }

  /// Decides whether the change of a pair is allowed.
  ///
  /// Of several rules for changed pixels, the last one for the pair is used.
  ///
  /// - Parameters:
  ///   - pair: The pair. A renamed one must be named by a pattern.
  ///   - path: The path of the pair.
  ///   - facts: The facts of the shown picture and of the pair.
  /// - Returns: Whether a rule allows it.
  package func allow(_ pair: ComparedPair, at path: FilePath, _ facts: PictureFacts) -> Bool {
    let rules = rules.filter { $0.rule.holds(for: path) }
    let last = rules.last { ![.added, .removed].contains($0.rule.value) }
    switch (pair.status, last?.rule.value) {
    case (.added, _): return rules.contains { $0.rule.value == .added }
    case (.removed, _): return rules.contains { $0.rule.value == .removed }
    case (.renamed, _): return last?.rule.pattern != nil
    case (_, .pixels(let amount)):
      return pair.counts.map { amount.covers(changed: $0.changed, share: $0.share) } ?? false
    default: return last?.condition?.surelyHolds(for: facts) ?? false
    }
  }
}
