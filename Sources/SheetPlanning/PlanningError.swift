package import SheetLayout
package import SheetModel
internal import SheetPlans

/// The reason why no plan can be made of a job.
///
/// Descriptions are complete messages, `cannot VERB THING: reason`, that name the numbers.
package enum PlanningError: Error, Equatable, Sendable {
  /// The layout is impossible.
  case layout(LayoutError)
  /// Margins and texts leave no room on a page of the maximum height.
  case pageTooLow(height: Int, taken: Int)
  /// Column-by-column order was requested for a layout without equal cells.
  case noColumnOrder
  /// The sheet would have more pixels than the limit, or longer sides than a PNG can have.
  case tooLarge(Size, limit: PixelCount)
  /// `SOURCE_DATE_EPOCH` is not a whole number of seconds, or too far from 1970.
  case sourceDate(String)
  /// The table of facts cannot be used.
  case table(PictureTableError)
  /// A template asks for a fact that no picture has.
  case template(TemplateUse, TemplateError)
  /// A condition names a fact that no picture has, or an invalid time.
  case condition(Condition, TemplateError)
  /// None of `count` pictures meets all of these conditions.
  case noneChosen([Condition], count: Int)
  /// No picture has a row and a column of a matrix.
  case emptyMatrix(EmptyMatrix)
  /// Two pictures are for one cell of a matrix, which the policy forbids.
  case clash(MatrixClash)
}

extension PlanningError: CustomStringConvertible {
  /// A complete message: the error, and the remedy if there is only one.
  package var description: String { message(in: .pixels) }

  /// The message, with lengths in a unit.
  package func message(in unit: LengthUnit) -> String {
    switch self {
    case .layout(let error): "cannot lay out the pictures: \(error.message(in: unit))"
    case .pageTooLow(let height, let taken):
      "cannot lay out the pictures: margins and texts take \(unit.counted(Double(taken))) and leave no "
        + "room on a page of height \(unit.number(Double(height)))"
    case .noColumnOrder: "cannot order pictures by columns: their cells are not equal"
    case .tooLarge(let size, let limit):
      "cannot make a sheet of \(size.width.text(decimals: 0)) x \(size.height.text(decimals: 0)) "
        + "pixels: it has \(Self.megapixels(size)), over the limit of \(limit) pixels"
    case .sourceDate(let text):
      "cannot use SOURCE_DATE_EPOCH: '\(text.shortPrintable)' is not a whole number of seconds since "
        + "1970, such as 1700000000; correct it or unset it"
    case .table(let error): "\(error)"
    case .template(.order, let error) where error.unknownToken != nil:
      // An order is mostly a word, not a template.
      "cannot sort by '\(error.unknownToken?.name.shortPrintable ?? "")': there is no such order or fact"
        + error.knownNames(as: "facts")
    case .template(let use, let error): "cannot read the template of the \(use.rawValue), \(error)"
    case .condition(let condition, let error):
      "cannot read the condition '\(condition.source.shortPrintable)', \(error)"
    case .noneChosen(let conditions, let count):
      "cannot make a sheet: "
        + (count == 1 ? "the only picture does not meet" : "none of \(count) pictures meets")
        + " \(conditions.map { "'\($0.source.shortPrintable)'" }.listed("and"))"
    case .emptyMatrix(let matrix): "cannot make a matrix: \(matrix)"
    case .clash(let clash): "cannot make a matrix: \(clash)"
    }
  }

  private static func megapixels(_ size: Size) -> String {
    let megapixels = size.width * size.height / 1_000_000
    return "\(megapixels.text(decimals: megapixels < 10 ? 1 : 0, keepsZeros: true)) MP"
  }
}
