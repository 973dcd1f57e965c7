/// A few colours that stand for many, found by median cut.
///
/// P. Heckbert, "Color image quantization for frame buffer display", SIGGRAPH 1982.
struct ReducedPalette {
  /// An sRGB colour of 8 bits a channel, and how often it occurs.
  private struct Shade {
    let color: SIMD3<Int>
    let count: Int
  }

  let colors: [SIMD3<Int>]

  /// Chooses at most `limit` colours for the given pixels, written as `0xRRGGBB`.
  init(for pixels: [Int], limit: Int) {
    var counts: [Int: Int] = [:]
    for pixel in pixels { counts[pixel, default: 0] += 1 }
    // Sorted, because a dictionary's order differs from run to run.
    let shades = counts.sorted { $0.key < $1.key }.map { entry in
      Shade(color: Self.channels(entry.key), count: entry.value)
    }
    var boxes = [shades]
    while boxes.count < limit {
      let worth = boxes.map { $0.count > 1 ? Self.spread($0).max() * Self.weight($0) : 0 }
      guard let most = worth.max(), most > 0, let index = worth.firstIndex(of: most) else { break }
      let (low, high) = Self.halves(of: boxes[index])
      boxes[index] = low
      boxes.append(high)
    }
    colors = boxes.map(Self.representative)
  }

  /// The place in `colors` of the nearest to each pixel.
  func indices(of pixels: [Int]) -> [UInt16] {
    var known: [Int: UInt16] = [:]
    return pixels.map { pixel in
      if let index = known[pixel] { return index }
      let color = Self.channels(pixel)
      let distances = colors.map { candidate -> Int in
        let apart = candidate &- color
        return (apart &* apart).wrappedSum()
      }
      let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
      known[pixel] = UInt16(nearest)
      return UInt16(nearest)
    }
  }

  private static func channels(_ pixel: Int) -> SIMD3<Int> {
    SIMD3(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
  }

  private static func weight(_ box: [Shade]) -> Int { box.reduce(0) { $0 + $1.count } }

  private static func spread(_ box: [Shade]) -> SIMD3<Int> {
    let low = box.reduce(SIMD3(repeating: 255)) { pointwiseMin($0, $1.color) }
    let high = box.reduce(SIMD3(repeating: 0)) { pointwiseMax($0, $1.color) }
    return high &- low
  }

  private static func halves(of box: [Shade]) -> ([Shade], [Shade]) {
    let spread = spread(box)
    let axis = (0..<3).first { spread[$0] == spread.max() } ?? 0
    let ordered = box.sorted { $0.color[axis] < $1.color[axis] }
    let half = weight(box) / 2
    var (seen, cut) = (0, 0)
    while cut < ordered.count - 1, seen + ordered[cut].count <= half || cut == 0 {
      seen += ordered[cut].count
      cut += 1
    }
    return (Array(ordered[..<cut]), Array(ordered[cut...]))
  }

  /// A flat area keeps its very colour; otherwise the mean serves best.
  private static func representative(_ box: [Shade]) -> SIMD3<Int> {
    let total = weight(box)
    if let most = box.max(by: { $0.count < $1.count }), most.count * 2 > total { return most.color }
    let sum = box.reduce(SIMD3(repeating: 0)) { $0 &+ $1.color &* $1.count }
    return (sum &+ total / 2) / total
  }
}
