/// Parses a condition by operator precedence, without recursion.
///
/// Source: Dijkstra, "Making a Translator for ALGOL 60", 1961 (the shunting yard).
struct ConditionParser {
  /// A connective or an opening parenthesis whose right side is still being read.
  private struct Pending {
    /// The step to append after its right side; nil for a parenthesis.
    let step: ConditionStep?
    /// How tightly the connective binds; 0 for a parenthesis.
    let strength: Int
    let offset: Int
  }

  private var scanner: TemplateScanner
  /// The known facts; nil to check only the syntax.
  private let names: ConditionNames?
  private var steps: [ConditionStep] = []
  private let scalars: [Unicode.Scalar]
  /// The start of the last test if that test may begin a name of several words, because it is a
  /// word alone, or a word with `in` or `not in` and one value; otherwise nil.
  private var nameStart: Int?
  /// Whether the last test ends with a number.
  private var endsWithNumber = false
  /// Whether the last test matches a pattern, which may contain `*`.
  private var endsWithPattern = false
  private var pending: [Pending] = []

  init(_ source: String, _ names: ConditionNames?) {
    (scanner, self.names) = (TemplateScanner(source, .ofTexts), names)
    scalars = Array(source.unicodeScalars)
  }

  /// Parses the whole condition into postfix notation, with at least one test.
  mutating func parsed() throws(TemplateError) -> [ConditionStep] {
    while true {
      try readOperand()
      complete(atLeast: 3)
      skipBlanks()
      while scanner.next == ")" {
        complete(atLeast: 1)
        guard pending.popLast() != nil else { throw scanner.error(.strayParenthesis) }
        complete(atLeast: 3)
        scanner.skip()
        skipBlanks()
      }
      let offset = scanner.offset
      guard scanner.next != nil else { break }
      let word = word()
      switch word.lowercased() {
      case "and", "&&": put(.and, strength: 2, offset)
      case "or", "||": put(.or, strength: 1, offset)
      case _ where calculates(with: word): throw scanner.error(.calculation, at: offset)
      case "like", "contains", "matches", "includes":
        throw scanner.error(.wordForOperator(word), at: offset)
      default: throw scanner.error(.noConnective(meant: withBraces), at: offset)
      }
    }
    complete(atLeast: 1)
    if let opening = pending.last {
      throw scanner.error(.unclosedParenthesis, at: opening.offset)
    }
    return steps
  }

  /// Whether a word after a test, such as `%` or `%10`, begins with an arithmetic operator next to
  /// a number.
  private func calculates(with word: String) -> Bool {
    guard let sign = word.first, sign.isArithmeticSign, !endsWithPattern else { return false }
    var rest = self
    rest.skipBlanks()
    let next = word.count > 1 ? String(word.dropFirst()) : rest.word()
    return endsWithNumber || Double(next) != nil
  }

  /// The condition with braces around the last test and the words that follow it, which together
  /// may be one name; nil if no comparison follows them.
  private var withBraces: String? {
    guard let start = nameStart,
      let end = scalars[start...].firstIndex(where: { "=!<>~(){}\"'".unicodeScalars.contains($0) }),
      "=!<>~".unicodeScalars.contains(scalars[end])
    else { return nil }
    let words = String(String.UnicodeScalarView(scalars[start..<end])).split(separator: " ")
    if words.contains(where: { $0.lowercased() == "not" || String($0).isConnective }) { return nil }
    return String(String.UnicodeScalarView(scalars[..<start]))
      + "{\(words.joined(separator: " "))} "
      + String(String.UnicodeScalarView(scalars[end...]))
  }

  /// Adds a connective to the pending ones, after completing those that bind at least as tightly.
  private mutating func put(_ step: ConditionStep, strength: Int, _ offset: Int) {
    complete(atLeast: strength)
    pending.append(Pending(step: step, strength: strength, offset: offset))
  }

  private mutating func complete(atLeast strength: Int) {
    while let last = pending.last, last.strength >= strength, let step = last.step {
      steps.append(step)
      pending.removeLast()
    }
  }

  /// Reads a test, and any `not` and opening parentheses before it.
  private mutating func readOperand() throws(TemplateError) {
    while true {
      skipBlanks()
      let offset = scanner.offset
      if scanner.next == "(" {
        pending.append(Pending(step: nil, strength: 0, offset: offset))
        scanner.skip()
        continue
      }
      let name = try bracedName() ?? word()
      if scanner.offset - offset == 3, name.lowercased() == "not" {
        pending.append(Pending(step: .not, strength: 3, offset: offset))
        continue
      }
      let isWord = scanner.offset - offset == name.unicodeScalars.count
      guard !name.isEmpty, !(isWord && name.isConnective) else {
        throw scanner.error(.noFact, at: offset)
      }
      skipBlanks()
      if let comparator = listComparator() {
        let values = try listedValues()
        // `time in bed > 5` may be about a fact called "time in bed".
        nameStart = isWord && values.count == 1 ? offset : nil
        for (index, value) in values.enumerated() {
          steps.append(.test(try test(name, at: offset, isWord: isWord, comparator, value)))
          if index > 0 { steps.append(comparator == .equal ? .or : .and) }
        }
        (endsWithNumber, endsWithPattern) = (values.last.flatMap { Double($0.text) } != nil, false)
        return
      }
      let comparator = try comparator()
      nameStart = comparator == nil && isWord ? offset : nil
      let right = comparator == nil ? nil : try rightSide()
      (endsWithNumber, endsWithPattern) = (Double(right?.text ?? name) != nil, comparator == .like)
      steps.append(.test(try test(name, at: offset, isWord: isWord, comparator, right)))
      return
    }
  }

  /// A test of the fact called `name`.
  private func test(
    _ name: String, at offset: Int, isWord: Bool, _ comparator: ConditionOperator?,
    _ right: RightSide?
  ) throws(TemplateError) -> FactTest {
    let key = try key(name, at: offset, isWord: isWord)
    var test = FactTest(key: key, offset: offset)
    if let comparator, let right {
      let operand = try operand(right, comparator, key)
      test.comparison = .init(
        comparator: comparator, operand: operand, offset: right.offset,
        takesNumbers: try takesNumbers(key, comparator, operand, at: right.offset))
    }
    return test
  }

  /// Reads `in` or `not in`, and returns how to compare a fact with each value of the list that
  /// follows; nil if neither comes next.
  private mutating func listComparator() -> ConditionOperator? {
    let start = scanner
    let first = word().lowercased()
    if first == "in" { return .equal }
    if first == "not" {
      skipBlanks()
      if word().lowercased() == "in" { return .unequal }
    }
    scanner = start
    return nil
  }

  /// Reads one or more values separated by commas; the list may be in parentheses.
  private mutating func listedValues() throws(TemplateError) -> [RightSide] {
    skipBlanks()
    let opening = scanner.next == "(" ? scanner.offset : nil
    if opening != nil { scanner.skip() }
    var values = [try rightSide(isListed: true)]
    while true {
      let end = scanner
      skipBlanks()
      if scanner.next == "," {
        scanner.skip()
        values.append(try rightSide(isListed: true))
      } else if let opening {
        guard scanner.next == ")" else {
          throw scanner.error(.unclosedParenthesis, at: opening)
        }
        scanner.skip()
        return values
      } else {
        scanner = end
        return values
      }
    }
  }

  /// Reads a comparison operator; nil if there is none.
  private mutating func comparator() throws(TemplateError) -> ConditionOperator? {
    guard let first = scanner.next, "=!<>~".unicodeScalars.contains(first) else { return nil }
    let offset = scanner.offset
    scanner.skip()
    var text = String(first)
    if scanner.next == "=", first != "~" {
      // Programmers write `==` for `=`.
      if first != "=" { text += "=" }
      scanner.skip()
    }
    guard let comparator = ConditionOperator(rawValue: text) else {
      throw scanner.error(.noFact, at: offset)
    }
    return comparator
  }

  /// The right side of a comparison: a name in braces, text in quotation marks, or a word.
  ///
  /// A word is a value, or the documented fact of that name if both sides are of the same kind.
  private struct RightSide {
    enum Kind { case braced, quoted, word }

    let kind: Kind
    let text: String
    let offset: Int
  }

  /// Reads the right side of a comparison; a word in a list ends at a comma.
  private mutating func rightSide(isListed: Bool = false) throws(TemplateError) -> RightSide {
    skipBlanks()
    let offset = scanner.offset
    if let name = try bracedName() { return RightSide(kind: .braced, text: name, offset: offset) }
    if let text = try quotedText() { return RightSide(kind: .quoted, text: text, offset: offset) }
    let text = word(isListed: isListed)
    guard !text.isEmpty, !text.isConnective else { throw scanner.error(.noValue, at: offset) }
    // A unit may follow after a space, and so may a time of day after a date.
    let end = scanner
    skipBlanks()
    let joined = ConditionValue.joined(text, word(isListed: isListed))
    if joined == nil { scanner = end }
    return RightSide(kind: .word, text: joined ?? text, offset: offset)
  }

  /// Interprets the right side of a comparison with a fact.
  private func operand(
    _ right: RightSide, _ comparator: ConditionOperator, _ key: FactKey
  ) throws(TemplateError) -> FactTest.Operand {
    if right.kind == .braced { return .fact(try self.key(right.text, at: right.offset)) }
    let kind = names?.kind(of: key)
    if right.kind == .word, let names {
      if let other = names.fact(right.text, of: kind) { return .fact(other) }
      if let meant = names.resembling(right.text, of: kind) {
        throw scanner.error(.nearlyFact(right.text, nearest: meant), at: right.offset)
      }
    }
    if comparator == .like {
      return .pattern(GlobPattern(Array(right.text.lowercased().utf8)[...]))
    }
    if kind == .number { return .value(try number(right, of: key)) }
    guard kind == .time else {
      return .value(
        right.kind == .quoted
          ? ConditionValue(quoted: right.text) : ConditionValue(word: right.text))
    }
    guard let time = ConditionValue(time: right.text) else {
      throw scanner.error(.notTime(right.text, of: key.name), at: right.offset)
    }
    return .value(time)
  }

  /// The number compared with a numeric fact.
  ///
  /// If a mistyped limit such as `0,01` were compared as text, every value would pass.
  private func number(
    _ right: RightSide, of key: FactKey
  ) throws(TemplateError) -> ConditionValue {
    let value = ConditionValue(word: right.text)
    if let number = value.number {
      if let unit = value.unit, names?.takes(unit, key) == false {
        throw scanner.error(.otherUnit(right.text, unit: unit, of: key.name), at: right.offset)
      }
      // No value of the fact is infinite, so the comparison would have the same result for all
      // pictures.
      if number.isInfinite, names?.mayBeInfinite(key) == false {
        throw scanner.error(.notFinite(right.text, of: key.name), at: right.offset)
      }
      return value
    }
    throw scanner.error(
      .notNumber(right.text, of: key.name, nearest: ConditionValue.number(meantBy: right.text)),
      at: right.offset)
  }

  /// Whether numbers are compared, because a documented fact on either side is a number.
  ///
  /// - Throws: ``TemplateError`` if the two sides are documented facts of different kinds, whose
  ///   values have no common order.
  private func takesNumbers(
    _ key: FactKey, _ comparator: ConditionOperator, _ operand: FactTest.Operand, at offset: Int
  ) throws(TemplateError) -> Bool {
    guard let names, comparator != .like else { return false }
    let kind = names.kind(of: key)
    guard case .fact(let other) = operand else { return kind == .number }
    let otherKind = names.kind(of: other)
    if let kind, let otherKind, kind != otherKind {
      switch (kind, otherKind) {
      case (.number, _):
        throw scanner.error(.notNumber("\(other)", of: key.name, nearest: nil), at: offset)
      case (_, .number):
        throw scanner.error(.notNumber("\(key)", of: other.name, nearest: nil), at: offset)
      case (.time, _): throw scanner.error(.notTime("\(other)", of: key.name), at: offset)
      default: throw scanner.error(.notTime("\(key)", of: other.name), at: offset)
      }
    }
    return kind == .number || otherKind == .number
  }

  private func key(
    _ name: String, at offset: Int, isWord: Bool = false
  ) throws(TemplateError) -> FactKey {
    let written = FactKey(written: name)
    guard let names else { return written }
    if let key = names.key(written) { return key }
    if isWord, let sign = name.firstIndex(where: \.isArithmeticSign) {
      let (left, right) = (String(name[..<sign]), String(name[sign...].dropFirst()))
      let isWithNumber =
        Double(right) != nil && names.key(FactKey(left)) != nil
        || Double(left) != nil && names.key(FactKey(right)) != nil
      if isWithNumber {
        let position = offset + left.unicodeScalars.count
        throw scanner.error(.calculation, at: position)
      }
    }
    throw scanner.error(names.fault(of: written, as: name), at: offset, knownTokens: names.forms)
  }

  /// Reads a name in braces; nil if there is none here.
  private mutating func bracedName() throws(TemplateError) -> String? {
    guard scanner.next == "{" else { return nil }
    let (name, parameter) = try scanner.name(upTo: ["}"])
    scanner.skip()
    return parameter.map { "\(name):\($0)" } ?? name
  }

  /// Reads text in quotation marks, in which a backslash escapes a quotation mark or itself.
  private mutating func quotedText() throws(TemplateError) -> String? {
    guard let quote = scanner.next, quote == "\"" || quote == "'" else { return nil }
    let opening = scanner.offset
    scanner.skip()
    var text = String.UnicodeScalarView()
    while let scalar = scanner.next {
      scanner.skip()
      if scalar == quote { return String(text) }
      if scalar == "\\", let follower = scanner.next, follower == quote || follower == "\\" {
        text.append(follower)
        scanner.skip()
      } else {
        text.append(scalar)
      }
    }
    throw scanner.error(.unclosedQuotation, at: opening)
  }

  /// Reads a word, which may be empty; in a list, it ends at a comma.
  private mutating func word(isListed: Bool = false) -> String {
    var word = String.UnicodeScalarView()
    while let scalar = scanner.next, !scalar.properties.isWhitespace,
      !"()\"{}=!<>~".unicodeScalars.contains(scalar), !(isListed && scalar == ",")
    {
      word.append(scalar)
      scanner.skip()
    }
    return String(word)
  }

  private mutating func skipBlanks() {
    while scanner.next?.properties.isWhitespace == true { scanner.skip() }
  }
}

extension String {
  /// Whether the word joins two tests.
  fileprivate var isConnective: Bool { ["and", "or", "&&", "||"].contains(lowercased()) }
}

extension Character {
  /// Whether the character is an arithmetic operator in programming languages; a hyphen is not
  /// included, because it also joins words.
  fileprivate var isArithmeticSign: Bool { "%+*/".contains(self) }
}

extension FactKey {
  /// Creates the key for a name as written, possibly with a colon and a keyword.
  fileprivate init(written text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
  }
}
