/// Finds the members of a set of thumbnails that are most similar to a given one, with a bounded
/// number of comparisons.
///
/// It is a k-d tree (J. L. Bentley, "Multidimensional binary search trees", 1975) over signed sums
/// of the thumbnails' cells. A search starts at the nearest leaf (S. Arya and D. Mount, 1993).
/// Identical thumbnails share a point of the tree, so a search always finds them.
package struct ThumbnailIndex: Sendable {
  private let thumbnails: [Thumbnail]
  /// The point of each thumbnail in the tree.
  private let points: [Int]
  /// For each point, the members that share it.
  private var members: [[Int]]
  private var nodes: [Node] = []
  /// All points, ordered so that the points of each node are consecutive.
  private var order: [Int]
  /// The position of each point in ``order``.
  private var places: [Int]
  /// The cells of all points, in the same order as ``order``, so that most comparisons need no
  /// thumbnail.
  private var cells: [Int16] = []

  /// The maximum number of leaves visited by a search.
  ///
  /// This keeps the search time from growing with the number of thumbnails.
  static let maximumLeaves = 32
  static let leafSize = 8

  private struct Node {
    let range: Range<Int>
    /// The number of points in the node that have members.
    var used = 0
    /// The index of the sum that divides the node, and the smallest value of that sum in the upper
    /// part.
    var (axis, split) = (0, 0)
    /// The nodes of the two parts; 0 for a leaf.
    var (lower, upper) = (0, 0)

    init(_ range: Range<Int>) { self.range = range }
  }

  /// Creates an index of thumbnails, with all or none of them as members.
  package init(_ thumbnails: [Thumbnail], areMembers: Bool = false) {
    self.thumbnails = thumbnails
    let (points, firsts) = thumbnails.numbered
    self.points = points
    members = firsts.map { _ in [] }
    order = Array(firsts.indices)
    places = order
    let cells = firsts.map { thumbnails[$0].cells }
    let sums = cells.map { $0.span.sums }
    if !order.isEmpty { _ = part(order.indices, sums) }
    for (place, point) in order.enumerated() { places[point] = place }
    self.cells = order.flatMap { cells[$0] }
    if areMembers { for index in thumbnails.indices { insert(index) } }
  }

  /// Divides a range at the median of the sum that varies most.
  ///
  /// Returns the node of the range.
  private mutating func part(_ range: Range<Int>, _ sums: [[Int]]) -> Int {
    let number = nodes.count
    nodes.append(Node(range))
    guard range.count > Self.leafSize else { return number }
    let spreads = sums[0].indices.map { axis in
      let (least, most) = order[range].reduce((Int.max, Int.min)) {
        (min($0.0, sums[$1][axis]), max($0.1, sums[$1][axis]))
      }
      return most - least
    }
    let axis = spreads.indices.max { spreads[$0] < spreads[$1] } ?? 0
    order[range].sort { (sums[$0][axis], $0) < (sums[$1][axis], $1) }
    let middle = range.lowerBound + range.count / 2
    nodes[number].axis = axis
    nodes[number].split = sums[order[middle]][axis]
    nodes[number].lower = part(range.lowerBound..<middle, sums)
    nodes[number].upper = part(middle..<range.upperBound, sums)
    return number
  }

  /// Makes a thumbnail a member.
  ///
  /// - Precondition: The thumbnail is not a member yet.
  package mutating func insert(_ index: Int) {
    members[points[index]].append(index)
    if members[points[index]].count == 1 { count(points[index], 1) }
  }

  mutating func remove(_ index: Int) {
    guard let place = members[points[index]].firstIndex(of: index) else { return }
    members[points[index]].remove(at: place)
    if members[points[index]].isEmpty { count(points[index], -1) }
  }

  private mutating func count(_ point: Int, _ change: Int) {
    var number = 0
    while true {
      nodes[number].used += change
      let upper = nodes[number].upper
      guard upper > 0 else { return }
      number = places[point] < nodes[upper].range.lowerBound ? nodes[number].lower : upper
    }
  }

  /// The members most similar to a thumbnail, most similar first, without the thumbnail itself.
  ///
  /// Members identical to the thumbnail are never missed, unless there are more than `count`.
  ///
  /// - Parameters:
  ///   - index: The thumbnail, which need not be a member.
  ///   - count: The maximum number of members to find.
  ///   - limit: The maximum difference.
  /// - Returns: The indices of these members.
  package func nearest(to index: Int, _ count: Int, within limit: Int = .max / 4) -> [Int] {
    search(index, count, limit).found.map(\.index)
  }

  struct Search {
    let index: Int
    let count: Int
    /// The difference that members must stay below.
    var limit: Int
    var found: [(difference: Int, index: Int)] = []
    var comparisons = 0
    var leaves = 0
    /// The nodes to search, the nearest last; `difference` is at most twice the difference between
    /// the thumbnail and any point of the node.
    var nodes: [(difference: Int, node: Int)] = [(0, 0)]

    mutating func add(_ members: [Int], _ difference: Int) {
      for member in members.prefix(count + 1) where member != index && difference < limit {
        if found.count == count { found.removeLast() }
        let place = found.firstIndex { $0.difference > difference } ?? found.count
        found.insert((difference, member), at: place)
        if let last = found.last, found.count == count { limit = last.difference }
      }
    }

    mutating func add(_ node: Int, _ difference: Int, atMost most: Int) {
      if nodes.count == most {
        guard difference < nodes[0].difference else { return }
        nodes.removeFirst()
      }
      let place = nodes.lastIndex { $0.difference >= difference }
      nodes.insert((difference, node), at: place.map { $0 + 1 } ?? 0)
    }
  }

  /// The members most similar to each thumbnail, with their differences.
  ///
  /// Thumbnails are searched in the order of the tree, so that most of the tree stays in the
  /// caches.
  func neighbors(_ count: Int) -> [[(difference: Int, index: Int)]] {
    var neighbors = thumbnails.map { _ in [(difference: Int, index: Int)]() }
    for index in thumbnails.indices.sorted(by: { places[points[$0]] < places[points[$1]] }) {
      neighbors[index] = search(index, count, .max / 4).found
    }
    return neighbors
  }

  func search(_ index: Int, _ count: Int, _ limit: Int) -> Search {
    var search = Search(index: index, count: count, limit: limit + 1)
    let point = points[index]
    search.add(members[point], 0)
    let place = places[point]
    let sums = cells.span.extracting(range(of: place)).sums
    while search.leaves < Self.maximumLeaves, let (difference, node) = search.nodes.popLast(),
      difference < 2 * search.limit
    {
      var number = node
      while nodes[number].upper > 0, nodes[number].used > 0 {
        let node = nodes[number]
        let gap = sums[node.axis] - node.split
        let (near, far) = gap < 0 ? (node.lower, node.upper) : (node.upper, node.lower)
        let least = max(difference, abs(gap))
        if nodes[far].used > 0, least < 2 * search.limit {
          search.add(far, least, atMost: Self.maximumLeaves - search.leaves)
        }
        number = near
      }
      guard nodes[number].used > 0 else { continue }
      search.leaves += 1
      for other in nodes[number].range where other != place && !members[order[other]].isEmpty {
        guard cellDifference(place, other) < 2 * search.limit else { continue }
        search.comparisons += 1
        let found = members[order[other]]
        let difference = thumbnails[index].difference(
          from: thumbnails[found[0]], below: search.limit)
        search.add(found, difference)
      }
    }
    return search
  }

  private func range(of place: Int) -> Range<Int> {
    place * Thumbnail.cellCount..<(place + 1) * Thumbnail.cellCount
  }

  /// The sum of the differences between two points' cells, at most twice the difference of their
  /// thumbnails.
  private func cellDifference(_ one: Int, _ other: Int) -> Int {
    let one = cells.span.extracting(range(of: one))
    let two = cells.span.extracting(range(of: other))
    var sum: Int32 = 0
    for cell in 0..<Thumbnail.cellCount {
      unsafe sum &+= abs(Int32(one[unchecked: cell]) &- Int32(two[unchecked: cell]))
    }
    return Int(sum)
  }
}

extension [Thumbnail] {
  /// A number for each thumbnail, the same for identical ones, and the first thumbnail with each
  /// number.
  var numbered: (numbers: [Int], firsts: [Int]) {
    var numbers: [Thumbnail: Int] = [:]
    var firsts: [Int] = []
    let all = indices.map { index in
      if let number = numbers[self[index]] { return number }
      numbers[self[index]] = firsts.count
      firsts.append(index)
      return firsts.count - 1
    }
    return (all, firsts)
  }
}

extension Span<Int16> {
  /// Signed sums of a thumbnail's cells.
  ///
  /// Six are of brightness: its total, and its differences between halves, quarters or stripes. Two
  /// are of colour.
  fileprivate var sums: [Int] {
    let masks = [0, 2, 8, 10, 3, 12]
    var sums = [Int](repeating: 0, count: masks.count + 2)
    for cell in 0..<16 {
      let (red, green, blue) = (Int(self[cell]), Int(self[cell + 16]), Int(self[cell + 32]))
      for (axis, mask) in masks.enumerated() {
        let sum = red + green + blue
        sums[axis] += (cell & mask).nonzeroBitCount % 2 == 0 ? sum : -sum
      }
      sums[masks.count] += red - blue
      sums[masks.count + 1] += red - green + blue
    }
    return sums
  }
}
