package import SheetModel
package import SheetPlans
package import SystemPackage

/// A change that is allowed in a pair, and so does not make the pair count as different.
package enum AllowedChange: Equatable, Sendable {
  /// At most this many changed pixels.
  case pixels(PixelAmount)
  /// Changed pixels, if the later picture meets a condition, such as `{psnr} >= 40`.
  case condition(Condition)
  /// A later picture without an earlier one.
  case added
  /// An earlier picture without a later one, as when only some of the tests were run.
  case removed
  /// A comparison without any pictures, as with an empty list.
  case nothing

  /// Creates a change from `150`, `0.2%`, `added`, `removed` or `nothing`; nil for anything else.
  fileprivate init?(parsing text: Substring) {
    switch text {
    case "added": self = .added
    case "removed": self = .removed
    case "nothing": self = .nothing
    default:
      guard let amount = PixelAmount(text) else { return nil }
      self = .pixels(amount)
    }
  }

  /// Creates the change that a program allows; nil if an amount is out of range.
  ///
  /// - Throws: `TemplateError` if the text of a condition is not valid.
  init?(_ allowance: FolderComparison.Allowance) throws(TemplateError) {
    switch allowance {
    case .pixels(let amount):
      guard let amount = PixelAmount(amount) else { return nil }
      self = .pixels(amount)
    case .condition(let text): self = .condition(try Condition(text))
    case .added: self = .added
    case .removed: self = .removed
    case .nothing: self = .nothing
    }
  }
}

extension RuleForm<AllowedChange> {
  /// Allowed changes in pairs; of those about changed pixels, the last match is used.
  package static let allowed = RuleForm(
    values: "a number or percentage of pixels, a condition, 'added', 'removed' or 'nothing'",
    examples: [
      "login.png=150", "charts/*=0.2%", "{width} > 600=0.1%", "charts/*={psnr} >= 40",
      "{psnr} >= 40", "removed",
    ], effect: "allows changes", subject: .comparedPairs, mayStandAlone: { _ in true },
    sign: { text in
      guard let brace = text.firstIndex(of: "{") else { return text.ruleSigns.last }
      if let sign = text[..<brace].ruleSigns.last { return sign }
      // A condition alone is the value, and applies to all pairs.
      return (try? Condition(text)) == nil ? text.ruleSigns.last : nil
    },
    read: {
      $0.contains("{") ? .condition(try Condition($0)) : AllowedChange(parsing: $0[...])
    })
}

/// Rules about allowed changes, with their conditions resolved.
package struct AllowedChanges: Sendable {
  private let rules: PictureRules<AllowedChange>
  /// The conditions that are the values of rules, by the position of the rule.
  private let conditions: [Int: ResolvedCondition]

  /// Resolves the conditions of rules to known facts.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)`` for the first condition with a name that is
  ///   not a fact.
  init(_ rules: [PictureRule<AllowedChange>], _ names: FactNames) throws(ContactSheetError) {
    self.rules = try PictureRules(rules, as: .allowed, names)
    var conditions: [Int: ResolvedCondition] = [:]
    for (place, rule) in rules.enumerated() {
      guard case .condition(let condition) = rule.value else { continue }
      conditions[place] = try ResolvedCondition(condition, names)
    }
    self.conditions = conditions
  }

  /// The facts that the conditions need.
  package var keys: [FactKey] { rules.keys + conditions.values.flatMap(\.keys) }

  /// Checks that numeric facts are compared with numbers.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)`` for the first condition that fails this check.
  package func checkNumbers(of pictures: [PictureFacts]) throws(ContactSheetError) {
    try rules.checkNumbers(of: pictures)
    for place in conditions.keys.sorted() { try conditions[place]?.checkNumbers(of: pictures) }
  }

  /// Decides whether the change in a pair is allowed.
  ///
  /// If several rules are about changed pixels, the last one that applies to the pair is used.
  ///
  /// - Parameters:
  ///   - pair: The pair. To allow a renamed pair, a pattern or a condition must select it.
  ///   - path: The path of the pair.
  ///   - facts: The facts of the shown picture and of the pair.
  /// - Returns: Whether a rule allows the change.
  package func allow(_ pair: ComparedPair, at path: FilePath, _ facts: PictureFacts) -> Bool {
    let matching = rules.all.enumerated().filter { $1.surelyHolds(forPairAt: path, facts) }
    let last = matching.last { ![.added, .removed, .nothing].contains($0.element.rule.value) }
    switch (pair.status, last?.element.rule.value) {
    case (.added, _): return matching.contains { $0.element.rule.value == .added }
    case (.removed, _): return matching.contains { $0.element.rule.value == .removed }
    case (.renamed, _): return last.map { $0.element.rule.pictures != .all } ?? false
    case (_, .pixels(let amount)):
      return pair.counts.map { amount.covers(changed: $0.changed, share: $0.share) } ?? false
    default:
      return last.flatMap { conditions[$0.offset] }?.surelyHolds(for: facts) ?? false
    }
  }

  /// The notes about rules that apply to none of the pairs.
  package func notes(onPairs pairs: [(path: FilePath, facts: PictureFacts)]) -> [Note] {
    rules.notes { rule in pairs.contains { rule.surelyHolds(forPairAt: $0.path, $0.facts) } }
  }
}
