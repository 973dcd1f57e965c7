import ColorFixtures
import Foundation
import PNGFixtures
import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetRendering

/// PQ and HLG from a file with a cICP chunk to an 8-bit tile, compared with BT.2100.
@Suite struct HighDynamicRangeTileTests {
  /// A pixel as the reference computes it from the file's samples, and as the tile shows it.
  struct Colors {
    let expected: [Double]
    let shown: [Double]
  }

  /// The CIELAB colours of pixels with the given BT.2020 light in cd/m².
  private func colors(_ lights: [[Double]], transfer: UInt8, bitDepth: Int) throws -> [Colors] {
    let maximum = Double(1 << bitDepth - 1)
    let isPQ = transfer == 16
    let samples = lights.flatMap { light in
      (isPQ ? ReferenceHDR.pq(light: light) : ReferenceHDR.hlg(light: light)).map {
        UInt16(($0 * maximum).rounded())
      }
    }
    var fixture = PNGFixture(
      width: lights.count, height: 1, bitDepth: bitDepth, colorType: .rgb, samples: samples)
    fixture.chunksBeforePalette = [
      .codingIndependentCodePoints(primaries: 9, transfer: transfer)
    ]
    let tile = try TileRendererTests.tile(fixture, to: PixelSize(width: lights.count, height: 1))
    return lights.indices.map { pixel in
      let stored = (0..<3).map { Double(samples[3 * pixel + $0]) / maximum }
      let light = isPQ ? ReferenceHDR.light(pq: stored) : ReferenceHDR.light(hlg: stored)
      return Colors(
        expected: ReferenceHDR.lab(sRGB: ReferenceHDR.sRGB(light: light)),
        shown: ReferenceColor.lab(sRGB: (0..<3).map { Double(tile[3 * pixel + $0]) / 255 }))
    }
  }

  @Test(
    "Colours inside sRGB match BT.2100 within 0.5 ΔE on average", arguments: [16, 18],
    [8, 16])
  func insideSRGB(transfer: UInt8, bitDepth: Int) throws {
    var random = SeededGenerator(seed: 5)
    let lights = (0..<1500).map { _ in
      ReferenceHDR.light(
        sRGB: (0..<3).map { _ in
          ReferenceColor.sRGBLight(Double.random(in: 0...1, using: &random))
        })
    }
    let differences = try colors(lights, transfer: transfer, bitDepth: bitDepth).map {
      ReferenceColor.difference($0.expected, $0.shown)
    }
    let mean = differences.reduce(0, +) / Double(differences.count)
    #expect(mean < 0.5, "mean \(mean)")
  }

  @Test("A bright orange has the same hue on a tile as in the file", arguments: [16, 18])
  func orange(transfer: UInt8) throws {
    let color = try #require(
      try colors([[800, 320, 40]], transfer: transfer, bitDepth: 16).first)
    let hues = [color.expected, color.shown].map { atan2($0[2], $0[1]) * 180 / .pi }
    #expect(abs(hues[0] - 61.6) < 0.1 && abs(hues[1] - hues[0]) < 1, "hues \(hues)")
  }
}
