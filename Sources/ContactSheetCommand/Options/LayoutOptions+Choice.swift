internal import ArgumentParser
internal import ContactSheet
internal import SheetLayout

/// The layouts by the names they have on the command line.
enum LayoutName: String, CaseIterable, ExpressibleByArgument {
  case grid
  case tiered
}

extension LayoutOptions {
  /// The layout that the options ask for.
  ///
  /// - Throws: `ValidationError` for options that contradict each other or belong to
  ///   another layout: an option without an effect is a mistake.
  func choice() throws -> LayoutChoice {
    switch layout {
    case .grid:
      try reject(.grid, tiers != nil, "--tiers")
      return .grid(try gridSizing(), search: gridSearch ?? .compact)
    case .tiered:
      try reject(.tiered, cell != nil, "--cell")
      try reject(.tiered, cellAspect != nil, "--cell-aspect")
      try reject(.tiered, sheetAspect != nil, "--sheet-aspect")
      try reject(.tiered, gridSearch != nil, "--grid-search")
      guard gap.horizontal == gap.vertical else {
        throw ValidationError(
          "The tiered layout has one --gap for both directions, not \(gap); its blocks are square.")
      }
      return .tiered(
        layers: tiers?.layers ?? TierLayer.standard, size ?? .standard)
    }
  }

  private func reject(_ layout: LayoutName, _ isGiven: Bool, _ option: String) throws {
    if isGiven {
      throw ValidationError("\(option) has no effect with --layout \(layout.rawValue).")
    }
  }

  private func gridSizing() throws -> GridSizing {
    guard let size else {
      if let cellAspect {
        throw ValidationError(
          "--cell-aspect \(cellAspect) needs --size; with a fixed cell, give --cell WxH.")
      }
      let cell = cell.map { PixelSize(width: $0.width, height: $0.height ?? $0.width) }
      return .cell(
        cell ?? PixelSize(width: 256, height: 256), sheetRatio: sheetAspect?.value ?? 1.5)
    }
    if cell != nil {
      throw ValidationError("--size and --cell exclude each other: one follows from the other.")
    }
    guard let height = size.height else {
      return .width(
        size.width, cellRatio: cellAspect ?? .automatic, sheetRatio: sheetAspect?.value ?? 1.5)
    }
    if sheetAspect != nil {
      throw ValidationError("--sheet-aspect has no effect with --size \(size), which settles it.")
    }
    return .sheet(
      PixelSize(width: size.width, height: height), cellRatio: cellAspect ?? .automatic)
  }
}
