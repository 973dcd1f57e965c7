package import SheetLayout
internal import SheetModel
package import SheetPlans

/// A layout defined by the calling program, which places the pictures; pages are divided between
/// strips of its frames.
///
/// Frames are whole cells, with labels and decoration inside.
package struct CustomLayout: Layout {
  package static let name = "custom"

  private let extent: PixelExtent
  private let arrange: Arrange

  /// Arranges pictures of these sizes, which are nil for unreadable pictures, in a given width,
  /// with a gap between neighbours.
  ///
  /// The height is nil if it follows from the pictures.
  package typealias Arrange =
    @Sendable (_ pictures: [PixelSize?], _ width: Double, _ height: Double?, _ gap: Size)
    throws(LayoutError) -> (size: Size, frames: [Rect])

  /// Creates a layout on sheets of a given size.
  package init(extent: PixelExtent, _ arrange: @escaping Arrange) {
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

extension CustomLayout {
  /// Adapts a layout defined by the calling program, and checks its frames.
  ///
  /// Errors of the layout become ``LayoutError/custom(_:)``.
  init(_ layout: any PageLayout, extent: PixelExtent) {
    self.init(extent: extent) { pictures, width, height, gap throws(LayoutError) in
      let request = Sheet.LayoutRequest(
        pictures: pictures.map {
          $0.map { Sheet.Size(width: Double($0.width), height: Double($0.height)) }
        }, width: width, height: height, gap: gap)
      let found: Sheet.Arrangement
      do { found = try layout.arrangement(of: request) } catch { throw .custom("\(error)") }
      guard found.frames.count == pictures.count else {
        throw .custom(
          "it has \(found.frames.count) frames for \(pictures.count) images; give each a frame")
      }
      let size = found.size
      let limit = LayoutError.maximumLength
      guard 1...limit ~= size.width, 1...limit ~= size.height else {
        throw .custom(
          "its page is \(size.width) x \(size.height) pixels; choose sides from 1 to \(Int(limit))")
      }
      for frame in found.frames {
        // Sums may exceed an edge by rounding errors.
        let slack = 1e-6 * max(size.width, size.height)
        guard frame.x >= -slack, frame.y >= -slack, frame.width >= 1, frame.height >= 1,
          frame.maxX <= size.width + slack, frame.maxY <= size.height + slack
        else {
          throw .custom(
            "its frame at \(frame.x), \(frame.y) is \(frame.width) x \(frame.height) pixels; "
              + "frames must be inside the page, and at least one pixel wide and high")
        }
      }
      return (size, found.frames)
    }
  }
}
