/// A table of a TOML document, with what stands in it in the order of the document.
///
/// Source: TOML 1.0.0, "Keys", "Table" and "Inline Table", for what may be said twice.
struct TOMLTable {
  /// A key with what stands behind it.
  struct Entry {
    let key: String
    /// The line of the key's first mention, counted from 1.
    let line: Int
    fileprivate(set) var value: TOMLValue
  }

  /// How a table came to be, which settles who may add to it.
  enum Origin {
    /// A longer header has it on its way.
    case implicit
    /// It has its own header.
    case header
    /// A dotted key has it on its way.
    case dotted
    /// It stands between braces.
    case inline
  }

  /// Something cannot be added, as the key has a meaning already.
  struct AlreadyDefined: Error {
    let key: String
    let line: Int
  }

  fileprivate(set) var origin: Origin
  private(set) var entries: [Entry] = []
  private var indexByKey: [String: Int] = [:]

  init(_ origin: Origin) {
    self.origin = origin
  }

  /// Adds a value under a dotted key, which has one part at least, in the table of a header.
  mutating func insert(
    _ value: TOMLValue, at key: ArraySlice<String>, under header: ArraySlice<String>, line: Int
  ) throws(AlreadyDefined) {
    guard let name = header.first else { return try insert(value, at: key, line: line) }
    try update(name, creating: .implicit, line: line) { table, _ throws(AlreadyDefined) in
      try table.insert(value, at: key, under: header.dropFirst(), line: line)
    }
  }

  /// Adds a value under a dotted key, which has one part at least.
  mutating func insert(
    _ value: TOMLValue, at key: ArraySlice<String>, line: Int
  ) throws(AlreadyDefined) {
    guard let name = key.first else { return }
    guard key.count > 1 else {
      if let index = indexByKey[name] { throw AlreadyDefined(key: name, line: entries[index].line) }
      return append(value, at: name, line: line)
    }
    try update(name, creating: .dotted, line: line) { table, first throws(AlreadyDefined) in
      guard table.origin == .dotted else { throw AlreadyDefined(key: name, line: first) }
      try table.insert(value, at: key.dropFirst(), line: line)
    }
  }

  /// Opens the table of a header, which has one part at least.
  mutating func open(_ header: ArraySlice<String>, line: Int) throws(AlreadyDefined) {
    guard let name = header.first else { return }
    try update(name, creating: .implicit, line: line) { table, first throws(AlreadyDefined) in
      guard header.count == 1 else { return try table.open(header.dropFirst(), line: line) }
      guard table.origin == .implicit else { throw AlreadyDefined(key: name, line: first) }
      table.origin = .header
    }
  }

  /// Changes a table in the table, which is created where there is none, and whose first line
  /// is told.
  private mutating func update(
    _ key: String, creating origin: Origin, line: Int,
    _ body: (inout TOMLTable, _ line: Int) throws(AlreadyDefined) -> Void
  ) throws(AlreadyDefined) {
    let index = indexByKey[key] ?? entries.count
    if index == entries.count { append(.table(TOMLTable(origin)), at: key, line: line) }
    guard case .table(var table) = entries[index].value, table.origin != .inline else {
      throw AlreadyDefined(key: key, line: entries[index].line)
    }
    try body(&table, entries[index].line)
    entries[index].value = .table(table)
  }

  /// Lets nothing be added any more: the closing brace has been read.
  mutating func close() {
    origin = .inline
  }

  private mutating func append(_ value: TOMLValue, at key: String, line: Int) {
    indexByKey[key] = entries.count
    entries.append(Entry(key: key, line: line, value: value))
  }
}

/// What can stand behind a key of a TOML document.
enum TOMLValue {
  case boolean(Bool)
  /// An integer or floating-point number as the shortest text.
  case number(String)
  case text(String)
  case array([TOMLValue])
  case table(TOMLTable)
  /// A date, a time, or both, which no option takes.
  case time

  /// The type, as a message names it.
  var typeName: String {
    switch self {
    case .boolean: "a boolean"
    case .number: "a number"
    case .text: "a string"
    case .array: "an array"
    case .table: "a table"
    case .time: "a date or time"
    }
  }
}
