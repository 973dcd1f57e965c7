internal import SheetImaging
internal import SheetLayout
internal import SheetText

/// The fonts and colours that the texts of a sheet are written with.
struct Lettering: Sendable {
  private let setters: [TypeKey: TypeSetter]
  /// The font of texts that have none of their own, and of placeholders.
  private let font: FontChoice
  private let pageColor: Color
  private let labelColor: Color
  private let labelPlate: Color?
  /// The radius of the corners of pictures that labels lie on.
  private let cornerRadius: Int

  /// The em of the texts on placeholders, which are there where no text was asked for too.
  private let placeholderSize: Double

  /// What the texts of a plan are written with.
  init(_ plan: SheetPlan) {
    let (type, style) = (plan.type, plan.style)
    placeholderSize = TypeScale(type.font, pixelsPerInch: plan.encoding.pixelsPerInch).label
    let font = type.font.withoutSize
    self.font = font
    // One face for all texts in a font. Where no text was asked for, no font is looked for.
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
      // On a picture, which may have any colour, text needs a ground of its own.
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

  /// What a placeholder says of its picture, in the middle of its area; nil where there is no
  /// room for it.
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
      text: "\(Self.shownName(unreadable.name))\n\(unreadable.reason)",
      area: PixelRect(
        x: room.x + (room.width - size.width) / 2, y: room.y + (room.height - size.height) / 2,
        width: size.width, height: size.height),
      size: placeholderSize, alignment: .center, overflow: .wrap)
    return placed(
      text, inset: 0, PlaceholderTile.ink, plate: PlaceholderTile.paper, in: format)
  }

  /// What a placeholder calls the picture of that path.
  static func shownName(_ path: String) -> String {
    let facts = PictureFacts(path: path, index: 1, count: 1, page: 1)
    return PictureToken.name.value(in: facts, keyword: "") ?? path
  }

  /// How far a text on the lower edge of a picture keeps from its sides, where round corners
  /// would cut it off.
  private func inset(of text: PlannedText) -> Int {
    let radius = Double(min(cornerRadius, text.area.width / 2))
    // Where the lowest letters end, a quarter of a line above the edge, the corner still
    // takes what a circle takes there.
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
  /// Black or white, whichever stands out more from this colour, laid over white where it is
  /// not opaque.
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
