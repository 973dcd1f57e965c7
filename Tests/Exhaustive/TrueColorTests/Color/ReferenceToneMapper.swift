@testable import SheetImaging

/// The tone-mapping kernel in Swift, pixel by pixel.
extension ToneMapper {
  /// The linear sRGB, 0 to 1, that is shown for a pixel's decoded samples.
  func shown(_ red: Float, _ green: Float, _ blue: Float) -> [Float] {
    var factor = scale
    if let scene {
      factor *= scene.factor.value(at: scene.luminance.light(red, green, blue))
    }
    let (red, green, blue) = matrix.light(red * factor, green * factor, blue * factor)
    var colors = [red, green, blue]
    let least = min(red, green, blue)
    if least < 0 {
      let gray = max(luminance.light(red, green, blue), 0)
      let share = gray / (gray - least)
      colors = colors.map { max(gray + ($0 - gray) * share, 0) }
    }
    let largest = max(colors[0], colors[1], colors[2])
    guard largest > Float(ToneCurve.knee) else { return colors }
    let ratio = min(curve.value(at: largest), 1) / largest
    return colors.map { $0 * ratio }
  }
}

extension OctaveTable {
  /// The value at `position`, which is clamped to the range of the table.
  func value(at position: Float) -> Float {
    let position = min(max(position, range.lowerBound), range.upperBound)
    let bits = position.bitPattern - range.lowerBound.bitPattern
    let step = Int(bits >> Self.stepBits)
    let within = Float(bits & ((1 << Self.stepBits) - 1)) / Float(1 << Self.stepBits)
    return steps[2 * step] + steps[2 * step + 1] * within
  }
}
