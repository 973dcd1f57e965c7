public import SheetLayout

/// How a picture is placed once its borders are known, which are found when it is decoded.
public struct BorderTrimming: Equatable, Sendable {
  /// How far the samples of a border may be from its colour, from 0 to 255 as for samples of 8 bits.
  public let tolerance: Int
  /// How what is left is scaled to its cell.
  public let scaling: Scaling
  /// Where it stands in its cell, and which part of it is kept where it is cropped.
  public let alignment: Alignment
  /// Whether it may have more pixels on the sheet than in the picture, however it is scaled.
  public let enlargement: Enlargement
  /// What its crop is centred on, in the whole picture; nil to go by the alignment.
  public let focus: Focus?

  /// The largest tolerance, to which all colours are equal.
  public static let largestTolerance = 255

  /// Creates a way of placing.
  package init(
    tolerance: Int, scaling: Scaling, alignment: Alignment, enlargement: Enlargement, focus: Focus?
  ) {
    (self.tolerance, self.scaling, self.alignment) = (tolerance, scaling, alignment)
    (self.enlargement, self.focus) = (enlargement, focus)
  }

  /// Places what is left of a picture, which counts as a picture of its own.
  ///
  /// - Parameters:
  ///   - size: Its size, upright.
  ///   - kept: Where it lies in the whole picture.
  ///   - whole: The size of that.
  ///   - area: Where it may be drawn.
  /// - Returns: The placement of what is left.
  /// - Throws: ``LayoutError`` for a side of one of them that is none.
  package func placement(
    of size: PixelSize, at kept: Rect, in whole: PixelSize, area: PixelRect
  ) throws(LayoutError) -> PicturePlacement {
    let isLimited = scaling.covers && enlargement == .never
    func share(_ share: Double, of side: Int, from start: Double, _ length: Double) -> Double {
      min(max(0, (share * Double(side) - start) / length), 1)
    }
    return try PicturePlacement(
      of: size, in: isLimited ? area.covered(by: size, scaling, alignment) : area,
      nominal: area.size, scaling: scaling, alignment: alignment,
      focus: focus.flatMap {
        Focus(
          x: share($0.x, of: whole.width, from: kept.minX, kept.width),
          y: share($0.y, of: whole.height, from: kept.minY, kept.height))
      }, enlargement: enlargement)
  }
}
