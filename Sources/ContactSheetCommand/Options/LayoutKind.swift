internal import SheetLayout
internal import SheetModel
internal import SheetPlanning

/// A layout, by its name in `--layout`.
enum LayoutKind: String, CaseIterable, Sendable {
  case grid, tiered, columns, rows, masonry, collage, matrix

  /// A sheet with this layout, in messages: `a grid`.
  var singular: String {
    switch self {
    case .grid, .collage, .matrix: "a \(rawValue)"
    case .tiered: "a tiered sheet"
    case .columns, .rows: "a sheet of \(rawValue)"
    case .masonry: rawValue
    }
  }

  /// Sheets with this layout: `grids`.
  var plural: String {
    switch self {
    case .grid, .collage: "\(rawValue)s"
    case .tiered: "tiered sheets"
    case .columns, .rows, .masonry: rawValue
    case .matrix: "matrices"
    }
  }

  /// Whether all tiles are in square blocks, which need the same gap in both directions.
  var hasSquareBlocks: Bool { self == .tiered }

  /// The scaling if `--scale` is not given.
  var defaultScaling: Scaling { self == .tiered ? TieredLayout.usualScaling : .fit }

  /// The layouts whose scaling is not the default of `--scale`, as listed in the help: `fill for
  /// tiered`.
  static var otherScalings: String {
    allCases.filter { $0.defaultScaling != grid.defaultScaling }
      .map { "\($0.defaultScaling.rawValue) for \($0.rawValue)" }.joined(separator: ", ")
  }
}

/// The value of `--layout`: a layout, optionally followed by a colon and the search of a grid or
/// the layers of a tiered sheet.
struct LayoutChoice: Sendable {
  var kind = LayoutKind.grid
  /// How the columns and rows of a grid are searched for; nil if that is not given.
  var search: GridSearch?
  /// The layers of a tiered sheet.
  var layers = TierLayer.standard

  init() {}

  /// Parses the name of a layout, optionally followed by the search of a grid or the layers of a
  /// tiered sheet.
  ///
  /// - Throws: An error that states the remedy.
  init(parsing text: String) throws(CommandError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let named = parts.first.flatMap { LayoutKind(rawValue: String($0)) }
    guard let kind = named, parts.count == 1 || kind == .grid || kind == .tiered else {
      throw Synonyms.noName(
        text, LayoutKind.allCases.map(\.rawValue), or: ", or a search such as 'grid:by-rows'",
        others: Self.searches)
    }
    self.kind = kind
    guard parts.count == 2 else { return }
    if kind == .grid {
      search = GridSearch(rawValue: String(parts[1]))
      if search == nil {
        throw CommandError(
          "there is no such search; write one of \(Self.searches.joined(separator: ", "))")
      }
      return
    }
    let names = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    layers = names.compactMap { TierLayer(rawValue: String($0)) }
    guard layers.count == names.count else {
      let names = TierLayer.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(
        "it is not a list of tiers; write some of \(names), separated by commas")
    }
  }

  /// The values of `--layout` that choose the search of a grid, such as `grid:by-columns`.
  static var searches: [String] {
    GridSearch.allCases.map { "\(LayoutKind.grid.rawValue):\($0.rawValue)" }
  }
}

extension GivenOption {
  /// The layout that the text of `--layout` names.
  var layoutKind: LayoutKind {
    LayoutKind(rawValue: String(texts.last?.prefix { $0 != ":" } ?? "")) ?? .grid
  }
}

extension RawOptions {
  /// Whether pictures are compared.
  var compares: Bool {
    compare.comparison.before != nil || compare.comparison.match != nil
  }

  /// Whether a run succeeds without a sheet if there are no pictures.
  var acceptsNoPictures: Bool {
    !compares && !compare.comparison.allow.isEmpty && compare.allowsOnlyNothing
  }

  /// The requested layout.
  var layoutKind: LayoutKind {
    if groupsFoldersOfPreset { return .grid }
    if let kind = layout.layout?.kind { return kind }
    return compares || hasMatrixTemplate ? .matrix : hasExactScale && !hasGridOption ? .rows : .grid
  }

  /// Whether the layout of pictures shown at their original size depends on their sizes, because no
  /// option chooses a layout or its cells.
  var leavesLayoutOpen: Bool {
    guard case .toCells(Scaling.none) = tile.scale else { return false }
    return layoutKind == .grid && layout.layout == nil && layout.lastRow == nil && !hasGridOption
  }

  /// Whether all pictures, or what they show, have the same scale.
  var hasExactScale: Bool {
    switch tile.scale {
    case .exactly, .drawn: true
    case .toCells, nil: false
    }
  }

  /// Whether an option is given that grids support and rows do not.
  private var hasGridOption: Bool {
    OptionCatalog.all.contains {
      $0.layouts.map { $0.contains(.grid) && !$0.contains(.rows) } == true && gives($0.name)
    }
  }

  /// Whether a built-in preset asks for a matrix of folders, but folders are the groups.
  ///
  /// Each group would then be a matrix in which only one column has pictures.
  private var groupsFoldersOfPreset: Bool {
    guard layout.layout?.kind == .matrix, case .preset(_, nil) = given["layout"]?.origin,
      let key = sheet.groupBy, [.folder, .by("{folder}")].contains(key), !compares
    else { return false }
    return !MatrixOptions.options.contains { gives($0.name) }
  }

  /// Whether a template of rows or columns makes the sheet a matrix.
  var hasMatrixTemplate: Bool { matrix.rowsBy != nil || matrix.columnsBy != nil }

  /// The layout with its options, except for tracks, which the sheet keeps as text.
  var sheetLayout: Sheet.Layout {
    let choice = layout.layout ?? LayoutChoice()
    return switch layoutKind {
    case .grid: gridLayout
    case .tiered: .tiered(choice.layers)
    case .columns: .columns(ratio: layout.cellAspect)
    case .rows: .rows(height: layout.rowHeight, lastRow: layout.lastRow ?? .left)
    case .masonry: .masonry(isFlush: layout.lastRow == .justified)
    case .collage: .collage
    case .matrix:
      .matrix(
        rows: matrix.rowsBy, columns: matrix.columnsBy, rowValues: matrix.rowValues,
        columnValues: matrix.columnValues, isTransposed: matrix.isTransposed ?? false,
        rowHeading: matrix.rowHeading ?? .left, columnHeading: matrix.columnHeading ?? .auto,
        onClash: matrix.onClash ?? .first, cell: layout.cell)
    }
  }

  private var gridLayout: Sheet.Layout {
    let shape = layout.tile ?? layout.columns?.equalCount.map(GridShape.columns)
    return .grid(
      columns: shape?.columns, rows: shape?.rows, cell: layout.geometry?.cell ?? layout.cell,
      ratio: layout.cellAspect ?? .automatic, search: layout.layout?.search ?? .compact,
      lastRow: layout.lastRow ?? .left)
  }
}
