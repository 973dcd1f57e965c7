import Foundation
import PNGFixtures
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPictures
@testable import SheetPlanning

/// Random conditions on pictures with random facts, compared with an evaluator that knows the facts
/// as Swift values.
@Suite struct RandomConditionTests {
  struct Known {
    let width: Int
    var rating: Int?
    var keywords: [String] = []
    /// `2025-07-01 14:05:09`.
    var taken: String?
    /// A whole number, or a word in lowercase.
    var score: String?

    init(using generator: inout SeededGenerator) {
      func chance() -> Bool { Int.random(in: 0..<4, using: &generator) > 0 }
      width = Int.random(in: 1...6, using: &generator)
      if chance() { rating = Int.random(in: 0...5, using: &generator) }
      if chance() {
        keywords = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          Words.random(using: &generator)
        }
      }
      if chance() { taken = Words.time(using: &generator) }
      if chance() {
        score =
          Bool.random(using: &generator)
          ? Words.random(using: &generator) : "\(Int.random(in: 0...9, using: &generator))"
      }
    }

    func file() throws -> [UInt8] {
      let exif = ExifFixture(
        taken.map { taken in
          let text = taken.replacing("-", with: ":")
          return [34665: .directory(ExifFixture([36867: .ascii(text)]))]
        } ?? [:])
      let items = keywords.map { "<rdf:li>\($0)</rdf:li>" }.joined()
      let xmp =
        "<x \(rating.map { "xmp:Rating='\($0)'" } ?? "")><dc:subject>\(items)</dc:subject></x>"
      return PNGFixture(
        width: width, height: 1, bitDepth: 8, colorType: .gray,
        samples: Array(repeating: 0, count: width),
        chunksBeforeData: [
          PNGChunk(type: "eXIf", data: exif.encoded()),
          .internationalText("XML:com.adobe.xmp", xmp, compressed: false),
        ]
      ).encoded()
    }
  }

  enum Words {
    static func random(using generator: inout SeededGenerator) -> String {
      ["ash", "elm", "fir", "oak", "yew"].randomElement(using: &generator) ?? ""
    }

    static func time(using generator: inout SeededGenerator) -> String {
      func two(_ range: ClosedRange<Int>) -> String {
        let text = String(Int.random(in: range, using: &generator))
        return text.count == 1 ? "0" + text : text
      }
      let day = "202\(two(4...5).suffix(1))-\(two(6...7))-\(two(1...2))"
      return "\(day) \(two(11...12)):\(two(0...1)):\(two(0...1))"
    }
  }

  /// A condition as written, and its result.
  struct Case {
    let text: String
    let holds: (Known) -> Bool

    static let signs = ["=", "!=", "<", "<=", ">", ">="]

    static func holds<Value: Comparable>(_ sign: String, _ one: Value, _ other: Value) -> Bool {
      switch sign {
      case "=": one == other
      case "!=": one != other
      case "<": one < other
      case "<=": one <= other
      case ">": one > other
      default: one >= other
      }
    }
  }

  /// A random condition of the given depth.
  static func condition(depth: Int, using generator: inout SeededGenerator) -> Case {
    switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &generator) {
    case 0: return test(using: &generator)
    case 1:
      let inner = condition(depth: depth - 1, using: &generator)
      return Case(text: "not (\(inner.text))") { !inner.holds($0) }
    case let kind:
      let one = condition(depth: depth - 1, using: &generator)
      let other = condition(depth: depth - 1, using: &generator)
      return kind == 2
        ? Case(
          text: "(\(one.text)) and (\(other.text))", holds: { one.holds($0) && other.holds($0) })
        : Case(
          text: "(\(one.text)) or (\(other.text))", holds: { one.holds($0) || other.holds($0) })
    }
  }

  /// A single comparison.
  private static func test(using generator: inout SeededGenerator) -> Case {
    let sign = Case.signs.randomElement(using: &generator) ?? "="
    let number = Int.random(in: 0...6, using: &generator)
    let word = Words.random(using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      return Case(text: "rating", holds: { $0.rating != nil })
    case 1:
      return Case(
        text: "rating \(sign) \(number)",
        holds: { $0.rating.map { Case.holds(sign, $0, number) } ?? false }
      )
    case 2:
      // Either the rating is missing, or both sides are numbers.
      return Case(
        text: "width \(sign) rating",
        holds: { known in known.rating.map { Case.holds(sign, known.width, $0) } ?? false }
      )
    case 3:
      let time = String(
        Words.time(using: &generator).prefix(
          [4, 7, 10, 16, 19].randomElement(using: &generator) ?? 4))
      return Case(
        text: "taken \(sign) '\(time)'",
        holds: { $0.taken.map { Case.holds(sign, String($0.prefix(time.count)), time) } ?? false }
      )
    case 4:
      return Case(
        text: "keywords \(sign) \(word)",
        holds: { known in
          if sign == "!=" { return !known.keywords.isEmpty && !known.keywords.contains(word) }
          return known.keywords.contains { Case.holds(sign, $0, word) }
        }
      )
    case 5:
      return Case(
        text: "keywords ~ '*\(word.suffix(1))'",
        holds: { $0.keywords.contains { $0.last == word.last } }
      )
    case 6:
      // A number and a text are unequal, but neither is less than the other.
      return Case(
        text: "score \(sign) \(number)",
        holds: { known in
          guard let score = known.score else { return false }
          if Int(score) == nil { return sign == "!=" }
          return Case.holds(sign, score, "\(number)")
        })
    default:
      return Case(
        text: "SCORE \(sign) \"\(word.uppercased())\"",
        holds: { known in
          guard let score = known.score else { return false }
          if Int(score) != nil { return sign == "!=" }
          return Case.holds(sign, score, word)
        })
    }
  }

  @Test("A random condition chooses the same pictures as a simple evaluator")
  func random() async throws {
    var generator = SeededGenerator(seed: 4343)
    let folder = TemporaryFolder()
    let known = (0..<40).map { _ in Known(using: &generator) }
    var table = "path,score\n"
    for (index, picture) in known.enumerated() {
      try folder.write(picture.file(), to: "\(index).png")
      table += "\(index).png,\(picture.score ?? "")\n"
    }
    try folder.write(Array(table.utf8), to: "t.csv")
    var job = SheetJob(inputs: [.path(folder.path)])
    job.table = .file(folder["t.csv"])
    job.order = .natural
    job.texts.label = try PictureTemplate("{rating}{keywords}{taken}{score}", others: .any)
    let read = try job.requirements().table
    let pictures = PictureFactsBuilder(
      try await job.plan().pictures.compactMap(\.self), table: read, parsing: []
    ).pictures
    #expect(pictures.count == known.count)
    for _ in 0..<2000 {
      let condition = Self.condition(depth: 3, using: &generator)
      let expected = known.indices.filter { condition.holds(known[$0]) }.map { "\($0)" }
      job.conditions = [try Condition(condition.text)]
      #expect(try Self.chosen(of: pictures, by: job.choice(read)) == expected, "\(condition.text)")
    }
  }

  /// The names of the pictures that conditions choose.
  private static func chosen(
    of pictures: [PictureFacts], by choice: PictureChoice
  ) -> [String] {
    // It is an error if no picture is chosen.
    let chosen = try? choice.chosen(of: pictures, mayBeEmpty: false)
    return (chosen?.items ?? []).map { PathText($0.picture.source.name).stem }
  }
}
