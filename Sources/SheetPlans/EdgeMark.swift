internal import SheetImaging
internal import SheetLayout

/// The mark of opaque pictures whose edges vanish on their ground, as white ones do on white.
///
/// Raw values are the names used on the command line.
package enum EdgeMark: String, CaseIterable, Sendable {
  /// No mark.
  case nothing = "none"
  /// A thin line around the picture, in the gap.
  case hairline

  /// Half a point, which printers still show in a light tint.
  private static let hairlinesPerInch = 144.0

  /// The width of a hairline in pixels, at least 1.
  package static func hairlineWidth(pixelsPerInch: Int?) -> Int {
    max(1, Int((Double(pixelsPerInch ?? 0) / hairlinesPerInch).rounded()))
  }
}

extension TileStyle {
  /// Whether edges that vanish are marked.
  ///
  /// A sheet that is not of one opaque colour has no ground. Furniture shows edges by itself. The
  /// edges of cropped pictures are not their own.
  package var marksEdges: Bool {
    guard edge == .hairline, scaling != .fill, furniture.isInvisible,
      case .color(let ground) = background
    else { return false }
    return ground.isOpaque
  }
}
