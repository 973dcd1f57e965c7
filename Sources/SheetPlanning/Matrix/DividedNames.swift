package import SheetModel
package import SheetPictures

// Names that a template can divide into parts in two ways.

extension SheetJob {
  /// The templates that parse the names of pictures, changed if a matrix then has fewer empty
  /// cells.
  ///
  /// `{material}_{map}` divides `brick_wall_albedo` at the first separator or at the last. All
  /// names are divided in the same way: at the first separator, unless dividing at the last leaves
  /// fewer cells empty and hides no more pictures. Nothing is changed if listed values say where
  /// names are divided.
  ///
  /// - Parameter pictures: The pictures, whose order makes no difference.
  /// - Returns: The templates, and a note if names are divided at the last separator, or if many
  ///   cells are empty either way.
  package func dividingNames(
    of pictures: [SheetPicture]
  ) -> (parsing: [NameTemplate], note: Note?) {
    guard let axes = layout.traits.axes, let template = parsing.first, parsing.count == 1,
      let rows = axes.rows.template?.body.ofEachPicture,
      let columns = axes.columns.template?.body.ofEachPicture,
      let other = template.dividingAtLast,
      (rows.fields + columns.fields).allSatisfy({ template.names.contains($0.key.name) })
    else { return (parsing, nil) }
    guard pictures.contains(where: { template.mayDivideDifferently($0.source.name) }) else {
      return (parsing, nil)
    }
    var (first, last) = (DividedMatrix(), DividedMatrix())
    var example: (path: String, parts: [String: String])?
    for picture in pictures {
      let path = picture.source.name
      guard let parts = template.match(path: path), let others = other.match(path: path) else {
        continue
      }
      first.add(parts, rows, columns)
      last.add(others, rows, columns)
      if parts != others, path < example?.path ?? "\u{10FFFF}" { example = (path, others) }
    }
    guard let example else { return (parsing, nil) }
    let name = PathText(example.path).stem.shortPrintable
    if last.emptyCount < first.emptyCount, last.cells.count >= first.cells.count {
      let parts = template.names.map { "{\($0)} is '\((example.parts[$0] ?? "").shortPrintable)'" }
      let isHalfEmpty = 2 * last.emptyCount >= last.cellCount
      return (
        [other],
        Note(
          .dividedNames, as: isHalfEmpty ? .note : .detail,
          "names such as '\(name)' are divided at the last separator, so that "
            + "\(parts.listed("and"))\(isHalfEmpty ? last.emptiness : "")",
          remedy: Self.remedyForDivision)
      )
    }
    if 2 * first.emptyCount < first.cellCount { return (parsing, nil) }
    return (
      parsing,
      Note(
        .dividedNames,
        "names such as '\(name)' can be divided in several ways\(first.emptiness)",
        remedy: Self.remedyForDivision)
    )
  }

  private static let remedyForDivision: Remedy =
    "list the values of one part in \(.columnValues) or \(.rowValues) to divide names differently"
}

/// The rows, columns and filled cells of a matrix of divided names.
private struct DividedMatrix {
  private(set) var rows: Set<String> = []
  private(set) var columns: Set<String> = []
  private(set) var cells: Set<[String]> = []

  /// The number of cells, including empty ones.
  var cellCount: Int { rows.count * columns.count }
  var emptyCount: Int { cellCount - cells.count }

  /// The end of a message: how many cells are empty.
  var emptiness: String { "; \(emptyCount) of \(cellCount) cells are empty" }

  mutating func add(_ parts: [String: String], _ row: TemplateBody, _ column: TemplateBody) {
    func text(_ body: TemplateBody) -> String {
      body.text { parts[$0.name].map { Fact(reading: $0) } }
    }
    let (row, column) = (text(row), text(column))
    rows.insert(row)
    columns.insert(column)
    cells.insert([row, column])
  }
}
