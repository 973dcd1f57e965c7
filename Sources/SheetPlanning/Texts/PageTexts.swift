internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// The texts of pages: their room and their places.
struct PageTexts {
  /// A text of a page, with one or more lines.
  struct Block {
    fileprivate let role: TextRole
    fileprivate let template: TemplateBody
    fileprivate var font: FontChoice?
    fileprivate let size: Double
    /// The distance to the tiles, or to the next block towards them.
    fileprivate var space = 0
    /// How many more lines there are than in the template.
    fileprivate var moreLines = 0

    /// The distance from one line to the next.
    var lineHeight: Int { TypeScale.lineHeight(size) }
    var lines: Int { template.lineCount + moreLines }
    var height: Int { lines * lineHeight }
  }

  private let top: [Block]
  private let footer: Block?
  /// The size of the logo as shown; nil if there is none.
  private let logo: PixelSize?
  /// The colour scale above the footer; nil if there is none.
  private let bar: HeatScale?
  /// The heading of each section; nil if there are no sections.
  let section: Block?
  private let date: CivilTime?
  /// The space between texts and the edges of a page.
  private let margin: PixelSpacing
  /// The alignment of lines with a single part, except headings of sections.
  private let alignment: Sheet.TextAlignment

  /// Prepares the texts of a job.
  ///
  /// - Throws: ``ContactSheetError/sourceDate(_:)`` if a text needs the date and it is not known.
  ///
  /// With sections, each has the heading, which may have more lines than its template; without,
  /// each page has it. Numbers of the colour scale are below a bar at the foot of pages.
  init(
    _ job: SheetJob, _ scale: TypeScale, moreLines: Int = 0, heat: [String]? = nil
  ) throws(ContactSheetError) {
    let (texts, hasSections) = (job.texts, job.paging.hasSections)
    (alignment, margin, bar) = (texts.alignment, job.margin, HeatScale(heat, scale))
    logo = job.logo?.picture?.size
    let heading = Block(
      role: .heading, template: texts.heading?.body ?? Self.usualHeading, size: scale.heading,
      moreLines: moreLines)
    section = hasSections ? heading : nil
    var top = [
      texts.header.map { Block(role: .header, template: $0.body, size: scale.label) },
      texts.title.map {
        Block(role: .title, template: $0.body, font: texts.ownTitleFont, size: scale.title)
      },
      hasSections || texts.heading == nil ? nil : heading,
    ].compactMap(\.self)
    for index in top.indices {
      top[index].space = index == top.count - 1 ? job.gap.vertical : (top[index].lineHeight + 1) / 2
    }
    // An empty line separates the footer from labels.
    footer = texts.footer.map {
      Block(
        role: .footer, template: $0.body, size: scale.label,
        space: TypeScale.lineHeight(scale.label))
    }
    self.top = top
    let blocks = top + [section, footer].compactMap(\.self)
    let needsDate = blocks.contains { $0.template.needsDate }
    date = needsDate && texts.date == nil ? try .ofRun() : texts.date
  }

  /// The room that texts take at the top and bottom of a page.
  var room: PixelInsets {
    PixelInsets(
      top: top.reduce(0) { $0 + $1.height + $1.space }, left: 0,
      bottom: (footer.map { $0.height + $0.space } ?? 0) + (bar?.height ?? 0), right: 0)
  }

  /// The colour scale of a page of `size` inside its margins, and its texts; nil if it has none.
  func bar(on size: PixelSize) -> (area: PixelRect, texts: [PlannedText])? {
    guard let bar else { return nil }
    return bar.placed(
      in: PixelRect(
        x: margin.horizontal, y: size.height - margin.vertical - room.bottom,
        width: size.width - 2 * margin.horizontal, height: bar.height))
  }

  /// The texts of a page of `size` inside its margins; empty if margins leave no width.
  ///
  /// The heading may have other facts.
  ///
  /// They start at the left edge of `pictures`, and end at the right edge if pictures take half of
  /// that width.
  func texts(
    on size: PixelSize, between pictures: Range<Int>? = nil, _ facts: PageFacts,
    heading: PageFacts? = nil
  ) -> [PlannedText] {
    guard let (width, usual) = bounds(on: size, between: pictures) else { return [] }
    let logo = logoArea(on: size, between: pictures)
    var texts: [PlannedText] = []
    func add(_ block: Block, at y: Int) {
      var area = PixelRect(x: margin.horizontal, y: y, width: width, height: block.height)
      var edges = usual
      if block.role == .title, let logo {
        let end = logo.x - block.lineHeight / 2
        // A centred title stays there.
        let start = alignment == .center ? area.x + area.maxX - end : area.x
        (area.x, area.width) = (start, max(0, end - start))
        edges = edges.clamped(to: start..<max(start, end))
      }
      let facts = block.role == .heading ? heading ?? facts : facts
      texts += Self.texts(
        text(of: block, facts), in: area, block, alignment,
        between: edges)
    }
    var y = margin.vertical
    for block in top {
      add(block, at: y)
      y += block.height + block.space
    }
    if let footer { add(footer, at: size.height - margin.vertical - footer.height) }
    return texts
  }

  /// The width inside the margins of a page, and the edges of texts; nil if there is no width.
  private func bounds(
    on size: PixelSize, between pictures: Range<Int>?
  ) -> (width: Int, edges: Range<Int>)? {
    let margins = margin.horizontal..<max(margin.horizontal, size.width - margin.horizontal)
    if margins.isEmpty { return nil }
    return (margins.count, pictures.map { $0.clamped(to: margins) } ?? margins)
  }

  /// The area of the logo: at the right of the title, at the title's height, and at most a third of
  /// the width.
  ///
  /// Nil if there is no logo or no title.
  func logoArea(on size: PixelSize, between pictures: Range<Int>?) -> PixelRect? {
    guard let logo, let (width, edges) = bounds(on: size, between: pictures), width > 2,
      let title = top.firstIndex(where: { $0.role == .title })
    else { return nil }
    let right = edges.count * 2 < width ? margin.horizontal + width : edges.upperBound
    let height = top[title].height
    let (ratio, most) = (Double(logo.width) / Double(logo.height), width / 3)
    let own = PixelSize(
      width: min(most, max(1, Int((Double(height) * ratio).rounded()))),
      height: min(height, max(1, Int((Double(most) / ratio).rounded()))))
    let y = margin.vertical + top[..<title].reduce(0) { $0 + $1.height + $1.space }
    return PixelRect(
      x: right - own.width, y: y + (height - own.height) / 2, width: own.width, height: own.height)
  }

  /// The heading of a section in its area: as one text, and as drawn.
  ///
  /// A continued section says so at the end of the first part of its first line. Lines without
  /// parts are left-aligned with the pictures below them, and fitted.
  func sectionHeading(
    in area: PixelRect, _ facts: PageFacts, isContinued: Bool
  ) -> (text: String, texts: [PlannedText]) {
    guard let section else { return ("", []) }
    var text = text(of: section, facts)
    if isContinued, let start = text.firstIndex(where: { !Self.separators.contains($0) }) {
      let end = text[start...].firstIndex(where: Self.separators.contains) ?? text.endIndex
      text.insert(contentsOf: " (continued)", at: end)
    }
    let whole = text.split(whereSeparator: Self.separators.contains).joined(separator: " ")
    if whole.isEmpty { return ("", []) }
    if text.contains("\t") {
      var own = area
      own.height -= section.moreLines * section.lineHeight
      own.y = area.maxY - own.height
      return (whole, Self.texts(text, in: own, section, .left))
    }
    return (
      whole,
      [
        PlannedText(
          .heading, text: text, area: area, size: section.size, alignment: .left, overflow: .fit)
      ]
    )
  }

  private func text(of block: Block, _ facts: PageFacts) -> String {
    var facts = facts
    facts.date = date
    let template = facts.pages == 1 ? block.template.ofOnlyPage : block.template
    return template.singular(from: facts.fact).text(from: facts.fact)
  }

  /// The characters that divide a text into lines and parts.
  private static let separators: [Character] = ["\n", "\t"]

  /// The lines of a block's text; an alignment applies to lines with a single part.
  private static func texts(
    _ text: String, in area: PixelRect, _ block: Block, _ alignment: Sheet.TextAlignment,
    between edges: Range<Int>? = nil
  ) -> [PlannedText] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().flatMap { number, line in
      let row = PixelRect(
        x: area.x, y: area.y + number * block.lineHeight, width: area.width,
        height: block.lineHeight)
      return parts(of: line, in: row, block, alignment, between: edges ?? area.x..<area.maxX)
    }
  }

  /// The parts of a line, divided at its tabs.
  ///
  /// A single part has the given alignment. Two parts are aligned left and right. Of three parts,
  /// the second is centred between the first and the third. All parts are between the edges; a
  /// single part may extend beyond the edge it is not aligned to.
  private static func parts(
    of line: Substring, in area: PixelRect, _ block: Block, _ alignment: Sheet.TextAlignment,
    between edges: Range<Int>
  ) -> [PlannedText] {
    let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
    let alignments: [Sheet.TextAlignment] =
      switch parts.count {
      case 1: [alignment]
      case 2: [.left, .right]
      default: [.left, .center, .right]
      }
    let edges = parts.count > 1 && edges.count * 2 < area.width ? area.x..<area.maxX : edges
    return zip(parts, alignments).enumerated().compactMap { index, part in
      // Each part has its own share of the width, so that a long one never overlaps the next.
      var x = edges.lowerBound + edges.count * index / parts.count
      var end = edges.lowerBound + edges.count * (index + 1) / parts.count
      if parts.count == 1 {
        if alignment != .left { x = area.x }
        if alignment != .right { end = area.maxX }
      }
      guard !part.0.isEmpty, end > x else { return nil }
      return PlannedText(
        block.role, text: String(part.0),
        area: PixelRect(x: x, y: area.y, width: end - x, height: area.height),
        font: block.font, size: block.size, alignment: part.1, overflow: .end)
    }
  }

  /// The name of the group.
  private static var usualHeading: TemplateBody {
    do { return try PageTemplate("{group}").body } catch { preconditionFailure("\(error)") }
  }
}

extension SheetTexts {
  /// The font of titles; nil if it is the font of labels.
  fileprivate var ownTitleFont: FontChoice? {
    guard let titleFont, titleFont.source != font.source else { return nil }
    return titleFont.withoutSize
  }
}
