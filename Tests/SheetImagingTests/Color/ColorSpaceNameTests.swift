import ColorFixtures
import Testing

@testable import SheetImaging

@Suite struct ColorSpaceNameTests {
  private static func primaries(_ points: [[Double]], white: [Double]) -> Primaries {
    func point(_ xy: [Double]) -> Chromaticity { Chromaticity(x: xy[0], y: xy[1]) }
    return Primaries(
      red: point(points[0]), green: point(points[1]), blue: point(points[2]), white: point(white))
  }

  private static let adobeRGB = primaries(ReferenceColor.adobeRGB, white: ReferenceColor.d65)
  private static let displayP3 = primaries(ReferenceColor.displayP3, white: ReferenceColor.d65)
  private static let swapped = primaries(
    [[0.3, 0.6], [0.64, 0.33], [0.15, 0.06]], white: ReferenceColor.d65)

  @Test(
    "The colour space of each pair of code points has the expected name",
    arguments: [
      (1, 13, "sRGB"), (1, 1, "Rec. 709"), (1, 6, "Rec. 709"), (9, 1, "Rec. 2020"),
      (9, 14, "Rec. 2020"), (9, 15, "Rec. 2020"), (9, 16, "Rec. 2100 PQ"),
      (9, 18, "Rec. 2100 HLG"), (12, 13, "Display P3"), (12, 16, "Display P3 PQ"),
      (12, 18, "Display P3 HLG"), (11, 17, "DCI-P3"), (5, 6, "Rec. 601"), (6, 6, "Rec. 601"),
      (1, 8, "gamma 1"), (1, 4, "gamma 2.2"), (1, 16, "PQ"), (1, 18, "HLG"),
      (9, 13, "sRGB curve, Rec. 2020"), (12, 8, "gamma 1, Display P3"),
      (4, 5, "gamma 2.8, other primaries"), (1, 7, "other curve"),
    ] as [(UInt8, UInt8, String)])
  func codePoints(primaries: UInt8, transfer: UInt8, expected: String) throws {
    for isFullRange in [true, false] {
      let space = try ColorSpace(
        CodePoints(primaries: primaries, transfer: transfer, isFullRange: isFullRange), peak: 400)
      #expect(space.name == expected)
    }
  }

  @Test(
    "The colour space of each gamma and set of primaries has the expected name",
    arguments: [
      (nil, nil, "sRGB"), (0.45455, nil, "gamma 2.2"), (0.55556, nil, "gamma 1.8"),
      (1, nil, "gamma 1"), (0.5, nil, "gamma 2"), (0.43, nil, "gamma 2.33"),
      (10, nil, "gamma 0.1"), (nil, .sRGB, "sRGB"), (0.45455, .sRGB, "gamma 2.2"),
      (nil, displayP3, "Display P3"), (0.45455, displayP3, "gamma 2.2, Display P3"),
      (0.45455, adobeRGB, "Adobe RGB"), (0.45471, adobeRGB, "Adobe RGB"),
      (1, adobeRGB, "gamma 1, Adobe RGB"), (nil, adobeRGB, "sRGB curve, Adobe RGB"),
      (0.45455, swapped, "gamma 2.2, other primaries"),
      (nil, swapped, "sRGB curve, other primaries"),
    ] as [(Double?, Primaries?, String)])
  func gamma(gamma: Double?, primaries: Primaries?, expected: String) throws {
    let curve = try gamma.map { try TransferCurve(gamma: $0) } ?? .sRGB
    #expect(try ColorSpace(curve, primaries: primaries ?? .sRGB).name == expected)
  }

  @Test(
    "Primaries that differ only by rounding keep the name of their colour space; others do not")
  func tolerance() throws {
    func name(_ x: Double) throws -> String {
      let primaries = Self.primaries(
        [[x, 0.33], [0.3, 0.6], [0.15, 0.06]], white: ReferenceColor.d65)
      return try ColorSpace(.sRGB, primaries: primaries).name
    }
    #expect(try name(0.64001) == "sRGB")
    #expect(try name(0.65) == "sRGB curve, other primaries")
  }

  @Test("The colour space of each profile has the expected name")
  func profiles() throws {
    func name(_ fixture: ProfileFixture) throws -> String? {
      guard case .curves(let space) = try ICCProfile(fixture.encoded()).model else { return nil }
      return space.name
    }
    let curve = ProfileFixture.sRGBCurve
    #expect(try name(.rgb(curve)) == "sRGB")
    #expect(try name(.gray(curve)) == "sRGB")
    #expect(try name(.rgb(ProfileFixture.table(1024, ReferenceColor.sRGBLight))) == "sRGB")
    #expect(try name(.rgb(ReferenceColor.displayP3, curve: curve)) == "Display P3")
    #expect(
      try name(.rgb(ReferenceColor.adobeRGB, curve: ProfileFixture.gamma(2.2))) == "Adobe RGB")
    #expect(try name(.gray(ProfileFixture.gamma(1.75))) == "gamma 1.75")
    #expect(try name(.gray(ProfileFixture.table([0, 900, 65_535]))) == "other curve")
    var mixed = ProfileFixture.rgb(curve)
    mixed.tags[3].data = ProfileFixture.linear
    #expect(try name(mixed) == "other curves")
  }
}
