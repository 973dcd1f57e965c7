internal import ContactSheet
internal import SheetLayout
internal import SheetText

/// What makes the rows and columns of a matrix.
struct MatrixOptions: OptionSection {
  static let title = "Matrix"

  let rowsBy = Option<PictureTemplate?>(
    "rows-by", value: "template", .parsed { try PictureTemplate($0, others: .any) },
    unset: "the path below the column's folder, without extension", nothing: "",
    """
    What pictures of one row have in common, as a template such as '{scene}'. Rows are in the order of \
    the values, numbers by size, or with --sort in that of their first pictures.
    """, .detail)
  let columnsBy = Option<PictureTemplate?>(
    "columns-by", value: "template", .parsed { try PictureTemplate($0, others: .any) },
    unset: "the folder that was given; of one alone, its subfolders", nothing: "",
    "The same for columns. Pictures that lack a fact of either are left out; '{scene|other}' keeps them.",
    .detail)
  let rowValues = Option<[String]?>(
    "row-values", value: "list", .axisValues, unset: "those that pictures have",
    """
    The rows that are wanted, in their order, with commas between them, and \\, for a comma; one \
    without a picture is empty.
    """, .detail)
  let columnValues = Option<[String]?>(
    "column-values", value: "list", .axisValues, unset: "those that pictures have",
    "The columns that are wanted, likewise.", .detail)
  let transpose = Option("transpose", "Show rows as columns, and columns as rows.", .detail)
  let rowHeading = Option<MatrixLayout.RowHeading>(
    "row-heading", value: "place", .choice, default: .left,
    "Where the headings of rows stand: at the left, on at most a fifth of the width; above; or nowhere.",
    .detail)
  let onClash = Option<MatrixAxes.ClashPolicy>(
    "on-clash", value: "policy", .choice, default: .first,
    "What is done about two pictures for one cell: the first is shown, and a note names both; or fail.",
    .detail)
}

extension MatrixOptions {
  /// The options that no other layout takes.
  var all: [any DeclaredOption] {
    [rowsBy, columnsBy, rowValues, columnValues, transpose, rowHeading, onClash]
  }

  /// What puts pictures into rows and columns.
  static func axes(_ arguments: Arguments) -> MatrixAxes {
    let matrix = options.matrix
    return MatrixAxes(
      rows: MatrixAxis(arguments[matrix.rowsBy], values: arguments[matrix.rowValues]),
      columns: MatrixAxis(arguments[matrix.columnsBy], values: arguments[matrix.columnValues]),
      isTransposed: arguments[matrix.transpose], clashPolicy: arguments[matrix.onClash])
  }

  /// What is given of sizes.
  static func sizing(_ arguments: Arguments, _ extent: Extent) -> MatrixLayout.Sizing {
    if let cell = arguments[options.layout.cell] {
      return .cell(PixelSize(width: cell.width, height: cell.height ?? cell.width))
    }
    let hasWidth = arguments[options.layout.size] != nil || arguments.page != nil
    return hasWidth ? .sheet(extent) : .automatic
  }
}

extension ValueForm where Value == [String] {
  /// Values with commas between them; a backslash before a comma makes it part of a value.
  fileprivate static var axisValues: Self {
    written(
      "values with commas between them, such as '16,64,256'",
      { text in
        var (values, isEscaped) = ([""], false)
        for character in text {
          switch character {
          case "\\" where !isEscaped:
            isEscaped = true
            continue
          case "," where !isEscaped: values.append("")
          default:
            if isEscaped, character != ",", character != "\\" { values[values.count - 1] += "\\" }
            values[values.count - 1].append(character)
          }
          isEscaped = false
        }
        return values.contains("") || isEscaped ? nil : values
      },
      text: { values in
        values.map { value in
          value.map { $0 == "," || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
        }.joined(separator: ",")
      })
  }
}
