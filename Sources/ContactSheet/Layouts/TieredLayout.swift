public import SheetLayout

/// Blocks of 1×1, 2×2 and 3×3 units, as in SwiftUI's tiered grids.
public struct TieredLayout: Layout, Equatable {
  /// `tiered`.
  public static let name = "tiered"

  /// The layers, which repeat from top to bottom; at least one.
  public var layers: [TierLayer]
  /// The size of the sheet in pixels, margins included.
  ///
  /// The height is a minimum: the sheet becomes higher if its content is.
  public var extent: Extent

  /// Creates a tiered layout.
  public init(_ layers: [TierLayer] = TierLayer.standard, extent: Extent = .standard) {
    self.layers = layers
    self.extent = extent
  }

  /// The height of ``extent``.
  public var pageHeight: Int? { extent.height }

  /// Nothing; blocks are squares, and all furniture takes room inside them.
  public func outset(for furniture: CellFurniture) -> PixelInsets { PixelInsets(0) }

  /// Determines the size of blocks.
  ///
  /// If pages have a fixed height and the largest block would be higher, all blocks become smaller,
  /// and are centred in the width.
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
