internal import SheetImaging
public import SheetLayout
public import SheetPlans

/// How the cells of a sheet are arranged on its pages.
///
/// Each layout is one type in one file, with its name, what planning has to know of it, and how it
/// arranges pages. The geometry itself is in `SheetLayout`. The library has ``GridLayout``,
/// ``TieredLayout``, ``ColumnLayout``, ``RowLayout``, ``MasonryLayout``, ``CollageLayout`` and
/// ``MatrixLayout``.
public protocol Layout: Sendable {
  /// The name on the command line and in manifests.
  static var name: String { get }

  /// What planning has to know before pictures are arranged.
  var traits: LayoutTraits { get }

  /// The layout where pictures stand in their cells as a style says.
  func suited(to style: TileStyle) -> Self

  /// Arranges a list of pictures on pages.
  ///
  /// - Throws: `LayoutError` if the layout does not fit into the space.
  func fitted(to space: LayoutSpace) throws(LayoutError) -> FittedLayout
}

extension Layout {
  /// The name of this layout.
  var name: String { Self.name }

  /// The same layout for all styles.
  public func suited(to style: TileStyle) -> Self { self }
}

/// What planning has to know of a layout before it arranges pictures.
public struct LayoutTraits: Equatable, Sendable {
  /// What stands around a picture in the part of its cell that is beyond its frame.
  public enum Furniture: Sendable {
    /// All of it: frames are as large as pictures need.
    case all
    /// Labels; everything else takes room inside frames.
    case labels
    /// Nothing: frames are cells.
    case none
  }

  /// Pictures of a layout that are enlarged.
  public enum Enlarged: Sendable {
    /// None.
    case none
    /// Photographs that are too small for their row.
    case photographs
    /// All.
    case all
  }

  /// What stands outside of the frames that are arranged.
  public var furnitureOutside = Furniture.all
  /// Whether all cells of a page are equal and in columns, so that pictures can be placed column by
  /// column.
  public var hasEqualCells = false
  /// Whether pictures may take several cells, or a row of their own.
  public var takesSpans = false
  /// Whether each frame has the ratio of its picture, but for the rounding of its edges.
  public var framesHavePictureRatios = false
  /// Whether a picture that has no room is made smaller where it would be cropped to keep its pixels.
  public var showsWholePictures = false
  /// Whether the width of pages follows from the pictures, so that groups of them, which start pages
  /// of their own, must be fitted together to get pages of one width.
  public var widthFollowsFromPictures = false
  /// The pictures smaller than their frames that are enlarged whatever the style says.
  public var enlargedPictures = Enlarged.none
  /// The rows and columns of every page, where both are given.
  public var pageGrid: PageGrid?
  /// The given height of every page in pixels, with margins; nil if it follows from the pictures.
  public var pageHeight: Int?
  /// Whether nobody has asked for a size, a number of columns or the like, so that the size of the
  /// sheet follows from the number of pictures.
  public var isUnsized = false
  /// Whether cells are wider than pictures need where their labels are read only then.
  public var widensForLabels = false
  /// What puts pictures into rows and columns; nil for layouts that take them one after the other.
  public var axes: MatrixAxes?

  /// Whether a picture that is smaller than its frame is enlarged.
  func enlargement(of picture: PixelSize, _ style: TileStyle) -> Enlargement {
    switch enlargedPictures {
    case .none: style.growth
    case .photographs: style.growthInRows(of: picture) > 1 ? .allowed : style.growth
    case .all: .allowed
    }
  }

  /// How far cells extend beyond frames, if each cell has `furniture` around its picture.
  func outset(for furniture: CellFurniture) -> PixelInsets {
    switch furnitureOutside {
    case .all: furniture.insets
    case .labels: furniture.labelInsets
    case .none: PixelInsets(0)
    }
  }
}

extension TileStyle {
  /// The factor by which a row may enlarge a picture: a little for a photograph, which leaves no hole.
  func growthInRows(of picture: PixelSize) -> Double {
    scaling == .fit && filter != .nearest && max(picture.width, picture.height) > 200 ? 1.3 : 1
  }
}
