/// The top left corner of a box that is the same at all four: how much of each pixel there is
/// covered.
///
/// It is computed once, for boxes of every size, and shared by them. Only additions, multiplications, divisions and
/// square roots are used, which give the same bits everywhere.
public final class BoxCorner: Sendable {
  /// One row of pixels: nothing, then a rim that differs from pixel to pixel, then one coverage
  /// up to the middle of the box.
  struct Row: Sendable {
    /// The first column that is covered at all.
    let first: Int
    /// The rim's place in the corner's values.
    let rim: Range<Int>
    /// How much is covered of each pixel behind the rim.
    let middle: UInt8

    /// The column behind the rim.
    var settled: Int { first + rim.count }
  }

  /// The number of rows and of columns that differ from those in the middle of the box.
  public let side: Int

  /// The rows of the corner, and one more for all below it.
  let rows: [Row]
  /// The coverage of the pixels of all rims.
  let values: [UInt8]

  /// Creates a corner of rows of coverage from the left edge on, each with what stays the same
  /// from some column before ``side`` on at its end.
  private init(side: Int, rows coverage: some Sequence<[UInt8]>) {
    self.side = side
    var rows: [Row] = []
    var values: [UInt8] = []
    for row in coverage {
      let middle = row[row.count - 1]
      let first = row.firstIndex { $0 > 0 } ?? row.count - 1
      let settled = (row.lastIndex { $0 != middle } ?? first - 1) + 1
      let start = values.count
      if first < settled { values += row[first..<settled] }
      rows.append(Row(first: first, rim: start..<values.count, middle: middle))
    }
    self.rows = rows
    self.values = values
  }
}

extension BoxCorner {
  /// A square corner.
  public static let square = round(radius: 0)

  /// The corner of a box that is rounded by a quarter of a circle.
  ///
  /// Pixels at the edge are covered by the area of the box in them, to about the step of the
  /// coverage. `radius` is in pixels, and not negative.
  public static func round(radius: Int) -> BoxCorner {
    precondition(radius >= 0, "a radius below zero")
    return BoxCorner(side: radius, rows: (0...radius).lazy.map { roundRow($0, radius: radius) })
  }

  /// How many lines through a row of pixels are measured for the area.
  private static let linesPerRow = 16

  private static func roundRow(_ y: Int, radius: Int) -> [UInt8] {
    guard y < radius else { return [255] }
    // Where the box begins on each line, top down: further and further to the left.
    let starts = (0..<linesPerRow).map { line in
      let height = Double(radius - y) - (Double(line) + 0.5) / Double(linesPerRow)
      return Double(radius) - (Double(radius * radius) - height * height).squareRoot()
    }
    let (highest, lowest) = (starts[0], starts[linesPerRow - 1])
    var row = [UInt8](repeating: 0, count: Int(lowest))
    while Double(row.count) < highest {
      let right = Double(row.count + 1)
      let area = starts.reduce(0) { $0 + min(max(right - $1, 0), 1) }
      row.append(UInt8(area / Double(linesPerRow) * 255 + 0.5))
    }
    return row + [255]
  }

  /// The corner of the soft shadow of a box.
  ///
  /// The shadow begins `blur` pixels outside of the box and is whole `blur` pixels inside; at
  /// the edge it is half. In between it runs as 3t² - 2t³, which comes close to a Gaussian blur
  /// of half of it as deviation, as of a CSS box-shadow, and ends where that would go on unseen.
  ///
  /// `blur` is in pixels and above zero; the corner starts so far outside of the box. `radius` is
  /// what the shadow is bent by at the middle of its edge: not negative, and at most half of the
  /// box's shorter side. Blurring by itself bends by about `blur`; where it is less, the shadow is
  /// not whole even in the middle.
  public static func soft(blur: Int, radius: Int) -> BoxCorner {
    precondition(blur > 0 && radius >= 0, "a shadow of no extent")
    let side = blur + radius
    let reach = Double(blur)
    let bend = Double(radius)
    func coverage(_ distance: Double) -> UInt8 {
      let share = min(max((reach - distance) / (2 * reach), 0), 1)
      return UInt8(share * share * (3 - 2 * share) * 255 + 0.5)
    }
    // The place of a pixel's middle before the centre that the corner is bent around.
    func before(_ pixel: Int) -> Double { max(Double(side - pixel) - 0.5, 0) }
    return BoxCorner(
      side: side,
      rows: (0...side).lazy.map { y in
        (0...side).map { x in
          let (left, above) = (before(x), before(y))
          return coverage((left * left + above * above).squareRoot() - bend)
        }
      })
  }
}
