/// Pages of one height, which are filled with sections from the top down.
///
/// The bands of a section are its rows, or whatever else is not cut. A section follows the one before it
/// if its heading and its first band have room; its other bands go on under the heading, repeated, on
/// the next page.
public struct PageCutter: Sendable {
  /// The height that no page exceeds, unless a single band does; infinite for no limit.
  public var height: Double
  /// The heights of headings; nil if every section starts a page, and has none.
  public var spacing: HeadingSpacing?

  /// Creates pages of a height.
  public init(height: Double, _ spacing: HeadingSpacing?) {
    (self.height, self.spacing) = (height, spacing)
  }

  /// A part of a section on a page.
  public struct Block: Equatable, Sendable {
    /// The part.
    public let part: SectionPart
    /// The distance of its items from the top of the page.
    public let top: Double
    /// Whether it is the first on its page.
    public let isFirst: Bool
  }

  /// Divides sections into pages.
  ///
  /// - Parameters:
  ///   - sections: The sections in order.
  ///   - taking: The number of the first of some items whose bands fit into a room, and the height that
  ///     they take there. At least one item is taken on a page that has no other.
  /// - Returns: The blocks of each page.
  /// - Throws: The errors of `taking`.
  public func pages<Failure>(
    of sections: [SectionPart],
    taking: (_ rest: SectionPart, _ room: Double, _ isFirst: Bool) throws(Failure) -> (
      count: Int, height: Double
    )
  ) throws(Failure) -> [[Block]] {
    var pages: [[Block]] = []
    try cut(sections, taking: taking) { block in
      if block.isFirst { pages.append([]) }
      pages[pages.count - 1].append(block)
    }
    return pages
  }

  /// Fills one page after the other, and lists nothing, as a search asks for numbers of pages again and
  /// again.
  package func cut<Failure>(
    _ sections: [SectionPart],
    taking: (_ rest: SectionPart, _ room: Double, _ isFirst: Bool) throws(Failure) -> (
      count: Int, height: Double
    ), each: (Block) -> Void
  ) throws(Failure) {
    /// The bottom of the open page; nil if a new one is needed.
    var bottom: Double?
    for section in sections {
      if spacing == nil { bottom = nil }
      var rest = section
      while !rest.items.isEmpty {
        let top = (bottom.map { $0 + (spacing?.above ?? 0) } ?? 0) + (spacing?.room ?? 0)
        // Sums that fit exactly must not fail because of their last bits.
        let (count, taken) = try taking(rest, height + 1e-6 - top, bottom == nil)
        if count > 0 {
          let items = rest.items.prefix(count)
          each(Block(part: rest.part(items), top: top, isFirst: bottom == nil))
          rest = rest.part(items.upperBound..<rest.items.upperBound)
        }
        bottom = rest.items.isEmpty ? top + taken : nil
      }
    }
  }
}
