public import SheetImaging
public import SheetLayout

extension Sheet {
  /// A width, optionally with a height.
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

  /// The space between pictures; a whole number is in pixels.
  public struct Spacing: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The space between columns.
    public var horizontal: Length
    /// The space between rows.
    public var vertical: Length

    /// Creates a space with a horizontal and a vertical length.
    public init(horizontal: Length, vertical: Length) {
      (self.horizontal, self.vertical) = (horizontal, vertical)
    }

    /// Creates the same space in both directions.
    public init(_ length: Length) { self.init(horizontal: length, vertical: length) }

    /// Creates a space in pixels.
    public init(integerLiteral count: Int) { self.init(.pixels(count)) }
  }

  /// The space around all pictures, at each edge of a page; a whole number is in pixels.
  public struct Margins: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The space at the top.
    public var top: Length
    /// The space on the right.
    public var right: Length
    /// The space at the bottom.
    public var bottom: Length
    /// The space on the left.
    public var left: Length

    /// Creates margins that may all differ, in the order of CSS.
    public init(top: Length, right: Length, bottom: Length, left: Length) {
      (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
    }

    /// Creates margins that are the same on the left and right, and at the top and bottom.
    public init(horizontal: Length, vertical: Length) {
      self.init(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
    }

    /// Creates the same margin at all edges.
    public init(_ length: Length) { self.init(horizontal: length, vertical: length) }

    /// Creates margins in pixels.
    public init(integerLiteral count: Int) { self.init(.pixels(count)) }
  }

  /// A line or a shadow: its width and its colour.
  public struct Line: Hashable, Sendable {
    /// The width, at least a pixel; for a shadow, how far it extends.
    public var width: Length
    /// The colour; nil for the default: grey, or translucent black for a shadow.
    public var color: Color?

    /// Creates a line.
    public init(width: Length, color: Color? = nil) { (self.width, self.color) = (width, color) }
  }

  /// An sRGB colour with straight alpha.
  public typealias Color = SheetImaging.Color
  /// The background of a sheet or of its cells.
  public typealias Backdrop = SheetImaging.Backdrop
  /// A width and a height in pixels, not rounded.
  public typealias Size = SheetLayout.Size
  /// An area of a sheet in pixels, measured from the top left corner.
  public typealias Rect = SheetLayout.Rect
}

extension Sheet.Extent: LosslessStringConvertible {
  /// Parses `W` or `WxH`, in pixels or with units; nil for anything else, or if the width or height
  /// is less than one pixel.
  public init?(_ text: String) {
    guard let (width, height) = text.lengths else { return nil }
    self.init(width: width, height: height)
    guard
      ([width] + [height].compactMap(\.self)).allSatisfy({ $0.fits(1...Sheet.Length.maximumPixels) }
      )
    else { return nil }
  }

  /// The extent as text, such as `400x300`.
  public var description: String { "\(width)" + (height.map { "x\($0)" } ?? "") }

  /// Whether the width or the height is given in a unit of length on paper.
  package var isOnPaper: Bool { width.isOnPaper || height?.isOnPaper == true }

  /// The unit of the height or, if there is no height, of the width.
  package var unit: Sheet.Length.Unit { height?.unit ?? width.unit }
}

extension Sheet.Spacing: LosslessStringConvertible {
  /// Parses `8`, or `12x4` for 12 horizontally and 4 vertically, in pixels or with units.
  public init?(_ text: String) {
    guard let (horizontal, vertical) = text.lengths else { return nil }
    self.init(horizontal: horizontal, vertical: vertical ?? horizontal)
    guard [horizontal, self.vertical].allSatisfy({ $0.fits(0...Sheet.Length.maximumPixels) }) else {
      return nil
    }
  }

  /// The spacing as text, such as `8` or `12x4`.
  public var description: String {
    horizontal == vertical ? "\(horizontal)" : "\(horizontal)x\(vertical)"
  }
}

extension Sheet.Margins: LosslessStringConvertible {
  /// Parses `8`, `12x4` for 12 on the left and right and 4 at the top and bottom, or `10,20,10,30`
  /// for the top, right, bottom and left, in pixels or with units.
  ///
  /// Numbers without a unit take the unit of the last number.
  public init?(_ text: String) {
    if let (horizontal, vertical) = text.lengths {
      self.init(horizontal: horizontal, vertical: vertical ?? horizontal)
    } else {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        String(part.drop { $0 == " " })
      }
      guard parts.count == 4, let last = Sheet.Length(parts[3]) else { return nil }
      let lengths = parts.compactMap { part in
        part.last?.isOfNumber == true
          ? Sheet.Length(part + last.unit.rawValue) : Sheet.Length(part)
      }
      guard lengths.count == 4 else { return nil }
      self.init(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
    }
    guard all.allSatisfy({ $0.fits(0...Sheet.Length.maximumPixels) }) else { return nil }
  }

  /// The margins as text, such as `8`, `12x4` or `10,20,10,30`.
  public var description: String {
    if left != right || top != bottom { return Self.text(all, ",") }
    return left == top ? "\(left)" : Self.text([left, top], "x")
  }

  /// Lengths with a separator; lengths in pixels end in `px` if the last length is not in pixels.
  private static func text(_ lengths: [Sheet.Length], _ separator: String) -> String {
    let statesPixels = lengths.last.map { $0.unit != .pixels } ?? false
    return lengths.map { "\($0)" + (statesPixels && $0.unit == .pixels ? "px" : "") }
      .joined(separator: separator)
  }

  /// The margins at all edges, in the order of CSS.
  package var all: [Sheet.Length] { [top, right, bottom, left] }
}

extension Sheet.Line: LosslessStringConvertible {
  /// Parses `WIDTH`, `WIDTH COLOR` or `WIDTH,COLOR`.
  public init?(_ text: String) {
    guard let (width, color) = text.dividedAtColor, let length = Sheet.Length(String(width)),
      length.fits(1...Sheet.Length.maximumPixels)
    else { return nil }
    self.init(width: length, color: color)
  }

  /// Parses a line around a picture; if only a colour is given, the line is 2 pixels wide.
  package init?(border text: String) {
    if let line = Self(text) {
      self = line
    } else if let color = try? Sheet.Color(parsing: text) {
      self.init(width: 2, color: color)
    } else {
      return nil
    }
  }

  /// The width and the colour.
  public var description: String { "\(width)" + (color.map { " \($0.hexadecimal)" } ?? "") }
}

extension String {
  /// The first word, and the colour after it, separated by a comma or spaces; nil if what follows
  /// is not a colour.
  package var dividedAtColor: (head: Substring, color: Sheet.Color?)? {
    let head = prefix { $0 != " " && $0 != "," }
    if head.endIndex == endIndex { return (head, nil) }
    var rest = self[head.endIndex...].drop { $0 == " " }
    if rest.first == "," { rest = rest.dropFirst().drop { $0 == " " } }
    guard let color = try? Sheet.Color(parsing: String(rest)) else { return nil }
    return (head, color)
  }

  /// One length, or two separated by an x; nil for anything else.
  ///
  /// If the first length has no unit, it takes the unit of the second.
  fileprivate var lengths: (first: Sheet.Length, second: Sheet.Length?)? {
    if let length = Sheet.Length(self) { return (length, nil) }
    let number = prefix(while: \.isOfNumber)
    guard
      let (first, rest) = self[...].firstLength
        ?? Sheet.Length(String(number)).map({ ($0, self[number.endIndex...]) }),
      rest.first?.isTimes == true, let second = Sheet.Length(String(rest.dropFirst()))
    else { return nil }
    return (first, second)
  }
}
