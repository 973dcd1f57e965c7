/// A reduced picture with enough pixels to tell its copies from pictures that merely look similar.
package struct CopyMiniature: Sendable {
  /// The longer side of the miniature, unless the picture is smaller.
  package static let side = 256

  /// The pixels of the upright picture, in sRGB with straight alpha.
  private let pixels: [UInt32]
  private let (width, height): (Int, Int)

  /// Creates a miniature from a picture whose rows have all been added.
  package init(of rows: MiniatureRows, turned orientation: Orientation) {
    let stored = rows.pixels
    let swaps = orientation.swapsSides
    (width, height) = swaps ? (rows.height, rows.width) : (rows.width, rows.height)
    var upright = stored
    for row in 0..<rows.height {
      let line = orientation.line(ofRow: row, width: rows.width, height: rows.height)
      let (start, step) = (line.y * width + line.x, line.stepY * width + line.stepX)
      for column in 0..<rows.width {
        upright[start + column * step] = stored[row * rows.width + column]
      }
    }
    pixels = upright
  }

  /// The size of the miniature in memory, in bytes.
  package var byteCount: Int { 4 * pixels.count }

  /// What a copy may have lost, not counting rounding errors.
  package enum Loss: CaseIterable, Sendable {
    /// Nothing: the copy's pixels are equal apart from rounding.
    case nothing
    /// Detail that resizing removes.
    case size
    /// Detail that compression, and possibly resizing, removes.
    case detail
  }

  /// The difference between two pictures if one may be a copy of the other, otherwise nil.
  ///
  /// Pictures are compared at the smaller of their two sizes. The difference is 0 for equal pixels,
  /// and 1 for pixels that are equal apart from rounding. For losses of size or detail, it is 1
  /// plus the sum of the mean differences in all views, in 16ths of an 8-bit level.
  package func difference(from other: CopyMiniature, losing loss: Loss) -> Int? {
    let (width, height) = (min(width, other.width), min(height, other.height))
    let (one, two) = (pixels(width, height), other.pixels(width, height))
    if one == two { return 0 }
    guard let bounds = CopyBounds(loss), max(width, height) >= CopyBounds.minimumSide else {
      return zip(one, two).allSatisfy { RGBAPixel($0).isNear(RGBAPixel($1)) } ? 1 : nil
    }
    var sum = 1
    let areOpaque = (one + two).allSatisfy { $0 >> 24 == 255 }
    for view in CopyView.allCases where view != .onWhite || !areOpaque {
      var plane = PlaneDifference(
        one.map { RGBAPixel($0).level(view) }, two.map { RGBAPixel($0).level(view) }, width: width)
      guard view.isColor ? plane.isColor(within: bounds) : plane.isLuma(within: bounds) else {
        return nil
      }
      sum += plane.mean
    }
    return sum
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

/// Which values of pixels are compared.
///
/// If any pixels are translucent, luma is compared over black and over white.
private enum CopyView: CaseIterable {
  case onBlack, onWhite, red, blue

  var isColor: Bool { self == .red || self == .blue }
}

extension RGBAPixel {
  /// The value of the pixel in a view, in 16ths of a level.
  fileprivate func level(_ view: CopyView) -> Int {
    switch view {
    case .onBlack: 16 * luma * alpha / 255
    case .onWhite: 16 * (luma * alpha + 255 * (255 - alpha)) / 255
    case .red: 16 * (red - luma) * alpha / 255
    case .blue: 16 * (blue - luma) * alpha / 255
    }
  }

  /// Whether this pixel equals another one apart from rounding.
  fileprivate func isNear(_ other: RGBAPixel) -> Bool {
    [(red, other.red), (green, other.green), (blue, other.blue), (255, 255)].allSatisfy {
      abs($0 * alpha - $1 * other.alpha) <= 2 * 255
    }
  }
}

/// Limits on how much a copy may differ.
///
/// Compression and resizing blur edges and make them ring. This noise is proportional to the nearby
/// steps in brightness, and its sign varies, so it averages out over larger squares of pixels. A
/// changed letter or symbol is not noise: it differs by more than the steps around it explain, or
/// by far more than anything else in the picture. On plots, screenshots, photographs and icons,
/// these limits tell most copies from all other pictures.
private struct CopyBounds {
  /// The maximum mean difference of luma in squares of each size.
  ///
  /// It is a percentage of the sum of the mean step in the square and ``level``.
  let shares: [(side: Int, percentage: Int)]
  /// The maximum mean difference of colours in squares of ``colorSide``, in 16ths of a level.
  let color: Int

  /// Colours have coarser noise, as compression halves their resolution.
  static let colorSide = 8
  /// The step in brightness that is added to the mean step of every square, in 16ths of a level.
  static let level = 8 * 16
  /// The maximum mean difference in any square of ``peakSide``, as a multiple of the root mean
  /// square of the differences in all such squares.
  static let peak = 14
  static let peakSide = 3
  /// How much of the mean difference in a square may be due to rounding, in 16ths of a level.
  static let rounding = 24
  /// The minimum of the longer side; smaller pictures have too few pixels to tell noise from
  /// content.
  static let minimumSide = 12

  init?(_ loss: CopyMiniature.Loss) {
    switch loss {
    case .nothing: return nil
    case .size: (shares, color) = ([(1, 70), (2, 52), (4, 33), (8, 30)], 10 * 16)
    case .detail: (shares, color) = ([(1, 88), (2, 64), (4, 42), (8, 30)], 17 * 16)
    }
  }
}

/// The differences between two pictures, with one value per pixel.
private struct PlaneDifference {
  private let (one, two): ([Int], [Int])
  private let (width, height): (Int, Int)
  private var differences: [Int]

  init(_ one: [Int], _ two: [Int], width: Int) {
    (self.one, self.two) = (one, two)
    (self.width, height) = (width, one.count / width)
    differences = zip(one, two).map { $0 - $1 }
  }

  var mean: Int { differences.reduce(0) { $0 + abs($1) } / differences.count }

  /// Whether the colour differences are within the limits.
  func isColor(within bounds: CopyBounds) -> Bool {
    let squares = SquareSums(differences, width: width).sums(CopyBounds.colorSide)
    return squares.values.allSatisfy { abs($0) <= bounds.color * squares.count }
  }

  /// Whether the luma differences are within the limits.
  ///
  /// A blur of the whole picture does not count as a difference, and is removed first.
  mutating func isLuma(within bounds: CopyBounds) -> Bool {
    let steps = unblur()
    let (sums, stepSums) = (
      SquareSums(differences, width: width), SquareSums(steps, width: width)
    )
    for (side, percentage) in bounds.shares {
      let squares = sums.sums(side)
      let assumedStep = CopyBounds.level * squares.count
      // The noise of a pixel is judged by the largest step around it.
      let near = side > 1 ? stepSums.sums(side).values : largestNear(steps)
      for (sum, step) in zip(squares.values, near)
      where 100 * abs(sum) > percentage * (step + assumedStep) {
        return false
      }
    }
    let squares = sums.sums(CopyBounds.peakSide)
    let most = squares.values.reduce(0) { max($0, abs($1)) } - CopyBounds.rounding * squares.count
    let energy = squares.values.reduce(0) { $0 + $1 * $1 }
    return most <= 0
      || most * most * squares.values.count <= CopyBounds.peak * CopyBounds.peak * energy
  }

  /// Removes the effect of the filter that explains most of the differences when applied to the
  /// whole picture.
  ///
  /// Returns the largest step from each pixel to a neighbour, in either picture.
  private mutating func unblur() -> [Int] {
    var steps = [Int](repeating: 0, count: differences.count)
    var bends = steps
    for y in 0..<height {
      addSteps(from: y * width..<(y + 1) * width - 1, apart: 1, to: &steps, &bends)
    }
    addSteps(from: 0..<width * (height - 1), apart: width, to: &steps, &bends)
    let (product, squares) = zip(differences, bends).reduce((0, 0)) {
      ($0.0 + $1.0 * $1.1, $0.1 + $1.1 * $1.1)
    }
    let filter = 1024 * product / max(1, squares)
    differences = zip(differences, bends).map { $0 - filter * $1 / 1024 }
    return steps
  }

  /// Updates `steps` and `bends` with the steps between pixels that are `distance` apart; each step
  /// counts for both pixels.
  private func addSteps(
    from places: Range<Int>, apart distance: Int, to steps: inout [Int], _ bends: inout [Int]
  ) {
    let (one, two) = (one.span, two.span)
    var steps = steps.mutableSpan
    var bends = bends.mutableSpan
    let count = places.upperBound + distance
    precondition(
      places.lowerBound >= 0 && distance > 0 && count <= one.count && count <= two.count
        && count <= steps.count && count <= bends.count, "pixels outside the picture")
    for place in places {
      let other = place &+ distance
      let first = unsafe one[unchecked: other] &- one[unchecked: place]
      let second = unsafe two[unchecked: other] &- two[unchecked: place]
      let step = max(abs(first), abs(second))
      unsafe steps[unchecked: place] = max(steps[unchecked: place], step)
      unsafe steps[unchecked: other] = max(steps[unchecked: other], step)
      unsafe bends[unchecked: place] &+= first &+ second
      unsafe bends[unchecked: other] &-= first &+ second
    }
  }

  /// The maximum of each value and its neighbours.
  private func largestNear(_ values: [Int]) -> [Int] {
    let rows = values.indices.map { place in
      let x = place % width
      return max(
        values[place], values[x > 0 ? place - 1 : place],
        values[x + 1 < width ? place + 1 : place])
    }
    return rows.indices.map { place in
      max(
        rows[place], rows[place >= width ? place - width : place],
        rows[place + width < rows.count ? place + width : place])
    }
  }
}

/// Sums over squares of pixels.
///
/// They come from a summed-area table (F. Crow, "Summed-area tables for texture mapping", 1984).
struct SquareSums {
  private let (width, height): (Int, Int)
  /// The sum of all values above and to the left of each pixel corner.
  private var table: [Int]

  init(_ values: [Int], width: Int) {
    (self.width, height) = (width, values.count / width)
    table = [Int](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var sum = 0
      for x in 0..<width {
        sum += values[y * width + x]
        let corner = (y + 1) * (width + 1) + x + 1
        table[corner] = table[corner - width - 1] + sum
      }
    }
  }

  /// The sums over all squares of one size, clipped to the picture, and the number of pixels in
  /// each.
  func sums(_ side: Int) -> (values: [Int], count: Int) {
    let (columns, rows) = (min(side, width), min(side, height))
    let (across, down) = (width - columns + 1, height - rows + 1)
    var values = [Int](repeating: 0, count: across * down)
    let table = table.span
    var results = values.mutableSpan
    precondition(table.count == (width + 1) * (height + 1), "a table of another size")
    for y in 0..<down {
      let (above, below) = (y * (width + 1), (y + rows) * (width + 1))
      for x in 0..<across {
        let (left, right) = (x, x &+ columns)
        let upper = unsafe table[unchecked: above &+ right] &- table[unchecked: above &+ left]
        let lower = unsafe table[unchecked: below &+ right] &- table[unchecked: below &+ left]
        unsafe results[unchecked: y &* across &+ x] = lower &- upper
      }
    }
    return (values, columns * rows)
  }
}
