internal import SheetFacts
internal import SheetLayout
package import SheetPictures
package import SheetPlans
internal import SheetText

extension SheetPlanner {
  /// Plans a page with one line instead of pictures, of a given width, or as wide as the line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - skipped: The pictures that were left out.
  ///   - comparison: The results of comparing.
  /// - Returns: The plan.
  /// - Throws: ``PlanningError`` if the page has no room for the line.
  package func plan(
    line: String, skipping skipped: [SheetPicture], comparing comparison: PlannedComparison
  ) throws(PlanningError) -> PlannedPictures {
    let design = try PageDesign(job, tableLines: 0, headings: [line])
    let (pageTexts, headingType) = (design.pageTexts, design.headingType)
    let fact = Fact(line)
    let extent = (job.layout as? MatrixLayout)?.givenExtent
    let edges = PixelInsets(
      top: pageTexts.room.top + job.margin.vertical, left: job.margin.horizontal,
      bottom: pageTexts.room.bottom + job.margin.vertical, right: job.margin.horizontal)
    let natural = max(headingType.width(of: [fact]) + headingType.lineHeight, Self.leastWidth)
    let width = extent?.width ?? natural + edges.horizontal
    let room = width - edges.horizontal
    guard room > 0 else { throw .layout(.edgesTooWide(edges.horizontal, side: width)) }
    let textHeight = headingType.lineHeight * headingType.lines(of: fact, width: room)
    let height = extent?.height ?? job.paging.minimumHeight ?? textHeight + edges.vertical
    guard height >= textHeight + edges.vertical else {
      throw .pageTooLow(height: height, taken: edges.vertical)
    }
    let size = try design.limited(Size(width: Double(width), height: Double(height)))
    let text = PlannedText(
      .note, text: line,
      area: PixelRect(x: edges.left, y: edges.top, width: room, height: textHeight),
      size: headingType.size, alignment: .left, overflow: .wrap)
    let facts = PageFacts(page: 1, pages: 1, count: 0)
    let page = SheetPage(
      number: 1, size: size, tiles: [],
      texts: pageTexts.texts(on: size, margin: job.margin, facts) + [text])
    let plan = SheetPlan(
      layout: job.layout.name, pictures: [], pages: [page], style: job.style,
      metadata: job.metadata, unreadablePolicy: job.unreadablePolicy,
      type: TypeStyle(font: job.texts.font, color: job.texts.color, label: nil),
      encoding: job.encoding, isGray: true, tracks: [], comparison: comparison
    ).withLines(ofLabels: false)
    return PlannedPictures(plan: plan, pictures: [], skipped: skipped)
  }

  /// The least width, which leaves a title some room.
  private static let leastWidth = 320
}
