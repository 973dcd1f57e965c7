internal import SheetImaging
internal import SheetLayout

/// What changed in the pixels of a tile: the most that changed in any pixel of the picture that a pixel
/// of the tile shows a part of.
///
/// So a single changed pixel does not vanish in a small tile, as it would in a mean. All is in terms of
/// the picture as it is stored.
final class ChangeMask {
  private let size: PixelSize
  private let columns: Range<Double>
  private let rows: Range<Double>
  /// The rows of the tile that something has changed in, until they are taken.
  private var changed: [Int: [UInt8]] = [:]

  /// A mask for a part of a picture.
  init(_ stored: StoredPlacement) {
    (size, columns, rows) = (stored.size, stored.columns, stored.rows)
  }

  /// Adds a row of the picture: the raw value of a `PixelChange` for each column.
  func add(_ row: Int, _ changes: [UInt8]) {
    guard changes.contains(where: { $0 != PixelChange.none.rawValue }) else { return }
    let lines = Self.pixels(of: row, in: rows, size.height)
    guard !lines.isEmpty else { return }
    var pooled = [UInt8](repeating: PixelChange.none.rawValue, count: size.width)
    for (x, change) in changes.enumerated() where change != PixelChange.none.rawValue {
      for place in Self.pixels(of: x, in: columns, size.width) {
        pooled[place] = max(pooled[place], change)
      }
    }
    for line in lines {
      guard let known = changed[line] else {
        changed[line] = pooled
        continue
      }
      changed[line] = zip(known, pooled).map { max($0, $1) }
    }
  }

  /// The last row of the picture that a row of the tile shows a part of.
  func lastRow(of line: Int) -> Int {
    let end =
      rows.lowerBound + Double(line + 1) * (rows.upperBound - rows.lowerBound) / Double(size.height)
    return Int((end - Self.tolerance).rounded(.up)) - 1
  }

  /// Takes what changed in a row of the tile; nil for nothing.
  func take(_ line: Int) -> [UInt8]? { changed.removeValue(forKey: line) }

  /// Pixels that only rounding makes overlap do not.
  private static let tolerance = 1e-6

  /// The pixels of a side of the tile that show a part of a pixel of the picture.
  private static func pixels(of place: Int, in shown: Range<Double>, _ count: Int) -> Range<Int> {
    let scale = Double(count) / (shown.upperBound - shown.lowerBound)
    let start = (Double(place) - shown.lowerBound) * scale + tolerance
    let end = (Double(place + 1) - shown.lowerBound) * scale - tolerance
    let first = max(0, Int(max(0, start).rounded(.down)))
    let last = min(count, Int(min(Double(count), max(0, end)).rounded(.up)))
    return first..<max(first, last)
  }
}
