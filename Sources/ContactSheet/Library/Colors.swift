internal import SheetImaging

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
