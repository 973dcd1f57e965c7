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
}
