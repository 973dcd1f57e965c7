internal import ContactSheet
internal import SheetLayout
internal import SheetText

/// Where the tiles stand.
struct LayoutOptions: OptionSection {
  static let title = "Layout"

  /// What printers reach, where `--margin` is not given.
  static let marginOnPaper = "10mm"
  /// As much as can be seen at reading distance, where `--gap` is not given.
  static let gapOnPaper = "3mm"
  /// What a PDF is on, where nothing says otherwise.
  static let paperOfPDF = "A4"
  /// The longer side in pixels of the largest pictures whose PDF is as large as it comes out: a frame
  /// on paper at the usual density.
  static let largestOffPaper = 413

  let layout = Option<LayoutKind>(
    "layout", value: "layout", .layout, default: .standard,
    """
    How tiles are arranged: equal cells; blocks of 1x1, 2x2 and 3x3; columns by tracks; rows \
    of equal height; columns without rows; a page filled with whole pictures; or a table of pictures \
    by two facts. 'tiered:oneLarge,threeSmall' has layers of your own: \
    \(TierLayer.allCases.map(\.rawValue).joined(separator: ", ")).
    """,
    .job { job, _, arguments in
      let kind = arguments.layoutKind
      job.layout = kind.layout(arguments)
      job.style.scaling = kind.usualScaling
    })
  let size = Option<Extent?>(
    "size", value: "W|WxH", .extent,
    unset: "\(Extent.standard); a grid or a matrix is as large as its cells",
    """
    The size of the sheet, such as 1600x1200 or 18x12cm; W alone for a height that follows from \
    the pictures. WxH in mm, cm, in or pt is paper.
    """,
    .job { job, _, arguments in try arguments.putPage(into: &job) })
  let paper = Option<Paper?>(
    "paper", value: "name", .parsed(Paper.init(parsing:)),
    unset: "none; \(paperOfPDF) for a PDF of pictures over \(largestOffPaper) pixels",
    """
    Pages of the size of paper: A0 to A6, B4, B5, letter, legal or tabloid, with -landscape for \
    the longer side up, or a size such as 10x15cm; at --dpi, by default \(OutputOptions.dpiOnPaper). \
    Pages have as many pictures as keep their longer side at \
    \(LayoutKind.standard.millimetresOnPaper) mm, in a collage \
    \(LayoutKind.named(CollageLayout.name).millimetresOnPaper).
    """,
    .job { job, _, arguments in try arguments.putPage(into: &job) })
  let cell = Option<Extent?>(
    "cell", value: "N|WxH", .extent,
    unset:
      "as four of five pictures need, about 256x256 at most, where no --size or --paper is given",
    "The size of the cells of a grid or a matrix; N is a square.", .detail)
  let tile = Option<GridShape?>(
    "tile", value: "CxR|C|xR", .gridShape,
    """
    The columns and rows of a page: 5x4, 5 (or 5x) or x4. With both, or with columns on --paper, more \
    pictures make more pages.
    """, .detail)
  let geometry = Option<MontageGeometry?>(
    "geometry", value: "WxH+X+Y",
    .written("WxH, +X+Y or both, perhaps with one of > ^ !, such as 200x150+4+4").lengths,
    "Cells and spacing as in montage: X and Y stand around every tile. Also WxH> WxH^ WxH!",
    .job { job, geometry in
      guard let geometry else { return }
      (job.gap, job.margin) = (geometry.gap, geometry.border)
      (job.style.scaling, job.style.enlargement) = (geometry.scaling, geometry.enlargement)
    })
  let cellAspect = Option<CellRatio>(
    "cell-aspect", value: "ratio|auto", .written("a ratio such as 4:3 or 1.5, or auto"),
    default: .automatic, note: "in a grid",
    """
    The ratio of cells, such as 4:3, or auto, which is the pictures' median. A grid whose sheet has \
    a size and no --tile 5x4 comes near to it; in columns it makes all cells equal.
    """, .detail)
  let columns = Option<[ColumnTrack]?>(
    "columns", value: "N|tracks", .tracks,
    unset: "what suits a grid; else adaptive(240), a fifth of paper, or what fills a size WxH best",
    """
    The number of columns; or, for columns and masonry, tracks such as 'fixed(70) adaptive(40)', \
    '3 * flexible(max: 200)' or 'adaptive(min: 40, max: 100) spacing 10 align left'.
    """, .detail)
  let rowHeight = Option<Int?>(
    "row-height", value: "N", .pixels(1...Extent.maximumSide),
    unset: "240, a fifth of a page of paper, or what fills a size WxH best",
    "The height that rows come near to; at most, where the sheet has a height.", .detail)
  let lastRow = Option<JustifiedRows.LastRow>(
    "last-row", value: "place", .choice, default: .left,
    """
    Where a last row stands that does not fill the width. justified stretches it to the width, and \
    makes the columns of masonry equally tall.
    """, .detail)
  let weight = Option<[PictureWeight]>(
    "weight", value: "glob=N|template",
    .list(
      .written(
        "a pattern and a number from 0.01 to 100, such as 'IMG_12*=3', or a template such as '{score}'"
      ) { try PictureWeight(parsing: $0) }), default: [],
    """
    Give pictures whose name matches a pattern N times the area of others in a collage, as nearly \
    as their ratios allow, or each as much as a template such as '{score}' comes to, but at least a \
    fifth of the mean; may be repeated, and the last that says something of a picture counts.
    """, .job { $0.weights = $1 })
  let span = Option<[PictureSpan]>(
    "span", value: "glob=WxH|row",
    .list(
      .written(
        "a pattern, or a condition with braces, and columns and rows from 1 to 20, or row, such as "
          + "'best*=2x2' or '{rating} >= 5=row'"
      ) { try PictureSpan(parsing: $0) }), default: [],
    """
    Give pictures whose name matches a pattern, or that meet a condition with braces such as \
    '{rating} >= 5=2x2', W columns and H rows of a grid, whose holes are filled by what fits next, or \
    a row of their own; may be repeated, and the last that says something of a picture counts.
    """, .job { $0.spans = $1 })
  let gap = Option<Spacing>(
    "gap", value: "N|NxM", .spacing, default: .standard, note: "and \(gapOnPaper) on paper",
    """
    The space between tiles with their borders, frames and labels; NxM between columns and between \
    rows. Shadows fall into it, and widen it only where they would overlap.
    """, .job { $0.gap = $1 })
  let margin = Option<Spacing>(
    "margin", value: "N|NxM", .spacing, default: .standard,
    note: "and \(marginOnPaper) on paper",
    "The space around everything; NxM at the sides and at top and bottom.",
    .job { $0.margin = $1 })
}

extension LayoutOptions {
  /// What not every layout takes has no effect beside the others.
  var rules: [OptionRule] {
    // The columns of masonry end where they do, or all at one height.
    let isCentered = OptionRule.Side.given(lastRow) { $0 == .center }
    return LayoutKind.byTakenOption.sorted { $0.key < $1.key }.flatMap { name, takers in
      rules(about: .names([name]), isOnlyFor: takers)
    }
      + rules(
        about: .any(options.pages.perPage, options.pages.pageCount),
        isOnlyFor: LayoutKind.all.filter { $0.name != MatrixLayout.name })
      + rules(about: isCentered, isOnlyFor: [.named(RowLayout.name)]) {
        "\($0.flag) \($0.texts[0])"
      }
  }

  /// Rules by which a side has no effect with other layouts than those that take it.
  private func rules(
    about side: OptionRule.Side, isOnlyFor takers: [LayoutKind],
    named: @escaping @Sendable (Arguments.Entry) -> String = { $0.flag }
  ) -> [OptionRule] {
    let (layout, plurals) = (layout, takers.map(\.plural).listed("and"))
    @Sendable func isTaken(by kind: LayoutKind) -> Bool {
      takers.contains { $0.name == kind.name }
    }
    @Sendable func message(_ entry: Arguments.Entry, _ kind: LayoutKind) -> String {
      "\(named(entry)) is for \(plurals); this is \(kind.singular)."
    }
    return [
      .excludes(side, .given(layout) { !isTaken(by: $0) }) {
        message($0, layout.value($1.given))
      },
      .needs(side, { isTaken(by: $0.layoutKind) }) { message($0, layout.standard) },
    ]
  }
}
