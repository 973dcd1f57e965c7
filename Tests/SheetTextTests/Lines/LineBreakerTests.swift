import Testing
import TextFixtures

@testable import SheetModel
@testable import SheetText

@Suite struct LineBreakerTests {
  /// All characters are one pixel wide.
  static let measure = TextMeasure(StrokeFace(size: 12), [:], otherwise: 1)

  private func set(
    _ text: String, width: Int, limit: Int = 9, anywhere: Bool = false
  ) -> [String]? {
    let characters = Array(text)
    return LineBreaker(Self.measure.measured(text[...]))
      .lines(width: width, limit: limit, anywhere: anywhere)?.map { String(characters[$0]) }
  }

  @Test(
    "Lines end at spaces, after marks that separate names, and between letters, digits and capitals",
    arguments: [
      ("a day at the sea", ["a day", "at", "the", "sea"]),
      ("by_the-sea.png", ["by_", "the-", "sea.", "png"]),
      ("a/b/c,d", ["a/b/", "c,d"]),
      ("IMG2024", ["IMG", "2024"]),
      ("ConvNet", ["Conv", "Net"]),
      ("IMAGES", nil), ("iPhone", ["i", "Phone"]),
      ("日本語の本", ["日本語の本"]),
      ("日本語の本です", ["日本語の", "本です"]),
      ("", [""]),
    ])
  func breaks(text: String, expected: [String]?) {
    #expect(set(text, width: 5) == expected)
  }

  @Test(
    "Lines end at wide gaps rather than between other words, unless that takes more lines",
    arguments: [
      ("IMG_1  Canon EOS R6", 14, ["IMG_1", "Canon EOS R6"]),
      ("IMG_1   4 of 5   Canon EOS R6", 22, ["IMG_1   4 of 5", "Canon EOS R6"]),
      ("a b  c d  e f", 9, ["a b  c d", "e f"]), ("a b  c d", 9, ["a b  c d"]),
      ("a  b c d e f g h", 9, ["a  b c d", "e f g h"]),
      ("Canon EOS R6  a", 5, ["Canon", "EOS", "R6  a"]),
    ])
  func gaps(text: String, width: Int, expected: [String]) {
    #expect(set(text, width: width) == expected)
  }

  @Test(
    "Lines of a path end at slashes rather than at other marks, unless that takes more lines",
    arguments: [
      ("holiday/IMG_4021.jpg", 14, ["holiday/", "IMG_4021.jpg"]),
      ("holiday/IMG_4021.jpg", 11, ["holiday/", "IMG_", "4021.jpg"]),
      ("a/very-long_name.png", 16, ["a/very-long_", "name.png"]),
      ("2024-07/and_so_on/IMG_1.png", 14, ["2024-07/", "and_so_on/", "IMG_1.png"]),
      ("one/two/three/four.png", 14, ["one/two/three/", "four.png"]),
      ("by the sea/IMG_1.png", 12, ["by the", "sea/", "IMG_1.png"]),
      ("photo of black/white_cat", 17, ["photo of", "black/white_cat"]),
    ])
  func slashes(text: String, width: Int, expected: [String]) {
    #expect(set(text, width: width) == expected)
  }

  @Test("Text that cannot be broken is too long, unless it may be broken anywhere")
  func unbreakable() {
    #expect(set("abcdefgh", width: 5) == nil)
    #expect(set("abcdefgh", width: 5, anywhere: true) == ["abcd", "efgh"])
    #expect(set("abcdefgh", width: 0, anywhere: true) == nil)
    #expect(set("ab cd ef", width: 2, limit: 2) == nil)
  }

  @Test("Lines contain all characters except spaces, and none is too wide", arguments: 1...40)
  func complete(seed: Int) throws {
    var random = RandomText(seed: UInt64(seed))
    for _ in 0..<50 {
      let text = String(
        random.text(longest: 60).filter { $0 != "\n" && $0 != "\r\n" })
      let width = 1 + random.number(below: 20)
      let lines = try #require(set(text, width: width, limit: .max, anywhere: true))
      #expect(lines.allSatisfy { $0.count <= width })
      let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
      #expect(lines.joined().filter { !isSpace($0) } == text.filter { !isSpace($0) })
      if let few = set(text, width: width) {
        #expect(few.joined().filter { !isSpace($0) } == text.filter { !isSpace($0) })
      }
    }
  }

  @Test(
    "A number stays whole, with its unit, as long as a line has room for both",
    arguments: [
      ("RF50mm F1.2 L USM", 11, ["RF50mm", "F1.2 L USM"]),
      ("RF50mm F1.2 L USM", 9, ["RF50mm", "F1.2 L", "USM"]),
      ("Sunday 26 May 2026", 13, ["Sunday", "26 May 2026"]),
      ("at noon, May 26, 2026", 14, ["at noon,", "May 26, 2026"]),
      ("26 September 2026", 17, ["26 September 2026"]),
      ("crop of 1920 × 1080 px", 14, ["crop of", "1920 × 1080 px"]),
      (
        "resized from 1280 x 860 to 1280 x 900", 16,
        ["resized from", "1280 x 860 to", "1280 x 900"]
      ),
      ("a 5 x 7 grid", 6, ["a", "5 x 7", "grid"]), ("7 o 8", 3, ["7 o", "8"]),
      ("exposed for 1/250 s", 13, ["exposed for", "1/250 s"]),
      ("a 50 mm lens at f/2.8", 12, ["a 50 mm lens", "at f/2.8"]),
      ("size 1,234.5 kB", 11, ["size", "1,234.5 kB"]),
      ("IMG0001 50mm", 9, ["IMG0001", "50mm"]),
      ("2024/05/26/a.png", 9, ["2024/05/", "26/a.png"]),
      ("写真2024年の海", 6, ["写真", "2024年", "の海"]),
    ] as [(String, Int, [String])])
  func numbers(text: String, width: Int, expected: [String]) {
    #expect(set(text, width: width) == expected)
  }

  @Test(
    "No line begins with a closing mark or ends with an opening one, whichever quotation marks are used",
    arguments: 12...60)
  func marks(width: Int) {
    let curly =
      "CU Anna: “You never told me (he is alive). Not once, in eleven years.” She turns; why ? “No,” he said!"
    func straight(_ text: String) -> String {
      String(text.map { "“”".contains($0) ? "\"" : $0 })
    }
    for limit in 1...12 {
      for anywhere in [false, true] {
        let lines = set(curly, width: width, limit: limit, anywhere: anywhere)
        for line in lines ?? [] {
          #expect(!".,:;!?)”".contains(line.first ?? " "), "\(line)")
          #expect(!"(“".contains(line.last ?? " "), "\(line)")
        }
        #expect(
          set(straight(curly), width: width, limit: limit, anywhere: anywhere)
            == lines?.map(straight))
      }
    }
  }

  @Test("A closing mark is separated from its word only if no other break suffices")
  func lastResort() {
    #expect(set("abcd.\"", width: 5, anywhere: true) == ["abc", "d.\""])
    #expect(set("a?", width: 1) == nil)
    #expect(set("a?", width: 1, anywhere: true) == ["a", "?"])
  }

  @Test("A number too long for a line is broken only if lines may be broken anywhere")
  func wideNumbers() {
    #expect(set("1234567890", width: 6) == nil)
    #expect(set("1234567890", width: 6, anywhere: true) == ["12345", "67890"])
    // The letter before a number does not get a line of its own.
    #expect(set("P1060001", width: 7) == nil)
    #expect(set("P1060001", width: 7, anywhere: true) == ["P106", "0001"])
    #expect(set("26 May 2026", width: 8) == nil)
    #expect(set("26 May 2026", width: 8, anywhere: true) == ["26 May", "2026"])
  }

  @Test("No line ends in a number, or between a number and its unit", arguments: 1...20)
  func neverInNumbers(seed: Int) throws {
    let words = ["a", "day", "at", "the", "seaside", "IMG_a.png", "norway-of-old", "(of all)"]
    let numbers = [
      "12.5 MB", "1/250 s", "f/2.8", "50 mm", "26 May 2026", "1,000", "3.14", "640 x 480",
    ]
    var random = RandomText(seed: UInt64(seed))
    for _ in 0..<200 {
      var (text, whole) = ("", [Range<Int>]())
      for _ in 0..<1 + random.number(below: 9) {
        let part = (words + numbers)[random.number(below: words.count + numbers.count)]
        if !text.isEmpty { text += " " }
        if numbers.contains(part) { whole.append(text.count + 1..<text.count + part.count) }
        text += part
      }
      // The widest number has 11 characters.
      let width = 11 + random.number(below: 20)
      let lines = try #require(set(text, width: width, limit: .max, anywhere: true))
      var start = 0
      for line in lines.dropLast() {
        start += line.count
        if text.dropFirst(start).first == " " { start += 1 }
        #expect(text.dropFirst(start).hasPrefix(" ") == false)
        #expect(!whole.contains { $0.contains(start) }, "\(lines)")
      }
      #expect(start + (lines.last?.count ?? 0) == text.count)
    }
  }

  /// The smallest possible width of the widest line, over all ways to break the words into a number
  /// of lines.
  private func minimumWidth(_ words: ArraySlice<Int>, lines: Int) -> Int? {
    if lines == 1 { return words.isEmpty ? nil : words.reduce(0, +) + words.count - 1 }
    return words.indices.dropFirst().compactMap { end in
      minimumWidth(words[end...], lines: lines - 1).map {
        max($0, words[..<end].reduce(0, +) + end - words.startIndex - 1)
      }
    }.min()
  }

  @Test(
    "Lines of words are as few as possible, and as equal as their number allows", arguments: 1...20)
  func even(seed: Int) throws {
    var random = RandomText(seed: UInt64(seed))
    for _ in 0..<40 {
      let words = (0..<1 + random.number(below: 9)).map { _ in 1 + random.number(below: 8) }
      let width = 8 + random.number(below: 20)
      let text = words.map { String(repeating: "a", count: $0) }.joined(separator: " ")
      let lines = try #require(set(text, width: width))
      let counts = (1...words.count).filter {
        minimumWidth(words[...], lines: $0).map { $0 <= width } ?? false
      }
      #expect(lines.count == counts.first)
      #expect(lines.map(\.count).max() == minimumWidth(words[...], lines: lines.count))
      // The lines after the first are themselves balanced.
      if lines.count > 2 {
        let rest = words[lines[0].split(separator: " ").count...]
        #expect(
          lines.dropFirst().map(\.count).max() == minimumWidth(rest, lines: lines.count - 1))
      }
    }
  }

  @Test("Names are broken at marks only if breaking at spaces gives too many or too wide lines")
  func spacesFirst() {
    #expect(set("a well-known seaside", width: 12) == ["a well-known", "seaside"])
    #expect(
      set("my long-name of a picture", width: 9) == ["my", "long-name", "of a", "picture"])
    #expect(
      set("my long-name of a picture", width: 9, limit: 3) == ["my long-", "name of a", "picture"])
    #expect(
      set("one a_name_of_a_picture two", width: 12) == ["one", "a_name_of_a_", "picture two"])
  }
}
