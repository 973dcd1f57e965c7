/// The search for trees of cuts that give items their shares of a page, for every ratio of the
/// page.
///
/// A dynamic program over the parts of a sequence, which keeps the cheapest tree for each part and
/// each class of ratios. The cost is the sum of ω³ / s² over items of weight ω that take the
/// fraction s of the area, so items that get much less than their share are expensive; gaps are
/// neglected. The cost of a part follows from the costs of its two parts: C₁ / f² + C₂ / (1 - f)²
/// if the first takes the fraction f.
///
/// The use of such trees for photographs is from C. B. Atkins, Blocked recursive image composition,
/// 2008.
struct SlicingSearch {
  /// The cheapest tree of a class of ratios.
  private struct Tree {
    /// Width divided by height, and the inverse.
    var ratio: Double
    var inverse: Double
    var cost: Double
    /// The number of items in the first part; 0 if the tree is a single item.
    var cut = 0
    var isStacked = false
    /// The indices of the trees of the two parts, each in the list of trees for its part.
    var first = 0
    var second = 0

    init(
      ratio: Double, cost: Double, cut: Int = 0, isStacked: Bool = false, first: Int = 0,
      second: Int = 0
    ) {
      (self.ratio, self.inverse, self.cost) = (ratio, 1 / ratio, cost)
      (self.cut, self.isStacked, self.first, self.second) = (cut, isStacked, first, second)
    }
  }

  /// Parts with more items than this are cut only near their middle.
  private static let largestFullyCut = 10
  /// How many items away from the middle such parts may be cut.
  private static let reach = 2

  private let ratios: [Double]
  private let weights: [Double]
  /// The total weight before each item.
  private let weightBefore: [Double]
  private var trees: [Range<Int>: [Tree]] = [:]

  /// Searches the trees of a whole sequence.
  ///
  /// - Parameters:
  ///   - ratios: The ratio of each item; there is at least one item.
  ///   - weights: The weight of each item, above 0.
  init(ratios: [Double], weights: [Double]) {
    (self.ratios, self.weights) = (ratios, weights)
    var before = [0.0]
    for weight in weights { before.append(before[before.count - 1] + weight) }
    weightBefore = before
    search(0..<ratios.count)
  }

  var count: Int { trees[0..<ratios.count]?.count ?? 0 }

  func nodes(ofTree index: Int) -> [SlicingTree.Node] {
    var nodes: [SlicingTree.Node] = []
    nodes.reserveCapacity(2 * ratios.count - 1)
    append(index, of: 0..<ratios.count, to: &nodes)
    return nodes
  }

  /// Appends the nodes of a tree, children first.
  private func append(_ index: Int, of part: Range<Int>, to nodes: inout [SlicingTree.Node]) {
    guard part.count > 1, let tree = trees[part]?[index] else {
      nodes.append(.item(part.lowerBound))
      return
    }
    let middle = part.lowerBound + tree.cut
    append(tree.first, of: part.lowerBound..<middle, to: &nodes)
    let first = nodes.count - 1
    append(tree.second, of: middle..<part.upperBound, to: &nodes)
    let second = nodes.count - 1
    nodes.append(tree.isStacked ? .stacked(first, second) : .beside(first, second))
  }

  private mutating func search(_ part: Range<Int>) {
    guard trees[part] == nil else { return }
    guard part.count > 1 else {
      let item = part.lowerBound
      let weight = weights[item]
      trees[part] = [Tree(ratio: ratios[item], cost: weight * weight * weight)]
      return
    }
    let (octaves, fineness) = classes(of: part)
    var classes = RatioClasses(octaves: octaves, fineness: fineness)
    for cut in cuts(of: part) {
      let middle = part.lowerBound + cut
      let (first, second) = (part.lowerBound..<middle, middle..<part.upperBound)
      search(first)
      search(second)
      classes.join(trees[first] ?? [], trees[second] ?? [], cut: cut)
    }
    trees[part] = classes.cheapest
  }

  /// The possible numbers of items in the first part, ascending.
  private func cuts(of part: Range<Int>) -> ClosedRange<Int> {
    let all = 1...part.count - 1
    guard part.count > Self.largestFullyCut else { return all }
    // The middle by weight, so that a heavy item does not have to share its half.
    let half = (weightBefore[part.lowerBound] + weightBefore[part.upperBound]) / 2
    var middle = 1
    while middle < all.upperBound, weightBefore[part.lowerBound + middle] + 1e-12 < half {
      middle += 1
    }
    return all.clamped(to: middle - Self.reach...middle + Self.reach)
  }

  /// How ratios are divided into classes: the number of octaves on either side of 1, and the binary
  /// logarithm of the number of classes per octave.
  ///
  /// The ratios of the whole sequence are compared with that of the page, so there are many
  /// classes. Large parts need only a few, since their trees have many different ratios.
  private func classes(of part: Range<Int>) -> (octaves: Int, fineness: Int) {
    if part.count == ratios.count { return (4, 7) }
    return part.count <= 4 ? (4, 5) : part.count <= Self.largestFullyCut ? (2, 4) : (2, 3)
  }

  /// The cheapest trees of a part by class of ratio.
  ///
  /// Octaves are divided into equal parts using the bits of the number, since logarithms differ
  /// from machine to machine. Ratios below 1 are classed by their inverse, so that a page and its
  /// transpose have corresponding classes. The outermost classes take everything beyond them.
  private struct RatioClasses {
    private let shift: UInt64
    /// The number of classes on either side of 1.
    private let half: Int
    private var costs: [Double]
    private var trees: [Tree]

    init(octaves: Int, fineness: Int) {
      shift = UInt64(52 - fineness)
      half = octaves << fineness
      costs = Array(repeating: .infinity, count: 2 * half)
      trees = Array(repeating: Tree(ratio: 1, cost: .infinity), count: 2 * half)
    }

    /// The cheapest trees, by ascending ratio.
    var cheapest: [Tree] { trees.filter { $0.cost < .infinity } }

    /// Adds all trees that put two parts side by side or stack them.
    mutating func join(_ first: [Tree], _ second: [Tree], cut: Int) {
      for (one, a) in first.enumerated() {
        let (wide, high) = (a.inverse * a.inverse * a.cost, a.ratio * a.ratio * a.cost)
        for (two, b) in second.enumerated() {
          let width = a.ratio + b.ratio
          let wideCost = (wide + b.inverse * b.inverse * b.cost) * width * width
          let beside = width >= 1 ? half + steps(width) : half - 1 - steps(1 / width)
          if wideCost < costs[beside] {
            costs[beside] = wideCost * (1 - 1e-12)
            trees[beside] = Tree(
              ratio: width, cost: wideCost, cut: cut, isStacked: false, first: one, second: two)
          }
          let height = a.inverse + b.inverse
          let highCost = (high + b.ratio * b.ratio * b.cost) * height * height
          let stacked = height > 1 ? half - 1 - steps(height) : half + steps(1 / height)
          if highCost < costs[stacked] {
            costs[stacked] = highCost * (1 - 1e-12)
            trees[stacked] = Tree(
              ratio: 1 / height, cost: highCost, cut: cut, isStacked: true, first: one,
              second: two)
          }
        }
      }
    }

    /// The number of classes between 1 and a ratio of at least 1.
    private func steps(_ ratio: Double) -> Int {
      min(Int((ratio.bitPattern - 1.0.bitPattern) >> shift), half - 1)
    }
  }
}
