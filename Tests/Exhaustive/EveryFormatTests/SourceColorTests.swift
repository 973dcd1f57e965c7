import ColorFixtures
import Foundation
import PNGFixtures
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct SourceColorTests {
  static let p3 = PNGChunk.codingIndependentCodePoints(primaries: 12, transfer: 13)
  static let profile = PNGChunk.profile(
    name: "linear", ProfileFixture.rgb(ProfileFixture.linear).encoded())
  static let sRGB = PNGChunk.sRGB()
  static let gamma = PNGChunk.gamma(50_000)
  static let chromaticities = PNGChunk.chromaticities(
    [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000])

  static let p3Space = try! ColorSpace(CodePoints(primaries: 12, transfer: 13))

  /// How the colours of a one-pixel picture with these chunks are interpreted.
  private func color(
    _ chunks: [PNGChunk], _ type: PNGFixture.ColorType = .rgb, library: LittleCMS? = nil
  ) throws -> (space: ColorSpace, warnings: [String], matches: Bool) {
    var fixture = PNGFixture(
      width: 1, height: 1, bitDepth: 8, colorType: type,
      samples: [UInt16](repeating: 7, count: type.channels))
    fixture.chunksBeforePalette = chunks
    let reader = try PNGReader(bytes: fixture.encoded())
    let color = SourceColor(
      reader.colorChunks(), reader.rowFormat, pixelCount: 1,
      library: library)
    return (color.space, color.warnings, color.convertsRows)
  }

  @Test("Of several colour chunks, the one that the specification ranks first is used")
  func precedence() throws {
    let all = [Self.p3, Self.profile, Self.gamma, Self.chromaticities]
    #expect(try color(all).space == Self.p3Space)
    #expect(try color(Array(all.dropFirst())).space == ColorSpace(.linear))
    #expect(try color([Self.sRGB, Self.gamma]).space == .sRGB)
    let simple = try color([Self.gamma, Self.chromaticities])
    #expect(simple.space.curves.red == .gamma(2))
    #expect(RowColorConverter(from: simple.space, .rgb) != nil)
    #expect(try color([Self.gamma]).space == ColorSpace(.gamma(2)))
    #expect(try color([]).space == .sRGB)
    #expect(try color(all).warnings.isEmpty && simple.warnings.isEmpty)
  }

  @Test("An unusable colour chunk gets a warning with its name, and the next chunk is used")
  func fallback() throws {
    let unknown = PNGChunk.codingIndependentCodePoints(primaries: 1, transfer: 99)
    let first = try color([unknown, Self.profile])
    #expect(first.space == ColorSpace(.linear))
    #expect(first.warnings == ["its cICP chunk is ignored: transfer function 99 is not known"])

    var damaged = ProfileFixture.rgb(ProfileFixture.linear)
    damaged.tags.removeLast()
    let second = try color([.profile(name: "x", damaged.encoded()), Self.gamma])
    #expect(second.space == ColorSpace(.gamma(2)))
    #expect(second.warnings == ["its colour profile is ignored: its tag 'bTRC' is missing"])
  }

  @Test(
    "Without primaries, a gamma near 1/2.2 means sRGB, and any other gamma is used as stated",
    arguments: [
      (43_181, false), (43_182, true), (45_455, true), (47_727, true), (47_728, false),
      (1, false), (20_000, false), (500_000, false), (2_147_483_647, false),
    ] as [(UInt32, Bool)])
  func statedGamma(gamma: UInt32, isSRGB: Bool) throws {
    let curve = TransferCurve.gamma(1 / (Double(gamma) / 100_000))
    for type in [PNGFixture.ColorType.rgb, .gray] {
      let alone = try color([.gamma(gamma)], type)
      #expect(alone.space == (isSRGB ? .sRGB : ColorSpace(curve)) && alone.warnings.isEmpty)
      let whole = try color([.gamma(gamma), Self.chromaticities], type)
      #expect(whole.space.curves.green == curve && whole.warnings.isEmpty)
      for unusable in [
        PNGChunk.chromaticities([0, 0, 0, 0, 0, 0, 0, 0]), PNGChunk(type: "cHRM", data: [1]),
      ] {
        let color = try color([.gamma(gamma), unusable], type)
        #expect(color.space == alone.space && color.warnings.count == 1)
      }
    }
  }

  @Test("If one of gAMA and cHRM is invalid, the other is still used")
  func simpleFallback() throws {
    func color(gamma: UInt32, blueY: UInt32) throws -> (ColorSpace, [String]) {
      let chromaticities = PNGChunk.chromaticities(
        [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, blueY])
      let color = try self.color([.gamma(gamma), chromaticities])
      return (color.space, color.warnings)
    }
    #expect(try color(gamma: 50_000, blueY: 6000).1.isEmpty)
    let (space, warnings) = try color(gamma: 0, blueY: 6000)
    #expect(space.curves.red == .sRGB && RowColorConverter(from: space, .rgb) != nil)
    #expect(warnings == ["its gAMA chunk is ignored: a gamma of 0 has no meaning"])
    let (other, otherWarnings) = try color(gamma: 50_000, blueY: 50_000)
    #expect(other == ColorSpace(.gamma(2)))
    #expect(
      otherWarnings == ["its cHRM chunk is ignored: the white point lies outside the primaries"])
    #expect(try color(gamma: 0, blueY: 50_000).0 == .sRGB)
    #expect(try color(gamma: 0, blueY: 50_000).1.count == 2)
  }

  @Test(
    "The chunks cLLI and mDCV give the peak of a PQ picture, and are ignored for other pictures")
  func peak() throws {
    func space(_ transfer: UInt8, _ chunks: [PNGChunk]) throws -> ColorSpace {
      let codePoints = PNGChunk.codingIndependentCodePoints(primaries: 9, transfer: transfer)
      let color = try color([codePoints] + chunks)
      #expect(color.warnings.isEmpty)
      return color.space
    }
    func expected(_ peak: Double?) throws -> ColorSpace {
      try ColorSpace(CodePoints(primaries: 9, transfer: 16, isFullRange: true), peak: peak)
    }
    let mastering = PNGChunk.masteringDisplay(peak: 4000)
    let content = PNGChunk.contentLight(pixel: 600, picture: 100)
    #expect(try space(16, []) == expected(nil))
    #expect(try space(16, []) == expected(1000))
    #expect(try space(16, [mastering]) == expected(4000))
    #expect(try space(16, [content]) == expected(600))
    #expect(try space(16, [mastering, content]) == expected(600))
    #expect(try space(16, [mastering]) != space(16, []))
    #expect(try space(13, [mastering, content]) == space(13, []))
    let short = try color([Self.p3, PNGChunk(type: "cLLI", data: [1])])
    #expect(short.warnings == ["its cLLI chunk is ignored: it has 1 bytes instead of 8"])
  }

  @Test(
    "A grey picture may have an RGB profile with sRGB's curve; other curves get a warning"
  )
  func grayInRGBProfile() throws {
    func color(_ curve: [UInt8]) throws -> (ColorSpace, [String]) {
      let profile = PNGChunk.profile(name: "p", ProfileFixture.rgb(curve).encoded())
      let color = try self.color([profile], .gray)
      return (color.space, color.warnings)
    }
    for curve in [
      ProfileFixture.table(1024) { TransferCurve.sRGB.decoded($0) },
      ProfileFixture.parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]),
    ] {
      #expect(try color(curve) == (.sRGB, []))
    }
    let gamma = try color(ProfileFixture.gamma(2.2))
    #expect(gamma == (.sRGB, ["its colour profile is ignored: it is for RGB images"]))
  }

  @Test("Primaries are ignored for grey pictures")
  func gray() throws {
    let color = try color([Self.gamma, Self.chromaticities], .gray)
    #expect(color.space == ColorSpace(.gamma(2)))
  }

  @Test("A profile with code points gives the same colours and peak as a cICP chunk")
  func codePointsOfProfile() throws {
    var fixture = ProfileFixture.rgb(ReferenceColor.displayP3, curve: ProfileFixture.sRGBCurve)
    fixture.tags.append(("cicp", Array("cicp".utf8) + [0, 0, 0, 0, 9, 16, 0, 1]))
    let profile = PNGChunk.profile(name: "p", fixture.encoded())
    let chunk = PNGChunk.codingIndependentCodePoints(primaries: 9, transfer: 16)
    let level = PNGChunk(type: "cLLI", data: [0, 0x3D, 0x09, 0, 0, 0, 0, 0])
    for more in [[], [level]] {
      let color = try color([profile] + more)
      #expect(color.space == (try self.color([chunk] + more)).space && color.warnings.isEmpty)
    }
    #expect((try color([profile])).space != (try color([profile, level])).space)
  }

  @Test("Without Little CMS, a LUT-based profile gets a warning that names the package")
  func tablesWithoutLibrary() throws {
    let tables = PNGChunk.profile(name: "t", ProfileFixture.tables.encoded())
    let color = try color([tables, Self.gamma])
    #expect(color.space == ColorSpace(.gamma(2)) && !color.matches)
    #expect(color.warnings.count == 1)
    #expect(color.warnings.allSatisfy { $0.contains("install liblcms2-2") })
  }

  @Test("Without Little CMS, curves beside the tables are used, with a warning")
  func curvesBesideTables() throws {
    var both = ProfileFixture.rgb(ProfileFixture.linear)
    both.tags += ProfileFixture.tables.tags
    let color = try color([.profile(name: "b", both.encoded())])
    #expect(color.space == ColorSpace(.linear) && color.warnings.count == 1)
    #expect(color.warnings.allSatisfy { $0.contains("install liblcms2-2") })
  }

  @Test(
    "With Little CMS, a LUT-based profile gives the colours that it describes",
    .needs(.littleCMS),
    arguments: [PNGFixture.ColorType.rgb, .rgba, .gray, .grayAlpha],
    [(8, 1), (16, 1), (8, 1_000_000), (16, 1_000_000)])
  func tables(type: PNGFixture.ColorType, numbers: (bitDepth: Int, pixelCount: Int)) throws {
    let bitDepth = numbers.bitDepth
    let isGray = type == .gray || type == .grayAlpha
    let profile = isGray ? ProfileFixture.grayTables : ProfileFixture.tables
    var fixture = PNGFixture(
      width: 4, height: 2, bitDepth: bitDepth, colorType: type,
      samples: (0..<8 * type.channels).map {
        UInt16(($0 * 31 + 20) % 256) * (bitDepth == 8 ? 1 : 257)
      })
    fixture.chunksBeforePalette = [.profile(name: "tables", profile.encoded())]
    var reader = try PNGReader(bytes: fixture.encoded())
    let format = reader.rowFormat
    let color = SourceColor(
      reader.colorChunks(), format, pixelCount: numbers.pixelCount)
    #expect(color.convertsRows && color.warnings.isEmpty && color.space == .sRGB)
    #expect(color.rowFormat == PixelFormat(format.channels, .sixteen))

    var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
    var matched = [UInt8](repeating: 0, count: 4 * color.rowFormat.bytesPerPixel)
    for y in 0..<2 {
      var rowSpan = row.mutableSpan
      try reader.readRow(into: &rowSpan)
      var span = matched.mutableSpan
      color.convert(row.span, into: &span)
      for index in 0..<4 * type.channels {
        let sample = fixture.samples[y * 4 * type.channels + index]
        let isAlpha = format.channels.hasAlpha && (index + 1) % type.channels == 0
        // In these tables, samples are proportional to light.
        let stated = Double(sample) / (bitDepth == 8 ? 255 : 65_535)
        let expected = isAlpha ? stated : TransferCurve.sRGB.encoded(stated)
        let value = Double(Int(matched[2 * index]) << 8 | Int(matched[2 * index + 1])) / 65_535
        // Little CMS evaluates curves as tables, which are inexact where sRGB's curve is steep.
        #expect(abs(value - expected) < 1.5 / 255, "\(index): \(stated)")
      }
    }
  }

  @Test(
    "LUT-based colours have a mean error below 0.07 levels, and below 0.03 in small pictures",
    .needs(.littleCMS),
    arguments: [SampleDepth.eight, .sixteen], [(1, 0.03), (1_000_000, 0.07)])
  func exactness(depth: SampleDepth, numbers: (pixelCount: Int, limit: Double)) throws {
    let library = try #require(LittleCMS.installed)
    let transform = try #require(
      ProfileTransform.shared(
        ProfileFixture.curvedTables.encoded(), from: .pixels(PixelFormat(.rgb, depth)),
        pixelCount: numbers.pixelCount, with: library))
    var generator = SeededGenerator(seed: 14)
    let row = (0..<3 * 5000 * depth.bytes).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var matched = [UInt8](repeating: 0, count: 3 * 5000 * 2)
    var span = matched.mutableSpan
    transform.convert(row.span, into: &span)

    let toXYZ = ReferenceColor.toXYZ(ReferenceColor.adobeRGB, white: ReferenceColor.d65)
    let fromSRGB = ReferenceColor.toXYZ(ReferenceColor.sRGBPrimaries, white: ReferenceColor.d65)
    var sum = 0.0
    for pixel in 0..<5000 {
      let light = (0..<3).map { channel in
        let place = (3 * pixel + channel) * depth.bytes
        let code = row[place..<place + depth.bytes].reduce(0) { $0 << 8 | Int($1) }
        return pow(Double(code) / Double(depth.maximum), 2.2)
      }
      let shown = ReferenceColor.solve(fromSRGB, ReferenceColor.times(toXYZ, light))
      for (channel, light) in shown.enumerated() {
        let place = 2 * (3 * pixel + channel)
        let value = Double(Int(matched[place]) << 8 | Int(matched[place + 1])) / 65_535
        sum += abs(value - ReferenceColor.sRGBSample(min(max(light, 0), 1)))
      }
    }
    let mean = 255 * sum / 15_000
    #expect(mean < numbers.limit, "\(mean)")
  }

  @Test(
    "Pictures with the same profile and format share a transform, but a small picture does not share one with a large picture",
    .needs(.littleCMS))
  func sharing() throws {
    let library = try #require(LittleCMS.installed)
    // Other tests fill the global cache meanwhile.
    let recent = ProfileTransform.Recent(limit: 16)
    func transform(
      _ profile: ProfileFixture, _ format: PixelFormat, pixelCount: Int
    ) -> ProfileTransform? {
      .shared(
        profile.encoded(), from: .pixels(format), pixelCount: pixelCount, with: library,
        among: recent)
    }
    let format = PixelFormat(.rgb, .eight)
    let small = try #require(transform(.curvedTables, format, pixelCount: 1))
    #expect(small === transform(.curvedTables, format, pixelCount: 9999))
    #expect(small !== transform(.tables, format, pixelCount: 1))
    #expect(small !== transform(.curvedTables, PixelFormat(.rgba, .eight), pixelCount: 1))
    let large = try #require(transform(.curvedTables, format, pixelCount: 1_000_000))
    #expect(small !== large)
    #expect(large === transform(.curvedTables, format, pixelCount: 12_000_000))
  }

  @Test("Lookup tables that Little CMS rejects get a warning", .needs(.littleCMS))
  func rejectedTables() throws {
    var tables = ProfileFixture.tables
    tables.tags[0].data[0] = 0
    let color = try color([.profile(name: "t", tables.encoded())], library: .installed)
    #expect(color.space == .sRGB && !color.matches)
    #expect(color.warnings == ["its colour profile is ignored: Little CMS cannot read its tables"])
  }

  @Test(
    "Damaged lookup tables in a profile do not crash Little CMS",
    .needs(.littleCMS))
  func damagedTables() throws {
    let library = try #require(LittleCMS.installed)
    let whole = ProfileFixture.tables.encoded()
    let row: [UInt8] = [0, 0, 0, 255, 255, 255, 1, 2, 3]
    var matched = [UInt8](repeating: 0, count: 18)
    for place in 128..<whole.count {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[place] = value
        guard (try? ICCProfile(bytes)) != nil,
          let transform = ProfileTransform.shared(
            bytes, from: .pixels(PixelFormat(.rgb, .eight)), pixelCount: 1, with: library)
        else { continue }
        var span = matched.mutableSpan
        transform.convert(row.span, into: &span)
      }
    }
  }
}
