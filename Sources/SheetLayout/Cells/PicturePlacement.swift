/// How a picture is scaled to its cell.
///
/// Raw values are the names used on the command line.
public enum Scaling: String, CaseIterable, Hashable, Sendable {
  /// Shows the whole picture, keeping its proportions; parts of the cell may stay empty.
  case fit
  /// Covers the whole cell, keeping proportions; parts of the picture may be cropped.
  case fill
  /// Covers the whole cell with the whole picture, distorting it if necessary.
  case stretch
  /// Shows pixels at their original size and crops what does not fit.
  case none
}

/// Whether to enlarge pictures that are shown whole and are smaller than their cells.
///
/// The choice matters under ``Scaling/fit`` and, for cells that a layout makes as large as their
/// pictures, under ``Scaling/none``. Under ``Scaling/fill`` and ``Scaling/stretch``, pictures
/// always cover their cells.
///
/// Raw values are the names used in plans.
package enum Enlargement: String, CaseIterable, Hashable, Sendable {
  /// No picture is drawn with more pixels than it has, on either axis.
  case never
  /// Small pictures are enlarged to fit, just as large ones are reduced.
  case allowed
  /// Small pictures are enlarged by integer factors only, so that all of their pixels are equal
  /// squares.
  case byWholeFactors = "by-whole-factors"
  /// As ``byWholeFactors``, except that a photograph is fitted to its cell if it would otherwise be
  /// more than a tenth smaller.
  case byWholeFactorsIfSmall = "by-whole-factors-if-small"
  /// As ``byWholeFactorsIfSmall``, except that any picture is fitted to its cell if it would
  /// otherwise keep its size and be more than a tenth smaller.
  ///
  /// This case is for resolutions at which single pixels of the sheet are too small to be seen.
  case byWholeFactorsFromTwo = "by-whole-factors-from-two"
}

extension Scaling {
  /// Whether a picture that is smaller than its cell keeps its size.
  package func keepsSmall(_ enlargement: Enlargement) -> Bool {
    !covers && enlargement == .never
  }

  /// Whether a picture always covers its cell.
  package var covers: Bool { self == .fill || self == .stretch }
}

/// Which part of a picture is drawn, and where on the sheet.
package struct PicturePlacement: Hashable, Sendable {
  /// The pixels of the sheet that the picture covers; at least one, and all inside the cell.
  package var image: PixelRect
  /// The part of the picture that is shown, in pixels of the picture.
  ///
  /// It lies inside the picture and may cut through pixels. Its edges are whole numbers if the
  /// picture is shown at full size.
  package var crop: Rect
  /// The part of the picture inside its trimmed borders, in pixels of the picture; nil if that is
  /// the whole picture.
  ///
  /// ``crop`` lies inside it, and no pixel outside it is used for drawing.
  package var kept: Rect?

  /// Where an area of the picture is on the sheet, or would be if it were shown.
  package func onSheet(_ area: Rect) -> Rect {
    let across = Double(image.width) / crop.width
    let down = Double(image.height) / crop.height
    return Rect(
      x: Double(image.x) + (area.minX - crop.minX) * across,
      y: Double(image.y) + (area.minY - crop.minY) * down, width: area.width * across,
      height: area.height * down)
  }

  /// Places a picture in a cell.
  ///
  /// `alignment` decides which part is cropped, and on which side empty space is left.
  ///
  /// Cell edges are rounded to whole pixels, so cells of the same size may differ by a pixel. If a
  /// cell was made from the picture's ratio, a fitted picture fills it, so that gaps stay equal;
  /// each side is then less than a pixel longer or shorter than the exact ratio requires. In any
  /// other cell the picture is fitted into the nominal size, so that equal pictures are drawn at
  /// the same size, and only the shorter side is rounded.
  ///
  /// - Parameters:
  ///   - source: The size of the whole picture, upright.
  ///   - strip: The strip of enlarged details beside the picture; nil for none. `cell` and `nominal`
  ///     are then the areas for both, without the fixed part of the strip, and `alignment` places
  ///     both together.
  ///   - cell: The area in which the picture may be drawn.
  ///   - nominal: The smallest size to which cells equal to this one are rounded anywhere on the
  ///     sheet; nil if the cell was made from the picture's ratio.
  ///   - scaling: The scaling of the picture to the cell.
  ///   - alignment: The position of the picture, and of the part kept by cropping.
  ///   - focus: The point on which the kept part is centred, as far as the picture allows; nil if
  ///     the alignment decides.
  ///   - enlargement: Whether a fitted picture may be enlarged.
  ///   - factor: The factor by which the picture is enlarged or reduced in both directions. A
  ///     picture that is too large for the cell at this factor is fitted or cropped as if its
  ///     sides, in pixels, had been multiplied by the factor.
  /// - Throws: ``LayoutError/notPositive(_:_:)`` or ``LayoutError/tooLarge(_:_:)`` if the width or
  ///   height of the picture or of the cell is invalid.
  package init(
    of source: PixelSize, with strip: InsetStrip? = nil, in cell: PixelRect,
    nominal: PixelSize? = nil, scaling: Scaling, alignment: Alignment, focus: Focus? = nil,
    enlargement: Enlargement, factor: Double = 1
  ) throws(LayoutError) {
    if factor != 1 {
      let scaled = source.scaled(by: factor)
      try self.init(
        of: scaled, with: strip, in: cell, nominal: nominal, scaling: scaling,
        alignment: alignment, focus: focus, enlargement: enlargement)
      crop = crop.scaled(from: scaled, to: source)
      return
    }
    if let strip {
      let block = try PicturePlacement(
        of: strip.size(with: source), in: cell, nominal: nominal, scaling: scaling,
        alignment: alignment, enlargement: enlargement
      ).image
      try self.init(
        of: source, in: strip.picture(in: block, of: source),
        // A whole picture fills its part of the block, which has the picture's proportions.
        scaling: scaling == .fit ? .stretch : scaling, alignment: alignment, focus: focus,
        enlargement: enlargement)
      return
    }
    try check(Double(source.width), positive: .pictureWidth)
    try check(Double(source.height), positive: .pictureHeight)
    try check(Double(cell.width), positive: .cellWidth)
    try check(Double(cell.height), positive: .cellHeight)

    let whole = Rect(origin: .zero, size: Size(source))
    let box = nominal ?? cell.size
    let common = PixelSize(
      width: min(source.width, box.width), height: min(source.height, box.height))
    switch scaling {
    case .fit:
      let keepsSmall = scaling.keepsSmall(enlargement)
      let size =
        if keepsSmall && common == source {
          source
        } else if enlargement == .byWholeFactors && common == source {
          source.repeated(in: box)
        } else if enlargement == .byWholeFactorsIfSmall && common == source {
          source.leavesCellEmpty(box) ? source.fitted(in: box) : source.repeated(in: box)
        } else if enlargement == .byWholeFactorsFromTwo && common == source {
          source.leavesCellEmpty(box, atOwnSize: true)
            ? source.fitted(in: box) : source.repeated(in: box)
        } else if nominal == nil, source.isProportional(to: cell.size) {
          keepsSmall ? common : cell.size
        } else {
          source.fitted(in: box)
        }
      self.init(image: cell.aligned(size, alignment), crop: whole)
    case .fill:
      let size = source.filling(cell.size)
      self.init(
        image: cell,
        crop: focus.map { whole.part(size, around: $0) } ?? whole.aligned(size, alignment))
    case .stretch:
      self.init(image: cell, crop: whole)
    case .none:
      let pixels = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
      self.init(
        image: cell.aligned(common, alignment),
        crop: focus.map { Rect(whole.part(Size(common), around: $0).snapped) }
          ?? Rect(pixels.aligned(common, alignment)))
    }
  }

  /// Centres the crop on the kept part, or on the whole picture, exactly to the last bit.
  package mutating func centerCrop(in source: PixelSize?) {
    guard let whole = kept ?? source.map({ Rect(origin: .zero, size: Size($0)) }) else { return }
    crop = whole.aligned(crop.size, .center)
  }

  /// Creates a placement that is already known, such as one read from a plan.
  package init(image: PixelRect, crop: Rect, kept: Rect? = nil) {
    (self.image, self.crop, self.kept) = (image, crop, kept)
  }
}

extension PixelSize {
  /// The size with both sides multiplied by a factor and rounded, at least one pixel each.
  package func scaled(by factor: Double) -> PixelSize {
    if factor == 1 { return self }
    func side(_ length: Int) -> Int { max(1, wholePixel(Double(length) * factor)) }
    return PixelSize(width: side(width), height: side(height))
  }

  /// Whether rounding the edges of an area with these proportions can give `cell`.
  ///
  /// Rounding changes each side by at most a pixel.
  fileprivate func isProportional(to cell: PixelSize) -> Bool {
    // The cell is w + d by h + e, where w : h are the proportions, and d and e are at most 1.
    (width * cell.height - height * cell.width).magnitude <= UInt(width + height)
  }

  /// Whether a picture of this size is taken for a photograph or a plot rather than an icon or a
  /// sample, whose pixels are meant to be seen.
  package var isOfPhotograph: Bool { longerSide > 200 }

  /// The largest whole multiple of this size inside `cell`, which has room for at least one.
  fileprivate func repeated(in cell: PixelSize) -> PixelSize {
    let factor = min(cell.width / width, cell.height / height)
    return PixelSize(width: factor * width, height: factor * height)
  }

  /// Whether a picture of this size is a photograph whose largest whole multiple leaves much of a
  /// cell empty.
  ///
  /// It is better to interpolate a picture 512 pixels wide than to show it at half the width of a
  /// column. If `atOwnSize` is true, this applies to any picture that would not fit into the cell
  /// at twice its size.
  fileprivate func leavesCellEmpty(_ cell: PixelSize, atOwnSize: Bool = false) -> Bool {
    let whole = repeated(in: cell)
    return (isOfPhotograph || atOwnSize && whole == self)
      && 10 * whole.width < 9 * fitted(in: cell).width
  }

  /// The largest size with these proportions inside `cell`, to the nearest pixel.
  fileprivate func fitted(in cell: PixelSize) -> PixelSize {
    if width * cell.height >= height * cell.width {
      PixelSize(
        width: cell.width, height: max(1, roundedQuotient(height * cell.width, width)))
    } else {
      PixelSize(
        width: max(1, roundedQuotient(width * cell.height, height)), height: cell.height)
    }
  }

  /// The largest part of this size that has the proportions of `cell`.
  fileprivate func filling(_ cell: PixelSize) -> Size {
    if width * cell.height >= height * cell.width {
      Size(
        width: min(Double(width), Double(cell.width * height) / Double(cell.height)),
        height: Double(height))
    } else {
      Size(
        width: Double(width),
        height: min(Double(height), Double(cell.height * width) / Double(cell.width)))
    }
  }
}

extension PixelRect {
  /// The part of this area that a picture covers if it is scaled this way but never enlarged.
  package func covered(
    by source: PixelSize, _ scaling: Scaling, _ alignment: Alignment
  ) -> PixelRect {
    let (across, down) = (
      Double(width) / Double(source.width), Double(height) / Double(source.height)
    )
    let (x, y) = scaling == .fill ? (max(across, down), max(across, down)) : (across, down)
    let part = Size(width: Double(width) / max(1, x), height: Double(height) / max(1, y)).snapped
    return aligned(PixelSize(width: max(1, part.width), height: max(1, part.height)), alignment)
  }

  /// Where `child`, which is no larger than this area, lies when aligned inside it.
  fileprivate func aligned(_ child: PixelSize, _ alignment: Alignment) -> PixelRect {
    PixelRect(
      x: x + wholePixel(Double(width - child.width) * alignment.horizontalFraction),
      y: y + wholePixel(Double(height - child.height) * alignment.verticalFraction),
      width: child.width,
      height: child.height)
  }
}

/// The most important point of a picture: its focal point.
package struct Focus: Hashable, Sendable {
  /// The fraction of the upright picture's width that lies left of the point, from 0 to 1.
  package let x: Double
  /// The fraction of the height that lies above the point, from 0 to 1.
  package let y: Double

  /// Creates a focus; nil if a fraction is outside 0 to 1.
  package init?(x: Double, y: Double) {
    guard 0...1 ~= x, 0...1 ~= y else { return nil }
    (self.x, self.y) = (x, y)
  }
}

extension Rect {
  /// A region of the given size, centred on the focus as far as this area allows.
  fileprivate func part(_ size: Size, around focus: Focus) -> Rect {
    func start(_ middle: Double, _ length: Double, _ side: Double) -> Double {
      min(max(0, middle * side - length / 2), side - length)
    }
    return Rect(
      x: minX + start(focus.x, size.width, width), y: minY + start(focus.y, size.height, height),
      width: size.width, height: size.height)
  }

  /// The corresponding part of the same picture at another size.
  fileprivate func scaled(from old: PixelSize, to new: PixelSize) -> Rect {
    func across(_ length: Double) -> Double { length * Double(new.width) / Double(old.width) }
    func down(_ length: Double) -> Double { length * Double(new.height) / Double(old.height) }
    return Rect(x: across(minX), y: down(minY), width: across(width), height: down(height))
  }
}

/// The whole number nearest to `dividend / divisor`, halves rounded up.
private func roundedQuotient(_ dividend: Int, _ divisor: Int) -> Int {
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  return remainder >= divisor - remainder ? quotient + 1 : quotient
}
