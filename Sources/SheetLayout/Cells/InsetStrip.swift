/// The position of the enlarged details of a picture.
public enum InsetPosition: String, CaseIterable, Hashable, Sendable {
  /// In the corners of the picture, so that they take no extra room.
  case inside
  /// In a strip below the picture, side by side.
  case below
  /// In a strip to the right of the picture, one above another.
  case right
}

/// The room for a strip of enlarged details below a picture, or to its right.
///
/// The strip is as long as the side of the picture next to it. Most of its thickness is a share of
/// the picture's height or width, so that the strips of all pictures line up wherever the pictures
/// do. Layouts arrange each picture as if it were larger by this share.
package struct InsetStrip: Hashable, Sendable {
  /// Whether the strip is to the right of the picture instead of below it.
  package let isBeside: Bool
  /// The room for the strip as a multiple of the picture's height, or of its width if the strip is
  /// beside it; more than 0 and at most 1.
  package let share: Double
  /// The room in pixels that does not depend on the size of the picture: the frames, and the
  /// distance from the picture.
  package let fixed: Int

  /// Creates the room for a strip.
  package init(isBeside: Bool, share: Double, fixed: Int) {
    (self.isBeside, self.share, self.fixed) = (isBeside, share, fixed)
  }

  /// The room that does not depend on the size of the picture.
  var insets: PixelInsets {
    PixelInsets(top: 0, left: 0, bottom: isBeside ? 0 : fixed, right: isBeside ? fixed : 0)
  }

  /// The factors by which the strip, without ``fixed``, makes a picture wider and taller.
  package var growth: Size {
    Size(width: isBeside ? 1 + share : 1, height: isBeside ? 1 : 1 + share)
  }

  private func room(beside length: Int) -> Int { Int((share * Double(length)).rounded()) }

  /// The size of a picture with its strip, in pixels of the picture and without ``fixed``.
  package func size(with picture: PixelSize) -> PixelSize {
    var size = picture
    if isBeside {
      size.width += room(beside: picture.width)
    } else {
      size.height += room(beside: picture.height)
    }
    return size
  }

  /// The area of the picture and its strip.
  package func block(around image: PixelRect) -> PixelRect {
    var block = image
    if isBeside {
      block.width += room(beside: image.width) + fixed
    } else {
      block.height += room(beside: image.height) + fixed
    }
    return block
  }

  /// The picture's own part of a block that does not include ``fixed``.
  ///
  /// - Parameters:
  ///   - block: The area for a picture and its strip.
  ///   - picture: The size of the picture; nil if it is not known.
  /// - Returns: An area of at least one pixel.
  package func picture(in block: PixelRect, of picture: PixelSize? = nil) -> PixelRect {
    func length(_ whole: Int, _ side: KeyPath<PixelSize, Int>) -> Int {
      // If the picture is enlarged by a whole factor, the length is exactly that multiple of the
      // picture's own.
      let share =
        picture.map { Double($0[keyPath: side]) / Double(size(with: $0)[keyPath: side]) }
        ?? 1 / (1 + self.share)
      return min(whole, max(1, Int((share * Double(whole)).rounded())))
    }
    var image = block
    if isBeside {
      image.width = length(block.width, \.width)
    } else {
      image.height = length(block.height, \.height)
    }
    return image
  }
}
