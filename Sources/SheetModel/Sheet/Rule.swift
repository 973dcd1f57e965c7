extension Sheet {
  /// A value for some of the pictures, such as the weight of the pictures in a folder.
  ///
  /// A rule is created from its parts, or written as on the command line:
  ///
  /// ```swift
  /// import ContactSheet
  ///
  /// var sheet = Sheet(folder: "photos")
  /// sheet.span = [Sheet.Rule(.name("IMG_12*"), .span(2, 2)), "{rating} >= 5=row"]
  /// ```
  ///
  /// If several rules select the same picture, the last one applies, unless the property says
  /// otherwise.
  public struct Rule<Value: Sendable>: Sendable, ExpressibleByStringLiteral {
    /// How the pictures of a rule are selected.
    public enum Pictures: Hashable, Sendable {
      /// All pictures.
      case all
      /// The pictures whose names, or the ends of whose paths, match a pattern such as `IMG_12*`.
      case name(String)
      /// The pictures that meet a condition such as `rating >= 4`.
      case condition(String)
    }

    /// The rule as it was given.
    package enum Content: Sendable {
      /// In the notation of the command.
      case written(String)
      /// As parts.
      case parts(Pictures, Value)
    }

    package let content: Content

    /// Creates a rule from its parts.
    public init(_ pictures: Pictures, _ value: Value) { content = .parts(pictures, value) }

    /// Creates a rule in the notation of the command, such as `IMG_12*=2x2`.
    public init(_ text: String) { content = .written(text) }

    /// Creates a rule in the notation of the command.
    public init(stringLiteral text: String) { self.init(text) }
  }

  /// The weight of a picture in a layout that gives it an area, relative to pictures of weight 1.
  public enum Weight: Hashable, Sendable {
    /// A number from 0.01 to 100.
    case number(Double)
    /// The value of a template such as `{score}`.
    case template(String)
  }

  /// How much room a picture takes up in grids and rows.
  public enum Span: Hashable, Sendable {
    /// A number of columns and a number of rows, each from 1 to 20.
    case span(Int, Int)
    /// A row of its own.
    case row
  }

  /// The point of a picture that its crop is centred on.
  public struct FocalPoint: Hashable, Sendable {
    /// The fraction of the upright picture's width that lies to the left of the point, from 0 to 1.
    public var x: Double
    /// The fraction of the upright picture's height that lies above the point, from 0 to 1.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  /// A number of pixels, or a fraction of all pixels.
  public enum Amount: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// A number of pixels, at least 0.
    case pixels(Int)
    /// A fraction, from 0 to 1.
    case fraction(Double)

    /// Creates a number of pixels.
    public init(integerLiteral count: Int) { self = .pixels(count) }
  }

  /// A part of a picture, in pixels of the upright picture or in fractions of its sides.
  public struct Area: Hashable, Sendable {
    /// The distances from the left and from the top.
    public var x, y: Amount
    /// The width and the height, which must be above 0.
    public var width, height: Amount

    /// Creates an area.
    public init(x: Amount, y: Amount, width: Amount, height: Amount) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }
}

// The conformances are conditional: if every `Value` had to conform, the runtime would search the
// whole program for its conformance, which takes 0.1 ms for each kind of rule.
extension Sheet.Rule: Equatable where Value: Equatable {}
extension Sheet.Rule: Hashable where Value: Hashable {}
extension Sheet.Rule.Content: Equatable where Value: Equatable {}
extension Sheet.Rule.Content: Hashable where Value: Hashable {}

extension FolderComparison {
  /// A change that does not count as a difference.
  public enum Allowance: Hashable, Sendable {
    /// At most this many changed pixels, or this fraction of them.
    case pixels(Sheet.Amount)
    /// Any change, as long as the pair meets a condition such as `psnr >= 40`.
    case condition(String)
    /// A picture without an older counterpart.
    case added
    /// A picture without a newer counterpart, as when only some tests were run.
    case removed
    /// A comparison of no pictures at all.
    case nothing
  }
}

extension Sheet.Rule: CustomStringConvertible {
  /// The rule as it was written, or its parts.
  public var description: String {
    switch content {
    case .written(let text): text
    case .parts(.all, let value): "\(value)"
    case .parts(.name(let pattern), let value): "\(pattern)=\(value)"
    case .parts(.condition(let text), let value): "\(text)=\(value)"
    }
  }
}
