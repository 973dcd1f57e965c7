/// The facts that a condition can name.
package struct ConditionNames {
  /// The tokens whose facts are known when pictures are chosen.
  private let tokens: [String: TemplateToken]
  /// Their names, as messages list them.
  private let tokenNames: [String]
  /// The names of parts of files' names and of columns.
  private let others: [String]
  /// The headings of columns, for `column:`.
  private let columns: [String]
  /// The tokens whose facts are not known yet.
  private let later: Set<String>
  /// The names by themselves in lower case; the first of several counts.
  private let (foldedTokens, foldedOthers, foldedColumns): (Folded, Folded, Folded)

  private typealias Folded = [String: String]

  /// Names of some tokens, and of what a job knows besides.
  package init(
    _ tokens: [TemplateToken], besides others: [String], columns: [String],
    without later: Set<String>
  ) {
    let tokens = tokens.filter { !later.contains($0.name) }
    func folded(_ names: [String]) -> Folded {
      Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    }
    self.tokens = Dictionary(tokens.map { ($0.name, $0) }) { first, _ in first }
    tokenNames = tokens.map(\.name)
    (self.others, self.columns, self.later) = (others, columns, later)
    (foldedTokens, foldedOthers) = (folded(tokenNames), folded(others))
    foldedColumns = folded(columns)
  }

  private var all: [String] { tokenNames + others }

  /// The key of a name, in any case; nil where there is no such fact.
  fileprivate func key(_ written: FactKey) -> FactKey? {
    func known(_ names: [String], _ folded: Folded, _ name: String) -> String? {
      guard let other = folded[name.lowercased()] else { return nil }
      return other == name || !names.contains(name) ? other : name
    }
    if written.parameter.isEmpty, let name = known(others, foldedOthers, written.name) {
      return FactKey(name)
    }
    guard let name = known(tokenNames, foldedTokens, written.name), let token = tokens[name]
    else { return nil }
    switch token.parameter {
    case .keyword: return written.parameter.isEmpty ? nil : FactKey(name, written.parameter)
    case .optionalKeyword:
      return known(columns, foldedColumns, written.parameter).map { FactKey(name, $0) }
    default: return written.parameter.isEmpty ? FactKey(name) : nil
    }
  }

  /// What is wrong with a name that is none of a fact.
  fileprivate func fault(of written: WrittenName) -> TemplateError.Fault {
    let key = written.key
    if later.contains(key.name) { return .laterToken(key.name) }
    guard let token = tokens[key.name] else {
      return .unknownFact(
        written.text, nearest: TemplateError.Fault.meant(by: key.name, among: all))
    }
    switch token.parameter {
    case .optionalKeyword where !key.parameter.isEmpty:
      return .unknownFact(
        written.text,
        nearest: columns.nearest(to: key.parameter).map { "{\(key.name):\($0)}" })
    case .keyword, .optionalKeyword: return .noKeyword(key.name)
    default: return .needlessParameter(key.name)
    }
  }

  /// The name that is one letter from a word.
  fileprivate func resembling(_ word: String) -> String? {
    guard word.count > 2, word.isFactName, word.first?.isNumber == false else { return nil }
    let (word, length) = (word.lowercased(), word.utf8.count)
    return all.first {
      abs($0.utf8.count - length) < 5 && $0.lowercased().editDistance(to: word) == 1
    }
  }

  /// Whether the fact of a key is a time.
  fileprivate func isTime(_ key: FactKey) -> Bool {
    tokens[key.name]?.parameter == .time && !others.contains(key.name)
  }

  /// How the facts are listed in messages.
  fileprivate var forms: [String] { tokenNames.compactMap { tokens[$0]?.form } + others }
}

extension Condition {
  /// The condition with its names and values understood.
  ///
  /// - Throws: ``TemplateError`` for the first name that is none of a fact, for a word that is nearly
  ///   one, and for what a time is compared with that is none.
  package func understood(
    with names: ConditionNames
  ) throws(TemplateError) -> [ConditionStep<FactTest>] {
    var understood: [ConditionStep<FactTest>] = []
    for step in steps {
      switch step {
      case .test(let test): understood.append(.test(try self.test(test, names)))
      case .not: understood.append(.not)
      case .and: understood.append(.and)
      case .or: understood.append(.or)
      }
    }
    return understood
  }

  private func test(
    _ test: WrittenTest, _ names: ConditionNames
  ) throws(TemplateError) -> FactTest {
    let key = try key(test.fact, names)
    guard let comparison = test.comparison else { return FactTest(key: key, comparison: nil) }
    let operand: FactTest.Operand
    switch comparison.operand {
    case .fact(let name): operand = .fact(try self.key(name, names))
    case .quoted(let text, let offset):
      operand = try value(text, at: offset, isQuoted: true, comparison.comparator, key, names)
    case .word(let word):
      if word.text.first?.isNumber == false, let other = names.key(word.key) {
        operand = .fact(other)
      } else if let meant = names.resembling(word.text) {
        throw error(.nearlyFact(word.text, nearest: meant), at: word.offset)
      } else {
        operand = try value(
          word.text, at: word.offset, isQuoted: false, comparison.comparator, key, names)
      }
    }
    return FactTest(
      key: key, comparison: .init(comparator: comparison.comparator, operand: operand))
  }

  private func value(
    _ text: String, at offset: Int, isQuoted: Bool, _ comparator: ConditionOperator, _ key: FactKey,
    _ names: ConditionNames
  ) throws(TemplateError) -> FactTest.Operand {
    if comparator == .like { return .pattern(GlobPattern(Array(text.lowercased().utf8)[...])) }
    guard names.isTime(key) else {
      return .value(isQuoted ? ConditionValue(quoted: text) : ConditionValue(word: text))
    }
    guard let time = ConditionValue(time: text) else {
      throw error(.notTime(text, of: key.name), at: offset)
    }
    return .value(time)
  }

  private func key(_ name: WrittenName, _ names: ConditionNames) throws(TemplateError) -> FactKey {
    if let key = names.key(name.key) { return key }
    let fault = names.fault(of: name)
    throw error(fault, at: name.offset, names.forms)
  }

  private func error(
    _ fault: TemplateError.Fault, at offset: Int, _ forms: [String] = []
  ) -> TemplateError {
    TemplateError(
      fault, position: source.unicodeScalars.prefix(offset).position, knownTokens: forms)
  }
}
