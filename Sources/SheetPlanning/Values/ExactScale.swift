package import SheetModel

/// The scale at which every picture is drawn, whatever its cell.
package enum ExactScale: Hashable, Sendable {
  /// Each pixel becomes a square of this many pixels along a side, at least 1.
  case enlarged(Int)
  /// Pictures have this share of their own width and height; more than 1 enlarges them.
  case share(Double)
  /// What pictures show has this scale on paper, so that each picture has a factor of its own:
  /// ``PictureOverrides/factor``.
  case drawn(Sheet.DrawingScale)

  /// How many pixels of the sheet each pixel of every picture becomes along a side; nil if this
  /// differs from picture to picture.
  package var factor: Double? {
    switch self {
    case .enlarged(let factor): Double(factor)
    case .share(let share): share
    case .drawn: nil
    }
  }

  /// The setting that determines the scale.
  var setting: Setting {
    switch self {
    case .enlarged: .upscale
    case .share: .exactScale
    case .drawn: .drawingScale
    }
  }
}

extension Double {
  /// A share with a percent sign: `25%`, `12.5%`.
  var percentage: String {
    let hundredths = (self * 10_000).rounded() / 100
    return hundredths == hundredths.rounded() ? "\(Int(hundredths))%" : "\(hundredths)%"
  }
}
