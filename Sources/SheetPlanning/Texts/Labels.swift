internal import SheetFiles
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText
internal import SystemPackage

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

  init(_ texts: SheetTexts, table: LabelTable?, _ scale: TypeScale) {
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
  /// A text of its `own` from the table counts before the template: an empty one for no label, nil
  /// where the table does not know the picture.
  func text(
    for picture: SheetPicture, own: String?, index: Int, count: Int, page: Int
  ) -> String? {
    guard room != nil else { return nil }
    if let own { return own.isEmpty ? nil : own }
    return texts.label.map { template in
      template.text(
        from: picture.facts(
          index: index + 1, count: count, page: page, readingFile: template.needsFileFacts))
    }
  }

  /// A label with its place in a cell whose picture covers `image`; nil if there is no room for
  /// it.
  func planned(_ text: String, in cell: FurnishedCell, at image: PixelRect) -> PlannedText? {
    cell.label(at: image).map {
      PlannedText(
        text: text, area: $0, size: size, alignment: .center, overflow: texts.labelOverflow)
    }
  }
}

extension SheetPicture {
  /// The facts that a label can contain.
  fileprivate func facts(
    index: Int, count: Int, page: Int, readingFile: Bool
  ) -> PictureFacts {
    let header = readableHeader
    var facts = PictureFacts(
      path: source.name, folder: folder, index: index, count: count, page: page,
      size: header?.shownSize)
    facts.texts = header?.texts ?? []
    guard readingFile, let status = try? path?.stat()
    else { return facts }
    facts.byteCount = UInt64(max(0, status.size))
    facts.modified = CivilTime(since1970: status.modified)
    return facts
  }
}
