import ColorFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct ICCProfileTests {
  static let rgb = ProfileFixture.rgb(
    ReferenceColor.displayP3, curve: ProfileFixture.sRGBCurve)

  private func space(_ fixture: ProfileFixture) throws -> ColorSpace {
    let profile = try ICCProfile(fixture.encoded())
    guard case .curves(let space) = profile.model else { throw UnusableData.notAProfile }
    return space
  }

  @Test("The Display P3 profile gives the same colour space as its code points")
  func displayP3() throws {
    let space = try space(Self.rgb)
    let expected = try ColorSpace(CodePoints(primaries: 12, transfer: 13))
    let rows = try #require(space.matrixToSRGB).rows
    for (row, wanted) in zip(rows, try #require(expected.matrixToSRGB).rows) {
      #expect(max(abs(row.x - wanted.x), abs(row.y - wanted.y), abs(row.z - wanted.z)) < 2e-4)
    }
    for step in 0...100 {
      let sample = Double(step) / 100
      #expect(
        abs(space.curves.green.decoded(sample) - TransferCurve.sRGB.decoded(sample)) < 2e-5)
    }
  }

  @Test("Versions 2 and 4 and all profile classes for pictures are supported")
  func versions() throws {
    for version in [2, 4] as [UInt8] {
      for deviceClass in ["mntr", "scnr", "prtr", "spac"] {
        var fixture = Self.rgb
        (fixture.version, fixture.deviceClass) = (version, deviceClass)
        #expect(try space(fixture) == space(Self.rgb))
      }
    }
  }

  @Test(
    "The five parametric functions match the specification",
    arguments: [
      (0, [2.5], 0.3, 0.0492950),
      (1, [2, 0.5, 0.5], 0.5, 0.5625),
      (1, [2, 2, -1], 0.25, 0),
      (2, [2, 0.5, 0.25, 0.125], 0.5, 0.375),
      (2, [2, 2, -1, 0.125], 0.25, 0.125),
      (3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045], 0.5, 0.2140411),
      (3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045], 0.03, 0.0023220),
      (4, [2, 0.5, 0.25, 0.25, 0.5, 0.125, 0.0625], 0.75, 0.515625),
      (4, [2, 0.5, 0.25, 0.25, 0.5, 0.125, 0.0625], 0.25, 0.125),
    ] as [(UInt16, [Double], Double, Double)])
  func parametric(function: UInt16, numbers: [Double], sample: Double, light: Double) throws {
    let curve = try space(.gray(ProfileFixture.parametric(function, numbers))).curves.green
    #expect(abs(curve.decoded(sample) - light) < 2e-5)
  }

  @Test("A curve given as a table is interpolated linearly")
  func tables() throws {
    let curve = try space(.gray(ProfileFixture.table([0, 13_107, 65_535]))).curves.green
    #expect(curve.decoded(0) == 0 && curve.decoded(1) == 1)
    #expect(abs(curve.decoded(0.5) - 0.2) < 1e-12)
    #expect(abs(curve.decoded(0.25) - 0.1) < 1e-12)
    #expect(abs(curve.decoded(0.75) - 0.6) < 1e-12)
    #expect(abs(curve.encoded(0.6) - 0.75) < 1e-9)
  }

  @Test("A curve without values is linear, and a single value is an exponent")
  func shortCurves() throws {
    #expect(try space(.gray(ProfileFixture.table([]))).curves.green == .linear)
    #expect(try space(.gray(ProfileFixture.gamma(1))).curves.green == .linear)
    #expect(try space(.gray(ProfileFixture.gamma(1.75))).curves.green == .gamma(1.75))
  }

  @Test("A curve with an exponent above 10 is refused")
  func maximumExponent() throws {
    let largest = ProfileFixture.gray(ProfileFixture.parametric(0, [10]))
    #expect(try space(largest).curves.green == .gamma(10))
    let tooLarge = ProfileFixture.gray(ProfileFixture.parametric(0, [10 + 1 / 65_536]))
    #expect(throws: UnusableData.damaged("kTRC")) { try space(tooLarge) }
  }

  @Test("Lookup tables take precedence over curves")
  func tableBased() throws {
    var both = Self.rgb
    both.tags.append(("A2B0", [UInt8](repeating: 0, count: 32)))
    #expect(
      try ICCProfile(both.encoded()).model == .tables(otherwise: space(Self.rgb)))
    both.tags.removeAll { $0.name == "rTRC" }
    #expect(try ICCProfile(both.encoded()).model == .tables(otherwise: nil))
  }

  @Test("The curve of a grey profile gives lightness if the profile connection space is Lab")
  func lightness() throws {
    for curve in [ProfileFixture.gamma(1), ProfileFixture.table([0, 65_535])] {
      var fixture = ProfileFixture.gray(curve)
      fixture.connectionSpace = "Lab "
      let light = try space(fixture).curves.green
      for (lightness, luminance) in [(0, 0), (0.05, 0.005_535_3), (0.5, 0.184_186_5), (1, 1)] {
        #expect(abs(light.decoded(lightness) - luminance) < 1e-6)
        #expect(abs(light.encoded(luminance) - lightness) < 1e-6)
      }
    }
  }

  @Test("Valid RGB code points take precedence over curves; any others are ignored")
  func codePoints() throws {
    func codePoints(_ bytes: [UInt8], in fixture: ProfileFixture = Self.rgb) throws -> CodePoints? {
      var fixture = fixture
      fixture.tags.append(("cicp", Array("cicp".utf8) + [0, 0, 0, 0] + bytes))
      return try ICCProfile(fixture.encoded()).codePoints
    }
    #expect(try codePoints([9, 16, 0, 1]) == CodePoints(primaries: 9, transfer: 16))
    #expect(
      try codePoints([12, 13, 0, 0])
        == CodePoints(primaries: 12, transfer: 13, isFullRange: false))
    #expect(try ICCProfile(Self.rgb.encoded()).codePoints == nil)
    // A different matrix, an unknown curve, unknown primaries, and too few bytes.
    for bytes in [[9, 16, 9, 1], [9, 99, 0, 1], [2, 16, 0, 1], [9, 16, 0]] as [[UInt8]] {
      #expect(try codePoints(bytes) == nil)
    }
    #expect(try codePoints([9, 16, 0, 1], in: .gray(ProfileFixture.gamma(2))) == nil)
  }

  @Test("Unsupported and damaged profiles are refused, each with its own error")
  func unsupported() {
    func expect(_ error: UnusableData, _ change: (inout ProfileFixture) -> Void) {
      var fixture = Self.rgb
      change(&fixture)
      #expect(throws: error) { try ICCProfile(fixture.encoded()) }
    }
    expect(.unsupported("colour space", "CMYK")) { $0.colorSpace = "CMYK" }
    expect(.unsupported("class", "link")) { $0.deviceClass = "link" }
    expect(.unsupported("connection space", "?RGB")) {
      $0.connectionSpace = "\u{7}RGB"
    }
    expect(.unsupported("connection space", "Lab ")) { $0.connectionSpace = "Lab " }
    expect(UnusableData("its tag 'gTRC' is missing")) { $0.tags.remove(at: 4) }
    expect(.damaged("rXYZ")) { $0.tags[0].data = $0.tags[1].data }
    expect(.damaged("gXYZ")) { $0.tags[1].data[0] = 0 }
    expect(.damaged("bTRC")) { $0.tags[5].data = ProfileFixture.gamma(0) }
    expect(.damaged("bTRC")) { $0.tags[5].data = ProfileFixture.parametric(5, [1, 1, 1]) }
    expect(.damaged("bTRC")) { $0.tags[5].data = ProfileFixture.parametric(3, [2.4]) }
    expect(.damaged("bTRC")) { $0.tags[5].data = ProfileFixture.parametric(1, [2, 0, 1]) }
    expect(.damaged("bTRC")) { $0.tags[5].data = [UInt8]("curv".utf8) + [0, 0, 0, 0] }
  }

  @Test("A profile truncated anywhere is refused")
  func truncations() {
    let whole = Self.rgb.encoded()
    for damaged in whole.truncations {
      #expect(throws: UnusableData.truncated, "\(damaged)") { try ICCProfile(damaged.bytes) }
      // The damaged profile with a header that states the shorter size.
      var shortened = damaged.bytes
      let count = shortened.count
      guard count >= 4 else { continue }
      shortened.replaceSubrange(0..<4, with: [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)])
      #expect(throws: UnusableData.self, "\(damaged)") { try ICCProfile(shortened) }
    }
  }

  @Test("No flipped bit causes a crash, and every curve gives linear-light values from 0 to 1")
  func flips() {
    let table = ProfileFixture.rgb(
      ReferenceColor.displayP3, curve: ProfileFixture.table([0, 20_000, 65_535]))
    for fixture in [Self.rgb, table] {
      for damaged in fixture.encoded().bitFlips { check(damaged.bytes) }
    }
  }

  @Test("Random changes to a profile never cause a crash")
  func garbage() {
    var noise = SeededGenerator(seed: 13)
    for _ in 0..<3000 {
      var bytes = Self.rgb.encoded()
      for _ in 0...noise.number(below: 12) {
        bytes[noise.number(below: bytes.count)] =
          [0, 0xFF, 0x7F, 0x80, UInt8(noise.number(below: 256))][noise.number(below: 5)]
      }
      check(bytes)
    }
  }

  @Test(
    "A profile that states huge sizes or counts is refused",
    arguments: [128, 136, 140, 132 + 12 * 6 + 3 * 20 + 8])
  func hugeNumbers(place: Int) {
    let fixture = ProfileFixture.rgb(
      ReferenceColor.displayP3, curve: ProfileFixture.table([0, 20_000, 65_535]))
    for value in [0xFF, 0x7F, 0x80] as [UInt8] {
      var bytes = fixture.encoded()
      bytes.replaceSubrange(place..<place + 4, with: [value, 0xFF, 0xFF, 0xFF])
      #expect(throws: UnusableData.self) { try ICCProfile(bytes) }
    }
  }

  private func check(_ bytes: [UInt8]) {
    guard let profile = try? ICCProfile(bytes) else { return }
    let space: ColorSpace?
    switch profile.model {
    case .curves(let curves): space = curves
    case .tables(let otherwise): space = otherwise
    }
    guard let space else { return }
    for curve in [space.curves.red, space.curves.green, space.curves.blue] {
      for sample in [0, 0.01, 0.3, 0.5, 1] {
        #expect((0...1).contains(curve.decoded(sample)))
      }
    }
    for row in space.matrixToSRGB?.rows ?? [] {
      #expect(row.x.isFinite && row.y.isFinite && row.z.isFinite)
    }
  }
}
