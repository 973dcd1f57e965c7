import Testing
import TextFixtures

@testable import SheetModel
@testable import SheetText

@Suite struct LabelShorteningTests {
  static let measure = TextMeasure(StrokeFace(size: 12), [:], otherwise: 1)

  private func shown(_ texts: [String], width: Int, lines: Int = 1) -> [String] {
    LabelShortening(measure: Self.measure).shown(
      of: texts.map { .init(text: $0, width: width, lines: lines) })
  }

  @Test(
    "Shortening drops the common beginning of labels first, then their common end, then the middle",
    arguments: [
      (
        ["cifar10_adam_lr0.1_seed0", "cifar10_adam_lr0.1_seed1"], 20,
        ["…10_adam_lr0.1_seed0", "…10_adam_lr0.1_seed1"]
      ),
      (
        ["cifar10_adam_lr0.1_seed0", "cifar10_adam_lr0.1_seed1"], 10,
        ["…0.1_seed0", "…0.1_seed1"]
      ),
      (
        ["run_adam_on_a_long_road.png", "run_momentum_and_a_long_road.png"], 18,
        ["…adam_on_a_long_…", "…momentum_and_a_…"]
      ),
      (["an unusually long name.png"], 15, ["an unus…ame.png"]),
    ] as [([String], Int, [String])])
  func order(texts: [String], width: Int, expected: [String]) {
    #expect(shown(texts, width: width) == expected)
  }

  @Test("A sentence keeps its first words")
  func sentence() {
    let text = "dragon curled around a lighthouse, storm, lightning, key art"
    #expect(shown([text], width: 20) == ["dragon curled…"])
    #expect(shown([text], width: 36) == ["dragon curled around a lighthouse…"])
    #expect(shown([text], width: 20, lines: 2).allSatisfy { $0.hasSuffix("a lighthouse…") })
    // A name is not a sentence, and neither is text that a number distinguishes.
    #expect(shown(["the dragon of the lighthouse.png"], width: 15) == ["the dra…use.png"])
    let numbered = (1...3).map { "a dragon curled around the lighthouse of day \($0)" }
    for (number, text) in zip(1...3, shown(numbered, width: 20)) {
      #expect(text.contains("\(number)"), "\(text)")
    }
  }

  @Test("Sentences that begin with the same words still differ", arguments: 12...50)
  func similarSentences(width: Int) {
    let ends = ["oil", "pencil", "watercolour and ink", "charcoal", "a photograph"]
    let texts = ends.map { "a knight in rusty armour, standing in a misty swamp, \($0)" }
    let all = shown(texts.filter { $0.count > width }, width: width)
    #expect(Set(all).count == all.count, "\(all)")
    #expect(all.allSatisfy { $0.count <= width })
  }

  @Test("Labels that differ only in the middle still show where they differ")
  func middles() {
    let texts = (0..<10).map { "a-day-at-the-seaside-number-\($0)-of-the-summer-of-2024-in-norway" }
    let all = shown(texts, width: 12)
    #expect(Set(all).count == 10)
    #expect(all.enumerated().allSatisfy { $1.contains("…\($0)-") }, "\(all)")
  }

  @Test("A number at the beginning of a label is kept")
  func numbers() {
    let texts = (10_500..<10_540).map { "\($0) photograph_of_the_wedding_party_in_the_garden.jpg" }
    for (text, shown) in zip(texts, shown(texts, width: 14)) {
      #expect(shown.hasPrefix(text.prefix(5)))
    }
  }

  @Test(
    "The number that distinguishes a label is kept wherever it is",
    arguments: [
      (["IMG_0001_edit", "IMG_0002_edit", "IMG_0003_edit"], 4),
      (
        ["IMG_0001_edited_for_print", "DSC_0002_as_it_came_out_of_it", "scan_0003_of_the_wedding"],
        4
      ),
      (["2024_the_party_17_in_the_garden", "2024_a_walk_18_to_the_old_church"], 2),
    ])
  func number(texts: [String], digits: Int) throws {
    for width in digits + 2..<24 {
      for (text, shown) in zip(texts, shown(texts, width: width)) {
        let number = try #require(
          text.split { !$0.isNumber }.first { $0.count == digits && $0 != "2024" })
        #expect(shown.contains(number), "\(shown) of \(text) in \(width)")
      }
    }
  }

  @Test("If a number does not fit, its end is kept")
  func longNumber() {
    let texts = ["x_20240511093017_edit", "y_20240511093018_edit"]
    #expect(shown(texts, width: 8) == ["…093017…", "…093018…"])
  }

  /// Names that people and programs give, with parts in common.
  private func names(_ random: inout RandomText) -> [String] {
    let words = ["holiday", "norway", "IMG", "final", "adam", "lr0.1", "x", "screenshot"]
    let common = (0..<random.number(below: 4)).map { _ in words[random.number(below: words.count)] }
    let end = [".png", "_at_1920x1080.png", "", " (copy)"][random.number(below: 4)]
    return (0..<2 + random.number(below: 20)).map { index in
      let own = (0..<random.number(below: 3)).map { _ in words[random.number(below: words.count)] }
      return (common + own + ["\(index)"] + own).joined(separator: "_") + end
    }
  }

  @Test("All labels fit, and no two look the same if twelve characters fit", arguments: 1...60)
  func distinct(seed: Int) {
    var random = RandomText(seed: UInt64(seed))
    let texts = names(&random)
    let (width, lines) = (12 + random.number(below: 12), 1 + random.number(below: 2))
    let long = texts.filter { $0.count > width * lines }
    let all = shown(long, width: width, lines: lines)
    #expect(Set(all).count == Set(long).count, "\(zip(long, all).map { ($0, $1) })")
    #expect(all.allSatisfy { $0.count <= width * lines })
    #expect(all.allSatisfy { $0.filter { $0 != "…" }.count >= 8 }, "\(all)")
  }

  @Test("Labels are never wider than their space, however little there is", arguments: 0...12)
  func narrow(width: Int) {
    var random = RandomText(seed: 5)
    let texts =
      names(&random) + ["", "日本", "a\u{301}\u{301}", String(repeating: "w", count: 10_000)]
    for text in shown(texts, width: width) { #expect(text.count <= max(1, width)) }
  }
}
