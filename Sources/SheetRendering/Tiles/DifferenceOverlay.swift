internal import SheetImaging
internal import SheetLayout
internal import SheetPictures

/// Draws changes over a tile that shows a difference, row by row.
final class DifferenceOverlay {
  private let rows: DifferenceRows
  private let mask: ChangeMask
  private let lastRow: Int
  /// For each value of a change, the bytes of the pixel that is drawn; empty if none is drawn.
  private let colors: [[UInt8]]

  /// Subscribes to the changes of a difference picture, none of whose rows has been read yet.
  init(_ rows: DifferenceRows, _ stored: StoredPlacement, height: Int, in format: PixelFormat) {
    let mask = ChangeMask(stored, showingMeans: rows.colors.showsMeans)
    (self.rows, self.mask, lastRow) = (rows, mask, height - 1)
    colors = (0...UInt8.max).map { rows.colors[$0].map(format.pixel) ?? [] }
    rows.takeChanges = { mask.add($0, $1) }
  }

  /// Reads the rows of the picture that a row of the tile needs.
  func prepare(_ line: Int) throws {
    try rows.advance(through: min(mask.lastRow(of: line), lastRow))
  }

  /// Draws over a row of the tile, after the row has been prepared.
  func draw(_ line: Int, into bytes: inout MutableSpan<UInt8>) {
    guard let changes = mask.take(line) else { return }
    let none = PixelChange.none.rawValue
    for (x, change) in changes.enumerated()
    where change != none && ChangeColors.isDrawn(change, x: x, y: line) {
      let color = colors[Int(change)]
      for index in color.indices { bytes[x * color.count + index] = color[index] }
    }
  }
}

extension PixelFormat {
  /// The bytes of a pixel in the colour of a change.
  func pixel(_ color: ChangeColors.Code) -> [UInt8] {
    let codes = [color.red, color.green, color.blue].prefix(channels.colorCount)
    // A repeated byte is the same fraction of 65,535 as the byte is of 255.
    return (codes + (channels.hasAlpha ? [255] : []))
      .flatMap { [UInt8](repeating: $0, count: depth.bytes) }
  }
}

/// The change of each pixel of a tile: the greatest change among the picture's pixels that this
/// pixel shows, or their mean amount of change.
///
/// With the greatest change, a single changed pixel does not vanish in a small tile. With means,
/// the picture of changes looks the same at any size. Rows and columns are those of the stored
/// picture.
final class ChangeMask {
  private let size: PixelSize
  private let columns: Range<Double>
  private let rows: Range<Double>
  /// The changed rows of the tile, until they are taken.
  private var changed: [Int: [UInt8]] = [:]
  /// The mean amounts of change in the changed rows so far, in which unchanged pixels count as 0;
  /// empty if the greatest changes are shown.
  private var amounts: [Int: [Double]] = [:]
  private let showsMeans: Bool

  /// Creates a mask for part of a picture.
  init(_ stored: StoredPlacement, showingMeans showsMeans: Bool) {
    (size, columns, rows) = (stored.size, stored.columns, stored.rows)
    self.showsMeans = showsMeans
  }

  /// Adds the changes in a row of the picture.
  func add(_ row: Int, _ changes: DifferenceRows.Changes) {
    let none = PixelChange.none.rawValue
    let hasCommon = changes.common.contains { $0 != none }
    guard hasCommon || !changes.unshared.isEmpty else { return }
    let lines = Self.pixels(of: row..<row + 1, in: rows, size.height)
    guard !lines.isEmpty else { return }
    var pooled = [UInt8](repeating: none, count: size.width)
    func pool(_ places: Range<Int>, _ change: UInt8) {
      for place in Self.pixels(of: places, in: columns, size.width) {
        pooled[place] = max(pooled[place], change)
      }
    }
    if hasCommon {
      for (x, change) in changes.common.enumerated() where change != none {
        pool(x..<x + 1, change)
      }
    }
    if !changes.unshared.isEmpty { pool(changes.unshared, PixelChange.changed.rawValue) }
    for line in lines {
      guard let known = changed[line] else {
        changed[line] = pooled
        continue
      }
      changed[line] = zip(known, pooled).map { max($0, $1) }
    }
    if showsMeans, hasCommon { addAmounts(changes.common, row, in: lines) }
  }

  /// Adds the amounts of change in a row of the picture to rows of the tile.
  private func addAmounts(_ changes: [UInt8], _ row: Int, in lines: Range<Int>) {
    var means = [Double](repeating: 0, count: size.width)
    for (x, change) in changes.enumerated() {
      guard let amount = ChangeColors.amount(ofByte: change), amount > 0 else { continue }
      for place in Self.pixels(of: x..<x + 1, in: columns, size.width) {
        means[place] += amount * Self.share(of: x, in: place, columns, size.width)
      }
    }
    for line in lines {
      let share = Self.share(of: row, in: line, rows, size.height)
      var sums = amounts[line] ?? [Double](repeating: 0, count: size.width)
      for place in sums.indices { sums[place] += share * means[place] }
      amounts[line] = sums
    }
  }

  /// The last row of the picture that a row of the tile shows.
  func lastRow(of line: Int) -> Int {
    let end =
      rows.lowerBound + Double(line + 1) * (rows.upperBound - rows.lowerBound) / Double(size.height)
    return Int((end - Self.tolerance).rounded(.up)) - 1
  }

  /// Takes the changes in a row of the tile; nil if there are none.
  func take(_ line: Int) -> [UInt8]? {
    guard var changes = changed.removeValue(forKey: line) else { return nil }
    guard let means = amounts.removeValue(forKey: line) else { return changes }
    for (place, mean) in means.enumerated() where mean > 0 {
      changes[place] = ChangeColors.byte(ofAmount: mean)
    }
    return changes
  }

  /// Overlaps up to this size are due to rounding, and are ignored.
  private static let tolerance = 1e-6

  /// The fraction of a tile pixel, along one side, that shows a given pixel of the picture.
  private static func share(
    of place: Int, in pixel: Int, _ shown: Range<Double>, _ count: Int
  ) -> Double {
    let step = (shown.upperBound - shown.lowerBound) / Double(count)
    let start = max(Double(place), shown.lowerBound + Double(pixel) * step)
    let end = min(Double(place + 1), shown.lowerBound + Double(pixel + 1) * step)
    return max(0, end - start) / step
  }

  /// The range of tile pixels, along one side, that cover a range of the picture's pixels.
  private static func pixels(
    of places: Range<Int>, in shown: Range<Double>, _ count: Int
  ) -> Range<Int> {
    let scale = Double(count) / (shown.upperBound - shown.lowerBound)
    func position(_ edge: Int, _ tolerance: Double) -> Double {
      // If almost nothing is shown, this may be infinite or NaN; the maximum of 0 and NaN is 0.
      let position = (Double(edge) - shown.lowerBound) * scale + tolerance
      return min(max(0, position), Double(count))
    }
    let first = Int(position(places.lowerBound, tolerance).rounded(.down))
    let last = Int(position(places.upperBound, -tolerance).rounded(.up))
    return first..<max(first, last)
  }
}
