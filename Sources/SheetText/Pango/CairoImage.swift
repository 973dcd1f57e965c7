internal import CLibraries
internal import SheetLayout
internal import SheetModel

/// A transparent image on which cairo draws in one ink.
@safe struct CairoImage: ~Copyable {
  /// The maximum width and height of an image, in pixels.
  ///
  /// Source: cairo's documentation of `CAIRO_STATUS_INVALID_SIZE`, and a test.
  static let maximumSide = 32_767

  /// The colour of text.
  enum Ink: Double {
    case black = 0
    case white = 1
  }

  let size: PixelSize
  let pointer: OpaquePointer

  /// Creates an empty image; nil if cairo cannot create one of this size.
  ///
  /// - Precondition: Pango is loaded.
  init?(_ size: PixelSize, ink: Ink) {
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height),
      let pointer = unsafe cpango_image_create(width, height, ink.rawValue)
    else { return nil }
    self.size = size
    unsafe self.pointer = pointer
  }

  deinit { unsafe cpango_image_destroy(pointer) }

  /// The pixels in rows without padding; nil if drawing failed.
  ///
  /// They are premultiplied ARGB with alpha in the most significant byte.
  func pixels() -> [UInt32]? {
    var stride = 0
    guard let start = unsafe cpango_image_pixels(pointer, &stride) else { return nil }
    return unsafe [UInt32](unsafeUninitializedCapacity: size.width * size.height) {
      pixels, count in
      for row in 0..<size.height {
        let source = unsafe UnsafeBufferPointer(start: start + row * stride, count: size.width)
        count = unsafe pixels[(row * size.width)...].initialize(fromContentsOf: source)
      }
    }
  }
}

extension TextRaster {
  /// Creates the raster of text from its painting in white and, if it has colours, in black.
  ///
  /// The two paintings differ in proportion to ink, and agree for characters with their own
  /// colours. Text whose only colour is white counts as ink.
  ///
  /// - Parameters:
  ///   - size: The size of the box.
  ///   - bounds: The part of the box that was painted.
  ///   - white: The pixels of that part in white ink, as returned by ``CairoImage/pixels()``.
  ///   - black: The pixels in black ink, evaluated only if a colour is not white.
  init(
    size: PixelSize, bounds: PixelRect, white: [UInt32], black: () -> [UInt32]?
  ) {
    var coverage = [UInt8](repeating: 0, count: size.width * size.height)
    var isInkAlone = true
    for row in 0..<bounds.height {
      let start = (bounds.y + row) * size.width + bounds.x
      for column in 0..<bounds.width {
        let pixel = white[row * bounds.width + column]
        let alpha = UInt8(pixel >> 24)
        coverage[start + column] = alpha
        isInkAlone = isInkAlone && pixel == UInt32(alpha) * 0x0101_0101
      }
    }
    guard !isInkAlone, let black = black() else {
      self.init(size: size, coverage: coverage)
      return
    }
    var glyphColors = [UInt8](repeating: 0, count: 4 * coverage.count)
    for row in 0..<bounds.height {
      let start = (bounds.y + row) * size.width + bounds.x
      for column in 0..<bounds.width {
        let pixel = row * bounds.width + column
        let color = glyphColor(white: white[pixel], black: black[pixel])
        for index in 0..<4 { glyphColors[4 * (start + column) + index] = color[index] }
      }
    }
    self.init(size: size, coverage: coverage, glyphColors: glyphColors)
  }
}

/// The colour of a pixel that is not ink: red, green and blue, and the fraction of the pixel's
/// coverage that it takes.
///
/// Compares a pixel in white ink with the pixel in black ink, both premultiplied ARGB.
private func glyphColor(white: UInt32, black: UInt32) -> SIMD4<UInt8> {
  func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }
  let alpha = channel(white, 24)
  let share = max(0, alpha - max(0, channel(white, 8) - channel(black, 8)))
  guard share > 0 else { return .zero }
  func straight(_ shift: UInt32) -> UInt8 {
    UInt8(min(255, (channel(black, shift) * 255 + share / 2) / share))
  }
  return SIMD4(straight(16), straight(8), straight(0), UInt8((share * 255 + alpha / 2) / alpha))
}
