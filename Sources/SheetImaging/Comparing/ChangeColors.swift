/// The colours of a picture of differences, by the bytes that state the changes of its pixels.
///
/// A byte is the raw value of a ``PixelChange``. If the picture shows amounts of change, a larger
/// byte stands for a larger amount. Of several pixels, the largest byte determines the colour in
/// their place.
package struct ChangeColors: Sendable {
  /// A colour in sRGB.
  package typealias Code = (red: UInt8, green: UInt8, blue: UInt8)

  /// The colours that show only which pixels changed.
  ///
  /// Magenta is dark beside the background, which is nearly white, and smoothed pixels are lighter.
  /// So they differ in lightness too.
  package static let changes = ChangeColors(smoothed: (240, 160, 215), heat: { _ in nil })
  /// The colours of amounts.
  ///
  /// Pixels that only one picture has cannot be measured, and are magenta, too.
  package static let heat = ChangeColors(smoothed: (215, 215, 215), heat: color(at:))

  /// The colours between which amounts are interpolated, from the coldest to the hottest.
  ///
  /// These are the darker colours of YlOrRd (C. Brewer, colorbrewer2.org). Colour-blind people can
  /// distinguish them, also on grey paper. The fourth has more blue here. So no channel gets
  /// brighter anywhere, and hotter colours are darker.
  package static let anchors: [Code] = [
    (254, 178, 76), (253, 141, 60), (252, 78, 42), (227, 26, 40), (189, 0, 38), (128, 0, 38),
  ]

  /// The byte of the smallest amount.
  static let coldest = PixelChange.changed.rawValue + 1

  private let colors: [Code?]

  private init(smoothed: Code, heat: (_ share: Double) -> Code?) {
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

  /// The colour of a change, without regard to its place; nil if nothing is drawn.
  package subscript(change: UInt8) -> Code? { colors[Int(change)] }

  /// Whether a change is drawn at a place: ignored pixels are hatched.
  package static func isDrawn(_ change: UInt8, x: Int, y: Int) -> Bool {
    change != PixelChange.ignored.rawValue || (x + y) % 6 == 0
  }

  /// Draws the changes of a row, by their bytes, over its pixels in RGB.
  package func draw(_ changes: [UInt8], _ y: Int, over row: inout [UInt8]) {
    for (x, change) in changes.enumerated() {
      guard let color = self[change], Self.isDrawn(change, x: x, y: y) else { continue }
      (row[3 * x], row[3 * x + 1], row[3 * x + 2]) = (color.red, color.green, color.blue)
    }
  }

  /// The colour at a fraction of the bar, from 0 to 1.
  package static func color(at share: Double) -> Code {
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
  /// The colours of a picture of differences by this rule.
  package var colors: ChangeColors { hottest == nil ? .changes : .heat }

  /// The byte of a pixel that changed by a distance.
  ///
  /// Half of the bytes are for the first quarter of the scale. So small differences, which are the
  /// most frequent, can be distinguished. This holds even if one pixel has changed from black to
  /// white.
  func change(of distance: Double) -> UInt8 {
    guard let hottest, hottest > tolerance else { return PixelChange.changed.rawValue }
    let share = min(max(0, (distance - tolerance) / (hottest - tolerance)), 1)
    let steps = Double(UInt8.max - ChangeColors.coldest)
    return ChangeColors.coldest + UInt8((share.squareRoot() * steps).rounded())
  }
}

/// The background of a picture of differences: the picture, grey and faint, so that colours stand
/// out.
package enum FadedPixels {
  /// The code of pixels outside of both pictures.
  package static let ground: UInt8 = 255

  /// Makes the faint form of a row.
  ///
  /// - Parameters:
  ///   - row: The row as it is stored.
  ///   - pixels: The format of the row.
  ///   - codes: A code of sRGB for each pixel; further codes are left unchanged.
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
    // Thousandths of luma by the factors of BT.601. Other factors would make no difference at a
    // tenth of the contrast.
    let darkness = 255_000 - (299 * red + 587 * green + 114 * blue)
    return 255 - UInt8((darkness * alpha / 255 + 5000) / 10_000)
  }
}
