internal import SheetImaging
internal import SheetLayout
internal import SheetPlans
internal import SheetText

extension Lettering {
  /// The colours of scale bars and of their outlines, which make them visible on any picture.
  private static let scaleBarColors = (ink: Color.white, outline: Color.black.withAlpha(0.85))

  /// A scale bar with its text as pixels, above its outline.
  ///
  /// - Parameters:
  ///   - scaleBar: The scale bar.
  ///   - image: The area of the picture, outside which nothing is drawn.
  ///   - format: The format of the sheet.
  /// - Returns: The outline, and then the bar with its text.
  func scaleBar(
    _ scaleBar: PlannedScaleBar, on image: PixelRect, in format: PixelFormat
  ) -> [PlacedText] {
    let (text, bar, area) = (scaleBar.text, scaleBar.bar, scaleBar.outlined)
    let raster = fonts.setter(of: text).raster(box(of: text, width: text.area.width))
    var ink = [UInt8](repeating: 0, count: area.width * area.height)
    func place(_ x: Int, _ y: Int) -> Int { (y - area.y) * area.width + x - area.x }
    for y in 0..<raster.size.height {
      let start = place(text.area.x, text.area.y + y)
      for x in 0..<raster.size.width { ink[start + x] = raster.coverage[y * raster.size.width + x] }
    }
    for y in bar.rows {
      for x in bar.x..<bar.maxX { ink[place(x, y)] = .max }
    }
    let outline = ink.spread(by: scaleBar.outlineWidth, width: area.width, height: area.height)
    return [(outline, Self.scaleBarColors.outline), (ink, Self.scaleBarColors.ink)].map {
      PlacedText(
        TextRaster(size: area.size, coverage: $0.0), in: area, $0.1, format: format
      ).clipped(to: image)
    }
  }
}

extension [UInt8] {
  /// The largest coverage of the pixels at most `distance` rows and columns away from each pixel.
  fileprivate func spread(by distance: Int, width: Int, height: Int) -> [UInt8] {
    var across = self
    for y in 0..<height {
      for x in 0..<width {
        var most = self[y * width + x]
        for other in Swift.max(0, x - distance)...Swift.min(width - 1, x + distance) {
          most = Swift.max(most, self[y * width + other])
        }
        across[y * width + x] = most
      }
    }
    var spread = across
    for y in 0..<height {
      for other in Swift.max(0, y - distance)...Swift.min(height - 1, y + distance) {
        for x in 0..<width {
          spread[y * width + x] = Swift.max(spread[y * width + x], across[other * width + x])
        }
      }
    }
    return spread
  }
}
