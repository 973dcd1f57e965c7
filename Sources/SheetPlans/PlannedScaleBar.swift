package import SheetLayout
package import SheetModel

/// A bar on a picture, in white with a dark outline or the other way round, and the length that it
/// stands for.
package struct PlannedScaleBar: Equatable, Sendable {
  /// The area of the bar without its outline; its width is the length at the scale of the picture.
  package internal(set) var bar: PixelRect
  /// The length as text, above the bar; if the text is empty, its area is the area of the bar.
  package internal(set) var text: PlannedText

  /// The colour of the bar and its text.
  package internal(set) var ink: Sheet.ScaleBar.Ink

  /// The text, if any is drawn.
  package var drawnText: PlannedText? { text.text.isEmpty ? nil : text }

  /// Creates a scale bar from its parts.
  package init(bar: PixelRect, text: PlannedText, ink: Sheet.ScaleBar.Ink = .white) {
    (self.bar, self.text, self.ink) = (bar, text, ink)
  }

  /// The maximum number of pixels of a bar with its text, which are held in memory.
  package static let mostPixels = 4 << 20

  /// The width of the outlines of a bar and its text, in type of this size.
  package static func outlineWidth(at size: Double) -> Int { max(1, Int((size / 12).rounded())) }

  /// The height of a bar below text of this size.
  package static func height(at size: Double) -> Int { max(2, Int((size / 4).rounded())) }

  /// The width of the outlines.
  package var outlineWidth: Int { Self.outlineWidth(at: text.size) }

  /// The area of the bar and its text, with their outlines.
  package var outlined: PixelRect { bar.union(text.area).outset(by: outlineWidth) }
}
