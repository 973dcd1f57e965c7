/// A binary tree of cuts whose leaves, in order, are the items of a page.
///
/// Every inner node puts its two parts side by side or stacks them. If all items keep their ratios,
/// the height of a part is an affine function of its width, even with gaps. All items may also be
/// stretched vertically by a factor s; the height is then s · (slope · width - narrowing) + gaps.
struct SlicingTree {
  /// A cut into two parts, or a single item.
  enum Node {
    case item(Int)
    /// Two parts side by side, by their indices in the list of nodes.
    case beside(Int, Int)
    /// Two parts, the first above the second, by their indices in the list of nodes.
    case stacked(Int, Int)
  }

  /// The height of a part as a function of its width.
  struct Height {
    /// The height added by a pixel of width, if items keep their ratios.
    var slope: Double
    /// The height lost to gaps between neighbours in a row, which make items narrower.
    var narrowing = 0.0
    var gaps = 0.0

    /// The height of a part of the given width, stretched by a factor.
    func height(ofWidth width: Double, stretch: Double) -> Double {
      stretch * (slope * width - narrowing) + gaps
    }

    /// The width at which a part has the given height.
    func width(ofHeight height: Double, stretch: Double) -> Double {
      ((height - gaps) / stretch + narrowing) / slope
    }

    /// How much items are stretched in a region of the given size.
    func stretch(in size: Size) -> Double {
      (size.height - gaps) / (slope * size.width - narrowing)
    }
  }

  /// The nodes; children come before their parent, and the last one is the root.
  let nodes: [Node]
  private let heights: [Height]
  private let gap: Size

  /// Computes the heights of all parts of a tree.
  ///
  /// - Parameters:
  ///   - nodes: At least one, each after its children.
  ///   - ratios: The ratio of each item.
  ///   - gap: The distance between neighbours in a row, and between rows.
  init(_ nodes: [Node], ratios: [Double], gap: Size) {
    (self.nodes, self.gap) = (nodes, gap)
    var heights: [Height] = []
    heights.reserveCapacity(nodes.count)
    for node in nodes {
      switch node {
      case .item(let item):
        heights.append(Height(slope: 1 / ratios[item]))
      case .stacked(let first, let second):
        let (one, two) = (heights[first], heights[second])
        heights.append(
          Height(
            slope: one.slope + two.slope, narrowing: one.narrowing + two.narrowing,
            gaps: one.gaps + two.gaps + gap.height))
      case .beside(let first, let second):
        let (one, two) = (heights[first], heights[second])
        let slope = 1 / (1 / one.slope + 1 / two.slope)
        heights.append(
          Height(
            slope: slope,
            narrowing: slope
              * (gap.width + one.narrowing / one.slope + two.narrowing / two.slope),
            gaps: slope * (one.gaps / one.slope + two.gaps / two.slope)))
      }
    }
    self.heights = heights
  }

  var height: Height { heights[heights.count - 1] }

  /// The frames of the items in an area, which must have exactly the size of the tree at this
  /// stretch.
  func frames(in area: Rect, stretch: Double) -> [Rect] {
    var frames: [Rect] = []
    frames.reserveCapacity((nodes.count + 1) / 2)
    append(nodes.count - 1, in: area, stretch, to: &frames)
    return frames
  }

  private func append(_ node: Int, in area: Rect, _ stretch: Double, to frames: inout [Rect]) {
    switch nodes[node] {
    case .item:
      frames.append(area)
    case .beside(let first, let second):
      let width = heights[first].width(ofHeight: area.height, stretch: stretch)
      let rest = width + gap.width
      var (left, right) = (area, area)
      left.size.width = width
      right.origin.x += rest
      right.size.width -= rest
      append(first, in: left, stretch, to: &frames)
      append(second, in: right, stretch, to: &frames)
    case .stacked(let first, let second):
      let height = heights[first].height(ofWidth: area.width, stretch: stretch)
      let rest = height + gap.height
      var (upper, lower) = (area, area)
      upper.size.height = height
      lower.origin.y += rest
      lower.size.height -= rest
      append(first, in: upper, stretch, to: &frames)
      append(second, in: lower, stretch, to: &frames)
    }
  }
}
