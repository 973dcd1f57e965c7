/// Crops of the same size that slide along one axis of a picture, one pixel of the sheet at a time.
///
/// The crops are cut from the whole picture at the scale of the sheet. Lengths are multiples of a
/// power of 2, so that coordinates are exact, both in each crop alone and in all of them together.
package struct SlidingCrop: Hashable, Sendable {
  /// Whether the crops slide from top to bottom; otherwise from left to right.
  package let isVertical: Bool
  /// How far the crop can slide to either side of the middle, in pixels of the sheet; at least 1.
  package let reach: Int
  /// The fraction of the picture that each crop shows.
  package let share: Double

  private let middle: PicturePlacement
  /// The size of a pixel of the sheet, in pixels of the picture.
  private let step: Double
  /// Where the centred crop starts.
  private let start: Double

  /// Whether the crop of a picture slides to its subject.
  ///
  /// The crop slides if the picture is cropped to fill its cell, is aligned by
  /// ``Alignment/subject``, and has no focus.
  package static func isWanted(
    for placement: PicturePlacement, of source: PixelSize, _ scaling: Scaling,
    _ alignment: Alignment, _ focus: Focus?
  ) -> Bool {
    scaling == .fill && alignment == .subject && focus == nil
      && placement.crop.size != Size(source)
  }

  /// The crops of the same size as a placement's crop; nil if there is nothing to slide.
  ///
  /// There is nothing to slide if the picture is cropped on neither axis or on both, or by less
  /// than two pixels of the sheet.
  ///
  /// - Parameters:
  ///   - placement: A placement; where its crop starts does not matter.
  ///   - source: The size of the whole picture, upright.
  ///   - larger: The size of a picture that contains `source`, in which coordinates must also be
  ///     exact.
  package init?(
    _ placement: PicturePlacement, of source: PixelSize, inside larger: PixelSize? = nil
  ) {
    let (crop, image) = (placement.crop, placement.image)
    let isVertical = crop.width >= Double(source.width)
    guard isVertical != (crop.height >= Double(source.height)) else { return nil }
    let (side, length, count) =
      isVertical
      ? (source.height, crop.height, image.height) : (source.width, crop.width, image.width)
    // The unit is as fine as possible, provided that products of two coordinates are exact.
    let bits = Int.bitWidth - side.leadingZeroBitCount
    let largest = larger.map { max($0.width, $0.height) } ?? side
    let placeBits = Int.bitWidth - largest.leadingZeroBitCount
    let unit = Double(
      sign: .plus, exponent: max(2 * bits - 50, placeBits - 52), significand: 1)
    let step = (length / Double(count) / unit).rounded(.down) * unit
    let start = (Double(side) - Double(count) * step) / 2
    guard step > 0, start >= step else { return nil }
    (self.isVertical, self.step, self.start) = (isVertical, step, start)
    reach = Int(start / step)
    share = length / Double(side)
    middle = placement
  }

  /// The crop at an offset from the middle, in pixels of the sheet; negative before the middle.
  ///
  /// - Precondition: The magnitude of the offset is at most ``reach``.
  package func placement(at offset: Int) -> PicturePlacement {
    precondition(abs(offset) <= reach, "a crop beyond the picture")
    return placement(from: offset, to: offset)
  }

  /// All crops together: a larger part of the picture, at the same scale.
  ///
  /// The area on the sheet has no meaning in this placement.
  package var all: PicturePlacement { placement(from: -reach, to: reach) }

  private func placement(from first: Int, to last: Int) -> PicturePlacement {
    var placement = middle
    let count = (isVertical ? placement.image.height : placement.image.width) + last - first
    let (start, length) = (start + Double(first) * step, Double(count) * step)
    if isVertical {
      placement.image.height = count
      (placement.crop.origin.y, placement.crop.size.height) = (start, length)
    } else {
      placement.image.width = count
      (placement.crop.origin.x, placement.crop.size.width) = (start, length)
    }
    return placement
  }

  /// Converts the fraction of the free length that lies before a crop to an offset in whole pixels
  /// of the sheet.
  ///
  /// - Parameter place: The fraction, from 0 to 1; 0.5 is the middle.
  /// - Returns: The offset from the middle, negative before it; its magnitude is at most ``reach``.
  package func offset(at place: Double) -> Int {
    let offset = Int((start / step * (2 * place - 1)).rounded())
    return min(max(offset, -reach), reach)
  }
}
