internal import SheetFacts
internal import SheetFiles
internal import SystemPackage

/// The sort key of a picture, or of a row or column of a matrix: the values of a template's tokens.
///
/// The first value that differs decides.
struct SortValues: Equatable {
  private let values: [SortValue]

  /// The values of the tokens of a template.
  init(of template: TemplateBody, from fact: (FactKey) -> Fact?) {
    self.init(template.values(from: fact).map(SortValue.init))
  }

  init(_ values: [SortValue]) { self.values = values }

  /// Whether these values come before `other`.
  ///
  /// In a reversed order, too, numbers stay before texts, and missing values after both.
  func precedes(_ other: SortValues, isReversed: Bool = false) -> Bool {
    for (one, two) in zip(values, other.values) where one != two {
      return isReversed && one.kind == two.kind ? two < one : one < two
    }
    return values.count < other.values.count
  }
}

/// The sort key of a token: a number, a text, or nothing.
struct SortValue: Comparable {
  enum Kind: Int { case number, text, missing }

  let kind: Kind
  private let number: Double
  private let text: PathKey?

  init(_ fact: Fact?) {
    number = fact?.number ?? 0
    switch fact {
    case nil: (kind, text) = (.missing, nil)
    case let fact? where fact.number != nil: (kind, text) = (.number, nil)
    case let fact?: (kind, text) = (.text, .natural(FilePath(fact.text)))
    }
  }

  init(_ number: Double) { (kind, self.number, text) = (.number, number, nil) }

  init(_ key: PathKey) { (kind, number, text) = (.text, 0, key) }

  static func < (one: SortValue, other: SortValue) -> Bool {
    guard one.kind == other.kind else { return one.kind.rawValue < other.kind.rawValue }
    guard let text = one.text, let otherText = other.text else { return one.number < other.number }
    return text < otherText
  }

  static func == (one: SortValue, other: SortValue) -> Bool { !(one < other) && !(other < one) }
}
