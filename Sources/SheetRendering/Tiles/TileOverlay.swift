internal import SheetImaging
internal import SheetLayout
internal import SheetPictures

/// What is drawn over the picture of a tile, in step with the picture's rows.
final class TileOverlay {
  private var inProgress: TileInProgress
  private let width: Int
  private let opacity: Double
  /// The red, green and blue in which the overlay is drawn, and whether dark pixels are more
  /// transparent; nil for the overlay's own colours.
  private let color: (samples: [UInt8], fades: Bool)?
  private let mixer: PixelMixer

  /// The format in which overlays are resampled.
  static let format = PixelFormat(.rgba, .eight)
  /// The maximum number of bytes that are drawn at once, unless a single row has more.
  static let mostBytesDrawn = 1 << 20

  /// Opens the overlay of a picture.
  ///
  /// - Parameters:
  ///   - overlay: The overlay.
  ///   - placement: The placement of the picture, whose crop is known.
  ///   - header: The header of the picture.
  ///   - renderer: The renderer of the picture.
  /// - Throws: Errors of the overlay.
  init(
    _ overlay: PictureOverlay, over placement: PicturePlacement, of header: PictureHeader,
    with renderer: TileRenderer
  ) throws {
    let picture = overlay.shown.turned(header.turn)
    let own = try picture.header.get()
    var placed = placement.placement(of: own.shownSize, insteadOf: header.shownSize)
    placed.kept = nil
    inProgress = try TileInProgress(
      of: picture.source, as: own, placed,
      with: TileRenderer(
        format: Self.format, filter: renderer.filter, light: renderer.light, isGrayscale: false,
        sharpening: nil, backdrop: .color(.clear), missing: .clear))
    (width, opacity) = (placement.image.width, overlay.opacity)
    color = overlay.color.map { ($0.pixel(in: Self.format), overlay.colors == .own) }
    mixer = PixelMixer(renderer.format)
  }

  /// Why rows of the overlay are missing; nil if none are.
  var missingReason: String? { inProgress.missingReason }

  /// Draws the next rows of the overlay over the rows of the picture, a few at a time.
  ///
  /// - Throws: Errors from reading the overlay, and `CancellationError` when the task is cancelled.
  func draw(over bytes: inout [UInt8]) throws {
    let rowBytes = width * mixer.format.bytesPerPixel
    let height = bytes.count / rowBytes
    let most = max(1, Self.mostBytesDrawn / (width * Self.format.bytesPerPixel))
    let scale = Int((opacity * 255).rounded())
    for y in stride(from: 0, to: height, by: most) {
      let rows = y..<min(y + most, height)
      var pixels = try inProgress.pixels(ofNextRows: rows.count)
      if let color { Self.color(&pixels, in: color.samples, fades: color.fades) }
      for alpha in stride(from: 3, to: pixels.count, by: 4) {
        pixels[alpha] = UInt8((Int(pixels[alpha]) * scale + 127) / 255)
      }
      var span = bytes.mutableSpan
      var part = span._mutatingExtracting(rows.lowerBound * rowBytes..<rows.upperBound * rowBytes)
      mixer.compose(pixels.span, over: &part)
    }
  }

  /// Gives pixels one colour; if `fades` is true, their brightness becomes opacity.
  private static func color(_ pixels: inout [UInt8], in color: [UInt8], fades: Bool) {
    for place in stride(from: 0, to: pixels.count, by: 4) {
      if fades {
        // The weights of red, green and blue in luminance, in 256ths.
        let gray =
          (54 * Int(pixels[place]) + 183 * Int(pixels[place + 1]) + 19 * Int(pixels[place + 2]))
          / 256
        pixels[place + 3] = UInt8((Int(pixels[place + 3]) * gray + 127) / 255)
      }
      for channel in 0..<3 { pixels[place + channel] = color[channel] }
    }
  }
}
