package import SheetLayout
package import SheetPlans

/// A page filled with pictures that keep their ratios and their order, with equal gaps.
///
/// Pictures are shown whole, and what little space remains is left at the edges of the page. On a
/// page without gaps and margins, that space would be a white line, so pictures are cropped by up
/// to a hundredth instead, unless `Scaling.fit` is chosen. With `Scaling.fill` they cover the page,
/// and are cropped accordingly.
///
/// Small pictures get small areas, as far as their order and neighbours allow. No picture gets a
/// larger area than its own pixels fill, as long as larger pictures can take up the space. The page
/// is filled, so pictures are enlarged if necessary. With `Enlargement.allowed` all pictures get
/// equal areas.
package struct CollageLayout: Layout, Equatable {
  /// `collage`.
  package static let name = "collage"

  /// The largest fraction of a picture that is cropped so that no white lines are left at the
  /// edges.
  static let largestCrop = 0.01

  /// The size of a page in pixels, including margins.
  ///
  /// Without a height, pages have the height at which pictures are most nearly equal in size.
  package var extent: PixelExtent

  /// Creates a collage with a width, by default 1600 pixels.
  package init(extent: PixelExtent = .standard) {
    self.extent = extent
  }

  /// Frames with the ratios of pictures, enlarged as far as needed to fill pages.
  package var traits: LayoutTraits {
    LayoutTraits(
      framesHavePictureRatios: true, enlargedPictures: .all, pageHeight: extent.height,
      isUnsized: extent == .standard)
  }

  /// Determines the size of pages.
  ///
  /// If only a maximum height is given, pages have that height, and as many pictures as fit with an
  /// average area of 256 x 256 pixels. A page with fewer pictures has the height at which they are
  /// most nearly equal in size, if that height is smaller.
  package func pages(for space: LayoutRequest) throws(LayoutError) -> ArrangedPages {
    let (width, height) = try space.sides(of: extent)
    let pages = CollagePages(space: space, width: width, height: height)
    var arranged = try pages.arranged()
    arranged.coverFrames = pages.reachEdges
    return arranged
  }
}

/// The pages of a collage of a given width.
private struct CollagePages {
  /// The average area of pictures if only the maximum height of pages is given.
  private static let usualArea = 65_536.0

  let space: LayoutRequest
  let width: Double
  /// The height of every page, including headings; nil if it follows from the pictures.
  let height: Double?

  /// What to do with the remainder of a page.
  private var rest: Collage.Rest { space.style.scaling.covers ? .covered : .centered }

  /// Whether pictures touch each other and the edges of a page of given size.
  var reachEdges: Bool {
    height != nil && space.gap == .zero && space.edges == PixelInsets(0)
      && space.choosesScaling && space.style.scaling == .fit
  }

  /// The maximum number of pictures on a page with a maximum height.
  private func mostPerPage(_ maximumHeight: Double) -> Int {
    height == nil ? max(1, Int(width * maximumHeight / Self.usualArea)) : .max
  }

  /// A last page filled to less than this fraction of its height has pictures no larger than those
  /// on earlier pages.
  private static let fullShare = 0.8

  /// All pages.
  ///
  /// Several sections are separate collages, each with a share of a page.
  func arranged() throws(LayoutError) -> ArrangedPages {
    try ArrangedPages(of: space) { parts, maximumHeight throws(LayoutError) in
      if space.sections == nil, let height, let side = space.minimumSide {
        return try cut(parts[0].items, height: height, keeping: Double(side))
      }
      if let limit = maximumHeight ?? (space.sections == nil ? nil : height) {
        return try cut(parts, maximumHeight: limit)
      }
      let page = try arrangement(
        of: parts, height: height, unit: parts.count > 1 ? usualUnit(parts) : nil)
      return [Page(items: 0..<page.frames.count, arrangement: page)]
    }
  }

  /// A single page of pictures without headings.
  private func arrangement(
    of pictures: Range<Int>, height: Double?
  ) throws(LayoutError) -> Arrangement {
    var collage = try Collage(width: width, height: height, gap: space.gap, rest: rest)
    if reachEdges { collage.largestStretch = CollageLayout.largestCrop }
    return try collage.arrangement(of: items(pictures))
  }

  /// Pages of pictures without headings.
  private func cut(
    _ pictures: Range<Int>, height: Double?, maximumHeight: Double
  ) throws(LayoutError) -> [Page] {
    let mostPerPage = mostPerPage(maximumHeight)
    if pictures.count <= mostPerPage {
      let natural = try arrangement(of: pictures, height: height)
      if natural.size.height <= maximumHeight + 1e-6 {
        return [Page(items: 0..<pictures.count, arrangement: natural)]
      }
    }
    let pageCount = (pictures.count - 1) / mostPerPage + 1
    return try pictures.divided(into: pageCount).map { shown throws(LayoutError) in
      Page(
        items: shown.moved(by: -pictures.lowerBound),
        arrangement: try arrangement(of: shown, height: maximumHeight))
    }
  }

  /// As few pages of the same height as possible, on which the longer side of every picture is at
  /// least `side`, or as long as in the original if that is shorter.
  ///
  /// A picture with less than the usual weight may become smaller.
  private func cut(
    _ pictures: Range<Int>, height: Double, keeping side: Double
  ) throws(LayoutError) -> [Page] {
    // The smallest picture has at most the mean area.
    let start = Int(Double(pictures.count) * side * side / (width * height))
    let first = min(max(1, start), pictures.count)
    for count in first..<pictures.count {
      if let pages = try pages(of: pictures, count: count, height: height, keeping: side) {
        return pages
      }
    }
    return try pages(of: pictures, count: pictures.count, height: height, keeping: 0) ?? []
  }

  /// Divides pictures into this many pages, with about the same number on each; nil if a picture
  /// would be smaller than allowed.
  private func pages(
    of pictures: Range<Int>, count: Int, height: Double, keeping side: Double
  ) throws(LayoutError) -> [Page]? {
    var pages: [Page] = []
    for shown in pictures.divided(into: count) {
      let arrangement = try arrangement(of: shown, height: height)
      let isKept = zip(shown, arrangement.frames).allSatisfy { picture, frame in
        let own = space.pictures[picture].map { Double($0.longerSide) } ?? .infinity
        let wanted = side * min(1, space.weights[picture]).squareRoot()
        return frame.size.longerSide >= min(wanted, own) - 1e-6
      }
      if !isKept { return nil }
      pages.append(Page(items: shown.moved(by: -pictures.lowerBound), arrangement: arrangement))
    }
    return pages
  }

  /// Pictures with their ratios and weights, limited to their original size unless small pictures
  /// should be enlarged.
  private func items(_ range: Range<Int>) -> [LayoutItem] {
    range.map { index in
      var item = LayoutItem(ratio: space.pictures[index].ratio, weight: space.weights[index])
      if space.style.enlargement == .never, let size = space.pictures[index] {
        item.enoughArea = Double(size.width) * Double(size.height)
      }
      return item
    }
  }
}

// Sections below headings, which share pages.
extension CollagePages {
  /// The area of a picture with weight 1 on a page with a ratio of 3:2, without headings.
  private func usualUnit(_ parts: [SectionPart]) -> Double {
    let weight = parts.reduce(0) { sum, part in
      part.items.reduce(sum) { $0 + space.weights[$1] }
    }
    return width * width / 1.5 / weight
  }

  /// A single page, with headings if there are sections.
  ///
  /// Without a height, the height follows from `unit`, the area of a picture with weight 1. With a
  /// height, or without a unit, a section that is alone on its page is a collage that fills the
  /// rest of the page.
  private func arrangement(
    of parts: [SectionPart], height: Double?, unit: Double?
  ) throws(LayoutError) -> Arrangement {
    let page = height.map { Size(width: width, height: $0) }
    let content = try page.map { (page) throws(LayoutError) in
      try space.content(of: page, underHeadings: parts.count).height
    }
    let stack =
      if parts.count == 1, content != nil || unit == nil {
        space.stacked(parts, [try arrangement(of: parts[0].items, height: content).trimmed])
      } else {
        space.stacked(
          parts,
          try CollageSections(width: width, gap: space.gap, rest: rest)
            .arrangements(
              of: parts.map { items($0.items) }, height: content, unit: unit ?? usualUnit(parts)))
      }
    guard let page else { return stack }
    // Sections that do not fill the width are left-aligned below their headings.
    return parts.count == 1 ? stack.centered(on: page) : stack.moved(by: .zero, onto: page)
  }

  /// Pages of sections, or of pictures without headings.
  private func cut(
    _ parts: [SectionPart], maximumHeight: Double
  ) throws(LayoutError) -> [Page] {
    let first = parts[0].items.lowerBound
    let spacing = space.sections ?? HeadingSpacing()
    if parts.count == 1 {
      return try cut(
        parts[0].items, height: height.map { $0 - spacing.room },
        maximumHeight: space.content(
          of: Size(width: width, height: maximumHeight), underHeadings: parts.count
        ).height
      ).map { page in
        let part = parts[0].part(page.items.moved(by: first))
        let stack = space.stacked([part], [page.arrangement.trimmed])
        let height = page.arrangement.size.height + spacing.room
        return Page(
          items: page.items,
          arrangement: stack.centered(on: Size(width: width, height: height)))
      }
    }
    let sections = try CollageSections(width: width, gap: space.gap, rest: rest)
    let pictures = items(parts.items)
    let moved = parts.map { $0.moved(by: -first) }
    func needed(_ parts: [SectionPart], _ unit: Double) -> Double {
      parts.reduce(spacing.height(of: parts.count)) {
        $0 + sections.height(of: pictures[$1.items], unit: unit)
      }
    }
    var unit = max(usualUnit(parts), sections.smallestUnit)
    if height != nil {
      unit = sections.unit(of: pictures, in: moved, spacing, height: maximumHeight)
    } else if pictures.count > mostPerPage(maximumHeight) || needed(moved, unit) > maximumHeight {
      unit = Self.usualArea
    }
    let pages = sections.pages(
      of: pictures, in: moved, spacing, height: maximumHeight, unit: unit)
    return try pages.enumerated().map { index, page throws(LayoutError) in
      let own = page.map { $0.moved(by: first) }
      // A page that is not full gets only the height it needs, so that a few pictures do not become
      // huge.
      let isLow = needed(page, unit) < Self.fullShare * maximumHeight
      let isNatural =
        index == pages.count - 1 && (pages.count > 1 ? isLow : height == nil)
      var arrangement = try arrangement(
        of: own, height: isNatural ? nil : maximumHeight, unit: unit)
      if isNatural, let height {
        arrangement = arrangement.moved(by: .zero, onto: Size(width: width, height: height))
      }
      return Page(items: page.items, arrangement: arrangement)
    }
  }
}
