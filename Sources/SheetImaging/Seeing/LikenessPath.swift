/// An order of pictures in which each is beside the pictures most like it.
///
/// It is a short path through their thumbnails.
///
/// It begins with the first picture. It goes on with the remaining picture that is most like the last
/// one (the nearest neighbour). Then pieces of it are turned round as long as that makes it shorter
/// (2-opt with neighbour lists). The source is J. L. Bentley, "Fast algorithms for geometric traveling
/// salesman problems", 1992. Equal thumbnails in equal order give an equal path.
public struct LikenessPath: Sendable {
  private let thumbnails: [Thumbnail]
  /// The pictures most like each, the most like one first.
  private let neighbors: [[Int]]
  /// The indices of the thumbnails in the order of the path.
  public private(set) var order: [Int] = []
  /// The place of each thumbnail on the path.
  private var places: [Int]

  private static let neighborCount = 8
  /// The number of passes over the whole path.
  private static let mostPasses = 8
  /// The longest piece that is turned round, so that one change takes little time.
  private static let longestPiece = 1000

  /// Finds the path through some thumbnails.
  ///
  /// - Complexity: O(*n* log *n*), as searches are bounded (``ThumbnailIndex``).
  public init(_ thumbnails: [Thumbnail]) {
    self.thumbnails = thumbnails
    var left = ThumbnailIndex(thumbnails, areMembers: true)
    let all = left
    neighbors = thumbnails.indices.map { all.nearest(to: $0, Self.neighborCount) }
    places = [Int](repeating: -1, count: thumbnails.count)
    var next = thumbnails.indices.first
    while let index = next {
      places[index] = order.count
      order.append(index)
      left.remove(index)
      next =
        neighbors[index].first { places[$0] < 0 }
        ?? left.nearest(to: index, 1).first
    }
    for _ in 0..<Self.mostPasses {
      let isShorter = shorten()
      // Once more from the other end.
      order.reverse()
      for (place, index) in order.enumerated() { places[index] = place }
      if !shorten(), !isShorter { break }
    }
    if let first = order.first, let last = order.last, first > last { order.reverse() }
  }

  /// The sum of the differences of neighbours.
  var length: Int { order.indices.dropLast().reduce(0) { $0 + step(from: $1) } }

  /// The difference of the pictures at two places; 0 beyond the ends.
  private func step(from place: Int, to other: Int) -> Int {
    guard order.indices.contains(place), order.indices.contains(other) else { return 0 }
    return thumbnails[order[place]].difference(from: thumbnails[order[other]])
  }

  private func step(from place: Int) -> Int { step(from: place, to: place + 1) }

  /// Goes through the path and makes its changes; returns whether there were any.
  private mutating func shorten() -> Bool {
    var isShorter = false
    for start in order.indices {
      for neighbor in neighbors[order[start]] {
        if turn(after: start, upTo: places[neighbor]) {
          isShorter = true
          break
        }
      }
    }
    return isShorter
  }

  /// Turns the piece between two places round, if that makes the path shorter.
  private mutating func turn(after start: Int, upTo end: Int) -> Bool {
    guard end > start + 1, end - start <= Self.longestPiece else { return false }
    let gain =
      step(from: start) + step(from: end) - step(from: start, to: end)
      - step(from: start + 1, to: end + 1)
    guard gain > 0 else { return false }
    order[start + 1...end].reverse()
    for place in start + 1...end { places[order[place]] = place }
    return true
  }
}
