package import SheetImaging
internal import SheetLayout
internal import SheetModel

/// A translucent picture that is drawn over the whole of another, such as a mask over its
/// photograph.
package final class PictureOverlay: Sendable {
  /// The picture as it was found.
  package let picture: SheetPicture
  /// The picture as it is drawn: with the colours of its classes, and upright whenever the other
  /// picture is.
  package let shown: SheetPicture
  /// Where the overlay's colours come from.
  package let colors: OverlayColors
  /// The colour that replaces the overlay's own colours; nil to keep them.
  ///
  /// Classes are then opaque. In an overlay without classes, the darker a pixel is, the more
  /// transparent it becomes.
  package let color: Color?
  /// The opacity of the overlay's opaque pixels, from 0 to 1.
  package let opacity: Double

  fileprivate init(
    _ picture: SheetPicture, shown: SheetPicture, _ colors: OverlayColors, in color: Color?,
    opacity: Double
  ) {
    (self.picture, self.shown, self.colors) = (picture, shown, colors)
    (self.color, self.opacity) = (color, opacity)
  }

  /// Whether everything that the overlay draws is grey.
  var isGray: Bool {
    color?.isGray ?? (shown.readableHeader?.format.channels.isGray != false)
  }

  /// Why the overlay cannot be read, so that its picture is incomplete; nil if it can.
  package var unreadable: UnreadablePicture? { shown.unreadable?.incomplete }

  /// This overlay, or an unreadable one if a budget is too small for the overlay in addition to the
  /// `held` bytes of its picture.
  func within(_ limit: Int, besides held: Int) -> PictureOverlay {
    guard let needed = shown.readableHeader?.neededBytes, needed > limit - held else { return self }
    let reason = """
      decoding it together with its image takes \(needed + held) bytes, which exceed the budget of \
      \(ByteLimit(limit)); raise the budget
      """
    return PictureOverlay(
      picture,
      shown: shown.damaged(
        UnreadablePicture(picture.name, reason: reason, excessiveBytes: needed + held)),
      colors, in: color, opacity: opacity)
  }
}

/// Where the colours of an overlay come from.
package enum OverlayColors: String, CaseIterable, Sendable {
  /// The picture itself, which is resampled like any other.
  case own
  /// The picture's class indices, as in ``SampleStretch/labels``; class 0 is transparent.
  case classes
  /// The picture's palette, whose first colour is transparent; each colour is a class.
  case palette
}

extension UnreadablePicture {
  /// The same report, marked as being about a picture that is shown incompletely.
  package var incomplete: UnreadablePicture {
    var report = self
    report.isIncomplete = true
    return report
  }
}

extension SheetPicture {
  /// Why the picture, or one of its overlays, cannot be read; nil if all can.
  package var knownDamage: UnreadablePicture? {
    unreadable ?? overlays.lazy.compactMap(\.unreadable).first
  }

  /// Where the picture's colours come from if it is drawn over another.
  ///
  /// The picture's pixels are read, unless the picture cannot be a mask.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault, and
  ///   `CancellationError` when the task is cancelled.
  package func overlayColors() throws -> OverlayColors {
    if let colors = paletteColors, colors.contains(where: { Set($0).count > 1 }) {
      return try mayBeClassMask() ? .palette : .own
    }
    return try hasGrayPixels() && mayBeClassMask() ? .classes : .own
  }

  /// This picture with another one drawn over it, above its other overlays; nil if the aspect
  /// ratios of the two pictures differ.
  ///
  /// An overlay is rotated with the picture if it has no orientation of its own, and has the shape
  /// of the stored picture rather than of the upright one. An overlay that cannot be read may have
  /// any shape.
  ///
  /// - Precondition: This picture is upright.
  package func with(
    overlay: SheetPicture, _ colors: OverlayColors, in color: Color? = nil, opacity: Double
  ) -> SheetPicture? {
    guard let header = readableHeader else { return self }
    var shown = overlay.colored(colors)
    if let own = shown.readableHeader, !own.shownSize.hasShape(of: header.shownSize) {
      var rotated = own
      if own.orientation == .upright { rotated.orientation = header.orientation }
      guard rotated.shownSize.hasShape(of: header.shownSize) else { return nil }
      shown = shown.with(rotated, kept: nil)
    }
    return with(
      overlays + [PictureOverlay(overlay, shown: shown, colors, in: color, opacity: opacity)])
  }

  private func colored(_ colors: OverlayColors) -> SheetPicture {
    switch colors {
    case .own: self
    case .classes: stretched(by: .labels).cleared([0, 0, 0])
    case .palette: paletteColors?.first.map(cleared) ?? self
    }
  }
}

extension PixelSize {
  /// The largest difference between aspect ratios that count as the same.
  private static let tolerance = 0.01

  /// Whether the aspect ratio equals another picture's, to within 1 % or a pixel.
  fileprivate func hasShape(of other: PixelSize) -> Bool {
    let (one, two) = (
      Double(width) * Double(other.height), Double(height) * Double(other.width)
    )
    return abs(one - two) <= Self.tolerance * min(one, two)
      || abs(one - two) < Double(max(other.width, other.height))
  }
}
