internal import SheetFiles
internal import SheetText
internal import SystemPackage

/// Two pictures for one cell of a matrix.
public struct MatrixClash: Equatable, Sendable, CustomStringConvertible {
  /// The name of the picture that is first by the order, and is shown.
  public let shown: String
  /// The name of the other one.
  public let hidden: String
  /// The heading of the row.
  public let row: String
  /// The heading of the column.
  public let column: String

  /// A complete message: `'a.png' and 'b.png' are both in row 'moon', column '64'`.
  public var description: String {
    "\(FilePath(shown).quoted) and \(FilePath(hidden).quoted) are both in row '\(row.shortPrintable)', "
      + "column '\(column.shortPrintable)'"
  }
}

/// Why no picture is in a matrix.
public enum EmptyMatrix: Equatable, Sendable, CustomStringConvertible {
  /// None has both a row and a column; the first, by its name.
  case noPlace(first: String)
  /// No name matches the template that takes names apart.
  case noMatch(template: String, first: String)
  /// None has what is wanted; a complete message says what there is.
  case noValue(String)

  /// A complete message.
  public var description: String {
    switch self {
    case .noPlace(let first):
      "no picture has both a row and a column of the matrix; the first is \(FilePath(first).quoted)"
    case .noMatch(let template, let first):
      "no name matches '\(template.shortPrintable)', so no picture has a place in the matrix; the first "
        + "is \(FilePath(first).quoted)"
    case .noValue(let message): message
    }
  }
}

/// The pictures that have no cell of their own in a matrix.
public struct MatrixNotes: Equatable, Sendable {
  /// The names of pictures that have no row or no column.
  public internal(set) var withoutPlace: [String] = []
  /// The names of pictures whose row or column is none of those that are wanted.
  public internal(set) var unwanted: [String] = []
  /// The pictures that are not shown, as another has their cell.
  public internal(set) var clashes: [MatrixClash] = []
  /// The rows and columns that are wanted, and that no picture is in.
  public internal(set) var emptyLines: [String] = []
  /// The rows or columns that pictures have where the first of ``emptyLines`` is wanted.
  var existingLines: [String] = []

  /// Complete messages, one of each kind.
  var warnings: [String] {
    var warnings: [String] = []
    if let first = withoutPlace.first {
      warnings.append(
        Self.told(
          withoutPlace.count, first, "has no row or no column, so it is left out",
          "have no row or no column, so they are left out")
          + "; a template such as '{scene|other}' keeps them")
    }
    if let first = unwanted.first {
      warnings.append(
        Self.told(
          unwanted.count, first, "is in no row or column that is wanted",
          "are in no row or column that is wanted"))
    }
    if let emptyLine {
      warnings.append(
        emptyLine
          + Self.others(emptyLines.count - 1, "empty row or column", "empty rows and columns"))
    }
    if let first = clashes.first {
      warnings.append(
        "\(first); the first is shown"
          + Self.others(clashes.count - 1, "picture is hidden", "pictures are hidden"))
    }
    return warnings
  }

  /// What no picture is in, and what there is instead; nil where all that is wanted is there.
  var emptyLine: String? {
    emptyLines.first.map { line in
      "no picture is in \(line)"
        + (existingLines.isEmpty
          ? "" : "; there are \(existingLines.map(\.shortPrintable).listed())")
    }
  }

  /// What is said of one picture, or of several and the first of them.
  private static func told(_ count: Int, _ first: String, _ one: String, _ many: String) -> String {
    let name = FilePath(first).quoted
    return count == 1
      ? "\(name) \(one)" : "\(count) pictures \(many); the first is \(name)"
  }

  /// How many more there are of something; nothing for none.
  private static func others(_ count: Int, _ one: String, _ many: String) -> String {
    count == 0 ? "" : "; \(count) more \(count == 1 ? one : many)"
  }
}
