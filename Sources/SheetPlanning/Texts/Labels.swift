internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// The labels of pictures: their room, their type and their texts.
struct Labels {
  private let texts: SheetTexts
  private let scale: TypeScale
  /// The lines that labels have if none is broken.
  let lines: Int
  /// Their type: the chosen one, or the full size.
  let type: LabelType

  /// The room for each label; nil if there are no labels.
  let room: CellDecoration.Label?

  /// The minimum width of cells of small pictures in pixels, so that a short name is legible; 0
  /// unless labels are beside pictures.
  var minimumWidth: Int {
    guard let room, room.position != .over else { return 0 }
    return 6 * TypeScale.lineHeight(scale.label)
  }

  /// The most lines that fitted labels have.
  var maximumLines: Int { texts.labelLines ?? lines + 1 }

  /// Prepares the labels of a sheet, set in a type if that has been chosen.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - tableLines: The lines of the longest label in a table; 0 without one.
  ///   - scale: The sizes of texts.
  ///   - choice: The type and the room that were chosen for fitted labels.
  init(
    _ job: SheetJob, tableLines: Int, _ scale: TypeScale, _ choice: TextChoice
  ) {
    (texts, self.scale) = (job.texts, scale)
    // Labels of copies have another line, which names the original.
    let written =
      max(texts.label?.lineCount ?? 0, tableLines) + (job.duplicates == .mark ? 1 : 0)
    lines = min(written, texts.labelLines ?? written)
    var type = choice.labelType ?? LabelType(size: scale.label, lines: lines)
    if choice.labelRoom == .least, let size = scale.labelSizes.last {
      type = LabelType(size: size, lines: lines)
    }
    self.type = type
    guard written > 0, choice.labelRoom != .none else {
      room = nil
      return
    }
    let lineHeight = TypeScale.lineHeight(type.size)
    room = CellDecoration.Label(
      texts.labelPosition, height: type.lines * lineHeight, gap: (lineHeight + 2) / 4)
  }

  /// The text of the label of a picture, at an index of all pictures; nil if it has none.
  ///
  /// A label in the table overrides the template: an empty one stands for no label.
  func text(for picture: PictureFacts, index: Int, count: Int, page: Int) -> String? {
    guard room != nil, !picture.isUnlabelled else { return nil }
    let tabled = picture.row?.label
    let label =
      tabled ?? texts.label?.text { picture.fact($0, at: index, of: count, page: page) }
    guard let original = picture.picture.lookalikes?.original else {
      return tabled == "" ? nil : label
    }
    return (label.map { $0.isEmpty ? "" : "\($0)\n" } ?? "") + "= \(original.label)"
  }

  /// A label in a size, with its place in a cell whose picture covers `image`; nil if it has no
  /// room.
  func planned(
    _ label: LabelBox, size: Double, in cell: DecoratedCell, at image: PixelRect
  ) -> PlannedText? {
    if label.isNone { return nil }
    return cell.label(at: image).map { area in
      let planned = PlannedText(
        .label, text: label.text, shown: label.shown, area: area, size: size,
        alignment: texts.labelAlignment ?? texts.alignment, overflow: .fit,
        isEmphasized: label.isEmphasized)
      // A label on its picture hides as little of it as possible.
      return room?.position == .over ? planned.trimmed : planned
    }
  }
}
