/// The colours of a difference picture, indexed by a byte for the change of each pixel.
///
/// The byte is the raw value of a ``PixelChange``. If the picture shows amounts of change, larger
/// bytes mean larger amounts. Where several pixels are drawn as one, the largest byte determines
/// the colour, unless ``showsMeans`` is true.
package struct ChangeColors: Sendable {
  /// An sRGB colour.
  package typealias Code = (red: UInt8, green: UInt8, blue: UInt8)

  /// The colours for showing only which pixels changed.
  ///
  /// Changed pixels are magenta, which is dark against the nearly white background. Changes in
  /// antialiasing are lighter than other changes, so the two kinds also differ in lightness.
  package static let changes = ChangeColors(smoothed: (240, 160, 215), heat: { _ in nil })
  /// The colours for showing how much pixels changed.
  ///
  /// Pixels that exist in only one of the pictures have no colour difference, and are magenta.
  package static let heat = ChangeColors(smoothed: (215, 215, 215)) { color(at: $0) }
  /// The colours for showing how much pixels changed if there is no tolerance.
  ///
  /// They begin with white, because the smallest change can hardly be seen.
  package static let gradualHeat = ChangeColors(smoothed: (215, 215, 215), showsMeans: true) {
    color(at: $0, among: gradualAnchors)
  }

  /// The colours of evenly spaced amounts of change, from coldest to hottest; colours between them
  /// are interpolated.
  ///
  /// These are the darker colours of YlOrRd (C. Brewer, colorbrewer2.org), which colour-blind
  /// people can tell apart, even in greyscale prints. The fourth has more blue than in YlOrRd, so
  /// that no channel ever increases, and hotter colours are always darker.
  package static let anchors: [Code] = [
    (254, 178, 76), (253, 141, 60), (252, 78, 42), (227, 26, 40), (189, 0, 38), (128, 0, 38),
  ]

  /// The colours of evenly spaced amounts of change if there is no tolerance: white, and all of
  /// YlOrRd's hues.
  package static let gradualAnchors: [Code] = [(255, 255, 255), (255, 237, 160)] + anchors

  /// The byte that stands for the smallest amount of change.
  static let coldest = PixelChange.changed.rawValue + 1

  /// Whether pixels that are drawn as one get the colour of their mean amount of change, so that a
  /// picture looks the same at any size.
  package let showsMeans: Bool
  private let colors: [Code?]

  private init(smoothed: Code, showsMeans: Bool = false, heat: (_ share: Double) -> Code?) {
    self.showsMeans = showsMeans
    let plain: [Code?] = PixelChange.allCases.map {
      switch $0 {
      case .none: nil
      case .ignored: (150, 150, 150)
      case .smoothed: smoothed
      case .changed: (205, 0, 135)
      }
    }
    let steps = Int(UInt8.max - Self.coldest)
    colors = plain + (0...steps).map { heat(Double($0) / Double(steps)) }
  }

  /// The colour of a change, whatever its position; nil if nothing is drawn.
  package subscript(change: UInt8) -> Code? { colors[Int(change)] }

  /// Whether a change is drawn at a position: ignored pixels are hatched.
  package static func isDrawn(_ change: UInt8, x: Int, y: Int) -> Bool {
    change != PixelChange.ignored.rawValue || (x + y) % 6 == 0
  }

  /// Draws the changes in a row, given as one byte per pixel, over the RGB pixels of the row.
  package func draw(_ changes: [UInt8], _ y: Int, over row: inout [UInt8]) {
    for (x, change) in changes.enumerated() {
      guard let color = self[change], Self.isDrawn(change, x: x, y: y) else { continue }
      (row[3 * x], row[3 * x + 1], row[3 * x + 2]) = (color.red, color.green, color.blue)
    }
  }

  /// The colour at a position on the colour scale, from 0 to 1.
  package static func color(at share: Double, among anchors: [Code] = anchors) -> Code {
    let place = share * Double(anchors.count - 1)
    let index = min(Int(place), anchors.count - 2)
    let (one, other) = (anchors[index], anchors[index + 1])
    let weight = place - Double(index)
    func mixed(_ first: UInt8, _ second: UInt8) -> UInt8 {
      let (start, end) = (Double(first), Double(second))
      return UInt8((start + (end - start) * weight).rounded())
    }
    return (
      mixed(one.red, other.red), mixed(one.green, other.green), mixed(one.blue, other.blue)
    )
  }
}

extension ComparisonRule {
  /// The colours of a difference picture under this rule.
  package var colors: ChangeColors {
    hottest == nil ? .changes : tolerance == 0 ? .gradualHeat : .heat
  }

  /// The colours of evenly spaced amounts of change in a difference picture.
  package var heatAnchors: [ChangeColors.Code] {
    tolerance == 0 ? ChangeColors.gradualAnchors : ChangeColors.anchors
  }

  /// The byte for a pixel that changed by this colour difference.
  ///
  /// Half of the bytes cover the first quarter of the scale, so that small differences, the most
  /// frequent ones, can be told apart even if one pixel has changed from black to white.
  func change(of distance: Double) -> UInt8 {
    guard let hottest, hottest > tolerance else { return PixelChange.changed.rawValue }
    return ChangeColors.byte(ofAmount: (distance - tolerance) / (hottest - tolerance))
  }
}

extension ChangeColors {
  private static let steps = Double(UInt8.max - coldest)

  /// The byte for an amount of change, which is from 0 to 1 on the colour scale.
  package static func byte(ofAmount amount: Double) -> UInt8 {
    coldest + UInt8((min(max(0, amount), 1).squareRoot() * steps).rounded())
  }

  /// The amount of change that a byte stands for; nil if it does not stand for an amount.
  package static func amount(ofByte byte: UInt8) -> Double? {
    guard byte >= coldest else { return nil }
    let share = Double(byte - coldest) / steps
    return share * share
  }
}

/// The background of a difference picture: the picture itself in faint grey, so that colours stand
/// out.
package enum FadedPixels {
  /// The grey of pixels outside both pictures.
  package static let background: UInt8 = 255

  /// Fades a row.
  ///
  /// - Parameters:
  ///   - row: The row as it is stored.
  ///   - pixels: The format of the row.
  ///   - codes: Receives the sRGB grey of each pixel; further elements are unchanged.
  package static func fade(
    _ row: Span<UInt8>, _ pixels: ComparablePixels, into codes: inout MutableSpan<UInt8>
  ) {
    var converted = [UInt32](repeating: 0, count: row.count / pixels.bytesPerPixel)
    var span = converted.mutableSpan
    pixels.convert(row, into: &span)
    for index in converted.indices { codes[index] = code(of: converted[index]) }
  }

  /// The grey of a pixel over white, at a tenth of its contrast.
  @inline(__always)
  static func code(of pixel: UInt32) -> UInt8 {
    let (red, green) = (pixel & 255, pixel >> 8 & 255)
    let (blue, alpha) = (pixel >> 16 & 255, pixel >> 24)
    // Luma in thousandths, with the factors of BT.601. Other factors would make no difference at a
    // tenth of the contrast.
    let darkness = 255_000 - (299 * red + 587 * green + 114 * blue)
    return 255 - UInt8((darkness * alpha / 255 + 5000) / 10_000)
  }
}
