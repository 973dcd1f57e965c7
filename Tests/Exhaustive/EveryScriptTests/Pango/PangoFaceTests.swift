import SheetLayout
import TestSupport
import Testing
import TextFixtures

@testable import SheetModel
@testable import SheetText

/// Pango provided no fonts.
///
/// `PangoFonts` is not copyable, so `#require` cannot be used.
private struct NoFonts: Error {}

@Suite(.needs(.plainFont)) struct PangoFaceTests {
  static let lineHeight = StrokeFace(size: 16).lineHeight

  /// Created anew for every test, unless Pango is missing.
  private let face: PangoFace

  init() throws { face = try #require(PangoFace("Sans", size: 16)) }

  private func box(
    _ text: String, width: Int = 300, lines: Int = 1, _ alignment: Sheet.TextAlignment = .left,
    _ overflow: TextOverflow = .middle
  ) -> TextBox {
    face.box(text, width: width, lines: lines, alignment, overflow)
  }

  @Test("Any text in any box gives a raster of exactly the box's size", arguments: 0..<8)
  func anyText(seed: UInt64) {
    var random = RandomText(seed: seed)
    for _ in 0..<60 {
      let box = random.box(random.unicodeText(), in: face)
      let raster = face.raster(box)
      #expect(raster.size == box.size)
      #expect(raster.coverage.count == box.size.width * box.size.height)
    }
  }

  @Test("The widths of characters do not depend on the order in which they are measured")
  func widths() {
    let text = "a9(\u{300}日语カ한العربيةעבรไทยनमस्ते👩‍👩‍👧🇩🇪⅔‥…–ÅÉ"
    let widths = face.widths(of: Set(text))
    for capacity in [200, 1_000, 20_000] {
      var other = Set<Character>(minimumCapacity: capacity)
      for character in text.reversed() { other.insert(character) }
      #expect(face.widths(of: other) == widths)
    }
  }

  @Test("Ink never crosses the sides of its box, in any font", arguments: ["Sans", "Serif Italic"])
  func inkStaysInside(font: String) throws {
    let builtin = StrokeFace(size: 16)
    try #require(PangoLibrary.installed != nil)
    let face = try #require(PangoFace(font, size: 16))
    guard let fonts = PangoFonts(font, size: 16) else { throw NoFonts() }
    var random = RandomText(seed: 7)
    for _ in 0..<400 {
      let box = random.box(random.unicodeText(), in: face)
      PangoLock.withLock {
        let setting = PangoSetting(box, in: fonts, metricsOf: builtin)
        #expect(setting.lines.count <= max(1, box.size.height / face.lineHeight))
        for line in setting.lines where box.size.width >= 20 {
          #expect(line.ink.x >= 0 && line.ink.maxX <= box.size.width, "\(box)")
        }
      }
    }
  }

  @Test(
    "Text that reaches beyond its box is still drawn",
    arguments: [30, 37, 50, 77, 90, 91, 120])
  func leaningText(width: Int) throws {
    let face = try #require(PangoFace("Serif Italic", size: 13))
    for text in ["fluffy jfjfjfjfjfjf", "שלום IMG 12.png", "fff", "日本語の写真.png"] {
      for overflow in TextOverflow.allCases {
        let raster = face.raster(face.box(text, width: width, .left, overflow))
        #expect(raster.inkedColumns != nil, "\(text), \(overflow)")
      }
    }
  }

  @Test("The painted area contains all ink")
  func boundsAreWideEnough() throws {
    try #require(PangoLibrary.installed != nil)
    guard let fonts = PangoFonts("Serif Italic", size: 23) else { throw NoFonts() }
    PangoLock.withLock {
      let face = StrokeFace(size: 23)
      var random = RandomText(seed: 3)
      for _ in 0..<100 {
        let size = PixelSize(width: 200, height: 60)
        let box = TextBox(random.unicodeText(), size: size)
        let setting = PangoSetting(box, in: fonts, metricsOf: face)
        let bounds = setting.bounds(in: size)
        guard bounds.width > 0, bounds.height > 0 else { continue }
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        func raster(_ bounds: PixelRect) -> TextRaster {
          TextRaster(
            size: size, bounds: bounds,
            white: setting.painted(bounds, ink: .white)!,
            black: { setting.painted(bounds, ink: .black) })
        }
        let (part, all) = (raster(bounds), raster(whole))
        #expect(part.columns(0..<size.width) == all.columns(0..<size.width), "\(box)")
      }
    }
  }

  @Test("Text gives the same pixels on any thread, and after any other font")
  func threads() async throws {
    let other = try #require(PangoFace("Sans", size: 16))
    var random = RandomText(seed: 11)
    let boxes = (0..<60).map { _ in random.box(random.unicodeText(), in: face) }
    let inOrder = boxes.map { face.raster($0) }
    await withTaskGroup(of: (Int, TextRaster).self) { group in
      for (index, box) in boxes.enumerated() {
        let face = index % 2 == 0 ? face : other
        group.addTask { (index, face.raster(box)) }
      }
      for await (index, raster) in group { #expect(raster == inOrder[index]) }
    }
  }

  @Test("Lines are at the left, in the middle or at the right of the box, with all of their ink")
  func alignment() throws {
    let left = try #require(face.raster(box("Name", .left)).inkedColumns)
    let center = try #require(face.raster(box("Name", .center)).inkedColumns)
    let right = try #require(face.raster(box("Name", .right)).inkedColumns)
    #expect(left.lowerBound <= 3)
    #expect(right.upperBound >= 297)
    #expect(abs(center.lowerBound + center.upperBound - 300) <= 4)
    #expect(left.count == center.count && center.count == right.count)
  }

  @Test("A line centred in a box wider than any cairo image is in the middle")
  func widestBox() throws {
    let columns = try #require(
      face.raster(box("Name", width: 40_000, .center)).inkedColumns)
    #expect(abs(columns.lowerBound + columns.upperBound - 40_000) <= 4)
  }

  @Test(
    "A long name shortened in the middle keeps both ends; shortened at its end, it keeps the start")
  func ends() {
    let name = "a very long name of a picture that is never seen as a whole.png"
    let whole = face.raster(box(name, width: 2000, .left))
    let middle = face.raster(box(name, width: 200, .left, .middle))
    let end = face.raster(box(name, width: 200, .left, .end))
    let start = whole.columns(0..<60)
    #expect(middle.columns(0..<60) == start)
    #expect(end.columns(0..<60) == start)
    let wholeEnd = face.raster(box(name, width: 2000, .right)).columns(1970..<2000)
    let middleEnd = face.raster(box(name, width: 200, .right, .middle)).columns(170..<200)
    #expect(middleEnd == wholeEnd)
    #expect(face.raster(box(name, width: 200, .right, .end)).columns(170..<200) != wholeEnd)
  }

  /// The advance of text: the extent of its ink, and the white space to its left.
  private func advance(of text: String) throws -> Int {
    let left = try #require(face.raster(box(text, .left)).inkedColumns)
    let right = try #require(face.raster(box(text, .right)).inkedColumns)
    return left.lowerBound + 300 - right.lowerBound
  }

  @Test(
    "In a narrow box, the whole extension is kept if it fits beside an ellipsis",
    arguments: 2...40)
  func extensions(room: Int) throws {
    let alone = face.raster(box(".png", .right))
    let inkWidth = 300 - (try #require(alone.inkedColumns).lowerBound)
    let width = try advance(of: "…") + advance(of: ".png") + room
    for (overflow, lines) in [(TextOverflow.middle, 1), (.wrap, 1), (.wrap, 2)] {
      let name = String(repeating: "W", count: 40) + ".png"
      let raster = face.raster(box(name, width: width, lines: lines, .right, overflow))
      let lastLine = raster.line(lines - 1, of: Self.lineHeight)
      #expect(
        lastLine.columns(width - inkWidth..<width) == alone.columns(300 - inkWidth..<300),
        "\(overflow), \(lines)")
    }
  }

  @Test(
    "The last of several lines is set in the direction of the whole text",
    .needs(.font(for: "שלום", of: "fonts-dejavu-core")))
  func direction() {
    // In right-to-left text, a final bracket is on the left.
    let text = "שלום " + String(repeating: "W", count: 40) + " (1)"
    let wrapped = face.raster(box(text, width: 100, lines: 2, .left, .wrap))
    let line = face.raster(box("\u{200F}W (1)", width: 100, .left))
    #expect(wrapped.line(1, of: Self.lineHeight).columns(0..<4) == line.columns(0..<4))
  }

  @Test(
    "All visible characters of a 100,000-character text are drawn",
    arguments: TextOverflow.allCases)
  func longTexts(overflow: TextOverflow) {
    func raster(_ count: Int) -> TextRaster {
      let text = String(repeating: "IMG 2041 ", count: count) + "the end.png"
      return face.raster(box(text, width: 150, lines: 3, .left, overflow))
    }
    #expect(raster(11_111) == raster(111))
  }

  @Test("Wrapped text fills as many lines as are allowed")
  func wrapping() {
    // Long enough for condensed fonts.
    let text = String(repeating: "one two three four five six ", count: 8) + "seven.png"
    for lines in 1...5 {
      let raster = face.raster(box(text, width: 100, lines: lines, .left, .wrap))
      for line in 0..<lines { #expect(raster.line(line, of: Self.lineHeight).hasInk) }
    }
  }

  @Test("A word that is broken gets no hyphen")
  func brokenWords() {
    let broken = face.raster(
      box(String(repeating: "o", count: 60), width: 100, lines: 3, .left, .wrap))
    let line = broken.line(0, of: Self.lineHeight)
    let isWithoutHyphen = (1..<60).contains { count in
      face.raster(box(String(repeating: "o", count: count), width: 100, .left)) == line
    }
    #expect(isWithoutHyphen)
  }

  @Test("Lines are evenly spaced, whatever their scripts")
  func pitch() {
    let raster = face.raster(box("Hi\n\nHi\nnever seen", lines: 3))
    let lines = (0..<3).map { raster.line($0, of: Self.lineHeight) }
    #expect(lines[0] == lines[2])
    #expect(!lines[1].hasInk)
    #expect(face.lineHeight == StrokeFace(size: 16).lineHeight)
  }

  @Test("If not even an ellipsis fits, the raster is empty")
  func narrowBoxes() {
    for overflow in TextOverflow.allCases {
      let raster = face.raster(box("IMG_2041.png", width: 2, .left, overflow))
      #expect(raster.inkedColumns == nil)
    }
  }

  @Test("Text is not cut off at a NUL, which is drawn as U+FFFD")
  func controlCharacters() {
    #expect(face.raster(box("a\0b")) == face.raster(box("a\u{FFFD}b")))
    #expect(face.raster(box("a\0b")) != face.raster(box("a")))
  }

  @Test(
    "Characters wider than their box cause no crash, even those that would make Pango abort",
    arguments: 1...40)
  func wideCharacters(width: Int) {
    for text in ["\u{30FE}\u{1F3FB}\u{E35}", "a \u{30FE}\u{1F3FB}\u{E35}\u{E35}\u{E35} b"] {
      let box = box(text, width: width, lines: 3, .left, .wrap)
      #expect(face.raster(box).size == box.size)
    }
  }

  @Test("A character that no font has counts as not covered", .needs(.missingCharacters))
  func missingCharacters() {
    let missing = InstalledFonts.missingCharacters
    #expect(!face.covers(String(missing[0])))
    #expect(face.unknownGlyphCount(in: "a\(missing[0])\n\(missing[1])") == 2)
  }

  @Test("A font covers a plain file name and empty text")
  func covered() {
    #expect(face.covers("IMG_2041.png"))
    #expect(face.covers(""))
  }

  @Test("A font that is not installed, or an invalid description, is replaced by another")
  func unknownFamily() throws {
    for description in ["No Such Font", "", ",", "@wght=9", String(repeating: "x", count: 10_000)] {
      let face = try #require(PangoFace(description, size: 16))
      #expect(face.raster(box("Name")).inkedColumns != nil)
    }
  }
}

@Suite struct NoPangoTests {
  @Test("Without Pango, creating a Pango font gives nil")
  func hidden() {
    #expect(PangoFace("Sans", size: 16, library: nil) == nil)
  }
}
