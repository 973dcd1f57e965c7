/// Finds the thumbnails that are most like one among members, by a bounded number of comparisons.
///
/// It is a k-d tree (J. L. Bentley, "Multidimensional binary search trees", 1975) over sums of samples
/// with signs, which differ no more than thumbnails do.
public struct ThumbnailIndex: Sendable {
  private let thumbnails: [Thumbnail]
  private var nodes: [Node] = []
  /// All thumbnails, so that each node has a range of them.
  private var order: [Int]
  /// The place of each thumbnail in the order.
  private var places: [Int]
  /// The sums of all thumbnails in the order.
  private var sums: [Int] = []
  private var isMember: [Bool]

  /// So few that a search takes as long among many thumbnails as among some.
  static let mostLeaves = 32
  static let leafSize = 8

  private struct Node {
    let range: Range<Int>
    var members = 0
    /// The sum that parts it, and the least value in the upper part.
    var axis = 0
    var split = 0
    /// The nodes of both parts; 0 for a leaf.
    var lower = 0
    var upper = 0

    init(_ range: Range<Int>) { self.range = range }
  }

  /// Thumbnails, all or none of which are members.
  public init(_ thumbnails: [Thumbnail], areMembers: Bool = false) {
    self.thumbnails = thumbnails
    order = Array(thumbnails.indices)
    places = order
    isMember = order.map { _ in false }
    let sums = thumbnails.map(\.sums)
    _ = part(order.indices, sums)
    for (place, index) in order.enumerated() { places[index] = place }
    self.sums = order.flatMap { sums[$0] }
    if areMembers { for index in thumbnails.indices { insert(index) } }
  }

  /// Parts a range at the middle of the sum that differs most in it; returns its node.
  private mutating func part(_ range: Range<Int>, _ sums: [[Int]]) -> Int {
    let number = nodes.count
    nodes.append(Node(range))
    guard range.count > Self.leafSize else { return number }
    let spreads = (0..<Thumbnail.sumCount).map { axis in
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
  public mutating func insert(_ index: Int) { setMember(index, true) }

  /// Makes a thumbnail no member.
  mutating func remove(_ index: Int) { setMember(index, false) }

  private mutating func setMember(_ index: Int, _ value: Bool) {
    guard isMember[index] != value else { return }
    isMember[index] = value
    var number = 0
    while true {
      nodes[number].members += value ? 1 : -1
      guard nodes[number].upper > 0 else { return }
      let upper = nodes[number].upper
      number = places[index] < nodes[upper].range.lowerBound ? nodes[number].lower : upper
    }
  }

  /// The members that are most like a thumbnail, in order, without itself.
  ///
  /// - Parameters:
  ///   - index: The thumbnail, which need not be a member.
  ///   - count: The number of members to find, at most.
  ///   - limit: Their difference, at most.
  /// - Returns: Their indices.
  public func nearest(to index: Int, _ count: Int, within limit: Int = .max - 1) -> [Int] {
    search(index, count, limit).found.map(\.index)
  }

  func search(_ index: Int, _ count: Int, _ limit: Int) -> Search {
    var search = Search(count: count, limit: limit + 1)
    if !nodes.isEmpty { visit(0, places[index], &search) }
    return search
  }

  struct Search {
    let count: Int
    /// Members have to differ less.
    var limit: Int
    var found: [(difference: Int, index: Int)] = []
    var comparisons = 0
    var leaves = 0

    mutating func add(_ index: Int, _ difference: Int) {
      guard difference < limit else { return }
      if found.count == count { found.removeLast() }
      let place = found.firstIndex { $0.difference > difference } ?? found.count
      found.insert((difference, index), at: place)
      if let last = found.last, found.count == count { limit = last.difference }
    }
  }

  private func visit(_ number: Int, _ place: Int, _ search: inout Search) {
    let node = nodes[number]
    guard node.members > 0, search.leaves < Self.mostLeaves else { return }
    guard node.upper > 0 else {
      search.leaves += 1
      for other in node.range where other != place && isMember[order[other]] {
        guard areNear(place, other, within: search.limit) else { continue }
        search.comparisons += 1
        let difference = thumbnails[order[place]].difference(from: thumbnails[order[other]])
        search.add(order[other], difference)
      }
      return
    }
    let gap = sums[place * Thumbnail.sumCount + node.axis] - node.split
    visit(gap < 0 ? node.lower : node.upper, place, &search)
    if abs(gap) < search.limit { visit(gap < 0 ? node.upper : node.lower, place, &search) }
  }

  /// Whether no sum of two thumbnails differs so much that they do.
  private func areNear(_ one: Int, _ other: Int, within limit: Int) -> Bool {
    (0..<Thumbnail.sumCount).allSatisfy { axis in
      abs(sums[one * Thumbnail.sumCount + axis] - sums[other * Thumbnail.sumCount + axis]) < limit
    }
  }
}

extension Thumbnail {
  /// The places at which signs change: halves, quarters, and stripes.
  private static let masks = [0, 0x08, 0x80, 0x88, 0x0C, 0xC0]
  static let sumCount = masks.count + 2

  /// Sums of all samples of colours, each with a sign: none differs more than ``difference(from:)`` says.
  var sums: [Int] {
    var channels = [0, 0, 0]
    var signed = [Int](repeating: 0, count: Self.masks.count)
    for place in 0..<Self.area {
      let (red, green, blue) = color(at: place)
      channels[0] += red
      channels[1] += green
      channels[2] += blue
      for (number, mask) in Self.masks.enumerated() {
        let sum = red + green + blue
        signed[number] += (place & mask).nonzeroBitCount % 2 == 0 ? sum : -sum
      }
    }
    return signed + [channels[0] - channels[2], channels[0] - channels[1] + channels[2]]
  }
}
