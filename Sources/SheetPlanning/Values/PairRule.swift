package import SheetFiles
package import SheetLayout
package import SheetModel
package import SheetPlans
package import SystemPackage

/// A value for the pairs whose paths end like a pattern, or for all pairs.
package struct PairRule<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The rule as it was written.
  package let source: String
  /// The pattern for the ends of paths; nil if the rule is for all pairs.
  package let pattern: Glob?
  /// The value.
  package let value: Value

  init(_ source: String, for pattern: Glob?, _ value: Value) {
    (self.source, self.pattern, self.value) = (source, pattern, value)
  }

  /// Creates a rule from a text such as `charts/*=0.2%`, or without a pattern; nil if the text is
  /// malformed.
  init?(_ text: String, reading read: (Substring) -> Value?) {
    let sign = text.lastIndex(of: "=")
    guard sign != text.startIndex,
      let value = read(text[(sign.map { text.index(after: $0) } ?? text.startIndex)...])
    else { return nil }
    self.init(text, for: sign.map { Glob(String(text[..<$0])) }, value)
  }

  /// Whether it is about the pair of a path.
  package func holds(for path: FilePath) -> Bool { pattern?.matches(path) ?? true }
}

/// A number of pixels, or a fraction of all pixels.
package enum PixelAmount: Equatable, Sendable {
  /// A number of pixels.
  case pixels(Int)
  /// A fraction, from 0 to 1.
  case share(Double)

  /// Creates an amount from a text such as `150` or `0.2%`; nil if the text is malformed.
  init?(_ text: Substring) {
    if text.last == "%" {
      // Rounded once, as fractions of counts are, so that equal fractions compare equal.
      guard let share = Double(decimal: text.dropLast() + "e-2"), 0...1 ~= share,
        text.utf8.allSatisfy({ $0.isDigit || ".%".utf8.contains($0) })
      else { return nil }
      self = .share(share)
    } else {
      guard let count = Int(digits: text) else { return nil }
      self = .pixels(count)
    }
  }

  /// The amount out of `all` pixels, which may be a fraction of a pixel.
  func count(of all: Int) -> Double {
    switch self {
    case .pixels(let count): Double(count)
    case .share(let share): share * Double(all)
    }
  }

  /// Whether a number of changed pixels, or their fraction, is within the amount.
  package func covers(changed: Int, share: Double) -> Bool {
    switch self {
    case .pixels(let most): changed <= most
    case .share(let most): share <= most
    }
  }
}

/// An area of a picture, whatever its size.
package struct PictureArea: Equatable, Sendable {
  /// The distances from the left and from the top.
  package let x, y: PixelAmount
  /// The lengths of the sides.
  package let width, height: PixelAmount

  /// Creates an area from a text such as `0,0,100%,48`: left, top, width and height.
  ///
  /// Nil if the text is malformed, or the area is empty.
  init?(parsing text: Substring) {
    let lengths = text.split(separator: ",", omittingEmptySubsequences: false).map(PixelAmount.init)
    guard lengths.count == 4, let x = lengths[0], let y = lengths[1], let width = lengths[2],
      let height = lengths[3], width.count(of: 100) > 0, height.count(of: 100) > 0
    else { return nil }
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The pixels of a picture that it covers, even in part; nil if it lies outside.
  package func pixels(of size: PixelSize) -> PixelRect? {
    func range(_ start: PixelAmount, _ length: PixelAmount, _ side: Int) -> Range<Int>? {
      // Sums of fractions may be just below a whole number.
      let start = start.count(of: side)
      let end = min(start + length.count(of: side), Double(side))
      let first = Int(min(start + 1e-6, Double(side)).rounded(.down))
      let last = Int(max(0, end - 1e-6).rounded(.up))
      return first < last ? first..<last : nil
    }
    guard let columns = range(x, width, size.width), let rows = range(y, height, size.height)
    else { return nil }
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}

extension PairRule<PictureArea> {
  /// Creates a rule from a text such as `header*=0,0,100%,48`, or without a pattern; nil if the
  /// text is malformed.
  package init?(parsing text: String) { self.init(text) { PictureArea(parsing: $0) } }
}

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
