/// The facts that a condition may name.
package struct ConditionNames {
  /// The tokens whose facts are known when pictures are chosen.
  private let tokens: [String: TemplateToken]
  private let tokenNames: CaseInsensitiveNames
  /// The names of columns, and of parts of file names.
  private let others: CaseInsensitiveNames
  /// The headings of columns, for `column:`.
  private let columns: CaseInsensitiveNames
  /// The names in `others` whose facts are numbers.
  private let numbers: Set<String>
  /// The tokens whose facts are not known when the condition is tested.
  private let notYetKnown: Set<String>
  /// The names of other facts that become known too late, each with the reason.
  private let unknown: [String: String]
  /// Whether `numbers` contains the names of facts of pairs of pictures, which have no units.
  private let isOfPairs: Bool

  /// Creates the names from tokens and from the other facts of a job.
  package init(
    _ tokens: [TemplateToken], others: [String], columns: [String], numbers: Set<String> = [],
    isOfPairs: Bool = false, without notYetKnown: Set<String>, unknown: [String: String] = [:]
  ) {
    (self.numbers, self.isOfPairs) = (numbers, isOfPairs)
    let tokens = tokens.filter { !notYetKnown.contains($0.name) && unknown[$0.name] == nil }
    self.unknown = unknown
    self.tokens = Dictionary(tokens.map { ($0.name, $0) }) { first, _ in first }
    tokenNames = CaseInsensitiveNames(tokens.map(\.name))
    (self.others, self.columns, self.notYetKnown) = (
      CaseInsensitiveNames(others), CaseInsensitiveNames(columns), notYetKnown
    )
  }

  private var all: [String] { tokenNames.all + others.all }

  /// The key of the fact with this name, ignoring case; nil if there is none.
  func key(_ written: FactKey) -> FactKey? {
    if written.parameter.isEmpty, let name = others[written.name] { return FactKey(name) }
    guard let name = tokenNames[written.name], let token = tokens[name] else { return nil }
    switch token.parameter {
    case .keyword: return written.parameter.isEmpty ? nil : FactKey(name, written.parameter)
    case .optionalKeyword: return columns[written.parameter].map { FactKey(name, $0) }
    default: return written.parameter.isEmpty ? FactKey(name) : nil
    }
  }

  /// The error for a name that no fact has.
  func fault(of key: FactKey, as text: String) -> TemplateError.Fault {
    if notYetKnown.contains(key.name) { return .laterToken(key.name) }
    let name = key.name.lowercased()
    if let reason = unknown[name] { return .unknownYet(name, reason: reason) }
    guard let token = tokens[key.name] else {
      return .unknownFact(text, nearest: TemplateError.Fault.meant(by: key.name, among: all))
    }
    switch token.parameter {
    case .optionalKeyword where !key.parameter.isEmpty:
      return .unknownFact(
        text, nearest: columns.all.nearest(to: key.parameter).map { "{\(key.name):\($0)}" })
    case .keyword, .optionalKeyword: return .noKeyword(key.name)
    default: return .needlessParameter(key.name)
    }
  }

  enum Kind { case number, time, text }

  /// Whether the kind of a fact depends on its values, because the fact is a column or a part of
  /// file names.
  package func isOfAnyKind(_ key: FactKey) -> Bool { kind(of: key) == nil }

  /// The kind of a documented fact; nil if the key names a column or a part of file names.
  func kind(of key: FactKey) -> Kind? {
    if numbers.contains(key.name) { return .number }
    guard let token = tokens[key.name], !others.all.contains(key.name) else { return nil }
    switch token.parameter {
    case .digits, .number: return .number
    case .time: return .time
    case .none: return .text
    case .keyword, .optionalKeyword: return nil
    }
  }

  /// Whether a numeric fact can be compared with numbers that have a unit, such as `mb`.
  ///
  /// `%` stands for hundredths.
  func takes(_ unit: String, _ key: FactKey) -> Bool {
    switch key.name {
    case "size": !["s", "mm", "%"].contains(unit)
    case "exposure": unit == "s"
    case "focal": unit == "mm"
    // Facts given by a program have the units that the program chose.
    case let name where numbers.contains(name): unit == "%" || !isOfPairs
    default: unit == "%"
    }
  }

  /// Whether a numeric fact may be infinite, as the signal-to-noise ratio of equal pixels is.
  func mayBeInfinite(_ key: FactKey) -> Bool {
    key.name == "psnr" || numbers.contains(key.name) && !isOfPairs
  }

  /// The documented fact of the given kind that a bare word names; nil if the word is text.
  func fact(_ word: String, of kind: Kind?) -> FactKey? {
    guard let kind, let name = tokenNames[word], self.kind(of: FactKey(name)) == kind else {
      return nil
    }
    return FactKey(name)
  }

  /// The name of a numeric or time fact that is one letter away from a word; nil for text facts,
  /// whose values may be any word.
  func resembling(_ word: String, of kind: Kind?) -> String? {
    guard kind == .number || kind == .time, word.count > 2, word.isFactName,
      word.first?.isNumber == false
    else { return nil }
    let (word, length) = (word.lowercased(), word.utf8.count)
    return tokenNames.all.first {
      abs($0.utf8.count - length) < 5 && $0.lowercased().editDistance(to: word) == 1
        && self.kind(of: FactKey($0)) == kind
    }
  }

  /// The facts as messages list them: columns and parts of file names first.
  var forms: [String] {
    others.all.map { "{\($0)}" } + tokenNames.all.compactMap { tokens[$0]?.form }
  }
}

/// Names looked up case-insensitively: an exact match, or else the first that differs only in case.
private struct CaseInsensitiveNames {
  let all: [String]
  private let namesByLowercase: [String: String]

  init(_ names: [String]) {
    all = names
    namesByLowercase = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
  }

  subscript(name: String) -> String? {
    guard let other = namesByLowercase[name.lowercased()] else { return nil }
    return other == name || !all.contains(name) ? other : name
  }
}
