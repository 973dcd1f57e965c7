internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// Fits the text of a sheet, which is laid out once more after each decision.
///
/// The decisions are made in this order:
///
/// - Headings and titles grow with the width of the sheet.
/// - Titles and other lines that are too long get room for more lines, and colour scales for more
///   rows.
/// - Labels beside pictures take no more width than they need, or than pictures leave.
/// - The type of labels and the lines of headings are chosen.
/// - If there is no room for the headings, sections move closer together.
/// - On a page of a given size, labels give way to pictures in two steps.
///
/// Each decision is made once, and the last layout is accepted as it is. Gaps that are wide
/// compared with small cells shrink at any time, but count as decisions too.
struct TextLayoutLoop {
  /// The maximum number of decisions, which is enough: titles only grow on sheets whose labels
  /// never give way, and gaps shrink only a few times.
  private static let mostDecisions = 10
  /// The decisions that the next layout follows.
  private(set) var choice = TextChoice() { didSet { decisions += 1 } }
  private var decisions = 0
  private var isFinal: Bool { decisions >= Self.mostDecisions }
  /// Whether the heights of titles have been chosen.
  private var keepsTitleHeights = false
  /// The width of cells before labels with the least room were given another line; nil if they have
  /// not been given one.
  private var widthOfOneLine: Double?
  /// The measured letters of labels and headings; nil until type and lines are chosen.
  private var letters: LabelFitting?

  /// Leaves only one gap between sections, whatever their headings need; false if there are no
  /// sections, if they are already only one gap apart, or if the layout is final.
  mutating func narrowSections(_ metrics: PageMetrics) -> Bool {
    if isFinal || choice.isTight || metrics.spacing.sections == nil { return false }
    var next = choice
    (next.isTight, next.headingWidths) = (true, [])
    choice = next
    return true
  }

  /// Gives up the extra lines of titles, for which a page has no room; false if there are none.
  mutating func shortenTitles() -> Bool {
    if isFinal || choice.textHeights.isEmpty { return false }
    var next = choice
    (next.textHeights, next.keepsLines) = ([:], false)
    choice = next
    keepsTitleHeights = true
    return true
  }

  /// Puts colour scales into one row, because a page has no room for more; false if they already
  /// are in one row, or if the layout is final.
  mutating func giveUpColorScaleRows() -> Bool {
    if isFinal || choice.colorScaleRows ?? 1 == 1 { return false }
    choice.colorScaleRows = 1
    return true
  }

  /// Narrows gaps that leave no room for cells; false if they are already narrow.
  mutating func narrowGaps(_ metrics: PageMetrics) -> Bool {
    guard !isFinal, let gap = metrics.gapForTinyCells else { return false }
    choice.gap = gap
    return true
  }

  /// Lets labels give way to pictures; false if labels have no room left to give up.
  mutating func giveWay(_ metrics: PageMetrics) -> Bool {
    guard !isFinal, metrics.traits.pageHeight != nil, let room = metrics.labels.room,
      room.position.takesHeight,
      let next = LabelRoom(rawValue: choice.labelRoom.rawValue + 1)
    else { return false }
    choice.labelRoom = next
    return true
  }

  /// The smallest share of its width that a picture keeps if labels get another line.
  private static let leastShareBesideSecondLine = 0.85

  /// Gives labels with the least room another line if some would be shortened; false if labels have
  /// already had another line, or if none is shortened.
  private mutating func addSecondLine(
    for texts: FittedTexts, _ cell: GridCell?, _ metrics: PageMetrics, _ letters: inout LabelFitting
  ) -> Bool {
    let (lines, smallest) = (metrics.labels.lines + 1, metrics.scale.labelSizes.suffix(1))
    guard !isFinal, choice.labelRoom == .least, widthOfOneLine == nil, texts.shortened != nil,
      let cell, lines <= metrics.labels.maximumLines
    else { return false }
    let share = 1 - Self.leastShareBesideSecondLine
    let labels = texts.labels.filter { !$0.isNone }.map {
      $0.widened(by: -Int(share * Double($0.width)))
    }
    widthOfOneLine = cell.size.width
    choice.secondLine = letters.type(
      for: labels, sizes: smallest + metrics.scale.smallerLabelSizes, lines: lines,
      maximumLines: lines)
    return true
  }

  /// Takes the additional line away from labels with the least room; false if they have none.
  mutating func giveUpSecondLine() -> Bool {
    if choice.secondLine == nil { return false }
    choice.secondLine = nil
    return true
  }

  /// Fits the text of a sheet; nil if a different ``choice`` requires another layout.
  mutating func fitted(
    on sheet: LaidOutSheet, _ metrics: PageMetrics
  ) throws(ContactSheetError) -> FittedTexts? {
    if !isFinal, letters == nil, let width = metrics.grownWidth(of: sheet) {
      choice.width = width
      return nil
    }
    if !isFinal, letters == nil, choice.labelGrowth == nil,
      let growth = metrics.labelGrowth(on: sheet)
    {
      choice.labelGrowth = growth
      return nil
    }
    if !isFinal, choice.colorScaleRows == nil, let rows = try metrics.colorScaleRows(on: sheet) {
      choice.colorScaleRows = rows
      return nil
    }
    if !isFinal, !keepsTitleHeights {
      keepsTitleHeights = true
      let heights = try metrics.textHeights(on: sheet)
      if heights != choice.textHeights {
        choice.textHeights = heights
        return nil
      }
    }
    if let room = metrics.labels.room, room.position.takesHeight, let cell = sheet.pages[0].cell,
      cell.size.height < Double(room.height), giveUpSecondLine() || giveWay(metrics)
    {
      return nil
    }
    if choice.secondLine != nil, let width = widthOfOneLine, let cell = sheet.pages[0].cell,
      cell.size.width < Self.leastShareBesideSecondLine * width, giveUpSecondLine()
    {
      return nil
    }
    if !isFinal, let gap = metrics.narrowerGap(on: sheet) {
      choice.gap = gap
      return nil
    }
    if !isFinal, letters == nil, choice.narrowWidthBeside == nil, choice.widthBeside == nil,
      let width = try metrics.narrowWidthBeside(on: sheet)
    {
      choice.narrowWidthBeside = width
      return nil
    }
    if !isFinal, letters == nil, choice.widthBeside == nil,
      let width = try metrics.widthBeside(on: sheet)
    {
      choice.widthBeside = width
      return nil
    }
    var texts = try metrics.texts(on: sheet)
    let headings = Array(texts.headings.joined())
    let fitted = headings.compactMap(\.fitted)
    let hasLabels = texts.labels.contains { !$0.isNone }
    guard hasLabels || !fitted.isEmpty else { return texts }
    var type = metrics.labels.type
    var letters =
      self.letters
      ?? LabelFitting(
        [texts.labels, fitted].lazy.joined().map(\.text),
        beside: metrics.otherTexts, in: metrics.job.texts.font.withoutSize)
    if self.letters == nil {
      var next = metrics.choice(
        of: hasLabels ? texts.labels : [], fitted.isEmpty ? [] : headings,
        cell: sheet.pages[0].cell, frameHeight: sheet.lowestFrame, &letters)
      if hasLabels { next.labelWidth = metrics.labelWidth(for: texts.labels, on: sheet, &letters) }
      self.letters = letters
      if !isFinal, next.needsLayout(after: choice, headings) {
        choice = next
        return nil
      }
    } else if hasLabels {
      // Taller labels may have made cells narrower. Smaller type still fits the present room.
      let (usual, smaller) = (metrics.scale.labelSizes, metrics.scale.smallerLabelSizes)
      let sizes = type.size < usual[usual.count - 1] ? smaller : usual
      type = letters.type(
        for: texts.labels, sizes: sizes.filter { $0 <= type.size }, lines: type.lines,
        maximumLines: type.lines)
    }
    texts.fit(in: type, metrics, &letters)
    return addSecondLine(for: texts, sheet.pages[0].cell, metrics, &letters) ? nil : texts
  }
}
