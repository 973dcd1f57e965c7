internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// Draws the text of a sheet in its fonts and colours.
package struct Lettering: Sendable {
  let fonts: SheetFonts
  private let pageLook: Look
  private let labelLook: Look
  /// Whether labels are on pictures, rather than on the background of their cells.
  private let labelsAreOnPictures: Bool
  /// The colour of labels, and, where it is legible on placeholders, of the text for pictures that
  /// do not exist; nil if none is given.
  private let labelColor: Color?
  /// The look of notes; if the sheet has empty cells, notes are in these cells.
  private let noteLook: Look
  /// The colour of all lines of a label after the first; nil for the colour of the first.
  private let labelDetailColor: Color?
  private let labelInset: @Sendable (PlannedText) -> Int
  /// Whether rounded corners may clip labels.
  private let cutsLabels: Bool
  /// Whether labels on pictures have outlines instead of plates.
  let outlinesLabels: Bool
  /// Whether text with outlines is left out, because the file format draws it.
  private var leavesOutlines = false

  /// The em of text on placeholders, which is drawn even if no other text was requested.
  private let placeholderSize: Double
  let placeholderColors: PlaceholderTile.Colors
  private let style: TileStyle

  /// Loads the fonts and chooses the colours for the text of a plan.
  init(_ plan: SheetPlan) {
    let (type, style) = (plan.type, plan.style)
    placeholderSize = TypeScale(type.font, pixelsPerInch: plan.encoding.pixelsPerInch).label
    fonts = SheetFonts(of: plan, for: plan.texts, otherSize: placeholderSize)
    labelInset = plan.labelInset
    labelsAreOnPictures = type.label?.position.isOver == true
    cutsLabels = labelsAreOnPictures && style.decoration.radius > 0
    outlinesLabels = !cutsLabels && plan.hasShortLabelsOnPictures
    placeholderColors = PlaceholderTile.Colors(on: style.cellBackgroundColor)
    self.style = style
    pageLook = Look(type.color, on: style.background)
    labelColor = type.labelColor ?? type.color
    labelDetailColor = type.labelDetailColor
    if labelsAreOnPictures {
      // A picture may have any colour, so text on it needs a plate.
      let color = labelColor ?? .white
      labelLook = Look(color: color, plate: color.plate)
    } else {
      labelLook = Look(labelColor, on: style.cellBackdrop)
    }
    let hasEmptyCells = plan.pages.contains { !$0.emptyCells.isEmpty }
    noteLook = hasEmptyCells ? Look(type.color, on: style.cellBackdrop) : pageLook
  }

  /// The lettering for a file that draws the outlines of text itself.
  var leavingOutlines: Lettering {
    var lettering = self
    lettering.leavesOutlines = true
    return lettering
  }

  /// The appearance of text.
  private struct Look {
    var inset = 0
    let color: Color
    var plate: Color?

    init(color: Color, plate: Color? = nil) { (self.color, self.plate) = (color, plate) }

    /// The look of text on a backdrop; if there is no colour, a legible one is chosen, and a plate
    /// if necessary.
    init(_ color: Color?, on backdrop: Backdrop) {
      let ink = backdrop.ink
      self.init(color: color ?? ink.color, plate: color == nil ? ink.plate : nil)
    }
  }

  /// The look of a label in a cell that may have a background of its own.
  private func look(ofLabel text: PlannedText, on background: Backdrop?) -> Look {
    var look = labelLook
    if let background, !labelsAreOnPictures {
      look = Look(labelColor, on: style.inCell(with: background).cellBackdrop)
    }
    look.inset = labelInset(text)
    return look
  }

  private func look(of text: PlannedText) -> Look {
    switch text.role {
    case .badge: Look(color: .white, plate: Color.white.plate)
    case .watermark: Look(color: Color.white.withAlpha(0.5))
    case .note: noteLook
    default: pageLook
    }
  }

  /// What the pixels of a watermark depend on.
  private struct Mark: Hashable {
    let box: TextBox
    let font: FontChoice?
    let size: Double
    let area: PixelSize
  }

  /// How many bytes of the pixels of a page's text, other than watermarks, do not count towards the
  /// memory limit.
  private static let uncountedBytes = 16 << 20

  /// The text of a page as pixels.
  ///
  /// Watermarks get a shadow, so that they are visible on bright pictures too. A mark, its shadow
  /// and the marks of pictures of the same size share their pixels.
  ///
  /// - Parameters:
  ///   - texts: The text.
  ///   - format: The format of the sheet.
  ///   - limit: The maximum number of bytes that the pixels of the text may take.
  /// - Returns: The texts.
  /// - Throws: ``ContactSheetError`` if they take more than that.
  func pageTexts(
    _ texts: [PlannedText], in format: PixelFormat, within limit: ByteLimit
  ) throws(ContactSheetError) -> PageTexts {
    var marks: [Mark: TurnedRaster] = [:]
    /// The number of bytes in the pixels of watermarks, and in the pixels of other text.
    var (markBytes, textBytes) = (0, 0)
    /// Checks that these bytes do not exceed the limit, usually before the pixels are made.
    func check(copy: Int = 0) throws(ContactSheetError) {
      let counted = markBytes + max(0, textBytes + copy - Self.uncountedBytes)
      guard counted <= limit.value else { throw .texts(exceeding: limit) }
    }
    var drawn: [PlacedText] = []
    for text in texts {
      let size = text.diagonal?.size ?? text.area.size
      let bytes = size.width * size.height
      guard text.role == .watermark else {
        textBytes += bytes
        // While text is turned, there is a copy of its pixels.
        try check(copy: text.readsUpwards ? bytes : 0)
        let placed = pageText(text, in: format)
        textBytes += placed.colorBytes
        try check()
        drawn.append(placed)
        continue
      }
      var turned: TurnedRaster?
      if let diagonal = text.diagonal {
        let mark = Mark(
          box: box(of: text, width: diagonal.size.width), font: text.font, size: text.size,
          area: text.area.size)
        turned = marks[mark]
        if turned == nil {
          markBytes += bytes
          try check()
          let made = self.turned(text, along: diagonal)
          markBytes += made.heldBytes - bytes
          try check()
          (turned, marks[mark]) = (made, made)
        }
      } else {
        // The text and its shadow.
        markBytes += 2 * bytes
        try check()
      }
      var shadow = text
      shadow.area.x += max(1, Int(text.size / 24))
      shadow.area.y += max(1, Int(text.size / 24))
      let shadowLook = Look(color: Color.black.withAlpha(0.35))
      // A shadow beyond the picture would darken the sheet beside it.
      drawn.append(
        placed(shadow, shadowLook, as: turned, in: format).clipped(to: text.area))
      drawn.append(placed(text, look(of: text), as: turned, in: format))
    }
    return PageTexts(drawn, heldBytes: markBytes + textBytes)
  }

  /// The rows of the sheet that a label or its outline reaches into.
  func rows(ofLabel text: PlannedText) -> Range<Int> {
    outlinesLabels ? text.area.outset(by: outlineWidth(of: text)).rows : text.area.rows
  }

  /// A label as pixels, preceded by its outline if it has one; if the file draws the text, only the
  /// plate or the outline of the label.
  ///
  /// - Parameters:
  ///   - text: The label.
  ///   - cell: Its cell.
  ///   - background: The background of its cell; nil for the background of the sheet's cells.
  ///   - format: The format of the sheet.
  /// - Returns: The texts, in the order in which they are drawn.
  func label(
    _ text: PlannedText, in cell: PixelRect, on background: Backdrop? = nil, format: PixelFormat
  ) -> [PlacedText] {
    var look = look(ofLabel: text, on: background)
    let isLeft = leavesOutlines && outlines(ofLabel: text, look) != nil
    var (outline, raster): (PlacedText?, TextRaster?)
    if outlinesLabels, let plate = look.plate {
      let letters = self.raster(of: text, look)
      outline = self.outline(around: letters, of: text, look, plate, in: format).clipped(to: cell)
      (raster, look.plate) = (letters, nil)
    }
    var label = placed(text, look, raster, isEmpty: isLeft, in: format)
    if let labelDetailColor {
      label.color(labelDetailColor, fromRow: text.firstLineHeight, in: format)
    }
    return [outline, label].compactMap(\.self)
  }

  private func outlineWidth(of text: PlannedText) -> Int {
    PlannedScaleBar.outlineWidth(at: text.size)
  }

  /// The outline around the letters of a label, like that of a scale bar; `raster` contains the
  /// letters.
  private func outline(
    around raster: TextRaster, of text: PlannedText, _ look: Look, _ color: Color,
    in format: PixelFormat
  ) -> PlacedText {
    let width = outlineWidth(of: text)
    let area = text.area.outset(by: width)
    var ink = [UInt8](repeating: 0, count: area.width * area.height)
    for y in 0..<raster.size.height {
      let start = (y + width) * area.width + look.inset + width
      let first = y * raster.size.width
      for x in 0..<raster.size.width { ink[start + x] = raster.coverage[first + x] }
    }
    let spread = ink.spread(by: width, width: area.width, height: area.height)
    return PlacedText(
      TextRaster(size: area.size, coverage: spread), in: area, color, format: format)
  }

  /// Text on a page as pixels, or only its plate if the file draws the text.
  func pageText(_ text: PlannedText, in format: PixelFormat) -> PlacedText {
    let look = look(of: text)
    let isLeft = leavesOutlines && outlines(of: text, look) != nil
    return placed(text, look, isEmpty: isLeft, in: format)
  }

  /// The outlines of a label, one for each of its colours; nil if it must be drawn as pixels.
  func outlines(ofLabel text: PlannedText, on background: Backdrop? = nil) -> [PlacedOutlines]? {
    outlines(ofLabel: text, look(ofLabel: text, on: background))
  }

  private func outlines(ofLabel text: PlannedText, _ look: Look) -> [PlacedOutlines]? {
    guard !cutsLabels, labelDetailColor?.isOpaque != false, let all = outlines(of: text, look)
    else { return nil }
    guard let labelDetailColor else { return [all] }
    let (first, others) = all.outlines.divided(atRow: text.firstLineHeight)
    return [
      PlacedOutlines(outlines: first, area: all.area, color: all.color),
      PlacedOutlines(outlines: others, area: all.area, color: labelDetailColor),
    ]
  }

  /// The outlines of text on a page; nil if it must be drawn as pixels.
  func outlines(of text: PlannedText) -> PlacedOutlines? { outlines(of: text, look(of: text)) }

  private func outlines(of text: PlannedText, _ look: Look) -> PlacedOutlines? {
    var area = text.area
    (area.x, area.width) = (area.x + look.inset, area.width - 2 * look.inset)
    let width = text.boxSize.width - 2 * look.inset
    guard look.color.isOpaque, text.diagonal == nil,
      let outlines = fonts.setter(of: text).outlines(box(of: text, width: width))
    else { return nil }
    return PlacedOutlines(
      outlines: text.readsUpwards ? outlines.turnedUpwards(fromWidth: width) : outlines,
      area: area, color: look.color)
  }

  /// The lines of a label, with their positions on the sheet.
  func lines(ofLabel text: PlannedText) -> [DrawnLine] {
    lines(of: text, inset: labelInset(text))
  }

  /// The lines of a page's text, with their positions on the sheet.
  func lines(of text: PlannedText, inset: Int = 0) -> [DrawnLine] {
    let lines = fonts.setter(of: text).lines(box(of: text, width: text.boxSize.width - 2 * inset))
    let texts = text.lineTexts
    // A turned line counts as a horizontal line across the middle of its area.
    let isTurned = text.isDiagonal || text.readsUpwards
    let across = isTurned ? (text.area.width - text.boxSize.width) / 2 : 0
    let down = isTurned ? (text.area.height - text.boxSize.height) / 2 : 0
    return lines.enumerated().map { index, line in
      var (x, width) = (across + inset + line.x, line.width)
      if isTurned { (x, width) = (max(0, x), min(width, text.area.width)) }
      return DrawnLine(
        text: texts.map { index < $0.count ? $0[index] : "" } ?? line.text,
        x: text.area.x + x, width: width, baseline: text.area.y + down + line.baseline)
    }
  }

  /// The colours of a placeholder in a cell that may have a background of its own.
  func placeholderColors(on background: Backdrop?) -> PlaceholderTile.Colors {
    if background == nil { return placeholderColors }
    return PlaceholderTile.Colors(on: style.inCell(with: background).cellBackgroundColor)
  }

  /// The placeholder in `area` for a picture that cannot be read, in a cell that may have a
  /// background of its own.
  ///
  /// Below the cross are the picture's name and the reason, if there is room. For a picture that
  /// does not exist, there is only the reason.
  func placeholder(
    for unreadable: UnreadablePicture, in area: PixelRect, on background: Backdrop?, radius: Int,
    format: PixelFormat
  ) -> (tile: PlaceholderTile, text: PlacedText?) {
    let isAbsent = unreadable.isAbsent
    let side = isAbsent ? 0 : PlaceholderTile.crossSide(in: area.size, em: placeholderSize)
    let gap = isAbsent ? 0 : placeholderGap
    var cross = PixelRect(
      x: (area.width - side) / 2, y: (area.height - side) / 2, width: side, height: side)
    let name = isAbsent ? "" : "\(PlannedPicture.shownName(unreadable.name))\n"
    let text = placeholderText(
      "\(name)\(unreadable.reason)", in: area, below: side + gap,
      limit: isAbsent ? .max : Self.mostLinesOfReasons)
    if let text { cross.y = text.area.y - area.y - gap - side }
    let colors = placeholderColors(on: background)
    let tile = PlaceholderTile(size: area.size, colors: colors, cross: cross, radius: radius)
    let color = isAbsent ? colors.ink(ifPossible: labelColor) : colors.ink
    return (tile, text.map { placed($0, Look(color: color), in: format) })
  }

  /// The maximum number of lines on a placeholder for the name of a picture and the reason why it
  /// cannot be read.
  private static let mostLinesOfReasons = 5

  /// The distance from the cross of a placeholder to its text.
  private var placeholderGap: Int { TypeScale.lineHeight(placeholderSize) / 2 }

  /// The text of a placeholder, centred together with any cross above it; nil if there is no room.
  private func placeholderText(
    _ text: String, in area: PixelRect, below top: Int, limit: Int
  ) -> PlannedText? {
    let lineHeight = TypeScale.lineHeight(placeholderSize)
    let width = min(area.width - lineHeight, 24 * lineHeight)
    let room = min((area.height - top - lineHeight) / lineHeight, limit)
    guard width >= 4 * lineHeight, room >= 1 else { return nil }
    var planned = PlannedText(
      .note, text: text, area: area, size: placeholderSize, alignment: .center, overflow: .wrap)
    let lines = fonts.setter(of: planned).measure(for: [text])
      .lines(of: text, width: width, limit: room, overflow: .wrap)
    planned.shown = lines.joined(separator: "\n")
    let height = lines.count * lineHeight
    let all = top + height
    planned.area = PixelRect(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - all) / 2 + all - height,
      width: width, height: height)
    return planned
  }

  private func turned(_ text: PlannedText, along line: DiagonalLine) -> TurnedRaster {
    let raster = fonts.setter(of: text).raster(box(of: text, width: line.size.width))
    return TurnedRaster(raster, along: line, in: text.area.size)
  }

  private func placed(
    _ text: PlannedText, _ look: Look, _ own: TextRaster? = nil, as turned: TurnedRaster? = nil,
    isEmpty: Bool = false, in format: PixelFormat
  ) -> PlacedText {
    if let turned = turned ?? text.diagonal.map({ self.turned(text, along: $0) }) {
      return PlacedText(turned, in: text.area, look.color, format: format)
    }
    let raster =
      isEmpty ? TextRaster(emptyOf: box(of: text, look).size) : own ?? raster(of: text, look)
    return PlacedText(
      text.readsUpwards ? raster.turnedUpwards : raster, in: text.area, look.color,
      plate: look.plate, format: format)
  }

  /// The letters of text as pixels, without the inset of the text.
  private func raster(of text: PlannedText, _ look: Look) -> TextRaster {
    fonts.setter(of: text).raster(box(of: text, look))
  }

  private func box(of text: PlannedText, _ look: Look) -> TextBox {
    box(of: text, width: text.boxSize.width - 2 * look.inset)
  }

  func box(of text: PlannedText, width: Int) -> TextBox {
    TextBox(
      text.shown ?? text.text, size: PixelSize(width: width, height: text.boxSize.height),
      alignment: text.alignment, emphasis: text.drawnEmphasis)
  }
}

extension SheetPlan {
  /// The maximum number of characters in a short label on a picture, such as `(a)`.
  private static let mostInShortLabel = 4

  /// Whether all labels are on pictures and short, so that a plate would hide more of a picture
  /// than the letters need.
  fileprivate var hasShortLabelsOnPictures: Bool {
    guard type.label?.position.isOver == true else { return false }
    return pages.allSatisfy { page in
      page.tiles.allSatisfy { tile in
        guard let label = tile.label else { return true }
        let text = label.shown ?? label.text
        return text.count <= Self.mostInShortLabel && !text.contains { $0.isNewline }
      }
    }
  }
}

/// Outlines of text at their position on a sheet.
struct PlacedOutlines {
  /// The outlines, in pixels from the top left corner of ``area``.
  let outlines: TextOutlines
  /// The area of the text without its plate; nothing is drawn outside it.
  let area: PixelRect
  /// The opaque colour of the text.
  let color: Color
}

extension ContactSheetError {
  /// The text of a page takes more memory than the run may use.
  fileprivate static func texts(exceeding limit: ByteLimit) -> Self {
    Self(
      .tooLarge,
      "cannot make a sheet within \(limit) of memory: the text of a page takes more",
      remedy: "raise \(.maxMemory), or put fewer images on a page with \(.perPage)")
  }
}
