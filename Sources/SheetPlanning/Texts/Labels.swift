internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// The text of a label, and what is emphasised in it.
struct LabelText {
  fileprivate(set) var text: String
  /// Whether the whole text is emphasised.
  fileprivate(set) var isEmphasized = false
  /// The parts that are emphasised if the whole text is not, counted in scalars.
  fileprivate(set) var emphasis: [Range<Int>] = []

  /// The label in a box of this width.
  func box(width: Int) -> LabelBox {
    LabelBox(text, width: width, isEmphasized: isEmphasized, emphasis: emphasis)
  }
}

/// The labels of pictures: their room, their type and their text.
struct Labels {
  private let texts: SheetTexts
  private let style: Decoration
  private let firstNumber: Int
  /// For each of ``SheetJob/best``, the facts whose values alone are emphasised; nil if the whole
  /// label is.
  private let emphasizedFacts: [Set<FactKey>?]
  /// Whether labels in the table are shown.
  private let areOfTable: Bool
  /// The minimum width of cells if all labels are narrow; otherwise nil.
  private let narrowWidth: Int?
  private let scale: TypeScale
  /// The number of lines that labels have if none of them wraps.
  let lines: Int
  /// The number of lines of the template or of the longest label in a table, whichever is larger,
  /// with the line that names the originals of copies.
  let templateLines: Int
  /// The type of labels: the chosen type, or else the type at full size.
  let type: LabelType

  /// The room for each label; nil if there are no labels.
  let room: CellDecoration.Label?

  /// The minimum width in pixels of cells of small pictures, so that a short name is legible; 0
  /// unless labels are next to pictures.
  var minimumWidth: Int {
    guard let room, room.position.takesHeight else { return 0 }
    return narrowWidth ?? 6 * TypeScale.lineHeight(scale.label)
  }

  /// The maximum number of lines of fitted labels.
  var maximumLines: Int {
    texts.labelLines
      ?? (texts.labelPosition.isBeside ? max(lines + 1, Self.linesBeside) : lines + 1)
  }

  /// The number of lines that a label beside its picture may have unless its template has more.
  private static let linesBeside = 12
  /// The width of labels beside pictures in cells of unknown width, in ems.
  private static let emsBeside = 18.0

  /// Prepares the labels of a sheet, in the chosen type if there is one.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - tableLines: The number of lines of the longest label in a table; 0 if labels do not come
  ///     from a table.
  ///   - scale: The sizes of text.
  ///   - choice: The type and room chosen for fitted labels.
  init(
    _ job: SheetJob, tableLines: Int, _ scale: TypeScale, _ choice: TextChoice
  ) {
    (texts, style, self.scale) = (job.texts, job.style.decoration, scale)
    (firstNumber, narrowWidth) = (job.firstNumber, choice.labelWidth)
    emphasizedFacts = job.best.map { best in
      job.texts.label.flatMap { best.facts(shownIn: $0) }
    }
    areOfTable = tableLines > 0
    // Labels of copies have another line, which names the original.
    let copyLines = job.duplicates.marksCopies ? 1 : 0
    templateLines = max(texts.label?.lineCount ?? 0, tableLines) + copyLines
    let written = max(templateLines, texts.linesWithFacts + copyLines)
    lines = min(written, texts.labelLines ?? written)
    var type = choice.labelType ?? LabelType(size: scale.label, lines: lines)
    if choice.labelRoom == .least, let size = scale.labelSizes.last {
      type = choice.secondLine ?? LabelType(size: size, lines: min(lines, templateLines))
    }
    self.type = type
    guard written > 0, choice.labelRoom != .none else {
      room = nil
      return
    }
    let lineHeight = TypeScale.lineHeight(type.size)
    let isBeside = texts.labelPosition.isBeside
    let gap = isBeside ? lineHeight : (lineHeight + 2) / 4
    room = CellDecoration.Label(
      texts.labelPosition, height: type.lines * lineHeight, gap: gap,
      width: !isBeside
        ? 0
        : (choice.widthBeside ?? choice.narrowWidthBeside).map { max(1, $0 - gap) }
          ?? Self.widthBeside(in: job, Int(Self.emsBeside * scale.label), gap: gap))
  }

  /// The width of labels beside pictures in a first layout: half of a column whose width is known,
  /// the width of cells of a given size, or else the usual width.
  private static func widthBeside(in job: SheetJob, _ usual: Int, gap: Int) -> Int {
    guard let grid = job.layout as? GridLayout else { return usual }
    let sheetWidth: Int
    switch grid.sizing {
    case .cell(let cell), .cellOnPage(let cell, _): return cell.width
    case .sheet(let size, _): sheetWidth = size.width
    case .width(let width, _): sheetWidth = width
    case .automatic, .largestPicture: return usual
    }
    guard let columns = grid.shape?.columns else { return usual }
    let room = sheetWidth - job.margins.horizontal - (columns - 1) * job.gap.horizontal
    return max(1, (room / columns - gap) / 2)
  }

  /// The text of a picture's label, given the picture's index among all pictures; nil if the
  /// picture has no label.
  ///
  /// If labels in the table are shown, they override the template; an empty one means no label.
  /// Lines of the template whose facts the picture lacks are left out.
  func text(for picture: PictureFacts, index: Int, count: Int, page: Int) -> LabelText? {
    guard room != nil, !picture.isUnlabelled else { return nil }
    let tabled = areOfTable ? picture.row?.label : nil
    var label = tabled.map { LabelText(text: $0) } ?? filledIn(picture, index, count, page)
    let best = picture.overrides.isBestBy
    if !best.isEmpty, tabled != nil || best.contains(where: { emphasizedFacts[$0] == nil }) {
      label?.isEmphasized = true
    }
    guard let original = picture.picture.lookalikes?.original else {
      return label?.text.isEmpty == true ? nil : label
    }
    var copy = label ?? LabelText(text: "")
    copy.text += (copy.text.isEmpty ? "" : "\n") + "= \(original.label)"
    return copy
  }

  /// The template filled in for a picture; nil if there is none.
  private func filledIn(
    _ picture: PictureFacts, _ index: Int, _ count: Int, _ page: Int
  ) -> LabelText? {
    let facts = picture.overrides.isBestBy.compactMap { emphasizedFacts[$0] }
    return texts.label.map { label in
      let (text, emphasis) = label.statedLines(
        emphasizing: { key in facts.contains { $0.contains(key.ofColumn) } }
      ) {
        picture.fact($0, at: index + firstNumber - 1, of: count, page: page)
      }
      return LabelText(text: text, emphasis: emphasis)
    }
  }

  /// A label at a size, with its place in a cell whose picture covers `image`; nil if it has no
  /// room.
  func planned(
    _ label: LabelBox, size: Double, in cell: DecoratedCell, at image: PixelRect
  ) -> PlannedText? {
    if label.isNone { return nil }
    return cell.label(at: image).map { area in
      let planned = PlannedText(
        .label, text: label.text, shown: label.shown, area: area, size: size,
        alignment: texts.labelAlignment ?? alignmentBeside ?? texts.alignment, overflow: .fit,
        isEmphasized: label.isEmphasized, emphasis: label.emphasis)
      // A label on its picture hides as little of the picture as possible.
      switch room?.position {
      case .over: return narrowed(planned.trimmed, to: label.plateWidth)
      case .overTop: return narrowed(planned.trimmedAtTop, to: label.plateWidth)
      case .left, .right: return centered(planned.trimmedAtTop, beside: image, in: area)
      case .below, .above, nil: return planned
      }
    }
  }

  /// The alignment of labels beside pictures, whose lines start or end at the picture.
  private var alignmentBeside: Sheet.TextAlignment? {
    switch room?.position {
    case .right: .left
    case .left: .right
    case .below, .above, .over, .overTop, nil: nil
    }
  }

  /// A label vertically centred beside its picture, as far as its room allows.
  private func centered(
    _ label: PlannedText, beside image: PixelRect, in room: PixelRect
  ) -> PlannedText {
    var label = label
    let middle = image.y + (image.height - label.area.height) / 2
    label.area.y = min(max(room.y, middle), room.maxY - label.area.height)
    return label
  }

  /// A label on its picture, narrowed to the width of its text; unchanged if the width is nil.
  private func narrowed(_ label: PlannedText, to width: Int?) -> PlannedText {
    guard let width else { return label }
    let padding = 2 * style.labelInset(width: label.area.width, size: label.size)
    let area = label.area
    guard style.radius == 0, width + padding < area.width else { return label }
    var label = label
    label.area.width = width + padding
    switch label.alignment {
    case .left: break
    case .center: label.area.x += (area.width - label.area.width) / 2
    case .right: label.area.x += area.width - label.area.width
    }
    return label
  }
}
