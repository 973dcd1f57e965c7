package import SheetImaging
package import SheetLayout
package import SheetText

/// The font and colour of a sheet's text, and the room for labels.
package struct TypeStyle: Equatable, Sendable {
  /// The font, optionally with a size in points.
  package internal(set) var font: FontChoice
  /// The colour; nil for black or white, whichever has more contrast.
  package internal(set) var color: Color?
  /// The colour of labels; nil for ``color``.
  package internal(set) var labelColor: Color?
  /// The colour of all lines of a label after the first; nil for the colour of the first.
  package internal(set) var labelDetailColor: Color?
  /// The room for a label in each cell; nil if there are no labels.
  package internal(set) var label: CellDecoration.Label?

  /// Creates a style; without arguments, for a sheet without text.
  package init(
    font: FontChoice = .auto, color: Color? = nil, labelColor: Color? = nil,
    labelDetailColor: Color? = nil, label: CellDecoration.Label? = nil
  ) {
    self.font = font
    self.color = color
    self.labelColor = labelColor
    self.labelDetailColor = labelDetailColor
    self.label = label
  }

  var withRoundedColor: TypeStyle {
    TypeStyle(
      font: font, color: color?.roundedTo8Bits, labelColor: labelColor?.roundedTo8Bits,
      labelDetailColor: labelDetailColor?.roundedTo8Bits, label: label)
  }
}

/// The type sizes of a sheet, each as an em in pixels.
package struct TypeScale: Equatable, Sendable {

  private static let pointsPerInch = 72.0

  /// The size of labels, headers and footers.
  package let label: Double
  /// The size of headings.
  package let heading: Double
  /// The size of titles.
  package let title: Double
  /// The possible sizes of labels, from ``label`` down to the smallest legible one.
  package let labelSizes: [Double]
  /// Sizes up to a tenth below the smallest legible one, for labels that almost fit at that size;
  /// empty on screens, which have too few pixels for such sizes.
  package let smallerLabelSizes: [Double]
  /// The font, with the size in points at which labels are drawn.
  ///
  /// It has no size if labels have the default size of a sheet that is not for paper.
  package let font: FontChoice

  /// Derives the sizes from the fonts' sizes in points and the sheet's resolution; without a
  /// resolution, a point is a pixel.
  ///
  /// - Parameters:
  ///   - font: The font of labels. If it has a size, headings are one and a half times as large,
  ///     and titles are twice as large.
  ///   - titleFont: The font of titles; its size overrides the one derived from `font`.
  ///   - pixelsPerInch: The resolution.
  ///   - medium: What the sheet is read on.
  ///   - width: The width in pixels, with which headings and titles grow so that they are legible
  ///     when the whole sheet is viewed; nil if the user chose the width.
  ///   - growth: The factor by which labels without a given size are larger than usual; headings
  ///     and titles stay larger than labels.
  package init(
    _ font: FontChoice, title titleFont: FontChoice? = nil, pixelsPerInch: Int?,
    on medium: TypeMedium = .screen, width: Int? = nil, growth: Double = 1
  ) {
    let usual = medium.sizes
    let usualLabel = usual.label * growth
    let pixelsPerPoint = pixelsPerInch.map { Double($0) / Self.pointsPerInch } ?? 1
    func pixels(_ points: Double) -> Double { Self.limited(points * pixelsPerPoint) }
    func size(_ points: Double, times factor: Double, share: Double) -> Double {
      if let size = font.size { return pixels(factor * size) }
      return max(pixels(points), ((width.map(Double.init) ?? 0) * share).rounded())
    }
    let label = pixels(font.size ?? usualLabel)
    self.label = label
    heading = Self.limited(
      size(
        growth > 1 ? max(usual.heading, 1.5 * usualLabel) : usual.heading, times: 1.5,
        share: 1.0 / 100))
    title =
      titleFont?.size.map(pixels)
      ?? Self.limited(
        size(growth > 1 ? max(usual.title, 2 * usualLabel) : usual.title, times: 2, share: 1.0 / 60)
      )
    let smallest = min(label, pixels(usual.smallest))
    let steps = stride(from: label, to: smallest, by: -usual.step * pixelsPerPoint)
    labelSizes = Array(steps) + [smallest]
    smallerLabelSizes =
      medium == .screen ? [] : [0.95, 0.9].map { max(Self.limits.lowerBound, $0 * smallest) }
    self.font = font.size == nil && medium != .screen ? font.withSize(usualLabel) : font
  }

  /// The sizes that all faces can draw.
  package static let limits = 4.0...1000.0

  /// The sizes of text that shrinks to fit: the usual one, then smaller ones down to 70 % of it.
  package static func shrinking(from usual: Double) -> [Double] {
    [usual]
      + (1...6).map { step in
        max(limits.lowerBound, usual * (1 - (1 - smallestShare) * Double(step) / 6))
      }
  }

  /// The smallest size of text that shrinks, as a fraction of the usual one.
  private static let smallestShare = 0.7

  private static func limited(_ size: Double) -> Double {
    min(max(size, limits.lowerBound), limits.upperBound)
  }

  /// The distance between lines at a size, the same for all fonts.
  package static func lineHeight(_ size: Double) -> Int {
    TypeSetter(.builtin, size: size).lineHeight
  }
}
