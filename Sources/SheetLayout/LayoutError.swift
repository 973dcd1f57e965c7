/// Why something cannot be laid out.
///
/// Descriptions are sentence fragments that name the numbers at fault and, where
/// it is not plain, a way out.
public enum LayoutError: Error, Equatable, Sendable {
  /// A number is NaN or infinite.
  case notFinite(Quantity, Double)
  /// A number that must be above zero is not.
  case notPositive(Quantity, Double)
  /// A number that must not be below zero is.
  case negative(Quantity, Double)
  /// A length is over ``maximumLength``.
  case tooLarge(Quantity, Double)
  /// A ratio of width to height that no two lengths have.
  case extremeRatio(Quantity, Double)
  /// The gaps of a grid leave nothing of the sheet for cells.
  case gapsTooLarge(Size, sheet: Size)
  /// The gaps between columns leave nothing of the sheet's width.
  case gapTooLarge(Double, sheetWidth: Double)
  /// A grid of given rows and columns is smaller than the list of items.
  case tooManyItems(Int, columns: Int, rows: Int)
  /// A tiered grid without layers.
  case noLayers
  /// Columns without tracks.
  case noTracks
  /// A list of tracks that cannot be read: the place, counted in characters from
  /// one, what could stand there, and what does.
  case trackSyntax(position: Int, expected: String, found: String)
  /// A track's least width is more than its greatest.
  case minimumOverMaximum(Double, Double)
  /// An adaptive track whose minimum and spacing are both zero.
  case endlessColumns
  /// A number of columns over ``maximumColumns``.
  case tooManyColumns(Double)
  /// The least widths of the tracks come to more than the sheet's; the first number is
  /// the width that would do.
  case tracksTooWide(Double, sheetWidth: Double)
  /// A share of a whole that is not between zero and one.
  case notAShare(Double)
  /// A row, or a strip that cannot be cut, with more items than may be on a page.
  case rowTooFull(items: Int, limit: Int)
  /// A row, or a strip that cannot be cut, that is taller than a page may be.
  case rowTooTall(Double, limit: Double)

  /// The longest width, height or gap a layout accepts, in pixels.
  ///
  /// No PNG is wider or taller. Source: PNG specification, 11.2.2 IHDR.
  public static let maximumLength = 2_147_483_647.0

  /// The most columns that tracks and masonry make.
  ///
  /// Far more than a picture can be seen in, and few enough to be kept in memory.
  public static let maximumColumns = 65_536
}

extension LayoutError {
  /// A number that a layout is asked to work with.
  ///
  /// Raw values are the words of the messages.
  public enum Quantity: String, Sendable {
    /// The width of the whole sheet or page.
    case sheetWidth = "sheet width"
    /// The height of the whole sheet or page.
    case sheetHeight = "sheet height"
    /// Width divided by height of the whole sheet.
    case sheetRatio = "sheet ratio"
    /// The width of a cell.
    case cellWidth = "cell width"
    /// The height of a cell.
    case cellHeight = "cell height"
    /// Width divided by height of a cell.
    case cellRatio = "cell ratio"
    /// The width of a picture.
    case pictureWidth = "picture width"
    /// The height of a picture.
    case pictureHeight = "picture height"
    /// Width divided by height of a picture.
    case pictureRatio = "picture ratio"
    /// The height that justified rows should come near to.
    case rowHeight = "row height"
    /// The width of a fixed column track.
    case trackWidth = "width of a fixed track"
    /// The least width of a column.
    case trackMinimum = "minimum column width"
    /// The greatest width of a column.
    case trackMaximum = "maximum column width"
    /// The gap after a column.
    case trackSpacing = "track spacing"
    /// The gap between neighbours in a row.
    case horizontalGap = "horizontal gap"
    /// The gap between rows.
    case verticalGap = "vertical gap"
    /// The number of columns.
    case columns = "number of columns"
    /// The number of rows.
    case rows = "number of rows"
    /// The most items on a page.
    case itemsPerPage = "number of items per page"
    /// The most rows on a page.
    case rowsPerPage = "number of rows per page"
    /// The greatest height of a page.
    case pageHeight = "page height"
  }
}

extension LayoutError: CustomStringConvertible {
  /// What is wrong, with the numbers at fault.
  public var description: String {
    switch self {
    case .notFinite(let quantity, let value):
      "the \(quantity.rawValue) must be a finite number, but is \(value)"
    case .notPositive(let quantity, let value):
      "the \(quantity.rawValue) must be above 0, but is \(text(value))"
    case .negative(let quantity, let value):
      "the \(quantity.rawValue) must be at least 0, but is \(text(value))"
    case .tooLarge(let quantity, let value):
      "the \(quantity.rawValue) must be at most \(text(Self.maximumLength)), but is \(text(value))"
    case .extremeRatio(let quantity, let value):
      "the \(quantity.rawValue) of \(text(value)) is beyond what a picture can have"
    case .gapsTooLarge(let gap, let sheet):
      "gaps of \(text(gap)) leave no room for cells in \(text(sheet)); "
        + "make the gaps smaller or the sheet larger"
    case .gapTooLarge(let gap, let width):
      "gaps of \(text(gap)) leave no room in a width of \(text(width)); "
        + "make the gaps smaller or the sheet larger"
    case .tooManyItems(let items, let columns, let rows):
      "\(items) items do not fit in \(columns) columns x \(rows) rows; "
        + "allow more rows or columns, or split the items into pages"
    case .noLayers:
      "a tiered layout needs at least one layer"
    case .noTracks:
      "a layout in columns needs at least one track"
    case .trackSyntax(let position, let expected, let found):
      "at character \(position) of the tracks: expected \(expected), but found \(found)"
    case .minimumOverMaximum(let minimum, let maximum):
      "the minimum column width of \(text(minimum)) is above the maximum of \(text(maximum))"
    case .endlessColumns:
      "an adaptive track of minimum 0 and spacing 0 would have columns without end; "
        + "raise one of them"
    case .tooManyColumns(let count):
      "\(wholePixel(count)) columns are over the limit of \(Self.maximumColumns); "
        + "make the columns wider"
    case .tracksTooWide(let needed, let width):
      "the columns do not fit in a sheet width of \(text(width)); "
        + "they need at least \(textRoundedUp(needed))"
    case .notAShare(let share):
      "a share of the width must be from 0 to 1, but is \(text(share))"
    case .rowTooFull(let items, let limit):
      "\(items) items that cannot be separated are more than the \(limit) of a page; "
        + "allow more items per page or fewer columns"
    case .rowTooTall(let height, let limit):
      "a row of height \(textRoundedUp(height)) does not fit on a page of height \(text(limit)); "
        + "allow taller pages or lower rows"
    }
  }
}

/// The number without a fraction where it has none.
private func text(_ value: Double) -> String {
  let isWhole = value.magnitude < 1e15 && Double(Int(value)) == value
  return isWhole ? String(Int(value)) : String(value)
}

/// The least whole number that is as large, but for the last bits of a sum.
private func textRoundedUp(_ length: Double) -> String {
  String(wholePixel(length + 0.499_99))
}

private func text(_ size: Size) -> String {
  "\(text(size.width)) x \(text(size.height))"
}
