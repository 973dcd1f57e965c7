internal import ContactSheet
internal import SheetLayout

/// A layout, as the command line knows it: its name, its options and what they come to.
struct LayoutKind: Sendable {
  let name: String
  /// What a sheet of this layout is in a message: `a grid`.
  let singular: String
  /// What sheets of this layout are: `grids`.
  let plural: String
  /// The options that this layout takes and not every other does.
  let taken: @Sendable (LayoutOptions) -> [any DeclaredOption]
  /// Whether all stands in square blocks, which need one gap for both directions.
  var hasSquareBlocks = false
  /// The scaling where `--scale` is not given.
  var usualScaling = Scaling.fit
  /// The layers that are asked for; nil for the standard ones.
  var layers: [TierLayer]?
  /// The longer side in millimetres that pictures keep on pages of paper, which have as many as let
  /// them: that of a frame on a contact print of 35 mm film.
  var millimetresOnPaper = 35
  /// The layout that the options ask for.
  let layout: @Sendable (Arguments) -> any Layout

  /// The layouts that take an option, for each option that not every layout takes.
  static var byTakenOption: [String: [LayoutKind]] {
    let pairs = all.flatMap { kind in kind.taken(options.layout).map { ($0.facts.name, [kind]) } }
    return Dictionary(pairs, uniquingKeysWith: +)
  }

  /// The layout where none is named.
  static var standard: LayoutKind { all[0] }

  /// The layout of a name.
  ///
  /// - Throws: What to write instead.
  static func named(readingName name: String) throws(CommandError) -> LayoutKind {
    guard let kind = all.first(where: { $0.name == name }) else {
      throw OtherWords.noName(name, all.map(\.name))
    }
    return kind
  }

  static func named(_ name: String) -> LayoutKind { all.first { $0.name == name } ?? standard }

  /// The layouts whose scaling is not the default of `--scale`, as the help tells them: `fill for
  /// tiered`.
  static var otherScalings: String {
    all.filter { $0.usualScaling != standard.usualScaling }
      .map { "\($0.usualScaling.rawValue) for \($0.name)" }.joined(separator: ", ")
  }

  static let all: [LayoutKind] = [
    LayoutKind(
      name: GridLayout.name, singular: "a grid", plural: "grids",
      taken: {
        [
          $0.cell, $0.tile, $0.geometry, $0.columns, $0.cellAspect, $0.span,
        ]
      }
    ) { arguments in
      GridLayout(gridSizing(arguments), shape: gridShape(arguments))
    },
    LayoutKind(
      name: TieredLayout.name, singular: "a tiered sheet", plural: "tiered sheets",
      taken: { _ in [] }, hasSquareBlocks: true, usualScaling: TieredLayout.usualScaling
    ) { arguments in
      TieredLayout(
        arguments[options.layout.layout].layers ?? TierLayer.standard, extent: extent(arguments))
    },
    LayoutKind(
      name: ColumnLayout.name, singular: "a sheet of columns", plural: "columns",
      taken: { [$0.columns, $0.cellAspect] }
    ) { arguments in
      ColumnLayout(
        arguments[options.layout.columns], extent: extent(arguments),
        cellRatio: arguments.given(options.layout.cellAspect))
    },
    LayoutKind(
      name: RowLayout.name, singular: "a sheet of rows", plural: "rows",
      taken: { [$0.rowHeight, $0.lastRow, $0.span] }
    ) { arguments in
      RowLayout(
        rowHeight: arguments[options.layout.rowHeight], extent: extent(arguments),
        lastRow: arguments[options.layout.lastRow])
    },
    LayoutKind(
      name: MasonryLayout.name, singular: "masonry", plural: "masonry",
      taken: { [$0.columns, $0.lastRow] }
    ) { arguments in
      MasonryLayout(
        arguments[options.layout.columns], extent: extent(arguments),
        bottom: arguments[options.layout.lastRow] == .justified ? .flush : .ragged)
    },
    LayoutKind(
      name: CollageLayout.name, singular: "a collage", plural: "collages",
      taken: { [$0.weight] }, millimetresOnPaper: 20
    ) { arguments in
      let size = arguments[options.layout.size] ?? .standard
      return CollageLayout(
        extent: arguments.page.flatMap { Extent(width: $0.width, height: $0.height) } ?? size)
    },
    LayoutKind(
      name: MatrixLayout.name, singular: "a matrix", plural: "matrices",
      taken: { [$0.cell] + options.matrix.all }
    ) { arguments in
      MatrixLayout(
        MatrixOptions.axes(arguments),
        sizing: MatrixOptions.sizing(arguments, extent(arguments)),
        rowHeading: arguments[options.matrix.rowHeading])
    },
  ]

  /// The size of a sheet of a layout whose height may follow.
  ///
  /// A page of paper has the width alone where pages are cut when they are full; a given number of
  /// pictures fills a page of its size.
  private static func extent(_ arguments: Arguments) -> Extent {
    guard let page = arguments.page else { return arguments[options.layout.size] ?? .standard }
    let fillsPages =
      arguments[options.pages.perPage] != nil || arguments[options.pages.pageCount] != nil
    return Extent(width: page.width, height: fillsPages ? page.height : nil) ?? .standard
  }

  /// The rows and columns of a grid, as far as they are given.
  private static func gridShape(_ arguments: Arguments) -> GridShape? {
    arguments[options.layout.tile]
      ?? arguments[options.layout.columns]?.equalCount.map(GridShape.columns)
  }

  /// What is given for a grid; the rules leave one way to understand it.
  private static func gridSizing(_ arguments: Arguments) -> GridSizing {
    let sheetRatio = AspectRatio.standard.value
    let cellRatio = arguments[options.layout.cellAspect]
    if let page = arguments.page {
      // With columns alone, cells keep their ratio, and pages take the rows that fit.
      if case .columns = gridShape(arguments) {
        return .width(page.width, cellRatio: cellRatio, sheetRatio: sheetRatio)
      }
      return .sheet(page, cellRatio: cellRatio)
    }
    if let size = arguments[options.layout.size] {
      guard let height = size.height else {
        return .width(size.width, cellRatio: cellRatio, sheetRatio: sheetRatio)
      }
      return .sheet(PixelSize(width: size.width, height: height), cellRatio: cellRatio)
    }
    let geometry = arguments[options.layout.geometry]
    if let geometry, geometry.cell == nil { return .largestPicture(sheetRatio: sheetRatio) }
    guard let cell = geometry?.cell ?? arguments[options.layout.cell] else {
      return .automatic(cellRatio: cellRatio, sheetRatio: sheetRatio)
    }
    return .cell(
      PixelSize(width: cell.width, height: cell.height ?? cell.width), sheetRatio: sheetRatio)
  }
}
