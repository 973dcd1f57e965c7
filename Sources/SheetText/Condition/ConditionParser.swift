/// Reads a condition, by operator precedence and without recursion.
///
/// Source: Dijkstra, "Making a Translator for ALGOL 60", 1961 (the shunting yard).
struct ConditionParser {
  /// A connective, or an opening parenthesis, whose right side is being read.
  private struct Pending {
    /// What it does in the end; nil for a parenthesis.
    let step: ConditionStep<WrittenTest>?
    /// How tightly it binds; 0 for a parenthesis.
    let strength: Int
    let offset: Int
  }

  private var scanner: TemplateScanner
  private var steps: [ConditionStep<WrittenTest>] = []
  private var pending: [Pending] = []

  init(_ source: String) { scanner = TemplateScanner(source, .ofTexts) }

  /// The whole condition in postfix notation, with at least one test.
  mutating func parsed() throws(TemplateError) -> [ConditionStep<WrittenTest>] {
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
      switch word().lowercased() {
      case "and", "&&": put(.and, strength: 2, offset)
      case "or", "||": put(.or, strength: 1, offset)
      default: throw scanner.error(.noConnective, at: offset)
      }
    }
    complete(atLeast: 1)
    if let opening = pending.last {
      throw scanner.error(.unclosedParenthesis, at: opening.offset)
    }
    return steps
  }

  /// Puts a connective behind all that binds as tightly.
  private mutating func put(_ step: ConditionStep<WrittenTest>, strength: Int, _ offset: Int) {
    complete(atLeast: strength)
    pending.append(Pending(step: step, strength: strength, offset: offset))
  }

  private mutating func complete(atLeast strength: Int) {
    while let last = pending.last, last.strength >= strength, let step = last.step {
      steps.append(step)
      pending.removeLast()
    }
  }

  /// Reads a test with all that stands ahead of it.
  private mutating func readOperand() throws(TemplateError) {
    while true {
      skipBlanks()
      let offset = scanner.offset
      if scanner.next == "(" {
        pending.append(Pending(step: nil, strength: 0, offset: offset))
        scanner.skip()
        continue
      }
      let name = try bracedName() ?? WrittenName(text: word(), offset: offset)
      if scanner.offset - offset == 3, name.text.lowercased() == "not" {
        pending.append(Pending(step: .not, strength: 3, offset: offset))
        continue
      }
      let isWord = scanner.offset - offset == name.text.unicodeScalars.count
      guard !name.text.isEmpty, !(isWord && name.text.isConnective) else {
        throw scanner.error(.noFact, at: offset)
      }
      var test = WrittenTest(fact: name)
      skipBlanks()
      if let comparator = try comparator() {
        test.comparison = .init(comparator: comparator, operand: try operand())
      }
      steps.append(.test(test))
      return
    }
  }

  /// Reads a comparison; nil where none follows.
  private mutating func comparator() throws(TemplateError) -> ConditionOperator? {
    guard let first = scanner.next, "=!<>~".unicodeScalars.contains(first) else { return nil }
    let offset = scanner.offset
    scanner.skip()
    var text = String(first)
    if scanner.next == "=", first != "~" {
      // `==` is what programs write for `=`.
      if first != "=" { text += "=" }
      scanner.skip()
    }
    guard let comparator = ConditionOperator(rawValue: text) else {
      throw scanner.error(.noFact, at: offset)
    }
    return comparator
  }

  /// Reads what stands at the right of a comparison.
  private mutating func operand() throws(TemplateError) -> WrittenTest.Operand {
    skipBlanks()
    let offset = scanner.offset
    if let name = try bracedName() { return .fact(name) }
    if let text = try quotedText() { return .quoted(text, offset: offset) }
    var text = word()
    guard !text.isEmpty, !text.isConnective else { throw scanner.error(.noValue, at: offset) }
    // A unit, or the hour of a day, may follow behind a blank.
    let (end, first) = (scanner, text)
    skipBlanks()
    let next = word()
    if let joined = ConditionValue.joined(first, next) {
      text = joined
    } else {
      scanner = end
    }
    return .word(WrittenName(text: text, offset: offset))
  }

  /// Reads a name in braces; nil where none stands here.
  private mutating func bracedName() throws(TemplateError) -> WrittenName? {
    guard scanner.next == "{" else { return nil }
    let offset = scanner.offset
    let (name, parameter) = try scanner.name(upTo: ["}"])
    scanner.skip()
    return WrittenName(text: parameter.map { "\(name):\($0)" } ?? name, offset: offset)
  }

  /// Reads a text in quotation marks, in which a backslash keeps these, and itself, from their meaning.
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

  /// Reads a word, which may be empty.
  private mutating func word() -> String {
    var word = String.UnicodeScalarView()
    while let scalar = scanner.next, !scalar.properties.isWhitespace,
      !"()\"{}=!<>~".unicodeScalars.contains(scalar)
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
