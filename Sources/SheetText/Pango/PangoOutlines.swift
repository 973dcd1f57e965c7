internal import CLibraries
internal import Glibc
internal import SheetLayout
internal import SheetModel

/// The outlines of glyphs in installed fonts, each looked up once.
///
/// Used under one ``PangoLock``.
final class PangoOutlines {
  /// A font that is kept alive, and its outlines; nil for glyphs that exist only as pixels.
  @safe private final class Font {
    let pointer: OpaquePointer
    var outlines: [UInt32: GlyphOutline?] = [:]

    init(_ pointer: OpaquePointer) {
      unsafe self.pointer = pointer
      unsafe cpango_font_retain(pointer)
    }

    deinit { PangoLock.withLock { unsafe cpango_font_release(pointer) } }
  }

  /// The fonts, by address.
  private var fonts: [UInt: Font] = [:]
  /// The em in pixels at which a glyph is examined.
  private static let seenSize = 32.0

  /// The outline of a glyph.
  ///
  /// - Parameters:
  ///   - glyph: The number of the glyph in its font.
  ///   - pointer: The font.
  ///   - size: The em of the font in pixels.
  /// - Returns: Nil if the glyph has its own colours, or if its font forbids embedding outlines.
  @unsafe func outline(
    of glyph: UInt32, in pointer: OpaquePointer, size: Double
  ) -> GlyphOutline? {
    let address = UInt(bitPattern: pointer)
    let font = unsafe fonts[address] ?? Font(pointer)
    fonts[address] = font
    if let outline = font.outlines[glyph] { return outline }
    let outline = unsafe found(glyph, in: pointer, size: size)
    font.outlines[glyph] = .some(outline)
    return outline
  }

  @unsafe private func found(_ glyph: UInt32, in font: OpaquePointer, size: Double) -> GlyphOutline?
  {
    // There is room for glyphs that are three ems wide, or that reach far up or down.
    let seen = Self.seenSize
    let side = Int(4 * seen)
    guard unsafe cpango_font_allows_outlines(font),
      let image = CairoImage(PixelSize(width: side, height: side), ink: .white),
      unsafe cpango_image_draw_glyph(image.pointer, font, glyph, seen / size, seen, 2.5 * seen),
      let pixels = image.pixels(), pixels.areWhite,
      let steps = unsafe image.steps(of: glyph, in: font, scale: GlyphGrid.em / size)
    else { return nil }
    if steps.isEmpty { return pixels.allSatisfy { $0 == 0 } ? GlyphOutline(parts: []) : nil }
    return GlyphOutline(parts: [GlyphOutline.Part(pen: nil, steps: steps)])
  }
}

extension CairoImage {
  /// The steps of a glyph's outline, with coordinates rounded to half a unit of ``GlyphGrid``; nil
  /// if there is no outline.
  @unsafe fileprivate func steps(
    of glyph: UInt32, in font: OpaquePointer, scale: Double
  ) -> [GlyphOutline.Step]? {
    var list: UnsafeMutablePointer<cpango_step>?
    var count = 0
    guard unsafe cpango_image_find_outline(pointer, font, glyph, scale, &list, &count) else {
      return nil
    }
    defer { unsafe free(list) }
    var steps = unsafe UnsafeBufferPointer(start: list, count: count).map(GlyphOutline.Step.init)
    // Each closed contour is followed by a move, which at the end draws nothing.
    if case .move = steps.last { steps.removeLast() }
    return steps
  }
}

extension GlyphOutline.Step {
  fileprivate init(_ step: cpango_step) {
    func point(_ point: cpango_point) -> StrokePoint {
      StrokePoint(x: (2 * point.x).rounded() / 2, y: (-2 * point.y).rounded() / 2)
    }
    switch step.kind {
    case .move: self = .move(point(step.points.0))
    case .line: self = .line(point(step.points.0))
    case .curve: self = .curve(point(step.points.0), point(step.points.1), point(step.points.2))
    case .close: self = .close
    }
  }
}

extension [UInt32] {
  /// Whether premultiplied pixels have no colour other than white.
  fileprivate var areWhite: Bool { allSatisfy { $0 == ($0 >> 24) * 0x0101_0101 } }
}
