package import SheetFiles
package import SheetLayout

/// A picture at the right of the title of a page.
package struct PlannedLogo: Equatable, Sendable {
  /// The file.
  package internal(set) var source: FileName
  /// The size of the picture as shown.
  package internal(set) var size: PixelSize
  /// The area of the page that it covers.
  package internal(set) var area: PixelRect

  /// Creates a logo of its parts.
  package init(_ source: FileName, size: PixelSize, area: PixelRect) {
    (self.source, self.size, self.area) = (source, size, area)
  }

  /// The tile of all of the picture.
  package var tile: PlannedTile {
    let crop = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    return PlannedTile(
      index: 0, cell: area, placement: PicturePlacement(image: area, crop: crop))
  }
}
