internal import SheetLayout
internal import SheetModel
internal import SheetPlanning
internal import SheetPlans

/// Places of the tiles.
struct LayoutOptions: OptionSection {
  var layout: LayoutChoice?
  var cell: Sheet.Extent?
  var tile: GridShape?
  var geometry: MontageGeometry?
  var cellAspect: Sheet.CellRatio?
  var columns: WrittenTracks?
  var rowHeight: Sheet.Length?
  var lastRow: LastRow?

  static let title = "Layout"
  @OptionListBuilder static var options: [Option] {
    Option(
      "layout", \.layout.layout, value: "layout", .layout, default: LayoutChoice(),
      """
      The arrangement of tiles: equal cells; blocks of 1x1, 2x2 and 3x3; columns by tracks; rows \
      of equal height; columns without rows; a page filled with whole pictures; or a table of \
      pictures by two facts. 'grid:by-columns' and 'grid:by-rows' try every number of columns, or \
      of rows, and fill a --size WxH with cells near to --cell-aspect, as in SwiftUI; \
      'grid:compact', the default, leaves fewer cells empty. 'tiered:oneLarge,threeSmall' has \
      layers of your own: \(TierLayer.allCases.map(\.rawValue).joined(separator: ", ")).
      """)
    Option(
      "size", \.sheet.size, value: "W|WxH", .extent,
      unset: "\(PixelExtent.standard); a grid or a matrix is as large as its cells",
      """
      The size of the sheet, such as 1600x1200 or 18x12cm; W alone for a height that follows from \
      the pictures. WxH in mm, cm, in or pt is paper.
      """)
    Option(
      "paper", \.sheet.paper, value: "name", .parsed(Sheet.Paper.init(parsing:)),
      unset:
        "none; \(Sheet.paperOfDocuments) for a PDF of pictures over \(Sheet.largestOffPaper) pixels",
      """
      Pages of the size of paper: A0 to A6, B4, B5, letter, legal or tabloid, with -landscape for \
      the longer side up, or a size such as 10x15cm; at --dpi, by default \(Sheet.Paper.pixelsPerInch). \
      Pages have as many pictures as keep their longer side at \
      \(Sheet.Paper.leastSide(inCollage: false)) mm, in a collage \
      \(Sheet.Paper.leastSide(inCollage: true)).
      """)
    Option(
      "cell", \.layout.cell, value: "N|WxH", .extent,
      unset:
        "as four of five pictures need, at most about 256x256, unless --size or --paper is given",
      for: [.grid, .matrix],
      """
      The size of the cells of a grid or a matrix; N is a square. With a size in mm, cm, in or pt \
      on --paper, a page has as many cells of exactly that size as fit, and cut marks in its \
      margins.
      """)
    Option(
      "tile", \.layout.tile, value: "CxR|C|xR", .gridShape, for: [.grid],
      """
      The columns and rows of a page: 5x4, 5 (or 5x) or x4. With both, or with columns on --paper, more \
      pictures make more pages.
      """)
    Option(
      "geometry", \.layout.geometry, value: "WxH+X+Y",
      .written("WxH, +X+Y or both, perhaps with one of > ^ !, such as 200x150+4+4").lengths,
      for: [.grid],
      "Cells and spacing as in montage: X and Y stand around every tile. Also WxH> WxH^ WxH!")
    Option(
      "cell-aspect", \.layout.cellAspect, value: "ratio|auto",
      .written("a ratio such as 4:3 or 1.5, or auto"),
      default: .automatic, note: "in a grid", for: [.grid, .columns],
      """
      The ratio of cells, such as 4:3, kept to the pixel; or auto, near to the pictures' median, at which \
      portraits among landscapes are not small. In columns it makes all cells equal.
      """)
    Option(
      "columns", \.layout.columns, value: "N|tracks", .tracks,
      unset:
        "a number that suits a grid; else adaptive(240), a fifth of paper, or the best for a size WxH",
      for: [.grid, .columns, .masonry],
      """
      The number of columns; or, for columns and masonry, tracks such as 'fixed(70) adaptive(40)', \
      '3 * flexible(max: 200)' or 'adaptive(min: 40, max: 100) spacing 10 align left'.
      """)
    Option(
      "row-height", \.layout.rowHeight, value: "N", .length(from: 1),
      unset: "240, a fifth of a page of paper, or the height that fills a size WxH best",
      for: [.rows],
      "The approximate height of rows; the maximum if the sheet has a height.")
    Option(
      "last-row", \.layout.lastRow, value: "place", .choice, default: .left,
      for: [.rows, .masonry],
      """
      The position of a last row that does not fill the width. justified stretches it to the \
      width, and makes the columns of masonry equally tall.
      """)
    Option(
      "weight", \.[\.sheet.weight], value: "glob=N|template", .list(.rule(.weight)), default: [],
      for: [.collage],
      """
      Give some pictures N times the area of the others in a collage, as nearly as their ratios \
      allow. A pattern of names, or a condition with braces such as '{rating} >= 4=3', selects \
      the pictures. A template such as '{score}', alone or in place of N, gives each picture its value, \
      but at least a fifth of the mean. May be repeated; the last weight for a picture is used.
      """)
    Option(
      "span", \.[\.sheet.span], value: "glob=WxH|row", .list(.rule(.span)), default: [],
      for: [.grid, .rows],
      """
      Give pictures W columns and H rows of a grid, or a row of their own. A pattern of names, or \
      a condition with braces such as '{rating} >= 5=2x2', selects the pictures. The next pictures \
      that fit fill the holes of the grid. May be repeated; the last span for a picture is used.
      """)
    Option(
      "gap", \.sheet.gap, value: "N|NxM", .spacing, default: 8,
      note: "and \(Sheet.Paper.gap)mm on paper",
      """
      The space between tiles with their borders, frames and labels; NxM is N between columns and \
      M between rows. Shadows fall into it, and widen it only if they would overlap.
      """)
    Option(
      "margin", \.sheet.margin, value: "N|NxM", .spacing, default: 8,
      note: "and 4mm to 15mm on paper, 10mm on A4",
      "The space around everything; NxM at the sides and at top and bottom.")
  }

  static let rules: [OptionRule] = [
    .idle(
      .any("cell", "size", "paper", "gap", "margin"), .any("geometry"),
      "decides cells, gaps and margins"),
    .idle(.any("scale", "upscale"), .any("geometry"), "decides how pictures fit their cells"),
    .idle(.any("size"), .any("paper"), "decides the size of pages"),
    .excludes(
      OptionRule.Side { entry, options in
        entry.option.name == "cell" && entry.hasEffect
          && (options.layout.cell?.isOnPaper != true || options.layoutKind != .grid)
      }, .any("paper")
    ) {
      "\($1.flag) decides the size of pages, from which that of cells follows; leave out \($0.flag), "
        + "or give a grid lengths such as 35x45mm"
    },
    .either("size", "cell", "one follows from the other"),
    .idle(.any("max-height"), .any("paper"), "decides it"),
    .either("tile", "columns", "both set the number of columns"),
    .excludes(
      .given("layout") { $0.layout.layout?.search.map { $0 != .compact } ?? false },
      .any("tile", "columns", "cell", "geometry")
    ) {
      "\($0.texts[0]) finds columns, rows and the cells that fit them, and \($1.flag) sets some of these; "
        + "leave out \($1.flag), or write --layout grid"
    },
    .excludes(
      .given("layout") { $0.layout.layout?.kind.hasSquareBlocks == true },
      .given("gap") { $0.sheet.gap.map { $0.horizontal != $0.vertical } ?? false }
    ) {
      "blocks of \($0.texts[0]) are square, and \($1.texts[0]) has two lengths; give --gap one"
    },
    .needs(
      .given("columns") { $0.layout.columns.map { $0.equalCount == nil } ?? false },
      { $0.layoutKind != .grid }
    ) { _ in
      "a grid has equal columns, such as --columns 4; give tracks to --layout columns or masonry"
    },
    .idle(.any("cell-aspect"), .any("cell", "geometry"), "decides it"),
  ]

  /// An option has no effect with a layout that does not support it.
  static let rulesOfLayouts: [OptionRule] =
    OptionCatalog.all.filter { $0.layouts != nil }.sorted { $0.name < $1.name }.flatMap {
      rules(about: .any($0.name), isOnlyFor: $0.layouts ?? [])
    }
    // The columns of masonry end at their own heights, or all at one height.
    + rules(about: .given("last-row") { $0.layout.lastRow == .center }, isOnlyFor: [.rows]) {
      $0.texts[0]
    }

  /// Rules for a side that has no effect with layouts that do not support it.
  private static func rules(
    about side: OptionRule.Side, isOnlyFor takers: [LayoutKind],
    named: @escaping @Sendable (GivenOption) -> String = { _ in "it" }
  ) -> [OptionRule] {
    let plurals = takers.map(\.plural).listed("and")
    @Sendable func message(_ entry: GivenOption, _ kind: LayoutKind) -> String {
      "\(named(entry)) is for \(plurals), and this is \(kind.singular); leave it out"
    }
    return [
      .excludes(side, .given("layout") { !takers.contains($0.layoutKind) }) {
        message($0, $1.layoutKind)
      }
    ]
      + (takers.contains(.matrix)
        ? []
        : [
          .excludes(side, .given("rows-by", "columns-by") { $0.layout.layout == nil }) { entry, _ in
            message(entry, .matrix)
          }
        ]) + [.needs(side, { takers.contains($0.layoutKind) }) { message($0, .grid) }]
  }
}

/// The size and spacing of tiles in the notation of `montage -geometry`: `WxH+X+Y`.
///
/// X and Y are the space around every tile. So margins are this wide, and gaps twice as wide.
/// Without `WxH`, cells are as large as the largest picture. Pictures are shown whole and enlarged;
/// after the size, `>` disables enlargement, `^` fills cells and `!` ignores aspect ratios.
struct MontageGeometry: Equatable, Sendable {
  /// The size of a cell; if nil, the size of the largest picture.
  let cell: Sheet.Extent?
  /// The space around every tile.
  let border: Sheet.Spacing
  let scaling: Sheet.Scaling
  let upscaling: Sheet.Upscaling
  /// The geometry as it was written.
  let description: String
}

extension MontageGeometry: LosslessStringConvertible {
  /// Signs for other ways of fitting than showing whole pictures.
  private static let signs: [Character: (Sheet.Scaling, Sheet.Upscaling)] = [
    ">": (.fit, .none), "^": (.fill, .toCells), "!": (.stretch, .toCells),
  ]

  /// Parses `WxH`, `+X+Y` or both, with a sign for the fitting after the size or at the end.
  init?(_ text: String) {
    let signs = text.compactMap { Self.signs[$0] }
    let parts = text.filter { Self.signs[$0] == nil }
      .split(separator: "+", omittingEmptySubsequences: false)
    guard signs.count <= 1, [1, 3].contains(parts.count) else { return nil }
    (scaling, upscaling) = signs.first ?? (.fit, .toCells)
    cell = Sheet.Extent(String(parts[0]))
    guard cell?.height != nil || parts[0].isEmpty && parts.count == 3 else { return nil }
    let lengths =
      parts.count == 3 ? parts.dropFirst().compactMap { Sheet.Length(String($0)) } : [0, 0]
    guard lengths.count == 2,
      lengths.allSatisfy({ $0.doubled.fits(0...Sheet.Length.maximumPixels) })
    else { return nil }
    border = Sheet.Spacing(horizontal: lengths[0], vertical: lengths[1])
    description = text
  }

  /// The space between cells.
  var gap: Sheet.Spacing {
    Sheet.Spacing(horizontal: border.horizontal.doubled, vertical: border.vertical.doubled)
  }
}
