internal import SheetImaging
internal import SheetLayout
internal import SheetText

extension PlacedText {
  /// The line of a ring as a fraction of its diameter.
  private static let lineShare = 1.0 / 9

  /// A ring around a small change, in the colour of changes.
  ///
  /// - Parameters:
  ///   - area: The square around the ring.
  ///   - image: The area of the picture, outside which nothing is drawn.
  ///   - format: The format of the sheet.
  init(ring area: PixelRect, on image: PixelRect, in format: PixelFormat) {
    let outer = Double(area.width - 1) / 2
    let inner = outer - max(1, Self.lineShare * Double(area.width))
    var coverage: [UInt8] = []
    coverage.reserveCapacity(area.width * area.height)
    for y in 0..<area.height {
      for x in 0..<area.width {
        let (right, down) = (Double(x) - outer, Double(y) - outer)
        let distance = (right * right + down * down).squareRoot()
        let share = min(outer - distance, distance - inner) + 0.5
        coverage.append(UInt8((255 * min(max(share, 0), 1)).rounded()))
      }
    }
    let raster = TextRaster(size: area.size, coverage: coverage)
    self = PlacedText(raster, in: area, .change, format: format).clipped(to: image)
  }
}

extension Color {
  /// The colour of changed pixels in difference pictures.
  fileprivate static let change: Color = {
    let code = ChangeColors.changes[PixelChange.changed.rawValue]
    guard let code else { preconditionFailure("changed pixels are drawn") }
    return Color(
      red: Double(code.red) / 255, green: Double(code.green) / 255, blue: Double(code.blue) / 255)
  }()
}
