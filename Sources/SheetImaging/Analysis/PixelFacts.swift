/// Facts about a picture's pixels: its colours, its sharpness and its similarity to others.
///
/// They are computed from the picture reduced to ``side``, in 8-bit sRGB. All sums are of whole
/// numbers, so facts are the same on every machine. Pixels are weighted by their alpha.
package struct PixelFacts: Equatable, Sendable {
  /// The longer side of the reduced picture, unless the picture is smaller.
  package static let side = 512

  /// The mean luma, from 0 to 1 (ITU-R BT.709).
  package let brightness: Double
  /// Twice the standard deviation of luma, and therefore from 0 to 1.
  ///
  /// This contrast is defined in E. Peli, "Contrast in complex images" (1990).
  package let contrast: Double
  /// The mean HSV saturation, from 0 to 1.
  ///
  /// Pixels are weighted by their value, so dark pixels, which have hardly any colour, count
  /// little. HSV is defined in A. R. Smith, "Color gamut transform pairs" (1978).
  package let saturation: Double
  /// The dominant HSV hue, in degrees below 360; nil if the picture is grey.
  package let hue: Int?
  /// The fraction of detail that blurring removes from the picture, from 0 to 1.
  package let sharpness: Double
  /// The picture reduced to 16 x 16 pixels.
  package let thumbnail: Thumbnail
  /// Whether the picture has samples so faint that its thumbnail cannot be compared with others.
  package let isFaint: Bool

  /// Computes the facts of a picture.
  ///
  /// Returns nil if the picture is fully transparent.
  ///
  /// - Parameters:
  ///   - rows: The picture, whose rows have all been added.
  ///   - orientation: The rotation that makes the picture upright.
  package init?(of rows: MiniatureRows, turned orientation: Orientation) {
    let pixels = rows.pixels
    var tally = ColorTally()
    for pixel in pixels { tally.add(RGBAPixel(pixel)) }
    guard tally.weight > 0 else { return nil }
    let weight = Double(tally.weight)
    let mean = Double(tally.luma) / weight
    let variance = max(0, Double(tally.lumaSquares) / weight - mean * mean)
    brightness = mean / 255
    contrast = min(1, 2 * variance.squareRoot() / 255)
    saturation = tally.value > 0 ? Double(tally.chroma) / Double(tally.value) : 0
    hue = tally.hue
    sharpness = SharpSteps(pixels.map { RGBAPixel($0).lumaOverWhite }, width: rows.width).share
    thumbnail = Thumbnail(pixels, width: rows.width, height: rows.height, turned: orientation)
    isFaint = rows.isFaint
  }
}

/// Sums over pixels, weighted by their alpha.
private struct ColorTally {
  var (weight, luma, lumaSquares, value, chroma) = (0, 0, 0, 0, 0)
  /// The total chroma at each degree of hue.
  private var hues = [Int](repeating: 0, count: 360)

  /// The maximum distance at which colours contribute to a hue, in degrees.
  private static let reach = 30

  mutating func add(_ pixel: RGBAPixel) {
    let (red, green, blue) = (pixel.red, pixel.green, pixel.blue)
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    weight += pixel.alpha
    luma += pixel.alpha * pixel.luma
    lumaSquares += pixel.alpha * pixel.luma * pixel.luma
    value += pixel.alpha * most
    let range = most - least
    guard range > 0 else { return }
    chroma += pixel.alpha * range
    let (start, rest) =
      most == red ? (360, green - blue) : most == green ? (120, blue - red) : (240, red - green)
    // Rounded to the nearest degree, halves up.
    hues[(2 * start * range + 120 * rest + range) / (2 * range) % 360] += pixel.alpha * range
  }

  /// The hue in degrees with the most chroma around it, weighted by closeness, or the first of
  /// several; nil if the mean chroma is below 1 %.
  ///
  /// It is the mode of a density estimated with an Epanechnikov kernel. Compression leaves less
  /// than 1 % of chroma in greys.
  var hue: Int? {
    guard 100 * chroma >= 255 * weight else { return nil }
    var densities = [Int](repeating: 0, count: hues.count)
    for degree in hues.indices where hues[degree] > 0 {
      for distance in 1 - Self.reach..<Self.reach {
        densities[(degree + distance + 360) % 360] +=
          hues[degree] * (Self.reach * Self.reach - distance * distance)
      }
    }
    return densities.indices.max { densities[$0] < densities[$1] }
  }
}

/// The sharpness of a picture: the fraction of the steps between its pixels that another blur would
/// remove.
///
/// A blurred picture has hardly any steps to lose.
///
/// Sharpness is 1 minus the measure of F. Crete et al., "The blur effect", 2007. Steps are blurred
/// over 9 pixels, in the direction in which the picture is less sharp. A loss counts only as far as
/// it exceeds two levels, since less may be noise.
private struct SharpSteps {
  private let lumas: [UInt8]
  private let width: Int

  private static let reach = 4
  private static let noise = 2

  init(_ lumas: [UInt8], width: Int) { (self.lumas, self.width) = (lumas, width) }

  /// The sharpness, from 0 to 1; 0 for a picture of a single colour.
  var share: Double {
    let height = lumas.count / width
    let directions = [
      steps(count: width, apart: 1, lines: height, linesApart: width),
      steps(count: height, apart: width, lines: width, linesApart: 1),
    ]
    return directions.filter { $0.all > 0 }.map { Double($0.lost) / Double($0.all) }.min() ?? 0
  }

  private func steps(
    count: Int, apart: Int, lines: Int, linesApart: Int
  ) -> (all: Int, lost: Int) {
    let lumas = lumas.span
    var (all, lost) = (0, 0)
    for start in stride(from: 0, to: lines * linesApart, by: linesApart) {
      func luma(_ index: Int) -> Int { Int(lumas[start + index * apart]) }
      for index in 1..<max(1, count) {
        let step = (2 * Self.reach + 1) * abs(luma(index) - luma(index - 1))
        guard step > 0 else { continue }
        // Consecutive sums of nine differ only in their outermost terms.
        let blurred = abs(
          luma(min(index + Self.reach, count - 1)) - luma(max(index - Self.reach - 1, 0)))
        all += step
        lost += max(0, step - blurred - (2 * Self.reach + 1) * Self.noise)
      }
    }
    return (all, lost)
  }
}
