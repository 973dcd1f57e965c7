public import SheetLayout

extension Sheet {
  /// How pictures are arranged on pages.
  ///
  /// The guide shows all layouts: <doc:reference-layouts> and <doc:reference-matrix>. Programs can
  /// define their own with ``PageLayout``.
  public enum Layout: Sendable {
    /// Equal cells.
    ///
    /// Values that are nil follow from the pictures and the sheet. A `cell` without a height is
    /// square. A `search` other than the compact one determines columns, rows and cells itself, so
    /// none of them may be given. Last rows, including those of sections and of pages, may be
    /// centred, but not justified.
    case grid(
      columns: Int? = nil, rows: Int? = nil, cell: Extent? = nil, ratio: CellRatio = .automatic,
      search: GridSearch = .compact, lastRow: LastRow = .left)

    /// Blocks of 1×1, 2×2 and 3×3 units in repeating layers.
    case tiered(_ layers: [Tier] = Tier.standard)

    /// Columns defined by tracks from left to right; without tracks, the columns follow from the
    /// sheet.
    ///
    /// With a `ratio`, all cells are the same size. Otherwise pictures keep their aspect ratios.
    case columns(_ tracks: [Track] = [], ratio: CellRatio? = nil)

    /// Rows of roughly the same height, in which pictures keep their aspect ratios.
    case rows(height: Length? = nil, lastRow: LastRow = .left)

    /// Columns without rows: each picture goes to the bottom of the shortest column.
    ///
    /// The columns that tracks define have the same width; without tracks, the columns follow from
    /// the sheet. Flush columns all end at the same height. A picture that is much taller than the
    /// others is cropped to the width of its column, unless ``Sheet/scale`` is `fit`.
    case masonry(_ tracks: [Track] = [], isFlush: Bool = false)

    /// A page filled with uncropped pictures.
    case collage

    /// A table whose rows and columns are defined by two facts.
    ///
    /// Without templates, the rows are the paths of files, and the columns are their folders; an
    /// empty template makes a single row or column. Aggregates in templates, such as
    /// `{psnr.mean:.1f}`, summarise the pictures of a row or column in its heading. Lists of values
    /// choose and order the rows and columns; without lists, all rows and columns are shown. In a
    /// comparison, the lists choose among its pairs and sides. A value may come with a heading, as
    /// in `gt=Ground truth`, or with an empty one, as in `gt=`. Except in comparisons, a list with
    /// the single item `every:3`, `limit:8` or `spread:5`, for example, chooses among all rows or
    /// columns. A `cell` without a height is square.
    case matrix(
      rows: String? = nil, columns: String? = nil, rowValues: [String]? = nil,
      columnValues: [String]? = nil, isTransposed: Bool = false, rowHeading: RowHeading = .left,
      columnHeading: ColumnHeading = .auto, onClash: Clash = .first, cell: Extent? = nil)

    /// A layout defined by the program.
    case custom(any PageLayout)
  }

  /// The width of equal cells divided by their height; a literal number is a fixed ratio.
  public enum CellRatio: Hashable, Sendable, ExpressibleByFloatLiteral {
    /// A ratio that is fair to all pictures, close to their median.
    case automatic
    /// A given ratio, above 0.
    case fixed(Double)

    /// Creates a fixed ratio.
    public init(floatLiteral ratio: Double) { self = .fixed(ratio) }
  }

  /// Which numbers of columns and rows a grid tries.
  ///
  /// If the size and the ratio are given, a compact grid keeps the ratio. The other searches fill
  /// the given size, with cells that only come close to the ratio.
  public typealias GridSearch = SheetLayout.GridSearch
  /// A layer of blocks in a tiered layout.
  public typealias Tier = SheetLayout.TierLayer
  /// A column, or as many columns as fit, as in SwiftUI's lazy grids.
  public typealias Track = SheetLayout.ColumnTrack
  /// What to do with a last row that does not fill the width.
  public typealias LastRow = SheetLayout.LastRow

  /// Where the row headings of a matrix go.
  public enum RowHeading: String, CaseIterable, Sendable {
    /// At the left.
    case left
    /// At the left, rotated by 90° to read upwards.
    case up
    /// Above the row.
    case above
    /// Nowhere.
    case none
  }

  /// How the column headings of a matrix are written above their columns.
  public enum ColumnHeading: String, CaseIterable, Sendable {
    /// Horizontally, or upwards if columns are too narrow for the words of their headings.
    case auto
    /// Rotated by 90° to read upwards.
    case up
    /// Not at all.
    case none
  }

  /// What to do with two pictures that belong in the same cell of a matrix.
  public enum Clash: String, CaseIterable, Sendable {
    /// The first picture is shown, and a note names both.
    case first
    /// As many pictures as there is room for are shown as thumbnails, with a count.
    case stack
    /// No sheet is made.
    case fail
  }
}

extension Sheet.CellRatio: LosslessStringConvertible {
  /// Parses `auto`, or a ratio such as `4:3`, `4/3` or `1.333`.
  public init?(_ text: String) {
    if text == "auto" {
      self = .automatic
      return
    }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "/" }
    let numbers = parts.compactMap { part in
      // `Double` would also accept "nan" and "0x1p3".
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
  package var isMatrix: Bool { if case .matrix = self { true } else { false } }

  /// The given size of cells; nil if there is none.
  package var cell: Sheet.Extent? {
    switch self {
    case .grid(_, _, let cell, _, _, _), .matrix(_, _, _, _, _, _, _, _, let cell): cell
    case .tiered, .columns, .rows, .masonry, .collage, .custom: nil
    }
  }

  /// The given height of rows; nil if there is none.
  package var rowHeight: Sheet.Length? {
    if case .rows(let height, _) = self { height } else { nil }
  }
}
