import Foundation
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct TextFactsTests {
  private static func values(_ key: String, in text: String) -> [String] {
    guard let key = TextKey("t:\(key)") else { return [] }
    var search = TextSearch([key], in: "t")
    search.take(text.utf8)
    return PictureMetadata(textValues: search.values()).texts(of: "t:\(key.key)")
  }

  private static func value(_ key: String, in text: String) -> String? {
    let values = values(key, in: text)
    #expect(values.count <= 1)
    return values.first
  }

  /// The result of a search in JSON.
  private static func field(_ key: String, in json: some Sequence<UInt8>) -> JSONFields.Result {
    var fields = JSONFields(Array(key.utf8))
    for byte in json { fields.take(byte) }
    return fields.result
  }

  @Test("A keyword gives the first text under it; a keyword with a colon is first tried as a whole")
  func keywords() {
    let texts = [("Title", "a"), ("Title", "b"), ("x:y", "c"), ("x", "y: d"), ("Empty", "")]
    let facts = PictureMetadata(
      texts: texts.map { PictureText(keyword: $0.0, text: $0.1) },
      textValues: [TextKey("x:y"): "d", TextKey("x:w"): "e"].reduce(into: [:]) { values, found in
        if let key = found.key { values[key] = [found.value] }
      })
    #expect(facts.texts(of: "Title") == ["a"])
    #expect(facts.texts(of: "x:y") == ["c"])
    #expect(facts.texts(of: "x") == ["y: d"])
    #expect(facts.texts(of: "x:w") == ["e"])
    #expect(facts.texts(of: "title") == [])
    for missing in ["", ":", "x:", ":y", "Empty", "x:z", "none:y"] {
      #expect(facts.texts(of: missing) == [])
    }
    #expect(TextKey("Title") == nil && TextKey("a:") == nil && TextKey(":b") == nil)
    #expect(TextKey("a:b:c")?.keyword == "a:b" && TextKey("a:b:c")?.key == "c")
  }

  @Test(
    "A key is recognised at the start of a line, or after a comma and a space",
    arguments: [
      ("Seed", "123"), ("Steps", "20"), ("Sampler", "Euler a"), ("Size", "512x512"),
      ("Negative prompt", "ugly, blurry"), ("Lora hashes", #"a: 1, Seed: 5 "x" \n"#),
      ("Version", "v1.9"),
      ("seed", nil), ("See", nil), ("Model", nil), ("Hires", nil),
      ("prompt", "a cat, best quality Seed: 7,Seed: 8"), ("negative", "ugly, blurry"),
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

  @Test(
    "Settings are told apart from prompts, whatever the prompts contain",
    arguments: [
      // AUTOMATIC1111 and Forge.
      (
        "a moon, Seed: of life\nNegative prompt: blurry, Steps: many\nSteps: 20, Sampler: Euler a, Seed: 42",
        [
          "Steps": "20", "Seed": "42", "prompt": "a moon, Seed: of life",
          "negative": "blurry, Steps: many",
        ]
      ),
      (
        "Steps: 3, of a ladder\n\nNegative prompt: Seed: 1\nNegative prompt: x\r\nSteps: 20, Seed: 42\n",
        [
          "Steps": "20", "Seed": "42", "prompt": "Steps: 3, of a ladder",
          "negative": "Seed: 1\nNegative prompt: x",
        ]
      ),
      (
        "a\n\nSampler: none\nSteps: 20, Seed: 42, Size: 512x512\nTemplate: \"b, c\", Extra: 1\n\n",
        [
          "Sampler": nil, "Template": "b, c", "Extra": "1", "prompt": "a\n\nSampler: none",
          "negative": nil,
        ]
      ),
      ("Negative prompt: x\nSteps: 20, Seed: 42", ["prompt": nil, "negative": "x", "Seed": "42"]),
      ("Steps: 20, Seed: 42", ["prompt": nil, "negative": nil, "Steps": "20"]),
      (
        "a <lora:b:1>, (c:1.2)\nSteps: 20, Lora hashes: \"b: 1f, c: 2\", Model: a|b, Seed: 42",
        ["prompt": "a <lora:b:1>, (c:1.2)", "Lora hashes": "b: 1f, c: 2", "Model": "a|b", "b": nil]
      ),
      // The last line has three settings, but no Steps.
      (
        "a moon, Seed: of life\nSampler: DDIM, Seed: 42, Size: 512x512",
        ["Seed": "42", "Sampler": "DDIM", "prompt": "a moon, Seed: of life"]
      ),
      ("a moon\n(b:1.2), (c:1.3), (d:1.4)", ["prompt": nil, "negative": nil]),
      (
        "a\nNegative prompt: b\n(b:1.2), (c:1.3)",
        ["prompt": "a", "negative": "b\n(b:1.2), (c:1.3)"]
      ),
      // SD.Next.
      (
        "a moon\nNegative prompt: x\nSteps: 25 | Seed: 42 | Sampler: Euler a | Size: 768x512",
        ["Steps": "25", "Seed": "42", "Sampler": "Euler a", "Size": "768x512", "prompt": "a moon"]
      ),
      (
        "a | b\nSteps: 25| Seed: 42| Model: a, b| Note: \"x | y: 1\" | Size: 768x512",
        [
          "Steps": "25", "Seed": "42", "Model": "a, b", "Note": "x | y: 1", "prompt": "a | b",
          "y": nil,
        ]
      ),
      // No particular program: every line has a key.
      ("prompt: a cat, seed: 1", ["prompt": "a cat", "seed": "1"]),
      ("title: a | b, year: 3\nprompt: x", ["title": "a | b", "year": "3", "prompt": "x"]),
      ("prompt: a cat, seed: 1, cfg: 2", ["prompt": "a cat", "cfg": "2"]),
      ("x: 1\ny: 2, z: 3, w: 4", ["x": "1", "w": "4"]),
      ("a holiday", ["prompt": nil, "negative": nil, "Seed": nil]),
    ] as [(String, [String: String?])])
  func programs(text: String, expected: [String: String?]) {
    for (key, value) in expected { #expect(Self.value(key, in: text) == value, "\(key)") }
    for (key, value) in expected {
      #expect(
        Self.value(key, in: text.replacing("\n", with: "\r\n").replacing("\r\r", with: "\r"))
          == value, "\(key)")
    }
  }

  @Test(
    "A class and a field select values of ComfyUI nodes, and several different values make a list",
    arguments: [
      ("KSampler.seed", ["7", "18446744073709551615"]), ("KSampler.steps", ["20"]),
      ("KSampler.cfg", ["7.5"]), ("KSampler.model", []), ("KSampler.none", []),
      ("KSampler (Efficient).seed", ["9"]), ("CLIPTextEncode.text", ["a \"moon\"", "blurry"]),
      ("LoraLoader.type", ["b"]), ("LoraLoader.strength.model", ["0.5"]), ("seed", []),
      ("Sampler.seed", []),
      ("inputs.seed", []), ("3.seed", ["7"]), ("5.deep", []), ("SaveImage.title", []),
      ("version", ["0.4"]),
    ])
  func comfyUI(key: String, expected: [String]) {
    let prompt = #"""
      {"3": {"inputs": {"seed": 7, "steps": 20, "cfg": 7.5, "model": ["4", 0]}, "class_type": "KSampler"},
       "4": {"class_type": "KSampler", "inputs": {"seed": 18446744073709551615, "steps": 20, "seed": 8}},
       "6": {"inputs": {"seed": 7, "steps": null}, "class_type": "KSampler", "_meta": {"title": "x"}},
       "7": {"inputs": {"seed": 9}, "class_type": "KSampler (Efficient)"},
       "8": {"inputs": {"text": "a \"moon\""}, "class_type": "CLIPTextEncode"},
       "9": {"inputs": {"text": "blurry"}, "class_type": "CLIPTextEncode"},
       "10": {"inputs": {"type": "b", "strength.model": 0.5}, "class_type": "LoraLoader"},
       "5": {"inputs": {"a": {"b": {"c": {"d": [[[{"deep": 1}]]]}}}}, "class_type": "Deep"},
       "12": {"inputs": {}, "class_type": "SaveImage", "_meta": {"title": "x"}},
       "version": 0.4}
      """#
    #expect(Self.values(key, in: prompt) == expected)
  }

  @Test(
    "Values are found in a workflow's list of nodes, and in nested objects from other programs",
    arguments: [
      (
        #"{"nodes": [{"id": 3, "type": "Load", "widgets_values": {"rate": 8}}]}"#, "Load.rate",
        ["8"]
      ),
      (
        #"{"nodes": [{"id": 3, "type": "Load"}, {"type": "Load", "id": 4}]}"#, "Load.id",
        ["3", "4"]
      ),
      (#"{"sui_image_params": {"seed": 5, "model": "m"}}"#, "sui_image_params.seed", ["5"]),
      (#"{"model": {"name": "m"}, "model.name": "n"}"#, "model.name", ["n"]),
      (#"{"a": {"b": [1]}}"#, "a.b", []), (#"{"a": {"b": ""}}"#, "a.b", []),
      (#"{"a": [{"b": 1}]}"#, "a.b", []),
    ])
  func objects(json: String, key: String, expected: [String]) {
    #expect(Self.values(key, in: json) == expected)
  }

  /// A workflow node's input that names a widget.
  private static func input(_ widget: String, link: String = "null") -> String {
    #"{"name": "\#(widget)", "type": "INT", "widget": {"name": "\#(widget)"}, "link": \#(link)}"#
  }

  @Test(
    "A workflow's node lists its values in the order in which its inputs name widgets",
    arguments: [
      ("KSampler.seed", ["156680208700286"]), ("KSampler.steps", ["20"]), ("KSampler.cfg", ["8"]),
      ("KSampler.sampler_name", ["euler"]), ("KSampler.denoise", ["1"]), ("KSampler.model", []),
      ("CLIPTextEncode.text", ["a \"moon\""]), ("Linked.cfg", ["2"]), ("Linked.seed", []),
      // Some widgets have no name, so their positions are unknown.
      ("Converted.seed", []), ("Unnamed.seed", []), ("Short.b", []), ("Bypassed.seed", []),
      ("Never.seed", []), ("Nested.a", []), ("Nested.b", ["fixed"]), ("Late.a", ["5"]),
    ])
  func workflow(key: String, expected: [String]) {
    func node(_ type: String, _ inputs: [String], _ values: String, mode: Int = 0) -> String {
      #"{"id": 3, "type": "\#(type)", "mode": \#(mode), "inputs": [\#(inputs.joined(separator: ","))], "#
        + #""widgets_values": [\#(values)]}"#
    }
    func named(_ names: String...) -> [String] { names.map { Self.input($0) } }
    let seed = named("seed")
    let nodes = [
      node(
        "KSampler",
        [#"{"name": "model", "type": "MODEL", "link": 1}"#]
          + named("seed", "steps", "cfg", "sampler_name", "scheduler", "denoise"),
        #"156680208700286, "randomize", 20, 8, "euler", "normal", 1"#),
      node("CLIPTextEncode", named("text"), #""a \"moon\"""#),
      node("Linked", [Self.input("seed", link: "7")] + named("cfg"), #"1, "fixed", 2"#),
      node("Converted", seed, #"1, "fixed", 2"#), node("Unnamed", [], "1"),
      node("Short", named("a", "b", "c"), "1, 2"), node("Bypassed", seed, "1", mode: 4),
      node("Never", seed, "1", mode: 2), node("Nested", named("a", "b"), #"{"b": 1}, "fixed""#),
      #"{"widgets_values": [5], "inputs": [\#(Self.input("a"))], "type": "Late"}"#,
    ]
    let json = #"{"nodes": [\#(nodes.joined(separator: ", "))], "version": 0.4}"#
    #expect(Self.values(key, in: json) == expected)
  }

  @Test("Each widget of a node gets its own value, or none of them gets one", arguments: 1...200)
  func widgets(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = 1 + random.number(below: 9)
    let links = (0..<count).map { _ in random.number(below: 5) == 0 }
    let mayBeFixed = random.number(below: 2) == 0
    let values = (0..<count).map { index in
      random.number(below: 4) > 0 ? "\(index)" : mayBeFixed ? "fixed" : "word \(index)"
    }
    var listed: [String] = []
    for value in values {
      listed.append("\"\(value)\"")
      if value != "fixed", random.number(below: 4) == 0 { listed.append("\"randomize\"") }
    }
    // A value that equals one of the extra words cannot be told apart from that word.
    var isKnown = listed.count == count || !values.dropFirst().contains("fixed")
    if !mayBeFixed, random.number(below: 4) == 0 {
      listed.append("\"more\"")
      isKnown = false
    }
    let inputs = links.enumerated().map { Self.input("w\($0)", link: $1 ? "3" : "null") }
    let json =
      #"{"nodes": [{"type": "K", "inputs": [\#(inputs.joined(separator: ","))], "#
      + #""widgets_values": [\#(listed.joined(separator: ","))]}]}"#
    for index in 0..<count {
      #expect(
        Self.values("K.w\(index)", in: json) == (isKnown && !links[index] ? [values[index]] : []),
        "\(json)")
    }
  }

  @Test("A workflow is used for a picture without a prompt, and otherwise ignored")
  func withoutPrompt() throws {
    let workflow = try #require(TextKey("workflow:K.seed"))
    let prompt = try #require(TextKey("prompt:K.seed"))
    #expect(prompt.inWorkflow == workflow && workflow.inWorkflow == nil)
    guard case .metadata(let needs, let fact) = PictureToken.named("text")?.origin else { return }
    #expect(needs("prompt:K.seed").textKeys == [prompt, workflow])
    for (values, expected) in [
      ([workflow: ["7"]], "7"), ([workflow: ["7"], prompt: ["8"]], "8"),
      ([workflow: ["7"], prompt: []], nil), ([:], nil),
    ] as [([TextKey: [String]], String?)] {
      let facts = MetadataFacts(PictureMetadata(textValues: values), [])
      #expect(facts.fact(fact, "prompt:K.seed")?.text == expected)
    }
    let node =
      #"{"nodes": [{"type": "K", "inputs": [\#(Self.input("seed"))], "widgets_values": [7]}]}"#
    let exif = ExifFixture([271: .ascii("workflow:" + node)]).encoded(littleEndian: true)
    let facts = MetadataFacts(PictureMetadata(exif: TIFFDirectory(exif: exif)), [])
    #expect(facts.fact(fact, "prompt:K.seed")?.text == "7")
  }

  @Test("Values in thousands of nodes make a list of at most 64, and very deep nesting is harmless")
  func manyNodes() {
    let nodes = (0..<2_000).map { #""\#($0)":{"inputs":{"seed":\#($0)},"class_type":"K"}"# }
    #expect(Self.values("K.seed", in: "{\(nodes.joined(separator: ","))}").count == 64)
    for unit in [
      #"{"a":"#, #"{"inputs":"#, "[", #"{"class_type":"K","inputs":"#, #"{"widgets_values":["#,
    ] {
      let deep = #"{"a":"# + String(repeating: unit, count: 50_000)
      #expect(Self.values("K.seed", in: deep).isEmpty)
    }
    let closed =
      #"{"a":"# + String(repeating: "[", count: 9_999) + String(repeating: "]", count: 9_999)
    #expect(Self.values("b", in: closed + #","b":1}"#) == ["1"])
  }

  @Test("Settings in Exif are found under the keywords of PNG")
  func exifSettings() throws {
    func comment(_ text: String) -> ExifFixture.Value {
      let bytes =
        Array("UNICODE\0".utf8) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      return .numbers(type: 7, bytes: 1, count: bytes.count, bytes.map(Int.init))
    }
    let settings = "a moon, Seed: of life\nNegative prompt: x\nSteps: 20, Seed: 42"
    let node = #"{"3": {"class_type": "KSampler", "inputs": {"seed": 7}}}"#
    let exif = ExifFixture([
      271: .ascii(#"workflow:{"a": 1}"#), 272: .ascii("Prompt:" + node),
      34665: .directory(ExifFixture([37510: comment(settings)])),
    ])
    for littleEndian in [false, true] {
      let metadata = PictureMetadata(
        exif: TIFFDirectory(exif: exif.encoded(littleEndian: littleEndian)))
      for (parameter, expected) in [
        ("parameters:Seed", "42"), ("parameters", settings),
        ("parameters:prompt", "a moon, Seed: of life"),
        ("parameters:negative", "x"), ("prompt:KSampler.seed", "7"), ("prompt", node),
        ("workflow:a", "1"),
        ("parameters:none", nil), ("other", nil), ("Comment", nil),
      ] as [(String, String?)] {
        guard case .metadata(let needs, let fact) = PictureToken.named("text")?.origin else {
          return
        }
        #expect(MetadataFacts(metadata, []).fact(fact, parameter)?.text == expected)
        #expect(needs(parameter).exif == !["other", "Comment"].contains(parameter))
        // A text chunk of the file takes precedence.
        var own = metadata
        own.texts = [PictureText(keyword: parameter, text: "own")]
        #expect(MetadataFacts(own, []).fact(fact, parameter)?.text == "own")
      }
      #expect(MetadataFacts(metadata, []).camera.camera == nil)
    }
  }

  @Test("An unclosed quotation mark is an ordinary character")
  func openQuote() {
    #expect(Self.value("a", in: #"a: "x, b: 2"#) == "\"x")
    #expect(Self.value("b", in: #"a: "x, b: 2"#) == "2")
    #expect(Self.value("b", in: "a: \"x\nb: \"2\", c: 3") == "2")
  }

  @Test(
    "The keys of a JSON object give their values as text",
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

  @Test("Values found in JSON equal those that a JSON decoder returns", arguments: 1...100)
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
        Self.field(key, in: json) == .values([Array(value.utf8)]),
        "\(String(decoding: json, as: UTF8.self))")
    }
    for length in 0..<json.count {
      #expect(Self.field("", in: json.prefix(length)) == .noObject)
    }
  }

  @Test("Values and lines of megabytes are cut to a few kilobytes")
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

  @Test("A string that only begins like JSON is searched line by line")
  func notJSON() {
    #expect(Self.value("a", in: "{\"a\": 1} more\na: 2") == "2")
    #expect(Self.value("a", in: "{{x}}\na: 2") == "2")
  }

  @Test("Long or nested text is searched in less than 20 seconds")
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
        #expect(ContinuousClock.now - start < .seconds(20), "'\(unit)' repeated")
      }
    }
    let nested = "{\"a\":" + String(repeating: "[{\"b\":", count: 200_000)
    #expect(Self.value("x", in: nested + "\nx: 1") == "1")
  }
}
