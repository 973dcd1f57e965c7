internal import SheetFacts
internal import SheetLayout

/// A transparent image on which cairo draws in one ink.
@safe struct CairoImage: ~Copyable {
  /// The longest side of an image.
  ///
  /// Source: cairo's documentation of `CAIRO_STATUS_INVALID_SIZE`, and a test.
  static let maximumSide = 32_767

  /// The colour of text.
  enum Ink: Double {
    case black = 0
    case white = 1
  }

  let size: PixelSize
  /// The `cairo_t` for drawing functions.
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let cairo: CairoFunctions

  /// Creates an empty image; nil if cairo cannot create one of this size.
  init?(_ size: PixelSize, ink: Ink, with cairo: CairoFunctions) {
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height),
      let surface = unsafe cairo.createImage(Self.argb32, width, height)
    else { return nil }
    // The status of the context also covers a failure to create the surface.
    guard let context = unsafe cairo.createContext(surface) else {
      unsafe cairo.destroyImage(surface)
      return nil
    }
    guard unsafe cairo.status(context) == Self.success else {
      unsafe cairo.destroyContext(context)
      unsafe cairo.destroyImage(surface)
      return nil
    }
    unsafe cairo.setColor(context, ink.rawValue, ink.rawValue, ink.rawValue)
    self.size = size
    unsafe self.context = context
    unsafe self.surface = surface
    self.cairo = cairo
  }

  deinit {
    unsafe cairo.destroyContext(context)
    unsafe cairo.destroyImage(surface)
  }

  /// The pixels in rows without padding; nil if drawing failed.
  ///
  /// They are premultiplied ARGB with alpha in the highest byte.
  func pixels() -> [UInt32]? {
    guard unsafe cairo.status(context) == Self.success else { return nil }
    unsafe cairo.flush(surface)
    guard let data = unsafe cairo.data(surface) else { return nil }
    let stride = Int(unsafe cairo.stride(surface)) / MemoryLayout<UInt32>.stride
    return unsafe [UInt32](unsafeUninitializedCapacity: size.width * size.height) {
      pixels, count in
      for row in 0..<size.height {
        let source = unsafe UnsafeBufferPointer(start: data + row * stride, count: size.width)
        count = unsafe pixels[(row * size.width)...].initialize(fromContentsOf: source)
      }
    }
  }

  /// Source: `CAIRO_FORMAT_ARGB32` and `CAIRO_STATUS_SUCCESS` of cairo.h.
  private static let argb32: Int32 = 0
  private static let success: Int32 = 0
}
