internal import SheetImaging
internal import SheetLayout

/// The coverage of a box with four equal corners on a sheet, row by row, optionally clipped.
///
/// Coverage, from 0 to 255, is the fraction of a pixel that the box or its shadow covers.
struct BoxMask {
  let box: PixelRect
  private let corner: BoxCorner
  /// The visible part of the box.
  private var bounds: PixelRect

  /// Creates the mask of a box, clipped to `bounds`.
  ///
  /// - Precondition: The corners do not overlap: the box is at least twice as wide and as high as a
  ///   corner.
  init(_ box: PixelRect, corner: BoxCorner, in bounds: PixelRect) {
    precondition(
      min(box.width, box.height) >= 2 * corner.side, "a box that is smaller than its corners")
    (self.box, self.corner, self.bounds) = (box, corner, bounds.intersection(box))
  }

  /// The part of this mask that lies in `area`.
  func clipped(to area: PixelRect) -> BoxMask {
    var part = self
    part.bounds = bounds.intersection(area)
    return part
  }

  /// The columns of a sheet row that are at least partly covered.
  func touchedColumns(ofRow y: Int) -> Range<Int> {
    columns(ofRow: y) { $0.middle > 0 || !$0.rim.isEmpty ? $0.first : nil }
  }

  /// The columns of a sheet row that are fully covered, among ``touchedColumns(ofRow:)``.
  func fullColumns(ofRow y: Int) -> Range<Int> {
    columns(ofRow: y) { $0.middle == 255 ? $0.settled : nil }
  }

  /// The middle columns of a sheet row, which all have the same coverage, and that coverage.
  func middle(ofRow y: Int) -> (columns: Range<Int>, coverage: UInt8) {
    let columns = columns(ofRow: y) { $0.settled }
    return (columns, columns.isEmpty ? 0 : row(y).middle)
  }

  /// Writes the coverage of some touched columns of a sheet row, one value per column.
  func coverage(
    ofRow y: Int, _ columns: Range<Int>, into coverage: inout MutableSpan<UInt8>
  ) {
    precondition(
      columns.lowerBound >= box.x && columns.upperBound <= box.maxX
        && columns.count == coverage.count, "columns outside the box")
    let row = row(y)
    for column in columns {
      // The right half mirrors the left one.
      let place = min(column - box.x, box.maxX - 1 - column)
      coverage[column - columns.lowerBound] =
        if place < row.first {
          0
        } else if place < row.settled {
          corner.values[row.rim.lowerBound + place - row.first]
        } else {
          row.middle
        }
    }
  }

  /// The visible columns at least a given distance from both sides of the box; none if `distance`
  /// returns nil.
  private func columns(ofRow y: Int, from distance: (BoxCorner.Row) -> Int?) -> Range<Int> {
    guard bounds.y..<bounds.maxY ~= y, let distance = distance(row(y)) else {
      return bounds.x..<bounds.x
    }
    let start = box.x + distance
    return (start..<max(start, box.maxX - distance)).clamped(to: bounds.x..<bounds.maxX)
  }

  private func row(_ y: Int) -> BoxCorner.Row {
    precondition(box.y..<box.maxY ~= y, "a row outside the box")
    return corner.rows[min(y - box.y, box.maxY - 1 - y, corner.side)]
  }
}

/// The coverage of the top left corner of a box; the other three mirror it.
///
/// It is computed with additions, multiplications, divisions and square roots only, which give the
/// same bits on every machine.
final class BoxCorner: Sendable {
  /// One row of pixels: uncovered ones, then a rim of varying coverage, then constant coverage up
  /// to the middle of the box.
  struct Row: Sendable {
    /// The first column with any coverage.
    let first: Int
    /// The indices of the rim's coverage in ``values``.
    let rim: Range<Int>
    /// The coverage of each pixel after the rim.
    let middle: UInt8

    /// The first column after the rim.
    var settled: Int { first + rim.count }
  }

  /// The number of rows and columns that differ from the middle of the box.
  let side: Int

  /// The rows of the corner, then one row that stands for all rows below the corner.
  let rows: [Row]
  /// The coverage of all rims.
  let values: [UInt8]

  /// Creates a corner from ``side`` + 1 rows of coverage.
  ///
  /// Each row extends from the left edge to the first column of the middle.
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
  /// Corners by blur and radius; most boxes of a sheet have the same corners.
  private static let recent = LRUCache<SIMD2<Int>, BoxCorner>(limit: 16)

  /// A corner rounded by a quarter circle.
  ///
  /// The coverage of pixels at the edge is the fraction of their area inside the box, accurate to
  /// about 1/255. `radius` is in pixels and not negative.
  static func round(radius: Int) -> BoxCorner {
    precondition(radius >= 0, "a radius below zero")
    return recent.value(of: [0, radius]) {
      BoxCorner(side: radius, rows: (0...radius).lazy.map { roundRow($0, radius: radius) })
    }
  }

  /// The number of lines through a row of pixels used to approximate areas.
  private static let linesPerRow = 16

  private static func roundRow(_ y: Int, radius: Int) -> [UInt8] {
    guard y < radius else { return [255] }
    // The left edge of the box on each line from top to bottom; each is further left than the one
    // above it.
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
  /// Coverage rises from 0 at `blur` pixels outside the box to 255 at `blur` pixels inside; at the
  /// edge it is half. In between, coverage follows 3t² - 2t³, which is close to a Gaussian blur
  /// with a standard deviation of `blur` / 2. A CSS box-shadow has that blur, but with an invisible
  /// tail.
  ///
  /// - Parameters:
  ///   - blur: In pixels, above 0.
  ///   - radius: The radius, in pixels, of the line of half coverage: from 0 to half the box's
  ///     shorter side. Blurring alone rounds the line by about `blur`; with a smaller radius, not
  ///     even the middle of the shadow is fully covered.
  /// - Returns: A corner that starts `blur` pixels outside the box.
  static func soft(blur: Int, radius: Int) -> BoxCorner {
    precondition(blur > 0 && radius >= 0, "a shadow without extent")
    return recent.value(of: [blur, radius]) { newSoft(blur: blur, radius: radius) }
  }

  private static func newSoft(blur: Int, radius: Int) -> BoxCorner {
    let side = blur + radius
    let reach = Double(blur)
    let bend = Double(radius)
    func coverage(_ distance: Double) -> UInt8 {
      let share = min(max((reach - distance) / (2 * reach), 0), 1)
      return UInt8(share * share * (3 - 2 * share) * 255 + 0.5)
    }
    // The distance of a pixel's centre from the centre of the corner's circle, along one axis.
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
