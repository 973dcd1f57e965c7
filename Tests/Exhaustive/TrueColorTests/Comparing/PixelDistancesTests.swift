import TestSupport
import Testing

@testable import SheetImaging

/// The distances of pixels, and the conversion of rows for comparing.
@Suite struct PixelDistancesTests {
  @Test(
    "Distances are the same bits at each level of vector instructions, for any number of pixels")
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
          for place in 0..<300 { distances.add(place, 1, 2) }
          distances.measure()
          distances.removeAll()
          for (place, pair) in pixels.enumerated() { distances.add(place, pair[0], pair[1]) }
          distances.measure()
          return distances.distances
        }
        #expect(results[0].count == count)
        #expect(results.allSatisfy { $0 == results[0] }, "\(count) pixels")
        #expect(results[0].allSatisfy { $0 >= 0 && $0 < 1.5 })
      }
    }
  }

  @Test(
    "Different greys have a distance above 0, and distances of greys grow with their difference")
  func greys() {
    for before in stride(from: 0, to: 256, by: 5) {
      var distances = PixelDistances()
      for after in 0..<256 {
        distances.add(
          after, UInt32(before) * 0x01_0101 | 0xFF00_0000, UInt32(after) * 0x01_0101 | 0xFF00_0000)
      }
      distances.measure()
      for after in 0..<255 {
        let (one, next) = (distances.distances[after], distances.distances[after + 1])
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
