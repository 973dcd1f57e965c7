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

  /// The longest width, height or gap a layout accepts, in pixels.
  ///
  /// No PNG is wider or taller. Source: PNG specification, 11.2.2 IHDR.
  public static let maximumLength = 2_147_483_647.0
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
    /// The gap between neighbours in a row.
    case horizontalGap = "horizontal gap"
    /// The gap between rows.
    case verticalGap = "vertical gap"
    /// The number of columns.
    case columns = "number of columns"
    /// The number of rows.
    case rows = "number of rows"
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
      "gaps of \(text(gap)) leave no room in a sheet width of \(text(width)); "
        + "make the gaps smaller or the sheet wider"
    case .tooManyItems(let items, let columns, let rows):
      "\(items) items do not fit in \(columns) columns x \(rows) rows; "
        + "allow more rows or columns, or split the items into pages"
    case .noLayers:
      "a tiered layout needs at least one layer"
    }
  }
}

/// The number without a fraction where it has none.
private func text(_ value: Double) -> String {
  if let whole = Int(exactly: value) { String(whole) } else { String(value) }
}

private func text(_ size: Size) -> String {
  "\(text(size.width)) x \(text(size.height))"
}
