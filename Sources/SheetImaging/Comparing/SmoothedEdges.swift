/// Recognises pixels that differ only because of antialiasing.
///
/// The rule is pixelmatch's, after V. Vyšniauskas, "Anti-aliased Pixel and Intensity Slope
/// Detector" (2009). In one of the two pictures the pixel has both darker and brighter neighbours,
/// and at most two that are equally bright. Its darkest or its brightest neighbour must, in both
/// pictures, have at least three neighbours of its own colour. The edge of the picture counts as
/// one equal neighbour.
struct SmoothedEdges {
  let before: ComparedWindow
  let after: ComparedWindow
  /// The size of the area that both pictures have.
  let (width, height): (Int, Int)

  /// A position in both pictures.
  private struct Place {
    let x: Int
    let y: Int
  }

  /// Whether a pixel differs only because of antialiasing.
  ///
  /// - Precondition: The rows at most ``ComparedWindow/reach`` away have been converted.
  func changed(_ x: Int, _ y: Int, over background: PixelDistances.Background) -> Bool {
    isSmooth(x, y, in: before, over: background) || isSmooth(x, y, in: after, over: background)
  }

  private func isSmooth(
    _ x: Int, _ y: Int, in picture: ComparedWindow, over background: PixelDistances.Background
  ) -> Bool {
    let middle = Self.brightness(of: picture.pixel(x, y), over: background)
    var equal = isAtSide(x, y) ? 1 : 0
    var (least, most): (Int64, Int64) = (0, 0)
    var (darkest, brightest): (Place?, Place?)
    for column in max(0, x - 1)...min(width - 1, x + 1) {
      for row in max(0, y - 1)...min(height - 1, y + 1) where column != x || row != y {
        let step = Self.brightness(of: picture.pixel(column, row), over: background) - middle
        if step == 0 {
          equal += 1
          if equal > 2 { return false }
        } else if step < least {
          (least, darkest) = (step, Place(x: column, y: row))
        } else if step > most {
          (most, brightest) = (step, Place(x: column, y: row))
        }
      }
    }
    guard let darkest, let brightest else { return false }
    return isPlainInBoth(brightest) || isPlainInBoth(darkest)
  }

  /// Whether, in each of the two pictures, at least three neighbours of a position have its colour;
  /// the edge of the picture counts as one of the three.
  private func isPlainInBoth(_ place: Place) -> Bool {
    isPlain(place, in: before) && isPlain(place, in: after)
  }

  private func isPlain(_ place: Place, in picture: ComparedWindow) -> Bool {
    let middle = picture.pixel(place.x, place.y)
    var equal = isAtSide(place.x, place.y) ? 1 : 0
    for row in max(0, place.y - 1)...min(height - 1, place.y + 1) {
      for column in max(0, place.x - 1)...min(width - 1, place.x + 1)
      where column != place.x || row != place.y {
        if picture.pixel(column, row) == middle { equal += 1 }
        if equal > 2 { return true }
      }
    }
    return false
  }

  private func isAtSide(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }

  /// YIQ luma with pixelmatch's factors, in units of 10⁻⁸ / 65,025, so that equal lumas are exactly
  /// equal.
  @inline(__always)
  private static func brightness(
    of pixel: UInt32, over background: PixelDistances.Background
  ) -> Int64 {
    let (red, green) = (Int64(pixel & 255), Int64(pixel >> 8 & 255))
    let (blue, alpha) = (Int64(pixel >> 16 & 255), Int64(pixel >> 24))
    let luma = 29_889_531 * red + 58_662_247 * green + 11_448_223 * blue
    let under: Int64 = background == .white ? 255 * 100_000_001 : 0
    return alpha * luma + (255 - alpha) * under
  }
}
