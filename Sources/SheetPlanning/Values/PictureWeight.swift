public import SheetFiles

/// How much the pictures that a pattern matches count in layouts that can give them an area.
public struct PictureWeight: Equatable, Sendable {
  /// The weights there are.
  ///
  /// A larger one would leave nothing to the other pictures.
  public static let range = 0.01...100.0

  /// Which pictures: by their names, or by paths that end like the pattern.
  public let pattern: Glob
  /// The area that they should take relative to pictures of weight 1.
  public let value: Double

  /// Creates a weight; nil unless the value is in ``range``.
  public init?(_ pattern: Glob, value: Double) {
    guard Self.range.contains(value) else { return nil }
    (self.pattern, self.value) = (pattern, value)
  }

  /// Creates a weight from a text such as `IMG_12*=3`; nil for any other.
  public init?(parsing text: String) {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let value = Double(text[text.index(after: sign)...])
    else { return nil }
    self.init(Glob(String(text[..<sign])), value: value)
  }
}
