internal import SheetFiles
internal import SheetText
internal import SystemPackage

/// What pictures, or rows and columns of a matrix, are sorted by: what the tokens of a template come
/// to, the first that differs.
struct SortValues: Equatable {
  private let values: [SortValue]

  /// What the tokens of a template come to.
  init(of template: TemplateBody, from fact: (FactKey) -> Fact?) {
    self.init(template.values(from: fact).map(SortValue.init))
  }

  init(_ values: [SortValue]) { self.values = values }

  /// Whether these stand before others.
  ///
  /// In a reversed order, too, numbers stay ahead of texts, and what is missing behind both.
  func precedes(_ other: SortValues, isReversed: Bool = false) -> Bool {
    for (one, two) in zip(values, other.values) where one != two {
      return isReversed && one.kind == two.kind ? two < one : one < two
    }
    return values.count < other.values.count
  }
}

/// What a token comes to in an order: a number, a text, or nothing.
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
