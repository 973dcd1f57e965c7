internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// The text on pages, the room that it takes up, and where it goes.
struct PageTexts {
  /// Text on a page, in one or more lines.
  struct Block {
    fileprivate let role: TextRole
    fileprivate let template: TemplateBody
    fileprivate var font: FontChoice?
    fileprivate let size: Double
    /// The distance to the tiles, or to the next block towards them.
    fileprivate var space = 0
    /// How many more lines there are than in the template.
    fileprivate var moreLines = 0
    /// The extra height for text that is broken into more lines.
    fileprivate var moreHeight = 0
    /// The minimum height, for a logo beside the text.
    fileprivate var leastHeight = 0

    /// The distance from one line to the next.
    var lineHeight: Int { TypeScale.lineHeight(size) }
    var lines: Int { template.lineCount + moreLines }
    var height: Int { max(leastHeight, textHeight) }
    fileprivate var textHeight: Int { lines * lineHeight + moreHeight }
  }

  private let top: [Block]
  private let footer: Block?
  /// The size of the logo's picture; nil if there is none.
  private let logo: PixelSize?
  /// The height of the logo; nil for the height of the title.
  private let logoHeight: Int?
  /// The colour scales above the footer; nil if there are none.
  private let colors: ColorScales?
  /// The heading of each section; nil if there are no sections.
  let section: Block?
  private let date: CivilTime?
  /// The space between text and the edges of a page.
  private let margins: PixelInsets
  /// The alignment of lines with a single part, except headings of sections.
  private let alignment: Sheet.TextAlignment
  private let lineFitting: LineFitting
  /// Whether text keeps the line breaks of fields of a table; a page may have no room for all
  /// lines.
  private let keepsLines: Bool

  /// The maximum number of lines of a text with fields of a table, unless its template has more.
  private static let mostLinesOfCells = 12

  /// Prepares the text of a job.
  ///
  /// The heading is above each section, or, without sections, on each page, and may have more lines
  /// than its template. The numbers of a colour scale are below its bar, at the foot of pages, and
  /// its title is above the bar. Text that is broken into more lines gets extra height.
  ///
  /// - Throws: ``ContactSheetError/sourceDate(_:)`` if any text needs the date, and
  ///   `SOURCE_DATE_EPOCH` is invalid.
  init(
    _ job: SheetJob, _ scale: TypeScale, moreLines: Int = 0, moreHeights: [TextRole: Int] = [:],
    keepsLines: Bool = true, colors: ColorScales? = nil
  ) throws(ContactSheetError) {
    let (texts, hasSections) = (job.texts, job.paging.hasSections)
    (alignment, margins, self.colors) = (texts.alignment, job.margins, colors)
    self.keepsLines = keepsLines
    let logo = job.logo
    (self.logo, logoHeight) = (logo?.picture?.size, logo?.height)
    // Without a title, the logo takes the title's place.
    let title = texts.title?.body ?? (logo?.picture == nil ? nil : Self.noText)
    lineFitting = LineFitting(texts.font.withoutSize)
    let heading = Block(
      role: .heading, template: job.ownHeading?.body ?? Self.usualHeading, size: scale.heading,
      moreLines: moreLines)
    section = hasSections ? heading : nil
    var top = [
      texts.header.map { Block(role: .header, template: $0.body, size: scale.label) },
      title.map {
        Block(
          role: .title, template: $0, font: texts.ownTitleFont, size: scale.title,
          leastHeight: logo?.height ?? 0)
      },
      hasSections || !job.hasHeadings ? nil : heading,
    ].compactMap(\.self)
    for index in top.indices {
      top[index].moreHeight = moreHeights[top[index].role] ?? 0
      top[index].space = index == top.count - 1 ? job.gap.vertical : (top[index].lineHeight + 1) / 2
    }
    // An empty line separates the footer from labels.
    footer = texts.footer.map {
      Block(
        role: .footer, template: $0.body, size: scale.label,
        space: TypeScale.lineHeight(scale.label), moreHeight: moreHeights[.footer] ?? 0)
    }
    self.top = top
    let blocks = top + [section, footer].compactMap(\.self)
    let needsDate = blocks.contains { $0.template.needsDate }
    date = needsDate && texts.date == nil ? try .ofRun() : texts.date
  }

  /// The room that text takes at the top and bottom of a page.
  var room: PixelInsets {
    PixelInsets(
      top: top.reduce(0) { $0 + $1.height + $1.space }, left: 0,
      bottom: (footer.map { $0.height + $0.space } ?? 0) + (colors?.height ?? 0), right: 0)
  }

  /// The colour scales of a page of `size` inside its margins, and their text.
  func colorScales(on size: PixelSize) -> (bars: [PlannedColorBar], texts: [PlannedText]) {
    guard let colors else { return ([], []) }
    return colors.placed(
      in: PixelRect(
        x: margins.left, y: size.height - margins.bottom - room.bottom,
        width: size.width - margins.horizontal, height: colors.height), lineFitting)
  }

  var haveSeveralColorScales: Bool { colors?.areSeveral == true }

  /// The number of rows of colour scales on pages of this width.
  func colorScaleRows(inWidth width: Int) -> Int {
    colors?.rows(in: width - margins.horizontal, lineFitting) ?? 1
  }

  /// The text of a page of `size` inside its margins; empty if margins leave no width.
  ///
  /// The heading may use different facts from other text.
  ///
  /// Texts start at the left edge of `pictures`, and end at their right edge if pictures take up at
  /// least half of the width.
  func texts(
    on size: PixelSize, between pictures: Range<Int>? = nil, _ facts: PageFacts,
    heading: PageFacts? = nil
  ) -> [PlannedText] {
    fittedTexts(on: size, between: pictures, facts, heading: heading).flatMap(\.texts)
  }

  /// The extra heights that the text of a page needs to be complete.
  func neededHeights(
    on size: PixelSize, between pictures: Range<Int>?, _ facts: PageFacts, heading: PageFacts?
  ) -> [TextRole: Int] {
    fittedTexts(on: size, between: pictures, facts, heading: heading).reduce(into: [:]) {
      if $1.excess > 0 { $0[$1.role] = $1.excess }
    }
  }

  private func fittedTexts(
    on size: PixelSize, between pictures: Range<Int>?, _ facts: PageFacts, heading: PageFacts?
  ) -> [(role: TextRole, texts: [PlannedText], excess: Int)] {
    guard let (width, usual) = bounds(on: size, between: pictures) else { return [] }
    let logo = logoArea(on: size, between: pictures)
    var texts: [(role: TextRole, texts: [PlannedText], excess: Int)] = []
    func add(_ block: Block, at y: Int) {
      // A title is vertically centred beside a taller logo.
      let y = y + (block.height - block.textHeight) / 2
      let area = PixelRect(x: margins.left, y: y, width: width, height: block.textHeight)
      let facts = block.role == .heading ? heading ?? facts : facts
      let text = text(of: block, facts)
      func fitted(from start: Int, to end: Int) -> (texts: [PlannedText], height: Int) {
        var part = area
        (part.x, part.width) = (start, max(0, end - start))
        return self.texts(
          text, in: part, block, alignment, between: usual.clamped(to: start..<max(start, end)))
      }
      let own: (texts: [PlannedText], height: Int)
      if block.role == .title, let logo {
        let end = logo.x - block.lineHeight / 2
        // A centred title stays centred if it fits between the logo and an equal space at the left.
        let start = alignment == .center ? area.x + area.maxX - end : area.x
        let centered = fitted(from: start, to: end)
        let isWhole = !centered.texts.contains { $0.size < block.size || $0.overflow == .wrap }
        own = start < end && isWhole ? centered : fitted(from: area.x, to: end)
      } else {
        own = fitted(from: area.x, to: area.maxX)
      }
      texts.append((block.role, own.texts, own.height - block.lines * block.lineHeight))
    }
    var y = margins.top
    for block in top {
      add(block, at: y)
      y += block.height + block.space
    }
    if let footer { add(footer, at: size.height - margins.bottom - footer.height) }
    return texts
  }

  /// The width inside the margins of a page, and the edges of text; nil if there is no width.
  private func bounds(
    on size: PixelSize, between pictures: Range<Int>?
  ) -> (width: Int, edges: Range<Int>)? {
    let inside = margins.left..<max(margins.left, size.width - margins.right)
    if inside.isEmpty { return nil }
    return (inside.count, pictures.map { $0.clamped(to: inside) } ?? inside)
  }

  /// The area of the logo: at the right of the title.
  ///
  /// It has the given height, or the height of the title. Beside a title it takes at most half of
  /// the width, or a third if no height is given. Nil if there is no logo.
  func logoArea(on size: PixelSize, between pictures: Range<Int>?) -> PixelRect? {
    guard let logo, let (width, edges) = bounds(on: size, between: pictures), width > 2,
      let title = top.firstIndex(where: { $0.role == .title })
    else { return nil }
    let right = edges.count * 2 < width ? margins.left + width : edges.upperBound
    let (height, own) = (top[title].height, logoHeight ?? top[title].height)
    let ratio = Double(logo.width) / Double(logo.height)
    let isAlone = top[title].template == Self.noText
    let most = isAlone ? width : logoHeight == nil ? width / 3 : width / 2
    let size = PixelSize(
      width: min(most, max(1, Int((Double(own) * ratio).rounded()))),
      height: min(own, max(1, Int((Double(most) / ratio).rounded()))))
    let y = margins.top + top[..<title].reduce(0) { $0 + $1.height + $1.space }
    return PixelRect(
      x: right - size.width, y: y + (height - size.height) / 2, width: size.width,
      height: size.height)
  }

  /// The heading of a section in its area: as one text, and as drawn.
  ///
  /// The heading of a continued section says so at the end of the first part of its first line.
  /// Lines that tabs do not divide are left-aligned with the pictures below them, and fitted. The
  /// last part of a line ends at the right edge of the columns, if that is given.
  func sectionHeading(
    in area: PixelRect, endingAt end: Int?, _ facts: PageFacts, isContinued: Bool
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
      let edges = area.x..<max(area.x, min(end ?? area.maxX, area.maxX))
      return (whole, texts(text, in: own, section, .left, between: edges).texts)
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
    let worded = template.withSingularCounts(from: facts.fact)
    var text = worded.text(keepingLines: keepsLines, from: facts.fact)
    // The parts of a divided line are beside each other, and have one line each.
    if keepsLines, text.contains("\t") { text = worded.text(from: facts.fact) }
    text = text.inLines(atMost: max(worded.lineCount, Self.mostLinesOfCells))
    guard block.role == .heading, block.template == Self.usualHeading, let whole = facts.wholeCount
    else { return text }
    return "\(text) (\(facts.count - facts.copyCount) of \(whole))"
  }

  /// The characters that divide text into lines and parts.
  private static let separators: [Character] = ["\n", "\t"]

  /// The lines of text in a block, and the height that they need; the alignment is for lines with a
  /// single part.
  private func texts(
    _ text: String, in area: PixelRect, _ block: Block, _ alignment: Sheet.TextAlignment,
    between edges: Range<Int>? = nil
  ) -> (texts: [PlannedText], height: Int) {
    var (texts, y): ([PlannedText], Int) = ([], area.y)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var row = PixelRect(x: area.x, y: y, width: area.width, height: block.lineHeight)
      let parts = parts(of: line, in: row, block, alignment, between: edges ?? area.x..<area.maxX)
      let height = parts.reduce(block.lineHeight) { max($0, $1.height) }
      row.height = max(1, min(height, area.maxY - y))
      texts += parts.map { part in
        let own = TypeScale.lineHeight(part.size)
        // A smaller line is centred in the height of the usual one.
        let inset = part.height <= own ? max(0, block.lineHeight - own) / 2 : 0
        return PlannedText(
          block.role, text: part.text,
          area: PixelRect(
            x: part.columns.lowerBound, y: y + inset, width: part.columns.count,
            height: row.height - inset),
          font: block.font, size: part.size, alignment: part.alignment,
          overflow: part.height > own ? .wrap : .end)
      }
      y += height
    }
    return (texts, y - area.y)
  }

  /// The parts of a line, divided at its tabs.
  ///
  /// A single part has the given alignment. Two parts are aligned left and right. The second of
  /// three parts is centred between the others. All parts are between the edges; a single part may
  /// extend beyond the edge that it is not aligned to.
  private func parts(
    of line: Substring, in area: PixelRect, _ block: Block, _ alignment: Sheet.TextAlignment,
    between edges: Range<Int>
  ) -> [LineFitting.Part] {
    let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    var columns =
      parts.count > 1 && edges.count * 2 < area.width ? area.x..<area.maxX : edges
    var alignment = alignment
    if parts.count == 1 {
      let end = alignment == .right ? edges.upperBound : area.maxX
      columns = (alignment == .left ? edges.lowerBound : area.x)..<end
      if alignment == .center {
        (columns, alignment) = lineFitting.centered(
          parts[0], over: edges, in: columns, font: block.font, size: block.size)
      }
    }
    guard !columns.isEmpty else { return [] }
    let alignments: [Sheet.TextAlignment] =
      switch parts.count {
      case 1: [alignment]
      case 2: [.left, .right]
      default: [.left, .center, .right]
      }
    return lineFitting.fitted(
      parts, alignments, in: columns, font: block.font, size: block.size)
  }

  /// The usual template of headings, which is the name of the group.
  private static let usualHeading = body("{group}")
  private static let noText = body("")

  private static func body(_ text: String) -> TemplateBody {
    do { return try PageTemplate(text).body } catch { preconditionFailure("\(error)") }
  }
}

extension SheetJob {
  /// The given template of headings; nil if the usual one is used.
  fileprivate var ownHeading: HeadingTemplate? {
    texts.heading.flatMap { $0.source.isEmpty ? nil : $0 }
  }

  /// Whether groups have headings, and these are the usual ones.
  var hasUsualHeadings: Bool { hasHeadings && ownHeading == nil }

  /// Whether groups have headings: over sections, and on pages unless the heading is empty or
  /// another text of the page names the group.
  var hasHeadings: Bool {
    if paging.hasSections { return true }
    if let heading = texts.heading { return !heading.source.isEmpty }
    return paging.groupKey != nil
      && !texts.pageKeys.contains { ["group", "folder"].contains($0.name) }
  }
}

extension SheetTexts {
  /// The font of titles; nil if it is the font of labels.
  fileprivate var ownTitleFont: FontChoice? {
    guard let titleFont, titleFont.source != font.source else { return nil }
    return titleFont.withoutSize
  }
}
