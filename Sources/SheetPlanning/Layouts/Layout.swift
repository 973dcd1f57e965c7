internal import SheetImaging
package import SheetLayout
internal import SheetModel
package import SheetPlans

/// How the cells of a sheet are arranged on its pages.
///
/// Each layout is one type in one file, with its name, its traits, and its arrangement of pages.
/// The geometry itself is in `SheetLayout`. The library has ``GridLayout``, ``TieredLayout``,
/// ``ColumnLayout``, ``RowLayout``, ``MasonryLayout``, ``CollageLayout`` and ``MatrixLayout``.
package protocol Layout: Sendable {
  /// The name on the command line and in manifests.
  static var name: String { get }

  /// What planning needs to know before pictures are arranged.
  var traits: LayoutTraits { get }

  /// The layout adapted to how pictures are shown in their cells.
  func adapted(to style: TileStyle) -> Self

  /// The layout with cells that are larger by these factors, if their size or ratio is given.
  func enlargingCells(by growth: Size) -> Self

  /// Arranges a list of pictures on pages.
  ///
  /// - Throws: `LayoutError` if the layout does not fit.
  func pages(for space: LayoutRequest) throws(LayoutError) -> ArrangedPages
}

extension Layout {
  var name: String { Self.name }

  /// Returns the layout unchanged.
  package func adapted(to style: TileStyle) -> Self { self }

  /// Returns the layout unchanged.
  package func enlargingCells(by growth: Size) -> Self { self }
}

/// What planning needs to know about a layout before it arranges pictures.
package struct LayoutTraits: Equatable, Sendable {
  /// Which part of a cell's decoration is outside its frame.
  package enum Decoration: Sendable {
    /// All of it: frames are as large as pictures need.
    case all
    /// Labels; everything else takes room inside frames.
    case labels
    /// Nothing: frames are cells.
    case none
  }

  /// Which pictures a layout enlarges.
  package enum Enlarged: Sendable {
    /// No pictures.
    case none
    /// Photographs that are too small for their row.
    case photographs
    /// All pictures.
    case all
  }

  /// The decoration outside the arranged frames.
  var decorationOutside = Decoration.all
  /// Whether all cells of a page are equal and in columns, so that pictures can be placed column by
  /// column.
  var hasEqualCells = false
  /// Whether each picture takes the next cell, so that the first cells can stay empty.
  var fillsCellsInOrder = false
  /// Whether pictures may take up several cells, or a row to themselves.
  var takesSpans = false
  /// Whether each frame has the ratio of its picture, apart from the rounding of its edges.
  var framesHavePictureRatios = false
  /// Whether a picture too large for its cell is reduced instead of cropped.
  var showsWholePictures = false
  /// Whether vertically centred pictures stay in the middle of their cells, instead of moving to
  /// the labels of their row.
  var keepsAlignmentAtLabels = false
  /// Whether the width of pages follows from the pictures.
  ///
  /// Groups that start new pages must then be laid out together, so that pages have the same width.
  var widthFollowsFromPictures = false
  /// Whether the width that pages do not use is cut off, because no width is given.
  var cutsUnusedWidth = false
  /// Which small pictures are enlarged whatever the style.
  var enlargedPictures = Enlarged.none
  /// The given numbers of rows and columns of every page; nil unless both are given.
  var pageGrid: PageGrid?
  /// The given height of every page in pixels, including margins; nil if it follows from the
  /// pictures.
  package var pageHeight: Int?
  /// Whether the size of the sheet follows from the number of pictures.
  ///
  /// If so, no size, number of columns or similar option is set.
  package var isUnsized = false
  /// Whether the size of cells or rows was given, so that small ones are intended.
  var statesCells = false
  /// Whether the number of columns was given.
  var statesColumns = false
  /// Whether cells are square, because of the layout, or because of their given size or ratio.
  var hasSquareCells = false
  /// Whether cells are widened beyond what pictures need, so that labels are legible.
  var widensForLabels = false
  /// Whether margins have cut marks at the edges of cells.
  var marksCuts = false
  /// The axes that put pictures into rows and columns; nil if the layout is not a matrix.
  package var axes: MatrixAxes?

  /// Whether a picture smaller than its frame is enlarged.
  func enlargement(of picture: PixelSize, _ job: SheetJob) -> Enlargement {
    let style = job.style
    return switch enlargedPictures {
    case .all: .allowed
    case _ where job.exactScale != nil: .never
    case .photographs where job.ownScale == 1:
      style.growthInRows(of: picture) > 1 ? .allowed : job.growth
    case .photographs, .none: job.growth
    }
  }

  /// The scale of a picture; 1 in layouts that enlarge all pictures.
  func factor(of picture: PictureFacts, _ job: SheetJob) -> Double {
    enlargedPictures == .all ? 1 : job.ownScale(of: picture)
  }

  /// The insets by which cells with `decoration` extend beyond frames.
  func outset(for decoration: CellDecoration) -> PixelInsets {
    switch decorationOutside {
    case .all: decoration.insets
    case .labels: decoration.labelInsets
    case .none: PixelInsets(0)
    }
  }
}

extension SheetJob {
  /// The scale of a picture, in pixels of the sheet per pixel of the picture along a side, unless
  /// the picture is too large for its cell.
  func ownScale(of picture: PictureFacts) -> Double { picture.factor ?? ownScale }

  /// The scale of all pictures, except those with a factor of their own.
  ///
  /// This is the exact scale if there is one. Otherwise, on paper, a picture's own size is its size
  /// at ``TileStyle/leastPixelsPerInch``; elsewhere, the scale is 1. Layouts see pictures at this
  /// scale.
  var ownScale: Double {
    if let exactScale { return exactScale.factor ?? 1 }
    guard keepsSmallByDefault, let pagePixelsPerInch, style.filter != .nearest else { return 1 }
    return max(1, Double(pagePixelsPerInch) / TileStyle.leastPixelsPerInch)
  }

  /// Whether small pictures keep their own size although no setting asks for that.
  var keepsSmallByDefault: Bool {
    choosesEnlargement && comparison == nil && style.scaling == .fit && style.enlargement == .never
  }

  /// How pictures are enlarged in larger cells; the pixels of a comparison stay square.
  var growth: Enlargement {
    guard style.growth == .byWholeFactors, comparison == nil else { return style.growth }
    // At this resolution, pixels that are not at least doubled are too small to be seen.
    let isFine = encoding.pixelsPerInch.map { $0 >= Sheet.Paper.pixelsPerInch } ?? false
    return isFine ? .byWholeFactorsFromTwo : .byWholeFactorsIfSmall
  }
}

extension [ColumnTrack] {
  /// Whether any of the columns has a fixed width.
  var areFixed: Bool { contains { if case .fixed = $0.sizing { true } else { false } } }
}

extension TileStyle {
  /// The pixels per inch below which pixels can be seen on paper at reading distance.
  static let leastPixelsPerInch = 100.0

  /// How much a row may enlarge a picture: a photograph slightly, to avoid empty space.
  func growthInRows(of picture: PixelSize) -> Double {
    scaling == .fit && filter != .nearest && picture.isOfPhotograph ? 1.3 : 1
  }
}
