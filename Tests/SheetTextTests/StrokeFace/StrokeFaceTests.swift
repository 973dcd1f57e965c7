import Foundation
import PNGFixtures
import SheetLayout
import Testing
import TextFixtures

@testable import SheetModel
@testable import SheetText

@Suite struct StrokeFaceTests {
  static let sizes: [Double] = [4, 7.3, 9, 10, 11, 12, 13, 14, 16, 23, 40]
  static let covered =
    (0x20...0x7E).map { Character(Unicode.Scalar($0)) }
    + (0xA0...0xFF).map { Character(Unicode.Scalar($0)) } + Array("…–—‘’“”→←↑↓≤≥≠≈−✓✗μ")
    + Array("ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽľĽőűŐŰğıĞİășțĂȘȚāēīķņūĀĒĢĪĶŅŪđĐœŒ")

  private func raster(_ text: String, size: Double = 12, width: Int = 200) -> TextRaster {
    let face = StrokeFace(size: size)
    return face.raster(
      TextBox(text, size: PixelSize(width: width, height: face.lineHeight), alignment: .left))
  }

  @Test("A raster is as large as its box, for any text, size and alignment")
  func anyText() {
    var random = RandomText(seed: 8)
    let faces = [4, 12, 17.5].map(StrokeFace.init)
    for _ in 0..<500 {
      let face = faces[random.number(below: faces.count)]
      let size = PixelSize(width: random.number(below: 90), height: random.number(below: 60))
      let raster = face.raster(
        TextBox(
          random.text(longest: 40), size: size,
          alignment: Sheet.TextAlignment.allCases[random.number(below: 3)]))
      #expect(raster.size == size)
      #expect(!raster.hasGlyphColors)
    }
  }

  @Test("Every glyph has ink, except spaces", arguments: [4.0, 12, 40])
  func ink(size: Double) {
    for character in Self.covered {
      let hasInk = raster(String(character), size: size).coverage.contains { $0 > 100 }
      #expect(hasInk == !character.isWhitespace, "\(character)")
    }
  }

  @Test("No glyph extends beyond its line or its advance width", arguments: sizes)
  func insideOfTheLine(size: Double) {
    let face = StrokeFace(size: size)
    for character in Self.covered {
      let drawing = GlyphSet.drawings[GlyphSet.slot(of: character)!]
      let mask = GlyphMask(drawing, PenSize(size: size))
      #expect(mask.advance > 0)
      #expect(mask.coverage.count == mask.advance * mask.height)
      // The lines above and below are as empty as without the glyph.
      let lines = face.raster(
        TextBox(
          "\n\(character)\n", size: PixelSize(width: 200, height: 3 * face.lineHeight),
          alignment: .left))
      for line in [0, 2] {
        #expect(!lines.line(line, of: face.lineHeight).hasInk, "\(character)")
      }
      #expect(
        lines.line(1, of: face.lineHeight) == raster(String(character), size: size),
        "\(character)")
    }
  }

  @Test("A glyph's mask contains all of its drawn pixels", arguments: sizes)
  func nothingCut(size: Double) {
    let pen = PenSize(size: size)
    for character in Self.covered {
      let path = GlyphSet.drawings[GlyphSet.slot(of: character)!].path
      guard let (low, high) = StrokeOutline(path, pen).extent else { continue }
      let mask = GlyphMask(GlyphSet.drawings[GlyphSet.slot(of: character)!], pen)
      #expect(high.x - low.x <= Double(mask.advance), "\(character)")
      #expect(low.y >= Double(mask.bottom) && high.y <= Double(mask.top), "\(character)")
    }
  }

  @Test("No two letters or digits look the same", arguments: [10.0, 12, 14])
  func distinct(size: Double) {
    var seen: [[UInt8]: Character] = [:]
    // Croatian Đ and Icelandic Ð look alike in every font, and so do Greek μ and the micro sign.
    for character in Self.covered
    where (character.isLetter || character.isNumber) && !"Đμ".contains(character) {
      let mask = GlyphMask(
        GlyphSet.drawings[GlyphSet.slot(of: character)!], PenSize(size: size))
      let rows = [UInt8(truncatingIfNeeded: mask.bottom), UInt8(mask.height)] + mask.coverage
      if let other = seen[rows] { Issue.record("\(character) looks like \(other)") }
      seen[rows] = character
    }
    #expect(seen.count > 120)
  }

  @Test(
    "Characters that are easily confused differ in more than a few pixels",
    arguments: ["0O", "1l", "1I", "lI", "I|", "5S", "8B", "2Z", "0o", "6b", "mn", "uv", ".,", ":;"])
  func toldApart(pair: String) throws {
    let first = raster(String(try #require(pair.first))).coverage
    let second = raster(String(try #require(pair.last))).coverage
    let difference = zip(first, second).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(difference >= 255)
  }

  @Test(
    "Zero has no slash and no dot: its middle is as empty as the letter O's",
    arguments: [10.0, 12, 16, 40])
  func zero(size: Double) {
    let masks = "0O".map {
      GlyphMask(GlyphSet.drawings[GlyphSet.slot(of: $0)!], PenSize(size: size))
    }
    for mask in masks {
      let rows = mask.height / 3..<mask.height - mask.height / 3
      for row in rows {
        #expect(mask.coverage[row * mask.advance + mask.advance / 2] == 0)
      }
    }
  }

  @Test(
    "Consecutive underscores form a line without gaps, no wider than their advance widths",
    arguments: sizes)
  func blanks(size: Double) throws {
    let face = StrokeFace(size: size)
    let advance = try #require(face.widths(of: ["_"])["_"])
    let line = raster("____", size: size)
    let ink = try #require(line.inkedColumns)
    #expect(ink.upperBound <= 4 * advance && ink.count > 3 * advance)
    for column in ink {
      #expect(line.columns(column..<column + 1).hasInk, "a gap in column \(column)")
    }
    // Letters keep their distance from a line, as from a single underscore.
    let (single, double) = (raster("g_a", size: size), raster("g__a", size: size))
    let start = try #require(face.widths(of: ["g"])["g"])
    #expect(single.columns(0..<start + 1) == double.columns(0..<start + 1))
    let box = TextBox(
      "a__b", size: PixelSize(width: 200, height: face.lineHeight), alignment: .left)
    let starts = face.outlines(box).glyphs.map(\.x)
    #expect(starts.count == 5 && starts == starts.sorted())
  }

  @Test("Stems are sharp at small sizes: one dark column, none beside it", arguments: [10.0, 12])
  func sharpStems(size: Double) {
    let mask = GlyphMask(GlyphSet.drawings[GlyphSet.slot(of: "H")!], PenSize(size: size))
    let row = Array(mask.coverage[mask.advance..<(2 * mask.advance)])
    #expect(row.count { $0 == 255 } == 2)
    #expect(row.filter { $0 != 255 }.allSatisfy { $0 < 32 })
  }

  @Test("Symmetrical letters are symmetrical pixel by pixel", arguments: sizes)
  func symmetry(size: Double) {
    for character in "AHMOTUVWXYovwx08" {
      let mask = GlyphMask(
        GlyphSet.drawings[GlyphSet.slot(of: character)!], PenSize(size: size))
      for row in 0..<mask.height {
        let pixels = mask.coverage[(row * mask.advance)..<((row + 1) * mask.advance)]
        let ink = pixels.drop { $0 == 0 }.reversed().drop { $0 == 0 }
        let difference = zip(ink, ink.reversed()).map { abs(Int($0) - Int($1)) }.max() ?? 0
        // Rounding may differ in the last bit.
        #expect(difference <= 1, "\(character) row \(row)")
      }
    }
  }

  @Test("Letters with separate combining marks look like composed letters")
  func decomposed() {
    #expect(StrokeFace(size: 12).covers("e\u{301}A\u{30A}"))
    #expect(raster("e\u{301}A\u{30A}") == raster("\u{E9}\u{C5}"))
  }

  @Test("White space is a space, and every character without a glyph is drawn as the same box")
  func unknown() {
    for space in ["\t", "\r", "\u{B}", "\u{A0}", "\u{2009}", "\u{3000}"] {
      #expect(raster("a\(space)b") == raster("a b"))
    }
    let box = raster("a\u{1B}b")
    #expect(box.hasInk)
    for other in ["ab", "a b"] { #expect(box != raster(other)) }
    for unknown in ["日", "\u{0}", "\u{7F}", "x\u{301}", "👩‍👩‍👧", "\u{FFFD}", "\u{202E}"] {
      #expect(raster("a\(unknown)b") == box)
      #expect(!StrokeFace(size: 12).covers("a\(unknown)b"))
    }
    #expect(StrokeFace(size: 12).covers(String(Self.covered) + "\n\r\n\t"))
    #expect(StrokeFace(size: 12).covers(""))
  }

  @Test("The ends of a line are where the alignment puts them")
  func alignment() {
    let face = StrokeFace(size: 12)
    func columns(_ alignment: Sheet.TextAlignment) -> (first: Int, last: Int) {
      let size = PixelSize(width: 101, height: face.lineHeight)
      let coverage = face.raster(TextBox("H", size: size, alignment: alignment)).coverage
      let inked = coverage.indices.filter { coverage[$0] > 0 }.map { $0 % 101 }
      return (inked.min()!, inked.max()!)
    }
    #expect(columns(.left).first <= 1)
    #expect(columns(.right).last >= 99)
    #expect(abs(columns(.center).first - (100 - columns(.center).last)) <= 1)
  }

  @Test("Lines that do not fit are left out, but a single line is cut off at the lower edge")
  func height() {
    let face = StrokeFace(size: 12)
    func raster(_ text: String, height: Int) -> TextRaster {
      face.raster(TextBox(text, size: PixelSize(width: 60, height: height)))
    }
    #expect(raster("pg", height: 9) == raster("pg", height: face.lineHeight).rows(0..<9))
    let almostTwo = 2 * face.lineHeight - 1
    #expect(raster("pg\npg", height: almostTwo) == raster("pg", height: almostTwo))
    #expect(raster("pg\npg", height: almostTwo + 1) != raster("pg", height: almostTwo + 1))
    #expect(raster("pg", height: 0).coverage == [])
  }

  @Test(
    "Font sizes are limited, and lines are about 1.25 times as tall as the font size",
    arguments: [
      (Double.nan, 4.0), (-1, 4), (0, 4), (3.9, 4), (12, 12), (1000, 1000), (1e300, 1000),
      (.infinity, 1000), (-.infinity, 4),
    ])
  func bounds(size: Double, expected: Double) {
    let face = StrokeFace(size: size)
    #expect(face.size == expected)
    #expect(Double(face.lineHeight) >= 1.2 * expected)
    #expect(Double(face.lineHeight) <= 1.3 * expected + 1)
  }

  @Test("The largest font size can be drawn")
  func largest() {
    #expect(raster("g", size: 1000, width: 700).coverage.max() == 255)
  }

  @Test("Hostile text is drawn like any other")
  func hostile() {
    let face = StrokeFace(size: 12)
    let size = PixelSize(width: 120, height: 64)
    for text in [
      String(repeating: "a", count: 100_000), String(repeating: "\n", count: 100_000),
      "a" + String(repeating: "\u{301}", count: 100_000), String(repeating: "\u{202E}", count: 999),
      String(decoding: (0...255).map { UInt8($0) }, as: UTF8.self),
    ] {
      #expect(face.raster(TextBox(text, size: size)).size == size)
      for overflow in TextOverflow.allCases {
        #expect(face.raster(face.box(text, size, .center, overflow)).size == size)
      }
    }
  }

  @Test("Many threads get the same pixels from one font")
  func threads() async {
    let face = StrokeFace(size: 12)
    let box = face.box(
      String(Self.covered), PixelSize(width: 900, height: 90), .center, .wrap)
    let expected = StrokeFace(size: 12).raster(box)
    await withTaskGroup { group in
      for _ in 0..<16 { group.addTask { face.raster(box) } }
      for await raster in group { #expect(raster == expected) }
    }
  }
}

/// Specimens of the font that a person has looked at.
///
/// `UPDATE_GOLDEN=1 swift test` rewrites them; look at them again before committing them.
@Suite struct StrokeFaceSpecimenTests {
  static let text = """
    ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz
    0123456789 O0 1lI| rn m 5S 8B IMG_2041.png DSC-00017 (copy).jpeg
    The quick brown fox jumps over the lazy dog. Sphinx of black quartz, judge my vow!
    !"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ “Quoted” ‘text’ – and — so on…
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ
    ĄĆČĎĐĘĚĞĢİĪĶŁŃŇŐŒŘŚŞȘŠŤȚŪŮŰŹŻŽ ąćčďđęěğıīķłńňőœřśşșšťțūůűźżž
    ¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿×÷ \u{1B} 日
    """

  @Test("The font looks the same as in its specimens", arguments: [10, 12, 16, 40])
  func specimen(size: Int) throws {
    let face = StrokeFace(size: Double(size))
    let lines = Self.text.split(separator: "\n").count
    let raster = face.raster(
      TextBox(
        Self.text,
        size: PixelSize(width: 48 * size, height: lines * face.lineHeight), alignment: .left))
    let picture = PNGFixture(
      width: raster.size.width, height: raster.size.height, colorType: .gray,
      samples: raster.coverage.map { 255 - UInt16($0) }, filter: .fixed(0))

    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Golden/stroke-face-\(size).png")
    // Another version of zlib may compress the same pixels to different bytes.
    let rows = picture.filteredRows()
    let golden = try PNGChunk.chunks(of: [UInt8](Data(contentsOf: file))) ?? []
    let isAsBefore =
      golden.first == picture.chunks().first && inflated(golden[1].data, count: rows.count) == rows
    if !isAsBefore, ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(picture.encoded()).write(to: file)
    } else {
      #expect(isAsBefore, "the size or the pixels differ from \(file.lastPathComponent)")
    }
  }
}
