/// Whole pixels along the four edges of an area.
public struct PixelInsets: Hashable, Sendable {
  /// The rows at the top; not negative.
  public var top: Int
  /// The columns at the left; not negative.
  public var left: Int
  /// The rows at the bottom; not negative.
  public var bottom: Int
  /// The columns at the right; not negative.
  public var right: Int

  /// Creates insets from one number for each edge.
  public init(top: Int, left: Int, bottom: Int, right: Int) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates insets that are the same on all edges.
  public init(_ pixels: Int) {
    self.init(top: pixels, left: pixels, bottom: pixels, right: pixels)
  }

  /// The columns at both sides together.
  public var horizontal: Int { left + right }
  /// The rows at top and bottom together.
  public var vertical: Int { top + bottom }
}

extension PixelRect {
  /// What is left of the area without its edges.
  ///
  /// Insets that are wider than the area leave a negative extent.
  public func inset(by insets: PixelInsets) -> PixelRect {
    PixelRect(
      x: x + insets.left, y: y + insets.top,
      width: width - insets.horizontal, height: height - insets.vertical)
  }

  /// The area with insets more along its edges.
  public func outset(by insets: PixelInsets) -> PixelRect {
    PixelRect(
      x: x - insets.left, y: y - insets.top,
      width: width + insets.horizontal, height: height + insets.vertical)
  }

  /// The area with `pixels` more along each edge.
  public func outset(by pixels: Int) -> PixelRect {
    inset(by: PixelInsets(-pixels))
  }
}
