/// An order in which each picture is next to the pictures most similar to it.
///
/// It is a short path through their thumbnails, on which identical thumbnails are adjacent.
///
/// It starts with the first picture and always continues with the remaining picture most similar to
/// the previous one (nearest neighbour). Then pieces of the path are reversed for as long as that
/// makes the path shorter (2-opt with neighbour lists). Source: J. L. Bentley, "Fast algorithms for
/// geometric traveling salesman problems", 1992. The same thumbnails in the same order always give
/// the same path.
package struct LikenessPath: Sendable {
  /// The indices of the thumbnails, in path order.
  package let order: [Int]

  /// Finds the path through `thumbnails`.
  ///
  /// - Complexity: O(*n* log *n*), as searches are bounded (``ThumbnailIndex``).
  package init(_ thumbnails: [Thumbnail]) {
    let (numbers, firsts) = thumbnails.numbered
    var equal = firsts.map { _ in [Int]() }
    for (index, number) in numbers.enumerated() { equal[number].append(index) }
    let order = PathSearch(firsts.map { thumbnails[$0] }).order.flatMap { equal[$0] }
    let isReversed = !order.isEmpty && order[0] > order[order.count - 1]
    self.order = isReversed ? order.reversed() : order
  }
}

/// A path through distinct thumbnails while it is being shortened.
private struct PathSearch {
  private let thumbnails: [Thumbnail]
  /// For each thumbnail, the thumbnails most similar to it, most similar first.
  private let neighbors: [[(difference: Int, index: Int)]]
  private(set) var order: [Int] = []
  /// The position of each thumbnail on the path.
  private var places: [Int]
  /// The difference between the thumbnail at each position and the one before it; 0 at both ends.
  private var steps: [Int] = []

  private static let neighborCount = 8
  /// The maximum number of passes over the whole path.
  private static let maximumPasses = 8
  /// The maximum length of a piece to reverse, so that no change takes long.
  private static let longestPiece = 1000

  init(_ thumbnails: [Thumbnail]) {
    self.thumbnails = thumbnails
    var left = ThumbnailIndex(thumbnails, areMembers: true)
    neighbors = left.neighbors(Self.neighborCount)
    places = [Int](repeating: -1, count: thumbnails.count)
    var next = thumbnails.indices.first
    while let index = next {
      places[index] = order.count
      order.append(index)
      left.remove(index)
      next =
        neighbors[index].first { places[$0.index] < 0 }?.index ?? left.nearest(to: index, 1).first
    }
    steps = [0] + zip(order, order.dropFirst()).map(difference) + [0]
    for _ in 0..<Self.maximumPasses {
      let isShorter = shorten()
      // Repeat from the other end.
      order.reverse()
      steps.reverse()
      for (place, index) in order.enumerated() { places[index] = place }
      if !shorten(), !isShorter { break }
    }
  }

  private func difference(_ one: Int, _ other: Int) -> Int {
    thumbnails[one].difference(from: thumbnails[other])
  }

  /// Goes through the path and shortens it.
  ///
  /// Returns whether the path changed.
  private mutating func shorten() -> Bool {
    var isShorter = false
    for start in order.indices {
      // A change that shortens the path makes two new steps, one of which is shorter than the old
      // step where the change begins.
      for neighbor in neighbors[order[start]] where neighbor.difference < steps[start + 1] {
        if turn(after: start, upTo: places[neighbor.index], for: neighbor.difference) {
          isShorter = true
          break
        }
      }
    }
    return isShorter
  }

  /// Reverses the piece between two positions if that makes the path shorter.
  private mutating func turn(after start: Int, upTo end: Int, for first: Int) -> Bool {
    guard end > start + 1, end - start <= Self.longestPiece else { return false }
    let old = steps[start + 1] + steps[end + 1]
    guard first < old else { return false }
    let last = end + 1 < order.count ? difference(order[start + 1], order[end + 1]) : 0
    guard first + last < old else { return false }
    order[start + 1...end].reverse()
    steps[start + 2...end].reverse()
    (steps[start + 1], steps[end + 1]) = (first, last)
    for place in start + 1...end { places[order[place]] = place }
    return true
  }
}
