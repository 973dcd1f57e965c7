/// Converts rows of light from a source's primaries to those of sRGB.
///
/// Works on the output of ``RowResampler``, linear and premultiplied by alpha, so it runs once
/// per output pixel rather than per source pixel. Colours outside sRGB come out below 0 or above
/// 1, and ``RowPainter`` clamps them.
public struct RowColorConverter: Sendable {
  /// One row of the matrix.
  ///
  /// In terms of green and of the differences of red and blue from it, so that greys stay exactly
  /// grey whatever the rounding.
  private struct Mixture {
    let gray: Float
    let redness: Float
    let blueness: Float

    init(_ row: Triple) {
      gray = Float(row.sum)
      redness = Float(row.x)
      blueness = Float(row.z)
    }

    @inline(__always)
    func light(_ red: Float, _ green: Float, _ blue: Float) -> Float {
      gray * green + redness * (red - green) + blueness * (blue - green)
    }
  }

  private let pixelStride: Int
  private let red: Mixture
  private let green: Mixture
  private let blue: Mixture

  /// A converter for rows of `channels`; nil where none is needed, for grey pictures and for
  /// pictures with the primaries of sRGB.
  public init?(from space: ColorSpace, _ channels: PixelFormat.Channels) {
    guard let matrix = space.matrixToSRGB, !channels.isGray else { return nil }
    pixelStride = channels.count
    red = Mixture(matrix.rows[0])
    green = Mixture(matrix.rows[1])
    blue = Mixture(matrix.rows[2])
  }

  /// Converts all pixels of `row` in place.
  public func convert(_ row: inout MutableSpan<Float>) {
    precondition(row.count % pixelStride == 0, "a row of the wrong length")
    for pixel in stride(from: 0, to: row.count, by: pixelStride) {
      let (r, g, b) = (row[pixel], row[pixel + 1], row[pixel + 2])
      row[pixel] = red.light(r, g, b)
      row[pixel + 1] = green.light(r, g, b)
      row[pixel + 2] = blue.light(r, g, b)
    }
  }
}
