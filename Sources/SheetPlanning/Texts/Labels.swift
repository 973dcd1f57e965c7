internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// The labels of pictures: their room and their texts.
struct Labels {
  private let texts: SheetTexts
  private let size: Double

  /// The room for each label; nil without labels.
  let room: CellFurniture.Label?

  /// The width in pixels that cells of small pictures have, so that a short name can be read; 0
  /// unless labels stand beside pictures.
  var minimumWidth: Int {
    guard let room, room.position != .over else { return 0 }
    return 6 * TypeScale.lineHeight(size)
  }

  init(_ texts: SheetTexts, table: PictureTable?, _ scale: TypeScale) {
    self.texts = texts
    size = scale.label
    let written = max(texts.label?.lineCount ?? 0, table?.lineCount ?? 0)
    guard written > 0 else {
      room = nil
      return
    }
    let lines = texts.labelLines ?? (written + (texts.labelOverflow == .wrap ? 2 : 0))
    let lineHeight = TypeScale.lineHeight(size)
    room = CellFurniture.Label(
      texts.labelPosition, height: lines * lineHeight, gap: (lineHeight + 2) / 4)
  }

  /// The text of the label of a picture, at its place from 0 among `count`; nil for none.
  ///
  /// A label in the table counts before the template: an empty one for no label, nil where the table
  /// says nothing of the picture. Facts of its row and column in a matrix count before its own.
  func text(
    for picture: PictureFacts, _ lineFacts: [FactKey: Fact], index: Int, count: Int, page: Int
  ) -> String? {
    guard room != nil else { return nil }
    if let own = picture.row?.label { return own.isEmpty ? nil : own }
    return texts.label?.text {
      lineFacts[$0] ?? picture.fact($0, at: index, of: count, page: page)
    }
  }

  /// A label with its place in a cell whose picture covers `image`; nil if there is no room for
  /// it.
  func planned(_ text: String, in cell: FurnishedCell, at image: PixelRect) -> PlannedText? {
    cell.label(at: image).map {
      PlannedText(
        .label, text: text, area: $0, size: size, alignment: .center, overflow: texts.labelOverflow)
    }
  }
}
