package import SheetImaging
package import SheetLayout
package import SheetModel

/// The style of pictures in their cells.
package struct TileStyle: Equatable, Sendable {
  /// The scaling of a picture to its cell; by default the whole picture is shown, in every layout.
  ///
  /// If unset, the command takes the scaling that suits the layout. It is `Scaling.fill` for tiers:
  /// `TileStyle(scaling: TieredLayout.usualScaling)`.
  package var scaling: Scaling
  /// The alignment of a picture in its cell, and the part kept by cropping.
  ///
  /// In a plan, `Alignment.subject` only stands if pictures are cropped to fill their cells.
  package var alignment: Alignment
  /// Whether pictures smaller than their cells are enlarged.
  package var enlargement: Enlargement
  /// The resampling filter.
  package var filter: ResampleFilter
  /// The values that are resampled.
  package var light: ResampleLight
  /// Sharpening after resampling; nil if there is none.
  package var sharpening: UnsharpMask?
  /// The background of the sheet; unless it is opaque, the sheet has an alpha channel.
  package var background: Backdrop
  /// The backdrop blended over the sheet's background; nil if there is none.
  ///
  /// A colour covers whole cells, a checker only the areas of pictures.
  package var cellBackground: Backdrop?
  /// Padding, border, frame, round corners and shadow.
  package var decoration: Decoration
  /// The mark of opaque pictures whose edges vanish on their ground.
  package var edge: Sheet.Edge
  /// The mark in cells of a matrix that have no picture; nil if it is a frame in pairs, and nothing in
  /// other matrices.
  package var emptyCells: EmptyCellMark?

  /// Creates a style; the defaults suit most sheets.
  package init(
    scaling: Scaling = .fit, alignment: Alignment = .subject, enlargement: Enlargement = .never,
    filter: ResampleFilter = .lanczos, light: ResampleLight = .linear,
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
    self.sharpening = sharpening
    self.background = background
    self.cellBackground = cellBackground
    self.decoration = decoration
    self.edge = edge
    self.emptyCells = emptyCells
  }
}

/// The mark in a cell that has no picture.
///
/// Raw values are the names used on the command line.
package enum EmptyCellMark: String, CaseIterable, Sendable {
  /// Only the background of cells.
  case nothing = "none"
  /// A faint dot in the middle, unless a text states why the cell is empty.
  case dot
  /// A thin line around the cell.
  case frame
}

extension TileStyle {
  /// The enlargement of pictures in larger cells.
  ///
  /// Pixels that stay squares grow by whole factors, so that all are equally large.
  package var growth: Enlargement {
    enlargement == .allowed && filter == .nearest ? .byWholeFactors : enlargement
  }

  /// Whether pictures are cropped, each around its subject.
  package var followsSubjects: Bool { alignment == .subject && scaling == .fill }

  /// The colour blended over whole cells.
  package var cellColor: Color? {
    if case .color(let color) = cellBackground { color } else { nil }
  }

  /// The colour that texts and marks in cells stand on; the first of a checker.
  package var cellGround: Color {
    let page = background.colors[0]
    return cellColor?.composed(over: page) ?? page
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
  /// The style as plans have it: with colours of 8 bits per component, as JSON holds them.
  var asPlanned: TileStyle {
    var style = self
    // If nothing is cropped, the subject is in the middle.
    if alignment == .subject, !followsSubjects { style.alignment = .center }
    style.background = (try? Backdrop(parsing: "\(background)")) ?? background
    style.cellBackground = cellBackground.map { (try? Backdrop(parsing: "\($0)")) ?? $0 }
    style.decoration.border = decoration.border.flatMap { Border($0.description) }
    style.decoration.frame = decoration.frame.flatMap { Border($0.description) }
    style.decoration.shadow = decoration.shadow.flatMap { Shadow($0.description) }
    return style
  }
}

extension Color {
  /// The nearest colour of 8 bits per component.
  var roundedTo8Bits: Color { (try? Color(parsing: hexadecimal)) ?? self }
}

extension TileStyle {
  /// Whether edges that vanish are marked.
  ///
  /// A sheet that is not of one opaque colour has no ground. Decoration shows edges by itself. The
  /// edges of cropped pictures are not their own.
  package var marksEdges: Bool {
    guard edge == .hairline, scaling != .fill, decoration.isInvisible,
      case .color(let ground) = background
    else { return false }
    return ground.isOpaque
  }
}

extension Sheet.Edge {
  /// Half a point, which printers still show in a light tint.
  private static let hairlinesPerInch = 144.0

  /// The width of a hairline in pixels, at least 1.
  package static func hairlineWidth(pixelsPerInch: Int?) -> Int {
    max(1, Int((Double(pixelsPerInch ?? 0) / hairlinesPerInch).rounded()))
  }
}
