import TestSupport
import Testing

@testable import SheetImaging

/// The colour differences of corresponding pixels, and how rows are converted for comparison.
@Suite struct PixelDistancesTests {
  /// The colour difference of each pair of pixels in two rows; 0 for equal pixels.
  private func measured(
    _ distances: inout PixelDistances, _ before: [UInt32], _ after: [UInt32]
  ) -> [Float] {
    distances.collect(before.span, after.span, ignoring: [])
    distances.measure()
    var found = [Float](repeating: 0, count: before.count)
    for index in 0..<distances.count { found[distances.places[index]] = distances.distances[index] }
    return found
  }

  @Test("Colour differences have the same bits at each vector level, for any number of pixels")
  func levels() {
    var numbers = SeededGenerator(seed: 9)
    for count in [1, 2, 15, 16, 17, 63, 64, 65, 200] {
      for isOpaque in [true, false] {
        let pixels = (0..<count).map { _ in
          (0..<2).map { _ in
            UInt32.random(in: 0...UInt32.max, using: &numbers) | (isOpaque ? 0xFF00_0000 : 0)
          }
        }
        let results = resultsAtEachVectorLevel { () -> [Float] in
          var distances = PixelDistances()
          // Earlier measurements leave no traces.
          _ = measured(
            &distances, [UInt32](repeating: 1, count: 300), [UInt32](repeating: 2, count: 300))
          return measured(&distances, pixels.map { $0[0] }, pixels.map { $0[1] })
        }
        #expect(results[0].count == count)
        #expect(results.allSatisfy { $0 == results[0] }, "\(count) pixels")
        #expect(results[0].allSatisfy { $0 >= 0 && $0 < 1.5 })
      }
    }
  }

  @Test("Different greys have a difference above 0, which grows with the interval between them")
  func greys() {
    for before in stride(from: 0, to: 256, by: 5) {
      var distances = PixelDistances()
      let greys = (0..<256).map { UInt32($0) * 0x01_0101 | 0xFF00_0000 }
      let found = measured(&distances, greys.map { _ in greys[before] }, greys)
      for after in 0..<255 {
        let (one, next) = (found[after], found[after + 1])
        #expect(after < before ? one > next : one < next, "\(before), \(after)")
      }
    }
  }

  @Test("Rows of all formats become the same pixels, and fully transparent pixels become zeros")
  func formats() {
    let codes: [UInt8] = [0, 1, 100, 254, 255]
    func pixels(_ format: PixelFormat, _ row: [UInt8]) -> [UInt32] {
      let pixels = ComparablePixels(format, .sRGB)
      var result = [UInt32](repeating: 7, count: row.count / format.bytesPerPixel)
      var span = result.mutableSpan
      pixels.convert(row.span, into: &span)
      return result
    }
    let grey = pixels(PixelFormat(.gray, .eight), codes)
    for channels in PixelFormat.Channels.allCases {
      for depth in SampleDepth.allCases {
        let row = codes.flatMap { code -> [UInt8] in
          let color = [UInt8](repeating: code, count: channels.colorCount)
          return (color + (channels.hasAlpha ? [255] : []))
            .flatMap { [UInt8](repeating: $0, count: depth.bytes) }
        }
        #expect(pixels(PixelFormat(channels, depth), row) == grey, "\(channels), \(depth)")
        guard channels.hasAlpha else { continue }
        let nothing = codes.flatMap { code in
          [UInt8](repeating: code, count: channels.colorCount * depth.bytes)
            + [UInt8](repeating: 0, count: depth.bytes)
        }
        #expect(pixels(PixelFormat(channels, depth), nothing) == grey.map { _ in 0 })
      }
    }
  }
}
