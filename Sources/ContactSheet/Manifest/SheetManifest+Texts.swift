internal import SheetImaging
internal import SheetLayout
internal import SheetText

extension SheetManifest {
  /// A text on a sheet.
  public struct Text: Equatable, Sendable, Codable {
    /// What it says, with line feeds between lines.
    public var text: String
    /// Where it stands, and beyond which nothing of it is drawn.
    public var area: Rectangle<Int>
    /// The em in pixels.
    public var size: Double
    /// Where its lines stand in the area: `left`, `center` or `right`.
    public var align: String
    /// What is done about wider lines: `middle`, `end` or `wrap`.
    public var overflow: String
  }

  /// How texts are written.
  public struct TextOptions: Equatable, Sendable, Codable {
    /// The font, with its size in points where one was asked for.
    public var font: String
    /// The colour, as `#RRGGBBAA`; missing where it is black or white, whichever can be read.
    public var color: String?
    /// Where labels stand; missing where there are none.
    public var labelPosition: String?
    /// The height of the room for a label in each cell, in pixels.
    public var labelHeight: Int?
    /// The space between a label and its picture, in pixels.
    public var labelGap: Int?
  }

  /// What stands around pictures.
  public struct Furniture: Equatable, Sendable, Codable {
    /// The space inside each cell, in pixels.
    public var padding: Int
    /// The line around each picture, as on the command line; missing for none.
    public var border: String?
    /// The line around each cell; missing for none.
    public var frame: String?
    /// The radius of round corners, in pixels.
    public var radius: Int
    /// The shadow, as on the command line; missing for none.
    public var shadow: String?
  }
}

extension SheetManifest.Text {
  init(_ planned: PlannedText) {
    text = planned.text
    area = SheetManifest.Rectangle(planned.area)
    size = planned.size
    align = planned.alignment.rawValue
    overflow = planned.overflow.rawValue
  }

  /// The text as a plan has it.
  ///
  /// - Parameters:
  ///   - bounds: What the text has to stay in.
  ///   - path: The place in the manifest.
  /// - Returns: The text with its place.
  /// - Throws: ``ManifestError/invalid(path:reason:)``.
  func planned(in bounds: PixelRect, path: String) throws(ManifestError) -> PlannedText {
    guard area.rect.isInside(bounds) else {
      throw .invalid(path: "\(path).area", reason: "it is not inside what the text belongs to")
    }
    guard TypeScale.limits ~= size else {
      throw .invalid(path: "\(path).size", reason: "\(size) is not 4 to 1000")
    }
    return PlannedText(
      text: text, area: area.rect, size: size,
      alignment: try manifestValue(align, "\(path).align"),
      overflow: try manifestValue(overflow, "\(path).overflow"))
  }
}

extension SheetManifest.TextOptions {
  /// How the texts of `plan` are written; nil where it has none.
  init?(_ plan: SheetPlan, of job: SheetJob) {
    guard plan.hasTexts || plan.labelRoom != nil else { return nil }
    font = "\(job.texts.font)"
    color = job.texts.color?.hexadecimal
    labelPosition = plan.labelRoom?.position.rawValue
    labelHeight = plan.labelRoom?.height
    labelGap = plan.labelRoom?.gap
  }

  /// Sets what these options say of rendering.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)``.
  func apply(to texts: inout SheetTexts) throws(ManifestError) {
    guard let font = FontChoice(font) else {
      throw .invalid(path: "options.text.font", reason: "'\(self.font)' is no font")
    }
    texts.font = font
    texts.color = try color.map { (color) throws(ManifestError) in
      try manifestColor("options.text.color") { () throws(ColorError) in
        try Color(parsing: color)
      }
    }
    if let room = try labelRoom() { texts.labelPosition = room.position }
  }

  /// The room for a label in each cell; nil where there are none.
  func labelRoom() throws(ManifestError) -> CellFurniture.Label? {
    guard let labelPosition else { return nil }
    let (height, gap) = (labelHeight ?? 0, labelGap ?? 0)
    guard 0...Extent.maximumSide ~= height, 0...Extent.maximumSide ~= gap else {
      throw .invalid(
        path: "options.text", reason: "\(height) and \(gap) are not the room for a label")
    }
    return CellFurniture.Label(
      try manifestValue(labelPosition, "options.text.labelPosition"), height: height, gap: gap)
  }
}

extension SheetManifest.Furniture {
  /// What stands around pictures; nil where nothing does.
  init?(_ furniture: Furniture) {
    guard furniture != Furniture() else { return nil }
    padding = furniture.padding
    border = furniture.border?.description
    frame = furniture.frame?.description
    radius = furniture.radius
    shadow = furniture.shadow?.description
  }

  /// The furniture as a job has it.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)``.
  func furniture() throws(ManifestError) -> Furniture {
    guard 0...Extent.maximumSide ~= padding, 0...Extent.maximumSide ~= radius else {
      throw .invalid(
        path: "options.furniture", reason: "\(padding) and \(radius) are not numbers of pixels")
    }
    func parsed<Value: LosslessStringConvertible>(
      _ text: String?, _ key: String
    ) throws(ManifestError) -> Value? {
      guard let text else { return nil }
      guard let value = Value(text) else {
        throw .invalid(
          path: "options.furniture.\(key)", reason: "'\(text)' is not a width and a colour")
      }
      return value
    }
    return Furniture(
      padding: padding, border: try parsed(border, "border"), frame: try parsed(frame, "frame"),
      radius: radius, shadow: try parsed(shadow, "shadow"))
  }
}

/// The case of an enumeration that a manifest names.
func manifestValue<Value: RawRepresentable<String> & CaseIterable>(
  _ text: String, _ path: String
) throws(ManifestError) -> Value {
  guard let value = Value(rawValue: text) else {
    let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw .invalid(path: path, reason: "'\(text)' is not one of \(known)")
  }
  return value
}

/// What `parsed` makes of a colour in a manifest.
func manifestColor<Value>(
  _ path: String, _ parsed: () throws(ColorError) -> Value
) throws(ManifestError) -> Value {
  do {
    return try parsed()
  } catch {
    throw .invalid(path: path, reason: "\(error)")
  }
}
