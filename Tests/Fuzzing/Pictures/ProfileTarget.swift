import ColorFixtures

@testable import SheetImaging

/// Colour profiles of arbitrary bytes: bytes after their end are ignored, and all their values are
/// finite numbers.
enum ProfileTarget: FuzzTarget {
  static let name = "profile"

  static func seeds() -> [[UInt8]] {
    let curves = [
      ProfileFixture.linear, ProfileFixture.sRGBCurve, ProfileFixture.gamma(2.2),
      ProfileFixture.table([0, 900, 40_000, 65_535]),
      ProfileFixture.parametric(0, [1.8]), ProfileFixture.parametric(1, [2.2, 0.9, 0.1]),
      ProfileFixture.parametric(2, [2.2, 0.9, 0.1, 0.01]),
      ProfileFixture.parametric(4, [2.4, 0.9, 0.1, 0.05, 0.03, 0.1, 0.2]),
    ]
    let tables = [ProfileFixture.tables, .curvedTables, .grayTables]
    let descriptions = [
      ProfileFixture.plainText(Array("sRGB IEC61966-2.1\0".utf8)),
      ProfileFixture.localizedText([
        ("de", Array("Farben".utf16)), ("en", Array("Colours \u{1F3A8}".utf16)),
      ]),
    ].map { ProfileFixture.gray(ProfileFixture.linear).described($0) }
    return (curves.flatMap { [ProfileFixture.rgb($0), .gray($0)] } + tables + descriptions)
      .map { $0.encoded() }
  }

  static func check(_ bytes: [UInt8]) {
    let description = ICCProfile.description(of: bytes)
    expect(
      description.map { $0.utf16.count <= 256 && !$0.unicodeScalars.contains("\0") } != false,
      "\(description ?? "") is too long, or has a NUL")
    expect(
      description == nil || ICCProfile.description(of: bytes + [1, 2, 3]) == description,
      "what follows a profile changes its description")
    guard let profile = try? ICCProfile(bytes) else {
      // Without its last byte, the data is not a profile either.
      return expect(
        (try? ICCProfile(Array(bytes.dropLast()))) == nil || bytes.count > size(bytes),
        "a truncated profile is accepted")
    }
    expect((try? ICCProfile(bytes + [1, 2, 3])) == profile, "what follows a profile changes it")
    guard let space = profile.model.space else { return }
    expect(!space.name.isEmpty, "a space has no name")
    for curve in [space.curves.red, space.curves.green, space.curves.blue] {
      for code in 0...16 {
        let light = curve.decoded(Double(code) / 16)
        expect(light.isFinite, "\(light) from the 16-bit code \(code)")
        let sample = curve.encoded(light)
        expect(sample.isFinite, "\(sample) for \(light)")
      }
    }
    let linearizer = RowLinearizer(PixelFormat(profile.isGray ? .gray : .rgb, .eight), space)
    let row = [UInt8](0..<255)
    var light = [Float](repeating: 0, count: row.count)
    var span = light.mutableSpan
    linearizer.linearize(row.span, into: &span)
    expect(light.allSatisfy(\.isFinite), "light is not a number")
  }

  private static func size(_ bytes: [UInt8]) -> Int {
    bytes.count < 4 ? 0 : bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}

extension ICCProfile.Model {
  /// The colour space when the tables are not used.
  fileprivate var space: ColorSpace? {
    switch self {
    case .curves(let space): space
    case .tables(let otherwise): otherwise
    }
  }
}
