public import SheetLayout
public import SheetPlans

/// A page filled with pictures that keep their ratios and their order, with equal gaps.
///
/// Pictures are whole, and the little by which they do not fill a page is left at its edges; with
/// `Scaling.fill` they cover the page, and each is cropped by that much.
///
/// Small pictures get small areas, as far as their order and neighbours allow: none is given more
/// than its own pixels as long as others can take the room. What is left is not left white, so that
/// pictures are enlarged where they must be. With `Enlargement.allowed` all pictures get equal areas.
public struct CollageLayout: Layout, Equatable {
  /// `collage`.
  public static let name = "collage"

  /// The size of a page in pixels, margins included; without a height, that at which pictures come
  /// out most even.
  public var extent: Extent

  /// Creates a collage of a width, by default 1600 pixels.
  public init(extent: Extent = .standard) {
    self.extent = extent
  }

  /// Frames with the ratios of pictures, enlarged where they must be, so that pages are filled.
  public var traits: LayoutTraits {
    var traits = LayoutTraits()
    traits.framesHavePictureRatios = true
    traits.enlargesPictures = true
    traits.pageHeight = extent.height
    traits.isUnsized = extent == .standard
    return traits
  }

  /// Settles the size of pages.
  ///
  /// Where only the maximum height of pages is given, they have that height and as many pictures as
  /// have an area of 256 x 256 pixels on average; fewer pictures make a page of the height at which
  /// they come out most even, if it is lower.
  public func fitted(to space: LayoutSpace) throws(LayoutError) -> FittedLayout {
    let width = try space.width(of: extent.width)
    var height: Double?
    if let given = extent.height { height = try space.height(of: given) }
    let pages = CollagePages(space: space, width: width, height: height)
    if let spacing = space.sections { return try pages.fitted(with: spacing) }
    return try FittedLayout(of: space) { parts, maximumHeight throws(LayoutError) in
      let pictures = parts[0].items
      if let height, let side = space.minimumSide {
        return try pages.cut(pictures, height: height, keeping: Double(side))
      }
      if let maximumHeight {
        return try pages.cut(pictures, height: height, maximumHeight: maximumHeight)
      }
      return [
        Page(
          items: 0..<pictures.count,
          arrangement: try pages.arrangement(of: pictures, height: height))
      ]
    }
  }
}

/// The pages of a collage of a width.
struct CollagePages {
  /// The area of pictures, on average, on pages of which only the maximum height is given.
  static let usualArea = 65_536.0

  let space: LayoutSpace
  let width: Double
  /// The height of every page, with headings; nil where it follows from the pictures.
  let height: Double?

  /// What is done about the rest of a page.
  var rest: Collage.Rest { space.style.scaling.covers ? .covered : .centered }

  /// How many pictures a page of a maximum height has.
  func mostPerPage(_ maximumHeight: Double) -> Int {
    height == nil ? max(1, Int(width * maximumHeight / Self.usualArea)) : .max
  }

  /// One page of pictures without headings.
  func arrangement(
    of pictures: Range<Int>, height: Double?
  ) throws(LayoutError) -> Arrangement {
    try Collage(width: width, height: height, gap: space.gap, rest: rest)
      .arrangement(of: items(pictures))
  }

  /// Pages of pictures without headings.
  func cut(
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

  /// Pages of one height, as few as let every picture keep a longer side, or its own.
  ///
  /// A picture of less than the usual weight keeps less.
  func cut(
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

  /// Some pages of about as many pictures each; nil where any is smaller than it may be.
  private func pages(
    of pictures: Range<Int>, count: Int, height: Double, keeping side: Double
  ) throws(LayoutError) -> [Page]? {
    var pages: [Page] = []
    for shown in pictures.divided(into: count) {
      let arrangement = try arrangement(of: shown, height: height)
      let isKept = zip(shown, arrangement.frames).allSatisfy { picture, frame in
        let own = space.pictures[picture].map { Double(max($0.width, $0.height)) } ?? .infinity
        let wanted = side * min(1, space.weights[picture]).squareRoot()
        return max(frame.width, frame.height) >= min(wanted, own) - 1e-6
      }
      if !isKept { return nil }
      pages.append(Page(items: shown.moved(by: -pictures.lowerBound), arrangement: arrangement))
    }
    return pages
  }

  /// Pictures with their ratios and weights; their own pixels are enough for them, unless small ones
  /// are to be enlarged.
  func items(_ range: Range<Int>) -> [LayoutItem] {
    range.map { index in
      var item = LayoutItem(ratio: space.pictures[index].ratio, weight: space.weights[index])
      if space.style.enlargement == .never, let size = space.pictures[index] {
        item.enoughArea = Double(size.width) * Double(size.height)
      }
      return item
    }
  }
}
