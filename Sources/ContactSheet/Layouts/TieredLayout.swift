public import SheetLayout

/// Blocks of 1×1, 2×2 and 3×3 units, as in SwiftUI's tiered grids.
public struct TieredLayout: Layout, Equatable {
  /// `tiered`.
  public static let name = "tiered"

  /// The layers, which repeat from top to bottom; at least one.
  public var layers: [TierLayer]
  /// The size of the sheet.
  ///
  /// A height beyond the content's makes the sheet taller, a smaller one is ignored.
  public var extent: Extent

  /// Creates a tiered layout.
  public init(_ layers: [TierLayer] = TierLayer.standard, extent: Extent = .standard) {
    self.layers = layers
    self.extent = extent
  }

  /// The height of ``extent``.
  public var pageHeight: Int? { extent.height }

  /// Nothing: tiers are squares, and everything stays inside them.
  public func outset(for furniture: CellFurniture) -> PixelInsets { PixelInsets(0) }

  /// Settles the size of blocks.
  ///
  /// On pages that all have one height, blocks are made smaller where the largest would be higher,
  /// and stand in the middle of the width.
  public func fitted(to space: LayoutSpace) throws(SheetError) -> FittedLayout {
    let gap = space.gap.width
    let width = try space.width(of: extent.width)
    let height = extent.height.map { Double($0 - space.edges.vertical) }
    let widest = space.pageHeight.map {
      TieredGrid.width(of: layers, gap: gap, fitting: Double($0 - space.edges.vertical))
    }
    let blocks = min(width, widest ?? width)
    return FittedLayout { range throws(LayoutError) in
      try TieredGrid(
        itemCount: range.count, width: blocks, height: height, layers: layers, gap: gap
      ).arrangement.moved(right: (width - blocks) / 2, onWidth: width)
    }
  }
}
