package import SheetLayout
package import SheetPlans

/// A layout that a program defines: it places pictures, and pages are cut between its strips.
///
/// Frames are whole cells, with labels and furniture inside them.
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
      furnitureOutside: .none, pageHeight: extent.height, isUnsized: extent == .standard)
  }

  package func fitted(to space: LayoutRequest) throws(LayoutError) -> FittedLayout {
    let width = try space.width(of: extent.width)
    let height = try extent.height.map { (height) throws(LayoutError) in
      try space.height(of: height)
    }
    return try FittedLayout(of: space) { parts throws(LayoutError) in
      let content = try height.map { (height) throws(LayoutError) in
        try space.content(of: Size(width: width, height: height), for: parts).height
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

extension Strip {
  /// The strips of frames: a strip ends if no later frame begins above its bottom.
  fileprivate static func strips(between frames: [Rect]) -> [Strip] {
    var nextTops = frames.map(\.minY)
    for index in nextTops.indices.dropLast().reversed() {
      nextTops[index] = min(nextTops[index], nextTops[index + 1])
    }
    var strips: [Strip] = []
    var (first, top, bottom) = (0, Double.infinity, 0.0)
    for (index, frame) in frames.enumerated() {
      (top, bottom) = (min(top, frame.minY), max(bottom, frame.maxY))
      guard index + 1 == frames.count || nextTops[index + 1] >= bottom else { continue }
      strips.append(Strip(items: first..<index + 1, minY: top, maxY: bottom))
      (first, top, bottom) = (index + 1, .infinity, 0)
    }
    return strips
  }
}
