internal import SheetModel
internal import SheetPictures

/// Rows and columns of a matrix.
struct MatrixOptions: OptionSection {
  var rowsBy, columnsBy: String?
  var rowValues, columnValues: [String]?
  var isTransposed: Bool?
  var rowHeading: Sheet.RowHeading?
  var onClash: Sheet.Clash?

  static let title = "Matrix"
  @OptionListBuilder static var options: [Option] {
    Option(
      "rows-by", \.matrix.rowsBy, value: "template",
      .checked { try PictureTemplate($0, others: .any) },
      unset: "the path below the column's folder, without extension", nothing: "", for: [.matrix],
      """
      The template whose value the pictures of a row share, such as '{scene}'; without --layout it \
      makes a matrix, as --columns-by does. Rows are in the order of their values, or with --sort \
      in the order of their first pictures. With --compare, \
      the template is the heading of each pair, such as '{name} {psnr:.1f} dB'.
      """)
    Option(
      "columns-by", \.matrix.columnsBy, value: "template",
      .checked { try PictureTemplate($0, others: .any) },
      unset: "the given folder; if only one is given, its subfolders", nothing: "", for: [.matrix],
      """
      The template whose value the pictures of a column share. Pictures that lack a fact of \
      either template are left out; '{scene|other}' keeps them.
      """
    )
    Option(
      "row-values", \.matrix.rowValues, value: "list", .axisValues,
      unset: "the values of pictures", for: [.matrix],
      """
      The rows to show, in their order, with commas between them, and \\, for a comma; a row \
      without a picture is empty.
      """)
    Option(
      "column-values", \.matrix.columnValues, value: "list", .axisValues,
      unset: "the values of pictures", for: [.matrix],
      "The columns to show, written like --row-values.")
    Option(
      "transpose", \.matrix.isTransposed, for: [.matrix],
      "Show rows as columns, and columns as rows.")
    Option(
      "row-heading", \.matrix.rowHeading, value: "place", .choice, default: .left, for: [.matrix],
      """
      The position of row headings: at the left, on at most a fifth of the width; above; or \
      nowhere.
      """
    )
    Option(
      "on-clash", \.matrix.onClash, value: "policy", .choice, default: .first,
      for: [.matrix],
      """
      The treatment of several pictures for one cell: show the first, with a note; or a stack of \
      them all, small, with their number; or fail.
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
