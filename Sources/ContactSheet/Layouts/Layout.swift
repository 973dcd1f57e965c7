public import SheetLayout

/// How the pictures of a sheet are arranged in cells, and the cells on pages.
///
/// A layout is one type in one file: its name, what its cells take beyond its frames, and how it
/// arranges pages. The geometry itself is in `SheetLayout`. ``GridLayout``, ``TieredLayout``,
/// ``ColumnLayout``, ``RowLayout`` and ``MasonryLayout`` come with the library.
public protocol Layout: Sendable {
  /// The name on the command line and in manifests.
  static var name: String { get }

  /// Whether all cells of a page are equal and stand in columns, so that pictures may follow each
  /// other column by column.
  var hasEqualCells: Bool { get }

  /// The number of cells on a page, where the layout settles that; nil elsewhere.
  var cellsPerPage: Int? { get }

  /// The height of every page in pixels, margins included, where that is given; nil where it
  /// follows from the pictures.
  var pageHeight: Int? { get }

  /// What cells take beyond the frames that the layout gives them, where `furniture` stands around
  /// the picture in each cell.
  func outset(for furniture: CellFurniture) -> PixelInsets

  /// Settles what all pages of a list of pictures have in common.
  ///
  /// - Throws: ``SheetError`` where nothing of the kind fits into the space.
  func fitted(to space: LayoutSpace) throws(SheetError) -> FittedLayout
}

extension Layout {
  /// False: most layouts have cells of several sizes.
  public var hasEqualCells: Bool { false }

  /// Nil: most layouts take any number of pictures on a page.
  public var cellsPerPage: Int? { nil }

  /// Nil: the height of most layouts follows from the pictures.
  public var pageHeight: Int? { nil }

  /// The name of this layout.
  var name: String { Self.name }
}

/// What a layout is fitted to: a list of pictures, and what surrounds their cells.
public struct LayoutSpace: Sendable {
  /// The sizes of the pictures as they are seen; nil for one that could not be read.
  public let pictures: [PixelSize?]
  /// The number of pictures on a full page.
  public let picturesPerPage: Int
  /// The distance between frames, in pixels.
  public let gap: Size
  /// The distance of frames from the edges of a page: margins, texts and outsets.
  public let edges: PixelInsets
  /// The height of every page in pixels, edges included, where that is settled; nil elsewhere.
  public let pageHeight: Int?

  /// What the edges leave of a sheet's width, in pixels.
  ///
  /// - Throws: ``SheetError/edgesTooWide(_:side:)`` where that is nothing.
  func width(of sheet: Int) throws(SheetError) -> Double {
    try Self.rest(of: sheet, edges: edges.horizontal)
  }

  /// What the edges leave of a sheet's height, in pixels.
  ///
  /// - Throws: ``SheetError/edgesTooWide(_:side:)`` where that is nothing.
  func height(of sheet: Int) throws(SheetError) -> Double {
    try Self.rest(of: sheet, edges: edges.vertical)
  }

  private static func rest(of side: Int, edges: Int) throws(SheetError) -> Double {
    guard side > edges else { throw .edgesTooWide(edges, side: side) }
    return Double(side - edges)
  }

  /// The ratios of cells that are made for `pictures`, one for each.
  ///
  /// A hairline gets a cell that it does not fill: one of its own ratio would be less than a pixel
  /// wide, or leave nothing of the rest of its row.
  func cellRatios(of pictures: Range<Int>) -> [Double] {
    self.pictures[pictures].map { min(max($0.ratio, 1 / 32), 32) }
  }
}

/// A layout fitted to a list of pictures.
public struct FittedLayout {
  /// The columns of a layout by tracks, from where the left edge ends; empty for others.
  public let columns: [Column]
  /// The ratio that the cells of a grid come near to; nil for other layouts.
  public let idealCellRatio: Double?
  /// Arranges the pictures of one page, a range of the list; frames are counted from its first.
  public let arrangement: (Range<Int>) throws(LayoutError) -> Arrangement

  init(
    columns: [Column] = [], idealCellRatio: Double? = nil,
    arrangement: @escaping (Range<Int>) throws(LayoutError) -> Arrangement
  ) {
    self.columns = columns
    self.idealCellRatio = idealCellRatio
    self.arrangement = arrangement
  }
}

extension PixelSize? {
  /// Width divided by height; 1 for a picture that could not be read.
  var ratio: Double {
    map { Double($0.width) / Double($0.height) } ?? 1
  }
}

extension Arrangement {
  /// The same frames further to the right, on a sheet of another width.
  func moved(right distance: Double, onWidth width: Double) -> Arrangement {
    var moved = self
    moved.frames = frames.map { $0.moved(by: Point(x: distance, y: 0)) }
    moved.size.width = width
    return moved
  }
}
