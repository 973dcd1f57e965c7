package import SheetFiles
package import SheetImaging
package import SheetLayout
package import SheetPictures

/// A translucent picture that is drawn over the whole of another.
package struct PlannedOverlay: Hashable, Sendable {
  /// The name of the overlay's file.
  package internal(set) var source: FileName
  /// The size of the overlay as shown; nil if it could not be read.
  package internal(set) var size: PixelSize?
  /// Where the overlay's colours come from.
  package internal(set) var colors: OverlayColors
  /// The colour in which the overlay is drawn; nil for the overlay's own colours.
  package internal(set) var color: Color?
  /// The opacity of the overlay's opaque pixels, from 0 to 1.
  package internal(set) var opacity: Double

  /// Creates an overlay from its parts.
  package init(
    _ source: FileName, size: PixelSize?, colors: OverlayColors = .own, in color: Color? = nil,
    opacity: Double
  ) {
    (self.source, self.size, self.colors, self.opacity) = (source, size, colors, opacity)
    self.color = color?.roundedTo8Bits
  }

  /// Creates the overlay of a picture.
  package init(_ overlay: PictureOverlay) {
    self.init(
      overlay.picture.name, size: overlay.picture.size, colors: overlay.colors,
      in: overlay.color, opacity: overlay.opacity)
  }
}
