package import SheetLayout

/// A line of text along the diagonal of an area, from its lower left to its upper right corner.
package struct DiagonalLine: Equatable, Sendable {
  /// The direction of the line: how far it goes to the right, and how far upwards, for each pixel of
  /// its length.
  package let right, up: Double
  /// The size of the line before it is turned: as long as it can be without leaving the area.
  package let size: PixelSize

  /// The diagonal of an area; nil if a line of this height does not fit into it.
  package init?(in area: PixelSize, lineHeight: Int) {
    let (width, height, line) = (Double(area.width), Double(area.height), Double(lineHeight))
    guard width > 0, height > 0 else { return nil }
    let diagonal = (width * width + height * height).squareRoot()
    (right, up) = (width / diagonal, height / diagonal)
    let length = min((width - line * up) / right, (height - line * right) / up)
    guard length >= line else { return nil }
    size = PixelSize(width: Int(length), height: lineHeight)
  }
}

extension PlannedText {
  /// The diagonal along which the text is written; nil if it is horizontal or turned by 90°.
  package var diagonal: DiagonalLine? {
    isDiagonal && !readsUpwards
      ? DiagonalLine(in: area.size, lineHeight: TypeScale.lineHeight(size)) : nil
  }

  /// The size of the box in which the text is set, before it is turned.
  package var boxSize: PixelSize {
    readsUpwards
      ? PixelSize(width: area.height, height: area.width) : diagonal?.size ?? area.size
  }

  /// The text turned by 90°, in the same area: its lines run upwards.
  package var turnedUpwards: PlannedText {
    var text = self
    text.readsUpwards = true
    return text
  }
}
