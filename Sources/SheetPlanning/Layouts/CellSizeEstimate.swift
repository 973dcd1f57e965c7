internal import SheetLayout
internal import SheetModel
internal import SheetPlans

/// The cell that four in five pictures need in a grid for which no size is given.
///
/// The cell also has room for pixel art, as far as the nominal cell allows.
///
/// The 0.8 quantile of the needed sizes is best if making a picture smaller by a factor costs four
/// times as much as making its cell larger than needed by that factor.
struct CellSizeEstimate {
  /// The side of a square with the area of the nominal cell.
  static let usualSide = 256.0
  /// The smallest side of a square with the area of the nominal cell, if that area is reduced to
  /// keep the sheet within its limits.
  static let smallestSide = 16
  /// The longer side of the largest cell for a picture that is alone on its sheet.
  static let sideOfSinglePicture = 1024.0
  /// The minimum side of cells if any picture is at least that large.
  ///
  /// This keeps larger pictures recognisable among many tiny ones.
  static let smallestSideOfLarge = 64
  /// How much cells may be widened for labels, as a multiple of the width that pictures need.
  static let largestWidening = 1.5

  /// The sizes of the readable pictures, each once, with the number of pictures of that size.
  private let pictures: [(size: PixelSize, count: Int)]
  /// The only picture of the sheet; nil if there are several.
  private let single: PixelSize?
  private let ratio: Double
  /// Whether the cell itself has the given ratio, rather than only the nominal cell.
  private let keepsRatio: Bool
  private let space: LayoutRequest

  init(ratio: Sheet.CellRatio, in space: LayoutRequest) {
    let sizes = space.pictures.compactMap(\.self)
    pictures = Dictionary(grouping: sizes, by: \.self).map { ($0.key, $0.value.count) }
    single = space.isSinglePage && space.pictures.count == 1 ? sizes.first : nil
    self.ratio = ratio.value(for: space.pictures)
    keepsRatio = ratio != .automatic
    self.space = space
  }

  private var style: TileStyle { space.style }
  /// The factors by which strips of details make pictures wider and taller.
  private var growth: Size { space.strip?.growth ?? Size(width: 1, height: 1) }
  /// The square root of the factor by which strips of details enlarge the area of pictures.
  private var sideGrowth: Double { (growth.width * growth.height).squareRoot() }

  /// The cell, if the nominal cell has the area of a square of `side` pixels.
  ///
  /// The cell is as wide and as tall as four out of five pictures need, scaled to the nominal cell.
  /// With ``Scaling/none`` or a factor, it is as large as the largest picture needs, because
  /// pictures are not scaled down to fit. If pictures cover cells, the cell is the nominal one, but
  /// no larger than the largest picture.
  func size(ofSide side: Double) throws(LayoutError) -> PixelSize {
    let nominal = nominalSize(ofSide: side)
    guard !pictures.isEmpty else { return nominal }
    var needs: [(size: PixelSize, count: Int)] = []
    needs.reserveCapacity(pictures.count)
    for picture in pictures {
      needs.append((try size(of: picture.size, in: nominal), picture.count))
    }
    var box = PixelSize(
      width: max(
        1, min(space.labelWidth, nominal.width), needed(of: needs.map { ($0.size.width, $0.count) })
      ),
      height: needed(of: needs.map { ($0.size.height, $0.count) }))
    if let art = space.pixelArt {
      // Pixel art is not scaled down, even beside smaller pictures.
      box.width = max(box.width, min(art.width, nominal.width))
      box.height = max(box.height, min(art.height, nominal.height))
    }
    guard keepsRatio else {
      let widest = Int(Double(box.width) * Self.largestWidening)
      box.width = max(box.width, min(space.widthForLabels, widest))
      return box
    }
    let (width, height) = (Double(box.width), Double(box.height))
    let cell = Size(width: max(width, height * ratio), height: max(height, width / ratio)).snapped
    return PixelSize(
      width: min(cell.width, nominal.width), height: min(cell.height, nominal.height))
  }

  /// The largest cell with which a page is within the limits of the request, or else the smallest
  /// cell.
  ///
  /// - Parameter page: Returns the size of a page for a size of cells; larger cells must give a
  ///   larger page.
  /// - Returns: The cell, and whether it was reduced because larger cells were too large.
  /// - Throws: `LayoutError` if there is no room for a page of the smallest cell.
  func largest(
    page: (PixelSize) throws(LayoutError) -> Size
  ) throws(LayoutError) -> (size: PixelSize, isReduced: Bool) {
    let limits = space.cellSides
    let smallest =
      limits.lowerBound > 0 ? try side(ofCell: limits.lowerBound) : Self.smallestSide
    var usualSide = usualSide
    if limits.upperBound < .max {
      usualSide = min(usualSide, Double(try side(ofCell: limits.upperBound)))
    }
    let usual = try size(ofSide: usualSide)
    if Double(smallest) >= usualSide { return (usual, false) }
    if space.holds(try page(usual)) { return (usual, false) }
    let side = try (smallest..<max(smallest + 1, Int(usualSide.rounded(.up)))).lastMeeting {
      (side) throws(LayoutError) in try space.holds(page(size(ofSide: Double(side))))
    }
    return (try size(ofSide: Double(side)), true)
  }

  /// The smallest side of the nominal cell at which the longer side of the cell reaches a length;
  /// at most the side of the usual nominal cell.
  private func side(ofCell length: Int) throws(LayoutError) -> Int {
    let usual = max(Self.smallestSide, Int(usualSide.rounded(.up)))
    return try (Self.smallestSide - 1..<usual).lastMeeting { (side) throws(LayoutError) in
      try size(ofSide: Double(side)).longerSide < length
    } + 1
  }

  /// The side of the usual nominal cell.
  ///
  /// The cell has room for a single picture at its own size, up to a limit, and for all pictures
  /// that are enlarged by a factor.
  private var usualSide: Double {
    if space.takesFactor {
      let root = ratio.squareRoot()
      return pictures.reduce(Self.usualSide) {
        max($0, max(Double($1.size.width) / root, Double($1.size.height) * root) / sideGrowth)
      }
    }
    guard let single else { return Self.usualSide }
    let (width, height) = (Double(single.width), Double(single.height))
    let growth = self.growth
    let share = min(
      1, Self.sideOfSinglePicture / max(width / growth.width, height / growth.height),
      (space.maximumContentHeight ?? .infinity) / height)
    // The smallest cell with the ratio that holds the picture.
    let cellWidth = share * max(width, height * ratio)
    // With an extreme ratio, the side could exceed the maximum length.
    let side = min(cellWidth / ratio.squareRoot() / sideGrowth, LayoutError.maximumLength)
    return space.keepsSmall ? side : max(side, Self.usualSide)
  }

  /// How many of `count` pictures determine the size of cells: four out of five, rounded up.
  static func needing(of count: Int) -> Int { (4 * count + 4) / 5 }

  /// The 0.8 quantile of `lengths`, which must not be empty; the largest length if pictures cover
  /// their cells, or are not scaled down to fit them.
  ///
  /// The result is at least 64 if any length is at least 64.
  private func needed(of lengths: [(length: Int, count: Int)]) -> Int {
    let largest = lengths.reduce(0) { max($0, $1.length) }
    guard style.scaling != .none, !style.scaling.covers, !space.takesFactor else { return largest }
    let sorted = lengths.sorted { $0.length < $1.length }
    let total = lengths.reduce(0) { $0 + $1.count }
    var missing = Self.needing(of: total)
    for (length, count) in sorted {
      missing -= count
      if missing <= 0 { return max(length, min(Self.smallestSideOfLarge, largest)) }
    }
    return largest
  }

  private func nominalSize(ofSide side: Double) -> PixelSize {
    let root = ratio.squareRoot()
    let side = side * sideGrowth
    let size = Size(width: side * root, height: side / root)
    return Size(
      width: min(max(1, size.width), LayoutError.maximumLength),
      height: min(max(1, size.height), LayoutError.maximumLength)
    ).snapped
  }

  /// The size of a picture in the nominal cell; if the picture covers the cell, at most the
  /// picture's own size.
  private func size(
    of picture: PixelSize, in nominal: PixelSize
  ) throws(LayoutError) -> PixelSize {
    switch style.scaling {
    case .fit, .none:
      return try space.shownSize(of: picture, in: nominal)
    case .fill, .stretch:
      return PixelSize(
        width: min(picture.width, nominal.width), height: min(picture.height, nominal.height))
    }
  }
}
