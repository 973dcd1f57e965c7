internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetText

extension Sheet.ScaleBar.Ink {
  /// The colours of a scale bar and of its outline, which makes it visible on any picture.
  fileprivate var colors: (ink: Color, outline: Color) {
    switch self {
    case .white: (.white, .black.withAlpha(0.85))
    case .black: (.black, .white.withAlpha(0.85))
    }
  }
}

extension Lettering {
  /// A scale bar with its text as pixels, above its outline.
  ///
  /// - Parameters:
  ///   - scaleBar: The scale bar.
  ///   - image: The area of the picture, outside which nothing is drawn.
  ///   - rows: The rows of the sheet, outside which nothing is drawn either.
  ///   - format: The format of the sheet.
  /// - Returns: The outline, and then the bar with its text.
  func scaleBar(
    _ scaleBar: PlannedScaleBar, on image: PixelRect, inRows rows: Range<Int>,
    in format: PixelFormat
  ) -> [PlacedText] {
    let (bar, outlineWidth) = (scaleBar.bar, scaleBar.outlineWidth)
    var (area, shown) = (scaleBar.outlined, image)
    let drawn = image.rows.clamped(to: rows)
    (shown.y, shown.height) = (drawn.lowerBound, drawn.count)
    // The outlines of ink just above and below the drawn rows reach into these rows.
    let inked = area.rows.clamped(
      to: drawn.lowerBound - outlineWidth..<drawn.upperBound + outlineWidth)
    (area.y, area.height) = (inked.lowerBound, inked.count)
    var ink = [UInt8](repeating: 0, count: area.width * area.height)
    func place(_ x: Int, _ y: Int) -> Int { (y - area.y) * area.width + x - area.x }
    if let text = scaleBar.drawnText, inked.overlaps(text.area.rows) {
      let raster = fonts.setter(of: text).raster(box(of: text, width: text.area.width))
      for y in inked.clamped(to: text.area.y..<text.area.y + raster.size.height) {
        let start = place(text.area.x, y)
        let first = (y - text.area.y) * raster.size.width
        for x in 0..<raster.size.width { ink[start + x] = raster.coverage[first + x] }
      }
    }
    for y in inked.clamped(to: bar.rows) {
      for x in bar.x..<bar.maxX { ink[place(x, y)] = .max }
    }
    let outline = ink.spread(by: outlineWidth, width: area.width, height: area.height)
    let colors = scaleBar.ink.colors
    return [(outline, colors.outline), (ink, colors.ink)].map {
      PlacedText(
        TextRaster(size: area.size, coverage: $0.0), in: area, $0.1, format: format
      ).clipped(to: shown)
    }
  }
}

extension [UInt8] {
  /// The largest coverage of the pixels at most `distance` rows and columns away from each pixel.
  func spread(by distance: Int, width: Int, height: Int) -> [UInt8] {
    var spread = self
    var reached = 0
    // Each step doubles the distance reached, because it starts from the result of the earlier
    // steps.
    while reached < distance {
      let step = Swift.min(reached + 1, distance - reached)
      reached += step
      for start in Swift.stride(from: 0, to: width * height, by: Swift.max(1, width)) {
        spread.spread(from: start..<start + width, by: step)
      }
      spread.spread(from: 0..<width * height, by: step * width)
    }
    return spread
  }

  /// Raises each element to the maximum of itself and the elements `step` positions before and
  /// after it.
  private mutating func spread(from places: Range<Int>, by step: Int) {
    guard places.count > step else { return }
    for place in places.lowerBound..<places.upperBound - step {
      self[place] = Swift.max(self[place], self[place + step])
    }
    for place in (places.lowerBound + step..<places.upperBound).reversed() {
      self[place] = Swift.max(self[place], self[place - step])
    }
  }
}
