package import SheetImaging
package import SheetLayout
package import SheetModel

/// How pictures are shown in their cells.
package struct TileStyle: Equatable, Sendable {
  /// How pictures are scaled to their cells; by default the whole picture is shown, in every
  /// layout.
  ///
  /// If no scaling is given, the command chooses the one that suits the layout. For tiers that is
  /// `Scaling.fill`: `TileStyle(scaling: TieredLayout.usualScaling)`.
  package var scaling: Scaling
  /// Where a picture is placed in its cell, and which part cropping keeps.
  ///
  /// In a plan, `Alignment.subject` occurs only if pictures are cropped to fill their cells.
  package var alignment: Alignment
  /// Whether pictures smaller than their cells are enlarged.
  package var enlargement: Enlargement
  /// The resampling filter.
  package var filter: ResampleFilter
  /// Whether linear or encoded values are resampled.
  package var light: ResampleLight
  /// Whether pictures are shown in shades of grey, by their luminance.
  package var isGrayscale: Bool
  /// Sharpening after resampling; nil for none.
  package var sharpening: UnsharpMask?
  /// The background of the sheet; unless it is opaque, the sheet has an alpha channel.
  package var background: Backdrop
  /// The backdrop blended over the sheet's background; nil for none.
  ///
  /// A colour covers whole cells; a checkerboard covers only the areas of pictures.
  package var cellBackground: Backdrop?
  /// Padding, border, frame, rounded corners and shadow.
  package var decoration: Decoration
  /// How to set off pictures from the background.
  package var edge: Sheet.Edge
  /// The maximum difference from the background, out of 255, at which an edge blends into it.
  package internal(set) var edgeDifference = usualEdgeDifference
  /// Whether cropped pictures also get a hairline if they blend into the background.
  private var marksCroppedEdges = true
  /// Whether all opaque pictures in a row of a matrix get a hairline if one of them blends into the
  /// background.
  package var marksWholeRows = false
  /// How to mark empty cells of a matrix; nil for a frame in comparisons, and for no mark in other
  /// matrices.
  package var emptyCells: EmptyCellMark?

  /// Creates a style; the defaults suit most sheets.
  package init(
    scaling: Scaling = .fit, alignment: Alignment = .subject, enlargement: Enlargement = .never,
    filter: ResampleFilter = .lanczos, light: ResampleLight = .linear, isGrayscale: Bool = false,
    sharpening: UnsharpMask? = nil,
    background: Backdrop = .color(.white), cellBackground: Backdrop? = nil,
    decoration: Decoration = Decoration(), edge: Sheet.Edge = .none,
    emptyCells: EmptyCellMark? = nil
  ) {
    self.scaling = scaling
    self.alignment = alignment
    self.enlargement = enlargement
    self.filter = filter
    self.light = light
    self.isGrayscale = isGrayscale
    self.sharpening = sharpening
    self.background = background
    self.cellBackground = cellBackground
    self.decoration = decoration
    self.edge = edge
    self.emptyCells = emptyCells
  }
}

/// How to mark a cell without a picture.
///
/// Raw values are the names used on the command line.
package enum EmptyCellMark: String, CaseIterable, Sendable {
  /// Only the background of cells.
  case nothing = "none"
  /// A faint dot in the middle, unless text says why the cell is empty.
  case dot
  /// A thin line around the cell.
  case frame
}

extension TileStyle {
  /// How pictures that are smaller than their cells are enlarged.
  ///
  /// With the nearest filter, pixels stay square; they grow by integer factors, so that all pixels
  /// become equally large.
  package var growth: Enlargement {
    enlargement == .allowed && filter == .nearest ? .byWholeFactors : enlargement
  }

  /// Whether pictures smaller than their cell keep their size.
  package var keepsSmall: Bool { scaling.keepsSmall(enlargement) }

  /// Whether no part of a picture keeps its colours; in a comparison, changes keep theirs.
  package func leavesNoColors(in comparison: PlannedComparison?) -> Bool {
    isGrayscale && comparison == nil
  }

  /// Whether pictures are cropped around their subjects.
  package var followsSubjects: Bool { alignment == .subject && scaling == .fill }

  /// The colour blended over whole cells.
  package var cellColor: Color? {
    if case .color(let color) = cellBackground { color } else { nil }
  }

  /// The style of a tile whose cell has a background of its own; with nil, the style of all other
  /// tiles.
  package func inCell(with background: Backdrop?) -> TileStyle {
    guard let background else { return self }
    var style = self
    style.cellBackground = background
    return style
  }

  /// What is behind text and marks in cells.
  package var cellBackdrop: Backdrop { cellColor.map(background.covered) ?? background }

  /// The colour behind text and marks in cells; the first colour of a checkerboard.
  package var cellBackgroundColor: Color { cellBackdrop.colors[0] }

  /// Whether the backdrop that shows through pictures starts anew at each picture.
  package var startsBackdropAtPictures: Bool {
    if case .squares = cellBackground { true } else { false }
  }

  /// The backdrop that shows through pictures.
  package var pictureBackdrop: Backdrop {
    switch cellBackground {
    case .color(let color): background.covered(by: color)
    case .squares(let first, let second):
      .squares(
        first.composed(over: background.colors[0]), second.composed(over: background.colors[0]))
    case nil: background
    }
  }
}

extension TileStyle {
  /// The style as stored in plans: with colours of 8 bits per component, as in JSON.
  var asPlanned: TileStyle {
    var style = self
    // If nothing is cropped, `subject` means `center`.
    if alignment == .subject, !followsSubjects { style.alignment = .center }
    style.background = background.roundedTo8Bits
    style.cellBackground = cellBackground?.roundedTo8Bits
    style.decoration.border = decoration.border.flatMap { Border($0.description) }
    style.decoration.frame = decoration.frame.flatMap { Border($0.description) }
    style.decoration.shadow = decoration.shadow.flatMap { Shadow($0.description) }
    return style
  }
}

extension Color {
  /// The nearest colour with 8 bits per component.
  package var roundedTo8Bits: Color { (try? Color(parsing: hexadecimal)) ?? self }
}

extension Backdrop {
  /// The same backdrop with the nearest colours of 8 bits per component.
  package var roundedTo8Bits: Backdrop { (try? Backdrop(parsing: description)) ?? self }
}

extension TileStyle {
  private static let usualEdgeDifference = 16
  /// The value of ``edgeDifference`` in the first plans.
  private static let firstEdgeDifference = 6

  /// Whether to mark edges, or at least those that blend into the background.
  ///
  /// Edges can only be compared with a background of one opaque colour. The sheet's decoration
  /// makes edges visible anyway. In earlier plans, cropped pictures got a hairline only if all
  /// pictures did. The border of a single picture replaces the hairline of only that picture.
  package var marksEdges: Bool {
    guard edge != .none, !decoration.isAroundAll, case .color(let color) = background else {
      return false
    }
    return color.isOpaque && (edge == .hairline || scaling != .fill || marksCroppedEdges)
  }

  /// ``edge`` and the pictures that it marks, as plans name them.
  var plannedEdge: PlannedEdge {
    get {
      switch edge {
      case .none: .none
      case .auto where edgeDifference == Self.firstEdgeDifference: .hairline
      case .auto: marksCroppedEdges ? (marksWholeRows ? .rows : .blending) : .auto
      case .hairline: .always
      }
    }
    set {
      edgeDifference =
        newValue == .hairline ? Self.firstEdgeDifference : Self.usualEdgeDifference
      marksCroppedEdges = newValue != .hairline && newValue != .auto
      marksWholeRows = newValue == .rows
      switch newValue {
      case .none: edge = .none
      case .blending, .rows, .auto, .hairline: edge = .auto
      case .always: edge = .hairline
      }
    }
  }
}

/// How to set off pictures from the background, as named in plans.
///
/// In the first plans, all hairlines depended on the background, and fewer pictures had them.
enum PlannedEdge: String, CaseIterable {
  case none
  /// A hairline around pictures that blend into the background.
  case blending
  /// A hairline around pictures that blend into the background, and around the other opaque
  /// pictures in the same row of a matrix.
  case rows
  /// The same as `blending`, but without hairlines if pictures fill their cells; used in earlier
  /// plans.
  case auto
  /// The same as `auto`, but only edges that differ from the background by at most 6 out of 255
  /// count as blending; used in the first plans.
  case hairline
  /// A hairline around every picture.
  case always
}

extension Sheet.Edge {
  /// Half a point, which printers still reproduce in a light tint.
  private static let hairlinesPerInch = 144.0

  /// The width of a hairline in pixels, at least 1.
  package static func hairlineWidth(pixelsPerInch: Int?) -> Int {
    max(1, Int((Double(pixelsPerInch ?? 0) / hairlinesPerInch).rounded()))
  }
}
