/// Converts rows of light from a source's primaries to the primaries of sRGB.
///
/// Works on the output of ``RowResampler``, linear and premultiplied by alpha. So it runs once per
/// output pixel rather than per source pixel. Colours outside sRGB come out below 0 or above 1, and
/// ``RowPainter`` clamps them.
package struct RowColorConverter: Sendable {
  private let pixelStride: Int
  private let matrix: LightMatrix

  /// A converter for rows of `channels`; nil if none is needed.
  ///
  /// None is needed for grey pictures and for pictures with the primaries of sRGB. Nor is one for
  /// PQ and HLG, which the resampler converts.
  package init?(from space: ColorSpace, _ channels: PixelFormat.Channels) {
    guard let matrix = space.matrixToSRGB, !channels.isGray, space.highDynamicRange == nil
    else { return nil }
    pixelStride = channels.count
    self.matrix = LightMatrix(matrix)
  }

  /// Converts all pixels of `row` in place.
  package func convert(_ row: inout MutableSpan<Float>) {
    precondition(row.count % pixelStride == 0, "a row of the wrong length")
    for pixel in stride(from: 0, to: row.count, by: pixelStride) {
      (row[pixel], row[pixel + 1], row[pixel + 2]) = matrix.light(
        row[pixel], row[pixel + 1], row[pixel + 2])
    }
  }
}

/// A matrix from linear light to linear light, by which greys stay exactly grey.
struct LightMatrix: Sendable {
  /// One row of the matrix.
  ///
  /// It is written for green and for the differences of red and blue from green. So greys stay
  /// exactly grey in spite of rounding.
  struct Row: Sendable {
    /// The factors of green, and of the differences of red and blue from it.
    let factors: (Float, Float, Float)

    init(_ row: Triple) { factors = (Float(row.total), Float(row.x), Float(row.z)) }

    @inline(__always)
    func light(_ red: Float, _ green: Float, _ blue: Float) -> Float {
      factors.0 * green + factors.1 * (red - green) + factors.2 * (blue - green)
    }
  }

  let red, green, blue: Row

  init(_ matrix: Matrix3) {
    red = Row(matrix.rows[0])
    green = Row(matrix.rows[1])
    blue = Row(matrix.rows[2])
  }

  @inline(__always)
  func light(_ r: Float, _ g: Float, _ b: Float) -> (Float, Float, Float) {
    (red.light(r, g, b), green.light(r, g, b), blue.light(r, g, b))
  }
}
