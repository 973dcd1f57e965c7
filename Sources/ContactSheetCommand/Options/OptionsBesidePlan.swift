internal import ArgumentParser
internal import ContactSheet
internal import SheetImaging
internal import SheetLayout

extension ContactSheetCommand {
  /// Refuses what has no effect on a plan that was made before.
  ///
  /// - Throws: `ValidationError` for the first option of that kind.
  func rejectOptionsBesidePlan() throws {
    let groups = [
      input.besidePlan, layout.besidePlan, page.besidePlan, tile.besidePlan, text.besidePlan,
      furniture.besidePlan,
    ]
    for option in groups.joined() where option.isGiven {
      throw ValidationError("\(option.name) has no effect with --from-plan, which settles it.")
    }
  }
}

/// An option, and whether it is given or at least is not what it is by itself.
private typealias Option = (isGiven: Bool, name: String)

extension InputOptions {
  fileprivate var besidePlan: [Option] {
    [
      (!paths.isEmpty, "naming pictures"),
      (recursive, "--recursive"),
      (!filesFrom.isEmpty, "--files-from"),
      (null, "--null"),
      (!include.isEmpty, "--include"),
      (!exclude.isEmpty, "--exclude"),
      (hidden, "--hidden"),
      (sort != .natural, "--sort"),
      (seed != 1, "--seed"),
      (reverse, "--reverse"),
      (onError != .placeholder, "--on-error"),
      (orient != .auto, "--orient"),
    ]
  }
}

extension LayoutOptions {
  fileprivate var besidePlan: [Option] {
    [
      (layout != .grid, "--layout"),
      (size != nil, "--size"),
      (paper != nil, "--paper"),
      (cell != nil, "--cell"),
      (tile != nil, "--tile"),
      (geometry != nil, "--geometry"),
      (cellAspect != nil, "--cell-aspect"),
      (sheetAspect != nil, "--sheet-aspect"),
      (gridSearch != nil, "--grid-search"),
      (tiers != nil, "--tiers"),
      (columns != nil, "--columns"),
      (rowHeight != nil, "--row-height"),
      (lastRow != nil, "--last-row"),
      (gap != nil, "--gap"),
      (margin != nil, "--margin"),
    ]
  }
}

extension PageOptions {
  fileprivate var besidePlan: [Option] {
    [
      (perPage != nil, "--per-page"),
      (maxHeight != nil, "--max-height"),
      (groupBy != nil, "--group-by"),
      (order != .rows, "--order"),
    ]
  }
}

extension TileOptions {
  fileprivate var besidePlan: [Option] {
    [
      (scale != nil, "--scale"),
      (align != .center, "--align"),
      (upscale, "--upscale"),
      (filter != .lanczos, "--filter"),
      (color != .convert, "--color"),
      (sharpen != nil, "--sharpen"),
      (background != nil, "--background"),
      (cellBackground != nil, "--cell-background"),
    ]
  }
}

extension TextOptions {
  fileprivate var besidePlan: [Option] {
    [
      (label != nil, "--label"),
      (labelPosition != nil, "--label-position"),
      (labelOverflow != nil, "--label-overflow"),
      (labelLines != nil, "--label-lines"),
      (labelsFrom != nil, "--labels-from"),
      (title != nil, "--title"),
      (header != nil, "--header"),
      (footer != nil, "--footer"),
      (heading != nil, "--heading"),
      (font != nil, "--font"),
      (textColor != nil, "--text-color"),
    ]
  }
}

extension FurnitureOptions {
  fileprivate var besidePlan: [Option] {
    [
      (padding != nil, "--padding"),
      (border != nil, "--border"),
      (frame != nil, "--frame"),
      (radius != nil, "--radius"),
      (shadow != nil, "--shadow"),
    ]
  }
}
