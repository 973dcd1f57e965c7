package import SheetLayout
package import SheetPlans

/// A layout that a program defines: it places pictures, and pages are cut between its strips.
///
/// Frames are whole cells, with labels and decoration inside them.
package struct CustomLayout: Layout {
  package static let name = "custom"

  private let extent: Extent
  private let arrange: Arrange

  /// Arranges pictures of some sizes, nil if unreadable, in a width, with a gap between neighbours.
  ///
  /// The height is nil if it follows from the pictures.
  package typealias Arrange =
    @Sendable (_ pictures: [PixelSize?], _ width: Double, _ height: Double?, _ gap: Size)
    throws(LayoutError) -> (size: Size, frames: [Rect])

  /// Creates a layout on sheets of a size.
  package init(extent: Extent, _ arrange: @escaping Arrange) {
    (self.extent, self.arrange) = (extent, arrange)
  }

  package var traits: LayoutTraits {
    LayoutTraits(
      decorationOutside: .none, pageHeight: extent.height, isUnsized: extent == .standard)
  }

  package func pages(for space: LayoutRequest) throws(LayoutError) -> ArrangedPages {
    let (width, height) = try space.sides(of: extent)
    return try ArrangedPages(of: space) { parts throws(LayoutError) in
      let content = try height.map { (height) throws(LayoutError) in
        try space.content(of: Size(width: width, height: height), underHeadings: parts.count).height
      }
      let page = try space.stacked(parts) { parts throws(LayoutError) in
        let items = parts[parts.startIndex].items
        let (size, frames) = try arrange(Array(space.pictures[items]), width, content, space.gap)
        return Arrangement(size: size, frames: frames, strips: Strip.strips(between: frames))
      }
      guard let height else { return page }
      return page.moved(
        by: .zero,
        onto: Size(width: max(width, page.size.width), height: max(height, page.size.height)))
    }
  }
}
