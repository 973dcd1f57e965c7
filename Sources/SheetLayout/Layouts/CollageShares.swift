/// The shares of a page that the items of a collage are meant to take.
///
/// Items share a page by their weights, but none is meant to take more than is enough for it as long
/// as others can take the room: what small ones leave is divided among the others, again until no
/// share is more than enough. Where all items have enough and the page is still not full, they take
/// all of it in proportion to that, so that all are enlarged alike.
///
/// No item is meant to take less than a tenth of its share by weight. A part of the page is as wide
/// or as high as its neighbour: an icon of 16 pixels at its own size would leave the photograph beside
/// it as low as itself, which nobody wants who sees both.
struct CollageShares {
  /// The part of an item's share by weight that it has at least.
  private static let smallestPart = 0.1

  private let items: [LayoutItem]
  /// The indices of the items in the order in which they have enough as all grow by their weights.
  private let order: [Int]

  /// The shares of some items, at least one.
  init(of items: [LayoutItem]) {
    self.items = items
    order = items.indices.filter { items[$0].enoughArea.isFinite }.sorted {
      items[$0].enoughArea * items[$1].weight < items[$1].enoughArea * items[$0].weight
    }
  }

  /// Whether shares depend on the size of the page.
  var dependOnSize: Bool { !order.isEmpty }

  /// The weight that stands for each item's share of a page.
  ///
  /// If weights were shares of their sum, a larger weight of one item would make others count more:
  /// so the sum is the average of the weights, where those of small items count as 1 at most.
  func weights(onPageOf area: Double) -> [Double] {
    var shares = items.map(\.weight)
    var free = area
    var weight = shares.reduce(0, +)
    var sum = weight
    var taken = 0
    for index in order {
      let item = items[index]
      guard item.enoughArea * weight < free * item.weight else { break }
      free -= item.enoughArea
      weight -= item.weight
      sum -= max(0, item.weight - 1)
      shares[index] = item.enoughArea
      taken += 1
    }
    guard taken > 0 else { return shares.map { $0 / Double(items.count) } }
    let isFull = taken < items.count
    let whole = isFull ? area : area - free
    for index in order.dropFirst(taken) { shares[index] *= free / weight }
    for index in items.indices where !items[index].enoughArea.isFinite {
      shares[index] *= free / weight
    }
    let scale = sum / (whole * Double(items.count))
    return zip(items, shares).map { item, share in
      max(share * scale, Self.smallestPart * item.weight / Double(items.count))
    }
  }
}
