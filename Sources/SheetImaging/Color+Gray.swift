extension Color {
  /// The grey that is as bright as this colour, and as transparent.
  ///
  /// Source: IEC 61966-2-1:1999, the luminance of linear sRGB.
  public var gray: Color {
    guard !isGray else { return self }
    let curve = TransferCurve.sRGB
    let light =
      0.2126 * curve.decoded(red) + 0.7152 * curve.decoded(green) + 0.0722 * curve.decoded(blue)
    let sample = curve.encoded(light)
    return Color(red: sample, green: sample, blue: sample, alpha: alpha)
  }

  /// The luminance of linear light of red, green and blue.
  ///
  /// Source: IEC 61966-2-1:1999, as for ``gray``.
  @inline(__always)
  static func luminance(_ light: SIMD4<Float>) -> Float {
    0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
  }
}
