internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

extension Sheet.Layout {
  /// The layout of a sheet with these sizes.
  ///
  /// - Parameters:
  ///   - requested: The sizes that are given.
  ///   - lengths: How lengths are converted.
  ///   - written: Tracks that replace the layout's own; nil for none.
  /// - Returns: The layout with lengths in pixels.
  /// - Throws: ``SettingError`` if a number or template is invalid.
  func resolved(
    _ requested: RequestedSize, _ lengths: ResolvedLengths, _ written: [ColumnTrack]? = nil
  ) throws -> any Layout {
    switch self {
    case .grid(_, _, _, let ratio, let search, let lastRow):
      guard lastRow != .justified else {
        throw ContactSheetError(
          .invalidValue, "cannot justify the last row of a grid: all cells have the same size",
          remedy: "centre the row, or use rows instead of a grid")
      }
      let shape = try gridShape
      guard search == .compact || shape == nil && cell == nil else {
        throw ContactSheetError(
          .invalidValue,
          "cannot lay out a grid \(search.rawValue): its columns, rows or cells are given",
          remedy: "leave these out, or use a plain grid")
      }
      return GridLayout(
        requested.sizing(ofGrid: shape, cellRatio: try valid(ratio)), search: search, shape: shape,
        centersLastRow: lastRow == .center)
    case .tiered(let layers): return TieredLayout(layers, extent: requested.extent)
    case .columns(var tracks, let ratio):
      tracks = written ?? tracks
      return ColumnLayout(
        tracks.isEmpty ? nil : tracks, extent: requested.extent, cellRatio: try ratio.map(valid),
        isWidthGiven: requested.hasWidth)
    case .rows(let height, let lastRow):
      return RowLayout(
        rowHeight: try height.map { try lengths.pixels($0, from: 1, .rowHeight) },
        extent: requested.extent, lastRow: lastRow, isWidthGiven: requested.hasWidth)
    case .masonry(var tracks, let isFlush):
      tracks = written ?? tracks
      return MasonryLayout(
        tracks.isEmpty ? nil : tracks, extent: requested.extent, bottom: isFlush ? .flush : .ragged,
        isWidthGiven: requested.hasWidth)
    case .collage: return CollageLayout(extent: requested.extentOfCollage)
    case .matrix(
      let rows, let columns, let rowValues, let columnValues, let isTransposed, let rowHeading,
      let columnHeading, let clash, _):
      func axis(_ text: String?, _ values: [String]?, _ property: Setting) throws -> MatrixAxis {
        let template = try text.map {
          try parsed($0, property) { try PictureTemplate(ofLines: $0) }
        }
        return MatrixAxis(template, values: values)
      }
      return MatrixLayout(
        MatrixAxes(
          rows: try axis(rows, rowValues, .matrixRows),
          columns: try axis(columns, columnValues, .matrixColumns),
          isTransposed: isTransposed, clashPolicy: clash),
        sizing: requested.sizingOfMatrix, rowHeading: rowHeading, columnHeading: columnHeading)
    case .custom(let layout): return CustomLayout(layout, extent: requested.extent)
    }
  }

  /// The given columns and rows of a grid; nil if there are none.
  var gridShape: GridShape? {
    get throws {
      guard case .grid(let columns, let rows, _, _, _, _) = self else { return nil }
      let range = 1...LayoutError.maximumColumns
      let columnCount = try columns.map { try checked($0, range, .columns) }
      let rowCount = try rows.map { try checked($0, range, .rows) }
      return switch (columnCount, rowCount) {
      case (let columns?, let rows?): .exactly(columns: columns, rows: rows)
      case (let columns?, nil): .columns(columns)
      case (nil, let rows?): .rows(rows)
      case (nil, nil): nil
      }
    }
  }

  private func valid(_ ratio: Sheet.CellRatio) throws -> Sheet.CellRatio {
    try parsed("\(ratio)", .ratio) { _ in ratio.isValid ? ratio : nil }
  }
}
