import SheetModel
import TestSupport
import Testing

@Suite struct NameTemplateTests {
  @Test(
    "A name can be divided at the last separators instead of the first",
    arguments: [
      ("{a}_{b}", "x_y_z.png", ["a": "x_y", "b": "z"]),
      ("{a}_{b}", "x_y.png", ["a": "x", "b": "y"]),
      ("{a}_{b}_{c}", "1_2_3_4.png", ["a": "1_2", "b": "3", "c": "4"]),
      ("{a}_{b:1}_{c}", "x_y_7_z_8_w.png", ["a": "x_y_7_z", "b": "8", "c": "w"]),
      ("{a}{b}", "xyz.png", ["a": "xy", "b": "z"]), ("{a}_{b}", "x__.png", ["a": "x", "b": "_"]),
      ("{d}/{a}-{b}", "q/u/x-y-z.png", ["d": "u", "a": "x-y", "b": "z"]),
    ] as [(String, String, [String: String])])
  func atLast(source: String, path: String, expected: [String: String]) throws {
    let template = try NameTemplate(source)
    let other = try #require(template.dividingAtLast)
    #expect(other.match(path: path) == expected)
    #expect(other.source == template.source && other.names == template.names)
    // Both templates match the same names.
    for name in [path, "a.png", "a_b", "__", "-", "x-y/7_8"] {
      #expect((template.match(path: name) == nil) == (other.match(path: name) == nil), "\(name)")
    }
  }

  @Test("A name that can be divided in only one way is divided that way from either end")
  func sameDivision() throws {
    var generator = SeededGenerator(seed: 71)
    let sources = [
      "{a}_{b}", "{a}_{b}-{c}", "x{a}_{b}", "{a}_{b:1}_{c}", "{a}{b}", "*{a}_{b}", "{a}_b_{c}",
    ]
    var counts = [0, 0]
    for source in sources {
      let template = try NameTemplate(source)
      let other = try #require(template.dividingAtLast)
      for _ in 0..<300 {
        let length = Int.random(in: 1...9, using: &generator)
        let name = String((0..<length).map { _ in "xb1_-".randomElement(using: &generator) ?? "x" })
        guard let parts = template.match(path: "\(name).png") else { continue }
        let mayDiffer = template.mayDivideDifferently("\(name).png")
        counts[mayDiffer ? 1 : 0] += 1
        if !mayDiffer { #expect(other.match(path: "\(name).png") == parts, "\(source): \(name)") }
      }
    }
    #expect(counts.allSatisfy { $0 > 20 }, "\(counts)")
    #expect(!(try NameTemplate("{a}_{b}").mayDivideDifferently("d_e/x_y.png")))
  }

  @Test(
    "Only a template with two parts of any text in one component can divide a name in several ways")
  func oneDivision() throws {
    for source in ["{a}", "{a}_{b:1}", "{a}/{b}", "*_{a}"] {
      #expect(try NameTemplate(source).dividingAtLast == nil, "\(source)")
    }
    #expect(try NameTemplate("{a}_{b}").preferring(["b": ["x"]]).dividingAtLast == nil)
  }

  static let escapes = #"\* is a star and \\ a backslash"#

  @Test(
    "A template divides a name into its parts",
    arguments: [
      ("{scene}_{spp:1}spp", "out/living_room_064spp.png", ["scene": "living_room", "spp": "064"]),
      ("{scene}_{spp:1}spp", "living_room_spp.png", nil),
      ("{scene}_{spp:1}spp", "living_room_064sppx.png", nil),
      ("{a}_{b}", "x_y_z.png", ["a": "x", "b": "y_z"]),
      ("{a}_*_{b}", "x_y_z_w.png", ["a": "x", "b": "z_w"]),
      ("*_{b}", "x_y_z.png", ["b": "y_z"]),
      ("{a}*", "abc.png", ["a": "a"]),
      ("*{a}", "abc.png", ["a": "abc"]),
      ("{a}", "dir/.hidden", ["a": ".hidden"]),
      ("{a}", "a.tar.gz", ["a": "a.tar"]),
      ("{a}.png", "b.png", ["a": "b"]),
      ("{a}.png", "b.PNG", ["a": "b"]),
      ("{a}.png", "b.png.png", ["a": "b"]),
      ("{a}.png", "b.jpg", nil),
      ("{a}.png", "b", nil),
      ("{a}.png", ".png", nil),
      ("{a}_{b}.*", "x_y.jpg", ["a": "x", "b": "y"]),
      ("{a}.*", "x.tar.gz", ["a": "x"]),
      ("{a}_*", "x.p_g", nil),
      ("{a}{b}", "x.png", nil),
      ("{a:3}", "12.png", nil),
      ("{a:3}", "12345.png", ["a": "12345"]),
      ("{a}{n:1}", "frame0012.png", ["a": "frame", "n": "0012"]),
      ("{n:1}5", "125.png", nil),
      ("{n:1}", "١٢.png", nil),
      ("{{{a}}}", "{x}.png", ["a": "x"]),
      (#"\*{a}\\"#, #"*x\.png"#, ["a": "x"]),
      ("{réf}é", "é東é.png", ["réf": "é東"]),
      ("{a}{b}", "😀e\u{301}.png", ["a": "😀", "b": "e\u{301}"]),
      ("x{a}", "x.png", nil),
      ("{a}", "", nil),
    ] as [(String, String, [String: String]?)])
  func match(template: String, path: String, expected: [String: String]?) throws {
    #expect(try NameTemplate(template).match(path: path) == expected)
  }

  @Test(
    "If a name can be divided so that a part has one of its listed values, it is",
    arguments: [
      ("{a}_{b}", "knight_girl_final.png", ["a": "knight_girl", "b": "final"]),
      ("{a}_{b}.png", "knight_girl_final.png", ["a": "knight_girl", "b": "final"]),
      ("{b}_{a}", "rough_sketch_knight_girl.png", ["a": "knight_girl", "b": "rough_sketch"]),
      ("{a}_{b}*", "x_finale.png", ["a": "x", "b": "final"]),
      ("{a}_{b:1}", "x_12.png", ["a": "x", "b": "12"]),
      ("{b}/{a}", "final/final_x.png", ["a": "final_x", "b": "final"]),
      // Otherwise, a part is as short as possible.
      ("{a}_{b}", "knight_girl_draft.png", ["a": "knight", "b": "girl_draft"]),
    ] as [(String, String, [String: String])])
  func preferred(template: String, path: String, expected: [String: String]) throws {
    let template = try NameTemplate(template).preferring([
      "b": ["sketch", "rough_sketch", "final", ""], "other": ["knight"],
    ])
    #expect(template.match(path: path) == expected)
  }

  @Test(
    "The literal characters of a template are counted without the extension",
    arguments: [
      ("{a}-old", "x-old.png", 4), ("{a}.png", "x-old.png", 0), ("{a}", "x.png", 0),
      ("{a}-old", "x.png", nil),
    ])
  func literals(template: String, path: String, expected: Int?) throws {
    #expect(try NameTemplate(template).literalCount(in: path) == expected)
  }

  @Test("Errors about templates for names recommend only what such templates accept")
  func recommended() throws {
    let error = #expect(throws: TemplateError.self) { try NameTemplate("{work:*}_{stage}") }
    #expect(
      error?.description
        == "at character 1: the number of digits must be from 1 to 9, not '*'; write {work} for "
        + "any text, or {work:3} for at least three digits, such as 007")
  }

  @Test(
    "A template with slashes matches whole components at the end of the path",
    arguments: [
      ("{scene}/{pass}", "/r/v1/hall/albedo.exr.png", ["scene": "hall", "pass": "albedo.exr"]),
      ("{scene}/*", "hall/albedo.png", ["scene": "hall"]),
      ("{scene}/*", "albedo.png", nil),
      ("{scene}/*", "hall//./albedo.png", ["scene": "hall"]),
      ("v{v:1}/*/{pass}", "a/v12/b/c.png", ["v": "12", "pass": "c"]),
      ("v{v:1}/{pass}", "a/v12/b/c.png", nil),
      // To the file system, a slash and a combining mark are not one character.
      ("{a}/{b}", "x/\u{301}y.png", ["a": "x", "b": "\u{301}y"]),
      ("{a}", "x/\u{301}y.png", ["a": "\u{301}y"]),
    ] as [(String, String, [String: String]?)])
  func components(template: String, path: String, expected: [String: String]?) throws {
    #expect(try NameTemplate(template).match(path: path) == expected)
  }

  @Test(
    "The error about a template for names states the position of the mistake",
    arguments: [
      ("", .nothingNamed, 1), ("abc", .nothingNamed, 1), ("a/*", .nothingNamed, 1),
      ("ab{", .unclosedBrace, 3), ("{a{b}", .unclosedBrace, 1), ("日本e\u{301}}", .strayBrace, 4),
      ("{a}}", .strayBrace, 4), ("{}", .noName, 1), ("{:2}", .noName, 1),
      ("{a b}", .notWord("a b"), 1), ("{a.b}", .notWord("a.b"), 1), ("{a/b}", .notWord("a/b"), 1),
      ("{a}{a}", .repeated("a"), 4), ("{a}/{a:2}", .repeated("a"), 5),
      ("x{name}", .taken("name"), 2), ("{a:}", .notDigitsInNames("a", ""), 1),
      ("{a:0}", .notDigitsInNames("a", "0"), 1), ("{a:10}", .notDigitsInNames("a", "10"), 1),
      ("{a:٣}", .notDigitsInNames("a", "٣"), 1), ("{a:2:3}", .notDigitsInNames("a", "2:3"), 1),
      (#"{a}\n"#, .unknownEscape("n", meanings: escapes), 4),
      (#"{a}\"#, .unknownEscape("", meanings: escapes), 4),
      ("/{a}", .emptyComponent, 1), ("{a}/", .emptyComponent, 4), ("{a}//b", .emptyComponent, 5),
    ] as [(String, TemplateError.Fault, Int)])
  func fault(source: String, fault: TemplateError.Fault, position: Int) throws {
    let error = try #require(throws: TemplateError.self) {
      try NameTemplate(source, reserved: ["name"])
    }
    #expect(error.fault == fault)
    #expect(error.position == position)
    #expect(error.description.hasPrefix("at character \(position): "))
  }

  @Test("The error about a part whose name already has a meaning suggests another name")
  func otherName() throws {
    for (name, other) in [("page", "view"), ("name", "item"), ("iso", "iso2")] {
      let error = try #require(throws: TemplateError.self) {
        try NameTemplate("{\(name)}-{device}", reserved: [name])
      }
      #expect(
        error.description
          == "at character 1: {\(name)} already has a meaning; choose another name, such as {\(other)}"
      )
    }
    let date = try #require(throws: TemplateError.self) {
      try NameTemplate("S2A_{date:8}T*", reserved: ["date"])
    }
    #expect(date.description.contains(", such as {day}; "))
    #expect(date.description.hasSuffix(" are read anyway: write {taken:%Y-%m-%d}"))
  }

  @Test("The names of the parts are in the order of the template")
  func names() throws {
    let template = try NameTemplate("{b}/x{a-1:3}_{c_}*")
    #expect(template.names == ["b", "a-1", "c_"])
    #expect(template == (try NameTemplate(template.source)))
    #expect("\(template)" == "{b}/x{a-1:3}_{c_}*")
  }

  @Test("A template gives the same match as a search of all possibilities", arguments: 1...300)
  func asReference(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = (0...random.number(below: 5)).map { _ in ReferencePiece(&random) }
    let source = pieces.enumerated().map { $1.source(name: "n\($0)") }.joined() + "{end}"
    let template = try NameTemplate(source)
    for _ in 0..<40 {
      let text = (0...random.number(below: 8)).map { _ in
        ["a", "b", "1", "2", "_"][random.number(below: 5)]
      }.joined()
      let parts = (pieces + [.shortest])[...].match(text[...])
      let expected = parts.map { parts in
        var found = ["end": String(parts[pieces.count])]
        for (index, piece) in pieces.enumerated() where piece.isNamed {
          found["n\(index)"] = String(parts[index])
        }
        return found
      }
      #expect(template.match(path: "x/\(text).png") == expected, "\(source) and \(text)")
    }
  }

  @Test("Hostile templates and names take time proportional to their length")
  func hostile() throws {
    let template = try NameTemplate((0..<60).map { "{n\($0)}*" }.joined(separator: "a") + "b")
    let digits = try NameTemplate((0..<60).map { "{n\($0)}*{d\($0):1}*" }.joined() + "b")
    let start = ContinuousClock.now
    for text in [String(repeating: "a", count: 255), String(repeating: "a1", count: 2000)] {
      #expect(template.match(path: text) == nil)
      #expect(digits.match(path: text) == nil)
      #expect(template.match(path: text + "b")?.count == 60)
    }
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test(
    "A template is guessed from names, and most of them fit it",
    arguments: [
      (["scene", "spp"], ["kitchen_64spp", "hall_256spp"], "{scene}_{spp:1}spp"),
      (["scene", "spp"], ["living_room_64spp", "hall_256spp"], "{scene}_{spp:1}spp"),
      (["scene", "spp"], ["kitchen_64spp", "hall_64spp"], "{scene}_{spp:1}spp"),
      (["spp"], ["kitchen_64spp", "hall_256spp"], "*_{spp:1}spp"),
      (["scene"], ["kitchen_64spp", "hall_256spp"], "{scene}_*"),
      (["seed", "prompt"], ["seed=12-cat", "seed=7-dog"], "seed={seed:1}-{prompt}"),
      (["frame"], ["frame0001", "frame0002"], "frame{frame:1}"),
      (["a", "b"], ["x.1", "y.2"], "{a}.{b:1}"),
      (["a"], ["run-1-{x}", "run-2-{x}"], "run-{a:1}-{{x}}"),
      (["a"], ["one", "two"], nil), (["lr"], ["x_lr0.1", "y_lr10"], "*_lr{lr}"),
      (["a", "b"], ["one", "two"], nil), (["a"], [], nil),
      (["lr", "seed"], plots, "*_lr{lr}_seed{seed:1}"), (["seed"], plots, "*_seed{seed:1}"),
      (["lr"], plots, "*_lr{lr}_*"), (["dataset", "LR"], plots, "{dataset}_*_lr{LR}_*"),
      (["scene", "spp"], ["64-kitchen-path", "256-hall-bdpt"], "{spp:1}-{scene}-*"),
      (["scene"], ["64-kitchen", "256-hall"], "*-{scene}"),
      (["scene", "method"], ["64-kitchen-path", "256-hall-bdpt"], "*-{scene}-{method}"),
      (["x", "scene"], ["64_kitchen", "256_hall"], "{x:1}_{scene}"),
      (["scene", "x"], ["64_kitchen", "256_hall"], "{x:1}_{scene}"),
      (["seed"], ["kitchen_64spp", "hall_256spp"], nil), (["lr"], ["a_b", "c_d"], nil),
      (["lr"], ["x_lr_high", "y_lr_low"], nil), (["scene"], ["1_2", "3_4"], nil),
      (["mode"], ["kitchen3_adam_1e-3", "kitchen4_adam_2e-3"], nil),
      (["lr"], ["x_lr0.1e", "y_lr1e+5e", "z_lr2E7e"], "*_lr{lr}e"),
      (["lr"], ["x_lr1e-3x2", "y_lr1e-4x2"], nil),
      (["seed"], [many, many], nil),
      (["step", "loss"], ["a-b-step3", "c-step4-loss1e-3", "d-step5-loss2.5"], nil),
      (["step"], ["a-b-step3", "c-step4-loss1e-3", "d-step5"], "*-step{step:1}*"),
      (["m", "k"], ["1_a", "2_b", "3_c", "4_d", "odd"], "{m:1}_{k}"),
      (["palette"], ["art_00_oak_v1", "art_01_elm_v3"], nil),
      (["tile"], ["art_00_oak_tile1", "art_01_elm_tile3"], "art_*_tile{tile:1}"),
      (["palette"], ["00000-1000", "00001-1077"], nil),
      (["palette"], ["art_1", "art_2"], "art_{palette:1}"),
      (["palette"], ["oak_00", "elm_01"], "{palette}_*"),
    ] as [([String], [String], String?)])
  func guess(names: [String], stems: [String], template: String?) throws {
    #expect(NameTemplate.guess(names, from: stems) == template)
    guard let template else { return }
    let fitting = try NameTemplate(template)
    #expect(Set(fitting.names) == Set(names))
    #expect(5 * stems.count { fitting.match(path: "\($0).png") != nil } >= 4 * stems.count)
  }

  private static let many = (0..<62).map { "seed\($0)" }.joined(separator: "_")

  private static let plots = ["cifar10", "cifar100", "imagenet-v2-matched-frequency"].flatMap {
    data in
    ["adam", "lion"].flatMap { model in
      ["0.1", "1e-3"].flatMap { lr in
        (0..<2).map { "\(data)_\(model)_lr\(lr)_seed\($0)" }
      }
    }
  }

  @Test(
    "If only a number such as 11.5 or -7 keeps a name from matching, the template finds the number",
    arguments: [
      ("{prompt}_cfg{cfg:1}_steps{steps:1}", "cat_cfg11.5_steps20", "cfg", "11.5"),
      ("{prompt}_cfg{cfg:1}_steps{steps:1}", "cat_cfg11_steps2e3", "steps", "2e3"),
      ("{cfg:1}/{seed:1}", "-7/12", "cfg", "-7"),
      ("{prompt}_cfg{cfg:1}", "cat_cfg11", nil, nil), ("{prompt}_cfg{cfg}", "cat_11.5", nil, nil),
      ("{prompt}_cfg{cfg:1}", "cat_cfghigh", nil, nil), ("{a:1}", "11.5x", nil, nil),
    ] as [(String, String, String?, String?)])
  func numberBeyondDigits(source: String, name: String, part: String?, value: String?) throws {
    let found = try NameTemplate(source).numberBeyondDigits(path: "\(name).png")
    #expect(found?.name == part && found?.value == value)
  }

  @Test(
    "A word is a likely name for a part if parts are often called that, or most names contain it")
  func likely() {
    let stems = ["kitchen_64spp", "hall_256spp"]
    for name in ["spp", "test", "seed", "Scene"] {
      #expect(NameTemplate.isLikely(name, in: stems), "\(name)")
    }
    for name in ["nmae", "random", "taken", "date", "kitchen", "version"] {
      #expect(!NameTemplate.isLikely(name, in: stems), "\(name)")
    }
    #expect(NameTemplate.isWord("spp", in: stems) && !NameTemplate.isWord("seed", in: stems))
    #expect(!NameTemplate.isWord("spp", in: []))
    #expect(!NameTemplate.isWord("seed", in: [Self.many]))
  }

  @Test("Guessing from names with very many parts takes little time")
  func guessingTime() {
    let start = ContinuousClock.now
    let stems = (0..<1000).map { "a\($0 % 50)_\(Self.many)_\($0)" }
    #expect(NameTemplate.guess(["seed", "lr", "mode"], from: stems) == nil)
    #expect(ContinuousClock.now - start < .seconds(2))
  }
}

/// A piece of a template, matched by trying all possibilities.
private enum ReferencePiece {
  case literal(String)
  case shortest
  case digits(Int)
  case anything

  init(_ random: inout SeededGenerator) {
    switch random.number(below: 5) {
    case 0: self = .literal(["a", "_", "1", "ab"][random.number(below: 4)])
    case 1, 2: self = .shortest
    case 3: self = .digits(1 + random.number(below: 2))
    default: self = .anything
    }
  }

  var isNamed: Bool {
    switch self {
    case .shortest, .digits: true
    case .literal, .anything: false
    }
  }

  func source(name: String) -> String {
    switch self {
    case .literal(let text): text
    case .shortest: "{\(name)}"
    case .digits(let count): "{\(name):\(count)}"
    case .anything: "*"
    }
  }

  /// The numbers of characters that this piece can match, in the order in which they are tried.
  func counts(in text: Substring) -> [Int] {
    switch self {
    case .literal(let literal): text.hasPrefix(literal) ? [literal.count] : []
    case .shortest: Array(1..<max(1, text.count + 1))
    case .anything: Array(0...text.count)
    case .digits(let minimum):
      [text.prefix { $0.isNumber }.count].filter { $0 >= minimum }
    }
  }
}

extension ArraySlice<ReferencePiece> {
  /// The text that each piece matches; nil if together they do not match the whole text.
  fileprivate func match(_ text: Substring) -> [Substring]? {
    guard let first else { return text.isEmpty ? [] : nil }
    for count in first.counts(in: text) {
      if let rest = dropFirst().match(text.dropFirst(count)) { return [text.prefix(count)] + rest }
    }
    return nil
  }
}
