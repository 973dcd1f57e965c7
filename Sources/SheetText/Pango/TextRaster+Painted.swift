internal import SheetLayout

extension TextRaster {
  /// The raster of a text that was painted in white and, if need be, in black.
  ///
  /// What is ink differs between the two by its share; what has its own colour is the same
  /// in both. Characters that are pure white where they are not transparent count as ink,
  /// unless something in the text has another colour.
  ///
  /// - Parameters:
  ///   - size: The size of the box.
  ///   - bounds: The part of it that was painted.
  ///   - white: The pixels of that part, in white ink, as ``CairoImage/pixels()`` gives them.
  ///   - black: The same in black ink, asked for only where something is not white.
  init(
    size: PixelSize, bounds: PixelRect, white: [UInt32], black: () -> [UInt32]?
  ) {
    var coverage = [UInt8](repeating: 0, count: size.width * size.height)
    var isInkAlone = true
    for row in 0..<bounds.height {
      let start = (bounds.y + row) * size.width + bounds.x
      for column in 0..<bounds.width {
        let pixel = white[row * bounds.width + column]
        let alpha = UInt8(pixel >> 24)
        coverage[start + column] = alpha
        isInkAlone = isInkAlone && pixel == UInt32(alpha) * 0x0101_0101
      }
    }
    guard !isInkAlone, let black = black() else {
      self.init(size: size, coverage: coverage)
      return
    }
    var ownColors = [UInt8](repeating: 0, count: 4 * coverage.count)
    for row in 0..<bounds.height {
      let start = (bounds.y + row) * size.width + bounds.x
      for column in 0..<bounds.width {
        let pixel = row * bounds.width + column
        let own = OwnColor(white: white[pixel], black: black[pixel])
        let sample = 4 * (start + column)
        ownColors[sample] = own.red
        ownColors[sample + 1] = own.green
        ownColors[sample + 2] = own.blue
        ownColors[sample + 3] = own.share
      }
    }
    self.init(size: size, coverage: coverage, ownColors: ownColors)
  }
}

/// What of a pixel is not ink.
private struct OwnColor {
  let red: UInt8
  let green: UInt8
  let blue: UInt8
  /// How much of what covers the pixel has the colour, from 0 to 255.
  let share: UInt8

  /// The difference between a pixel in white ink and in black ink, each with alpha in its
  /// highest byte, then red, green and blue, multiplied by alpha.
  init(white: UInt32, black: UInt32) {
    func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }
    let alpha = channel(white, 24)
    let ink = max(0, channel(white, 8) - channel(black, 8))
    let own = max(0, alpha - ink)
    func straight(_ shift: UInt32) -> UInt8 {
      own == 0 ? 0 : UInt8(min(255, (channel(black, shift) * 255 + own / 2) / own))
    }
    red = straight(16)
    green = straight(8)
    blue = straight(0)
    share = alpha == 0 ? 0 : UInt8((own * 255 + alpha / 2) / alpha)
  }
}
