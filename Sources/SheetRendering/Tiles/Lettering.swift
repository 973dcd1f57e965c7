internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// Draws the texts of a sheet in their fonts and colours.
package struct Lettering: Sendable {
  private let setters: [TypeKey: TypeSetter]
  /// The font of texts that have none of their own, and of placeholders.
  private let font: FontChoice
  private let pageColor: Color
  private let labelColor: Color
  private let labelPlate: Color?
  /// The corner radius of pictures, for labels that lie on them.
  private let cornerRadius: Int

  /// The em of texts on placeholders, which exist even if no other text was requested.
  private let placeholderSize: Double

  /// Loads the fonts and chooses the colours for the texts of a plan.
  init(_ plan: SheetPlan) {
    let (type, style) = (plan.type, plan.style)
    placeholderSize = TypeScale(type.font, pixelsPerInch: plan.encoding.pixelsPerInch).label
    let font = type.font.withoutSize
    self.font = font
    // One face for all texts in a font. Without requested texts, no font is searched for.
    let settled = plan.textsByFont.map { ($0, $0.settled(for: $1)) }
    let fonts = Dictionary(uniqueKeysWithValues: settled)
    let keys = plan.texts.map { TypeKey(font: $0.font ?? font, size: $0.size) }
    setters = Dictionary(
      uniqueKeysWithValues: Set(keys + [TypeKey(font: font, size: placeholderSize)]).map {
        ($0, TypeSetter(fonts[$0.font] ?? .builtin, size: $0.size))
      })

    cornerRadius = style.furniture.radius
    let page = style.background.colors[0]
    pageColor = type.color ?? page.inkToReadOn
    switch type.label?.position {
    case .over:
      // A picture may have any colour, so text on it needs a plate.
      labelColor = type.color ?? .white
      labelPlate = labelColor.inkToReadOn.withAlpha(0.85)
    case .above, .below, nil:
      let ground = style.cellBackground.map { $0.composed(over: page) } ?? page
      labelColor = type.color ?? ground.inkToReadOn
      labelPlate = nil
    }
  }

  /// A label as pixels.
  func label(_ text: PlannedText, in format: PixelFormat) -> PlacedText {
    let inset = labelPlate == nil ? 0 : inset(of: text)
    return placed(text, inset: inset, labelColor, plate: labelPlate, in: format)
  }

  /// A text of a page as pixels.
  func pageText(_ text: PlannedText, in format: PixelFormat) -> PlacedText {
    placed(text, inset: 0, pageColor, plate: nil, in: format)
  }

  /// The picture's name and why it cannot be read, in the middle of its placeholder; nil if there
  /// is no room.
  func placeholderText(
    _ unreadable: UnreadablePicture, in area: PixelRect, format: PixelFormat
  ) -> PlacedText? {
    let lineHeight = TypeScale.lineHeight(placeholderSize)
    let room = area.inset(by: PixelInsets(lineHeight))
    let size = PixelSize(
      width: min(room.width, 24 * lineHeight), height: min(room.height / lineHeight, 5) * lineHeight
    )
    guard size.width >= 4 * lineHeight, size.height >= 2 * lineHeight else { return nil }
    let text = PlannedText(
      text: "\(PlannedPicture.shownName(unreadable.name))\n\(unreadable.reason)",
      area: PixelRect(
        x: room.x + (room.width - size.width) / 2, y: room.y + (room.height - size.height) / 2,
        width: size.width, height: size.height),
      size: placeholderSize, alignment: .center, overflow: .wrap)
    return placed(
      text, inset: 0, PlaceholderTile.ink, plate: PlaceholderTile.paper, in: format)
  }

  /// The inset of a label on the lower edge of a picture, so that round corners do not clip it.
  private func inset(of text: PlannedText) -> Int {
    let radius = Double(min(cornerRadius, text.area.width / 2))
    // The baseline is about a quarter of a line above the edge; the inset is what the round corner
    // takes at that height.
    let height = Double(TypeScale.lineHeight(text.size)) / 4
    guard height < radius else { return min(2, text.area.width / 4) }
    let rest = radius - height
    let taken = radius - (radius * radius - rest * rest).squareRoot()
    return min(Int(taken) + 2, text.area.width / 4)
  }

  private func placed(
    _ text: PlannedText, inset: Int, _ color: Color, plate: Color?, in format: PixelFormat
  ) -> PlacedText {
    let size = PixelSize(width: text.area.width - 2 * inset, height: text.area.height)
    let key = TypeKey(font: text.font ?? font, size: text.size)
    let setter = setters[key] ?? TypeSetter(.builtin, size: text.size)
    let raster = setter.raster(
      TextBox(text.text, size: size, alignment: text.alignment, overflow: text.overflow))
    return PlacedText(raster, in: text.area, color, plate: plate, format: format)
  }
}

/// A font in one size.
private struct TypeKey: Hashable {
  let font: FontChoice
  let size: Double
}

extension Color {
  /// Black or white, whichever has more contrast with this colour, which is blended over white
  /// unless it is opaque.
  ///
  /// Source: Web Content Accessibility Guidelines 2.2, contrast ratio: black has more where the
  /// relative luminance L gives (L + 0.05) / 0.05 > 1.05 / (L + 0.05).
  var inkToReadOn: Color {
    let seen = composed(over: .white)
    let curve = TransferCurve.sRGB
    let luminance =
      0.2126 * curve.decoded(seen.red) + 0.7152 * curve.decoded(seen.green)
      + 0.0722 * curve.decoded(seen.blue)
    return (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05 ? .black : .white
  }

  fileprivate func withAlpha(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }
}
