package import SheetLayout
package import SheetPlans

/// Equal columns; each picture goes to the bottom of the shortest column so far.
///
/// A very tall picture among others gets at most half the height of a column, so that it does not
/// make the sheet taller. Its upper part fills the width of the column: shown whole, a long
/// screenshot would be too narrow to be recognised, and would leave holes at both sides.
package struct MasonryLayout: Layout, Equatable {
  /// `masonry`.
  package static let name = "masonry"

  /// The tracks from left to right, which must give columns with the same width and spacing.
  ///
  /// Nil if columns follow from the pictures. Columns are then at least 240 pixels wide, or as wide
  /// as the widest picture if that is narrower. For a few pictures, there are fewer columns, so
  /// that most of them have at least two pictures and the sheet is about as wide as it is tall. On
  /// pages of the same size, the width of columns is at least a fifth of the page's shorter side,
  /// or columns fill the pages evenly, with at most as many columns as `Paging.minimumPictureSide`
  /// allows. On a sheet with a given height, the number of columns is the one with which the
  /// pictures come closest to that height.
  package var tracks: [ColumnTrack]?
  /// The size of the sheet in pixels, including margins; without a height it is as tall as its
  /// tallest column.
  ///
  /// With a height, columns are made narrower, and centred, if they would be taller than the sheet.
  package var extent: PixelExtent
  /// How to end columns of different heights.
  package var bottom: MasonryColumns.Bottom
  /// Whether the width of the sheet is given; otherwise the sheet ends at the last column that is
  /// used, unless there are tracks.
  package var isWidthGiven: Bool
  /// Whether very tall pictures are shown whole, and narrower than their columns.
  package var showsAllWhole = false

  /// Creates a masonry layout.
  package init(
    _ tracks: [ColumnTrack]? = nil, extent: PixelExtent = .standard,
    bottom: MasonryColumns.Bottom = .ragged, isWidthGiven: Bool = true
  ) {
    (self.tracks, self.extent, self.bottom) = (tracks, extent, bottom)
    self.isWidthGiven = isWidthGiven
  }

  /// Frames with the ratios of pictures.
  package var traits: LayoutTraits {
    LayoutTraits(
      framesHavePictureRatios: true, cutsUnusedWidth: !isWidthGiven && tracks == nil,
      pageHeight: extent.height,
      isUnsized: tracks == nil && extent == .standard, statesCells: tracks?.areFixed == true)
  }

  /// Solves the tracks.
  ///
  /// - Throws: `LayoutError.unequalColumns`, and the errors of all layouts.
  package func pages(for space: LayoutRequest) throws(LayoutError) -> ArrangedPages {
    let (width, height) = try space.sides(of: extent)
    if let height { return try pages(for: space, filling: Size(width: width, height: height)) }
    if tracks == nil, let side = space.sideOnPage {
      let gap = space.gap.width
      func columns(_ columnWidth: Double) -> Double {
        max(1, count(ofLength: columnWidth, in: width, gap: gap))
      }
      let most = columns(side)
      let least = space.keepsSmall ? min(most, columns(max(side, space.widestPicture))) : 1
      let counts = stride(from: most - 1, through: least, by: -1)
      return try .mostEven(most, or: Array(counts)) { (count) throws(LayoutError) in
        let columns = Array(repeating: ColumnTrack(.flexible(minimum: 0)), count: Int(count))
        return try MasonryLayout(columns, extent: extent, bottom: bottom).pages(for: space)
      }
    }
    let fewer = try fewer(for: space)
    let solved = try space.columns(
      tracks ?? fewer?.tracks, onSheetOf: fewer?.sheetWidth ?? extent.width)
    let masonry = try masonry(in: solved.columns, rowGap: space.gap.height)
    let alignments = solved.columns.map { $0.alignment ?? space.style.alignment }
    var cropped: Set<Int> = []
    func items(_ range: Range<Int>) throws(LayoutError) -> [LayoutItem] {
      try shortened(space.items(range), of: range, in: masonry, space, &cropped)
    }
    func placed(_ columns: Arrangement) -> Arrangement {
      columns.moved(
        by: Point(x: solved.columns[0].x, y: 0),
        onto: Size(width: solved.width, height: columns.size.height))
    }
    var pages = try ArrangedPages(of: space, columns: solved.columns) {
      parts, maximumHeight throws(LayoutError) in
      let first = parts[0].items.lowerBound
      let items = try parts.map { part throws(LayoutError) in try items(part.items) }
      return try masonry.pages(
        of: items.flatMap(\.self), in: parts.map { $0.moved(by: -first) }, space.sections,
        maximumHeight: maximumHeight ?? .infinity, alignments: alignments, bottom: bottom
      ).map { Page(items: $0.items, arrangement: placed($0.arrangement)) }
    }
    pages.cropped = cropped
    return pages
  }

  /// The ratio of a sheet's width to its height at which a few pictures look best.
  private static let ratioOfFew = 1.2

  /// Fewer columns than usual for a few pictures, with the width of the sheet; nil for the usual
  /// columns.
  ///
  /// Unless pictures may be enlarged, columns are no wider than the larger of ``commonWidth(of:)``
  /// and the width that labels need.
  private func fewer(
    for space: LayoutRequest
  ) throws(LayoutError) -> (tracks: [ColumnTrack], sheetWidth: Int)? {
    // Pages share their columns, and so do sections on a page.
    guard tracks == nil, !space.takesFactor, space.isSinglePage, space.maximumHeight == nil,
      space.pages[0].count == 1
    else { return nil }
    let usual = try space.columns(nil, onSheetOf: extent.width).columns.count
    let full = try space.width(of: extent.width)
    let (count, gap) = (space.pages[0][0].items.count, space.gap)
    // With more pictures, the usual columns are long enough.
    guard count < 2 * usual * usual else { return nil }
    let widest =
      space.keepsSmall
      ? max(commonWidth(of: space.pictures), Double(space.labelWidth)).rounded(.up) : .infinity
    let heights = space.pictures.reduce(0) { $0 + 1 / $1.ratio }
    var best: (columns: Int, width: Double, distance: Double)?
    for columns in stride(from: min(usual, max(1, count / 2)), through: 1, by: -1) {
      let gaps = Double(columns - 1) * gap.width
      var own = (full - gaps) / Double(columns)
      if own > widest {
        // The sheet gets narrower instead.
        if isWidthGiven || widest < LayoutRequest.usualColumnWidth { break }
        own = widest
      }
      let width = Double(columns) * own + gaps
      let height = (own * heights + Double(count) * gap.height) / Double(columns)
      let distance = abs(naturalLogarithm(width / height / Self.ratioOfFew))
      if best.map({ distance < $0.distance }) ?? true { best = (columns, width, distance) }
    }
    guard let best, best.columns < usual else { return nil }
    return (
      Array(repeating: ColumnTrack(.flexible(minimum: 0)), count: best.columns),
      extent.width - Int((full - best.width).rounded(.down))
    )
  }

  /// The width that at least four in five pictures reach, or the usual column width if that is
  /// larger; at most the width of the widest picture.
  private func commonWidth(of pictures: [PixelSize?]) -> Double {
    let widths = pictures.compactMap(\.self).map(\.width).sorted()
    guard let widest = widths.last else { return 0 }
    return min(
      Double(widest), max(LayoutRequest.usualColumnWidth, Double(widths[widths.count / 5])))
  }

  /// The items of a range of pictures, cropped so that none is too tall; adds the indices of the
  /// cropped pictures to `cropped`.
  private func shortened(
    _ items: [LayoutItem], of range: Range<Int>, in columns: MasonryColumns, _ space: LayoutRequest,
    _ cropped: inout Set<Int>
  ) throws(LayoutError) -> [LayoutItem] {
    let shortened = try columns.shortened(items, areWhole: showsAllWhole)
    return zip(range, shortened).map { index, item in
      if !item.isCropped { return space.widenedForLabel(item) }
      cropped.insert(index)
      return item
    }
  }

  /// Columns centred on a sheet with a given size.
  ///
  /// A last page that is not full has the same columns as earlier pages, at the top.
  private func pages(for space: LayoutRequest, filling size: Size) throws(LayoutError)
    -> ArrangedPages
  {
    func sections(_ parts: [SectionPart]) -> [[LayoutItem]] {
      parts.map { space.items($0.items, height: size.height - space.headingRoom) }
    }
    let items = sections(space.pages[0])
    let content = try space.content(of: size, underHeadings: space.pages[0].count)
    var stated: [Alignment?]
    var full: MasonryColumns
    if let tracks {
      let columns = try space.columns(tracks, onSheetOf: extent.width).columns
      stated = columns.map(\.alignment)
      full = try masonry(in: columns, rowGap: space.gap.height)
    } else {
      full = try MasonryColumns.filling(content, withSections: items, gap: space.gap)
      stated = Array(repeating: nil, count: full.count)
    }
    if bottom == .ragged {
      full = try full.narrowed(toFitSections: items, height: content.height)
    }
    let start = (size.width - full.width) / 2
    let step = full.columnWidth + full.gap.width
    let columns = stated.enumerated().map { index, alignment in
      Column(x: start + Double(index) * step, width: full.columnWidth, alignment: alignment)
    }
    let alignments = stated.map { $0 ?? space.style.alignment }
    var cropped: Set<Int> = []
    let fullCount = space.picturesPerPage
    var pages = try ArrangedPages(of: space, columns: columns) { [full] parts throws(LayoutError) in
      let items = sections(parts)
      let height = try space.content(of: size, underHeadings: parts.count).height
      let isFull = items.reduce(0) { $0 + $1.count } == fullCount
      let page =
        bottom == .flush ? full : try full.narrowed(toFitSections: items, height: height)
      var blocks = try zip(parts, items).map { part, items throws(LayoutError) in
        try page.arrangement(
          of: shortened(items, of: part.items, in: page, space, &cropped), alignments: alignments)
      }
      if bottom == .flush {
        let own = blocks.reduce(0) { $0 + $1.size.height }
        let factor = (isFull ? height : min(height, own)) / own
        blocks = try blocks.map { block throws(LayoutError) in
          try page.flush(block, height: block.size.height * factor)
        }
      }
      let stack = space.stacked(parts, blocks)
      let y = isFull ? (size.height - stack.size.height) / 2 : 0
      return stack.moved(by: Point(x: (size.width - page.width) / 2, y: y), onto: size)
    }
    pages.cropped = cropped
    return pages
  }

  /// Masonry as wide as `columns`, which must have equal width and spacing.
  private func masonry(
    in columns: [Column], rowGap: Double
  ) throws(LayoutError) -> MasonryColumns {
    let widths = columns.map(\.width)
    let gaps = zip(columns, columns.dropFirst()).map { $1.x - $0.x - $0.width }
    guard widths.allSatisfy({ abs($0 - widths[0]) < 0.001 }),
      gaps.allSatisfy({ abs($0 - gaps[0]) < 0.001 })
    else { throw .unequalColumns(widths) }
    // For columns that touch, rounding can make the gap slightly negative.
    let gap = Size(width: max(0, gaps.first ?? 0), height: rowGap)
    return try MasonryColumns(
      width: widths[0] * Double(columns.count) + gap.width * Double(gaps.count),
      count: columns.count, gap: gap)
  }
}
