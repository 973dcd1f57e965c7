internal import SheetText

extension ExifFacts {
  /// Where the picture was taken: latitude and longitude in degrees, such as `48.8583, 2.2945`.
  ///
  /// South and west are negative. Four decimals are about ten metres.
  ///
  /// Source: tags 1 to 4 of the GPS IFD (GPSLatitudeRef, GPSLatitude and the same of longitude).
  package var position: String? {
    guard let latitude = degrees(2, reference: 1, directions: ("N", "S"), limit: 90),
      let longitude = degrees(4, reference: 3, directions: ("E", "W"), limit: 180)
    else { return nil }
    return latitude.text(decimals: 4, keepsZeros: true) + ", "
      + longitude.text(decimals: 4, keepsZeros: true)
  }

  /// Degrees, minutes and seconds as degrees, in a direction or against it.
  private func degrees(
    _ tag: Int, reference: Int, directions: (String, String), limit: Double
  ) -> Double? {
    guard let parts = place?.rationals(tag, count: 3), parts.allSatisfy({ $0 >= 0 }),
      let direction = place?.text(reference)
    else { return nil }
    let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
    guard degrees <= limit else { return nil }
    switch direction {
    case directions.0: return degrees
    case directions.1: return -degrees
    default: return nil
    }
  }
}
