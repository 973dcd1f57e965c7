/// How much of an arrangement goes on a page.
///
/// Pages are cut between strips only, and filled from the first to the last.
public enum PageCuts: Hashable, Sendable {
  /// At most so many items, in whole strips.
  ///
  /// To have exactly as many on every page, divide the list with
  /// ``Page/ranges(itemCount:itemsPerPage:)`` and lay out each part.
  case items(Int)
  /// So many strips: rows, in a layout that has rows.
  case rows(Int)
  /// A height in pixels, at most.
  case height(Double)
}

extension Arrangement {
  /// Divides the items among pages.
  ///
  /// The first strip of every page stands at its top, and the page ends below its last
  /// strip. An arrangement that fits on one page stays as it is. Without
  /// items there are no pages.
  ///
  /// - Throws: ``LayoutError/rowTooFull(items:limit:)`` or
  ///   ``LayoutError/rowTooTall(_:limit:)`` for a strip that alone is over a limit, or an
  ///   error for a limit that is not above zero.
  public func pages(_ cuts: PageCuts) throws(LayoutError) -> [Page] {
    try cuts.validate()
    if !frames.isEmpty, cuts.admit(strips[...], height: size.height) {
      return [Page(items: 0..<frames.count, arrangement: self)]
    }
    var pages: [Page] = []
    var start = 0
    for index in strips.indices {
      try cuts.validate(strips[index])
      let height = strips[index].maxY - strips[start].minY
      if !cuts.admit(strips[start...index], height: height) {
        pages.append(page(of: strips[start..<index]))
        start = index
      }
    }
    if start < strips.count { pages.append(page(of: strips[start...])) }
    return pages
  }

  /// The page that shows consecutive strips, at least one.
  private func page(of strips: ArraySlice<Strip>) -> Page {
    let items = strips.items
    let top = strips.first?.minY ?? 0
    let bottom = strips.last?.maxY ?? 0
    let arrangement = Arrangement(
      size: Size(width: size.width, height: bottom - top),
      frames: frames[items].map { $0.moved(by: Point(x: 0, y: -top)) },
      strips: strips.map { strip in
        let start = strip.items.lowerBound - items.lowerBound
        return Strip(
          items: start..<start + strip.items.count, minY: strip.minY - top, maxY: strip.maxY - top)
      },
      rows: rows.map { _ in strips.count }, columns: columns)
    return Page(items: items, arrangement: arrangement)
  }
}

extension PageCuts {
  /// Passes limits that some page can keep.
  fileprivate func validate() throws(LayoutError) {
    switch self {
    case .items(let limit): try check(limit, positive: .itemsPerPage)
    case .rows(let limit): try check(limit, positive: .rowsPerPage)
    case .height(let limit): try check(limit, positive: .pageHeight)
    }
  }

  /// Passes a strip that has room on a page of its own.
  fileprivate func validate(_ strip: Strip) throws(LayoutError) {
    switch self {
    case .items(let limit) where strip.items.count > limit:
      throw .rowTooFull(items: strip.items.count, limit: limit)
    case .height(let limit) where strip.height > limit + Self.tolerance:
      throw .rowTooTall(strip.height, limit: limit)
    case .items, .rows, .height: break
    }
  }

  /// Whether consecutive strips have room on one page.
  fileprivate func admit(_ strips: ArraySlice<Strip>, height: Double) -> Bool {
    switch self {
    case .items(let limit): strips.items.count <= limit
    case .rows(let limit): strips.count <= limit
    case .height(let limit): height <= limit + Self.tolerance
    }
  }

  /// Heights that fit exactly must not fail for the last bits of their sums; snapping to
  /// whole pixels takes the rest.
  private static let tolerance = 1e-6
}

extension ArraySlice<Strip> {
  fileprivate var items: Range<Int> {
    (first?.items.lowerBound ?? 0)..<(last?.items.upperBound ?? 0)
  }
}
