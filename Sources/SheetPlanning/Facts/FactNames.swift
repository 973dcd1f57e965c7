internal import SheetModel
internal import SheetPictures
internal import Synchronization

/// Sources of facts that not every picture has: parts of file names, and a table.
///
/// A class, because every picture refers to it.
final class FactNames: Sendable {
  /// The patterns that parse names; the first that matches a name is used.
  let parsing: [NameTemplate]
  let table: PictureTable?
  /// The names of facts that override a picture's own facts.
  private let others: [String]
  /// The names of facts that are numbers.
  let numbers: Set<String>
  /// Whether ``numbers`` are the facts of pairs.
  let isOfPairs: Bool
  /// The indices of requested columns, by name; nil if the table has no such column.
  private let columnIndices = Mutex<[String: Int?]>([:])

  init(
    parsing: [NameTemplate] = [], table: PictureTable? = nil, others: [String] = [],
    numbers: Set<String> = [], isOfPairs: Bool = false
  ) {
    (self.parsing, self.table, self.others, self.numbers) = (parsing, table, others, numbers)
    self.isOfPairs = isOfPairs
  }

  var columns: [String] { table?.columns ?? [] }

  /// The names that templates may use for facts from these sources.
  var names: [String] {
    parsing.flatMap(\.names) + columns.filter { $0.isColumnName && PictureTokens.isFree($0) }
      + others
  }

  /// Whether templates may use a name for a fact from one of these sources.
  ///
  /// Unlike ``names``, this does not read the headings of the table each time.
  func contain(_ name: String) -> Bool {
    others.contains(name) || parsing.contains { $0.names.contains(name) }
      || name.isColumnName && PictureTokens.isFree(name) && column(name) != nil
  }

  /// The token of a column or of a part of file names: its name, or `{column:…}` if the name has
  /// another meaning.
  func token(of name: String) -> String {
    contain(name) ? "{\(name)}" : "{column:\(name)}"
  }

  /// The column that a key refers to, either by its heading after `column:`, or by a name that is
  /// not a token.
  ///
  /// The ending of a key is part of the heading if the table has a column with that heading.
  func column(of key: FactKey) -> (index: Int, ending: String)? {
    for ending in key.endingsOfHeading {
      if let index = column(key.parameter + ending) { return (index, ending) }
    }
    return column(key.name == "column" ? key.parameter : key.name).map { ($0, "") }
  }

  private func column(_ name: String) -> Int? {
    guard let table else { return nil }
    return columnIndices.withLock { known in
      // Indices are kept by name, because only a few columns of a wide table are requested.
      if let index = known[name] { return index }
      let index = table.columns.firstIndex(of: name)
      known[name] = .some(index)
      return index
    }
  }
}

extension [NameTemplate] {
  /// The parts of a file name according to the first template that matches it; empty if none does.
  func parts(of name: String) -> [String: String] {
    for template in self {
      if let parts = template.match(path: name) { return parts }
    }
    return [:]
  }
}
