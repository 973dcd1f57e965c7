@testable import SheetImaging

/// Sharpens a whole tile slowly, pixel by pixel, as a reference for ``RowSharpener``.
struct ReferenceSharpener {
  let channels: PixelFormat.Channels
  let width: Int
  let amount: Float
  var kind = ResampleLight.linear

  func sharpened(_ light: [Float]) -> [Float] {
    let (count, colors) = (channels.count, channels.colorCount)
    let pixels = light.count / count
    let encoding = EncodingTable.table(from: kind, .sixteen)
    let decoding = DecodingTable.table(of: kind == .linear ? .sRGB : .linear, .sixteen)
    let coverage = (0..<pixels).map { pixel -> Float in
      channels.hasAlpha ? min(max(light[pixel * count + colors], 0), 1) : 1
    }
    let codes = (0..<pixels * colors).map { index -> Int in
      let pixel = index / colors
      guard coverage[pixel] > 0 else { return 0 }
      return Int(encoding.code(for: light[pixel * count + index % colors] / coverage[pixel]))
    }
    let luma = (0..<pixels).map { pixel -> Float in
      let own = codes[pixel * colors..<(pixel + 1) * colors]
      guard let red = own.first, let blue = own.last, colors == 3 else {
        return Float(codes[pixel])
      }
      return Float((13_933 * red + 46_871 * own[own.startIndex + 1] + 4_732 * blue + 32_768) >> 16)
    }
    var result = light
    for pixel in 0..<pixels where coverage[pixel] > 0 {
      let (blurred, weight) = blur(at: pixel, luma, coverage, height: pixels / width)
      let change = amount * (luma[pixel] - blurred / weight)
      guard abs(change) >= 0.5 else { continue }
      for color in 0..<colors {
        let code = min(max(Float(codes[pixel * colors + color]) + change, 0), 65_535)
        result[pixel * count + color] = decoding.light[Int(code + 0.5)] * coverage[pixel]
      }
    }
    return result
  }

  /// The sums of weighted luma and of weights around a pixel, in the order of the kernels: by
  /// column from the top; first the middle column, then the left and the right one.
  private func blur(
    at pixel: Int, _ luma: [Float], _ coverage: [Float], height: Int
  ) -> (luma: Float, weight: Float) {
    let (x, y) = (pixel % width, pixel / width)
    func column(_ x: Int) -> (luma: Float, weight: Float) {
      var sums: (luma: Float, weight: Float) = (0, 0)
      guard 0..<width ~= x else { return sums }
      for row in max(y - 1, 0)...min(y + 1, height - 1) {
        let weight = (row == y ? 4 : 1) * coverage[row * width + x]
        sums.luma += weight * luma[row * width + x]
        sums.weight += weight
      }
      return sums
    }
    let (middle, left, right) = (column(x), column(x - 1), column(x + 1))
    return (
      4 * middle.luma + left.luma + right.luma, 4 * middle.weight + left.weight + right.weight
    )
  }
}
