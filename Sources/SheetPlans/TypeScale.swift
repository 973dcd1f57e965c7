package import SheetText

/// The type sizes of a sheet, each as an em in pixels.
package struct TypeScale {
  private static let standardPoints = 12.0
  private static let pointsPerInch = 72.0

  /// The size of labels, headers and footers.
  package let label: Double
  /// The size of titles.
  package let title: Double
  /// The size of headings.
  package var heading: Double { Self.limited(1.5 * label) }

  /// Derives the sizes from fonts' sizes in points and the sheet's resolution; without one, a
  /// point is a pixel.
  ///
  /// Titles have twice the size of labels, unless their font has a size.
  package init(_ font: FontChoice, title: FontChoice? = nil, pixelsPerInch: Int?) {
    let pixelsPerPoint = pixelsPerInch.map { Double($0) / Self.pointsPerInch } ?? 1
    let points = font.size ?? Self.standardPoints
    label = Self.limited(points * pixelsPerPoint)
    self.title = Self.limited((title?.size ?? 2 * points) * pixelsPerPoint)
  }

  /// The sizes that all faces can draw.
  static let limits = 4.0...1000.0

  private static func limited(_ size: Double) -> Double {
    min(max(size, limits.lowerBound), limits.upperBound)
  }

  /// The distance between lines at a size, which is the same for all fonts.
  package static func lineHeight(_ size: Double) -> Int {
    TypeSetter(.builtin, size: size).lineHeight
  }
}
