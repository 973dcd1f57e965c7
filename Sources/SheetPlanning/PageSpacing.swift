internal import SheetLayout
internal import SheetPlans

/// The distances on the pages of a job: around frames, between them, and to the edges of a page.
struct PageSpacing {
  /// The parts of cells beyond the frames that the layout arranges.
  let outset: PixelInsets
  /// The part of ``outset`` that has only shadows.
  let overhang: PixelInsets
  /// The distance between frames.
  ///
  /// Cells are larger than frames, so it exceeds the gap between cells.
  let gap: Size
  /// The distance between frames in one cell of a matrix, a fourth of the gap between cells.
  let gapInCells: Size
  /// The distance of frames from headings above them.
  ///
  /// Drawn parts of cells keep the gap from headings, as from other cells.
  let belowHeadings: Double
  /// The distance of frames from the edges of a page: margins, texts and outsets.
  ///
  /// With sections, the distance of the heading at the top of the page.
  let edges: PixelInsets
  /// The heights of the headings of sections, and of the gaps around them; nil if there are no sections.
  let sections: HeadingSpacing?

  /// The distances that a job asks for, with furniture in cells and texts on pages.
  ///
  /// Sections in shared rows have the room that texts have chosen.
  init(
    _ job: SheetJob, _ furniture: CellFurniture, _ texts: PageTexts,
    _ choice: TextChoice = TextChoice()
  ) {
    let (traits, margin, room) = (job.layout.traits, job.margin, texts.room)
    // Shadows fall into gaps and margins, but not onto texts.
    overhang = job.style.overhang(of: furniture, into: job.gap)
    outset = traits.outset(for: furniture.shadowReduced(by: overhang)) + overhang
    let hasHeadings = texts.section != nil || traits.axes != nil
    let top =
      room.top > 0 || hasHeadings ? margin.vertical : max(0, margin.vertical - overhang.top)
    let bottom = room.bottom > 0 ? margin.vertical : max(0, margin.vertical - overhang.bottom)
    edges = PixelInsets(
      top: room.top + top + (hasHeadings ? 0 : outset.top),
      left: outset.left + max(0, margin.horizontal - overhang.left),
      bottom: room.bottom + outset.bottom + bottom,
      right: outset.right + max(0, margin.horizontal - overhang.right))
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
    // Even with large type, a heading is nearer to its own pictures than to the pictures above.
    let space = max(2 * job.gap.vertical, (texts.section?.lineHeight ?? 0) / 3)
    let above = Double(space + outset.bottom - overhang.bottom)
    belowHeadings = below
    let apart = max(3 * job.gap.horizontal, (texts.section?.lineHeight ?? 0) / 2)
    let beside = gap.width + Double(choice.isTight ? 0 : apart - job.gap.horizontal)
    sections = texts.section.map {
      HeadingSpacing(
        heading: Double($0.height), below: below, above: above, beside: beside,
        widths: choice.headingWidths)
    }
  }
}

extension TileStyle {
  /// The part of shadows that falls into gaps; none if they fall on the background of cells.
  fileprivate func overhang(of furniture: CellFurniture, into gap: Spacing) -> PixelInsets {
    if cellColor != nil, furniture.shadow?.owner == .picture { return PixelInsets(0) }
    return furniture.overhang(into: PixelSize(width: gap.horizontal, height: gap.vertical))
  }
}
