package import SheetImaging
package import SheetLayout

/// An enlarged detail in a corner of a picture or beside it, and the box that marks the detail.
package struct PlannedInset: Equatable, Sendable {
  /// The region that is enlarged, in pixels of the picture as shown.
  package internal(set) var crop: Rect
  /// The area of the region on the sheet, inside its box.
  package internal(set) var box: PixelRect
  /// The area of the enlarged region, inside its frame.
  package internal(set) var area: PixelRect
  /// The colour of the box and of the frame.
  package internal(set) var color: Color
  /// The width of the lines, without their outlines.
  package internal(set) var lineWidth: Int

  /// Creates an inset from its parts.
  package init(crop: Rect, box: PixelRect, area: PixelRect, color: Color, lineWidth: Int) {
    (self.crop, self.box, self.area) = (crop, box, area)
    (self.color, self.lineWidth) = (color.roundedTo8Bits, lineWidth)
  }

  /// The maximum number of insets of a picture, as many as it has corners.
  package static let most = 4
  /// The maximum number of pixels of an enlarged region, which is held in memory.
  package static let mostPixels = 4 << 20

  /// The colours of a picture's insets: four of the colours that Okabe and Ito chose so that people
  /// with colour blindness can tell them apart.
  package static let colors: [Color] = [
    (240, 228, 66), (86, 180, 233), (213, 94, 0), (0, 158, 115),
  ].map { (red, green, blue) in
    Color(red: red / 255, green: green / 255, blue: blue / 255)
  }

  /// The width of a line together with the outline on its outer side.
  package static func frameWidth(ofLine width: Int) -> Int { width + max(1, width / 2) }

  /// The width of a line together with the outline on its outer side.
  package var frameWidth: Int { Self.frameWidth(ofLine: lineWidth) }
  /// The width of the outlines, which make lines visible on any picture.
  package var outlineWidth: Int { frameWidth - lineWidth }

  /// Whether each pixel of the region becomes a square, and all squares have the same size.
  package var hasSquarePixels: Bool {
    let factor = (Double(area.width) / crop.width).rounded()
    return factor >= 2 && Double(area.width) == factor * crop.width
      && Double(area.height) == factor * crop.height
  }
}
