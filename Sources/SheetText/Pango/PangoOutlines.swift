internal import SheetLayout
internal import SheetModel

/// The outlines of glyphs in installed fonts, each found once.
///
/// Used under one ``PangoLock``.
final class PangoOutlines {
  /// A font that is kept alive, and its outlines; nil if only pixels show a glyph.
  @safe private final class Font {
    let pointer: OpaquePointer
    let library: PangoLibrary
    var outlines: [UInt32: GlyphOutline?] = [:]

    init(_ pointer: OpaquePointer, _ library: PangoLibrary) {
      unsafe self.pointer = pointer
      self.library = library
      _ = unsafe library.retain(pointer)
    }

    deinit { PangoLock.withLock { unsafe library.release(pointer) } }
  }

  private let library: PangoLibrary
  /// The fonts by their addresses.
  private var fonts: [UInt: Font] = [:]
  /// The em in pixels in which a glyph is looked at.
  private static let seenSize = 32.0

  init(_ library: PangoLibrary) { self.library = library }

  /// The outline of a glyph.
  ///
  /// - Parameters:
  ///   - glyph: The number of the glyph in its font.
  ///   - pointer: The `PangoFont`.
  ///   - size: The em of the font in pixels.
  /// - Returns: Nil if the glyph has colours of its own, or its font forbids outlines.
  @unsafe func outline(
    of glyph: UInt32, in pointer: OpaquePointer, size: Double
  ) -> GlyphOutline? {
    let address = UInt(bitPattern: pointer)
    let font = unsafe fonts[address] ?? Font(pointer, library)
    fonts[address] = font
    if let outline = font.outlines[glyph] { return outline }
    let outline = unsafe found(glyph, in: pointer, size: size)
    font.outlines[glyph] = .some(outline)
    return outline
  }

  /// Whether a font may be a part of a file as outlines of some of its glyphs.
  ///
  /// Source: OpenType 1.9, `OS/2`, fsType: of the lowest four bits, 2 alone is a restricted licence;
  /// 0x100 forbids parts of the font, and 0x200 all but bitmaps.
  @unsafe private func allowsOutlines(_ font: OpaquePointer) -> Bool {
    guard let face = unsafe library.cairo.lockFace(font) else { return false }
    defer { unsafe library.cairo.unlockFace(font) }
    let rights = unsafe library.cairo.embeddingRights(face)
    return rights & 0xF != 2 && rights & 0x300 == 0
  }

  @unsafe private func found(_ glyph: UInt32, in font: OpaquePointer, size: Double) -> GlyphOutline?
  {
    // Room for glyphs that are three ems wide, or reach far up and down.
    let (seen, cairo) = (Self.seenSize, library.cairo)
    let side = Int(4 * seen)
    guard let original = unsafe library.scaledFont(font), unsafe allowsOutlines(original),
      let image = CairoImage(PixelSize(width: side, height: side), ink: .white, with: cairo),
      let small = unsafe cairo.scaled(original, by: seen / size)
    else { return nil }
    defer { unsafe cairo.destroyScaledFont(small) }
    let shown = CairoGlyph(index: UInt(glyph), x: seen, y: 2.5 * seen)
    unsafe cairo.setScaledFont(image.context, small)
    unsafe withUnsafeBytes(of: shown) { unsafe cairo.showGlyphs(image.context, $0.baseAddress, 1) }
    guard let pixels = image.pixels(), pixels.areWhite,
      let large = unsafe cairo.scaled(original, by: GlyphGrid.em / size)
    else { return nil }
    defer { unsafe cairo.destroyScaledFont(large) }
    let origin = CairoGlyph(index: UInt(glyph), x: 0, y: 0)
    unsafe cairo.setScaledFont(image.context, large)
    unsafe cairo.newPath(image.context)
    unsafe withUnsafeBytes(of: origin) { unsafe cairo.glyphPath(image.context, $0.baseAddress, 1) }
    guard let path = unsafe cairo.copyPath(image.context) else { return nil }
    defer { unsafe cairo.destroyPath(path) }
    guard let steps = unsafe CairoPath.steps(path) else { return nil }
    if steps.isEmpty { return pixels.allSatisfy { $0 == 0 } ? GlyphOutline(parts: []) : nil }
    return GlyphOutline(parts: [GlyphOutline.Part(pen: nil, steps: steps)])
  }
}

/// Source: `cairo_glyph_t` of cairo.h.
private struct CairoGlyph {
  let index: UInt
  let x, y: Double
}

/// A path of cairo as steps.
private enum CairoPath {
  /// The steps of a path, to half a unit; nil if it has an error.
  ///
  /// Source: `cairo_path_t`, of a status, data and their number, and `cairo_path_data_t` of cairo.h:
  /// 16 bytes for a type and a length, or for a point.
  @unsafe static func steps(_ path: UnsafeRawPointer) -> [GlyphOutline.Step]? {
    guard unsafe path.load(as: Int32.self) == 0 else { return nil }
    let count = Int(unsafe path.load(fromByteOffset: 16, as: Int32.self))
    guard count > 0, let data = unsafe path.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
    else { return [] }
    func point(_ index: Int) -> StrokePoint {
      let x = unsafe data.load(fromByteOffset: 16 * index, as: Double.self)
      let y = unsafe data.load(fromByteOffset: 16 * index + 8, as: Double.self)
      return StrokePoint(x: (2 * x).rounded() / 2, y: (-2 * y).rounded() / 2)
    }
    var steps: [GlyphOutline.Step] = []
    var index = 0
    while index < count {
      let type = unsafe data.load(fromByteOffset: 16 * index, as: Int32.self)
      let length = Int(unsafe data.load(fromByteOffset: 16 * index + 4, as: Int32.self))
      switch (type, length) {
      case (0, 2): steps.append(.move(point(index + 1)))
      case (1, 2): steps.append(.line(point(index + 1)))
      case (2, 4): steps.append(.curve(point(index + 1), point(index + 2), point(index + 3)))
      case (3, 1): steps.append(.close)
      default: return nil
      }
      index += length
    }
    // Each contour that is closed is followed by a move, which draws nothing at the end.
    if case .move = steps.last { steps.removeLast() }
    return steps
  }
}

extension [UInt32] {
  /// Whether premultiplied pixels have no colour but white.
  fileprivate var areWhite: Bool { allSatisfy { $0 == ($0 >> 24) * 0x0101_0101 } }
}

extension CairoFunctions {
  /// A font in another size, with unhinted glyphs; nil if it cannot be made.
  @unsafe fileprivate func scaled(_ font: OpaquePointer, by scale: Double) -> OpaquePointer? {
    // Source: `cairo_matrix_t` of cairo.h, of six numbers.
    var matrix: [Double] = [0, 0, 0, 0, 0, 0]
    unsafe fontMatrix(font, &matrix)
    matrix = matrix.map { $0 * scale }
    let options = unsafe createFontOptions()
    defer { unsafe destroyFontOptions(options) }
    // Source: `CAIRO_HINT_STYLE_NONE` and `CAIRO_HINT_METRICS_OFF` of cairo.h.
    unsafe setHintStyle(options, 1)
    unsafe setHintMetrics(options, 1)
    return unsafe createScaledFont(fontFace(font), matrix, [1, 0, 0, 1, 0, 0], options)
  }
}

/// A glyph of a line, in Pango's units.
///
/// Source: `PangoGlyphInfo` of pango-glyph.h.
struct PangoGlyph: BitwiseCopyable {
  let index: UInt32
  let width, x, y: Int32
  let attributes: UInt32

  /// Source: `PANGO_GLYPH_EMPTY` and `PANGO_GLYPH_UNKNOWN_FLAG` of pango-glyph.h.
  static let empty: UInt32 = 0x0FFF_FFFF
  static let unknown: UInt32 = 0x1000_0000
}
