/// A region of neighbouring changed pixels, found by comparing every pixel with every other.
public struct ReferenceRegion: Hashable, Sendable {
  public let x, y, width, height, changed: Int

  /// Creates a region.
  public init(x: Int, y: Int, width: Int, height: Int, changed: Int) {
    (self.x, self.y, self.width, self.height, self.changed) = (x, y, width, height, changed)
  }

  /// The 50 regions with the most pixels, or all of them; among equals, upper and left ones come
  /// first.
  public static func all(among pixels: [(x: Int, y: Int)]) -> [ReferenceRegion] {
    var left = pixels
    var regions: [ReferenceRegion] = []
    while let first = left.popLast() {
      var found = [first]
      var next = 0
      while next < found.count {
        let place = found[next]
        let end = left.partition { abs($0.x - place.x) <= 8 && abs($0.y - place.y) <= 8 }
        found += left[end...]
        left.removeSubrange(end...)
        next += 1
      }
      let (columns, rows) = (found.map(\.x), found.map(\.y))
      guard let x = columns.min(), let y = rows.min(), let right = columns.max(),
        let bottom = rows.max()
      else { continue }
      regions.append(
        ReferenceRegion(
          x: x, y: y, width: right - x + 1, height: bottom - y + 1, changed: found.count))
    }
    regions.sort { ($1.changed, $0.y, $0.x) < ($0.changed, $1.y, $1.x) }
    return Array(regions.prefix(50))
  }
}
