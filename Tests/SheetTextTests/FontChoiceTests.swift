import SheetText
import Testing

@Suite struct FontChoiceTests {
  @Test(
    "A choice is a face, a family or either with a size in points",
    arguments: [
      ("auto", .auto, nil),
      ("auto 14", .auto, 14),
      ("AUTO", .auto, nil),
      ("builtin 10.5", .builtin, 10.5),
      ("Noto Sans", .family("Noto Sans"), nil),
      ("Noto Sans 11", .family("Noto Sans"), 11),
      ("DejaVu Serif Bold .5", .family("DejaVu Serif Bold"), 0.5),
      ("  Noto   Sans  1000 ", .family("Noto Sans"), 1000),
      ("auto mobile", .family("auto mobile"), nil),
      ("Inter 12 Bold", .family("Inter 12 Bold"), nil),
      ("M PLUS 1p", .family("M PLUS 1p"), nil),
      ("Numbers inf", .family("Numbers inf"), nil),
      ("日本語 9", .family("日本語"), 9),
    ] as [(String, FontChoice.Source, Double?)])
  func parsing(text: String, source: FontChoice.Source, size: Double?) throws {
    let choice = try #require(FontChoice(text))
    #expect(choice.source == source)
    #expect(choice.size == size)
    #expect(FontChoice(choice.description) == choice)
  }

  @Test(
    "No font, and no size that is 0 or over 1000 points",
    arguments: [
      "", "  ", "12", "auto 0", "Sans 1000.5", "Sans 99999999999999999999", "a\0b", "a\nb",
    ])
  func rejects(text: String) {
    #expect(FontChoice(text) == nil)
  }

  @Test("A choice is written as it is parsed")
  func description() {
    #expect(FontChoice.auto.description == "auto")
    #expect(FontChoice("Builtin 12.0")?.description == "builtin 12")
    #expect(FontChoice("Noto  Sans 10.5")?.description == "Noto Sans 10.5")
  }
}
