import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPlans

/// The emphasised parts of texts that are broken into lines or shortened.
@Suite struct DrawnEmphasisTests {
  private static func text(_ text: String, shown: String?, _ emphasis: [Range<Int>]) -> PlannedText
  {
    PlannedText(
      .label, text: text, shown: shown, area: PixelRect(x: 0, y: 0, width: 99, height: 99),
      size: 12, alignment: .center, overflow: .fit, emphasis: emphasis)
  }

  private static func parts(_ text: PlannedText) -> [String] {
    let scalars = Array((text.shown ?? text.text).unicodeScalars)
    return text.drawnEmphasis.map { String(String.UnicodeScalarView(scalars[$0])) }
  }

  @Test("The same letters are emphasised when text is broken into lines")
  func lines() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let words = (0..<Int.random(in: 1..<8, using: &generator)).map { _ in
        String(
          (0..<Int.random(in: 1..<5, using: &generator)).map { _ in
            "ab…é1".randomElement(using: &generator) ?? "a"
          })
      }
      let text = words.joined(separator: " ")
      let shown = words.dropFirst().reduce(words[0]) {
        $0 + (Bool.random(using: &generator) ? "\n" : " ") + $1
      }
      let count = text.unicodeScalars.count
      let start = Int.random(in: 0..<count, using: &generator)
      let part = start..<Int.random(in: start + 1...count, using: &generator)
      let drawn = Self.parts(Self.text(text, shown: shown, [part])).joined()
      let scalars = Array(text.unicodeScalars)
      let whole = String(String.UnicodeScalarView(scalars[part]))
      #expect(drawn.filter { !$0.isWhitespace } == whole.filter { !$0.isWhitespace }, "\(shown)")
    }
  }

  @Test("However text is shortened, only letters of its emphasised parts are emphasised")
  func shortened() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let letters = (0..<Int.random(in: 2..<20, using: &generator)).map { _ in
        "abc".randomElement(using: &generator) ?? "a"
      }
      let start = Int.random(in: 0..<letters.count, using: &generator)
      let part = start..<Int.random(in: start + 1...letters.count, using: &generator)
      let cut = Int.random(in: 0..<letters.count, using: &generator)
      let rest = Int.random(in: cut...letters.count, using: &generator)
      let shown = String(letters[..<cut]) + "…" + String(letters[rest...])
      let text = Self.text(String(letters), shown: shown, [part])
      let origins = Array(0..<cut) + [-1] + Array(rest..<letters.count)
      let drawn = text.drawnEmphasis.flatMap { origins[$0] }
      #expect(drawn.allSatisfy { part.contains($0) }, "\(shown)")
    }
  }

  @Test(
    "Line breaks and an ellipsis leave the expected parts emphasised",
    arguments: [
      ("31.2 / 0.9", nil, [0..<4], ["31.2"]), ("31.2 / 0.9", "31.2 /\n0.9", [7..<10], ["0.9"]),
      ("a\n31.2 / 0.9", "a\n31.2\n/ 0.9", [2..<6, 9..<12], ["31.2", "0.9"]),
      ("a name 31.2", "a n…31.2", [7..<11], ["31.2"]), ("31.2 a name", "31.2…", [0..<4], ["31.2"]),
      ("31.2 a name", "…name", [0..<4], []), ("1.5 b\n1.5 c", "1.5…\n1.5…", [6..<9], ["1.5"]),
      ("x\nPSNR 31.2, LPIPS 0.1", "x\n…31.2,…PS 0.1", [7..<11, 19..<22], ["31.2", "0.1"]),
      ("שלום 31.2", "\u{200F}שלום\n\u{200F}31.2", [5..<9], ["31.2"]),
      ("31.2", "x", [0..<4], []), ("31.2", nil, [0..<4], ["31.2"]),
    ] as [(String, String?, [Range<Int>], [String])])
  func examples(text: String, shown: String?, emphasis: [Range<Int>], expected: [String]) {
    #expect(Self.parts(Self.text(text, shown: shown, emphasis)) == expected)
  }

  @Test("The search for drawn letters ends soon, whatever the text", .timeLimit(.minutes(1)))
  func slow() {
    let blanks = String(repeating: " ", count: 4096)
    let pieces = String(repeating: " b…", count: 1365)
    let letters = String(repeating: "a", count: 4096)
    for (text, shown) in [(blanks, pieces), (letters, "…" + letters.dropLast(2096) + "…")] {
      let text = Self.text(text, shown: shown, [0..<1])
      #expect(text.drawnEmphasis.allSatisfy { $0.upperBound <= shown.unicodeScalars.count })
    }
  }

  @Test("A part that ends beyond its text, or a very long text, is harmless")
  func hostile() {
    let long = String(repeating: "a", count: 20_000)
    for (text, shown) in [("ab", "a\nb"), ("", ""), (long, "\(long.dropLast(9))…a")] {
      let text = Self.text(text, shown: shown, [0..<1, 1..<Int.max])
      #expect(text.drawnEmphasis.allSatisfy { $0.upperBound <= shown.unicodeScalars.count })
    }
  }
}
