import CKernels
import ColorFixtures
import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

/// The kernels between resampling and a sheet's bytes, which give the same results at every vector
/// level that this processor has.
@Suite struct LightKernelTests {
  private static let counts = Array(0...70) + [127, 128, 129, 1023, 1024]
  private static let odd: [Float] = [
    0, -0.0, 1, .nan, .infinity, -.infinity, 0.5, 0.001, 0.002, 0.003_130_8, 1 - 0x1p-18,
  ]

  /// Linear-light values from -1 to 2, with some extreme ones.
  private static func light(_ count: Int, _ generator: inout SeededGenerator) -> [Float] {
    (0..<count).map { _ in
      generator.number(below: 8) == 0
        ? odd[generator.number(below: odd.count)] : .random(in: -1...2, using: &generator)
    }
  }

  @Test(
    "Encoded 16-bit samples match the table, whatever channels a pixel has",
    arguments: PixelFormat.Channels.allCases)
  func encode(channels: PixelFormat.Channels) {
    var generator = SeededGenerator(seed: 71)
    for kind in ResampleLight.allCases {
      let table = EncodingTable.table(from: kind, .sixteen)
      for pixels in Self.counts {
        let row = Self.light(pixels * channels.count, &generator)
        let expected = (0..<pixels).flatMap { pixel -> [UInt16] in
          let values = row[pixel * channels.count..<(pixel + 1) * channels.count]
          guard channels.hasAlpha else { return values.map { table.code(for: $0) } }
          let last = values[values.endIndex - 1]
          var alpha: Float = last > 0 ? min(last, 1) : 0
          let opacity = UInt16(alpha * 65_535 + 0.5)
          if opacity == 65_535 { alpha = 1 }
          return values.dropLast().map { opacity == 0 ? 0 : table.code(for: $0 / alpha) }
            + [opacity]
        }
        let bytes = expected.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        for result in resultsAtEachVectorLevel({
          var samples = [UInt8](repeating: 77, count: bytes.count)
          var span = samples.mutableSpan
          table.encode(row.span, channels, into: &span)
          return samples
        }) { #expect(firstDifference(result, bytes) == nil, "\(pixels) pixels") }
      }
    }
  }

  @Test("A matrix is applied to each pixel, and greys stay grey", arguments: [3, 4])
  func matrix(count: Int) throws {
    let channels: PixelFormat.Channels = count == 3 ? .rgb : .rgba
    let matrix = try #require(
      LightConversion.matrix(from: ColorConversionTests.codePoints(12, 13), channels))
    let conversion = LightConversion(matrix: matrix, encodes: false)
    var generator = SeededGenerator(seed: 72)
    for pixels in Self.counts {
      var row = (0..<pixels * count).map { _ in Float.random(in: -1...2, using: &generator) }
      if pixels > 0 { row.replaceSubrange(0..<3, with: [0.7, 0.7, 0.7]) }
      var expected = row
      for start in stride(from: 0, to: row.count, by: count) {
        let light = matrix.light(row[start], row[start + 1], row[start + 2])
        (expected[start], expected[start + 1], expected[start + 2]) = light
      }
      for result in Self.results(of: conversion, row, channels) {
        #expect(firstDifference(result, expected.map(\.bitPattern)) == nil, "\(pixels) pixels")
        #expect(Set(result.prefix(3)).count <= 1)
      }
    }
  }

  @Test(
    "Linear-light values are encoded as sRGB to within 5e-7, and alike on every processor",
    arguments: [3, 4])
  func encodes(count: Int) {
    let channels: PixelFormat.Channels = count == 3 ? .rgb : .rgba
    let conversion = LightConversion(matrix: nil, encodes: true)
    var generator = SeededGenerator(seed: 73)
    for pixels in Self.counts + [40_000] {
      var row = Self.light(pixels * count, &generator)
      for index in row.indices where count == 4 && index % 4 == 3 {
        row[index] = Float(generator.number(below: 5)) / 4
      }
      let results = Self.results(of: conversion, row, channels)
      for result in results { #expect(result == results[0], "\(pixels) pixels") }
      var worst = 0.0
      for index in row.indices {
        let encoded = Float(bitPattern: results[0][index])
        let alpha = count == 4 ? row[index / 4 * 4 + 3] : 1
        guard count == 3 || index % 4 < 3 else {
          #expect(encoded == alpha)
          continue
        }
        let light = alpha > 0 ? row[index] / alpha : 0
        let exact = TransferCurve.sRGB.encoded(light > 0 ? Double(min(light, 1)) : 0)
        worst = max(worst, abs(Double(encoded) - exact * Double(alpha)))
      }
      #expect(worst < 5e-7)
    }
    let ends = Self.results(of: conversion, [0, 1, 2], .rgb)
    #expect(ends.allSatisfy { $0.map { Float(bitPattern: $0) } == [0, 1, 1] })
  }

  private static func results(
    of conversion: LightConversion, _ row: [Float], _ channels: PixelFormat.Channels
  ) -> [[UInt32]] {
    resultsAtEachVectorLevel {
      var converted = row
      var span = converted.mutableSpan
      conversion.convert(&span, channels)
      return converted.map(\.bitPattern)
    }
  }

  @Test("Pixels are blended exactly with an opaque background", arguments: SampleDepth.allCases)
  func blendOpaque(depth: SampleDepth) {
    var generator = SeededGenerator(seed: 74)
    let maximum = Double(depth.maximum)
    for (channels, shown) in [
      (PixelFormat.Channels.grayAlpha, PixelFormat.Channels.gray), (.grayAlpha, .rgb),
      (.rgba, .rgb), (.gray, .rgb),
    ] {
      let (source, format) = (PixelFormat(channels, depth), PixelFormat(shown, depth))
      for pixels in Self.counts {
        let samples = (0..<pixels * source.bytesPerPixel).map { _ in
          generator.number(below: 4) == 0 ? 255 : UInt8.random(in: 0...255, using: &generator)
        }
        let background = (0..<format.bytesPerPixel).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
        let (codes, ground) = (source.codes(samples), format.codes(background))
        let expected = (0..<pixels * shown.count).map { index in
          let start = index / shown.count * channels.count
          let own = Double(codes[start + (channels.isGray ? 0 : index % shown.count)])
          let alpha = channels.hasAlpha ? Double(codes[start + channels.colorCount]) : maximum
          let sum = own * alpha + Double(ground[index % shown.count]) * (maximum - alpha)
          return Int((sum / maximum).rounded())
        }
        for result in Self.blended(samples, source, over: background, format) {
          #expect(firstDifference(format.codes(result), expected) == nil, "\(pixels) pixels")
        }
      }
    }
  }

  @Test("Blending gives the same bytes on every processor", arguments: PixelFormat.all)
  func blend(format: PixelFormat) {
    var generator = SeededGenerator(seed: 75)
    for channels in PixelFormat.Channels.allCases
    where channels.isGray || !format.channels.isGray {
      let source = PixelFormat(channels, format.depth)
      for pixels in Self.counts {
        let samples = (0..<pixels * source.bytesPerPixel).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
        let background = (0..<format.bytesPerPixel).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
        let results = Self.blended(samples, source, over: background, format)
        for result in results { #expect(result == results[0], "\(channels), \(pixels) pixels") }
        // The part after the first pixel has the same bytes as when it is blended alone.
        let rest = Self.blended(
          Array(samples.dropFirst(source.bytesPerPixel)), source, over: background, format)
        #expect(rest[0].elementsEqual(results[0].dropFirst(format.bytesPerPixel)))
      }
    }
  }

  @Test(
    "On a transparent background, pixels keep their samples exactly, visible or not",
    arguments: PixelFormat.all)
  func copied(format: PixelFormat) {
    guard format.channels.hasAlpha else { return }
    var generator = SeededGenerator(seed: 76)
    for pixels in Self.counts {
      let samples = (0..<pixels * format.bytesPerPixel).map { _ in
        generator.number(below: 3) == 0 ? 0 : UInt8.random(in: 0...255, using: &generator)
      }
      for ground in [0, 200] as [UInt8] {
        var background = [UInt8](repeating: ground, count: format.bytesPerPixel)
        for byte in 0..<format.depth.bytes { background[background.count - 1 - byte] = 0 }
        for result in Self.blended(samples, format, over: background, format) {
          #expect(result == samples, "\(pixels) pixels")
        }
      }
    }
  }

  private static func blended(
    _ samples: [UInt8], _ source: PixelFormat, over background: [UInt8], _ format: PixelFormat
  ) -> [[UInt8]] {
    resultsAtEachVectorLevel {
      let count = samples.count / source.bytesPerPixel * format.bytesPerPixel
      var result = [UInt8](repeating: 77, count: count)
      var span = result.mutableSpan
      SheetImaging.blend(samples.span, source, over: background, into: &span, format)
      return result
    }
  }
}
