internal import SheetImaging
internal import SheetLayout

/// A ring around a small change.
///
/// Its pixels are computed as its rows are drawn, so none are held in memory, whatever its size.
struct ChangeRing: ComputedRaster {
  /// The width of the line as a fraction of the ring's diameter.
  private static let lineShare = 1.0 / 9

  private let outerRadius: Double
  private let innerRadius: Double

  /// Creates a ring in a square of `diameter` pixels.
  init(diameter: Int) {
    outerRadius = Double(diameter - 1) / 2
    innerRadius = outerRadius - max(1, Self.lineShare * Double(diameter))
  }

  func row(_ y: Int, in visible: Range<Int>?) -> RasterRow {
    let columns = visible ?? 0..<Int(2 * outerRadius) + 1
    return RasterRow(columns: columns, coverage: coverage(ofRow: y, in: columns))
  }

  /// How much of each pixel the line covers, in some columns of a row of the square.
  func coverage(ofRow y: Int, in columns: Range<Int>) -> [UInt8] {
    var coverage: [UInt8] = []
    coverage.reserveCapacity(columns.count)
    let down = Double(y) - outerRadius
    for x in columns {
      let right = Double(x) - outerRadius
      let distance = (right * right + down * down).squareRoot()
      let share = min(outerRadius - distance, distance - innerRadius) + 0.5
      coverage.append(UInt8((255 * min(max(share, 0), 1)).rounded()))
    }
    return coverage
  }
}

extension PlacedText {
  /// A ring around a small change, in the colour of changes.
  ///
  /// - Parameters:
  ///   - area: The square around the ring.
  ///   - image: The area of the picture, outside which nothing is drawn.
  ///   - format: The format of the sheet.
  init(ring area: PixelRect, on image: PixelRect, in format: PixelFormat) {
    self = PlacedText(ChangeRing(diameter: area.width), in: area, .change, format: format)
      .clipped(to: image)
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
