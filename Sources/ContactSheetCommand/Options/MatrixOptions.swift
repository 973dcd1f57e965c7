internal import SheetModel
internal import SheetPictures

/// The rows and columns of a matrix.
struct MatrixOptions: OptionSection {
  var rowsBy, columnsBy: String?
  var rowValues, columnValues: [String]?
  var isTransposed: Bool?
  var rowHeading: Sheet.RowHeading?
  var columnHeading: Sheet.ColumnHeading?
  var onClash: Sheet.Clash?

  static let title = "Matrix"
  @OptionListBuilder static var options: [Option] {
    Option(
      "rows-by", \.matrix.rowsBy, value: "template",
      .checked { try PictureTemplate(ofLines: $0) },
      unset: "the path relative to the column's folder, without its extension",
      for: [.matrix],
      """
      Set the template that decides which row an image goes into, such as '{scene}'; '' makes a \
      single row. The template can also summarise the images of the row, as in \
      '{method}\\n{psnr.mean:.1f} dB'. Without --layout, this makes a matrix, as --columns-by does. \
      Rows are sorted by their values or, with --sort, by their first images. With --compare, the \
      template is the heading of each pair, such as '{name} {psnr:.1f} dB'.
      """)
    Option(
      "columns-by", \.matrix.columnsBy, value: "template",
      .checked { try PictureTemplate(ofLines: $0) },
      unset: "the folders you name, or the subfolders of a single one",
      for: [.matrix],
      """
      Set the template that decides which column an image goes into; '' makes a single column. If \
      each image has its own column, there is a single row by default. Images without a value for \
      the row or the column are left out; '{scene|other}' keeps them. If the values are the names \
      of the folders you name, these keep their order. With --rows-by '{folder}' alone, there is a \
      column for each image name or, if the names differ from folder to folder, the images of each \
      row are placed one after another.
      """)
    Option(
      "row-values", \.matrix.rowValues, value: "list", .axisValues,
      unset: "all", for: [.matrix],
      """
      Show only the rows in this comma-separated list, in the order listed (\\, is a comma in a \
      value). Rows without images are shown empty. 'gt=Ground truth' gives the row gt another \
      heading, and 'gt=' gives it an empty one. Except with --compare, 'every:3' shows every third \
      row, 'limit:8' shows the first eight, and 'spread:5' shows five at even intervals.
      """)
    Option(
      "column-values", \.matrix.columnValues, value: "list", .axisValues,
      unset: "all", for: [.matrix],
      """
      Show only the columns in this comma-separated list, in the order listed, with the same \
      syntax as --row-values.
      """)
    Option(
      "transpose", \.matrix.isTransposed, for: [.matrix],
      "Swap rows and columns.")
    Option(
      "row-heading", \.matrix.rowHeading, value: "place", .choice, default: .left, for: [.matrix],
      """
      Put row headings to the left (in at most a fifth of the width), above their rows, or nowhere. \
      up puts them to the left, rotated so that they read upwards.
      """)
    Option(
      "column-heading", \.matrix.columnHeading, value: "direction", .choice, default: .auto,
      for: [.matrix],
      """
      Rotate column headings so that they read upwards, or leave them out. auto rotates them only \
      if their words are too wide for the columns.
      """)
    Option(
      "on-clash", \.matrix.onClash, value: "policy", .choice, default: .first,
      for: [.matrix],
      """
      Choose what to do if several images fall into one cell: show the first, with a note; show a \
      stack of thumbnails with a count; or fail.
      """)
  }
}

extension ValueParser where Value == [String] {
  /// Values separated by commas, each possibly with a heading; a comma after a backslash is part of
  /// a value.
  fileprivate static var axisValues: Self {
    written(
      "values separated by commas, such as '16,64,256' or 'x=Input,gt=Ground truth'",
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
