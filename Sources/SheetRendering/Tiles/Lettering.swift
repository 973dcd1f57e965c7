internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// Draws the texts of a sheet in their fonts and colours.
package struct Lettering: Sendable {
  private let fonts: SheetFonts
  private let pageColor: Color
  private let labelColor: Color
  /// The colour of the lines under the first of a label; nil if it is that of the first.
  private let labelDetailColor: Color?
  private let labelPlate: Color?
  private let labelInset: @Sendable (PlannedText) -> Int

  /// The em of texts on placeholders, which exist even if no other text was requested.
  private let placeholderSize: Double
  let placeholderColors: PlaceholderTile.Colors

  /// Loads the fonts and chooses the colours for the texts of a plan.
  init(_ plan: SheetPlan) {
    let (type, style) = (plan.type, plan.style)
    placeholderSize = TypeScale(type.font, pixelsPerInch: plan.encoding.pixelsPerInch).label
    fonts = SheetFonts(of: plan, for: plan.texts, otherSize: placeholderSize)
    labelInset = plan.labelInset
    let page = style.background.colors[0]
    let ground = style.cellGround
    placeholderColors = PlaceholderTile.Colors(on: ground)
    pageColor = type.color ?? page.inkToReadOn
    labelDetailColor = type.labelDetailColor
    switch type.label?.position {
    case .over:
      // A picture may have any colour, so text on it needs a plate.
      labelColor = type.labelColor ?? type.color ?? .white
      labelPlate = labelColor.inkToReadOn.withAlpha(0.85)
    case .above, .below, nil:
      labelColor = type.labelColor ?? type.color ?? ground.inkToReadOn
      labelPlate = nil
    }
  }

  func label(_ text: PlannedText, in format: PixelFormat) -> PlacedText {
    var label = placed(text, inset: labelInset(text), labelColor, plate: labelPlate, in: format)
    if let labelDetailColor {
      label.color(labelDetailColor, fromRow: text.firstLineHeight, in: format)
    }
    return label
  }

  /// The lines of a label, with their positions on the sheet.
  func lines(ofLabel text: PlannedText) -> [DrawnLine] {
    lines(of: text, inset: labelInset(text))
  }

  /// The lines of a page's text, with their positions on the sheet.
  func lines(of text: PlannedText, inset: Int = 0) -> [DrawnLine] {
    let lines = fonts.setter(of: text).lines(box(of: text, width: text.area.width - 2 * inset))
    let texts = text.lineTexts
    return lines.enumerated().map { index, line in
      DrawnLine(
        text: texts.map { index < $0.count ? $0[index] : "" } ?? line.text,
        x: text.area.x + inset + line.x, width: line.width, baseline: text.area.y + line.baseline)
    }
  }

  func pageText(_ text: PlannedText, in format: PixelFormat) -> PlacedText {
    text.role == .badge
      ? placed(text, inset: 0, .white, plate: Color.black.withAlpha(0.85), in: format)
      : placed(text, inset: 0, pageColor, plate: nil, in: format)
  }

  /// The placeholder in `area` for a picture that cannot be read.
  ///
  /// Under the cross are the picture's name and the reason, if there is room.
  func placeholder(
    for unreadable: UnreadablePicture, in area: PixelRect, radius: Int, format: PixelFormat
  ) -> (tile: PlaceholderTile, text: PlacedText?) {
    let side = PlaceholderTile.crossSide(in: area.size, em: placeholderSize)
    var cross = PixelRect(
      x: (area.width - side) / 2, y: (area.height - side) / 2, width: side, height: side)
    let text = placeholderText(
      "\(PlannedPicture.shownName(unreadable.name))\n\(unreadable.reason)", in: area, below: side)
    if let text { cross.y = text.area.y - area.y - placeholderGap - side }
    let tile = PlaceholderTile(
      size: area.size, colors: placeholderColors, cross: cross, radius: radius)
    return (
      tile, text.map { placed($0, inset: 0, placeholderColors.ink, plate: nil, in: format) }
    )
  }

  /// The distance from the cross on a placeholder to its text.
  private var placeholderGap: Int { TypeScale.lineHeight(placeholderSize) / 2 }

  /// The text in the middle of a placeholder, under its cross; nil if there is no room.
  private func placeholderText(
    _ text: String, in area: PixelRect, below side: Int
  ) -> PlannedText? {
    let lineHeight = TypeScale.lineHeight(placeholderSize)
    let width = min(area.width - lineHeight, 24 * lineHeight)
    let room = min((area.height - side - placeholderGap - lineHeight) / lineHeight, 5)
    guard width >= 4 * lineHeight, room >= 1 else { return nil }
    var planned = PlannedText(
      .note, text: text, area: area, size: placeholderSize, alignment: .center, overflow: .wrap)
    let lines = fonts.setter(of: planned).measure(for: [text])
      .lines(of: text, width: width, limit: room, overflow: .wrap)
    planned.shown = lines.joined(separator: "\n")
    let height = lines.count * lineHeight
    let all = side + placeholderGap + height
    planned.area = PixelRect(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - all) / 2 + all - height,
      width: width, height: height)
    return planned
  }

  private func placed(
    _ text: PlannedText, inset: Int, _ color: Color, plate: Color?, in format: PixelFormat
  ) -> PlacedText {
    PlacedText(
      raster(of: text, width: text.area.width - 2 * inset), in: text.area, color, plate: plate,
      format: format)
  }

  /// A text in its font, in the given width and the height of its area.
  private func raster(of text: PlannedText, width: Int) -> TextRaster {
    fonts.setter(of: text).raster(box(of: text, width: width))
  }

  private func box(of text: PlannedText, width: Int) -> TextBox {
    TextBox(
      text.shown ?? text.text, size: PixelSize(width: width, height: text.area.height),
      alignment: text.alignment)
  }
}
