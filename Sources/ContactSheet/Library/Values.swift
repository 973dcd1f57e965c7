internal import SheetImaging
internal import SheetLayout
internal import SheetPlans

extension Sheet {
  /// A length on a sheet, in pixels or on paper; a whole number is in pixels.
  public struct Length: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The length in the notation of the command, such as `5mm`.
    let text: String
    /// Whether the length is on paper.
    let isOnPaper: Bool

    /// A number of pixels.
    public static func pixels(_ count: Int) -> Length { Length(text: "\(count)", isOnPaper: false) }
    /// A number of millimetres.
    public static func millimetres(_ count: Double) -> Length { .onPaper(count, "mm") }
    /// A number of centimetres.
    public static func centimetres(_ count: Double) -> Length { .onPaper(count, "cm") }
    /// A number of inches.
    public static func inches(_ count: Double) -> Length { .onPaper(count, "in") }
    /// A number of points, of which an inch has 72.
    public static func points(_ count: Double) -> Length { .onPaper(count, "pt") }

    /// Creates a number of pixels.
    public init(integerLiteral count: Int) { self = .pixels(count) }

    private init(text: String, isOnPaper: Bool) { (self.text, self.isOnPaper) = (text, isOnPaper) }

    private static func onPaper(_ count: Double, _ unit: String) -> Length {
      Length(text: "\(count)\(unit)", isOnPaper: true)
    }
  }

  /// A width, perhaps with a height.
  public struct Extent: Hashable, Sendable {
    /// The width.
    public var width: Length
    /// The height; nil if it follows from the pictures.
    public var height: Length?

    /// Creates an extent.
    public init(width: Length, height: Length? = nil) {
      (self.width, self.height) = (width, height)
    }
  }

  /// Empty space between pictures, or around them; a whole number is in pixels.
  public struct Spacing: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The space between columns, or at the sides.
    public var horizontal: Length
    /// The space between rows, or at the top and the bottom.
    public var vertical: Length

    /// Creates a space of two lengths.
    public init(horizontal: Length, vertical: Length) {
      (self.horizontal, self.vertical) = (horizontal, vertical)
    }

    /// Creates a space that is equal in both directions.
    public init(_ length: Length) { self.init(horizontal: length, vertical: length) }

    /// Creates a space of a number of pixels.
    public init(integerLiteral count: Int) { self.init(.pixels(count)) }
  }

  /// A sheet of paper.
  public struct Paper: Hashable, Sendable {
    /// The paper in the notation of the command, such as `A4-landscape`.
    let text: String

    /// ISO A2.
    public static let a2 = Paper(text: "A2")
    /// ISO A3.
    public static let a3 = Paper(text: "A3")
    /// ISO A4.
    public static let a4 = Paper(text: "A4")
    /// ISO A5.
    public static let a5 = Paper(text: "A5")
    /// 8.5 by 11 inches.
    public static let letter = Paper(text: "letter")
    /// 8.5 by 14 inches.
    public static let legal = Paper(text: "legal")

    /// Paper by a name that the command knows, such as `A0`, `B5` or `tabloid`, or a size such as
    /// `10x15cm`.
    public static func named(_ name: String) -> Paper { Paper(text: name) }

    /// The named paper with its longer side up.
    public var landscape: Paper { Paper(text: "\(text)-landscape") }
  }
}

extension Sheet {
  /// A colour of sRGB, with straight alpha.
  public struct Color: Hashable, Sendable {
    let color: SheetImaging.Color

    /// Opaque black.
    public static let black = Color(.black)
    /// Opaque white.
    public static let white = Color(.white)
    /// Fully transparent.
    public static let clear = Color(.clear)

    /// Creates a colour of components from 0 to 1, which are clamped.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      color = SheetImaging.Color(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Creates a colour of a CSS name or of hexadecimal digits, such as `steelblue` or `#46b`.
    ///
    /// - Returns: Nil if the text is not a colour.
    public init?(_ text: String) {
      guard let color = try? SheetImaging.Color(parsing: text) else { return nil }
      self.color = color
    }

    private init(_ color: SheetImaging.Color) { self.color = color }
  }

  /// The ground of a sheet or of its cells.
  public struct Backdrop: Hashable, Sendable {
    let backdrop: SheetImaging.Backdrop

    /// Opaque black.
    public static let black = Backdrop.color(.black)
    /// Opaque white.
    public static let white = Backdrop.color(.white)
    /// Transparent.
    public static let clear = Backdrop.color(.clear)
    /// White and light grey squares, the usual sign of transparency.
    public static let checker = Backdrop(backdrop: .checkerboard)

    /// One colour.
    public static func color(_ color: Color) -> Backdrop { Backdrop(backdrop: .color(color.color)) }
  }

  /// A line or a shadow: its width and its colour.
  public struct Line: Hashable, Sendable {
    /// The width, at least a pixel; of a shadow, its extent.
    public var width: Length
    /// The colour; nil if it is grey, or the black of shadows.
    public var color: Color?

    /// Creates a line.
    public init(width: Length, color: Color? = nil) { (self.width, self.color) = (width, color) }
  }
}
