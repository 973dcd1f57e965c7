/// The colours that show the classes of a mask: black for class 0, and a different one for every
/// other class.
package enum LabelColors {
  /// The number of classes that have a colour.
  package static let count = 1 << 16

  /// The red, green and blue of each class.
  ///
  /// Hues are a golden angle apart, so that classes with nearby numbers differ most. Hues nearly
  /// repeat after 21 and 34 classes, so colours also alternate between four strengths: with fewer
  /// strengths, classes 21 or 34 apart would look alike. Among the first 256 classes, which are all
  /// that an 8-bit mask can have, any two colours differ by at least 10 in at least one channel.
  /// Further classes may differ by less, but no two classes have the same colour.
  package static let samples: [UInt8] = {
    var samples = [UInt8](repeating: 0, count: 3 * count)
    var known: Set<Int> = [0]
    for index in 1..<count {
      var (hue, color) = (index, color(of: index))
      // At most 138 other hues are tried, which takes a few milliseconds in all.
      while index < 256, !known.allSatisfy({ areApart($0, color) }) {
        hue += 256
        color = Self.color(of: hue)
      }
      // With many thousands of classes, some would otherwise get the same colour.
      while !known.insert(color).inserted { color = (color + 0x01_0305) & 0xFF_FFFF }
      for channel in 0..<3 {
        samples[3 * index + channel] = UInt8(truncatingIfNeeded: color >> (16 - 8 * channel))
      }
    }
    return samples
  }()

  /// Whether two colours differ by at least 10 in at least one channel.
  private static func areApart(_ first: Int, _ second: Int) -> Bool {
    abs((first >> 16) - (second >> 16)) >= 10
      || abs((first >> 8 & 255) - (second >> 8 & 255)) >= 10
      || abs((first & 255) - (second & 255)) >= 10
  }

  /// A saturated, light, dark or muted colour, as a 24-bit number.
  private static func color(of index: Int) -> Int {
    // 2³² divided by the golden ratio.
    let turn = UInt64(UInt32(truncatingIfNeeded: index) &* 2_654_435_769)
    let hue = Int((turn * 1536) >> 32)
    return [1024, 512, 0].reduce(0) { color, start in
      // The channel is at its maximum over a third of the circle, around its own hue, and 0 over
      // the opposite third.
      let distance = min((hue + start + 512) % 1536, 1536 - (hue + start + 512) % 1536)
      let full = min(max(512 - distance, 0), 255)
      let channel =
        switch index % 4 {
        case 1: full
        case 2: 128 + full / 2
        case 3: full * 5 / 8
        default: 80 + full / 2
        }
      return color << 8 | channel
    }
  }
}
