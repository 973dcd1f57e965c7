import SheetText
import Testing

@Suite struct TextProblemTests {
  @Test(
    "A problem names the text, the character and what would help",
    arguments: [
      (
        .pangoMissing(family: "Noto Sans"),
        "font 'Noto Sans' needs Pango, which is not installed; install libpangocairo-1.0-0, "
          + "or choose --font builtin"
      ),
      (
        .familyMissing("Nto Sans", standIn: "DejaVu Sans"),
        "font 'Nto Sans' is not installed; 'DejaVu Sans' stands in for it"
      ),
      (
        .notBuiltIn("日", text: "日本.png"),
        "the built-in font has no '日', as in '日本.png'; choose --font auto"
      ),
      (
        .glyphMissing("日", text: "日本.png", hasPango: false),
        "no font here has '日', as in '日本.png'; install libpangocairo-1.0-0 and fonts such as "
          + "fonts-noto-cjk"
      ),
      (
        .glyphMissing("😀", text: "😀.png", hasPango: true),
        "no font here has '😀', as in '😀.png'; install fonts such as fonts-noto-color-emoji"
      ),
      (
        .glyphMissing("ก", text: "ก\u{1B}[1m", hasPango: true),
        #"no font here has 'ก', as in 'ก\u{1B}[1m'; install fonts such as fonts-noto-core"#
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
