package import SheetLayout
package import SheetPlans

/// Blocks of 1×1, 2×2 and 3×3 units, as in SwiftUI's tiered grids.
package struct TieredLayout: Layout, Equatable {
  /// `tiered`.
  package static let name = "tiered"

  /// The scaling that suits blocks of several sizes, which are meant to be filled.
  package static var usualScaling: Scaling { .fill }

  /// The layers, which repeat from top to bottom; there must be at least one.
  package var layers: [TierLayer]
  /// The size of the sheet; without a height it is as tall as its layers.
  ///
  /// With a height, blocks are centred, and as large as possible with all layers on the page.
  package var extent: PixelExtent

  /// Creates a tiered layout.
  package init(_ layers: [TierLayer] = TierLayer.standard, extent: PixelExtent = .standard) {
    (self.layers, self.extent) = (layers, extent)
  }

  /// Blocks are squares, and all decoration is inside them.
  package var traits: LayoutTraits {
    LayoutTraits(
      decorationOutside: .none, pageHeight: extent.height, isUnsized: extent == .standard,
      hasSquareCells: true)
  }

  /// Determines the size of blocks.
  ///
  /// If there are several pages, blocks are centred horizontally. Blocks are made smaller if the
  /// largest would be taller than a page.
  package func pages(for space: LayoutRequest) throws(LayoutError) -> ArrangedPages {
    let (width, height) = try space.sides(of: extent)
    if let height { return try pages(for: space, filling: Size(width: width, height: height)) }
    let gap = space.gap.width
    let widest = space.maximumContentHeight.map {
      TieredGrid.width(of: layers, gap: gap, fitting: $0)
    }
    let blocks = min(width, widest ?? width)
    return try ArrangedPages(of: space) { parts throws(LayoutError) in
      let tiers = try tiers(parts, width: blocks, space)
      return tiers.moved(
        by: Point(x: (width - blocks) / 2, y: 0),
        onto: Size(width: width, height: tiers.size.height))
    }
  }

  /// Tiers on a sheet with a given size; a last page that is not full has blocks of the same size
  /// as earlier ones.
  private func pages(for space: LayoutRequest, filling size: Size) throws(LayoutError)
    -> ArrangedPages
  {
    let gap = space.gap.width
    let widest = try space.pages.map { parts throws(LayoutError) in
      try TieredGrid.width(
        of: layers, sections: parts.map(\.items.count), gap: gap,
        fitting: space.content(of: size, underHeadings: parts.count).height)
    }.reduce(.infinity, min)
    guard widest > 0 else {
      throw .noRoom(
        Shortage(
          width: size.width, height: size.height, gap: Size(width: gap, height: gap)))
    }
    let width = min(size.width, widest)
    let pages = try space.pages.map { parts throws(LayoutError) in
      try tiers(parts, width: width, space)
    }
    // All pages are moved by the distance that centres the first of the tallest pages.
    let full = pages.dropFirst().reduce(pages[0]) { $1.size.height > $0.size.height ? $1 : $0 }
    let centered = full.centered(on: size)
    let distance = Point(
      x: centered.frames[0].minX - full.frames[0].minX,
      y: centered.frames[0].minY - full.frames[0].minY)
    var rest = pages[...]
    return try ArrangedPages(of: space) { _ in rest.removeFirst().moved(by: distance, onto: size) }
  }

  private func tiers(
    _ parts: [SectionPart], width: Double, _ space: LayoutRequest
  ) throws(LayoutError) -> Arrangement {
    try space.stacked(parts) { parts throws(LayoutError) in
      try TieredGrid(
        itemCount: parts.items.count, width: width, layers: layers, gap: space.gap.width
      ).arrangement
    }
  }
}
