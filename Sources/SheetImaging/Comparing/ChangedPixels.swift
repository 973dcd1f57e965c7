/// How many pixels changed, and where.
package struct ChangedPixels: Sendable {
  /// All changed pixels together.
  package private(set) var all = ChangedRegion()
  /// The number of pixels that differ only because of antialiasing; 0 if they count as changed.
  package var smoothed = 0
  /// The largest colour difference of a changed pixel: from 0 to 1, or slightly more for vivid
  /// colours.
  package private(set) var largest = 0.0
  private var search = RegionSearch()

  package init() {}

  /// The regions of neighbouring changed pixels, at most 50.
  ///
  /// They are the ones with the most pixels, in descending order.
  package var regions: [ChangedRegion] { search.largest }

  /// Adds adjacent pixels of a row.
  ///
  /// Rows must be added from top to bottom, and their pixels from left to right.
  package mutating func add(columns: Range<Int>, row: Int, distance: Double) {
    if columns.isEmpty { return }
    let added = ChangedRegion(columns: columns, row: row)
    all.add(added)
    search.add(added)
    largest = max(largest, distance)
  }
}

/// Changed pixels in one part of a picture.
package struct ChangedRegion: Hashable, Sendable {
  /// The number of changed pixels.
  package private(set) var changed = 0
  /// The columns that contain changed pixels, from the first to the last; empty if there are none.
  package private(set) var columns = 0..<0
  /// The rows that contain changed pixels, from the first to the last; empty if there are none.
  package private(set) var rows = 0..<0

  init() {}

  /// Creates a region of adjacent pixels in a row.
  init(columns: Range<Int>, row: Int) {
    (changed, self.columns, rows) = (columns.count, columns, row..<row + 1)
  }

  mutating func add(_ other: ChangedRegion) {
    changed += other.changed
    columns = columns.hull(with: other.columns)
    rows = rows.hull(with: other.rows)
  }
}

extension Range<Int> {
  /// The smallest range that contains both ranges.
  ///
  /// Empty ranges are ignored.
  fileprivate func hull(with other: Range) -> Range {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

/// Finds regions of neighbouring changed pixels, row by row.
///
/// Two pixels are in the same region if they are at most ``reach`` columns and ``reach`` rows
/// apart, or connected through other changed pixels. The search holds the pixels of the most recent
/// rows, as runs, and the regions that these may still enlarge, so its memory grows with the width
/// of a picture, not with its height.
struct RegionSearch {
  /// The maximum distance between neighbouring changed pixels, in pixels along each axis.
  static let reach = 8
  /// The maximum number of regions in the result.
  static let maximumCount = 50

  /// Neighbouring pixels of a row, from the first to the last.
  ///
  /// Everything within reach of the run is within reach of one of its pixels, so gaps need not be
  /// recorded.
  private struct Run {
    let columns: Range<Int>
    var region: Int
  }

  private struct Row {
    var number = Int.min
    var runs: [Run] = []
    /// The first run, from the left, that the next run may still reach.
    var next = 0
  }

  /// The current row and the rows it may reach, in a ring buffer indexed by row number.
  private var rows = [Row](repeating: Row(), count: reach + 1)
  /// The last run, which may still grow.
  private var run = ChangedRegion()
  private var regions: [ChangedRegion] = []
  /// For each region, the region it was joined to, or itself.
  private var links: [Int] = []
  /// Regions that can no longer grow, largest first.
  private var complete: [ChangedRegion] = []
  /// The number of regions at which complete ones are removed.
  private var limit = minimumLimit
  private static let minimumLimit = 256

  /// The regions with the most pixels so far, in descending order.
  var largest: [ChangedRegion] {
    var ended = self
    ended.endRun()
    ended.takeOutComplete(before: .max)
    return ended.complete
  }

  /// The number of regions and runs in memory.
  var heldCount: Int { rows.reduce(regions.count) { $0 + $1.runs.count } }

  /// Adds adjacent pixels of a row, which come after all pixels added so far.
  mutating func add(_ pixels: ChangedRegion) {
    if run.rows == pixels.rows, pixels.columns.lowerBound - run.columns.upperBound < Self.reach {
      run.add(pixels)
    } else {
      endRun()
      run = pixels
    }
  }

  /// Joins the last run with the regions that it reaches.
  private mutating func endRun() {
    guard run.changed > 0 else { return }
    let (row, columns) = (run.rows.lowerBound, run.columns)
    let slot = row % rows.count
    if rows[slot].number != row {
      if regions.count >= limit { takeOutComplete(before: row) }
      for index in rows.indices { rows[index].next = 0 }
      rows[slot].number = row
      rows[slot].runs.removeAll(keepingCapacity: true)
    }
    var region: Int?
    for index in rows.indices where index != slot && rows[index].number >= row - Self.reach {
      let runs = rows[index].runs
      var next = rows[index].next
      while next < runs.count, columns.lowerBound - runs[next].columns.upperBound >= Self.reach {
        next += 1
      }
      rows[index].next = next
      while next < runs.count, runs[next].columns.lowerBound - columns.upperBound < Self.reach {
        region = join(region, runs[next].region)
        next += 1
      }
    }
    if let region {
      regions[region].add(run)
    } else {
      links.append(regions.count)
      regions.append(run)
    }
    rows[slot].runs.append(Run(columns: columns, region: region ?? regions.count - 1))
  }

  /// Joins the regions `one` and `other`, unless `one` is nil.
  ///
  /// Returns the resulting region.
  private mutating func join(_ one: Int?, _ other: Int) -> Int {
    let other = root(other)
    guard let one else { return other }
    let (kept, joined) = (min(one, other), max(one, other))
    if kept != joined {
      regions[kept].add(regions[joined])
      links[joined] = kept
    }
    return kept
  }

  /// The region that a region was finally joined to.
  private mutating func root(_ region: Int) -> Int {
    var region = region
    while links[region] != region {
      links[region] = links[links[region]]
      region = links[region]
    }
    return region
  }

  /// Removes regions that no later row can reach, and renumbers the rest.
  private mutating func takeOutComplete(before row: Int) {
    var kept: [ChangedRegion] = []
    var numbers = [Int?](repeating: nil, count: regions.count)
    for index in rows.indices where rows[index].number >= row - Self.reach {
      for place in rows[index].runs.indices {
        let root = root(rows[index].runs[place].region)
        if numbers[root] == nil {
          numbers[root] = kept.count
          kept.append(regions[root])
        }
        rows[index].runs[place].region = numbers[root] ?? 0
      }
    }
    for region in regions.indices where links[region] == region && numbers[region] == nil {
      add(complete: regions[region])
    }
    (regions, links) = (kept, Array(kept.indices))
    limit = max(Self.minimumLimit, 2 * kept.count)
  }

  private mutating func add(complete region: ChangedRegion) {
    let place = complete.firstIndex { region.comes(before: $0) } ?? complete.count
    guard place < Self.maximumCount else { return }
    complete.insert(region, at: place)
    if complete.count > Self.maximumCount { complete.removeLast() }
  }
}

extension ChangedRegion {
  /// Whether this region comes before another: the one with more pixels comes first.
  ///
  /// If they have the same number, the one further up comes first, or else the one further left.
  fileprivate func comes(before other: ChangedRegion) -> Bool {
    let (top, left) = (rows.lowerBound, columns.lowerBound)
    return (other.changed, top, left, rows.upperBound, columns.upperBound)
      < (
        changed, other.rows.lowerBound, other.columns.lowerBound, other.rows.upperBound,
        other.columns.upperBound
      )
  }
}
