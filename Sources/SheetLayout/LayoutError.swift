/// Why a layout is impossible.
///
/// Descriptions follow "cannot lay out the images:". They name the numbers at fault, and suggest a
/// remedy unless the remedy depends on the caller.
package enum LayoutError: Error, Equatable, Sendable {
  /// A number is NaN or infinite.
  case notFinite(Quantity, Double)
  /// A number that must be above zero is not.
  case notPositive(Quantity, Double)
  /// A number that must not be below zero is.
  case negative(Quantity, Double)
  /// A length exceeds ``maximumLength``.
  case tooLarge(Quantity, Double)
  /// A ratio of width to height that no two valid lengths can have.
  case extremeRatio(Quantity, Double)
  /// Gaps, or headings, leave no room for cells.
  case noRoom(Shortage)
  /// A page has no room for cells of a given size.
  case cellsTooLarge(CellShortage)
  /// A grid with given numbers of rows and columns has fewer cells than there are items.
  case tooManyItems(Int, columns: Int, rows: Int)
  /// A tiered grid without layers.
  case noLayers
  /// Columns without tracks.
  case noTracks
  /// A list of tracks with a syntax error: the position in characters, counted from 1, what was
  /// expected and what was found.
  case trackSyntax(position: Int, expected: String, found: String)
  /// The minimum width of a track is above its maximum.
  case minimumOverMaximum(Double, Double)
  /// An adaptive track whose minimum and spacing are both zero.
  case endlessColumns
  /// More columns than ``maximumColumns``.
  case tooManyColumns(Double)
  /// The minimum widths of the tracks exceed the width of the sheet; the first number is the width
  /// they need.
  case tracksTooWide(Double, sheetWidth: Double)
  /// A row, or a strip that cannot be cut, is taller than a page may be.
  case rowTooTall(Double, limit: Double)
  /// Section headings, with the gaps around them, leave no room for items on a page.
  case headingsTooTall(Double, limit: Double)
  /// Margins and text, this many pixels in all, leave no room in the width or the height of the
  /// sheet.
  case edgesTooWide(Int, side: Int)
  /// Cells would be smaller than a pixel.
  case cellsTooSmall(Size)
  /// A layout needs columns of equal width and spacing, but these widths or their gaps differ.
  case unequalColumns([Double])
  /// A layout defined by the calling program failed, or returned invalid frames.
  case custom(String)

  /// The longest width, height or gap a layout accepts, in pixels.
  ///
  /// PNG does not allow more (PNG specification, 11.2.2 IHDR).
  package static let maximumLength = 2_147_483_647.0

  /// The maximum number of columns of tracks and masonry.
  ///
  /// Far more than anybody needs, and few enough to keep in memory.
  package static let maximumColumns = 65_536
}

extension LayoutError {
  /// A number that a layout depends on.
  ///
  /// Raw values are used in messages.
  package enum Quantity: String, Sendable {
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
    case pictureWidth = "image width"
    /// The height of a picture.
    case pictureHeight = "image height"
    /// Width divided by height of a picture.
    case pictureRatio = "image ratio"
    /// The weight of a picture.
    case weight = "weight of an image"
    /// The requested height of justified rows.
    case rowHeight = "row height"
    /// The width of a fixed column track.
    case trackWidth = "width of a fixed track"
    /// The minimum width of a column.
    case trackMinimum = "minimum column width"
    /// The maximum width of a column.
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
    /// The maximum number of items on a page.
    case itemsPerPage = "number of items per page"
    /// The maximum height of a page.
    case pageHeight = "page height"
  }
}

extension LayoutError {
  /// Whether the numbers are valid but there is too little room for the items.
  package var isAboutRoom: Bool {
    switch self {
    case .noRoom, .cellsTooLarge, .tooManyItems, .tracksTooWide, .rowTooTall, .headingsTooTall,
      .edgesTooWide,
      .cellsTooSmall:
      true
    case .notFinite, .notPositive, .negative, .tooLarge, .extremeRatio, .noLayers, .noTracks,
      .trackSyntax, .minimumOverMaximum, .endlessColumns, .tooManyColumns, .unequalColumns, .custom:
      false
    }
  }
}

extension LayoutError: CustomStringConvertible {
  /// The error message, with the numbers at fault.
  package var description: String { message(in: .pixels) }

  /// The message, with lengths in the given unit.
  package func message(in unit: LengthUnit) -> String {
    switch self {
    case .notFinite(let quantity, let value):
      "the \(quantity.rawValue) is \(value); choose a finite number"
    case .notPositive(let quantity, let value):
      "the \(quantity.rawValue) is \(text(value)); choose one above 0"
    case .negative(let quantity, let value):
      "the \(quantity.rawValue) is \(text(value)); choose 0 or more"
    case .tooLarge(let quantity, let value):
      "the \(quantity.rawValue) is \(text(value)); choose at most \(text(Self.maximumLength))"
    case .extremeRatio(let quantity, let value):
      "the \(quantity.rawValue) is \(text(value)), which no image can have; choose one nearer to 1"
    case .noRoom(let shortage):
      shortage.message(in: unit)
    case .cellsTooLarge(let shortage):
      shortage.message(in: unit)
    case .tooManyItems(let items, let columns, let rows):
      "\(items) items do not fit in \(columns) columns x \(rows) rows; "
        + "allow more rows or columns, or split the items into pages"
    case .noLayers:
      "there are no layers; name one"
    case .noTracks:
      "there are no tracks; name one"
    case .trackSyntax(let position, let expected, let found):
      "the tracks have \(found) at character \(position); write \(expected) there"
    case .minimumOverMaximum(let minimum, let maximum):
      "the minimum column width of \(text(minimum)) is above the maximum of \(text(maximum)); "
        + "swap them"
    case .endlessColumns:
      "an adaptive track with minimum 0 and spacing 0 would have infinitely many columns; "
        + "raise one of them"
    case .tooManyColumns(let count):
      "\(wholePixel(count)) columns are over the limit of \(Self.maximumColumns); "
        + "make the columns wider"
    case .tracksTooWide(let needed, let width):
      "the columns do not fit in a sheet width of \(unit.text(width)); "
        + "make it at least \(unit.textRoundedUp(needed))"
    case .rowTooTall(let height, let limit):
      "a row of height \(unit.textRoundedUp(height)) does not fit into the \(unit.counted(limit)) "
        + "that a page has for it; "
        + "allow taller pages or shorter rows"
    case .headingsTooTall(let height, let limit):
      "headings of height \(unit.textRoundedUp(height)) leave no room for images in the "
        + "\(unit.counted(limit)) of a page"
    case .edgesTooWide(let edges, let side):
      "margins and text take \(unit.number(Double(edges))) of the sheet's "
        + "\(unit.counted(Double(side))) and leave no room for images"
    case .cellsTooSmall(let size):
      unit == .pixels
        ? "cells would be \((size.width * 10).rounded() / 10) x "
          + "\((size.height * 10).rounded() / 10) pixels"
        : "cells would be \(unit.number(size.width)) x \(unit.counted(size.height))"
    case .unequalColumns(let widths):
      "masonry columns of \(Self.listed(widths.map { "\($0)" })) pixels differ in width or "
        + "spacing; make them equal"
    case .custom(let reason): reason
    }
  }

  private static func listed(_ words: [String]) -> String {
    words.count > 10
      ? words.prefix(10).joined(separator: ", ") + " and \(words.count - 10) more"
      : words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
  }
}

/// The number, without a decimal point if it is whole.
func text(_ value: Double) -> String {
  let isWhole = value.magnitude < 1e15 && Double(Int(value)) == value
  return isWhole ? String(Int(value)) : String(value)
}

// Each check throws an error that names the quantity.

/// Checks that a length is finite and at most ``LayoutError/maximumLength``; it may be negative.
func check(_ length: Double, finite quantity: LayoutError.Quantity) throws(LayoutError) {
  guard length.isFinite else { throw .notFinite(quantity, length) }
  guard length <= LayoutError.maximumLength else { throw .tooLarge(quantity, length) }
}

func check(_ length: Double, positive quantity: LayoutError.Quantity) throws(LayoutError) {
  try check(length, finite: quantity)
  guard length > 0 else { throw .notPositive(quantity, length) }
}

func check(_ length: Double, notNegative quantity: LayoutError.Quantity) throws(LayoutError) {
  try check(length, finite: quantity)
  guard length >= 0 else { throw .negative(quantity, length) }
}

func check(_ count: Int, positive quantity: LayoutError.Quantity) throws(LayoutError) {
  guard count > 0 else { throw .notPositive(quantity, Double(count)) }
}

func check(cell: Size) throws(LayoutError) {
  try check(cell.width, positive: .cellWidth)
  try check(cell.height, positive: .cellHeight)
}

func check(gap: Size) throws(LayoutError) {
  try check(gap.width, notNegative: .horizontalGap)
  try check(gap.height, notNegative: .verticalGap)
}

/// Checks that a ratio is possible between two sides of 1 to ``LayoutError/maximumLength`` pixels.
func check(_ ratio: Double, ratio quantity: LayoutError.Quantity) throws(LayoutError) {
  guard ratio.isFinite else { throw .notFinite(quantity, ratio) }
  guard ratio > 0 else { throw .notPositive(quantity, ratio) }
  guard ratio <= LayoutError.maximumLength, 1 / ratio <= LayoutError.maximumLength else {
    throw .extremeRatio(quantity, ratio)
  }
}
