import Foundation
import SheetLayout
import SheetText
import Testing

@Suite struct TypeSetterTests {
  static let names = ["IMG_2041.png", "Übergröße.png", "", "a\nb"]
  static let size = PixelSize(width: 200, height: 40)

  private func hidden(_ font: String) throws -> TypeSetter {
    TypeSetter(try #require(FontChoice(font)), size: 16, library: nil)
  }

  private func installed(_ font: String) throws -> TypeSetter {
    TypeSetter(try #require(FontChoice(font)), size: 16)
  }

  @Test("What the built-in font covers is set in it, and Pango is not loaded")
  func builtinFirst() {
    @Sendable func unwanted() -> PangoLibrary? {
      Issue.record("Pango was looked for")
      return nil
    }
    for font in [FontChoice.auto, .builtin] {
      let setter = TypeSetter(font, size: 16, library: unwanted())
      #expect(setter.problem(with: Self.names) == nil)
      for name in Self.names {
        let box = TextBox(name, size: Self.size)
        #expect(setter.raster(box) == StrokeFace(size: 16).raster(box))
      }
    }
  }

  @Test("The built-in font is never replaced by Pango where it was requested")
  func builtin() throws {
    let box = TextBox("日本語", size: Self.size)
    let setter = try installed("builtin")
    #expect(setter.raster(box) == StrokeFace(size: 16).raster(box))
    #expect(setter.problem(with: ["a", "b日本語"]) == .notBuiltIn("日", text: "b日本語"))
  }

  @Test("Lines are as high in every font")
  func lineHeight() throws {
    for font in ["auto", "builtin", "Sans", "Serif Bold"] {
      #expect(try installed(font).lineHeight == StrokeFace(size: 16).lineHeight)
    }
  }

  @Test("Without Pango the built-in font draws boxes, and a problem says so")
  func autoWithoutPango() throws {
    let setter = try hidden("auto")
    let box = TextBox("日本語.png", size: Self.size)
    #expect(setter.raster(box) == StrokeFace(size: 16).raster(box))
    #expect(
      setter.problem(with: ["a", "b日本語", "한국어"])
        == .glyphMissing("日", text: "b日本語", hasPango: false))
  }

  @Test("A family without Pango is a problem, whatever the texts are")
  func familyWithoutPango() throws {
    let setter = try hidden("Noto Sans 11")
    #expect(setter.problem(with: ["a"]) == .pangoMissing(family: "Noto Sans"))
    let box = TextBox("a", size: Self.size)
    #expect(setter.raster(box) == StrokeFace(size: 16).raster(box))
  }

  @Test("Pango is looked for once")
  func once() async {
    await confirmation("Pango is looked for") { look in
      @Sendable func counted() -> PangoLibrary? {
        look()
        return nil
      }
      let setter = TypeSetter(.auto, size: 16, library: counted())
      _ = setter.raster(TextBox("日", size: Self.size))
      _ = setter.raster(TextBox("語", size: Self.size))
      #expect(setter.problem(with: ["本"]) != nil)
    }
  }

  @Test(
    "What the built-in font lacks is set by Pango, if that has it",
    .needsFonts(for: "Ελληνικά", package: "fonts-dejavu-core"))
  func autoWithPango() throws {
    let setter = try installed("auto")
    let box = TextBox("Ελληνικά", size: Self.size)
    #expect(setter.problem(with: ["a", "Ελληνικά"]) == nil)
    #expect(setter.raster(box) == PangoFace("Sans", size: 16)?.raster(box))
  }

  @Test(
    "What no font has is a box of the built-in font, and a problem", .needsPango,
    .needsMissingCharacters)
  func nothingHasIt() throws {
    let missing = InstalledFonts.missingCharacters[0]
    let setter = try installed("auto")
    let box = TextBox(String(missing), size: Self.size)
    #expect(setter.raster(box) == StrokeFace(size: 16).raster(box))
    #expect(
      setter.problem(with: ["ok", "a\(missing)"])
        == .glyphMissing(missing, text: "a\(missing)", hasPango: true))
  }

  @Test("A family is always set by Pango", .needsFonts(for: "a", package: "fonts-dejavu-core"))
  func family() throws {
    let setter = try installed("Serif")
    let box = TextBox("a", size: Self.size)
    #expect(setter.problem(with: ["a"]) == nil)
    #expect(setter.raster(box) == PangoFace("Serif", size: 16)?.raster(box))
    #expect(setter.raster(box) != StrokeFace(size: 16).raster(box))
  }

  @Test(
    "A family that is not installed is a problem, and its stand-in none",
    .needsFonts(for: "a", package: "fonts-dejavu-core"))
  func standIn() throws {
    guard
      case .familyMissing("No Such Font", let standIn) =
        try installed("No Such Font 12").problem(with: ["a"])
    else {
      Issue.record("nothing is said")
      return
    }
    for font in [standIn, "\(standIn.uppercased()) Bold", "No Such Font, \(standIn)"] {
      #expect(try installed(font).problem(with: ["a"]) == nil)
    }
  }
}

@Suite struct TextProblemTests {
  @Test(
    "A problem names the text, the character and what would help",
    arguments: [
      (
        .pangoMissing(family: "Noto Sans"),
        "font 'Noto Sans' needs Pango, which is not installed; install libpangocairo-1.0-0, "
          + "or use font 'builtin'"
      ),
      (
        .familyMissing("Nto Sans", standIn: "DejaVu Sans"),
        "font 'Nto Sans' is not installed; 'DejaVu Sans' is used instead"
      ),
      (
        .notBuiltIn("日", text: "日本.png"),
        "the built-in font has no '日', as in '日本.png'; use font 'auto'"
      ),
      (
        .glyphMissing("日", text: "日本.png", hasPango: false),
        "no installed font has '日', as in '日本.png'; install libpangocairo-1.0-0 and fonts such as "
          + "fonts-noto-cjk"
      ),
      (
        .glyphMissing("😀", text: "😀.png", hasPango: true),
        "no installed font has '😀', as in '😀.png'; install fonts such as fonts-noto-color-emoji"
      ),
      (
        .glyphMissing("ก", text: "ก\u{1B}[1m", hasPango: true),
        #"no installed font has 'ก', as in 'ก\u{1B}[1m'; install fonts such as fonts-noto-core"#
      ),
    ] as [(TextProblem, String)])
  func description(problem: TextProblem, expected: String) {
    #expect(problem.description == expected)
  }

  @Test("Of a long text the beginning is quoted")
  func longText() {
    let problem = TextProblem.notBuiltIn("日", text: String(repeating: "日", count: 100_000))
    #expect(problem.description.count < 150)
    #expect(problem.description.contains("日…'"))
  }
}

@Suite struct NoFontsTests {
  @Test(
    "Where Pango has no fonts, the built-in font replaces a family, and a problem says so",
    .needsPangoLibrary)
  func builtinInstead() async {
    // Fonts are looked for once in a process.
    await #expect(processExitsWith: .success) {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "no-fonts-\(ProcessInfo.processInfo.processIdentifier).conf")
      try "<fontconfig></fontconfig>".write(to: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      unsafe setenv("FONTCONFIG_FILE", file.path, 1)
      let setter = TypeSetter(try #require(FontChoice("Noto Sans 12")), size: 16)
      let box = TextBox("IMG_2041.png", size: PixelSize(width: 200, height: 40))
      #expect(setter.raster(box) == StrokeFace(size: 16).raster(box))
      #expect(
        setter.problem(with: [box.text]) == .familyMissing("Noto Sans", standIn: "builtin"))
    }
  }
}
