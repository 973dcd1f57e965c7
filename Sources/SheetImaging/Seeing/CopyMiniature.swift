/// A picture with enough pixels to distinguish its copies from pictures that look alike.
package struct CopyMiniature: Sendable {
  /// The longer side of the miniature, unless the picture is smaller.
  package static let side = 256

  /// The upright pixels in sRGB with straight alpha.
  private let pixels: [UInt32]
  private let (width, height): (Int, Int)
  /// The longer side of the picture, in its own pixels.
  private let sourceSide: Int

  /// A miniature of a picture of which all rows have been added.
  package init(of rows: MiniatureRows, turned orientation: Orientation) {
    var upright = UprightPixels(
      orientation, width: rows.width, height: rows.height, bytesPerPixel: 4)
    let stored = rows.pixels
    for y in 0..<rows.height {
      let row = stored[y * rows.width..<(y + 1) * rows.width].bytes
      upright.setRow(y, to: row.span)
    }
    let bytes = upright.bytes
    pixels = stride(from: 0, to: bytes.count, by: 4).map { start in
      (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
    }
    let swaps = orientation.swapsSides
    (width, height) = swaps ? (rows.height, rows.width) : (rows.width, rows.height)
    sourceSide = max(rows.sourceWidth, rows.sourceHeight)
  }

  /// The number of bytes that it takes.
  package var byteCount: Int { 4 * pixels.count }

  /// The losses that a copy may have, besides rounding.
  package struct Loss: OptionSet, Sendable {
    /// The bits of all losses.
    package let rawValue: Int
    /// No further loss.
    package static let nothing: Loss = []
    /// Detail, by compression.
    package static let detail = Loss(rawValue: 1)
    /// Detail, by resizing.
    package static let size = Loss(rawValue: 2)

    /// Creates a set of losses from its bits.
    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// Whether one may be a copy of the other.
  ///
  /// Both are compared at the smaller of their sizes.
  package func isCopy(of other: CopyMiniature, losing loss: Loss) -> Bool {
    let (width, height) = (min(width, other.width), min(height, other.height))
    let (one, two) = (pixels(width, height), other.pixels(width, height))
    if one == two { return true }
    let side = max(width, height)
    if loss == .nothing || side < CopyBounds.leastSide {
      return zip(one, two).allSatisfy { RGBAPixel($0).isNear(RGBAPixel($1)) }
    }
    let isReduced = 10 * min(sourceSide, other.sourceSide) >= 13 * side
    let bounds = CopyBounds(loss, side: side, isReduced: isReduced)
    let areOpaque = !(one + two).contains { $0 >> 24 != 255 }
    for view in CopyView.allCases where view != .onWhite || !areOpaque {
      let planes = (one.map { RGBAPixel($0).level(view) }, two.map { RGBAPixel($0).level(view) })
      let steps = PlaneSteps(planes.0, planes.1, width: width, height: height)
      if !(view.isColor ? steps.haveColors(within: bounds) : steps.haveLumas(within: bounds)) {
        return false
      }
    }
    return true
  }

  private func pixels(_ columns: Int, _ count: Int) -> [UInt32] {
    if (columns, count) == (width, height) { return pixels }
    var rows = MiniatureRows(
      PixelFormat(.rgba, .eight), .sRGB, width: width, height: height, columns: columns, rows: count
    )
    for y in 0..<height {
      let row = pixels[y * width..<(y + 1) * width].bytes
      rows.add(row.span)
    }
    return rows.pixels
  }
}

/// Values of pixels that are compared; lumas on black and on white if any are transparent.
private enum CopyView: CaseIterable {
  case onBlack, onWhite, red, blue

  var isColor: Bool { self == .red || self == .blue }
}

extension RGBAPixel {
  /// A level in 16ths.
  fileprivate func level(_ view: CopyView) -> Int {
    switch view {
    case .onBlack: 16 * luma * alpha / 255
    case .onWhite: 16 * (luma * alpha + 255 * (255 - alpha)) / 255
    case .red: 16 * (red - luma) * alpha / 255
    case .blue: 16 * (blue - luma) * alpha / 255
    }
  }

  /// Whether it equals another pixel, up to rounding.
  fileprivate func isNear(_ other: RGBAPixel) -> Bool {
    [(red, other.red), (green, other.green), (blue, other.blue), (255, 255)].allSatisfy {
      abs($0 * alpha - $1 * other.alpha) <= 2 * 255
    }
  }
}

/// Bounds on the differences of copies.
///
/// Compression and resizing blur steps and let them ring: noise in proportion to the steps nearby,
/// and a little everywhere. A pixel that is the mean of several has less of either, as their noises
/// have different signs. A changed letter or symbol is not noise, so it differs by more than the
/// steps around it explain. Among plots, screenshots, photographs and icons, these bounds
/// distinguish most copies from all other pictures.
private struct CopyBounds {
  /// 16ths of a level, and a percentage of the steps.
  typealias Bound = (level: Int, share: Int)

  /// Bounds for the mean of lumas in a block, the mean of colours in a block, and a single pixel.
  let (block, color, pixel): (Bound, Bound, Bound)

  /// Smaller pictures have too few pixels to distinguish noise from content.
  static let leastSide = 12
  private static let smallSide = 24

  init(_ loss: CopyMiniature.Loss, side: Int, isReduced: Bool) {
    let isSmall = side < Self.smallSide
    (block, color, pixel) =
      switch loss {
      case .size where isSmall: ((16, 10), (8, 10), (64, 20))
      case .size where isReduced: ((12, 20), (32, 10), (384, 60))
      case .size: ((48, 10), (8, 20), (256, 60))
      case .detail where isSmall: ((40, 10), (96, 20), (512, 40))
      case .detail where isReduced: ((40, 10), (64, 20), (384, 20))
      case .detail: ((40, 20), (96, 20), (512, 20))
      case _ where isSmall: ((24, 10), (48, 10), (64, 20))
      case _ where isReduced: ((40, 20), (96, 20), (384, 60))
      default: ((48, 20), (96, 20), (384, 40))
      }
  }
}

/// The differences of two pictures in one value of each pixel, and the steps to its neighbours.
private struct PlaneSteps {
  private let (width, height): (Int, Int)
  private var differences: [Int]
  /// The largest step to a neighbour, in either picture.
  private var steps: [Int]
  /// The distance of each from its neighbours, in both pictures.
  private var bends: [Int]

  private static let side = 8

  init(_ one: [Int], _ two: [Int], width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    differences = zip(one, two).map { $0 - $1 }
    (steps, bends) = (differences, differences)
    for y in 0..<height {
      for x in 0..<width {
        let place = y * width + x
        var (step, bend) = (0, 0)
        func add(_ other: Int, _ isInside: Bool) {
          guard isInside else { return }
          let (first, second) = (one[other] - one[place], two[other] - two[place])
          step = max(step, abs(first), abs(second))
          bend += first + second
        }
        add(place - 1, x > 0)
        add(place + 1, x + 1 < width)
        add(place - width, y > 0)
        add(place + width, y + 1 < height)
        (steps[place], bends[place]) = (step, bend)
      }
    }
  }

  /// Whether the differences of colours in all blocks are within bounds.
  func haveColors(within bounds: CopyBounds) -> Bool {
    areBlocks(differences, within: bounds.color)
  }

  /// Whether the differences of lumas in all pixels and blocks are within bounds.
  ///
  /// A blur of the whole picture is not a difference.
  func haveLumas(within bounds: CopyBounds) -> Bool {
    let (product, squares) = zip(differences, bends).reduce((0, 0)) {
      ($0.0 + $1.0 * $1.1, $0.1 + $1.1 * $1.1)
    }
    let filter = 1024 * product / max(1, squares)
    let rest = zip(differences, bends).map { $0 - filter * $1 / 1024 }
    var means = rest
    for y in 0..<height {
      for x in 0..<width {
        let place = y * width + x
        let (left, above) = (x > 0 ? 1 : 0, y > 0 ? width : 0)
        means[place] = abs(
          (rest[place] + rest[place - left] + rest[place - above] + rest[place - left - above]) / 4)
        let excess = 100 * (abs(rest[place]) - bounds.pixel.level)
        guard excess > 0 else { continue }
        let near = (max(0, y - 1)...min(height - 1, y + 1)).flatMap { row in
          (max(0, x - 1)...min(width - 1, x + 1)).map { steps[row * width + $0] }
        }
        if excess > bounds.pixel.share * (near.max() ?? 0) { return false }
      }
    }
    return areBlocks(means, within: bounds.block)
  }

  /// Whether the means of all blocks are within a bound.
  private func areBlocks(_ values: [Int], within bound: CopyBounds.Bound) -> Bool {
    func starts(_ length: Int) -> [Int] {
      stride(from: 0, to: length, by: Self.side).map { min($0, max(0, length - Self.side)) }
    }
    for top in starts(height) {
      for left in starts(width) {
        var (sum, step, count) = (0, 0, 0)
        for y in top..<min(top + Self.side, height) {
          for place in y * width + left..<y * width + min(left + Self.side, width) {
            sum += values[place]
            step += steps[place]
            count += 1
          }
        }
        if 100 * abs(sum) > 100 * bound.level * count + bound.share * step { return false }
      }
    }
    return true
  }
}
