/// Square blocks of one, two or three units in a repeating pattern of layers.
///
/// The unit is a third of the width. Items fill the blocks in the order of the pattern. If the last
/// repetition is not full, its blocks keep their places and the sheet ends below the lowest one.
package struct TieredGrid: Equatable, Sendable {
  /// The size of the sheet: the requested width, and the larger of the requested height and the
  /// height of all blocks.
  package let size: Size
  /// The areas of all blocks with items.
  package private(set) var frames: [Rect] = []
  private var strips: [Strip] = []

  /// Lays out items at a width.
  ///
  /// Without items, or if the width is nil, NaN or not positive, the grid is empty and its size is
  /// zero.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items.
  ///   - width: The width of the sheet.
  ///   - height: The minimum height of the sheet. Blocks stay at the top; the height is ignored if
  ///     the blocks are taller.
  ///   - layers: The pattern from top to bottom.
  ///   - gap: The distance between neighbouring blocks.
  /// - Throws: ``LayoutError/noLayers``, or an error if a length is infinite, a gap is negative, or
  ///   gaps leave no room for blocks.
  package init(
    itemCount: Int, width: Double?, height: Double? = nil,
    layers: [TierLayer] = TierLayer.standard, gap: Double = 0
  ) throws(LayoutError) {
    guard !layers.isEmpty else { throw .noLayers }
    try check(gap, notNegative: .horizontalGap)
    guard itemCount > 0, let width, width > 0 else {
      size = .zero
      return
    }
    try check(width, finite: .sheetWidth)
    if let height { try check(height, finite: .sheetHeight) }
    guard width > 2 * gap else {
      throw .noRoom(Shortage(width: width, gap: Size(width: gap, height: gap)))
    }
    /// The distance of a line of the unit grid from the edge of the sheet.
    func offset(_ units: Int) -> Double {
      // Multiplying before dividing makes three units exactly the width.
      Double(units) * (width + gap) / Double(TierLayer.widthInUnits)
    }
    let content = offset(layers.heightInUnits(of: itemCount)) - gap
    size = Size(width: width, height: max(content, height ?? 0))
    frames.reserveCapacity(itemCount)
    var top = 0
    while frames.count < itemCount {
      for layer in layers where frames.count < itemCount {
        let (first, shown) = (frames.count, layer.blocks.prefix(itemCount - frames.count))
        for block in shown {
          let side = offset(block.side) - gap
          frames.append(
            Rect(x: offset(block.x), y: offset(top + block.y), width: side, height: side))
        }
        let height = offset(layer.heightInUnits(of: shown.count)) - gap
        strips.append(
          Strip(items: first..<frames.count, minY: offset(top), maxY: offset(top) + height))
        top += layer.heightInUnits()
      }
    }
  }

  /// The frames of the items, with every layer as a strip.
  package var arrangement: Arrangement { Arrangement(size: size, frames: frames, strips: strips) }
}

extension TieredGrid {
  /// The largest width at which no layer of the pattern is taller than `height`.
  ///
  /// The width is not above zero if `height` is not, and infinite without layers.
  package static func width(
    of layers: [TierLayer], gap: Double, fitting height: Double
  ) -> Double {
    guard let units = layers.map({ $0.heightInUnits() }).max() else { return .infinity }
    return width(ofUnits: units, gap: gap, fitting: height)
  }

  /// The largest width at which the blocks of all sections together are no taller than `height`.
  ///
  /// Each section has its own blocks. Headings between them are not counted.
  ///
  /// The width is not above zero if `height` is not, and infinite without items.
  ///
  /// - Throws: ``LayoutError/noLayers``.
  package static func width(
    of layers: [TierLayer], sections: [Int], gap: Double, fitting height: Double
  ) throws(LayoutError) -> Double {
    guard !layers.isEmpty else { throw .noLayers }
    let units = sections.filter { $0 > 0 }.map(layers.heightInUnits)
    guard !units.isEmpty else { return .infinity }
    return width(
      ofUnits: units.reduce(0, +), gap: gap,
      fitting: height + Double(units.count - 1) * gap)
  }

  private static func width(ofUnits units: Int, gap: Double, fitting height: Double) -> Double {
    Double(TierLayer.widthInUnits) * (height + gap) / Double(units) - gap
  }
}

/// A layer of a tiered grid: up to three square blocks in a width of three units.
///
/// Raw values are the names used on the command line.
public enum TierLayer: String, CaseIterable, Hashable, Sendable {
  /// Three blocks of one unit side by side.
  case threeSmall
  /// A block of two units on the left, then two of one unit on its right, the upper one first.
  case mediumLeft
  /// Two blocks of one unit on the left, the upper one first, then one of two units on their right.
  case mediumRight
  /// One block of three units.
  case oneLarge

  /// The default pattern of layers, which repeats downwards.
  public static let standard: [TierLayer] = [.threeSmall, .mediumLeft, .threeSmall, .oneLarge]

  fileprivate static let widthInUnits = 3

  /// A square, in units from the top left corner of its layer.
  fileprivate typealias Block = (x: Int, y: Int, side: Int)

  /// The blocks of the layer in the order in which they are filled.
  fileprivate var blocks: [Block] {
    switch self {
    case .threeSmall: [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
    case .mediumLeft: [(0, 0, 2), (2, 0, 1), (2, 1, 1)]
    case .mediumRight: [(0, 0, 1), (0, 1, 1), (1, 0, 2)]
    case .oneLarge: [(0, 0, 3)]
    }
  }

  /// The height of the layer in units if only its first `count` blocks have items.
  fileprivate func heightInUnits(of count: Int = .max) -> Int {
    blocks.prefix(count).reduce(0) { max($0, $1.y + $1.side) }
  }
}

extension [TierLayer] {
  /// The height of this many items in the pattern, which repeats downwards.
  fileprivate func heightInUnits(of count: Int) -> Int {
    let (sets, last) = count.quotientAndRemainder(dividingBy: reduce(0) { $0 + $1.blocks.count })
    var (units, rest) = (sets * reduce(0) { $0 + $1.heightInUnits() }, last)
    for layer in self where rest > 0 {
      units += layer.heightInUnits(of: rest)
      rest -= layer.blocks.count
    }
    return units
  }
}
