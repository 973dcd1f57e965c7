internal import SheetLayout
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

  init(_ texts: SheetTexts, _ scale: TypeScale) {
    self.texts = texts
    size = scale.label
    let written = max(texts.label?.lineCount ?? 0, texts.labelTable?.lineCount ?? 0)
    guard written > 0 else {
      room = nil
      return
    }
    let lines = texts.labelLines ?? (written + (texts.labelOverflow == .wrap ? 2 : 0))
    let lineHeight = TypeScale.lineHeight(size)
    room = CellFurniture.Label(
      texts.labelPosition, height: lines * lineHeight, gap: (lineHeight + 2) / 4)
  }

  /// The texts of the labels.
  ///
  /// - Parameters:
  ///   - pictures: The pictures of the sheet.
  ///   - pages: The page number of each picture.
  /// - Returns: A text for each picture, nil for no label, and a warning about the table of labels,
  ///   if any.
  func texts(
    for pictures: [SheetPicture], onPages pages: [Int]
  ) -> (texts: [String?], warning: String?) {
    guard room != nil else { return (pictures.map { _ in nil }, nil) }
    let matched = texts.labelTable?.labels(for: pictures.map { FilePath($0.source.name) })
    let written = pictures.indices.map { index -> String? in
      if let own = matched?.labels[index] { return own.isEmpty ? nil : own }
      return texts.label.map { template in
        template.text(
          from: pictures[index].facts(
            index: index + 1, count: pictures.count, page: pages[index],
            readingFile: template.needsFileFacts))
      }
    }
    return (written, matched?.warning)
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
      path: source.name, index: index, count: count, page: page, size: header?.shownSize)
    facts.texts = header?.texts ?? []
    guard readingFile, let status = try? path?.stat()
    else { return facts }
    facts.byteCount = UInt64(max(0, status.size))
    facts.modified = CivilTime(since1970: status.modified)
    return facts
  }
}
