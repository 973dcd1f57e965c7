public import SheetLayout

/// A fraction of its size at which a picture can be decoded, if its format has such fractions.
///
/// The raw value is the divisor of both sides.
public enum PictureScale: Int, CaseIterable, Sendable {
  case whole = 1
  case half = 2
  case quarter = 4
  case eighth = 8

  /// The size of a picture at this scale, rounded up.
  public func size(of picture: PixelSize) -> PixelSize { picture.divided(by: rawValue) }
}

extension PixelSize {
  /// The size with both sides divided, and rounded up.
  package func divided(by divisor: Int) -> PixelSize {
    PixelSize(
      width: (width + divisor - 1) / divisor, height: (height + divisor - 1) / divisor)
  }
}
