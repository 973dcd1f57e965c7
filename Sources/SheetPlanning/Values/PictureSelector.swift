package import SheetFacts
package import SheetFiles
internal import SheetPictures
internal import SystemPackage

/// The pictures that a rule is for.
package enum PictureSelector: Equatable, Sendable {
  /// The pictures whose names, or ends of paths, match a pattern.
  case pattern(Glob)
  /// The pictures that meet a condition.
  case condition(Condition)

  /// Selects by a pattern, or by a condition if the text has a brace.
  ///
  /// - Throws: `TemplateError` if there is a brace, and the text is not a condition.
  init(_ text: String) throws(TemplateError) {
    self = text.contains("{") ? .condition(try Condition(text)) : .pattern(Glob(text))
  }
}

/// Values for pictures, with the conditions of their rules resolved.
package struct PictureRules<Value: Sendable>: Sendable {
  private let rules: [(holds: @Sendable (PictureFacts) -> Bool, value: Value)]
  /// The facts that the conditions need.
  package let keys: [FactKey]

  /// Resolves the conditions of rules among the known facts.
  ///
  /// - Throws: ``PlanningError/condition(_:_:)`` for the first that names none.
  init(_ rules: [(PictureSelector, Value)], _ names: FactNames) throws(PlanningError) {
    var keys: [FactKey] = []
    self.rules = try rules.map { (rule) throws(PlanningError) in
      switch rule.0 {
      case .pattern(let pattern):
        return ({ pattern.matches(FilePath($0.picture.source.name)) }, rule.1)
      case .condition(let condition):
        let resolved = try ResolvedCondition(condition, names)
        keys += resolved.keys
        return ({ resolved.holds(for: $0) == true }, rule.1)
      }
    }
    self.keys = keys
  }

  /// The value of the last rule that holds for a picture; nil if none does.
  func value(of picture: PictureFacts) -> Value? { rules.last { $0.holds(picture) }?.value }
}
