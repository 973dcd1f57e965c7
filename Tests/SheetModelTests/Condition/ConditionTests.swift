import TestSupport
import Testing

@testable import SheetModel

@Suite struct ConditionTests {
  static let names = ConditionNames(
    SomeTokens.all + [TemplateToken("column", .optionalKeyword), TemplateToken("rating")],
    others: ["score", "Scene", "error", "psnr"], columns: ["exact match"],
    numbers: ["error", "psnr"], isOfPairs: true, without: ["index"])

  /// A condition with its names resolved.
  static func resolved(_ source: String) throws(TemplateError) -> [ConditionStep] {
    try Condition(source).resolved(with: names)
  }

  /// Whether a condition holds if exactly these facts exist.
  static func holds(_ source: String, where facts: Set<String>) throws -> Bool {
    try resolved(source).holds { facts.contains($0.key.name) } ?? false
  }

  @Test(
    "`not` binds tighter than `and`, and `and` tighter than `or`; parentheses come first",
    arguments: [
      ("rating", "rating"), ("not rating", ""), ("NOT (name Or stem)", ""),
      ("name or stem and rating", "name"), ("name and stem or rating", "rating"),
      ("not name and stem", "stem"), ("not (name and stem)", "name"), ("not not name", "name"),
      ("((name))", "name"), ("(name or stem) and (rating)", "stem rating"),
      ("not name or not stem", "stem"), ("{rating} && name || stem", "stem"),
    ])
  func precedence(source: String, facts: String) throws {
    #expect(try Self.holds(source, where: Set(facts.split(separator: " ").map(String.init))))
  }

  @Test(
    "A result that is known despite unknown comparisons holds whatever they turn out to be",
    arguments: [
      "name", "not name", "name and stem", "name or not stem", "not (name and stem) or rating",
      "name and (not stem or rating) and not rating", "not not name or stem and not name",
    ])
  func unknown(source: String) throws {
    let steps = try Self.resolved(source)
    let names = ["name", "stem", "rating"]
    let answers: [Bool?] = [false, true, nil]
    func result(_ values: [Bool?]) -> Bool? {
      steps.holds { values[names.firstIndex(of: $0.key.name) ?? 0] }
    }
    let all = answers.flatMap { one in
      answers.flatMap { other in answers.map { [one, other, $0] } }
    }
    let known = all.filter { !$0.contains(nil) }
    for values in all {
      let later = known.filter { zip(values, $0).allSatisfy { $0 == nil || $0 == $1 } }
      #expect(later.allSatisfy { result($0) != nil }, "known comparisons have a result")
      guard let known = result(values) else { continue }
      #expect(later.allSatisfy { result($0) == known }, "\(values)")
    }
    #expect(result([nil, nil, nil]) == nil)
  }

  /// The comparisons and the connectives of a condition, in postfix notation.
  private static func words(_ source: String) throws -> [String] {
    try resolved(source).map { step in
      guard case .test(let test) = step else { return "\(step)" }
      let sign = test.comparison?.comparator.rawValue ?? ""
      switch test.comparison?.operand {
      case .value(let value): return "\(test.key.name)\(sign)\(value.text)"
      case .fact(let key): return "\(test.key.name)\(sign){\(key.name)}"
      case .pattern, nil: return test.key.name
      }
    }
  }

  @Test(
    "A fact is compared with each value of a list",
    arguments: [
      ("score in 1", ["score=1"]), ("score in 1,2", ["score=1", "score=2", "or"]),
      ("score IN 1 , 2,5", ["score=1", "score=2", "or", "score=5", "or"]),
      ("score in (1, 2)", ["score=1", "score=2", "or"]),
      ("score in(a)", ["score=a"]),
      ("score not in 1, 2", ["score!=1", "score!=2", "and"]),
      ("not score in 1, 2", ["score=1", "score=2", "or", "not"]),
      ("scene in kitchen, 'a, b'", ["Scene=kitchen", "Scene=a, b", "or"]),
      ("{scene} in {score}, hall", ["Scene={score}", "Scene=hall", "or"]),
      ("size in 3 kB, 4MB", ["size=3kB", "size=4MB", "or"]),
      (
        "score in 1, 2 and name or stem",
        ["score=1", "score=2", "or", "name", "and", "stem", "or"]
      ),
      ("(score in 1,2) and name", ["score=1", "score=2", "or", "name", "and"]),
    ] as [(String, [String])])
  func list(source: String, expected: [String]) throws {
    #expect(try Self.words(source) == expected)
  }

  @Test(
    "The right side of a comparison is a number, a time, a string or another fact",
    arguments: [
      ("width = 64", .number(64)), ("width=-1.5e2", .number(-150)), ("size > 20MB", .number(2e7)),
      ("size > 3.2 kB", .number(3200)), ("size < 7 b", .number(7)),
      ("score = 1/250s", .number(0.004)),
      ("score = 1/250 s", .number(0.004)), ("score = 2s", .number(2)),
      ("score = f/2.8", .number(2.8)),
      ("score = 50 mm", .number(50)), ("score = 3:2", .number(1.5)), ("score = 1/0", .text("1/0")),
      ("score = yes", .text("yes")), (#"score = "a \"b\" \\ \*""#, .text(#"a "b" \ \*"#)),
      ("score = '64'", .text("64")), ("score = \"\"", .text("")), ("score = Dürer", .text("Dürer")),
      ("score = 2024-a", .text("2024-a")), ("score = 1e999", .text("1e999")),
      ("width < height", .fact("height")), ("width < {height}", .fact("height")),
      ("width < HEIGHT", .fact("height")), ("name = {column:Exact Match}", .fact("column")),
      ("score = scene", .text("scene")), ("score = {scene}", .fact("Scene")),
      ("score > width", .text("width")), ("score > {width}", .fact("width")),
      ("name = game", .text("game")), ("name = stem", .fact("stem")),
      ("name = width", .text("width")), ("name = scene", .text("scene")),
      ("width = \"64\"", .number(64)), ("psnr < inf", .number(.infinity)),
      ("error < 0.01", .number(0.01)),
      ("modified = 1970", .span(0, 31_536_000)),
      ("modified = 1970-12", .span(334 * 86_400, 31_536_000)),
      ("modified = 1970-01-02", .span(86_400, 172_800)),
      ("modified = 1970-01-01 01", .text("")),
      ("modified = 1970-01-01T01", .span(3600, 7200)),
      ("modified = 1970-01-01 00:01", .span(60, 120)),
      ("modified = '1970-01-01 00:00:07'", .span(7, 8)),
    ] as [(String, Operand)])
  func operands(source: String, expected: Operand) throws {
    guard !source.hasSuffix(" 01") else {
      // An hour on its own after a blank is read as a second value.
      #expect(throws: TemplateError.self) { try Condition(source) }
      return
    }
    let steps = try Self.resolved(source)
    guard case .test(let test)? = steps.first, steps.count == 1 else {
      Issue.record("\(steps)")
      return
    }
    switch test.comparison?.operand {
    case .fact(let key): #expect(expected == .fact(key.name))
    case .value(let value):
      let found: Operand =
        value.span.map { .span($0.lowerBound, $0.upperBound) } ?? value.number.map { .number($0) }
        ?? .text(value.text)
      #expect(found == expected)
    case .pattern, nil: Issue.record("\(test)")
    }
  }

  enum Operand: Equatable, Sendable {
    case number(Double), text(String), fact(String), span(Double, Double)
  }

  @Test(
    "An error in a condition states its position and suggests a remedy",
    arguments: [
      ("", 1, "a fact is missing"), ("width >", 8, "a value is missing"),
      ("width > and", 9, "a value is missing"), ("and", 1, "a fact is missing"),
      ("width = 1 or", 13, "a fact is missing"), ("(width = 1", 1, "is not closed"),
      ("a) = 1", 2, "closes nothing"), ("é́ and width = 1)", 16, "closes nothing"),
      ("width = 1 height = 2", 11, "'and' or 'or'"), ("name = a b", 10, "quotation marks"),
      ("name = \"a", 8, "is not closed"), ("{name", 1, "is not closed"),
      ("= 3", 1, "fact is missing"),
      ("score in", 9, "a value is missing"), ("score in ,1", 10, "a value is missing"),
      ("score in 1,", 12, "a value is missing"), ("score in 1, and", 13, "a value is missing"),
      ("score in (1, 2", 10, "is not closed"), ("score in 1 2", 12, "'and' or 'or'"),
      ("score not 1", 7, "'and' or 'or'"), ("width in 1, b", 13, "width"),
      ("score in bed > 5", 14, "write '{score in bed} > 5' if it is one name"),
      ("width ! 3", 7, "fact is missing"), ("name not", 6, "'and' or 'or'"),
      ("best of run > 0.5", 6, "write '{best of run} > 0.5' if it is one name"),
      (
        "width = 1 and (it is < 2)", 19,
        "write 'width = 1 and ({it is} < 2)' if it is one name"
      ),
      ("a b and c > 1", 3, "put text with spaces"), ("a (b > 1)", 3, "put text with spaces"),
      ("width = 1 height > 2", 11, "put text with spaces"),
      (
        "width % 10 = 0", 7,
        "conditions cannot do arithmetic; put the results in a column of a table"
      ),
      ("width %10 = 0", 7, "cannot do arithmetic"),
      ("width%10 = 0", 6, "cannot do arithmetic"),
      ("10 * width > 5", 4, "cannot do arithmetic"),
      ("width > 2 * height", 11, "cannot do arithmetic"),
      ("width > height * 2", 16, "cannot do arithmetic"),
      ("error + 1 > 2", 7, "cannot do arithmetic"),
      ("width % height = 0", 7, "write '{width % height} = 0' if it is one name"),
      ("name ~ a *5", 10, "put text with spaces"), ("width% > 1", 1, "no fact 'width%'"),
      ("nothing/5 > 1", 1, "no fact 'nothing/5'"),
      ("width = 1 and raiting > 3", 15, "no fact 'raiting' (did you mean rating?)"),
      ("width = heigth", 9, "looks like the fact height"),
      ("width = hight", 9, "looks like the fact height"),
      (
        "width = name", 9,
        "'name' is not a number, but a value of width must be; write a number such as 4 or 0.5"
      ),
      ("width < modified", 9, "is not a number"), ("width = \"x\"", 9, "is not a number"),
      ("error < 0,01", 9, "'0,01' is not a number, but a value of error must be; write 0.01"),
      ("error < O.01", 9, "write 0.01"), ("error < nan", 9, "is not a number"),
      ("error < -", 9, "is not a number"), ("width > 1,234.5", 9, "is not a number"),
      ("error < 1,000", 9, "write 1000 or 1.000"), ("width > -1,600", 9, "write -1600 or -1.600"),
      ("width > 1,234,567", 9, "write 1234567"), ("error < 0,015", 9, "write 0.015"),
      ("error < {name}", 9, "'name' is not a number, but a value of error must be"),
      ("error != {stem}", 10, "is not a number"), ("error < {modified}", 9, "is not a number"),
      ("{name} > {error}", 10, "'name' is not a number, but a value of error must be"),
      ("{stem} = {width}", 10, "is not a number"), ("{modified} > {width}", 14, "is not a number"),
      ("{modified} < {name}", 14, "'name' is not a time"),
      ("{name} > {modified}", 10, "'name' is not a time"),
      ("error < 1MB", 9, "has the unit mb, but error is not measured in it"),
      ("error < 5 s", 9, "has the unit s"), ("width < 3mm", 9, "has the unit mm"),
      ("error < inf", 9, "'inf' is larger than any error can be"),
      ("width != inf", 10, "is larger than any width"),
      ("modified < 2025-13", 12, "'2025-13' is not a time"),
      ("modified = 2025-02-30", 12, "is not a time"),
      ("modified = soon", 12, "is not a time"), ("text = 1", 1, "write {text:Title}"),
      ("{column:exact mtch} = 1", 1, "did you mean {column:exact match}?"),
      ("index = 1", 1, "not known yet"), ("width:3 = 1", 1, "nothing can follow"),
    ])
  func faults(source: String, position: Int, reason: String) {
    do throws(TemplateError) {
      _ = try Self.resolved(source)
      Issue.record("it is a condition")
    } catch {
      #expect(error.position == position)
      #expect("\(error)".contains(reason), "\(error)")
    }
  }

  @Test("Ten thousand comparisons, parentheses or negations are parsed without a deep stack")
  func depth() throws {
    let count = 10_000
    let nested =
      String(repeating: "(", count: count) + "name" + String(repeating: ")", count: count)
    #expect(try Self.holds(nested, where: ["name"]))
    #expect(
      try !Self.holds(
        String(repeating: "not (", count: 9_999) + "name"
          + String(repeating: ")", count: 9_999), where: ["name"]))
    let tests = (0..<count).map { "name = word\($0)" }.joined(separator: " or ")
    #expect(try Self.resolved(tests).count == 2 * count - 1)
    #expect(throws: TemplateError.self) { try Condition(String(repeating: "(", count: count)) }
    let units = String(repeating: "b", count: 1_000_000)
    #expect(try Self.resolved("name = \(units)").count == 1)
  }

  @Test("A random condition gives the same result as a simple evaluator, however it is written")
  func randomConditions() throws {
    var generator = SeededGenerator(seed: 43)
    let names = ["name", "stem", "rating", "width", "score"]
    for _ in 0..<2000 {
      let tree = Tree(depth: 5, of: names, using: &generator)
      let facts = Set(names.filter { _ in Bool.random(using: &generator) })
      #expect(try Self.holds(tree.text, where: facts) == tree.holds(facts), "\(tree.text)")
    }
  }

  /// A condition as a tree.
  indirect enum Tree {
    case name(String), not(Tree), and(Tree, Tree), or(Tree, Tree)

    init(depth: Int, of names: [String], using generator: inout SeededGenerator) {
      func tree() -> Tree { Tree(depth: depth - 1, of: names, using: &generator) }
      switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &generator) {
      case 0: self = .name(names.randomElement(using: &generator) ?? "")
      case 1: self = .not(tree())
      case 2: self = .and(tree(), tree())
      default: self = .or(tree(), tree())
      }
    }

    /// The condition with no more parentheses than it needs.
    var text: String {
      switch self {
      case .name(let name): name
      case .not(let tree): "not " + tree.text(binding: 3)
      case .and(let one, let other): one.text(binding: 2) + " and " + other.text(binding: 2)
      case .or(let one, let other): "\(one.text) or \(other.text)"
      }
    }

    private func text(binding strength: Int) -> String { own < strength ? "(\(text))" : text }

    private var own: Int {
      switch self {
      case .or: 1
      case .and: 2
      case .not, .name: 3
      }
    }

    func holds(_ facts: Set<String>) -> Bool {
      switch self {
      case .name(let name): facts.contains(name)
      case .not(let tree): !tree.holds(facts)
      case .and(let one, let other): one.holds(facts) && other.holds(facts)
      case .or(let one, let other): one.holds(facts) || other.holds(facts)
      }
    }
  }

  @Test("Any text gives a condition, or an error that states a position in the text")
  func garbage() {
    var generator = SeededGenerator(seed: 7)
    let parts = [
      "(", ")", "not ", " and ", " or ", "=", "<", "~", "!", "\"", "'", "{", "}", "name",
      "2025", " ", "\\", "é", "\u{301}", "\0", ":", "/",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0..<12, using: &generator))
        .compactMap { _ in parts.randomElement(using: &generator) }.joined()
      do throws(TemplateError) { _ = try Self.resolved(text) } catch {
        #expect(1...text.count + 1 ~= error.position, "\(text)")
        #expect(!"\(error)".unicodeScalars.contains { $0.properties.generalCategory == .control })
      }
    }
  }
}
