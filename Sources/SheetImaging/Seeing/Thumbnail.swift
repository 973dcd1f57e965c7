/// A picture in 16 x 16 pixels, whatever its shape: enough to find those that look alike.
public struct Thumbnail: Equatable, Sendable {
  static let side = 16
  private static let area = side * side

  /// The red of all pixels, then their green, blue and alpha; colours are multiplied by alpha.
  private let samples: [UInt8]

  /// Shrinks a picture of sRGB with straight alpha, which is turned upright.
  init(_ pixels: [UInt32], width: Int, height: Int, turned orientation: Orientation) {
    let format = PixelFormat(.rgba, .eight)
    var rows = MiniatureRows(
      format, .sRGB, width: width, height: height, columns: Self.side, rows: Self.side)
    for start in stride(from: 0, to: pixels.count, by: width) {
      let row = pixels[start..<start + width].flatMap(\.bytes)
      rows.add(row.span)
    }
    let small = rows.pixels
    var upright = UprightPixels(
      orientation, width: Self.side, height: Self.side, bytesPerPixel: format.bytesPerPixel)
    for y in 0..<Self.side {
      // What is smaller is enlarged.
      let start = y * rows.height / Self.side * rows.width
      let row = (0..<Self.side).flatMap { small[start + $0 * rows.width / Self.side].bytes }
      upright.setRow(y, to: row.span)
    }
    samples = (0..<4).flatMap { [bytes = upright.bytes] channel in
      (0..<Self.area).map { place in
        let sample = Int(bytes[4 * place + channel])
        return channel == 3
          ? UInt8(sample) : UInt8((sample * Int(bytes[4 * place + 3]) + 127) / 255)
      }
    }
  }

  /// The red, green and blue of the colour that most of the picture is like: the mean of all pixels
  /// near the one that has most of them near.
  public var dominantColor: Color {
    let pixels = (0..<Self.area).map { place in
      let alpha = Int(samples[3 * Self.area + place])
      return (
        color: (0..<3).map { alpha == 0 ? 0 : Int(samples[$0 * Self.area + place]) * 255 / alpha },
        alpha: alpha
      )
    }
    // Colours are near whose channels differ by 16 in the mean.
    let near = pixels.map { pixel in
      pixels.filter { other in
        other.alpha > 0 && zip(pixel.color, other.color).reduce(0) { $0 + abs($1.0 - $1.1) } <= 48
      }
    }
    let weights = near.map { $0.reduce(0) { $0 + $1.alpha } }
    let most = weights.indices.max { weights[$0] < weights[$1] } ?? 0
    let color = (0..<3).map { channel in
      let sum = near[most].reduce(0) { $0 + $1.alpha * $1.color[channel] }
      return Double((sum + weights[most] / 2) / max(1, weights[most])) / 255
    }
    return Color(red: color[0], green: color[1], blue: color[2])
  }
}

extension UInt32 {
  /// From the lowest to the highest.
  fileprivate var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
