internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetText

// Step 3 of planning: measures text; its sizes determine the decoration of pictures.

/// The measurements shared by all pages of a sheet.
struct PageMetrics {
  /// The job, with the gap and the margin that were chosen.
  private(set) var job: SheetJob
  let traits: LayoutTraits
  /// The decisions about text on which the metrics are based.
  let choice: TextChoice
  let scale: TypeScale
  let labels: Labels
  let pageTexts: PageTexts
  let decoration: CellDecoration
  let spacing: PageSpacing
  /// The type of headings of rows and columns.
  let headingType: HeadingType
  /// The text of the sheet in the font of labels, other than labels and headings of sections.
  let otherTexts: [String]

  /// Measures the text of a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - tableLines: The number of lines of the longest label in the table; 0 without a table.
  ///   - headings: The headings of rows and columns.
  ///   - columns: The headings of the columns alone, for each matrix.
  ///   - names: The names of groups.
  ///   - choice: The decisions about text so far.
  ///   - colors: The colour scales at the foot of pages.
  /// - Throws: ``ContactSheetError/sourceDate(_:)`` if any text needs the date, and
  ///   `SOURCE_DATE_EPOCH` is invalid.
  init(
    _ job: SheetJob, tableLines: Int, headings: [String] = [], columns: [[String]] = [],
    names: [String] = [],
    _ choice: TextChoice = TextChoice(), colors: [ColorScale] = []
  ) throws(ContactSheetError) {
    (traits, self.choice) = (job.layout.traits, choice)
    let scale = TypeScale(of: job, width: choice.width, growth: choice.labelGrowth ?? 1)
    self.scale = scale
    labels = Labels(job, tableLines: tableLines, scale, choice)
    func pageTexts(_ margin: PixelSpacing) throws(ContactSheetError) -> PageTexts {
      // A title keeps its distance from pictures that are close together.
      var job = job
      job.margin = margin
      return try PageTexts(
        job, scale, moreLines: choice.moreHeadingLines, moreHeights: choice.textHeights,
        keepsLines: choice.keepsLines,
        colors: ColorScales(colors, scale, rows: choice.colorScaleRows ?? 1))
    }
    var (spaced, texts) = (job, try pageTexts(job.margin))
    spaced.gap = choice.gap ?? job.gap
    let separatesTexts =
      labels.room?.position.takesHeight ?? false
      || (job.layout as? MatrixLayout)?.hasTextsAboveCells
        ?? !(job.layout is GridLayout && names.allSatisfy(\.isEmpty))
    if job.rowGapIsForLabels, !separatesTexts, spaced.gap.vertical > spaced.gap.horizontal {
      spaced.gap = PixelSpacing(spaced.gap.horizontal)
    }
    var decoration = job.style.decoration.room(label: labels.room)
    decoration.strip = job.insetStrips?.strip(
      lineWidth: scale.lineWidthOfInsets, in: decoration)
    self.decoration = decoration
    var spacing = PageSpacing(spaced, decoration, texts, choice)
    if let narrower = spaced.holdingMoreCells(than: spacing) {
      spaced = narrower
      texts = try pageTexts(narrower.margin)
      spacing = PageSpacing(narrower, decoration, texts, choice)
    }
    (self.job, self.pageTexts, self.spacing) = (spaced, texts, spacing)
    otherTexts = headings + names + job.texts.ofPages.map(\.template.description)
    let font = job.texts.font.withoutSize
    headingType = HeadingType(
      headings, in: headings.isEmpty ? font : choice.font ?? font.settled(for: otherTexts), scale,
      gap: spacing.belowHeadings, inset: spacing.outset.top - spacing.overhang.top,
      over: HeadedColumns(of: columns, in: job, spacing, scale))
  }
}

extension TypeScale {
  /// Creates the sizes of a job's text; `width` is nil if they do not grow with the width of the
  /// sheet, and `growth` is the factor by which labels grow on posters.
  package init(of job: SheetJob, width: Int? = nil, growth: Double = 1) {
    self.init(
      job.texts.font, title: job.texts.titleFont, pixelsPerInch: job.encoding.pixelsPerInch,
      on: job.texts.medium, width: width, growth: growth)
  }
}

/// The distances on the pages of a job: around frames, between them, and to the edges of a page.
struct PageSpacing {
  /// The parts of cells beyond the frames arranged by the layout.
  let outset: PixelInsets
  /// The part of ``outset`` that holds only shadows.
  let overhang: PixelInsets
  /// The distance between frames.
  ///
  /// Cells are larger than frames, so this distance is larger than the gap between cells.
  let gap: Size
  /// The distance between frames in the same cell of a matrix, a quarter of the gap between cells.
  let gapInCells: Size
  /// The distance of frames from the headings above them.
  ///
  /// Drawn parts of cells keep the same gap from headings as from other cells.
  let belowHeadings: Double
  /// The distance of frames from the edges of a page: margins, text and outsets.
  ///
  /// With sections, the top is the distance of the first heading.
  let edges: PixelInsets
  /// The heights of the headings of sections, and of the gaps around them; nil if there are no
  /// sections.
  let sections: HeadingSpacing?
  /// The distance between the cells of sections that share a row.
  ///
  /// It is four gaps, or the height of a heading line if that is more. It is one gap if the page
  /// has no room for this.
  let sectionDistance: Int

  private static let gapsBetweenSections = 4

  /// Computes the distances requested by a job, with decoration in cells and text on pages.
  ///
  /// `choice` says how much room sections in shared rows have.
  init(
    _ job: SheetJob, _ decoration: CellDecoration, _ texts: PageTexts,
    _ choice: TextChoice = TextChoice()
  ) {
    let (traits, margins, room) = (job.layout.traits, job.margins, texts.room)
    // Shadows fall into gaps and margins, but not onto text.
    overhang = job.style.overhang(of: decoration, into: job.gap)
    outset = traits.outset(for: decoration.shadowReduced(by: overhang)) + overhang
    let hasHeadings = texts.section != nil || traits.axes != nil
    let top =
      room.top > 0 || hasHeadings ? margins.top : max(0, margins.top - overhang.top)
    let bottom = room.bottom > 0 ? margins.bottom : max(0, margins.bottom - overhang.bottom)
    edges = PixelInsets(
      top: room.top + top + (hasHeadings ? 0 : outset.top),
      left: outset.left + max(0, margins.left - overhang.left),
      bottom: room.bottom + outset.bottom + bottom,
      right: outset.right + max(0, margins.right - overhang.right))
    gap = Size(
      width: Double(job.gap.horizontal + outset.horizontal - overhang.horizontal),
      height: Double(job.gap.vertical + outset.vertical - overhang.vertical))
    func narrow(_ gap: Int, _ outset: Int, _ overhang: Int) -> Double {
      Double(max((gap + 3) / 4, overhang) + outset - overhang)
    }
    gapInCells = Size(
      width: narrow(job.gap.horizontal, outset.horizontal, overhang.horizontal),
      height: narrow(job.gap.vertical, outset.vertical, overhang.vertical))
    let below = Double(job.gap.vertical + outset.top - overhang.top)
    // Even with large type, a heading is closer to its own pictures than to the pictures above.
    let space = max(2 * job.gap.vertical, (texts.section?.lineHeight ?? 0) / 3)
    let above = Double(space + outset.bottom - overhang.bottom)
    belowHeadings = below
    let apart = max(Self.gapsBetweenSections * job.gap.horizontal, texts.section?.lineHeight ?? 0)
    sectionDistance = choice.isTight ? job.gap.horizontal : apart
    let beside = gap.width + Double(sectionDistance - job.gap.horizontal)
    sections = texts.section.map {
      HeadingSpacing(
        heading: Double($0.height), below: below, above: above, beside: beside,
        widths: choice.headingWidths)
    }
  }
}

extension TileStyle {
  /// The part of shadows that falls into gaps; none if they fall on the background of cells.
  fileprivate func overhang(of decoration: CellDecoration, into gap: PixelSpacing) -> PixelInsets {
    if cellColor != nil, decoration.shadow?.owner == .picture { return PixelInsets(0) }
    return decoration.overhang(into: PixelSize(width: gap.horizontal, height: gap.vertical))
  }
}
