extension TOMLReader {
  /// A value, at some depth of arrays and inline tables.
  mutating func value(depth: Int) throws(SyntaxError) -> TOMLValue {
    guard depth <= Self.greatestDepth else { throw tooDeep }
    skipBlanks()
    switch next {
    case "\"", "'": return .text(try string())
    case "[": return .array(try array(depth: depth))
    case "{": return .table(try inlineTable(depth: depth))
    default: return try word()
    }
  }

  private mutating func array(depth: Int) throws(SyntaxError) -> [TOMLValue] {
    var values: [TOMLValue] = []
    try expect("[")
    try skipLines()
    while !take("]") {
      values.append(try value(depth: depth + 1))
      try skipLines()
      if take("]") { break }
      try expect(",", "',' or ']'")
      try skipLines()
    }
    return values
  }

  private mutating func inlineTable(depth: Int) throws(SyntaxError) -> TOMLTable {
    var table = TOMLTable(.dotted)
    try expect("{")
    skipBlanks()
    if take("}") { return TOMLTable(.inline) }
    repeat {
      skipBlanks()
      let start = self
      let key = try key()
      try expect("=")
      let value = try value(depth: depth + 1)
      try start.adding { () throws(TOMLTable.AlreadyDefined) in
        try table.insert(value, at: key[...], line: start.line)
      }
      skipBlanks()
    } while take(",")
    try expect("}", "',' or '}'")
    table.close()
    return table
  }

  /// A boolean, a number, a date or a time.
  private mutating func word() throws(SyntaxError) -> TOMLValue {
    let start = self
    var word = takeAll { $0.isWordOfValue }
    if word.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil, next == " " {
      let date = self
      _ = takeNext()
      let time = takeAll { $0.isWordOfValue }
      if time.prefixMatch(of: /\d\d:/) != nil { word += "T" + time } else { self = date }
    }
    if let value = TOMLValue(word: word) { return value }
    self = start
    throw word.isEmpty
      ? unexpected("a value") : error("'\(word)' is no value; text stands in quotation marks")
  }
}

extension Unicode.Scalar {
  /// Whether the scalar can be part of a value that does not stand in quotation marks.
  fileprivate var isWordOfValue: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "+", ".", ":": true
    default: false
    }
  }
}

extension TOMLValue {
  /// The value that a word stands for; nil where it is none.
  fileprivate init?(word: String) {
    switch word {
    case "true": self = .boolean(true)
    case "false": self = .boolean(false)
    default:
      guard let value = Self.integer(word) ?? Self.float(word) ?? Self.time(word) else {
        return nil
      }
      self = value
    }
  }

  private static func integer(_ word: String) -> TOMLValue? {
    let number: Int64?
    if word.wholeMatch(of: /[+-]?(0|[1-9](_?[0-9])*)/) != nil {
      number = Int64(word.filter { $0 != "_" })
    } else if let digits = word.wholeMatch(of: /0x([0-9a-fA-F](_?[0-9a-fA-F])*)/)?.1 {
      number = Int64(digits.filter { $0 != "_" }, radix: 16)
    } else if let digits = word.wholeMatch(of: /0o([0-7](_?[0-7])*)/)?.1 {
      number = Int64(digits.filter { $0 != "_" }, radix: 8)
    } else if let digits = word.wholeMatch(of: /0b([01](_?[01])*)/)?.1 {
      number = Int64(digits.filter { $0 != "_" }, radix: 2)
    } else {
      number = nil
    }
    return number.map { .number("\($0)") }
  }

  private static func float(_ word: String) -> TOMLValue? {
    if word.wholeMatch(of: /[+-]?(inf|nan)/) != nil { return .number(word) }
    let decimal = /[+-]?(0|[1-9](_?[0-9])*)(\.[0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?/
    guard let match = word.wholeMatch(of: decimal), match.3 != nil || match.5 != nil else {
      return nil
    }
    return Double(word.filter { $0 != "_" }).map { .number("\($0)") }
  }

  private static func time(_ word: String) -> TOMLValue? {
    let date = /\d{4}-\d\d-\d\d/
    let time = /\d\d:\d\d:\d\d(\.\d+)?/
    let both = /\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)?/
    let isTime =
      word.wholeMatch(of: date) != nil || word.wholeMatch(of: time) != nil
      || word.wholeMatch(of: both) != nil
    return isTime ? .time : nil
  }
}
