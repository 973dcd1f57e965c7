import SheetText
import Testing

@Suite struct FontChoiceTests {
  @Test(
    "A font choice is auto, builtin or a family, with or without a size in points",
    arguments: [
      ("auto", .auto, nil),
      ("auto 14", .auto, 14),
      ("AUTO", .auto, nil),
      ("builtin 10.5", .builtin, 10.5),
      ("Noto Sans", .family("Noto Sans"), nil),
      ("Noto Sans 11", .family("Noto Sans"), 11),
      ("DejaVu Serif Bold .5", .family("DejaVu Serif Bold"), 0.5),
      ("  Noto   Sans  1000 ", .family("Noto Sans"), 1000),
      ("Auto.Mobile", .family("Auto.Mobile"), nil),
      ("Built in", .family("Built in"), nil),
      ("Inter 12 Bold", .family("Inter 12 Bold"), nil),
      ("M PLUS 1p", .family("M PLUS 1p"), nil),
      ("Numbers inf", .family("Numbers inf"), nil),
      ("日本語 9", .family("日本語"), 9),
      ("Source Sans 3,", .family("Source Sans 3"), nil),
      ("Source Sans 3 14", .family("Source Sans 3"), 14),
      ("Source Sans 3, 14", .family("Source Sans 3"), 14),
    ] as [(String, FontChoice.Source, Double?)])
  func parsing(text: String, source: FontChoice.Source, size: Double?) throws {
    let choice = try #require(FontChoice(text))
    #expect(choice.source == source)
    #expect(choice.size == size)
    #expect(FontChoice(choice.description) == choice)
  }

  @Test(
    "Empty fonts, sizes outside 0.1 to 1000, and families called auto or builtin are refused",
    arguments: [
      "", "  ", "12", "auto 0", "Sans 1000.5", "Sans 99999999999999999999", "a\0b", "a\nb",
      "auto 0.00005", "Sans 0.0999", "builtin -3", "builtin 12px", "auto 12 12", "builtin Bold",
      "AUTO inf", "auto mobile", "Builtin 12 Bold", "auto 1e1",
    ])
  func rejects(text: String) {
    #expect(FontChoice(text) == nil)
  }

  @Test("The description of a font choice of any size parses to the same choice")
  func roundTrip() throws {
    var sizes: [Double] = [0.1, 0.1.nextUp, 0.3, 1000.0.nextDown, 1000]
    for number in 1...1000 {
      let hundredths = Double(number) / 100
      sizes += [Double(number), hundredths + 0.1, 1 / hundredths]
    }
    for size in sizes {
      for name in ["auto", "builtin", "Noto Sans", "Inter 12", "Source Sans 3,", "Univers .5"] {
        let choice = try #require(FontChoice("\(name) \(size)"))
        #expect(choice.size == size)
        #expect(FontChoice(choice.description) == choice)
        #expect(FontChoice(choice.withoutSize.description) == choice.withoutSize)
      }
    }
  }

  @Test("A font choice is written in the form in which it is parsed")
  func description() {
    #expect(FontChoice.auto.description == "auto")
    #expect(FontChoice("Builtin 12.0")?.description == "builtin 12")
    #expect(FontChoice("Noto  Sans 10.5")?.description == "Noto Sans 10.5")
  }
}
