internal import ContactSheet
internal import SheetLayout
internal import SheetText

/// Rows and columns of a matrix.
struct MatrixOptions: OptionSection {
  var rowsBy, columnsBy: PictureTemplate?
  var rowValues, columnValues: [String]?
  var transpose: Bool?
  var rowHeading: MatrixLayout.RowHeading?
  var onClash: MatrixAxes.ClashPolicy?

  static let title = "Matrix"
  @OptionListBuilder static var options: [Option] {
    Option(
      "rows-by", \.matrix.rowsBy, value: "template",
      .parsed { try PictureTemplate($0, others: .any) },
      unset: "the path below the column's folder, without extension", nothing: "", for: [.matrix],
      """
      What pictures of one row have in common, as a template such as '{scene}'. Rows are in the order of \
      the values, numbers by size, or with --sort in that of their first pictures. With --compare, the \
      heading of each pair, such as '{name} {psnr:.1f} dB'.
      """)
    Option(
      "columns-by", \.matrix.columnsBy, value: "template",
      .parsed { try PictureTemplate($0, others: .any) },
      unset: "the folder that was given; of one alone, its subfolders", nothing: "", for: [.matrix],
      "The same for columns. Pictures that lack a fact of either are left out; '{scene|other}' keeps them."
    )
    Option(
      "row-values", \.matrix.rowValues, value: "list", .axisValues,
      unset: "those that pictures have", for: [.matrix],
      """
      The rows that are wanted, in their order, with commas between them, and \\, for a comma; one \
      without a picture is empty.
      """)
    Option(
      "column-values", \.matrix.columnValues, value: "list", .axisValues,
      unset: "those that pictures have", for: [.matrix],
      "The columns that are wanted, likewise.")
    Option(
      "transpose", \.matrix.transpose, for: [.matrix], "Show rows as columns, and columns as rows.")
    Option(
      "row-heading", \.matrix.rowHeading, value: "place", .choice, default: .left, for: [.matrix],
      "Where the headings of rows stand: at the left, on at most a fifth of the width; above; or nowhere."
    )
    Option(
      "on-clash", \.matrix.onClash, value: "policy", .choice, default: .first, for: [.matrix],
      """
      Of several pictures for one cell, show the first, with a note; or a stack of them all, small, \
      with their number; or fail.
      """
    )
  }
}

extension ValueParser where Value == [String] {
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
