package import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SystemPackage

/// Two pictures for the same cell of a matrix.
package struct MatrixClash: Equatable, Sendable, CustomStringConvertible {
  /// The first picture, which is shown, and the picture that it hides.
  package let shownFile, hiddenFile: FileName
  /// The heading of the row.
  package let row: String
  /// The heading of the column.
  package let column: String

  /// A complete message: `'a.png' and 'b.png' are both in row 'moon', column '64'`.
  package var description: String {
    "\(shownFile.path.quoted) and \(hiddenFile.path.quoted) are both in row '\(row.shortPrintable)', "
      + "column '\(column.shortPrintable)'"
  }
}

/// The pictures left without a cell in a matrix, and the rows and columns without pictures.
struct MatrixNotes: Equatable, Sendable {
  /// The names of pictures without a row or column.
  var withoutPlace: [FileName] = []
  /// The names of pictures whose row or column was not requested.
  var unwanted: [FileName] = []
  /// The pictures hidden because another picture has their cell.
  var clashes: [MatrixClash] = []
  /// The requested rows and columns without pictures.
  var emptyLines: [String] = []
  /// The rows or columns that pictures have instead of the first of ``emptyLines``.
  var existingLines: [String] = []

  /// Whether rows and columns are the same folders, so that each row has pictures in only one
  /// column.
  var areAxesEqual = false
  /// Rows in which pictures follow each other; nil if there are columns.
  var sequence: Sequence?
  /// The number of pictures left out because their rows are full.
  var beyondLimit = 0

  /// The notes, at most one of each kind.
  var all: [Note] {
    [
      withoutPlace.first.map {
        Note(
          .withoutPlace, about: $0,
          Self.message(
            withoutPlace.count, $0, "has no row or no column, so it is left out",
            "have no row or no column, so they are left out"),
          remedy: "a template such as '{scene|other}' keeps them", [.count: withoutPlace.count])
      },
      unwanted.first.map {
        Note(
          .unwanted, about: $0,
          Self.message(
            unwanted.count, $0, "is in no requested row or column",
            "are in no requested row or column"), [.count: unwanted.count])
      },
      emptyLine.map {
        Note(
          .emptyLine,
          $0 + Self.others(emptyLines.count - 1, "empty row or column", "empty rows and columns"),
          [.count: emptyLines.count])
      },
      areAxesEqual
        ? Note(
          .equalAxes,
          "rows and columns are both folders, so each row has images in only one column",
          remedy: "use another fact in \(.matrixColumns), such as a part of the file names") : nil,
      sequence.map {
        Note(
          .unnamedColumns, as: $0.isGiven ? .detail : .note,
          "the names of images form no columns, so the images of a \($0.line) follow each other",
          remedy: "\(.matrixColumns) makes columns, for example from a part of the file names")
      },
      longRows,
      clashes.first.map {
        Note(
          .clash, about: $0.hiddenFile,
          "\($0); the first is shown"
            + Self.others(clashes.count - 1, "image is hidden", "images are hidden"),
          [.count: clashes.count])
      },
    ].compactMap(\.self)
  }

  /// A requested row or column without pictures, and the existing ones; nil if none is empty.
  var emptyLine: String? {
    emptyLines.first.map { line in
      "no image is in \(line)"
        + (existingLines.isEmpty
          ? "" : " (images are in \(existingLines.map(\.shortPrintable).listed()))")
    }
  }

  /// How pictures follow each other in rows without columns.
  struct Sequence: Equatable, Sendable {
    /// What messages call such a row: `row` or, if rows are shown as columns, `column`.
    let line: String
    /// The maximum number of pictures in a row; nil if unlimited.
    let limit: Int?
    /// Whether the limit is given.
    let isGiven: Bool
  }

  /// The note about pictures left out of rows that have neither columns nor a given length; nil if
  /// there are none.
  private var longRows: Note? {
    guard let sequence, let limit = sequence.limit, !sequence.isGiven, beyondLimit > 0 else {
      return nil
    }
    return Note(
      .longRows,
      "each \(sequence.line) shows its first \(limit.counted("image")), and "
        + "\(beyondLimit) more \(beyondLimit == 1 ? "is" : "are") left out",
      remedy: "\(.groupLimit, 2 * limit) shows more", [.count: beyondLimit])
  }

  /// The message about one picture, or about several, the first of which is named.
  private static func message(_ count: Int, _ first: FileName, _ one: String, _ many: String)
    -> String
  {
    let name = first.path.quoted
    return count == 1
      ? "\(name) \(one)" : "\(count) images \(many); the first is \(name)"
  }

  /// The end of a message that says how many more there are, with their noun; empty if there are
  /// none.
  private static func others(_ count: Int, _ one: String, _ many: String) -> String {
    count == 0 ? "" : "; \(count) more \(count == 1 ? one : many)"
  }
}

extension Note {
  /// The note on empty cells of matrices, in rows and columns that have pictures; nil if there are
  /// none.
  ///
  /// A few empty cells may be a mistake; with some sets of pictures, many are to be expected, so
  /// the note is then a detail, unless each row or each column has a single picture. If another
  /// note explains the empty cells, this one is always a detail. The remedy depends on the axes.
  static func emptyCells(
    of matrices: [PictureMatrix], by axes: MatrixAxes, areExplained: Bool = false
  ) -> Note? {
    var (cellCount, emptyCount, first): (Int, Int, String?) = (0, 0, nil)
    var (pictureCount, rowCount, columnCount) = (0, 0, 0)
    for matrix in matrices {
      let filled = Set(matrix.places)
      let rows = Set(filled.map(\.row)).sorted()
      let columns = Set(filled.map(\.column)).sorted()
      cellCount += rows.count * columns.count
      pictureCount += matrix.places.count
      rowCount += rows.count
      columnCount += columns.count
      let count = rows.count * columns.count - filled.count
      emptyCount += count
      if count == 0 || first != nil { continue }
      let places = rows.lazy.flatMap { row in
        columns.lazy.map { Matrix.Place(row: row, column: $0) }
      }
      if let empty = places.first(where: { !filled.contains($0) }) {
        first = [matrix.rowNames[empty.row], matrix.columnNames[empty.column]]
          .map(\.oneLine.shortPrintable).joined(separator: " × ")
      }
    }
    guard let first else { return nil }
    let single =
      pictureCount == rowCount ? "row" : pictureCount == columnCount ? "column" : nil
    if !areExplained, pictureCount > 2, 2 * emptyCount >= cellCount, let single {
      return Note(
        .emptyCells,
        "\(emptyCount) of \(cellCount) cells are empty, because each \(single) has only one image",
        remedy: axes.rows.template == nil && axes.columns.template == nil
          ? "\(.matrixRows, "{folder}") shows the images of each folder one after another"
          : """
          use facts that do not depend on each other, or, for folders with the same file names, \
          \(.layout, "matrix") without \(.matrixRows) and \(.matrixColumns)
          """,
        [.count: emptyCount])
    }
    return Note(
      .emptyCells, as: !areExplained && 5 * emptyCount <= cellCount ? .note : .detail,
      emptyCount == 1
        ? "a cell is empty: \(first)"
        : "\(emptyCount) cells are empty; the first is \(first)",
      [.count: emptyCount])
  }
}
