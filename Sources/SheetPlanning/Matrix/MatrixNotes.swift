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
    "\(FilePath(shown).quoted) and \(FilePath(hidden).quoted) are both in row '\(row.printable)', "
      + "column '\(column.printable)'"
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

  /// Complete messages, one of each kind.
  var warnings: [String] {
    var warnings: [String] = []
    if let first = withoutPlace.first {
      warnings.append(
        Self.told(
          withoutPlace.count, first,
          (
            "has no row or no column, so it is left out",
            "have no row or no column, so they are left out"
          ))
          + "; a template such as '{scene|other}' keeps them")
    }
    if let first = unwanted.first {
      warnings.append(
        Self.told(
          unwanted.count, first,
          ("is in no row or column that is wanted", "are in no row or column that is wanted")))
    }
    if let first = emptyLines.first {
      warnings.append(
        "no picture is in \(first)"
          + Self.others(emptyLines.count - 1, "empty row or column", "empty rows and columns"))
    }
    if let first = clashes.first {
      warnings.append(
        "\(first); the first is shown"
          + Self.others(clashes.count - 1, "picture is hidden so", "pictures are hidden so"))
    }
    return warnings
  }

  private static func told(_ count: Int, _ first: String, _ words: (one: String, many: String))
    -> String
  {
    let name = FilePath(first).quoted
    return count == 1
      ? "\(name) \(words.one)" : "\(count) pictures \(words.many); the first is \(name)"
  }

  private static func others(_ count: Int, _ one: String, _ many: String) -> String {
    count == 0 ? "" : "; \(count) more \(count == 1 ? one : many)"
  }
}
