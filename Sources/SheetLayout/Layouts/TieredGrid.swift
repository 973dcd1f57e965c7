/// Square blocks of one, two and three units in a repeating pattern of layers.
///
/// The unit is a third of the width. Items fill the blocks in the order of the pattern. Where the
/// last repetition is not full, its blocks keep their places and the sheet ends below the lowest
/// one.
public struct TieredGrid: Equatable, Sendable {
  /// The number of items; zero in an empty grid.
  public let itemCount: Int
  /// The width of the blocks; zero in an empty grid.
  public let width: Double
  /// The distance between neighbouring blocks.
  public let gap: Double
  /// The size of the sheet: the requested width, and the height of all blocks or the requested
  /// height, whichever is larger.
  public let size: Size

  private let pattern: TierPattern

  /// Lays out items at a width.
  ///
  /// Without items, and for a width that is nil, NaN or not above zero, the grid is empty and its
  /// size zero.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items.
  ///   - width: The width of the sheet.
  ///   - height: The minimum height of the sheet. The blocks stay at its top; a height below
  ///     theirs is ignored.
  ///   - layers: The pattern from top to bottom.
  ///   - gap: The distance between neighbouring blocks.
  /// - Throws: ``LayoutError/noLayers``, or an error for a width or height that is infinite, a
  ///   negative gap, and gaps that leave no room for blocks.
  public init(
    itemCount: Int, width: Double?, height: Double? = nil,
    layers: [TierLayer] = TierLayer.standard, gap: Double = 0
  ) throws(LayoutError) {
    let pattern = try TierPattern(layers)
    try check(gap, notNegative: .horizontalGap)
    self.pattern = pattern
    self.gap = gap
    guard itemCount > 0, let width, width > 0 else {
      self.itemCount = 0
      self.width = 0
      self.size = .zero
      return
    }
    try check(width, finite: .sheetWidth)
    if let height { try check(height, finite: .sheetHeight) }
    guard width > 2 * gap else {
      throw .noRoom(Shortage(width: width, gap: Size(width: gap, height: gap)))
    }
    self.itemCount = itemCount
    self.width = width
    let content = Self.span(pattern.slot(at: itemCount - 1).bottom, width: width, gap: gap)
    self.size = Size(width: width, height: max(content, height ?? 0))
  }
}

extension TieredGrid {
  /// The largest width at which no layer of a pattern is taller than `height`.
  ///
  /// Not above zero where `height` is not; infinite without layers.
  public static func width(
    of layers: [TierLayer], gap: Double, fitting height: Double
  ) -> Double {
    guard let units = layers.map(\.heightInUnits).max() else { return .infinity }
    return width(ofUnits: units, gap: gap, fitting: height)
  }

  /// The largest width at which the blocks of sections, each a set of its own, are no taller than
  /// `height` together, without what stands between them.
  ///
  /// Not above zero where `height` is not; infinite without items.
  ///
  /// - Throws: ``LayoutError/noLayers``.
  public static func width(
    of layers: [TierLayer], sections: [Int], gap: Double, fitting height: Double
  ) throws(LayoutError) -> Double {
    let pattern = try TierPattern(layers)
    let units = sections.filter { $0 > 0 }.map { pattern.slot(at: $0 - 1).bottom }
    guard !units.isEmpty else { return .infinity }
    return width(
      ofUnits: units.reduce(0, +), gap: gap,
      fitting: height + Double(units.count - 1) * gap)
  }

  private static func width(ofUnits units: Int, gap: Double, fitting height: Double) -> Double {
    Double(TierLayer.widthInUnits) * (height + gap) / Double(units) - gap
  }

  /// The area of the item's block.
  ///
  /// - Precondition: `index` is the index of an item.
  public func frame(at index: Int) -> Rect {
    precondition(index >= 0 && index < itemCount, "no item has that index")
    let block = pattern.slot(at: index).block
    let side = Self.span(block.side, width: width, gap: gap)
    return Rect(x: offset(block.x), y: offset(block.y), width: side, height: side)
  }

  /// The areas of all items' blocks.
  public var frames: [Rect] {
    (0..<itemCount).map(frame(at:))
  }

  /// The frames of the items, with every layer as a strip.
  public var arrangement: Arrangement {
    var strips: [Strip] = []
    var next = 0
    while next < itemCount {
      let first = pattern.slot(at: next)
      let end = min(first.layer.upperBound, itemCount)
      let minY = offset(first.top)
      let units = pattern.slot(at: end - 1).bottom - first.top
      let height = Self.span(units, width: width, gap: gap)
      strips.append(Strip(items: next..<end, minY: minY, maxY: minY + height))
      next = end
    }
    return Arrangement(size: size, frames: frames, strips: strips)
  }

  /// The distance of a line of the unit grid from the edge of the sheet.
  private func offset(_ units: Int) -> Double {
    // Multiplying before dividing makes three units exactly the width.
    Double(units) * (width + gap) / Double(TierLayer.widthInUnits)
  }

  /// The side of a block of `units` units, which includes the gaps between them.
  private static func span(_ units: Int, width: Double, gap: Double) -> Double {
    Double(units) * (width + gap) / Double(TierLayer.widthInUnits) - gap
  }
}

/// A layer of a tiered grid: up to three square blocks in a width of three units.
///
/// Raw values are the names used on the command line.
public enum TierLayer: String, CaseIterable, Hashable, Sendable {
  /// Three blocks of one unit side by side.
  case threeSmall
  /// A block of two units at the left, then two of one unit at its right, the upper one first.
  case mediumLeft
  /// Two blocks of one unit at the left, the upper one first, then one of two units at their
  /// right.
  case mediumRight
  /// One block of three units.
  case oneLarge

  /// The default pattern.
  public static let standard: [TierLayer] = [.threeSmall, .mediumLeft, .threeSmall, .oneLarge]
}

/// A square block, in units from the top left corner of its layer, pattern or sheet.
private struct TierBlock: Equatable {
  var x: Int
  var y: Int
  var side: Int
}

extension TierLayer {
  /// The width of every layer in units.
  fileprivate static let widthInUnits = 3

  /// The height of the layer in units when all its blocks have items.
  fileprivate var heightInUnits: Int { blocks.reduce(0) { max($0, $1.y + $1.side) } }

  /// The blocks of the layer in the order in which items fill them.
  fileprivate var blocks: [TierBlock] {
    switch self {
    case .threeSmall:
      [
        TierBlock(x: 0, y: 0, side: 1), TierBlock(x: 1, y: 0, side: 1),
        TierBlock(x: 2, y: 0, side: 1),
      ]
    case .mediumLeft:
      [
        TierBlock(x: 0, y: 0, side: 2), TierBlock(x: 2, y: 0, side: 1),
        TierBlock(x: 2, y: 1, side: 1),
      ]
    case .mediumRight:
      [
        TierBlock(x: 0, y: 0, side: 1), TierBlock(x: 0, y: 1, side: 1),
        TierBlock(x: 1, y: 0, side: 2),
      ]
    case .oneLarge:
      [TierBlock(x: 0, y: 0, side: 3)]
    }
  }
}

/// The stacked layers of a tiered grid as one set of slots, which repeats downwards.
///
/// All lengths are in units.
private struct TierPattern: Equatable {
  private let slots: [Slot]
  private let height: Int

  /// A place for an item, in the first set or in one of its repetitions.
  struct Slot: Equatable {
    /// The block, measured from the top left corner of the sheet.
    var block: TierBlock
    /// The slots of the block's layer.
    var layer: Range<Int>
    /// The top of the layer.
    var top: Int
    /// The bottom of the layer when this slot has the last item.
    var bottom: Int
  }

  init(_ layers: [TierLayer]) throws(LayoutError) {
    guard !layers.isEmpty else { throw .noLayers }
    var slots: [Slot] = []
    var top = 0
    for layer in layers {
      let blocks = layer.blocks
      let range = slots.count..<slots.count + blocks.count
      var bottom = top
      for block in blocks {
        let placed = TierBlock(x: block.x, y: top + block.y, side: block.side)
        bottom = max(bottom, placed.y + placed.side)
        slots.append(Slot(block: placed, layer: range, top: top, bottom: bottom))
      }
      top = bottom
    }
    self.slots = slots
    self.height = top
  }

  /// The slot of an item.
  func slot(at index: Int) -> Slot {
    let (set, place) = index.quotientAndRemainder(dividingBy: slots.count)
    var slot = slots[place]
    slot.block.y += set * height
    slot.layer = slot.layer.moved(by: set * slots.count)
    slot.top += set * height
    slot.bottom += set * height
    return slot
  }
}
