import Foundation
import SheetText
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct TextFactsTests {
  private static func value(_ key: String, in text: String) -> String? {
    guard let key = TextKey("t:\(key)") else { return nil }
    var search = TextSearch([key], in: "t")
    search.take(text.utf8)
    return PictureMetadata(textValues: search.values()).text(of: "t:\(key.key)")
  }

  /// What a search finds in JSON.
  private static func field(_ key: String, in json: some Sequence<UInt8>) -> JSONFields.Result {
    var fields = JSONFields(Array(key.utf8))
    for byte in json { fields.take(byte) }
    return fields.result
  }

  @Test("A keyword gives the first text under it, and one with a colon is tried whole first")
  func keywords() {
    let texts = [("Title", "a"), ("Title", "b"), ("x:y", "c"), ("x", "y: d"), ("Empty", "")]
    let facts = PictureMetadata(
      texts: texts.map { PictureText(keyword: $0.0, text: $0.1) },
      textValues: [TextKey("x:y"): "d", TextKey("x:w"): "e"].reduce(into: [:]) { values, found in
        if let key = found.key { values[key] = found.value }
      })
    #expect(facts.text(of: "Title") == "a")
    #expect(facts.text(of: "x:y") == "c")
    #expect(facts.text(of: "x") == "y: d")
    #expect(facts.text(of: "x:w") == "e")
    #expect(facts.text(of: "title") == nil)
    for missing in ["", ":", "x:", ":y", "Empty", "x:z", "none:y"] {
      #expect(facts.text(of: missing) == nil)
    }
    #expect(TextKey("Title") == nil && TextKey("a:") == nil && TextKey(":b") == nil)
    #expect(TextKey("a:b:c")?.keyword == "a:b" && TextKey("a:b:c")?.key == "c")
  }

  @Test(
    "A key stands at the start of a line, or behind a comma and a space",
    arguments: [
      ("Seed", "123"), ("Steps", "20"), ("Sampler", "Euler a"), ("Size", "512x512"),
      ("Negative prompt", "ugly"), ("Lora hashes", #"a: 1, Seed: 5 "x" \n"#), ("Version", "v1.9"),
      ("seed", nil), ("See", nil), ("Model", nil), ("Hires", nil), ("prompt", nil),
    ])
  func settings(key: String, expected: String?) {
    let text = """
      a cat, best quality Seed: 7,Seed: 8
      Negative prompt: ugly, blurry\r
      Steps: 20, Sampler: Euler a, Lora hashes: "a: 1, Seed: 5 \\"x\\" \\n", Model:, Hires: , \
      Seed:  123 , Size: 512x512, Version: v1.9
      """
    #expect(Self.value(key, in: text) == expected)
  }

  @Test("A quote that does not end is a sign like others")
  func openQuote() {
    #expect(Self.value("a", in: #"a: "x, b: 2"#) == "\"x")
    #expect(Self.value("b", in: #"a: "x, b: 2"#) == "2")
    #expect(Self.value("b", in: "a: \"x\nb: \"2\", c: 3") == "2")
  }

  @Test(
    "Keys of a JSON object have their values as text",
    arguments: [
      ("seed", "18446744073709551615"), ("cfg", "7.50"), ("name", "a \"b\" é😀\n"), ("on", "true"),
      ("nested", nil), ("inner", nil), ("list", nil), ("nothing", nil), ("none", nil),
      ("k\"", "v"), ("twice", "1"), ("half", "\u{FFFD}x"),
    ])
  func json(key: String, expected: String?) {
    let text = #"""
       {"nested": {"inner": 1, "seed": 2}, "seed": 18446744073709551615, "cfg" : 7.50,
      "name":"a \"b\" \u00e9\uD83d\ude00\n", "on": true, "list": ["inner", "}", {"on": 1}],
      "nothing": null, "k\"": "v", "twice": 1, "twice": 2, "half": "\ud83dx"}
      """#
    #expect(Self.value(key, in: text) == expected)
  }

  @Test("JSON values are those that a decoder finds", arguments: 1...100)
  func asDecoder(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let signs = ["a", "\"", "\\", "é", "😀", "\n", "{", "}", ",", ":", "/", "\u{1}"]
    func word() -> String {
      (0..<random.number(below: 6)).map { _ in signs[random.number(below: signs.count)] }.joined()
    }
    var fields: [String: String] = [:]
    for _ in 0..<random.number(below: 8) { fields[word()] = word() }
    let encoder = JSONEncoder()
    encoder.outputFormatting = seed % 2 == 0 ? .prettyPrinted : []
    let json = try encoder.encode(fields)
    for (key, value) in fields {
      #expect(
        Self.field(key, in: json) == .value(Array(value.utf8)),
        "\(String(decoding: json, as: UTF8.self))")
    }
    for length in 0..<json.count {
      #expect(Self.field("", in: json.prefix(length)) == .noObject)
    }
  }

  @Test("Values and lines of megabytes keep some kilobytes")
  func longValues() {
    let long = String(repeating: "\\u0041", count: 1_000_000)
    let json = "{\"a\": \"\(long)\", \"\(long)\": 1, \"b\": 2}"
    #expect(Self.value("b", in: json) == "2")
    let value = Self.value("a", in: json)
    #expect(value?.allSatisfy { $0 == "A" } == true)
    #expect(4_100...4_200 ~= value?.utf8.count ?? 0)
    let line = "x: 1, long: \(long), y: 3\ny: 2"
    #expect(Self.value("x", in: line) == "1" && Self.value("y", in: line) == "2")
    #expect(Self.value("long", in: line)?.utf8.count ?? 0 <= 64 << 10)
  }

  @Test("A text that only begins like JSON is searched as lines")
  func notJSON() {
    #expect(Self.value("a", in: "{\"a\": 1} more\na: 2") == "2")
    #expect(Self.value("a", in: "{{x}}\na: 2") == "2")
  }

  @Test("Long texts take no time that grows with a power of their length, nor do nested ones")
  func hostile() {
    let count = 64 << 10
    let units = [
      "[", "{\"a\":", "{\"", "\"", "\\", #"{"\u0061":1,"#, ", x", ",", "x: \"", #"x: "\", "#, ":",
      "x: \",", "\n", "x: ", "{\"a\":[", " ", "x:  ",
    ]
    for unit in units {
      for prefix in ["", "{\"b\":", "x: \"", "x:"] {
        let text = prefix + String(repeating: unit, count: count / unit.utf8.count)
        let start = ContinuousClock.now
        _ = Self.value("nothing", in: text)
        #expect(ContinuousClock.now - start < .seconds(20), "'\(unit)' again and again")
      }
    }
    let nested = "{\"a\":" + String(repeating: "[{\"b\":", count: 200_000)
    #expect(Self.value("x", in: nested + "\nx: 1") == "1")
  }
}
