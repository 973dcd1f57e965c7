internal import SheetLayout
internal import SheetRunning

/// A layout, as an option names it.
enum LayoutKind: String, CaseIterable, Sendable {
  case grid, tiered, columns, rows, masonry, collage, matrix

  /// A sheet of this layout in a message: `a grid`.
  var singular: String {
    switch self {
    case .grid, .collage, .matrix: "a \(rawValue)"
    case .tiered: "a tiered sheet"
    case .columns, .rows: "a sheet of \(rawValue)"
    case .masonry: rawValue
    }
  }

  /// Sheets of this layout: `grids`.
  var plural: String {
    switch self {
    case .grid, .collage: "\(rawValue)s"
    case .tiered: "tiered sheets"
    case .columns, .rows, .masonry: rawValue
    case .matrix: "matrices"
    }
  }

  /// Whether all tiles are in square blocks, which need one gap for both directions.
  var hasSquareBlocks: Bool { self == .tiered }

  /// The scaling if `--scale` is not given.
  var usualScaling: Scaling { self == .tiered ? TieredLayout.usualScaling : .fit }

  /// The layouts whose scaling is not the default of `--scale`, as the help lists them: `fill for
  /// tiered`.
  static var otherScalings: String {
    allCases.filter { $0.usualScaling != grid.usualScaling }
      .map { "\($0.usualScaling.rawValue) for \($0.rawValue)" }.joined(separator: ", ")
  }
}

/// The value of `--layout`: a layout, optionally with layers after a colon.
struct LayoutChoice: Sendable {
  var kind = LayoutKind.grid
  /// The layers of a tiered sheet.
  var layers = TierLayer.standard

  init() {}

  /// Parses a name, and the layers of a tiered sheet.
  ///
  /// - Throws: An error that states the remedy.
  init(parsing text: String) throws(CommandError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.count == 2 && parts[0] == LayoutKind.tiered.rawValue ? String(parts[0]) : text
    guard let kind = LayoutKind(rawValue: name) else {
      throw Synonyms.noName(text, LayoutKind.allCases.map(\.rawValue))
    }
    self.kind = kind
    guard parts.count == 2 else { return }
    let names = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    layers = names.compactMap { TierLayer(rawValue: String($0)) }
    guard layers.count == names.count else {
      let names = TierLayer.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(
        "it names no layers; write some with commas between them, which are \(names)")
    }
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
  var compares: Bool { compare.compare != nil || compare.match != nil }

  /// The requested layout.
  var layoutKind: LayoutKind { layout.layout?.kind ?? (compares ? .matrix : .grid) }

  /// The layout with its options.
  func arrangement() -> any Layout {
    let choice = layout.layout ?? LayoutChoice()
    return switch layoutKind {
    case .grid: GridLayout(gridSizing, shape: gridShape)
    case .tiered: TieredLayout(choice.layers, extent: extent)
    case .columns: ColumnLayout(layout.columns, extent: extent, cellRatio: layout.cellAspect)
    case .rows:
      RowLayout(
        rowHeight: layout.rowHeight, extent: extent, lastRow: layout.lastRow ?? .left)
    case .masonry:
      MasonryLayout(
        layout.columns, extent: extent, bottom: layout.lastRow == .justified ? .flush : .ragged)
    case .collage:
      CollageLayout(
        extent: page.flatMap { Extent(width: $0.width, height: $0.height) } ?? layout.size
          ?? .standard)
    case .matrix:
      MatrixLayout(
        MatrixAxes(
          rows: MatrixAxis(matrix.rowsBy, values: matrix.rowValues),
          columns: MatrixAxis(matrix.columnsBy, values: matrix.columnValues),
          isTransposed: matrix.transpose ?? false, clashPolicy: matrix.onClash ?? .first),
        sizing: matrixSizing, rowHeading: matrix.rowHeading ?? .left)
    }
  }

  /// The size of a sheet, for layouts whose height may follow from the pictures.
  ///
  /// A page of paper has the width alone if pages are cut when they are full. With a given number
  /// of pictures, it has its full size.
  private var extent: Extent {
    guard let page else { return layout.size ?? .standard }
    let fillsPages = pages.perPage != nil || pages.pageCount != nil
    return Extent(width: page.width, height: fillsPages ? page.height : nil) ?? .standard
  }

  /// The sizes of a matrix, as far as they are given.
  private var matrixSizing: MatrixLayout.Sizing {
    if let cell = layout.cell { return .cell(cell.square) }
    return layout.size != nil || page != nil ? .sheet(extent) : .automatic
  }

  /// The rows and columns of a grid, as far as they are given.
  private var gridShape: GridShape? {
    layout.tile ?? layout.columns?.equalCount.map(GridShape.columns)
  }

  /// The sizes of a grid, as far as they are given.
  ///
  /// The rules between options make them unambiguous.
  private var gridSizing: GridSizing {
    let cellRatio = layout.cellAspect ?? .automatic
    if let page {
      if let cell = layout.cell { return .cellOnPage(cell.square, page: page) }
      // With columns alone, cells keep their ratio, and pages have the rows that fit.
      if case .columns = gridShape {
        return .width(page.width, cellRatio: cellRatio)
      }
      return .sheet(page, cellRatio: cellRatio)
    }
    if let size = layout.size {
      guard let height = size.height else {
        return .width(size.width, cellRatio: cellRatio)
      }
      return .sheet(PixelSize(width: size.width, height: height), cellRatio: cellRatio)
    }
    if let geometry = layout.geometry, geometry.cell == nil {
      return .largestPicture
    }
    guard let cell = layout.geometry?.cell ?? layout.cell else {
      return .automatic(cellRatio: cellRatio)
    }
    return .cell(cell.square)
  }
}

extension Extent {
  /// The size of a cell: a square if there is no height.
  fileprivate var square: PixelSize { PixelSize(width: width, height: height ?? width) }
}
