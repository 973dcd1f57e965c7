internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans

extension Sheet {
  /// An arrangement of pictures on pages.
  ///
  /// <doc:Layouts> and <doc:Matrices> show them. Programs define layouts of their own by
  /// ``PageLayout``.
  public struct Layout: Sendable {
    typealias Making =
      @Sendable (Sheet, RequestedSize, CustomLayoutFault) throws
      -> any SheetPlanning.Layout

    /// Makes the layout for a sheet.
    ///
    /// It throws ``ContactSheetError`` if a value is wrong. The fault gets the errors of a layout that
    /// the program defines.
    let making: Making

    private init(_ making: @escaping Making) { self.making = making }

    /// Equal cells.
    ///
    /// Numbers that are nil follow from pictures and sheet. A `cell` without a height is a square.
    /// The `ratio` is the width of cells divided by their height. A `search` other than the compact
    /// one finds columns, rows and cells itself, so none of these may be given.
    public static func grid(
      columns: Int? = nil, rows: Int? = nil, cell: Extent? = nil, ratio: Double? = nil,
      search: GridSearch = .compact
    ) -> Layout {
      Layout { sheet, stated, _ in
        let shape = try gridShape(columns, rows)
        guard search == .compact || shape == nil && cell == nil else {
          throw ContactSheetError(
            .invalidValue,
            "cannot search a grid \(search.rawValue): its columns, rows or cells are given; leave these "
              + "out, or the search")
        }
        let ratio = try ratio.map { CellRatio.fixed(try aspectRatio($0)) } ?? .automatic
        return GridLayout(
          try stated.with(cell, of: sheet).sizing(ofGrid: shape, cellRatio: ratio),
          search: search.word(), shape: shape)
      }
    }

    /// Blocks of 1×1, 2×2 and 3×3 units in layers, which repeat.
    public static func tiered(_ layers: [Tier] = Tier.standard) -> Layout {
      Layout { _, stated, _ in
        TieredLayout(layers.map { $0.word() }, extent: stated.extent)
      }
    }

    /// Columns by tracks from left to right; if there are none, they follow from the sheet.
    ///
    /// With a `ratio` of width to height, all cells are equal. Otherwise pictures keep their ratios.
    public static func columns(_ tracks: [Track] = [], ratio: Double? = nil) -> Layout {
      Layout { _, stated, _ in
        ColumnLayout(
          tracks.known, extent: stated.extent,
          cellRatio: try ratio.map { .fixed(try aspectRatio($0)) })
      }
    }

    /// Rows of about one height, which keep every ratio.
    public static func rows(height: Length? = nil, lastRow: LastRow = .left) -> Layout {
      Layout { sheet, stated, _ in
        RowLayout(
          rowHeight: try height.map { try sheet.pixels($0, from: 1, "the height of rows") },
          extent: stated.extent, lastRow: lastRow.word())
      }
    }

    /// Columns without rows: each picture goes below the shortest column.
    ///
    /// Tracks give columns of one width; if there are none, they follow from the sheet.
    /// Flush columns end at one height.
    public static func masonry(_ tracks: [Track] = [], isFlush: Bool = false) -> Layout {
      Layout { _, stated, _ in
        MasonryLayout(tracks.known, extent: stated.extent, bottom: isFlush ? .flush : .ragged)
      }
    }

    /// A page filled with whole pictures.
    public static func collage() -> Layout {
      Layout { _, stated, _ in CollageLayout(extent: stated.extentOfCollage) }
    }

    /// Rows and columns by two facts.
    ///
    /// Without templates, rows are the paths of files, and columns are their folders.
    /// Values choose rows and columns, and order them; without values, all are shown.
    /// A `cell` without a height is a square.
    public static func matrix(
      rows: String? = nil, columns: String? = nil, rowValues: [String]? = nil,
      columnValues: [String]? = nil, isTransposed: Bool = false, rowHeading: RowHeading = .left,
      onClash: Clash = .first, cell: Extent? = nil
    ) -> Layout {
      Layout { sheet, stated, _ in
        func axis(_ name: String, _ text: String?, _ values: [String]?) throws -> MatrixAxis {
          MatrixAxis(
            try value(text, name) { try PictureTemplate($0, others: .any) }, values: values)
        }
        let axes = MatrixAxes(
          rows: try axis("template of rows", rows, rowValues),
          columns: try axis("template of columns", columns, columnValues),
          isTransposed: isTransposed, clashPolicy: onClash.word())
        return MatrixLayout(
          axes, sizing: try stated.with(cell, of: sheet).sizingOfMatrix,
          rowHeading: rowHeading.word())
      }
    }

    /// A layout that the program defines.
    public static func custom(_ layout: any PageLayout) -> Layout {
      Layout { CustomLayout(layout, on: $1.extent, $2) }
    }
  }

  /// The numbers of columns and rows that a grid tries.
  ///
  /// If the size and the ratio are given, a compact grid keeps the ratio. The others fill the size,
  /// and their cells only come close to the ratio.
  public enum GridSearch: String, CaseIterable, Sendable {
    /// Pairs in which neither number can be smaller, which leaves the fewest cells empty.
    case compact
    /// Every number of columns, as in SwiftUI's grids of equal cells.
    case byColumns = "by-columns"
    /// Every number of rows, which may leave whole rows empty.
    case byRows = "by-rows"
  }

  /// A layer of tiers.
  public enum Tier: String, CaseIterable, Sendable {
    /// Three small blocks.
    case threeSmall
    /// A medium block at the left of two small ones.
    case mediumLeft
    /// A medium block at the right of two small ones.
    case mediumRight
    /// One large block.
    case oneLarge

    /// The usual layers.
    public static let standard: [Tier] = [.threeSmall, .mediumLeft, .threeSmall, .oneLarge]
  }

  /// A column, or as many as fit, as in SwiftUI's lazy grids.
  public struct Track: Hashable, Sendable {
    let track: ColumnTrack

    /// One column of a width in pixels.
    public static func fixed(_ width: Double, spacing: Double? = nil) -> Track {
      Track(track: ColumnTrack(.fixed(width), spacing: spacing))
    }

    /// One column of a fraction of the width.
    public static func flexible(
      minimum: Double = 10, maximum: Double = .infinity, spacing: Double? = nil
    ) -> Track {
      Track(track: ColumnTrack(.flexible(minimum: minimum, maximum: maximum), spacing: spacing))
    }

    /// As many equal columns as fit.
    public static func adaptive(
      minimum: Double, maximum: Double = .infinity, spacing: Double? = nil
    ) -> Track {
      Track(track: ColumnTrack(.adaptive(minimum: minimum, maximum: maximum), spacing: spacing))
    }
  }

  /// The treatment of a last row that does not fill the width.
  public enum LastRow: String, CaseIterable, Sendable {
    /// It stands at the left.
    case left
    /// It stands in the middle.
    case center
    /// It is stretched to the width.
    case justified
  }

  /// The position of the headings of a matrix's rows.
  public enum RowHeading: String, CaseIterable, Sendable {
    /// At the left.
    case left
    /// Above the row.
    case above
    /// Nowhere.
    case none
  }

  /// The treatment of two pictures for one cell of a matrix.
  public enum Clash: String, CaseIterable, Sendable {
    /// The first is shown, and an issue names both.
    case first
    /// All are shown small, as far as there is room, with their number.
    case stack
    /// No sheet is made.
    case fail
  }
}

extension RequestedSize {
  /// The sizes, with the size of cells.
  fileprivate func with(_ cell: Sheet.Extent?, of sheet: Sheet) throws -> RequestedSize {
    var stated = self
    stated.cell = try cell.map { try sheet.extent($0, "the cell") }
    return stated
  }
}

extension [Sheet.Track] {
  /// The tracks; nil if there are none.
  fileprivate var known: [ColumnTrack]? { isEmpty ? nil : map(\.track) }
}

private func aspectRatio(_ ratio: Double) throws -> AspectRatio {
  try value("the ratio \(ratio)") { AspectRatio("\(ratio)") }
}

private func gridShape(_ columns: Int?, _ rows: Int?) throws -> GridShape? {
  let range = 1...LayoutError.maximumColumns
  let columns = try columns.map { try checked($0, range, "the number of columns") }
  let rows = try rows.map { try checked($0, range, "the number of rows") }
  return switch (columns, rows) {
  case (let columns?, let rows?): .exactly(columns: columns, rows: rows)
  case (let columns?, nil): .columns(columns)
  case (nil, let rows?): .rows(rows)
  case (nil, nil): nil
  }
}
