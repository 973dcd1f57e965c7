internal import ArgumentParser
internal import ContactSheet
internal import SheetLayout

/// The layouts by the names they have on the command line.
enum LayoutName: String, CaseIterable, ExpressibleByArgument {
  case grid
  case tiered
  case columns
  case rows
  case masonry
}

extension LayoutOptions {
  /// The layout that the options ask for, at the density that `--dpi` says.
  ///
  /// - Throws: `ValidationError` for options that contradict each other or belong to
  ///   another layout: an option without an effect is a mistake.
  func choice(dpi: Int?) throws -> any Layout {
    try rejectOptionsOfOtherLayouts()
    let page = page(dpi: dpi)
    switch layout {
    case .grid:
      return GridLayout(try gridSizing(page), search: gridSearch ?? .compact, shape: tile?.shape)
    case .tiered:
      let spacing = try spacing(dpi: dpi)
      guard spacing.horizontal == spacing.vertical else {
        throw ValidationError(
          "The tiered layout has one --gap for both directions, not \(spacing); blocks are square.")
      }
      let extent = page.flatMap { Extent(width: $0.width, height: $0.height) }
      return TieredLayout(
        tiers?.layers ?? TierLayer.standard, extent: extent ?? size ?? .standard)
    case .columns:
      return ColumnLayout(tracks, width: try width(page), cellRatio: cellAspect)
    case .rows:
      return RowLayout(height: rowHeight ?? 240, width: try width(page), lastRow: lastRow ?? .left)
    case .masonry:
      return MasonryLayout(tracks, width: try width(page))
    }
  }

  /// The space between cells.
  ///
  /// - Throws: `ValidationError` for a length on paper without a density.
  func spacing(dpi: Int?) throws -> Spacing {
    if let geometry { return geometry.gap }
    return try pixels(of: gap, "--gap", dpi: dpi)
  }

  /// The space around everything on a page.
  ///
  /// - Throws: `ValidationError` for a length on paper without a density.
  func border(dpi: Int?) throws -> Spacing {
    if let geometry { return geometry.border }
    return try pixels(
      of: margin ?? (paper == nil ? nil : .marginOnPaper), "--margin", dpi: dpi)
  }

  private func pixels(
    of lengths: SpacingLengths?, _ option: String, dpi: Int?
  ) throws -> Spacing {
    guard let lengths else { return .standard }
    do {
      return try lengths.spacing(perInch: density(dpi: dpi))
    } catch {
      throw ValidationError("\(option): \(error).")
    }
  }

  /// How many pixels make an inch, if that is said.
  func density(dpi: Int?) -> Int? { dpi ?? (paper == nil ? nil : 300) }

  /// The size of every page in pixels where it is that of paper.
  func page(dpi: Int?) -> PixelSize? {
    guard let paper, let density = density(dpi: dpi) else { return nil }
    return paper.pixels(perInch: density)
  }

  private var tracks: [ColumnTrack] {
    columns?.tracks ?? [ColumnTrack(.adaptive(minimum: 240))]
  }

  /// The options that do not belong to every layout, and the layouts that they belong to.
  static let ownedByLayouts:
    [(isGiven: @Sendable (LayoutOptions) -> Bool, name: String, layouts: [LayoutName])] = [
      ({ $0.cell != nil }, "--cell", [.grid]),
      ({ $0.tile != nil }, "--tile", [.grid]),
      ({ $0.geometry != nil }, "--geometry", [.grid]),
      ({ $0.cellAspect != nil }, "--cell-aspect", [.grid, .columns]),
      ({ $0.sheetAspect != nil }, "--sheet-aspect", [.grid]),
      ({ $0.gridSearch != nil }, "--grid-search", [.grid]),
      ({ $0.tiers != nil }, "--tiers", [.tiered]),
      ({ $0.columns != nil }, "--columns", [.columns, .masonry]),
      ({ $0.rowHeight != nil }, "--row-height", [.rows]),
      ({ $0.lastRow != nil }, "--last-row", [.rows]),
    ]

  private func rejectOptionsOfOtherLayouts() throws {
    for option in Self.ownedByLayouts
    where option.isGiven(self) && !option.layouts.contains(layout) {
      throw ValidationError(
        "\(option.name) has no effect with --layout \(layout.rawValue); it belongs to "
          + option.layouts.map(\.rawValue).joined(separator: " and ") + ".")
    }
    if tile != nil, gridSearch != nil {
      throw ValidationError("--grid-search has no effect with --tile, which settles the search.")
    }
  }

  /// The width of a sheet whose height follows, or of a page.
  private func width(_ page: PixelSize?) throws -> Int {
    if let page { return page.width }
    if let size, size.height != nil {
      throw ValidationError(
        "With --layout \(layout.rawValue) the height follows from the pictures: give --size "
          + "\(size.width), and --max-height to cut pages.")
    }
    return (size ?? .standard).width
  }

  private func gridSizing(_ page: PixelSize?) throws -> GridSizing {
    let sheetRatio = sheetAspect?.value ?? 1.5
    if sheetAspect != nil, tile != nil {
      throw ValidationError("--sheet-aspect has no effect with --tile, which settles it.")
    }
    if let page {
      if sheetAspect != nil {
        throw ValidationError("--sheet-aspect has no effect with --paper, which settles it.")
      }
      return .sheet(page, cellRatio: cellAspect ?? .automatic)
    }
    guard let size else {
      if let cellAspect {
        throw ValidationError(
          "--cell-aspect \(cellAspect) needs --size or --paper; with a fixed cell, give --cell WxH."
        )
      }
      if let geometry, geometry.cell == nil { return .largestPicture(sheetRatio: sheetRatio) }
      let cell = (geometry?.cell ?? cell).map {
        PixelSize(width: $0.width, height: $0.height ?? $0.width)
      }
      return .cell(cell ?? PixelSize(width: 256, height: 256), sheetRatio: sheetRatio)
    }
    if cell != nil {
      throw ValidationError("--size and --cell exclude each other: one follows from the other.")
    }
    guard let height = size.height else {
      return .width(size.width, cellRatio: cellAspect ?? .automatic, sheetRatio: sheetRatio)
    }
    if sheetAspect != nil {
      throw ValidationError("--sheet-aspect has no effect with --size \(size), which settles it.")
    }
    return .sheet(
      PixelSize(width: size.width, height: height), cellRatio: cellAspect ?? .automatic)
  }
}
