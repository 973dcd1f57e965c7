/// A page filled with items that keep their ratios and their order, with equal gaps.
///
/// The page is cut into two parts, which are side by side or one above the other, and each part is
/// cut further until it holds a single item. The first part always holds the earlier items. Of all
/// such pages, the search picks one whose height is close to the given height and whose areas are
/// close to the weights, with no item much smaller than its weight requires. The search uses
/// neither random numbers nor the C library's logarithms, so the result is the same on every
/// machine.
package struct Collage: Equatable, Sendable {
  /// How to absorb the small difference between the height of the items and that of the page.
  package enum Rest: Hashable, Sendable {
    /// Items keep their ratios; the block is as large as the page allows, and centred.
    case centered
    /// Frames cover the page; all heights are stretched by the same factor.
    case covered
  }

  /// The width of the page.
  package let width: Double
  /// The height of the page; nil to match weights as closely as possible.
  ///
  /// If nil, the height is between half and twice the width.
  package let height: Double?
  /// The distance between neighbours in a row, and between rows.
  package let gap: Size
  /// How to use the part of the page that is left over.
  package let rest: Rest

  /// How much it costs, relative to uneven areas, if items are too tall for the page and are
  /// therefore made narrower.
  var weightOfTallness = weightOfHeight
  /// The largest fraction by which all heights may be stretched so that centred items cover a page
  /// that they nearly cover; 0 if they may not be stretched.
  package var largestStretch = 0.0

  /// Creates a collage.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)``, ``LayoutError/negative(_:_:)`` or a similar error
  ///   for lengths that a page cannot have.
  package init(
    width: Double, height: Double? = nil, gap: Size = .zero, rest: Rest = .centered
  ) throws(LayoutError) {
    try check(width, positive: .sheetWidth)
    if let height { try check(height, positive: .sheetHeight) }
    try check(gap: gap)
    (self.width, self.height, self.gap, self.rest) = (width, height, gap, rest)
  }

  /// How much a difference in height costs, relative to uneven areas, and the largest difference
  /// that goes unnoticed.
  private static let (weightOfHeight, unseenHeight) = (12.0, 0.006)
  /// How much a spread of areas costs, relative to uneven areas, and the largest spread that costs
  /// nothing.
  ///
  /// The spread is the ratio of the largest area to the smallest, each relative to its weight. The
  /// spread does not count if frames cover a page of given height, because reducing it would mean
  /// cropping every item.
  private static let (weightOfSpread, freeSpread) = (1.5, 3.0)
  /// The most extreme ratio of a frame.
  ///
  /// Items with a ratio beyond this, or beyond its inverse, get frames of the nearer of the two.
  static let largestRatio = 16.0

  /// Arranges items on the page.
  ///
  /// An item's ``LayoutItem/maximumWidth`` is ignored, and an item with a ratio beyond 1:16 gets a
  /// frame of that ratio. Items share the page by weight, but none takes more than its
  /// ``LayoutItem/enoughArea`` if another can use the room. If all have enough, they share the page
  /// in proportion to these areas times their weights. Weights are met as closely as the ratios
  /// allow. A larger weight does not make an item smaller, except in rare cases where the classes
  /// of ratios are too coarse to tell pages apart.
  ///
  /// - Returns: An arrangement of the page's size, or of the height that was found, in one strip.
  /// - Throws: A ``LayoutError`` if an item is invalid, or if gaps leave no room.
  /// - Complexity: O(n log n) for n items; about 50 ms for 100 of them, 1 s for 1,000.
  package func arrangement(of items: [LayoutItem]) throws(LayoutError) -> Arrangement {
    try check(items)
    guard !items.isEmpty else { return Arrangement(size: .zero, frames: [], strips: []) }
    return try best(of: items).page
  }

  /// The best tree for a non-empty list of items, and its page.
  func best(of items: [LayoutItem]) throws(LayoutError) -> (tree: SlicingTree, page: Arrangement) {
    let ratios = items.map { min(max($0.ratio, 1 / Self.largestRatio), Self.largestRatio) }
    let shares = CollageShares(of: items)
    // Without a height, prefer pages of about 3:2.
    var weights = shares.weights(onPageOf: width * (height ?? width / 1.5))
    let search = SlicingSearch(ratios: ratios, weights: weights)
    var best: (tree: SlicingTree, page: Arrangement, cost: Double)?
    for index in 0..<search.count {
      let tree = SlicingTree(search.nodes(ofTree: index), ratios: ratios, gap: gap)
      guard let (page, missed) = page(of: tree) else { continue }
      let area = page.size.width * page.size.height
      if height == nil, shares.dependOnSize { weights = shares.weights(onPageOf: area) }
      let cost = cost(of: page.frames, on: area, weights) + missed
      if cost < (best?.cost ?? .infinity) * (1 - 1e-9) { best = (tree, page, cost) }
    }
    guard let best else {
      throw .noRoom(Shortage(width: width, height: height, gap: gap))
    }
    return (best.tree, best.page)
  }

  /// The cost of uneven areas on a page of the given area.
  private func cost(of frames: [Rect], on area: Double, _ weights: [Double]) -> Double {
    var unevenness = 0.0
    var (least, most) = (Double.infinity, 0.0)
    for (frame, weight) in zip(frames, weights) {
      let taken = frame.width * frame.height / area
      unevenness += taken * taken / weight
      (least, most) = (min(least, taken / weight), max(most, taken / weight))
    }
    if height != nil, rest == .covered { return unevenness }
    return unevenness
      + Self.weightOfSpread * max(0, naturalLogarithm(most / (least * Self.freeSpread)))
  }

  /// The page of a tree, and the cost of missing the height; nil if gaps leave no room for items,
  /// or if no height is given and the page has an extreme ratio.
  func page(of tree: SlicingTree) -> (page: Arrangement, missed: Double)? {
    let natural = tree.height.height(ofWidth: width, stretch: 1)
    guard natural > 0 else { return nil }
    var size = Size(width: width, height: height ?? natural)
    var block = Rect(x: 0, y: 0, width: width, height: size.height)
    var stretch = 1.0
    var missed = 0.0
    if let height {
      let difference = abs(naturalLogarithm(natural / height))
      missed =
        (natural > height ? weightOfTallness : Self.weightOfHeight)
        * max(0, difference - Self.unseenHeight)
      switch rest {
      case .covered:
        stretch = tree.height.stretch(in: size)
      case .centered where difference > 0 && difference <= largestStretch:
        stretch = tree.height.stretch(in: size)
      case .centered where natural > height:
        block.size.width = tree.height.width(ofHeight: height, stretch: 1)
        block.origin.x = (width - block.size.width) / 2
      case .centered:
        block.size.height = natural
        block.origin.y = (height - natural) / 2
      }
    } else {
      guard (width / 2...width * 2).contains(natural) || tree.nodes.count < 4 else { return nil }
      // Among equally even pages, the one nearest to 3:2 wins.
      missed = 1e-6 * abs(naturalLogarithm(natural * 1.5 / width))
      size.height = natural
    }
    guard stretch > 0 else { return nil }
    let frames = tree.frames(in: block, stretch: stretch)
    guard frames.allSatisfy({ $0.width > 0 && $0.height > 0 }) else { return nil }
    let strip = Strip(items: 0..<frames.count, minY: 0, maxY: size.height)
    return (Arrangement(size: size, frames: frames, strips: [strip]), missed)
  }
}

/// The share of the page that each item of a collage should get.
///
/// Items share a page by weight, but none takes more than its ``LayoutItem/enoughArea`` if another
/// can use the room. Room left by small items is divided among the other items, until no share is
/// more than enough. If all items have enough and the page is not full, they are all enlarged to
/// fill it, each in proportion to its weight.
///
/// No item gets less than a tenth of its share by weight, because neighbouring parts of a page have
/// the same width or height: a 16-pixel icon at its own size would make the photograph beside it
/// just as small.
struct CollageShares {
  /// The minimum share of an item, as a fraction of its share by weight.
  private static let smallestPart = 0.1

  private let items: [LayoutItem]
  /// The indices of the items, in the order in which they reach their ``LayoutItem/enoughArea`` as
  /// all of them grow in proportion to their weights.
  private let order: [Int]

  /// Computes the shares of a non-empty list of items.
  init(of items: [LayoutItem]) {
    self.items = items
    order = items.indices.filter { items[$0].enoughArea.isFinite }.sorted {
      items[$0].enoughArea * items[$1].weight < items[$1].enoughArea * items[$0].weight
    }
  }

  /// Whether shares depend on the size of the page.
  var dependOnSize: Bool { !order.isEmpty }

  /// The weight that represents each item's share of a page.
  ///
  /// If weights were fractions of their sum, raising one item's weight would lower the others'. So
  /// the fractions are multiplied by the average weight, to which small items contribute at most 1.
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
    var whole = area
    if taken == items.count {
      // All pictures are enlarged to fill the page, so weights count again.
      shares = items.map { $0.enoughArea * $0.weight }
      sum = items.reduce(0) { $0 + $1.weight }
      whole = shares.reduce(0, +)
    }
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
