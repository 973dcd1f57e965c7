public import SheetLayout
public import SheetText

/// A text with its place on the sheet.
public struct PlannedText: Equatable, Sendable {
  /// The text, in as many lines as it has line feeds, and one more.
  public let text: String
  /// Where it stands, on the sheet; nothing of it is drawn outside.
  public let area: PixelRect
  /// The em in pixels.
  public let size: Double
  /// Where its lines stand in the area.
  public let alignment: TextAlignment
  /// What is done about lines that are wider than the area.
  public let overflow: TextOverflow
}

/// The sizes of the type on a sheet, each as an em in pixels.
struct TypeScale {
  private static let standardPoints = 12.0
  private static let pointsPerInch = 72.0

  /// Of labels, headers and footers.
  let label: Double
  /// Of titles.
  var title: Double { Self.limited(2 * label) }
  /// Of headings.
  var heading: Double { Self.limited(1.5 * label) }

  /// The sizes for a font on a sheet of that density; nil for one without.
  init(_ font: FontChoice, pixelsPerInch: Int?) {
    let pixelsPerPoint = pixelsPerInch.map { Double($0) / Self.pointsPerInch } ?? 1
    label = Self.limited((font.size ?? Self.standardPoints) * pixelsPerPoint)
  }

  /// The sizes that the faces draw.
  static let limits = 4.0...1000.0

  private static func limited(_ size: Double) -> Double {
    min(max(size, limits.lowerBound), limits.upperBound)
  }

  /// The distance from one line to the next at a size, which is the same in all fonts.
  static func lineHeight(_ size: Double) -> Int {
    TypeSetter(.builtin, size: size).lineHeight
  }
}
