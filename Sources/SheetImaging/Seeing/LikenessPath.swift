/// An order of pictures in which each stands beside the pictures that look most like it.
///
/// It is a short path through their thumbnails.
///
/// It begins with the first picture and goes on with the one that is most like it of those that are
/// left (the nearest neighbour). Then pieces of it are turned round as long as that makes it shorter (2-opt
/// with neighbour lists: J. L. Bentley, "Fast algorithms for geometric traveling salesman problems",
/// 1992). Equal thumbnails in equal order give an equal path.
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
  /// - Complexity: O(*n*²) at worst; what differs in brightness more than in likeness is not compared.
  public init(_ thumbnails: [Thumbnail]) {
    self.thumbnails = thumbnails
    var left = BrightnessOrder(thumbnails)
    let all = left
    neighbors = thumbnails.indices.map { all.nearest(to: $0, Self.neighborCount, in: thumbnails) }
    places = [Int](repeating: -1, count: thumbnails.count)
    var next = thumbnails.indices.first
    while let index = next {
      places[index] = order.count
      order.append(index)
      left.remove(index)
      next =
        neighbors[index].first { places[$0] < 0 }
        ?? left.nearest(to: index, 1, in: thumbnails).first
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

  /// Goes through the path and makes what changes there are; returns whether there were any.
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

/// Thumbnails in the order of their brightness, which differs no more than they do: so only thumbnails
/// of about equal brightness have to be compared.
private struct BrightnessOrder {
  private let brightness: [Int]
  /// The darker and the lighter one beside each; -1 for none.
  private var darker: [Int]
  private var lighter: [Int]

  init(_ thumbnails: [Thumbnail]) {
    brightness = thumbnails.map(\.brightness)
    darker = [Int](repeating: -1, count: thumbnails.count)
    lighter = darker
    let ranked = brightness.indices.sorted { [brightness] in
      (brightness[$0], $0) < (brightness[$1], $1)
    }
    for (dark, light) in zip(ranked, ranked.dropFirst()) {
      (lighter[dark], darker[light]) = (light, dark)
    }
  }

  mutating func remove(_ index: Int) {
    let (dark, light) = (darker[index], lighter[index])
    if dark >= 0 { lighter[dark] = light }
    if light >= 0 { darker[light] = dark }
  }

  /// The thumbnails that are most like one, in order; that one itself may have been removed last.
  func nearest(to index: Int, _ count: Int, in thumbnails: [Thumbnail]) -> [Int] {
    var found: [(difference: Int, index: Int)] = []
    var (dark, light) = (darker[index], lighter[index])
    while dark >= 0 || light >= 0 {
      let darkGap = dark >= 0 ? brightness[index] - brightness[dark] : .max
      let lightGap = light >= 0 ? brightness[light] - brightness[index] : .max
      if found.count == count, min(darkGap, lightGap) >= found[count - 1].difference { break }
      let other = darkGap <= lightGap ? dark : light
      if other == dark { dark = darker[dark] } else { light = lighter[light] }
      let difference = thumbnails[index].difference(from: thumbnails[other])
      if found.count == count {
        guard difference < found[count - 1].difference else { continue }
        found.removeLast()
      }
      let place = found.firstIndex { $0.difference > difference } ?? found.count
      found.insert((difference, other), at: place)
    }
    return found.map(\.index)
  }
}
