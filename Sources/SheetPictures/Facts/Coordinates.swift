internal import SheetModel

/// The position of a camera: latitude and longitude in degrees; south and west are negative.
struct Coordinates: Equatable {
  let latitude: Double
  let longitude: Double
  /// Whether a hemisphere is unknown: it is not recorded whether the position is north or south, or
  /// whether it is east or west.
  let lacksHemisphere: Bool

  /// Creates a position; nil if both angles are zero, which cameras write if the position is
  /// unknown.
  init?(latitude: Double, longitude: Double, lacksHemisphere: Bool = false) {
    guard latitude != 0 || longitude != 0 else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
    self.lacksHemisphere = lacksHemisphere
  }

  /// Creates a position from two angles.
  ///
  /// If a direction is missing, the position is assumed to be north and east, unless one of the
  /// numbers has a sign: a program that writes signs writes them for both numbers.
  init?(_ latitude: Angle, _ longitude: Angle) {
    let directions = [latitude.direction, longitude.direction]
    self.init(
      latitude: latitude.degrees, longitude: longitude.degrees,
      lacksHemisphere: directions.contains(.unknown) && !directions.contains(.signed))
  }

  /// The position as text, such as `48.8583, 2.2945`.
  var text: String { Fact(latitude: latitude, longitude: longitude).text }
}
