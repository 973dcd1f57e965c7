extension Color {
  /// Black or white, whichever has more contrast with this colour, which is blended over white
  /// unless it is opaque.
  package var inkToReadOn: Color {
    let seen = composed(over: .white)
    return seen.contrast(with: .black) > seen.contrast(with: .white) ? .black : .white
  }

  /// The contrast with another opaque colour, from 1 to 21.
  ///
  /// Source: Web Content Accessibility Guidelines 2.2, contrast ratio.
  package func contrast(with other: Color) -> Double {
    let (one, other) = (luminance, other.luminance)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// This colour at another opacity.
  package func withAlpha(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }
}
