internal import SheetLayout
internal import SheetModel
internal import SheetPlanning
internal import SheetPlans

/// How the tiles are arranged.
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
      Choose how to arrange images: grid has equal cells; tiered has blocks of 1x1, 2x2 and 3x3 \
      cells; columns has columns of fixed or flexible width; rows has justified rows; masonry puts \
      each image into the shortest column; collage fills a page with whole images; matrix is a \
      table with row and column headings. 'tiered:oneLarge,threeSmall' sets the order of the \
      tiers, which can be \(TierLayer.allCases.map(\.rawValue).listed("and")). 'grid:by-columns' \
      and 'grid:by-rows' reproduce the grids of some SwiftUI programs; 'grid:compact', the \
      default, leaves fewer cells empty.
      """)
    Option(
      "size", \.sheet.size, value: "W|WxH", .extent,
      unset: "up to \(PixelExtent.standard), or automatic in a grid or matrix",
      """
      Set the size of the sheet, such as 1600x1200 or 18x12cm; W alone sets only the width. WxH in \
      mm, cm, in or pt makes pages to print, like --paper.
      """)
    Option(
      "paper", \.sheet.paper, value: "name|WxH", .parsed(Sheet.Paper.init(parsing:)),
      unset: """
        none, or \(Sheet.paperOfDocuments) for a PDF with an image longer than \
        \(Sheet.largestOffPaper) pixels
        """,
      """
      Make pages to print: A0 to A6, B4, B5, letter, legal or tabloid, or a size such as 10x15cm. \
      Names and sizes may end with -landscape or -portrait. With --paper, --dpi is \
      \(Sheet.Paper.pixelsPerInch) by default. Each page holds as many images as fit with a \
      longer side of at least \
      \(Sheet.Paper.minimumPictureSide(inCollage: false)) mm \
      (\(Sheet.Paper.minimumPictureSide(inCollage: true)) mm in a collage).
      """)
    Option(
      "cell", \.layout.cell, value: "N|WxH", .extent,
      unset: "large enough for 80 % of the images, up to about 256x256",
      for: [.grid, .matrix],
      """
      Set the size of cells in a grid or matrix; N makes them square. With --paper, a size in mm, \
      cm, in or pt is exact: cells of that size fill the page, with cut marks in the margins, and \
      the paper is turned if that saves pages and no orientation is given.
      """)
    Option(
      "tile", \.layout.tile, value: "CxR|C|xR", .gridShape, for: [.grid],
      """
      Set the columns and rows of a page: 5x4, 5 (or 5x) or x4. With both numbers, or with columns \
      and --paper, images that do not fit go to new pages.
      """)
    Option(
      "geometry", \.layout.geometry, value: "WxH+X+Y",
      .written("WxH, +X+Y or both, optionally with one of > ^ !, such as 200x150+4+4").lengths,
      for: [.grid],
      """
      Set cells and spacing as in montage: X and Y are the space around each tile. WxH> never \
      enlarges images, WxH^ fills cells and crops, and WxH! ignores aspect ratios.
      """)
    Option(
      "cell-aspect", \.layout.cellAspect, value: "ratio|auto",
      .written("a ratio such as 4:3 or 1.5, or auto"),
      default: .automatic, note: "in a grid", for: [.grid, .columns],
      """
      Set the exact aspect ratio of cells, such as 4:3. auto is close to the images' \
      median ratio, adjusted so that portraits among landscapes are not too small. With --layout \
      columns, all cells get this ratio.
      """)
    Option(
      "columns", \.layout.columns, value: "N|tracks", .tracks,
      unset: "automatic in a grid or with --size WxH, otherwise adaptive(240), "
        + "or a fifth of the page on paper",
      for: [.grid, .columns, .masonry],
      """
      Set the number of columns. The columns and masonry layouts also take tracks, such as \
      'fixed(70) adaptive(40)', '3 * flexible(max: 200)' or 'adaptive(min: 40, max: 100) spacing \
      10 align left'.
      """)
    Option(
      "row-height", \.layout.rowHeight, value: "N", .length(from: 1),
      unset: "240, or a fifth of the page on paper, or automatic with --size WxH",
      for: [.rows],
      "Set the approximate height of rows. On a sheet of a given height, this is the maximum.")
    Option(
      "last-row", \.layout.lastRow, value: "place", .choice, default: .left,
      for: [.grid, .rows, .masonry],
      """
      Align the last row of a grid, or of the rows layout, if it does not fill the width. justified \
      stretches the last row of the rows layout to the full width, and makes all columns of \
      masonry equally tall.
      """)
    Option(
      "weight", \.[\.sheet.weight], value: "glob=N|template", .list(.rule(.weight)), default: [],
      for: [.collage],
      """
      Give matching images N times the area of the others in a collage, as nearly as their aspect \
      ratios allow. Select images by a glob, or by a condition with facts in braces, as in \
      '{rating} >= 4=3'. A template such as '{score}', alone or in place of N, weights each image \
      by its value (never below a fifth of the mean). May be repeated; the last match is used.
      """)
    Option(
      "span", \.[\.sheet.span], value: "glob=WxH|row", .list(.rule(.span)), default: [],
      for: [.grid, .rows],
      """
      Make each matching image cover W columns and H rows of a grid, or give it a row of its own \
      (row). In a grid, such a row is as tall as the others, so it makes only panoramas larger. \
      Select images by a glob, or by a condition with facts in braces, as in '{rating} >= 5=2x2'. \
      Later images fill the holes in the grid. May be repeated; the last match is used.
      """)
    Option(
      "gap", \.sheet.gap, value: "N|NxM", .spacing, default: 8,
      note: "or up to \(Sheet.Paper.gap)mm on paper",
      """
      Set the space between images, measured from their borders, frames and labels; NxM is N \
      between columns and M between rows. Shadows fall into the gap, and widen it only where they \
      would overlap.
      """)
    Option(
      "margin", \.sheet.margin, value: "N|NxM|T,R,B,L", .margins, default: 8,
      note: "or 4mm to 15mm on paper, such as 10mm on A4",
      """
      Set the space around everything; NxM is N left and right, and M above and below. Four lengths \
      separated by commas set the margins at the top, right, bottom and left, as in CSS: \
      10,10,10,25mm.
      """)
    Option(
      "binding", \.[\.sheet.binding], value: "N", .length(from: 0), default: 0,
      """
      Add space for holes or a binding on the inner side of each page: on the left of odd pages, \
      and on the right of even pages, or the other way round with --order right-to-left.
      """)
  }

  static let rules: [OptionRule] = [
    .idle(
      .any("cell", "size", "paper", "gap", "margin"), .any("geometry"),
      "sets cells, gaps and margins"),
    .idle(.any("scale", "upscale"), .any("geometry"), "sets how images fit their cells"),
    .idle(.any("size"), .any("paper"), "sets the size of pages"),
    .excludes(
      OptionRule.Side { entry, options in
        entry.option.name == "cell" && entry.hasEffect
          && (options.layout.cell?.isOnPaper != true || options.layoutKind != .grid)
      }, .any("paper")
    ) {
      "\($1.flag) sets the size of pages, and cells follow from it; leave out \($0.flag), "
        + "or use a grid and a size with a unit, such as 35x45mm"
    },
    .either("size", "cell", "one follows from the other"),
    .idle(.any("max-height"), .any("paper"), "sets the height of pages"),
    .either("tile", "columns", "both set the number of columns"),
    .excludes(
      .given("layout") { $0.layout.layout?.search.map { $0 != .compact } ?? false },
      .any("tile", "columns", "cell", "geometry")
    ) {
      "\($0.texts[0]) chooses columns, rows and cells itself, and \($1.flag) sets some of these; "
        + "leave out \($1.flag), or write --layout grid"
    },
    .excludes(
      .given("layout") { $0.layout.layout?.kind.hasSquareBlocks == true },
      .given("gap") { $0.sheet.gap.map { $0.horizontal != $0.vertical } ?? false }
    ) {
      "the blocks of \($0.texts[0]) are square, and \($1.texts[0]) is two lengths; write only one"
        + " after --gap"
    },
    .needs(
      .given("columns") { $0.layout.columns.map { $0.equalCount == nil } ?? false },
      { $0.layoutKind != .grid }
    ) { _ in
      "the columns of a grid are equal; write a number such as --columns 4, or use tracks with "
        + "--layout columns or masonry"
    },
    .idle(.any("cell-aspect"), .any("cell", "geometry"), "sets the size of cells"),
  ]

  /// An option has no effect with a layout that does not support it.
  static let rulesOfLayouts: [OptionRule] =
    OptionCatalog.all.filter { $0.layouts != nil }.sorted { $0.name < $1.name }.flatMap {
      rules(about: .any($0.name), isOnlyFor: $0.layouts ?? [])
    }
    // The columns of a masonry layout end at their own heights or all at the same height, so there
    // is no last row to centre. The cells of a grid are equal, so none is stretched.
    + rules(about: .given("last-row") { $0.layout.lastRow == .center }, isOnlyFor: [.grid, .rows]) {
      $0.texts[0]
    }
    // Only the cells of a grid have a width that can be divided between images and labels.
    + rules(
      about: .given("label-position") { $0.sheet.labelPosition.isBeside }, isOnlyFor: [.grid]
    ) { "\($0.flag) \($0.texts[0])" }
    + rules(
      about: .given("last-row") { $0.layout.lastRow == .justified }, isOnlyFor: [.rows, .masonry]
    ) { $0.texts[0] }

  /// What determines the number of images in a row of justified rows, for those who tried to set
  /// that number.
  private static func insteadInRows(of entry: GivenOption) -> String {
    ["tile", "columns"].contains(entry.option.name)
      ? "; --row-height and --size determine how many images are in a row" : ""
  }

  /// The rules that refuse an option with the layouts that do not support it.
  private static func rules(
    about side: OptionRule.Side, isOnlyFor takers: [LayoutKind],
    named: @escaping @Sendable (GivenOption) -> String = { $0.flag }
  ) -> [OptionRule] {
    let plurals = takers.map(\.plural).listed("and")
    let names = takers.map(\.rawValue).listed("or")
    @Sendable func message(_ entry: GivenOption, _ kind: LayoutKind) -> String {
      "\(named(entry)) is for \(plurals), and this is \(kind.singular); leave it out, or use "
        + "--layout \(names)" + (kind == .rows ? insteadInRows(of: entry) : "")
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
        ])
      // The layouts that a sheet may have if no option names a layout.
      + [LayoutKind.grid, .rows, .matrix].filter { !takers.contains($0) }.map { kind in
        .needs(side, { $0.layoutKind != kind }) { message($0, kind) }
      }
  }
}

/// The size and spacing of tiles in the notation of `montage -geometry`: `WxH+X+Y`.
///
/// X and Y are the space around every tile, so margins are this wide, and gaps are twice as wide.
/// Without `WxH`, cells are as large as the largest picture. Pictures are shown whole, and are
/// enlarged if necessary. After the size, `>` disables enlargement, `^` fills cells and `!` ignores
/// aspect ratios.
struct MontageGeometry: Equatable, Sendable {
  /// The size of a cell; nil for the size of the largest picture.
  let cell: Sheet.Extent?
  /// The space around every tile.
  let border: Sheet.Spacing
  let scaling: Sheet.Scaling
  let upscaling: Sheet.Upscaling
  /// The geometry as it was written.
  let description: String
}

extension MontageGeometry: LosslessStringConvertible {
  /// The signs that change how pictures are fitted.
  private static let signs: [Character: (Sheet.Scaling, Sheet.Upscaling)] = [
    ">": (.fit, .none), "^": (.fill, .toCells), "!": (.stretch, .toCells),
  ]

  /// Parses `WxH`, `+X+Y` or both, optionally with `>`, `^` or `!` after the size or at the end.
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
