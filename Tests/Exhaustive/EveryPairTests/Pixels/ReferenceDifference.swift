import Foundation
import SheetImaging

/// The difference of two pictures in double precision, pixel by pixel, as defined.
struct ReferenceDifference {
  /// Rows of red, green, blue and alpha, 0 to 255.
  struct Picture {
    var width: Int
    var height: Int
    var pixels: [[Double]]

    subscript(x: Int, y: Int) -> [Double] { pixels[y * width + x] }
  }

  let before: Picture
  let after: Picture
  let rule: ComparisonRule
  private let width: Int
  private let height: Int

  /// How each pixel has changed, and its colour difference.
  private(set) var changes: [PixelChange] = []
  private(set) var distances: [Double] = []

  init(_ before: Picture, _ after: Picture, _ rule: ComparisonRule) {
    (self.before, self.after, self.rule) = (before, after, rule)
    (width, height) = (min(before.width, after.width), min(before.height, after.height))
    for y in 0..<height {
      for x in 0..<width {
        let (distance, background) = Self.distance(before[x, y], after[x, y])
        distances.append(distance)
        guard distance > rule.tolerance else {
          changes.append(.none)
          continue
        }
        let isSmoothed =
          rule.ignoresSmoothing
          && (isSmooth(x, y, before, background) || isSmooth(x, y, after, background))
        changes.append(isSmoothed ? .smoothed : .changed)
      }
    }
  }

  /// The colour difference over black (0) or white (1), whichever background makes it larger.
  static func distance(_ one: [Double], _ other: [Double]) -> (Double, background: Double) {
    let found = [1.0, 0].map { background in
      let (one, other) = (color(one, over: background), color(other, over: background))
      return abs(one[0] - other[0]) + hypot(one[1] - other[1], one[2] - other[2])
    }
    return found[1] > found[0] ? (found[1], 0) : (found[0], 1)
  }

  /// OKLab with its corrected lightness.
  private static func color(_ pixel: [Double], over background: Double) -> [Double] {
    func decoded(_ code: Double) -> Double {
      let value = code / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    // Encoded samples are blended. Between two 8-bit values, the decoded light is interpolated.
    let light = pixel[..<3].map { code -> Double in
      let mixed = (code * pixel[3] + (255 - pixel[3]) * 255 * background) / 255
      let (below, above) = (decoded(mixed.rounded(.down)), decoded(mixed.rounded(.up)))
      return below + (mixed - mixed.rounded(.down)) * (above - below)
    }
    let cones = [
      [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ].map { cbrt(zip($0, light).map(*).reduce(0, +)) }
    let lab = [
      [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.8086757660],
    ].map { zip($0, cones).map(*).reduce(0, +) }
    let (k1, k2) = (0.206, 0.03)
    let k3 = (1 + k1) / (1 + k2)
    let above = k3 * lab[0] - k1
    return [(above + (above * above + 4 * k2 * k3 * lab[0]).squareRoot()) / 2, lab[1], lab[2]]
  }

  private func isSmooth(_ x: Int, _ y: Int, _ picture: Picture, _ background: Double) -> Bool {
    func brightness(_ x: Int, _ y: Int) -> Int {
      let pixel = picture[x, y].map { Int($0) }
      let under = 255 * Int(background)
      let codes = pixel[..<3].map { pixel[3] * $0 + (255 - pixel[3]) * under }
      return 29_889_531 * codes[0] + 58_662_247 * codes[1] + 11_448_223 * codes[2]
    }
    let steps = neighbors(x, y).map { (place: $0, step: brightness($0.x, $0.y) - brightness(x, y)) }
    guard steps.count(where: { $0.step == 0 }) + (isAtSide(x, y) ? 1 : 0) <= 2 else { return false }
    guard let darkest = steps.min(by: { $0.step < $1.step }), darkest.step < 0,
      let brightest = steps.max(by: { $0.step < $1.step }), brightest.step > 0
    else { return false }
    // Of several equal steps, the first one is used.
    let chosen = [darkest.step, brightest.step].compactMap { step in
      steps.first { $0.step == step }?.place
    }
    return chosen.contains { place in
      [before, after].allSatisfy { isPlain(place.x, place.y, $0) }
    }
  }

  private func isPlain(_ x: Int, _ y: Int, _ picture: Picture) -> Bool {
    neighbors(x, y).count { picture[$0.x, $0.y] == picture[x, y] } + (isAtSide(x, y) ? 1 : 0) > 2
  }

  private func isAtSide(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }

  private func neighbors(_ x: Int, _ y: Int) -> [(x: Int, y: Int)] {
    (x - 1...x + 1).flatMap { column in (y - 1...y + 1).map { (x: column, y: $0) } }
      .filter { 0..<width ~= $0.x && 0..<height ~= $0.y && ($0.x, $0.y) != (x, y) }
  }
}
