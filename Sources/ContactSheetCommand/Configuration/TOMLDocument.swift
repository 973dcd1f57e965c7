internal import TOMLKit

/// A TOML document as far as configurations use it.
///
/// All that the program knows of TOMLKit is in this file.
struct TOMLDocument {
  /// A key and what stands behind it.
  struct Entry {
    let key: String
    let value: Value
  }

  /// What can stand behind a key.
  enum Value {
    case boolean(Bool)
    /// An integer or floating-point number as the shortest text.
    case number(String)
    case text(String)
    case array([Value])
    case table([Entry])
    /// A date, a time, or what is nested deeper than configurations are.
    case other(String)

    /// The type, as a message names it.
    var typeName: String {
      switch self {
      case .boolean: "a boolean"
      case .number: "a number"
      case .text: "a string"
      case .array: "an array"
      case .table: "a table"
      case .other(let name): name
      }
    }
  }

  /// Tables and arrays of a configuration stand at most so deep: `presets.name.exclude`.
  private static let greatestDepth = 4

  /// The keys in the order of their bytes, and what stands behind them.
  let entries: [Entry]

  /// Parses a document, which holds no NUL characters.
  init(parsing text: String) throws(ConfigurationError.FileProblem) {
    do {
      entries = Self.entries(of: try TOMLTable(string: text), depth: 1)
    } catch let error as TOMLParseError {
      let reason = error.description.trimmingPrefix("Error while ")
      throw .syntax(
        line: error.source.begin.line, column: error.source.begin.column, reason: String(reason))
    } catch {
      throw .syntax(line: 1, column: 1, reason: "\(error)")
    }
  }

  private static func entries(of table: TOMLTable, depth: Int) -> [Entry] {
    table.keys.compactMap { key in
      table[key].map { Entry(key: key, value: value(of: $0, depth: depth)) }
    }
  }

  private static func value(of node: any TOMLValueConvertible, depth: Int) -> Value {
    switch node.type {
    case .bool: return .boolean(node.bool ?? false)
    case .int: return .number("\(node.int ?? 0)")
    case .double: return .number("\(node.double ?? 0)")
    case .string: return .text(node.string ?? "")
    case .table:
      guard depth < greatestDepth, let table = node.table else { return .other("a table") }
      return .table(entries(of: table, depth: depth + 1))
    case .array:
      guard depth < greatestDepth, let array = node.array else { return .other("an array") }
      return .array(array.map { value(of: $0, depth: depth + 1) })
    case .date: return .other("a date")
    case .time: return .other("a time")
    case .dateTime: return .other("a date and time")
    }
  }
}
