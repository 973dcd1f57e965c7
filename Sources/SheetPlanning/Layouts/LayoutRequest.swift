package import SheetLayout
package import SheetModel
package import SheetPlans

/// What a layout is asked to arrange: a list of pictures, and the space around frames.
package struct LayoutRequest: Sendable {
  /// The sizes of the pictures as shown, with their strips of details, and at their own scale; nil if
  /// unreadable.
  ///
  /// The cells that stay empty come first, as if they were pictures that cannot be read.
  package let pictures: [PixelSize?]
  /// The number of cells that stay empty before the first picture.
  var emptyCells = 0
  /// The weight of each picture, by which some layouts choose its area; 1 by default.
  package let weights: [Double]
  /// The extra room of each picture, in layouts that support it; nil if it has none.
  ///
  /// Empty if no picture has extra room.
  let rooms: [PictureRoom?]
  /// The pictures of each page, as far as given numbers determine them; there is at least one page.
  ///
  /// Without sections, a page has a single part.
  package var pages: [[SectionPart]]
  /// The minimum longer side of pictures, in pixels, on pages with a given size.
  ///
  /// A page has as many pictures as this allows; nil if ``pages`` determines the pictures of each
  /// page.
  package let minimumSide: Int?
  /// The number of pages for each group; nil if unset.
  package let pageCount: Int?
  /// The heights of section headings and of the gaps around them; nil if there are no sections.
  package let sections: HeadingSpacing?
  /// Whether all pictures of the sheet are on one page.
  package let isSinglePage: Bool
  /// The distance between frames, in pixels.
  package let gap: Size
  /// The parts of cells that are drawn beyond their frames.
  package let outset: PixelInsets
  /// The distance of frames from the edges of a page: margins, text and outsets.
  package let edges: PixelInsets
  /// The height of every page in pixels, including edges, if it is fixed; otherwise nil.
  package let pageHeight: Int?
  /// The maximum height of a page in pixels, including edges; nil if unlimited.
  package let maximumHeight: Int?
  /// The maximum number of pixels of a sheet.
  package internal(set) var maximumPixels: PixelCount
  /// The pixels per inch of the page of paper; nil if the sheet is not on paper.
  var pagePixelsPerInch: Int?
  /// The allowed range of the longer side of automatic cells.
  ///
  /// Cells whose pictures need less than the minimum are smaller.
  var cellSides = 0...Int.max
  /// Whether cells are as large as pictures need at their exact scale.
  var takesFactor = false
  /// Whether pictures are already as large as they may become, so that rows do not enlarge them.
  var isScaled = false
  /// Whether pictures are rotated by 90° if they then fill more of their cells.
  var turnsToFit = false
  /// Whether a page with a given number of rows may have one more row.
  var takesFurtherRow = false
  /// Whether pages have titles or other text.
  var hasPageTexts = false
  /// The distances from the edges of frames to the areas of pictures.
  var inset = PixelInsets(0)
  /// The strips of details that ``pictures`` include, except for their fixed part; nil if there are
  /// none.
  var strip: InsetStrip?
  /// The size that holds all pixel art, which is the minimum size of automatic cells; nil if there
  /// is no pixel art.
  var pixelArt: PixelSize?
  /// How pictures are shown in their cells.
  package let style: TileStyle
  /// Whether no setting says how pictures are scaled to their cells.
  var choosesScaling = false
  /// How pictures are enlarged in larger cells.
  var growth = Enlargement.never
  /// The position of labels; nil if there are none.
  let labelPosition: LabelPosition?
  /// The minimum width, in pixels, of the cells of small pictures, which leaves room for their
  /// labels; 0 without labels.
  package let labelWidth: Int
  /// The width in pixels at which all labels of an automatic grid are legible; 0 if the grid is
  /// already wide enough.
  let widthForLabels: Int
  /// The matrices to which the pictures belong, in order; empty if the layout is not a matrix.
  package let matrices: [PictureMatrix]
  /// The grid of pictures that share a cell of a matrix.
  var stack = CellStack()
  /// The type of row and column headings.
  let headingType: HeadingType

  /// The number of pictures on a full page.
  package var picturesPerPage: Int {
    pages.reduce(0) { page, parts in max(page, parts.reduce(0) { $0 + $1.items.count }) }
  }

  /// A sheet's width without its edges, in pixels.
  ///
  /// - Throws: `LayoutError.edgesTooWide(_:side:)` if nothing is left.
  func width(of sheet: Int) throws(LayoutError) -> Double {
    try Self.rest(of: sheet, edges: edges.horizontal)
  }

  /// A sheet's height without its edges, in pixels.
  ///
  /// - Throws: `LayoutError.edgesTooWide(_:side:)` if nothing is left.
  func height(of sheet: Int) throws(LayoutError) -> Double {
    try Self.rest(of: sheet, edges: edges.vertical)
  }

  /// A sheet's sides without its edges, in pixels; the height is nil if it is not given.
  ///
  /// - Throws: `LayoutError.edgesTooWide(_:side:)` if nothing is left.
  func sides(of sheet: PixelExtent) throws(LayoutError) -> (width: Double, height: Double?) {
    let width = try width(of: sheet.width)
    guard let height = sheet.height else { return (width, nil) }
    return (width, try self.height(of: height))
  }

  /// The height taken by the heading at the top of a page; 0 without sections.
  var headingRoom: Double { sections?.room ?? 0 }

  /// The minimum number of rows of a section on either side of a page break, if the page has room.
  var leastRowsAtCuts: Int { sections == nil ? 1 : 2 }

  /// The size available to frames on a page of `size`, after `count` lines of headings are
  /// subtracted.
  ///
  /// - Throws: ``LayoutError/headingsTooTall(_:limit:)`` if nothing is left.
  func content(of size: Size, underHeadings count: Int) throws(LayoutError) -> Size {
    guard let sections else { return size }
    let headings = sections.height(of: count)
    guard size.height > headings else { throw .headingsTooTall(headings, limit: size.height) }
    return Size(width: size.width, height: size.height - headings)
  }

  /// Stacks the parts of a page, each below its heading; without sections, arranges the only part.
  ///
  /// The parts of a band are placed side by side; without bands, none are.
  func stacked(
    _ parts: [SectionPart], inBands bands: [Range<Int>]? = nil,
    _ arrange: (ArraySlice<SectionPart>) throws(LayoutError) -> Arrangement
  ) throws(LayoutError) -> Arrangement {
    let bands = bands ?? parts.indices.map { $0..<$0 + 1 }
    let all = try bands.map { band throws(LayoutError) in
      (parts: Array(parts[band]), arrangement: try arrange(parts[band]))
    }
    guard let sections else { return all[0].arrangement }
    return Arrangement(stacking: all, spacing: sections)
  }

  /// Stacks the arrangements of the parts of a page.
  func stacked(_ parts: [SectionPart], _ blocks: [Arrangement]) -> Arrangement {
    guard let sections else { return blocks[0] }
    return Arrangement(stacking: zip(parts, blocks).map { ([$0], $1) }, spacing: sections)
  }

  /// Whether a sheet around content of this size is within the limit, after it is divided into
  /// pages.
  func holds(_ content: Size) -> Bool {
    let width = content.width + edges.size.width
    let height = content.height + edges.size.height
    let pageHeight = min(height, maximumHeight.map(Double.init) ?? height)
    return width * pageHeight <= Double(maximumPixels.value)
      && max(width, pageHeight) <= LayoutError.maximumLength
  }

  private static func rest(of side: Int, edges: Int) throws(LayoutError) -> Double {
    guard side > edges else { throw .edgesTooWide(edges, side: side) }
    return Double(side - edges)
  }

  /// The alignment of frames shorter than their row.
  ///
  /// Frames are vertically centred only if no labels are below or above them, so that the labels of
  /// a row share a baseline.
  var frameAlignment: Alignment { style.alignment.aligned(atLabel: labelPosition) }

  /// The cells of `pictures`, in layouts that make one for each picture.
  ///
  /// An extremely narrow or flat picture gets a cell that it does not fill. A cell with its own
  /// ratio would be less than a pixel wide, or leave no room in its row. A picture that keeps its
  /// size gets a cell no larger than the picture, enlarged if requested, unless its label needs
  /// more. A picture that could not be read gets a cell no wider than the widest picture. No cell
  /// is taller than a page may be, or than `height` if that is given.
  func items(
    _ pictures: Range<Int>, height: Double? = nil, enlarged: (PixelSize) -> Double = { _ in 1 }
  ) -> [LayoutItem] {
    let maximumHeight = height ?? maximumContentHeight ?? .infinity
    lazy var widest = widestPicture
    var items = self.pictures[pictures].map { picture in
      let ratio = min(max(picture.ratio, 1 / 32), 32)
      var item = LayoutItem(ratio: ratio, maximumWidth: maximumHeight * ratio)
      item.croppedWidth = .infinity
      if keepsSmall {
        let own =
          picture.map { max(Double($0.width), Double($0.height) * ratio) * enlarged($0) }
          ?? widest
        item.maximumWidth = min(item.maximumWidth, own)
        item.croppedWidth = picture.map { Double($0.width) * enlarged($0) } ?? own
      }
      return item
    }.map(widenedForLabel)
    if rooms.isEmpty { return items }
    // If the height is given, a picture with a row to itself is at most as tall as all ordinary
    // rows together.
    let most = height.map { height in
      let alone = pages.reduce(0) { most, parts in
        max(most, parts.reduce(0) { $0 + rooms[$1.items].count { $0 == .row } })
      }
      return (height - Double(alone) * gap.height) / Double(alone + 1)
    }
    for index in items.indices where rooms[pictures.lowerBound + index] == .row {
      items[index].isAlone = true
      guard let most, most > 0 else { continue }
      items[index].maximumWidth = min(items[index].maximumWidth, most * items[index].ratio)
    }
    return items
  }

  /// The item, widened at the same height if necessary to have room for a short label.
  func widenedForLabel(_ item: LayoutItem) -> LayoutItem {
    let width = Double(labelWidth)
    guard item.maximumWidth < width else { return item }
    let height = item.maximumWidth / item.ratio
    var wide = LayoutItem(ratio: min(width / height, 32), maximumWidth: width)
    wide.croppedWidth = max(width, item.croppedWidth)
    return wide
  }

  /// The height that headings and frames may take up on a page; nil if unlimited.
  var maximumFrameHeight: Double? { maximumHeight.map { Double($0 - edges.vertical) } }

  /// The height of frames on a page, below a heading if there are sections; nil if unlimited.
  var maximumContentHeight: Double? { maximumFrameHeight.map { $0 - headingRoom } }

  /// The minimum width of columns in pixels if neither tracks nor pages determine it.
  static let usualColumnWidth = 240.0

  /// The columns for tracks on a sheet `width` pixels wide, including margins.
  ///
  /// Without tracks, columns are at least 240 pixels wide. On pages of the same size, their width
  /// is at least a fifth of the page's shorter side. If pictures keep their size, the width of the
  /// widest picture is enough.
  func columns(
    _ tracks: [ColumnTrack]?, onSheetOf width: Int
  ) throws(LayoutError) -> SolvedColumns {
    let wanted =
      takesFactor
      ? .infinity
      : pageHeight.map { Double(min(width, $0)) / 5 }
        ?? Self.usualColumnWidth * (strip?.growth.width ?? 1)
    let needed = max(widestPicture, Double(labelWidth))
    let usual = ColumnTrack(.adaptive(minimum: keepsSmall ? min(wanted, needed) : wanted))
    let width = try self.width(of: width)
    return try ColumnTracks(tracks ?? [usual], spacing: gap.width).columns(width: width)
  }

  /// The maximum total width that a grid may leave empty at the two sides of a page, in addition to
  /// the margins, if another grid fills the page.
  ///
  /// The empty space at each side is then at most one and a half times as wide as the default
  /// margin.
  func sideRoom(onPage page: PixelSize) -> Double {
    pagePixelsPerInch.map {
      Double(RequestedSize.Page(page, perInch: $0).defaultMargin)
    } ?? .infinity
  }

  /// The minimum longer side of pictures on pages of the same size; nil if it does not determine
  /// the pages.
  var sideOnPage: Double? { pageHeight == nil ? nil : minimumSide.map(keptSide) }

  /// The minimum longer side of pictures, or their longest side if all are smaller.
  func keptSide(_ side: Int) -> Double {
    guard keepsSmall || takesFactor else { return Double(side) }
    let largest = pictures.reduce(0) { most, size in
      size.map { max(most, $0.width, $0.height) } ?? most
    }
    if takesFactor, largest > 0 { return Double(largest) }
    return Double(largest > 0 ? min(side, largest) : side)
  }

  func shownSize(of picture: PixelSize, in box: PixelSize) throws(LayoutError) -> PixelSize {
    try PicturePlacement(
      of: picture, in: PixelRect(x: 0, y: 0, width: box.width, height: box.height), nominal: box,
      scaling: style.scaling, alignment: .center, enlargement: growth
    ).image.size
  }

  /// Whether pictures smaller than their cell keep their size.
  var keepsSmall: Bool { style.keepsSmall }

  /// The width of the widest picture; infinite if none can be read.
  var widestPicture: Double {
    pictures.compactMap { $0.map { Double($0.width) } }.max() ?? .infinity
  }
}

extension Alignment {
  /// The alignment of a picture with a label; a vertically centred picture moves next to its label.
  func aligned(atLabel position: LabelPosition?) -> Alignment {
    switch position {
    case .below: movedFromMiddle(to: .bottom)
    case .above: movedFromMiddle(to: .top)
    case .over, .overTop, .left, .right, nil: self
    }
  }
}

extension [PixelSize?] {
  /// The smallest size that holds all of these sizes; nil if there are none.
  var holdingAll: PixelSize? {
    let sizes = compactMap(\.self)
    guard let width = sizes.map(\.width).max(), let height = sizes.map(\.height).max() else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }
}

extension PixelSize? {
  /// Width divided by height; 1 for a picture that could not be read.
  var ratio: Double {
    map { Double($0.width) / Double($0.height) } ?? 1
  }
}

extension Size {
  /// Whether the longer side has at least this length, allowing for rounding errors.
  func hasLongerSide(_ side: Double) -> Bool { longerSide >= side * (1 - 1e-9) }
}
