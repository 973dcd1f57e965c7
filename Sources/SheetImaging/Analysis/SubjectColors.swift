/// The values of a miniature's colours that the search for a subject needs.
///
/// All are matrices with ``Miniature/side`` columns, whose rows run along the side that is
/// searched.
struct SubjectColors {
  /// Brightness, in whole numbers.
  let brightness: [Double]
  /// Red minus blue, scaled, in whole numbers.
  let redness: [Double]
  /// Half of the brightness, as integers, for sums of differences.
  let levels: [Int32]
  /// The weights of colours in 256ths: from 1 for most colours to 21 for skin.
  let weights: [Int]

  init(of miniature: Miniature, along side: SubjectProfile.Side) {
    let (columns, rows) = (miniature.width, miniature.height)
    let count = Miniature.side * (side == .width ? rows : columns)
    var brightness = [Double](repeating: 0, count: count)
    var redness = brightness
    var levels = [Int32](repeating: 0, count: count)
    var weights = [Int](repeating: 0, count: count)
    var brightnessSpan = brightness.mutableSpan
    var rednessSpan = redness.mutableSpan
    var levelSpan = levels.mutableSpan
    var weightSpan = weights.mutableSpan
    let (stepX, stepY) = side == .width ? (1, Miniature.side) : (Miniature.side, 1)
    precondition(max(columns, rows) <= Miniature.side, "a larger miniature")
    let codes = miniature.codes.span
    precondition(codes.count == 3 * columns * rows)
    var source = 0
    for y in 0..<rows {
      var index = y * stepY
      for _ in 0..<columns {
        let red = unsafe Int32(codes[unchecked: source])
        let green = unsafe Int32(codes[unchecked: source + 1])
        let blue = unsafe Int32(codes[unchecked: source + 2])
        let sum = red &+ green &+ blue
        unsafe levelSpan[unchecked: index] = sum
        unsafe brightnessSpan[unchecked: index] = Double(2 &* sum)
        unsafe rednessSpan[unchecked: index] = Double(6 &* (red &- blue))
        unsafe weightSpan[unchecked: index] = Self.weight(red, green, blue)
        index += stepX
        source += 3
      }
    }
    (self.brightness, self.redness) = (brightness, redness)
    (self.levels, self.weights) = (levels, weights)
  }

  /// Computes the weight of a colour: the more the colour resembles skin, the higher the weight.
  ///
  /// Light and dark skin differ in brightness much more than in their proportions of red and green,
  /// which lie in an ellipse; the weight falls off from its centre. Sky, sea, grass and leaves lie
  /// outside, and so do strong reds. Greys, common in clothes, do not count as skin. Changing the
  /// constants and the factor of 20 by a third has little effect (`Tests/Benchmarks/report.md`).
  private static func weight(_ red: Int32, _ green: Int32, _ blue: Int32) -> Int {
    let unit = 1 / Double(max(red &+ green &+ blue, 1))
    let x = (Double(red) * unit - 0.41) * (1 / 0.12)
    let y = (Double(green) * unit - 0.315) * (1 / 0.05)
    let warmth = min(Double(red &- blue) * unit * (1 / 0.03), 1)
    return 256 + Int(20 * 256 * max(1 - x * x - y * y, 0) * max(warmth, 0))
  }
}
