import SheetImaging
import SheetLayout
import SheetText
import Testing

/// Writing systems that the project's own face lacks.
@Suite struct ScriptTests {
  private func raster(_ text: String, width: Int = 200) throws -> TextRaster {
    let face = try #require(PangoFace("Sans", size: 24))
    return face.raster(
      TextBox(text, size: PixelSize(width: width, height: face.lineHeight), alignment: .left))
  }

  @Test("Kanji have a glyph each", .needsFonts(for: "日本語", package: "fonts-noto-cjk"))
  func japanese() throws {
    let columns = try #require(try raster("日本語").inkedColumns)
    #expect(66...74 ~= columns.count)
    #expect(try raster("日本語").ownColors == nil)
  }

  @Test("Jamo make syllables", .needsFonts(for: "한국어", package: "fonts-noto-cjk"))
  func korean() throws {
    #expect(try raster("\u{1112}\u{1161}\u{11AB}") == raster("한"))
  }

  @Test("Arabic letters join", .needsFonts(for: "العربية", package: "fonts-noto-core"))
  func arabic() throws {
    let joined = try #require(try raster("بيت").inkedColumns)
    let apart = try #require(try raster("ب\u{200C}ي\u{200C}ت").inkedColumns)
    #expect(joined.count < apart.count)
  }

  @Test(
    "Text that is written from right to left starts on the right",
    .needsFonts(for: "שלום", package: "fonts-noto-core"))
  func bidirectional() throws {
    let first = try #require(try raster("ש").inkedColumns).count
    let both = try raster("שא")
    let columns = try #require(both.inkedColumns)
    #expect(
      both.columns(columns.upperBound - first..<columns.upperBound)
        == (try raster("ש")).columns(try #require(raster("ש").inkedColumns)))
  }

  @Test(
    "Emoji have colours of their own, and letters beside them none",
    .needsFonts(for: "😀", package: "fonts-noto-color-emoji"))
  func emoji() throws {
    let raster = try raster("a😀")
    let own = try #require(raster.ownColors)
    let letter = try #require(try self.raster("a").inkedColumns)
    let columns = try #require(raster.inkedColumns)
    func shares(_ columns: Range<Int>) -> [UInt8] {
      (0..<raster.size.height).flatMap { row in
        columns.map { own[4 * (row * raster.size.width + $0) + 3] }
      }
    }
    #expect(shares(letter).allSatisfy { $0 == 0 })
    #expect(shares(letter.upperBound + 4..<columns.upperBound).contains(255))
    let written = try #require(raster.pixelColors(ink: .black))
    // The face is yellow.
    let isYellow = stride(from: 0, to: written.count, by: 3).contains {
      written[$0] > 200 && written[$0 + 1] > 150 && written[$0 + 2] < 100
    }
    #expect(isYellow)
  }

  @Test(
    "People joined to a family are one picture",
    .needsFonts(for: "👩‍👩‍👧", package: "fonts-noto-color-emoji"))
  func joinedEmoji() throws {
    let family = try #require(try raster("👩‍👩‍👧").inkedColumns)
    let apart = try #require(try raster("👩👩👧").inkedColumns)
    #expect(2 * family.count < apart.count)
  }
}
