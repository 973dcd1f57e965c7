internal import SheetModel

/// The resolution that a file states, from which the size of what was scanned follows.
package struct StatedResolution: Equatable, Sendable {
  /// The number of pixels per inch along rows.
  package let pixelsPerInch: Double

  /// Creates a resolution; nil if the number is not between 0.01 and 10,000,000.
  package init?(_ pixelsPerInch: Double) {
    guard 0.01...1e7 ~= pixelsPerInch else { return nil }
    self.pixelsPerInch = pixelsPerInch
  }

  /// Whether the resolution is 72 or 96, which programs write if they do not know the resolution.
  ///
  /// The Exif standard requires 72 for an unknown resolution, and 28 or 38 pixels per centimetre
  /// are the same values rounded.
  package var isPlaceholder: Bool { [72, 96].contains { abs(pixelsPerInch - $0) < 1 } }

  /// The first resolution that is not a placeholder, or else the first one.
  static func mostTrusted(of all: [StatedResolution?]) -> StatedResolution? {
    let known = all.compactMap(\.self)
    return known.first { !$0.isPlaceholder } ?? known.first
  }
}

extension StatedResolution {
  /// The resolution in a pHYs chunk; nil if it has no unit.
  ///
  /// Pixels per metre are whole numbers, so 11811 stands for 300 per inch rather than 299.9994.
  init?(_ density: PNGDensity) {
    guard density.isPerMetre else { return nil }
    let perInch = Double(density.x) * 0.0254
    let whole = perInch.rounded()
    self.init((whole / 0.0254).rounded() == Double(density.x) ? whole : perInch)
  }

  /// The resolution in a JFIF marker; nil if it has no unit.
  ///
  /// Source: JFIF 1.02 (units: 1 for dots per inch, 2 for dots per centimetre).
  init?(densityOfJFIF density: UInt16, unit: UInt8) {
    switch unit {
    case 1: self.init(Double(density))
    case 2: self.init(2.54 * Double(density))
    default: return nil
    }
  }
}

extension ExifFacts {
  /// The resolution in the first directory; nil if there is none, or if it has no unit.
  ///
  /// Source: TIFF 6.0 and Exif 2.32, tags 282 (XResolution) and 296 (ResolutionUnit, inches by
  /// default).
  var resolution: StatedResolution? {
    guard let density = picture.values(TIFFTag.columnsPerUnit).first.flatMap(\.self) else {
      return nil
    }
    switch picture.number(296) ?? 2 {
    case 2: return StatedResolution(density)
    case 3: return StatedResolution(2.54 * density)
    default: return nil
    }
  }
}

extension Fact {
  /// Creates the fact that states a number of pixels per inch.
  init(_ resolution: StatedResolution) {
    let number = resolution.pixelsPerInch
    self = .rounded(number, as: number.text(decimals: number < 1 ? 6 : 2))
  }
}
