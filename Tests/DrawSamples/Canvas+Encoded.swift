import PNGFixtures

/// How a picture is stored: what a pixel is made of, and bits a sample.
enum Storage {
  case gray(Int)
  case rgb(Int)
  case palette(Int)
  case grayAlpha(Int)
  case rgba(Int)
}

extension Canvas {
  /// The picture as a PNG file in sRGB.
  ///
  /// With `clearWhite`, gray and RGB files name pure white as the colour that stands for nothing.
  func fixture(_ storage: Storage, interlaced: Bool = false, clearWhite: Bool = false) -> PNGFixture
  {
    func made(
      _ type: PNGFixture.ColorType, _ depth: Int, _ samples: [UInt16], key: [UInt8] = []
    ) -> PNGFixture {
      PNGFixture(
        width: width, height: height, bitDepth: depth, colorType: type, samples: samples,
        transparency: clearWhite ? key : nil, isInterlaced: interlaced,
        chunksBeforePalette: [.sRGB()])
    }
    switch storage {
    case .gray(let depth):
      let white = UInt16(1 << depth - 1)
      let key = [UInt8(white >> 8), UInt8(white & 255)]
      return made(.gray, depth, samples(depth) { [$0.x] }, key: key)
    case .rgb(let depth):
      let white = UInt16(1 << depth - 1)
      let key = [UInt8(white >> 8), UInt8(white & 255)]
      return made(.rgb, depth, samples(depth) { [$0.x, $0.y, $0.z] }, key: key + key + key)
    case .grayAlpha(let depth):
      return made(.grayAlpha, depth, samples(depth) { [$0.x, $0.w] })
    case .rgba(let depth):
      return made(.rgba, depth, samples(depth) { [$0.x, $0.y, $0.z, $0.w] })
    case .palette(let depth):
      let packed = pixels.map { pixel -> Int in
        let levels = signal(pixel) * 255 + 0.5
        return Int(levels.x) << 16 | Int(levels.y) << 8 | Int(levels.z)
      }
      let palette = ReducedPalette(for: packed, limit: 1 << depth)
      var fixture = made(.palette, depth, palette.indices(of: packed))
      fixture.palette = palette.colors.map {
        PNGFixture.Color(UInt8($0.x), UInt8($0.y), UInt8($0.z))
      }
      return fixture
    }
  }

  /// The sRGB signal and the alpha of a pixel, no longer multiplied together.
  private func signal(_ pixel: SIMD4<Double>) -> SIMD4<Double> {
    guard pixel.w > 0 else { return .zero }
    let alpha = bounded(pixel.w)
    return SIMD4(SRGB.signal(Light(pixel.x, pixel.y, pixel.z) / pixel.w), alpha)
  }

  private func samples(
    _ depth: Int, _ chosen: (SIMD4<Double>) -> [Double]
  ) -> [UInt16] {
    let white = Double(1 << depth - 1)
    return pixels.flatMap { pixel in
      chosen(signal(pixel)).map { UInt16($0 * white + 0.5) }
    }
  }
}
