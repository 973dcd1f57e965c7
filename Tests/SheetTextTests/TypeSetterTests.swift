import Foundation
import SheetLayout
import TestSupport
import Testing
import TextFixtures

@testable import SheetModel
@testable import SheetText

@Suite struct TypeSetterTests {
  static let size = PixelSize(width: 200, height: 40)

  private func setter(_ font: String, library: PangoLibrary? = .installed) throws -> TypeSetter {
    TypeSetter(try #require(FontChoice(font)), size: 16, library: library)
  }

  @Test("The built-in font is never replaced by Pango if it was requested")
  func builtin() throws {
    let box = TextBox("日本語", size: Self.size)
    let font = try #require(FontChoice("builtin 12"))
    #expect(font.settled(for: [box.text]) == font)
    #expect(try setter("builtin").raster(box) == StrokeFace(size: 16).raster(box))
    #expect(font.problem(with: ["a", "b日本語"]) == .notBuiltIn("日", text: "b日本語"))
  }

  @Test("Lines have the same height in every font")
  func lineHeight() throws {
    for font in ["auto", "builtin", "Sans", "Serif Bold"] {
      #expect(try setter(font).lineHeight == StrokeFace(size: 16).lineHeight)
    }
  }

  @Test("The built-in font emphasises with bold strokes, in lines of the same height")
  func boldStrokes() throws {
    for size in [8.0, 12, 16, 60] {
      let box = TextBox("best\nof all 34.52", size: PixelSize(width: 900, height: 200))
      let plain = TypeSetter(.builtin, size: size)
      let emphasized = TypeSetter(.builtin, size: size, isEmphasized: true)
      #expect(plain.lineHeight == emphasized.lineHeight)
      func ink(_ setter: TypeSetter) -> Int {
        setter.raster(box).coverage.reduce(0) { $0 + Int($1) }
      }
      #expect(Double(ink(emphasized)) > 1.3 * Double(ink(plain)))
      let (lines, bold) = (plain.lines(box), emphasized.lines(box))
      #expect(lines.map(\.baseline) == bold.map(\.baseline))
      // Labels leave a fifth of their width for bold type.
      for (line, other) in zip(lines, bold) {
        #expect(line.width < other.width && Double(other.width) <= Double(line.width) * 1.25 + 1)
      }
      let outlines = try #require(emphasized.outlines(box))
      #expect(outlines.underlines.isEmpty)
      #expect(outlines.glyphs.map(\.outline) != plain.outlines(box)?.glyphs.map(\.outline))
    }
  }

  @Test("Letters that reach beyond their box are cut off at its edges", arguments: [false, true])
  func smallBoxes(isEmphasized: Bool) {
    for size in [4.0, 9, 16, 33] {
      for (width, height) in [(1, 1), (3, 2), (40, 3), (2, 40), (60, 12)] {
        let box = TextBox("ÅÉgjÄ|", size: PixelSize(width: width, height: height))
        let setter = TypeSetter(.builtin, size: size, isEmphasized: isEmphasized)
        #expect(setter.raster(box).coverage.count == width * height)
      }
    }
  }

  @Test(
    "Emphasised text is in its family's bold font, or underlined if that is already bold",
    .needs(.family("DejaVu Sans", of: "fonts-dejavu-core")))
  func boldFamily() throws {
    let box = TextBox("best of all", size: Self.size)
    func raster(_ font: String, isEmphasized: Bool) throws -> TextRaster {
      TypeSetter(try #require(FontChoice(font)), size: 16, isEmphasized: isEmphasized).raster(box)
    }
    let bold = try raster("DejaVu Sans Bold", isEmphasized: false)
    #expect(try raster("DejaVu Sans", isEmphasized: true) == bold)
    let lines = TypeSetter(try #require(FontChoice("DejaVu Sans Bold")), size: 16).lines(box)
    let underlined = bold.underlined(lines.map { $0.underline(em: 16) })
    #expect(try raster("DejaVu Sans Bold", isEmphasized: true) == underlined)
    #expect(bold != underlined)
  }

  @Test("Without Pango, a request for a family is reported as a problem, whatever the text is")
  func familyWithoutPango() throws {
    let font = try #require(FontChoice("Noto Sans 11"))
    #expect(
      font.problem(with: ["a"], library: nil) == .pangoMissing(family: "Noto Sans"))
    let box = TextBox("a", size: Self.size)
    #expect(
      try setter("Noto Sans 11", library: nil).raster(box) == StrokeFace(size: 16).raster(box))
  }

  @Test("A font given by its family is always drawn by Pango", .needs(.plainFont))
  func family() throws {
    let font = try #require(FontChoice("Serif"))
    let box = TextBox("a", size: Self.size)
    #expect(font.problem(with: ["a"]) == nil)
    #expect(font.settled(for: ["a"]) == font)
    #expect(try setter("Serif").raster(box) == PangoFace("Serif", size: 16)?.raster(box))
    #expect(try setter("Serif").raster(box) != StrokeFace(size: 16).raster(box))
  }

  @Test("A family's name may end with the name of a style, whether or not another style follows")
  func familyEndingLikeStyle() throws {
    #expect(
      PangoFonts.longerFamilies(in: "Times New Roman") == ["Times New Roman,", "Times New, Roman"])
    #expect(
      PangoFonts.longerFamilies(in: "Nimbus Roman Bold") == [
        "Nimbus Roman Bold,", "Nimbus Roman, Bold",
      ])
    #expect(PangoFonts.longerFamilies(in: "Times New Roman, Bold").isEmpty)
    #expect(PangoFonts.longerFamilies(in: "Serif").isEmpty)
  }

  @Test(
    "Nimbus Roman is a family, not the roman style of Nimbus",
    .needs(.family("Nimbus Roman", of: "fonts-urw-base35")),
    arguments: ["Nimbus Roman 12", "Nimbus Roman Bold 12", "nimbus roman italic"])
  func nimbusRoman(font: String) throws {
    #expect(try #require(FontChoice(font)).problem(with: ["a"]) == nil)
  }

  @Test(
    "A family is found as fontconfig finds it, even if its name ends with the name of a style",
    .needs(.plainFont),
    arguments: ["Times New Roman", "Nimbus Roman", "Book Antiqua", "Arial", "No Such Roman"])
  func substitute(family: String) throws {
    let chosen = try #require(InstalledFonts.chosenFamily(for: family))
    for style in ["", " Bold", " Italic"] {
      let face = try #require(PangoFace(family + style, size: 12))
      #expect(face.replacement ?? family == chosen, "\(family)\(style)")
    }
  }

  @Test(
    "A family that is not installed is reported as a problem, but asking for its replacement is not",
    .needs(.plainFont))
  func replacement() throws {
    guard
      case .familyMissing("No Such Font", let replacement) =
        try #require(FontChoice("No Such Font 12")).problem(with: ["a"])
    else {
      Issue.record("nothing is reported")
      return
    }
    for font in [replacement, "\(replacement.uppercased()) Bold", "No Such Font, \(replacement)"] {
      #expect(try #require(FontChoice(font)).problem(with: ["a"]) == nil)
    }
  }
}

/// The font `auto` is the same for all text that is drawn together.
@Suite struct SettledFontTests {
  static let names = ["IMG_2041.png", "Übergröße.png", "", "a\nb"]

  @Test("Text that the built-in font covers is drawn with it, and Pango is not loaded")
  func builtinFirst() {
    func unwanted() -> PangoLibrary? {
      Issue.record("Pango was looked for")
      return nil
    }
    #expect(FontChoice.auto.settled(for: Self.names, library: unwanted()) == .builtin)
    #expect(FontChoice.auto.problem(with: Self.names, library: unwanted()) == nil)
    #expect(FontChoice.builtin.problem(with: Self.names, library: unwanted()) == nil)
  }

  @Test(
    "If the built-in font lacks a single character, Pango draws all text",
    .needs(.font(for: "Ελληνικά", of: "fonts-dejavu-core")))
  func oneFace() throws {
    let font = try #require(FontChoice("auto 11"))
    let settled = font.settled(for: Self.names + ["Ελληνικά"])
    #expect(settled == FontChoice("Sans 11"))
    #expect(font.problem(with: Self.names + ["Ελληνικά"]) == nil)
    for name in Self.names + ["Ελληνικά"] {
      let box = TextBox(name, size: TypeSetterTests.size)
      #expect(
        TypeSetter(settled, size: 16).raster(box) == PangoFace("Sans", size: 16)?.raster(box))
    }
  }

  @Test(
    "Without Pango, the built-in font is used, and the problem names the first character it lacks")
  func withoutPango() {
    let texts = ["a", "b日本語", "한국어"]
    #expect(FontChoice.auto.settled(for: texts, library: nil) == .builtin)
    #expect(
      FontChoice.auto.problem(with: texts, library: nil)
        == .glyphMissing("日", text: "b日本語", hasPango: false))
  }

  @Test("Pango is loaded once")
  func once() async {
    await confirmation("Pango is looked for", expectedCount: 1) { look in
      func counted() -> PangoLibrary? {
        look()
        return nil
      }
      #expect(FontChoice.auto.problem(with: ["日", "語"], library: counted()) != nil)
    }
  }

  @Test(
    "A character that no font has is drawn as a built-in box, and reported",
    .needs(.plainFont, .missingCharacters))
  func nothingHasIt() {
    let missing = InstalledFonts.missingCharacters[0]
    #expect(FontChoice.auto.settled(for: ["ok", "a\(missing)"]) == .builtin)
    #expect(
      FontChoice.auto.problem(with: ["ok", "a\(missing)"])
        == .glyphMissing(missing, text: "a\(missing)", hasPango: true))
  }

  @Test("The font chosen for several strings does not depend on their order")
  func anyText() {
    var random = RandomText(seed: 12)
    for _ in 0..<100 {
      let texts = (0..<4).map { _ in random.text(longest: 60) }
      let settled = FontChoice.auto.settled(for: texts)
      #expect(settled.source != .auto)
      #expect(settled == FontChoice.auto.settled(for: texts.reversed()))
    }
  }
}

@Suite struct TextProblemTests {
  @Test(
    "A problem names the text and the character, and suggests a remedy",
    arguments: [
      (
        .pangoMissing(family: "Noto Sans"),
        "cannot use the font 'Noto Sans': it needs Pango, which is not installed; install libpangocairo-1.0-0, "
          + "or use the font 'builtin'"
      ),
      (
        .familyMissing("Nto Sans", replacement: "DejaVu Sans"),
        "cannot use the font 'Nto Sans': it is not installed, and 'DejaVu Sans' is used instead; "
          + "install it, or name another"
      ),
      (
        .notBuiltIn("日", text: "日本.png"),
        "cannot draw '日', as in '日本.png': the built-in font does not have it; use the font 'auto'"
      ),
      (
        .glyphMissing("日", text: "日本.png", hasPango: false),
        "cannot draw '日', as in '日本.png': no installed font has it; install libpangocairo-1.0-0 and fonts such as "
          + "fonts-noto-cjk"
      ),
      (
        .glyphMissing("😀", text: "😀.png", hasPango: true),
        "cannot draw '😀', as in '😀.png': no installed font has it; install fonts such as fonts-noto-color-emoji"
      ),
      (
        .glyphMissing("ก", text: "ก\u{1B}[1m", hasPango: true),
        #"cannot draw 'ก', as in 'ก\u{1B}[1m': no installed font has it; install fonts such as fonts-noto-core"#
      ),
    ] as [(TextProblem, String)])
  func description(problem: TextProblem, expected: String) {
    #expect(problem.description == expected)
  }

  @Test("A problem with a font quotes only the beginning of long text")
  func longText() {
    let problem = TextProblem.notBuiltIn("日", text: String(repeating: "日", count: 100_000))
    #expect(problem.description.count < 150)
    #expect(problem.description.contains("日…'"))
  }
}

@Suite struct NoFontsTests {
  @Test(
    "If Pango has no fonts, the built-in font is used instead of a family, and a problem says so",
    .needs(.pango))
  func builtinInstead() async {
    // Fonts are looked up once per process, so the test needs its own.
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder.untilExit()
      for (name, value) in try folder.variables(fonts: []) { setenv(name, value, 1) }
      let font = try #require(FontChoice("Noto Sans 12"))
      let box = TextBox("IMG_2041.png", size: PixelSize(width: 200, height: 40))
      #expect(TypeSetter(font, size: 16).raster(box) == StrokeFace(size: 16).raster(box))
      #expect(font.problem(with: [box.text]) == .familyMissing("Noto Sans", replacement: "builtin"))
      #expect(FontChoice.auto.settled(for: ["日本語"]) == .builtin)
    }
  }
}
