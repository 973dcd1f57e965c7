public import SheetLayout

extension Sheet {
  /// An arrangement of pictures on pages.
  ///
  /// <doc:Layouts> and <doc:Matrices> show them. Programs define layouts of their own by
  /// ``PageLayout``.
  public enum Layout: Sendable {
    /// Equal cells.
    ///
    /// Numbers that are nil follow from pictures and sheet. A `cell` without a height is a square.
    /// A `search` other than the compact one finds columns, rows and cells itself, so none of these
    /// may be given.
    case grid(
      columns: Int? = nil, rows: Int? = nil, cell: Extent? = nil, ratio: CellRatio = .automatic,
      search: GridSearch = .compact)

    /// Blocks of 1×1, 2×2 and 3×3 units in layers, which repeat.
    case tiered(_ layers: [Tier] = Tier.standard)

    /// Columns by tracks from left to right; if there are none, they follow from the sheet.
    ///
    /// With a `ratio`, all cells are equal. Otherwise pictures keep their ratios.
    case columns(_ tracks: [Track] = [], ratio: CellRatio? = nil)

    /// Rows of about one height, which keep every ratio.
    case rows(height: Length? = nil, lastRow: LastRow = .left)

    /// Columns without rows: each picture goes below the shortest column.
    ///
    /// Tracks give columns of one width; if there are none, they follow from the sheet.
    /// Flush columns end at one height.
    case masonry(_ tracks: [Track] = [], isFlush: Bool = false)

    /// A page filled with whole pictures.
    case collage

    /// Rows and columns by two facts.
    ///
    /// Without templates, rows are the paths of files, and columns are their folders.
    /// Values choose rows and columns, and order them; without values, all are shown.
    /// A `cell` without a height is a square.
    case matrix(
      rows: String? = nil, columns: String? = nil, rowValues: [String]? = nil,
      columnValues: [String]? = nil, isTransposed: Bool = false, rowHeading: RowHeading = .left,
      onClash: Clash = .first, cell: Extent? = nil)

    /// A layout that the program defines.
    case custom(any PageLayout)
  }

  /// Width divided by height of equal cells; a number is a fixed ratio.
  public enum CellRatio: Hashable, Sendable, ExpressibleByFloatLiteral {
    /// The fair ratio of the pictures, near to their median.
    case automatic
    /// A given ratio, above 0.
    case fixed(Double)

    /// Creates a fixed ratio.
    public init(floatLiteral ratio: Double) { self = .fixed(ratio) }
  }

  /// The numbers of columns and rows that a grid tries.
  ///
  /// If the size and the ratio are given, a compact grid keeps the ratio. The others fill the size,
  /// and their cells only come close to the ratio.
  public typealias GridSearch = SheetLayout.GridSearch
  /// A layer of tiers.
  public typealias Tier = SheetLayout.TierLayer
  /// A column, or as many as fit, as in SwiftUI's lazy grids.
  public typealias Track = SheetLayout.ColumnTrack
  /// What to do with a last row that does not fill the width.
  public typealias LastRow = SheetLayout.LastRow

  /// The position of the headings of a matrix's rows.
  public enum RowHeading: String, CaseIterable, Sendable {
    /// At the left.
    case left
    /// Above the row.
    case above
    /// Nowhere.
    case none
  }

  /// What to do with two pictures that belong in the same cell of a matrix.
  public enum Clash: String, CaseIterable, Sendable {
    /// The first is shown, and a note names both.
    case first
    /// All are shown small, as far as there is room, with their number.
    case stack
    /// No sheet is made.
    case fail
  }
}

extension Sheet.CellRatio: LosslessStringConvertible {
  /// Parses `auto`, or a ratio as `4:3`, `4/3` or `1.333`.
  public init?(_ text: String) {
    if text == "auto" {
      self = .automatic
      return
    }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "/" }
    let numbers = parts.compactMap { part in
      // Double would also accept "nan" and "0x1p3".
      part.allSatisfy { $0.isNumber || $0 == "." } ? Double(part) : nil
    }
    guard numbers.count == parts.count, 1...2 ~= numbers.count else { return nil }
    self = .fixed(numbers.count == 2 ? numbers[0] / numbers[1] : numbers[0])
    guard isValid else { return nil }
  }

  /// `auto`, or the ratio as a number.
  public var description: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let ratio): "\(ratio)"
    }
  }

  /// Whether a fixed ratio is a number above 0.
  package var isValid: Bool {
    if case .fixed(let ratio) = self { ratio.isFinite && ratio > 0 } else { true }
  }
}

extension Sheet.Layout {
  /// Whether the layout is a matrix.
  package var isMatrix: Bool { if case .matrix = self { true } else { false } }

  /// The given size of cells; nil if there is none.
  package var cell: Sheet.Extent? {
    switch self {
    case .grid(_, _, let cell, _, _), .matrix(_, _, _, _, _, _, _, let cell): cell
    case .tiered, .columns, .rows, .masonry, .collage, .custom: nil
    }
  }

  /// The given height of rows; nil if there is none.
  package var rowHeight: Sheet.Length? {
    if case .rows(let height, _) = self { height } else { nil }
  }
}
