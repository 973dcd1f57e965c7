import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing
import TextFixtures

/// Scripts that the built-in font lacks.
@Suite struct ScriptTests {
  /// The raster of text in a font that has all of `characters`.
  private func raster(_ text: String, in characters: String) throws -> TextRaster {
    try raster(text, font: try #require(InstalledFonts.description(for: characters)))
  }

  private func raster(_ text: String, font: String = "Sans") throws -> TextRaster {
    let face = try #require(PangoFace(font, size: 24))
    return face.raster(
      TextBox(text, size: PixelSize(width: 200, height: face.lineHeight), alignment: .left))
  }

  @Test("Each kanji has its own glyph", .needs(.font(for: "日本語", of: "fonts-noto-cjk")))
  func japanese() throws {
    let raster = try raster("日本語", in: "日本語")
    let columns = try #require(raster.inkedColumns)
    #expect(60...76 ~= columns.count)
    #expect(!raster.hasGlyphColors)
  }

  @Test(
    "Jamo form syllables",
    .needs(.font(for: "한\u{1112}\u{1161}\u{11AB}", of: "fonts-noto-cjk")))
  func korean() throws {
    let jamo = "\u{1112}\u{1161}\u{11AB}"
    #expect(try raster(jamo, in: "한" + jamo) == raster("한", in: "한" + jamo))
  }

  @Test("Arabic letters join", .needs(.font(for: "بيت", of: "fonts-noto-core")))
  func arabic() throws {
    // In a monospaced font, joined and separate letters have the same width.
    #expect(try raster("بيت", in: "بيت") != raster("ب\u{200C}ي\u{200C}ت", in: "بيت"))
  }

  @Test("Right-to-left text starts on the right", .needs(.font(for: "שא", of: "fonts-noto-core")))
  func bidirectional() throws {
    let first = try raster("ש", in: "שא")
    let firstColumns = try #require(first.inkedColumns)
    let both = try raster("שא", in: "שא")
    let end = try #require(both.inkedColumns).upperBound
    #expect(both.columns(end - firstColumns.count..<end) == first.columns(firstColumns))
  }

  @Test(
    "Emoji are drawn in colour, and letters beside them are not",
    .needs(.plainFont, .colorEmoji))
  func emoji() throws {
    let raster = try raster("a😀")
    try #require(raster.hasGlyphColors)
    let own = raster.glyphColors ?? []
    let letter = try #require(try self.raster("a").inkedColumns)
    let columns = try #require(raster.inkedColumns)
    func shares(_ columns: Range<Int>) -> [UInt8] {
      (0..<raster.size.height).flatMap { row in
        columns.map { own[4 * (row * raster.size.width + $0) + 3] }
      }
    }
    #expect(shares(letter).max() == 0)
    #expect(shares(letter.upperBound + 4..<columns.upperBound).max() == 255)
    // The emoji's face is yellow.
    let isYellow = stride(from: 0, to: own.count, by: 4).contains { start -> Bool in
      let (red, green, blue, alpha) = (own[start], own[start + 1], own[start + 2], own[start + 3])
      return red > 200 && green > 150 && blue < 100 && alpha > 200
    }
    #expect(isYellow)
  }

  @Test(
    "People joined into a family are drawn as a single emoji",
    .needs(.colorEmoji, .font(for: "👩👧", of: "fonts-noto-color-emoji")))
  func joinedEmoji() throws {
    let family = try #require(try raster("👩‍👩‍👧").inkedColumns)
    let apart = try #require(try raster("👩👩👧").inkedColumns)
    #expect(2 * family.count < apart.count)
  }
}
