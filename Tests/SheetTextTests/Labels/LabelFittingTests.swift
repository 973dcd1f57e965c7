import SheetLayout
import Testing
import TextFixtures

@testable import SheetModel
@testable import SheetText

@Suite struct LabelFittingTests {
  static let sizes = Array(stride(from: 12, through: 9, by: -0.5))

  private func fitting(_ labels: [LabelBox]) -> LabelFitting {
    LabelFitting(labels.map(\.text), beside: [], in: .builtin)
  }

  private func width(_ text: String, _ size: Double) -> Int {
    TypeSetter(.builtin, size: size).measure(for: [text]).width(of: text[...])
  }

  @Test("Measured widths match those of the drawn text", arguments: [8.0, 9, 11.5, 12, 33.25])
  func widths(size: Double) {
    for text in ["IMG_4021.JPG", "Größe, 3,5 m", "日本"] {
      let lines = TypeSetter(.builtin, size: size).lines(
        TextBox(text, size: PixelSize(width: 9999, height: 99), alignment: .left))
      #expect(lines.map(\.width) == [width(text, size)])
    }
  }

  @Test("Labels that fit have the full size, and labels that nearly fit have nearly the full size")
  func shrinking() {
    let text = "holiday_2024_0001.png"
    var fitting = fitting([LabelBox(text, width: 0)])
    func type(_ room: Int) -> LabelType {
      fitting.type(
        for: [LabelBox(text, width: room)], sizes: Self.sizes, lines: 1, maximumLines: 2)
    }
    #expect(type(width(text, 12)) == LabelType(size: 12, lines: 1))
    #expect(type(width(text, 12) - 1) == LabelType(size: 11.5, lines: 1))
    #expect(type(width(text, 11)) == LabelType(size: 11, lines: 1))
    // Below 1.2 times the smallest size, two lines are better.
    #expect(type(width(text, 10.5)) == LabelType(size: 12, lines: 2))
    #expect(type(width("holiday_2024_", 10)) == LabelType(size: 10, lines: 2))
    // If no label can be complete, all are shortened at the smallest size.
    #expect(type(20) == LabelType(size: 9, lines: 2))
  }

  @Test("A label that is too long at any size makes no other label smaller")
  func outlier() {
    var labels = ["a.png", "b.png", String(repeating: "long", count: 40)]
      .map { LabelBox($0, width: 80) }
    var fitting = fitting(labels)
    let type = fitting.type(for: labels, sizes: Self.sizes, lines: 1, maximumLines: 2)
    #expect(type == LabelType(size: 12, lines: 2))
    fitting.fit(&labels, in: type)
    #expect(labels.map(\.isShortened) == [false, false, true])
    #expect(labels.map { $0.shown == nil } == [true, true, false])
  }

  @Test(
    "A label is shortened only if wrapping and shrinking are not enough, and what is shown fits",
    arguments: [1, 2, 7, 40, 300], [30, 60, 90, 140, 260])
  func whole(count: Int, room: Int) throws {
    var random = RandomText(seed: UInt64(count + room))
    let words = ["IMG_", "norway ", "2024", "-", "lr0.1_", "seed", "Größe", "x.", "wide", "0001"]
    var labels = (0..<count).map { _ in
      let length = 6 + random.number(below: 55)
      var text = ""
      while text.count < length { text += words[random.number(below: words.count)] }
      return LabelBox(String(text.prefix(length)), width: room + random.number(below: 9))
    }
    var fitting = fitting(labels)
    let type = fitting.type(for: labels, sizes: Self.sizes, lines: 1, maximumLines: 2)
    let setter = TypeSetter(.builtin, size: type.size)
    fitting.fit(&labels, in: type)
    let smallest = TypeSetter(.builtin, size: 9).measure(for: labels.map(\.text))
    for label in labels {
      let fits = smallest.count(of: label.text[...], width: label.width, limit: type.lines)
      #expect(!label.isShortened || fits == nil, "\(label)")
      // The visible text is drawn without further shortening.
      let text = label.shown ?? label.text
      let drawn = setter.lines(
        TextBox(
          text, size: PixelSize(width: label.width, height: type.lines * setter.lineHeight)))
      #expect(drawn.map(\.text) == text.split(separator: "\n").map(String.init))
      #expect(drawn.allSatisfy { $0.width <= label.width })
    }
    // The size is the largest possible: at the next size, a label that could be complete would be
    // too long.
    guard type.size < 12, type.lines == 2 else { return }
    let next = TypeSetter(.builtin, size: type.size + 0.5).measure(for: labels.map(\.text))
    #expect(
      labels.contains { label in
        func fits(_ measure: TextMeasure) -> Bool {
          measure.count(of: label.text[...], width: label.width, limit: 2) != nil
        }
        return fits(smallest) && !fits(next)
      }
        || !labels.contains {
          smallest.count(of: $0.text[...], width: $0.width, limit: 2) != nil
        })
  }

  @Test("The lines of a template are shortened separately, and lines without room are left out")
  func paragraphs() {
    let labels = ["a_very_long_name_of_a_picture_1.png\n2 kB", "short.png\n12 kB"]
      .map { LabelBox($0, width: 70) }
    var fitting = fitting(labels)
    func fitted(size: Double, lines: Int) -> [LabelBox] {
      var fitted = labels
      fitting.fit(&fitted, in: LabelType(size: size, lines: lines))
      return fitted
    }
    let two = fitted(size: 12, lines: 2)
    #expect(two[0].shown?.hasSuffix("\n2 kB") == true)
    #expect(two[0].isShortened)
    #expect(two[1] == labels[1])
    let four = fitted(size: 9, lines: 4)
    #expect(four[0].shown != nil && !four[0].isShortened)
    #expect(fitted(size: 12, lines: 1).map(\.isShortened) == [true, true])
  }

  @Test(
    "Labels of any length, script and characters are fitted into at most two lines",
    arguments: [
      String(repeating: "0123456789 ", count: 1000), String(repeating: "w", count: 10_000),
      "صورة من البحر في الصيف.png", "תמונה_ארוכה_מאוד_מהים", "海辺の写真二〇二四年夏の思い出.png",
      "\u{301}\u{301}\u{301}", "a" + String(repeating: "\u{301}", count: 10_000), "", " ", "\t \t",
      "\u{0}\u{1B}\r", "\n\n\n",
    ])
  func hostile(text: String) {
    let labels = [text, text + "2", "plain.png"].map { LabelBox($0, width: 60) }
    for font in [FontChoice.builtin, .auto] {
      var fitting = LabelFitting(labels.map(\.text), beside: [], in: font)
      let type = fitting.type(for: labels, sizes: Self.sizes, lines: 1, maximumLines: 2)
      var shown = labels
      fitting.fit(&shown, in: type)
      #expect(shown.allSatisfy { $0.shown?.split(separator: "\n").count ?? 1 <= 2 })
      #expect(fitting.neededLines(of: labels, size: 9) >= 1)
    }
  }
}
