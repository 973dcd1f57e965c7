package import SheetLayout
package import SheetPlans

/// Justified rows: pictures of about equal height that keep their ratios and fill the width.
///
/// With `Scaling.none` rows are as tall as their tallest pictures, and end where the next picture
/// does not fit. Pictures that are too wide are reduced, and so are all pictures if the height of
/// rows or of the sheet is given.
package struct RowLayout: Layout, Equatable {
  /// `rows`.
  package static let name = "rows"

  /// The approximate height of rows, in pixels; nil if it follows from the sheet.
  ///
  /// The height is then about 240. On pages of the same size, it is a fifth of the page's height,
  /// or the height that fills the pages most evenly. There are then as many pages as are needed by
  /// rows with the height `Paging.minimumPictureSide`.
  ///
  /// On a sheet with a given height, the rows together come as close to that height as possible,
  /// but no row is taller than `rowHeight`. With `Scaling.fill` they cover the sheet, unless
  /// `rowHeight` keeps them shorter.
  package var rowHeight: Int?
  /// The size of the sheet in pixels, including margins; without a height it is as tall as its
  /// rows.
  package var extent: PixelExtent
  /// How to lay out a last row that does not fill the width.
  package var lastRow: LastRow
  /// Whether the width of the sheet is given; otherwise the sheet is no wider than its pictures.
  package var isWidthGiven: Bool

  /// Creates a layout of justified rows.
  package init(
    rowHeight: Int? = nil, extent: PixelExtent = .standard, lastRow: LastRow = .left,
    isWidthGiven: Bool = true
  ) {
    (self.rowHeight, self.extent, self.lastRow) = (rowHeight, extent, lastRow)
    self.isWidthGiven = isWidthGiven
  }

  /// Multiplies a given row height by the factor for the height.
  package func enlargingCells(by growth: Size) -> RowLayout {
    var layout = self
    layout.rowHeight = rowHeight.map { Int((Double($0) * growth.height).rounded()) }
    return layout
  }

  /// Frames with the ratios of pictures, or as tall as their row if the row is taller than its
  /// pictures.
  package var traits: LayoutTraits {
    LayoutTraits(
      takesSpans: true, framesHavePictureRatios: true, showsWholePictures: true,
      keepsAlignmentAtLabels: true, cutsUnusedWidth: !isWidthGiven,
      enlargedPictures: .photographs, pageHeight: extent.height,
      isUnsized: rowHeight == nil && extent == .standard, statesCells: rowHeight != nil)
  }

  /// Determines the width of rows, and their height if the sheet's height is given.
  ///
  /// Unless their width is given, rows are wide enough for every picture that is shown at its
  /// original size or at an exact scale.
  ///
  /// Rows rarely fill pages of the same size exactly, so the gaps between them share what is left.
  /// If these gaps became more than twice as large as those within rows, rows would look like strips.
  package func pages(for space: LayoutRequest) throws(LayoutError) -> ArrangedPages {
    var (width, height) = try space.sides(of: extent)
    let keepsPixels = space.takesFactor || space.style.scaling == .none && rowHeight == nil
    if !isWidthGiven, keepsPixels, space.widestPicture.isFinite {
      width = max(width, space.widestPicture)
    }
    if let height { return try pages(for: space, filling: Size(width: width, height: height)) }
    var layout = try evenPages(for: space, ofWidth: width)
    if space.pageHeight != nil, space.sections == nil, let height = space.maximumFrameHeight {
      layout.spreadRows(toHeight: height, atMost: space.gap.width)
    }
    return layout
  }

  /// Rows that look justified, if possible, although pictures are not enlarged.
  ///
  /// If pictures are too small for their rows, a narrower sheet is tried unless the width is given,
  /// and then shorter rows. If neither makes all rows even, they stay as they are.
  private func evenPages(
    for space: LayoutRequest, ofWidth width: Double
  ) throws(LayoutError) -> ArrangedPages {
    let usual = try pages(for: space, ofWidth: width)
    guard space.keepsSmall, space.sections == nil, space.pagePixelsPerInch == nil,
      space.pictures.count <= Self.mostTried, highestKept(in: space) == nil
    else { return usual }
    var uneven = unevenRows(of: usual, in: space)
    if uneven.isEmpty { return usual }
    var narrow = width
    while !isWidthGiven, space.isSinglePage, !uneven.isEmpty {
      narrow = uneven.reduce(narrow) {
        min($0, JustifiedRows.evenWidth(of: $1, gap: space.gap.width).rounded(.down))
      }
      guard narrow >= Self.leastShare * width else { break }
      let candidate = try pages(for: space, ofWidth: narrow)
      uneven = unevenRows(of: candidate, in: space)
      if uneven.isEmpty { return candidate }
    }
    let height = rowHeight.map(Double.init) ?? space.usualRowHeight
    for share in stride(from: 1 - Self.heightStep, through: Self.leastShare, by: -Self.heightStep) {
      let candidate = try pages(for: space, ofWidth: width, ofHeight: share * height)
      if unevenRows(of: candidate, in: space).isEmpty { return candidate }
    }
    return usual
  }

  /// The smallest share of the requested width or height that is tried to make rows even.
  private static let leastShare = 0.7
  /// The difference between the heights that are tried for even rows, as a fraction.
  private static let heightStep = 0.03

  /// The items of rows that do not look justified.
  private func unevenRows(of layout: ArrangedPages, in space: LayoutRequest) -> [[LayoutItem]] {
    layout.pages.flatMap { page in
      let items = space.itemsOfRows(page.items)
      return page.arrangement.unevenRows(of: items, lastRow: lastRow).map {
        Array(items[$0.items])
      }
    }
  }

  /// Rows on pages whose height follows from the rows, or that are cut between rows.
  ///
  /// If no row height is given, it is chosen as described for ``rowHeight``.
  private func pages(
    for space: LayoutRequest, ofWidth width: Double, ofHeight given: Double? = nil
  ) throws(LayoutError) -> ArrangedPages {
    let highest = highestKept(in: space)
    let least = rowHeight == nil ? space.sideOnPage.map { Self.lowestRow * $0 } ?? 0 : 0
    func cut(_ height: Double) throws(LayoutError) -> ArrangedPages {
      try ArrangedPages(of: space) { parts throws(LayoutError) in
        var rows = try rows(width, height, space, keepsSizes: highest == height)
        rows.minimumHeight = min(least, height)
        let spacing = space.sections ?? HeadingSpacing()
        let items = parts.map { rows.length(of: space.itemsOfRows($0.items)) }
        let shared = zip(parts, items).map {
          spacing.sharedWidth(ofSection: $0.section, items: $1)
        }
        let bands = SectionPart.bands(of: shared, limit: width, gap: spacing.beside)
        return try space.stacked(parts, inBands: bands) { band throws(LayoutError) in
          var own = rows
          if band.count > 1 {
            // Headings and gaps take up part of the row's width.
            own.width -= Double(band.count - 1) * (spacing.beside - space.gap.width)
            own.width -= band.indices.reduce(0) { $0 + shared[$1] - items[$1] }
            // Short sections need not fill the width, unless they nearly fill it.
            own.fullShare = Self.fullShareOfSections
          }
          return try own.arrangement(
            of: space.itemsOfRows(band.items), alignment: nil)
        }
      }
    }
    if let highest { return try cut(highest) }
    if let given { return try cut(given) }
    if rowHeight == nil, let side = space.sideOnPage, let most = space.maximumContentHeight {
      let heights = sequence(first: Self.lowestRow * side) { $0 * Self.step }
        .prefix { $0 <= most }
      return try .mostEven(min(side, most), or: heights + [most], pages: cut)
    }
    if let rowHeight { return try cut(Double(rowHeight)) }
    let usual = space.usualRowHeight
    var best = try cut(usual)
    // With many rows, some differ in height whatever the usual height is.
    if space.maximumHeight != nil || space.pictures.count > Self.mostTried { return best }
    for factor in Self.otherHeights where best.rowSpread > ArrangedPages.evenSpread {
      let other = try cut(usual * factor)
      if max(other.rowSpread, ArrangedPages.evenSpread) < best.rowSpread { best = other }
    }
    return best
  }

  /// The maximum number of pictures for which row heights other than the usual one are tried.
  private static let mostTried = 200
  /// The row heights to try, as factors of the usual height, the closest first.
  private static let otherHeights = [
    1.03, 0.97, 1.06, 0.94, 1.09, 0.91, 1.12, 0.88, 1.15, 0.85,
  ]

  /// The fraction of the width beyond which sections that share a row are scaled to fill it.
  private static let fullShareOfSections = 0.9
  /// The minimum height of rows that fill pages evenly, as a fraction of the minimum longer side of
  /// pictures.
  private static let lowestRow = 0.85
  /// The factor between row heights that are tried.
  private static let step = 1.03

  /// Rows centred on a sheet with a given size, or covering it if pictures fill their frames.
  ///
  /// A last page that is not full has rows no taller than the first page's, at the top.
  private func pages(for space: LayoutRequest, filling size: Size) throws(LayoutError)
    -> ArrangedPages
  {
    func items(_ range: Range<Int>) -> [LayoutItem] {
      space.itemsOfRows(range, height: size.height - space.headingRoom)
    }
    /// Rows that fill a page, and the arrangements of its parts if the rows cover the page.
    func filling(
      _ parts: [SectionPart]
    ) throws(LayoutError) -> (rows: JustifiedRows, covering: [Arrangement]?) {
      let content = try space.content(of: size, underHeadings: parts.count)
      let sections = parts.map { items($0.items) }
      guard space.style.scaling.covers else {
        let rows = try JustifiedRows.filling(
          content, withSections: sections, gap: space.gap, lastRow: lastRow)
        return (rows, nil)
      }
      let (rows, blocks) = try JustifiedRows.covering(
        content, withSections: sections, gap: space.gap, lastRow: lastRow)
      return (rows, blocks)
    }
    func block(
      _ parts: [SectionPart], _ rows: JustifiedRows
    ) throws(LayoutError) -> Arrangement {
      try space.stacked(parts) { parts throws(LayoutError) in
        try rows.arrangement(of: items(parts.items), alignment: nil)
      }
    }
    let full = try filling(space.pages[0])
    let (highest, fullCount) = (highestKept(in: space), space.picturesPerPage)
    return try ArrangedPages(of: space) { parts throws(LayoutError) in
      if let highest {
        let block = try block(parts, rows(size.width, highest, space, keepsSizes: true))
        if block.size.height <= size.height { return block.centered(on: size) }
      }
      let isFull = parts.reduce(0) { $0 + $1.items.count } == fullCount
      let (filled, covering) = parts == space.pages[0] ? full : try filling(parts)
      let limit = min(
        rowHeight.map(Double.init) ?? .infinity, isFull ? .infinity : full.rows.rowHeight)
      if limit < filled.rowHeight {
        let rows = try rows(
          isFull ? size.width : full.rows.width, limit, space, keepsSizes: highest == limit)
        let block = try block(parts, rows)
        if block.size.height <= size.height {
          return isFull
            ? block.centered(on: size)
            : block.moved(by: Point(x: (size.width - rows.width) / 2, y: 0), onto: size)
        }
      }
      if let covering {
        return space.stacked(parts, covering).moved(by: .zero, onto: size)
      }
      return try block(parts, filled).centered(on: size)
    }
  }

  private func rows(
    _ width: Double, _ height: Double, _ space: LayoutRequest, keepsSizes: Bool
  ) throws(LayoutError) -> JustifiedRows {
    try JustifiedRows(
      width: width, rowHeight: height, gap: space.gap, lastRow: lastRow, keepsSizes: keepsSizes)
  }

  /// The height of the tallest picture; nil if pictures are scaled or the height of rows is given.
  private func highestKept(in space: LayoutRequest) -> Double? {
    guard space.style.scaling == .none || space.takesFactor, space.keepsSmall, rowHeight == nil
    else { return nil }
    let all = space.itemsOfRows(0..<space.pictures.count)
    return all.map { $0.maximumWidth / $0.ratio }.filter(\.isFinite).max()
  }
}

extension LayoutRequest {
  /// The items of rows.
  ///
  /// Rows enlarge photographs a little, except on paper, where photographs are already enlarged.
  fileprivate func itemsOfRows(_ pictures: Range<Int>, height: Double? = nil) -> [LayoutItem] {
    items(pictures, height: height, enlarged: isScaled ? { _ in 1 } : style.growthInRows)
  }

  /// The usual height of rows: 240 pixels, or a fifth of a page.
  fileprivate var usualRowHeight: Double {
    guard let pageHeight else { return 240 * (strip?.growth.height ?? 1) }
    return max(1, (Double(pageHeight - edges.vertical) - headingRoom - 4 * gap.height) / 5)
  }
}
