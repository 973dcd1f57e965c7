/// Square blocks of one, two and three units in a repeating pattern of layers.
///
/// The unit is a third of the width. Items fill the blocks in the order of the
/// pattern; a last set that is not full keeps its shape, and the sheet ends below its
/// lowest block.
public struct TieredGrid: Equatable, Sendable {
  /// The number of items that have a block.
  public let itemCount: Int
  /// The width asked for, or zero where there is nothing to lay out.
  public let width: Double
  /// The distance between neighbouring blocks.
  public let gap: Double
  /// The size of the sheet: the width asked for, and the height of all blocks or
  /// the height asked for, whichever is taller.
  public let size: Size

  private let pattern: TierPattern

  /// Lays out items at a width.
  ///
  /// Without items, and for a width that is absent, NaN or not above zero, the
  /// grid is empty and its size zero.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items.
  ///   - width: The width of the sheet.
  ///   - height: The least height of the sheet. The blocks stay at its top; a height
  ///     smaller than theirs is ignored.
  ///   - layers: The pattern from top to bottom.
  ///   - gap: The distance between neighbouring blocks.
  /// - Throws: ``LayoutError/noLayers``, or an error for a width or height that
  ///   is infinite, a negative gap, and gaps that leave no room for blocks.
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
    guard width > 2 * gap else { throw .gapTooLarge(gap, sheetWidth: width) }
    self.itemCount = itemCount
    self.width = width
    let content = Self.span(pattern.bottom(at: itemCount - 1), width: width, gap: gap)
    self.size = Size(width: width, height: max(content, height ?? 0))
  }
}

extension TieredGrid {
  /// The largest width at which no layer of a pattern is higher than `height`.
  ///
  /// Not above zero where `height` is not; without a limit where there are no layers.
  public static func width(
    of layers: [TierLayer], gap: Double, fitting height: Double
  ) -> Double {
    guard let units = layers.map(\.heightInUnits).max() else { return .infinity }
    return Double(TierLayer.widthInUnits) * (height + gap) / Double(units) - gap
  }

  /// The area of the item's block.
  ///
  /// - Precondition: `index` is that of an item.
  public func frame(at index: Int) -> Rect {
    precondition(index >= 0 && index < itemCount, "no item of that index")
    let block = pattern.block(at: index)
    let side = Self.span(block.side, width: width, gap: gap)
    return Rect(x: offset(block.x), y: offset(block.y), width: side, height: side)
  }

  /// The areas of all items' blocks.
  public var frames: [Rect] {
    (0..<itemCount).map(frame(at:))
  }

  /// The items' areas, with every layer as a strip.
  public var arrangement: Arrangement {
    var strips: [Strip] = []
    var next = 0
    while next < itemCount {
      let layer = pattern.layer(at: next)
      let end = min(layer.items.upperBound, itemCount)
      let minY = offset(layer.top)
      let height = Self.span(pattern.bottom(at: end - 1) - layer.top, width: width, gap: gap)
      strips.append(Strip(items: next..<end, minY: minY, maxY: minY + height))
      next = end
    }
    return Arrangement(size: size, frames: frames, strips: strips)
  }

  /// The distance of a line of the unit grid from the sheet's edge.
  private func offset(_ units: Int) -> Double {
    // Multiplied before it is divided, so that three units are the width exactly.
    Double(units) * (width + gap) / Double(TierLayer.widthInUnits)
  }

  /// The side of a block of so many units, the gaps it bridges included.
  private static func span(_ units: Int, width: Double, gap: Double) -> Double {
    Double(units) * (width + gap) / Double(TierLayer.widthInUnits) - gap
  }
}
