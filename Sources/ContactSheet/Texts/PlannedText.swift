public import SheetImaging
public import SheetLayout
public import SheetText

/// A text with its place on the sheet.
public struct PlannedText: Equatable, Sendable {
  /// The text, in as many lines as it has line feeds, and one more.
  public let text: String
  /// Where it stands, on the sheet; nothing of it is drawn outside.
  public internal(set) var area: PixelRect
  /// The font, if it is not that of the sheet.
  public var font: FontChoice?
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
  /// Of titles: that of their font, or twice that of labels.
  let title: Double
  /// Of headings.
  var heading: Double { Self.limited(1.5 * label) }

  /// The sizes for fonts of labels and titles on a sheet of that density; nil for one without.
  init(_ font: FontChoice, title: FontChoice? = nil, pixelsPerInch: Int?) {
    let pixelsPerPoint = pixelsPerInch.map { Double($0) / Self.pointsPerInch } ?? 1
    let points = font.size ?? Self.standardPoints
    label = Self.limited(points * pixelsPerPoint)
    self.title = Self.limited((title?.size ?? 2 * points) * pixelsPerPoint)
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

/// What is written on a sheet; by default nothing, and then no font is looked for.
///
/// From the top of a page to its foot there are the header, the title, the heading, the tiles
/// with their labels, and the footer. Each has room for as many lines as its template has, on
/// every page, so that layouts need to know no text.
public struct SheetTexts: Equatable, Sendable {
  /// What stands with each picture; nil for nothing.
  public var label: PictureTemplate?
  /// Labels of single pictures, which replace those of the template; nil for none.
  public var labelTable: LabelTable?
  /// Where labels stand.
  public var labelPosition = CellFurniture.Label.Position.below
  /// What is done about lines of labels that are wider than their cells.
  public var labelOverflow = TextOverflow.middle
  /// How many lines a label has room for, at least 1; nil for those of the template, or of the
  /// longest label in the table, and two more where lines wrap.
  public var labelLines: Int?

  /// A small line at the top of each page; nil for none.
  ///
  /// A tab divides it into a left and a right part, a second one into left, middle and right.
  public var header: PageTemplate?
  /// A large line over the tiles of each page; nil for none.
  public var title: PageTemplate?
  /// A line under the title, for the group that a page belongs to; nil for none.
  public var heading: PageTemplate?
  /// A small line at the foot of each page, divided as a header is; nil for none.
  public var footer: PageTemplate?
  /// The time that `{date}` tells; nil for the time of the run.
  public var date: CivilTime?

  /// The font, and the size of labels in points; where it says none, 12.
  ///
  /// A point is a 72nd of an inch; a sheet without a density has 72 pixels an inch.
  public var font = FontChoice.auto
  /// The font of titles with its size; nil for that of labels.
  ///
  /// Where it says no size, titles have twice that of labels.
  public var titleFont: FontChoice?
  /// The colour of all text; nil for black or white, whichever is easier to read.
  public var color: Color?

  /// Nothing is written.
  public init() {}
}
