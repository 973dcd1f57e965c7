import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetText

/// Outlines have the same ink as pixels, but ignore the pixel grid.
@Suite struct TextOutlinesTests {
  static let texts = [
    "Hamburg", "éÄß @ (x)", "IMG_2041.JPG", "two\nlines", " ", "i.j:!", "日ع\u{0}",
  ]

  /// The columns and rows that contain ink, in pixels and in outlines.
  private static func extents(
    _ raster: TextRaster, _ outlines: TextOutlines
  ) -> (pixels: [Double], outlines: [Double])? {
    let inked = raster.coverage.indices.filter { raster.coverage[$0] > 100 }
    let (columns, rows) = (
      inked.map { $0 % raster.size.width }, inked.map { $0 / raster.size.width }
    )
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max()
    else { return nil }
    let unit = outlines.em / 1000
    // The boxes of control points contain the origin as well.
    let shapes = outlines.glyphs.flatMap { glyph in
      glyph.outline.parts.flatMap { part in
        part.steps.flatMap { step -> [(x: Double, y: Double)] in
          guard case .move(let point) = step else { return [] }
          let reach = (part.pen ?? 0) / 2
          return [
            (glyph.x + (point.x - reach) * unit, glyph.y - (point.y + reach) * unit),
            (glyph.x + (point.x + reach) * unit, glyph.y - (point.y - reach) * unit),
          ]
        }
      }
    }
    guard let low = shapes.map(\.x).min(), let high = shapes.map(\.x).max(),
      let up = shapes.map(\.y).min(), let down = shapes.map(\.y).max()
    else { return nil }
    return (
      [left, right + 1, top, bottom + 1].map(Double.init), [low, high, up, down]
    )
  }

  @Test("Outlines extend at most a pixel and a half beyond the drawn pixels", arguments: texts)
  func places(text: String) throws {
    for font in try ["builtin", "Sans"].map({ try #require(FontChoice($0)) }) {
      for size in [12.0, 23, 60] {
        let setter = TypeSetter(font, size: size)
        for alignment in Sheet.TextAlignment.allCases {
          let box = TextBox(
            text, size: PixelSize(width: 900, height: 2 * setter.lineHeight), alignment: alignment)
          let raster = setter.raster(box)
          guard let outlines = setter.outlines(box) else { continue }
          guard let (pixels, shapes) = Self.extents(raster, outlines) else {
            #expect(outlines.glyphs.isEmpty && !raster.coverage.contains { $0 > 100 })
            continue
          }
          #expect(shapes[0] > pixels[0] - 1.5 && shapes[1] < pixels[1] + 1.5, "\(font) \(size)")
          #expect(shapes[2] > pixels[2] - 1.5 && shapes[3] < pixels[3] + 1.5, "\(font) \(size)")
        }
      }
    }
  }

  @Test("Built-in glyphs are evenly spaced, and the same at all sizes")
  func spacing() throws {
    func glyphs(_ size: Double) throws -> [TextOutlines.Glyph] {
      let setter = TypeSetter(.builtin, size: size)
      let box = TextBox("nnnnnnnn", size: PixelSize(width: 500, height: 90), alignment: .left)
      return try #require(setter.outlines(box)).glyphs
    }
    let small = try glyphs(9)
    let steps = zip(small, small.dropFirst()).map { $1.x - $0.x }
    #expect(steps.count == 7 && steps.allSatisfy { abs($0 - steps[0]) < 0.001 })
    #expect(try glyphs(40).map(\.outline) == small.map(\.outline))
  }

  @Test(
    "Glyphs of installed fonts are the same at all sizes, and looked up once",
    .needs(.plainFont))
  func installed() throws {
    func outlines(_ size: Double, _ text: String) throws -> [GlyphOutline] {
      let face = try #require(PangoFace("Sans", size: size))
      let box = TextBox(text, size: PixelSize(width: 2000, height: 900), alignment: .left)
      return try #require(face.outlines(box)).glyphs.map(\.outline)
    }
    let small = try outlines(11, "Some text")
    #expect(small.count == 8 && small.allSatisfy { !$0.parts.isEmpty })
    #expect(small[3] == small[5], "the letter e")
    let large = try outlines(200, "Some text")
    #expect(zip(small, large).allSatisfy { $0.bounds.high.x - $1.bounds.high.x < 1 })
    #expect(try outlines(11, "").isEmpty && outlines(11, "  ").isEmpty)
  }

  @Test("Coloured and missing glyphs have no outlines", .needs(.colorEmoji, .missingCharacters))
  func pixelsOnly() throws {
    let face = try #require(PangoFace("sans", size: 20))
    let size = PixelSize(width: 200, height: 60)
    #expect(face.outlines(TextBox("a", size: size)) != nil)
    #expect(face.outlines(TextBox("a 🙂", size: size)) == nil)
    let missing = String(InstalledFonts.missingCharacters)
    #expect(face.outlines(TextBox(missing, size: size)) == nil)
  }
}
