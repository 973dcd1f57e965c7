internal import SheetFiles
package import SheetModel
internal import SheetPictures
internal import SystemPackage

/// The conditions that all pictures of a sheet meet, resolved to facts.
package struct PictureChoice: Sendable {
  private let conditions: [ResolvedCondition]

  private init(_ conditions: [ResolvedCondition]) { self.conditions = conditions }

  /// Resolves the names in conditions to known facts.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)`` for the first condition with an unknown name.
  init(_ conditions: [Condition], _ names: FactNames) throws(ContactSheetError) {
    self.init(
      try conditions.map { (condition) throws(ContactSheetError) in
        try ResolvedCondition(
          condition, names,
          unknown: [
            "duplicate-of": "because copies are looked for among the chosen images"
          ])
      })
  }

  /// The conditions that need a fact with one of these names, and the other conditions.
  package func divided(by names: [String]) -> (needing: PictureChoice, others: PictureChoice) {
    func needs(_ condition: ResolvedCondition) -> Bool {
      condition.keys.contains { names.contains($0.name) }
    }
    return (
      PictureChoice(conditions.filter(needs)), PictureChoice(conditions.filter { !needs($0) })
    )
  }

  /// Whether each condition holds for either picture of a pair, or may hold for one that cannot be
  /// read.
  package func mayHold(forPair sides: [PictureFacts]) -> Bool {
    conditions.allSatisfy { $0.mayHold(forPair: sides) }
  }

  /// The facts that the conditions need.
  package var keys: [FactKey] { conditions.flatMap(\.keys) }

  /// The pictures that meet all conditions, and a note on how many do.
  ///
  /// - Throws: ``ContactSheetError/noneChosen(_:count:meaning:comparing:)`` if no picture meets
  ///   all, unless `mayBeEmpty` is true.
  package func chosen(
    of pictures: [PictureFacts], mayBeEmpty: Bool
  ) throws(ContactSheetError) -> (items: [PictureFacts], note: Note?) {
    try chosen(of: pictures, mayBeEmpty: mayBeEmpty) { $0.holds(for: $1) == true }
  }

  /// The pairs for which each condition holds, or may hold, and a note on how many do.
  ///
  /// - Throws: ``ContactSheetError/noneChosen(_:count:meaning:comparing:)`` if no pair meets all,
  ///   unless `mayBeEmpty` is true.
  package func chosen<Pair>(
    ofPairs pairs: [Pair], mayBeEmpty: Bool, sides: (Pair) -> [PictureFacts]
  ) throws(ContactSheetError) -> (items: [Pair], note: Note?) {
    try chosen(of: pairs, mayBeEmpty: mayBeEmpty, comparing: true) {
      $0.mayHold(forPair: sides($1))
    }
  }

  /// Checks that numeric facts are compared with numbers.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)`` for the first condition that fails this check.
  package func checkNumbers(of pictures: [PictureFacts]) throws(ContactSheetError) {
    for condition in conditions { try condition.checkNumbers(of: pictures) }
  }

  /// The notes on words that these conditions take as text, although a column or a part of the
  /// pictures' names has that name.
  package func notesOnWords(of pictures: [PictureFacts]) -> [Note] {
    conditions.flatMap { $0.notesOnWords(of: pictures) }
  }

  private func chosen<Item>(
    of items: [Item], mayBeEmpty: Bool = false, comparing isComparing: Bool = false,
    meeting isMet: (ResolvedCondition, Item) -> Bool
  ) throws(ContactSheetError) -> (items: [Item], note: Note?) {
    guard !conditions.isEmpty, !items.isEmpty else { return (items, nil) }
    let held = items.map { item in conditions.map { isMet($0, item) } }
    let chosen = zip(items, held).filter { $1.allSatisfy(\.self) }.map(\.0)
    guard chosen.isEmpty else {
      return (
        chosen,
        Note(
          .chosen, "\(chosen.count) of \(items.count.counted("image")) chosen",
          [.count: chosen.count, .total: items.count])
      )
    }
    // If no picture meets one of the conditions, the error names that condition, otherwise all of
    // them.
    let unmet = conditions.indices.first { index in !held.contains { $0[index] } }
    let failing = unmet.map { [conditions[$0]] } ?? conditions
    let error = ContactSheetError.noneChosen(
      failing.map(\.condition), count: items.count,
      meaning: failing.lazy.compactMap(\.withWildcards).first, comparing: isComparing)
    guard mayBeEmpty else { throw error }
    let text = ContactSheetError.unmet(failing.map(\.condition), count: items.count)
    return ([], Note(.chosen, text, remedy: error.advice, [.count: 0, .total: items.count]))
  }
}

extension SheetJob {
  /// The filter for the job's conditions.
  ///
  /// - Parameter table: The table, if the job names one.
  /// - Returns: The conditions, with their names resolved.
  /// - Throws: ``ContactSheetError/condition(_:_:)``.
  package func choice(_ table: PictureTable?) throws(ContactSheetError) -> PictureChoice {
    try PictureChoice(conditions, factNames(table))
  }
}

/// A condition in which every name is a known fact.
struct ResolvedCondition: Sendable {
  /// The condition as written.
  let condition: Condition
  private let steps: [ConditionStep]
  /// The words on the right of comparisons, as far as they also name a column or a part of names.
  private let namesakes: [Namesake]
  /// The comparisons of columns and parts of names with values, and their order beside other facts.
  private let comparisons: [ColumnComparison]

  /// Resolves the names in a condition to known facts.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - names: The facts that not every picture has.
  ///   - unknown: Names of facts that become known too late for the condition, with the reasons.
  /// - Throws: ``ContactSheetError/condition(_:_:)`` if a name is not a fact, or not known yet.
  init(
    _ condition: Condition, _ names: FactNames, unknown: [String: String] = [:]
  ) throws(ContactSheetError) {
    let known = ConditionNames(
      PictureTokens.all, others: names.names, columns: names.columns, numbers: names.numbers,
      isOfPairs: names.isOfPairs,
      without: TemplateUse.order.unknownTokens, unknown: unknown)
    do { steps = try condition.resolved(with: known) } catch {
      throw .condition(condition, names.table?.naming(error) ?? error)
    }
    self.condition = condition
    comparisons = steps.flatMap { step in
      if case .test(let test) = step {
        ColumnComparison.all(in: test, known)
      } else {
        [ColumnComparison]()
      }
    }
    namesakes = steps.compactMap { step in
      if case .test(let test) = step { Namesake(test, names) } else { nil }
    }
  }

  /// The facts that the conditions need.
  var keys: [FactKey] {
    steps.flatMap { step in if case .test(let test) = step { test.keys } else { [FactKey]() } }
  }

  /// Checks that numbers in a column, or in a part of names, are not ordered against text, or
  /// compared with a mistyped number, and that they have no decimal commas themselves.
  ///
  /// If a mistyped limit such as `0,01` were compared as text, every value would pass.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)``.
  func checkNumbers(of pictures: [PictureFacts]) throws(ContactSheetError) {
    for comparison in comparisons { try comparison.check(pictures, in: condition) }
  }

  /// The notes on words of this condition that are taken as text, although a column or a part of
  /// the pictures' names has that name.
  func notesOnWords(of pictures: [PictureFacts]) -> [Note] {
    namesakes.compactMap { $0.note(condition, pictures) }
  }

  /// The condition with stars around the first pattern without wildcards; nil if all patterns have
  /// them.
  fileprivate var withWildcards: String? {
    for case .test(let test) in steps {
      guard case .pattern(let pattern)? = test.comparison?.operand, let text = pattern.literal,
        let place = condition.source.firstRange(ofAnyCase: text)
      else { continue }
      return condition.source.replacingCharacters(place, with: "*\(condition.source[place])*")
    }
    return nil
  }

  /// Whether the condition holds for a picture; nil if that depends on facts of a damaged picture.
  func holds(for picture: PictureFacts) -> Bool? {
    // A damaged picture may have had the fact.
    let missing: Bool? = picture.picture.damage == nil ? false : nil
    return steps.holds { $0.holds(for: picture, missing: missing, undecided: missing) }
  }

  /// Whether the condition holds for a picture, whatever the result of comparisons that cannot be
  /// made, such as those of a missing fact, or of a text with a number.
  func decidedlyHolds(for picture: PictureFacts) -> Bool {
    let missing: Bool? = picture.picture.damage == nil ? false : nil
    return steps.holds { $0.holds(for: picture, missing: missing, undecided: nil) } == true
  }

  /// Whether the condition holds for a picture, whatever its missing facts would be.
  func surelyHolds(for picture: PictureFacts) -> Bool {
    steps.holds { $0.holds(for: picture, missing: nil, undecided: nil) } == true
  }

  fileprivate func mayHold(forPair sides: [PictureFacts]) -> Bool {
    sides.contains { holds(for: $0) != false }
  }
}

/// A comparison of a column or a part of names, whose values may be numbers or texts.
private struct ColumnComparison {
  /// The column or part, and the number of Unicode scalars before it in the condition.
  private let key: FactKey
  private let offset: Int
  private let comparator: ConditionOperator
  private let other: Other

  /// The other side.
  private enum Other {
    /// A value, and the number of Unicode scalars before it.
    case value(ConditionValue, offset: Int)
    /// A fact, and whether it is always a number.
    case fact(FactKey, isNumber: Bool)
  }

  /// The comparisons in a test that could be made as texts by mistake.
  static func all(in test: FactTest, _ known: ConditionNames) -> [ColumnComparison] {
    guard let comparison = test.comparison else { return [] }
    let comparator = comparison.comparator
    switch comparison.operand {
    case .value(let value) where value.span == nil && known.isOfAnyKind(test.key):
      return [
        ColumnComparison(
          key: test.key, offset: test.offset, comparator: comparator,
          other: .value(value, offset: comparison.offset))
      ]
    case .fact(let other) where comparator.isOfOrder:
      let sides = [(test.key, test.offset, other), (other, comparison.offset, test.key)]
      return sides.compactMap { key, offset, other in
        guard known.isOfAnyKind(key) else { return nil }
        return ColumnComparison(
          key: key, offset: offset, comparator: comparator,
          other: .fact(other, isNumber: comparison.takesNumbers))
      }
    default: return []
    }
  }

  /// Checks that no number is ordered against text, compared with a mistyped number, or written
  /// with a decimal comma.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)``.
  func check(
    _ pictures: [PictureFacts], in condition: Condition
  ) throws(ContactSheetError) {
    switch other {
    case .value(let value, let place):
      let values = pictures.lazy.compactMap { $0.fact(key) }.filter {
        !$0.text.isEmpty && !$0.statesNoValue
      }
      let isNumber = value.spellsNumber || value.resemblesNumber
      if comparator.isOfOrder, isNumber, let written = values.first(where: \.hasDecimalComma) {
        throw commaNumber(written, in: condition)
      }
      // Testing for a word makes sense even if no picture has that word now.
      let isOfWords = !comparator.isOfOrder && !isNumber
      if !value.spellsNumber, !isOfWords, values.contains(where: { $0.number != nil }) {
        throw .condition(
          condition, .notNumber(value.text, of: key, after: place, in: condition))
      }
    case .fact(let other, let isNumber):
      for picture in pictures {
        guard let written = picture.fact(key), written.hasDecimalComma else { continue }
        if isNumber || picture.fact(other)?.resemblesNumber == true {
          throw commaNumber(written, in: condition)
        }
      }
    }
  }

  private func commaNumber(_ written: Fact, in condition: Condition) -> ContactSheetError {
    .condition(condition, .commaNumber(written.text, of: key, after: offset, in: condition))
  }
}

/// A word that a fact is compared with, and that also names a column or a part of names.
private struct Namesake {
  private let left: FactKey
  private let value: String
  /// What it names, as written in a condition, and whether that is a column or a part of names.
  private let written: String
  private let meaning: String

  /// Nil if the right side of a test is neither a bare word nor a pattern without wildcards, or if
  /// it names nothing.
  init?(_ test: FactTest, _ names: FactNames) {
    let value: String
    switch test.comparison?.operand {
    case .value(let word) where word.isBareWord: value = word.text
    case .pattern(let pattern):
      guard let literal = pattern.literal else { return nil }
      value = literal
    default: return nil
    }
    let parts = names.parsing.flatMap(\.names)
    func isMeant(_ name: String) -> Bool { name.lowercased() == value.lowercased() }
    let column = names.columns.first(where: isMeant)
    guard let name = column ?? parts.first(where: isMeant) else { return nil }
    (left, self.value) = (test.key, value)
    written = names.token(of: name)
    meaning = column == nil ? "part of the file names" : "column"
  }

  /// The note on the word; nil if the fact of one of the pictures is this very word.
  func note(_ condition: Condition, _ pictures: [PictureFacts]) -> Note? {
    let isValue = pictures.contains { picture in
      picture.fact(left)?.items.contains { $0.text.lowercased() == value.lowercased() } == true
    }
    if isValue { return nil }
    return Note(
      .vagueWords,
      "'\(value.shortPrintable)' is taken as text in '\(condition.source.shortPrintable)'",
      remedy: "\(written.shortPrintable) selects the \(meaning)")
  }
}

extension String {
  /// The last occurrence of a string, ignoring case; nil if there is none.
  ///
  /// It is the last because a pattern is on the right, after a fact that may have the same name.
  fileprivate func firstRange(ofAnyCase text: String) -> Range<Index>? {
    let length = text.count
    return text.isEmpty
      ? nil
      : indices.reversed().lazy.compactMap { start in
        index(start, offsetBy: length, limitedBy: endIndex).map { start..<$0 }
      }.first { self[$0].lowercased() == text }
  }

  fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}

extension FactTest {
  /// Whether the test holds for a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - missing: The result if the picture does not have the fact that the test asks for.
  ///   - undecided: The result if the two sides cannot be compared.
  /// - Returns: The result; nil if it is unknown.
  fileprivate func holds(
    for picture: PictureFacts, missing: Bool?, undecided: Bool?
  ) -> Bool? {
    guard let fact = picture.fact(key), !fact.text.isEmpty else {
      return comparison == nil ? missing : undecided
    }
    guard let comparison else { return true }
    let comparator = comparison.comparator
    switch comparison.operand {
    case .pattern(let pattern):
      return fact.isLike(pattern)
    case .value(let value) where value.number != nil && fact.statesNoValue:
      return undecided
    case .value(let value):
      let items = comparison.takesNumbers ? fact.items.filter { $0.number != nil } : fact.items
      return items.holds(comparator) { $0.order(beside: value) } ?? undecided
    case .fact(let key):
      guard let other = picture.fact(key), !other.text.isEmpty else { return undecided }
      if comparator == .like {
        // The text of the other fact is the pattern.
        return other.items.contains {
          fact.isLike(GlobPattern(Array($0.text.lowercased().utf8)[...]))
        }
      }
      var results: [Bool] = []
      for other in other.items {
        if comparison.takesNumbers, fact.number == nil || other.number == nil { continue }
        let result = fact.items.holds(comparator) {
          $0.order(beside: other.number, other.text, isTime: other.isTime)
        }
        if let result { results.append(result) }
      }
      if results.isEmpty { return undecided }
      return comparator == .unequal ? !results.contains(false) : results.contains(true)
    }
  }
}

extension [Fact] {
  /// Whether a comparison holds for any item of a fact, or for `!=`, for all of them; nil if none of
  /// them can be compared.
  fileprivate func holds(_ comparator: ConditionOperator, order: (Fact) -> Order) -> Bool? {
    if isEmpty { return nil }
    switch comparator {
    case .equal: return contains { order($0) == .same }
    case .unequal: return allSatisfy { order($0) != .same }
    case .less, .atMost, .greater, .atLeast, .like:
      var holds: Bool?
      for item in self {
        let order = order(item)
        if order == .unordered { continue }
        switch comparator {
        case .less: holds = order == .before
        case .atMost: holds = order != .after
        case .greater: holds = order == .after
        default: holds = order != .before
        }
        if holds == true { return true }
      }
      return holds
    }
  }
}

/// How a fact compares with a value.
private enum Order {
  case before, same, after
  /// Two numbers are equal, but written differently, as `007` and `7` are.
  case level
  /// A number and a text differ, but neither comes first.
  case unordered
}

extension Fact {
  /// Whether any of its items matches a pattern in lower case.
  fileprivate func isLike(_ pattern: GlobPattern) -> Bool {
    items.contains { pattern.matches(GlobText(Array($0.text.lowercased().utf8)[...])) }
  }

  fileprivate func order(beside value: ConditionValue) -> Order {
    if let span = value.span, let number {
      return number < span.lowerBound ? .before : span.contains(number) ? .same : .after
    }
    // 3:2 is the nominal ratio of pictures, although few have it exactly.
    if value.text.contains(":"), text == value.text { return .same }
    return order(beside: value.number, value.text)
  }

  fileprivate var isTime: Bool { if case .time = kind { true } else { false } }

  /// Compares numbers if both are numbers, and otherwise texts in natural order.
  ///
  /// A text that spells a number, as the name of a file may, counts as a number if the other side
  /// is a number, but equals it only if it has the same digits. A time and a text that states one
  /// are compared as texts.
  fileprivate func order(
    beside otherNumber: Double?, _ otherText: String, isTime otherIsTime: Bool = false
  ) -> Order {
    if let number, let otherNumber {
      return number < otherNumber ? .before : number == otherNumber ? .same : .after
    }
    let (text, other) = (text.lowercased(), otherText.lowercased())
    if text == other { return .same }
    if !isTime, !otherIsTime, number != nil || otherNumber != nil {
      if let number = number ?? Self.number(text), let other = otherNumber ?? Self.number(other) {
        return number < other ? .before : number > other ? .after : .level
      }
      if ConditionValue(time: text) == nil || ConditionValue(time: other) == nil {
        return .unordered
      }
    }
    return PathKey.natural(FilePath(text)) < .natural(FilePath(other)) ? .before : .after
  }

  /// The number that a text spells; numbers in tables may be infinite.
  private static func number(_ text: String) -> Double? {
    Double(decimal: text) ?? (["inf", "infinity", "∞"].contains(text) ? .infinity : nil)
  }
}
