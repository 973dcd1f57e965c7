package import SheetFiles
package import SheetLayout

/// A picture that is drawn translucently in the middle of others, to mark them.
package struct PlannedWatermark: Equatable, Sendable {
  /// The name of the picture's file.
  package internal(set) var source: FileName
  /// The size of the picture as shown.
  package internal(set) var size: PixelSize

  /// Creates a watermark from its parts.
  package init(_ source: FileName, size: PixelSize) { (self.source, self.size) = (source, size) }
}

extension PlannedWatermark {
  /// The maximum fraction of a marked picture's width that the watermark takes up.
  private static let widthShare = 0.7
  /// The maximum fraction of a marked picture's height that the watermark takes up.
  private static let heightShare = 0.4
  /// The maximum factor by which the watermark is enlarged, so that a small picture marks large
  /// ones as well.
  private static let mostEnlarged = 4.0
  /// The factor between one size and the next.
  private static let step = 1.1
  /// The maximum number of pixels of a watermark, which is held in memory.
  package static let mostPixels = 4 << 20

  /// The area of the watermark in the middle of a picture; nil if the picture has no area.
  ///
  /// The watermark is whole and keeps its ratio. It has one of a few sizes, a tenth apart, so that
  /// pictures of similar sizes get the same watermark, and each size is decoded only once.
  package func area(over image: PixelRect) -> PixelRect? {
    guard image.width > 0, image.height > 0 else { return nil }
    let (width, height) = (Double(size.width), Double(size.height))
    let most = min(
      Self.widthShare * Double(image.width) / width,
      Self.heightShare * Double(image.height) / height,
      Self.mostEnlarged, (Double(Self.mostPixels) / (width * height)).squareRoot())
    // Starts with a single pixel on the longer side.
    var scale = min(most, 1 / max(width, height))
    while scale * Self.step <= most { scale *= Self.step }
    let area = PixelSize(width: max(1, Int(width * scale)), height: max(1, Int(height * scale)))
    return PixelRect(
      x: image.x + (image.width - area.width) / 2, y: image.y + (image.height - area.height) / 2,
      width: area.width, height: area.height)
  }
}
