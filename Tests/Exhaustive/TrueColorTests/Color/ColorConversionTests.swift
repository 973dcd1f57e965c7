import ColorFixtures
import Foundation
import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

/// Pictures in many colour spaces, compared with the reference.
@Suite struct ColorConversionTests {
  /// A colour space as the module reads it and as the reference computes it.
  struct Source: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let space: ColorSpace
    let primaries: [[Double]]
    let light: @Sendable (Double) -> Double
    /// The order of red, green and blue in a pixel.
    var order = [0, 1, 2]
  }

  static func profile(_ fixture: ProfileFixture) -> ColorSpace {
    guard case .curves(let space) = try! ICCProfile(fixture.encoded()).model else {
      preconditionFailure("a profile without tables")
    }
    return space
  }

  static func codePoints(_ primaries: UInt8, _ transfer: UInt8) -> ColorSpace {
    try! ColorSpace(CodePoints(primaries: primaries, transfer: transfer))
  }

  static func power(_ exponent: Double) -> @Sendable (Double) -> Double {
    { pow($0, exponent) }
  }

  static let p3Chunks = try! ColorSpace(
    TransferCurve(gamma: 0.45455),
    primaries: Primaries(
      red: Chromaticity(x: 0.68, y: 0.32), green: Chromaticity(x: 0.265, y: 0.69),
      blue: Chromaticity(x: 0.15, y: 0.06), white: .d65))

  static let swapped: ColorSpace = {
    var fixture = ProfileFixture.rgb(
      ReferenceColor.sRGBPrimaries, curve: ProfileFixture.sRGBCurve)
    fixture.tags[0].name = "gXYZ"
    fixture.tags[1].name = "rXYZ"
    return profile(fixture)
  }()

  static let sources: [Source] = [
    Source(
      testDescription: "Display P3, cICP", space: codePoints(12, 13),
      primaries: ReferenceColor.displayP3, light: ReferenceColor.sRGBLight),
    Source(
      testDescription: "Display P3, profile",
      space: profile(.rgb(ReferenceColor.displayP3, curve: ProfileFixture.sRGBCurve)),
      primaries: ReferenceColor.displayP3, light: ReferenceColor.sRGBLight),
    Source(
      testDescription: "Display P3 with a gamma of 2.2, gAMA and cHRM", space: p3Chunks,
      primaries: ReferenceColor.displayP3, light: power(1 / 0.45455)),
    Source(
      testDescription: "Adobe RGB, profile",
      space: profile(.rgb(ReferenceColor.adobeRGB, curve: ProfileFixture.gamma(563.0 / 256))),
      primaries: ReferenceColor.adobeRGB, light: power(563.0 / 256)),
    Source(
      testDescription: "Rec. 2020, cICP", space: codePoints(9, 14),
      primaries: ReferenceColor.rec2020, light: power(2.4)),
    Source(
      testDescription: "Rec. 2020, profile of tables of 1024 values",
      space: profile(
        .rgb(
          ReferenceColor.rec2020,
          curve: ProfileFixture.table(1024) { pow($0, 2.4) })),
      primaries: ReferenceColor.rec2020, light: power(2.4)),
    Source(
      testDescription: "a gamma of 1, gAMA",
      space: ColorSpace(.linear),
      primaries: ReferenceColor.sRGBPrimaries, light: power(1)),
    Source(
      testDescription: "red and green swapped, profile", space: swapped,
      primaries: ReferenceColor.sRGBPrimaries, light: ReferenceColor.sRGBLight,
      order: [1, 0, 2]),
  ]

  /// Colours as 8-bit samples, in eight steps for each channel.
  static let codes = (0..<512).map { [$0 & 7, $0 >> 3 & 7, $0 >> 6].map { $0 * 255 / 7 } }

  @Test("At 8 bits, colours match the reference within 0.5 ΔE", arguments: sources)
  func colors(source: Source) {
    let toXYZ = ReferenceColor.toXYZ(source.primaries, white: ReferenceColor.d65)
    let sRGB = ReferenceColor.toXYZ(ReferenceColor.sRGBPrimaries, white: ReferenceColor.d65)
    var compared = 0
    for code in Self.codes {
      let samples = source.order.map { Double(code[$0]) / 255 }
      let xyz = ReferenceColor.times(toXYZ, samples.map(source.light))
      let inGamut = ReferenceColor.solve(sRGB, xyz).allSatisfy { (-1e-4...1.0001).contains($0) }
      guard inGamut else { continue }
      compared += 1
      let shown = shown(code, in: source.space).map { Double($0) / 255 }
      let difference = ReferenceColor.difference(
        ReferenceColor.lab(xyz: xyz), ReferenceColor.lab(sRGB: shown))
      // Near black, rounding to 8 bits alone causes larger differences.
      let roundTrip = ReferenceColor.difference(
        ReferenceColor.lab(xyz: xyz),
        ReferenceColor.lab(
          sRGB: ReferenceColor.solve(sRGB, xyz).map {
            (ReferenceColor.sRGBSample(max($0, 0)) * 255).rounded() / 255
          }))
      #expect(difference <= max(0.5, roundTrip + 0.05), "\(code) becomes \(shown)")
    }
    #expect(compared > 80)
  }

  @Test("At 16 bits, colours match the reference within 0.03 ΔE", arguments: sources)
  func deepColors(source: Source) {
    let toXYZ = ReferenceColor.toXYZ(source.primaries, white: ReferenceColor.d65)
    let sRGB = ReferenceColor.toXYZ(ReferenceColor.sRGBPrimaries, white: ReferenceColor.d65)
    for code in Self.codes {
      let samples = source.order.map { Double(code[$0]) / 255 }
      let xyz = ReferenceColor.times(toXYZ, samples.map(source.light))
      guard ReferenceColor.solve(sRGB, xyz).allSatisfy({ (0...1).contains($0) }) else { continue }
      let shown = shown(code.map { $0 * 257 }, in: source.space, .sixteen)
      let difference = ReferenceColor.difference(
        ReferenceColor.lab(xyz: xyz),
        ReferenceColor.lab(sRGB: shown.map { Double($0) / 65_535 }))
      #expect(difference <= 0.03, "\(code)")
    }
  }

  @Test("Greys stay grey, black stays black, and white stays white", arguments: sources)
  func grays(source: Source) {
    for gray in 0...255 {
      let shown = shown([gray, gray, gray], in: source.space)
      #expect(Set(shown).count == 1, "\(gray) becomes \(shown)")
    }
    #expect(shown([0, 0, 0], in: source.space) == [0, 0, 0])
    #expect(shown([255, 255, 255], in: source.space) == [255, 255, 255])
  }

  @Test("Pixels are averaged in linear light, in every colour space", arguments: sources)
  func averages(source: Source) {
    let picture = Picture(64, 64, PixelFormat(.rgb, .eight)) { x, y, _ in (x + y) % 2 * 255 }
    let codes = paint(
      light(of: picture, in: source.space, to: 8, 8), from: .rgb, to: picture.format)
    #expect(codes.allSatisfy { (187...189).contains($0) })
  }

  @Test("Alpha is not converted and does not change colours")
  func alpha() {
    let space = Self.codePoints(12, 13)
    let format = PixelFormat(.rgba, .eight)
    let codes = [200, 100, 50]
    let opaque = shown(codes, in: space)
    for alpha in [1, 64, 255] {
      let picture = Picture(2, 2, format) { _, _, channel in (codes + [alpha])[channel] }
      let painted = paint(
        light(of: picture, in: space, to: 1, 1), from: .rgba, to: format, over: .color(.clear))
      #expect(painted.map { Int($0) } == opaque + [alpha])
    }
  }

  @Test("Only the curve of a grey profile is used")
  func grayProfile() {
    let space = Self.profile(.gray(ProfileFixture.gamma(1.75)))
    #expect(RowColorConverter(from: space, .gray) == nil)
    for code in 0...255 {
      let picture = Picture(1, 1, PixelFormat(.gray, .eight)) { _, _, _ in code }
      let light = picture.light(.box, to: 1, 1, space: space)
      let expected = pow(Double(code) / 255, 1.75)
      #expect(light.count == 1 && abs(Double(light[0]) - expected) < 1e-6)
    }
  }

  @Test(
    "Each channel of a picture is decoded with its own curve from the profile",
    arguments: [PixelFormat.Channels.rgb, .rgba])
  func channelCurves(channels: PixelFormat.Channels) {
    var fixture = ProfileFixture.rgb(
      ReferenceColor.sRGBPrimaries, curve: ProfileFixture.gamma(2))
    fixture.tags[4].data = ProfileFixture.gamma(3)
    fixture.tags[5].data = ProfileFixture.gamma(1)
    let picture = Picture(3, 2, PixelFormat(channels, .sixteen)) { _, _, channel in
      channel == 3 ? 65_535 : 32_768
    }
    let light = picture.light(.box, to: 1, 1, space: Self.profile(fixture))
    #expect(zip(light, [0.25, 0.125, 0.5]).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test("An sRGB profile changes no byte", arguments: SampleDepth.allCases)
  func sRGBProfile(depth: SampleDepth) {
    let tables = ProfileFixture.rgb(
      ReferenceColor.sRGBPrimaries, curve: ProfileFixture.table(4096, ReferenceColor.sRGBLight))
    let space = Self.profile(tables)
    #expect(RowColorConverter(from: space, .rgb) == nil)
    let picture = Picture(256, 1, PixelFormat(.gray, .eight)) { x, _, _ in x }
    let painted = paint(
      picture.light(.box, to: 256, 1, space: space), from: .gray, to: picture.format)
    #expect(firstDifference(painted, picture.bytes) == nil)
  }

  @Test("The 1998 sRGB profile, found in most camera files, is sRGB")
  func oldProfile() {
    // The primaries of the 1998 "sRGB IEC61966-2.1", in steps of 2⁻¹⁶.
    var fixture = ProfileFixture.rgb(
      ReferenceColor.sRGBPrimaries, curve: ProfileFixture.sRGBCurve)
    fixture.tags[0].data = ProfileFixture.xyz([0.43607, 0.22249, 0.01392])
    fixture.tags[1].data = ProfileFixture.xyz([0.38515, 0.71687, 0.09708])
    fixture.tags[2].data = ProfileFixture.xyz([0.14307, 0.06061, 0.71410])
    #expect(RowColorConverter(from: Self.profile(fixture), .rgb) == nil)
  }

  @Test(
    "In the narrow range, 16 is black and 235 is white, or 256 times as much with 16 bits",
    arguments: SampleDepth.allCases)
  func narrowRange(depth: SampleDepth) {
    let space = try! ColorSpace(CodePoints(primaries: 1, transfer: 13, isFullRange: false))
    let step = depth == .eight ? 1 : 256
    let picture = Picture(6, 1, PixelFormat(.gray, depth)) { x, _, _ in
      [0, 16, 125, 126, 235, 255][x] * step
    }
    let light = picture.light(.box, to: 6, 1, space: space)
    let expected = [0, 0, 109.0 / 219, 110.0 / 219, 1, 1].map(ReferenceColor.sRGBLight)
    #expect(zip(light, expected).allSatisfy { abs(Double($0) - $1) < 1e-6 })
  }

  /// The samples on the sheet for a single-coloured picture.
  private func shown(
    _ code: [Int], in space: ColorSpace, _ depth: SampleDepth = .eight
  ) -> [Int] {
    let format = PixelFormat(.rgb, depth)
    let picture = Picture(2, 2, format) { _, _, channel in code[channel] }
    let bytes = paint(light(of: picture, in: space, to: 1, 1), from: .rgb, to: format)
    guard depth == .sixteen else { return bytes.map { Int($0) } }
    return stride(from: 0, to: 6, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
  }

  private func light(
    of picture: Picture, in space: ColorSpace, to width: Int, _ height: Int
  ) -> [Float] {
    var light = picture.light(.box, to: width, height, space: space)
    var span = light.mutableSpan
    RowColorConverter(from: space, picture.format.channels)?.convert(&span)
    return light
  }
}
