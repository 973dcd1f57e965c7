import Foundation
import SheetModel

@testable import SheetPictures

/// Keys in pictures' texts and in settings of image generators: a field that a JSON decoder finds
/// under a key is found.
enum TextKeyTarget: FuzzTarget {
  static let name = "keys"

  static func seeds() -> [[UInt8]] {
    [
      "Seed\0a cat\nSteps: 20, Sampler: \"a, b\", Seed: 7",
      "seed\0{\"a\": {\"seed\": 1}, \"seed\": 2}",
      "k\0{\"k\":\"\\ud83d\\ude00\\n\"}",
      "prompt\0a, Seed: x\nNegative prompt: y\nSteps: 2 | Seed: 7 | Size: 1x1",
      "K.a\0{\"nodes\": [{\"type\": \"K\", \"inputs\": [{\"widget\": {\"name\": \"a\"}, \"link\": null}], "
        + "\"widgets_values\": [7, \"fixed\"]}]}",
      "a\0" + growing,
      "K.seed\0{\"3\": {\"inputs\": {\"seed\": 1}, \"class_type\": \"K\"}, \"nodes\": [{\"type\": \"K\"}]}",
    ].map { Array($0.utf8) }
  }

  /// Nodes that replace every letter of a text by many letters.
  private static let growing: String = {
    let letters = String(repeating: "a", count: 400)
    let nodes = (1...3).map { number in
      let text = number == 3 ? #""\#(letters)""# : #"["\#(number + 1)", 0]"#
      return
        #""\#(number)": {"inputs": {"string": \#(text), "find": "a", "replace": "\#(letters)"}, "class_type": "R"}"#
    }
    let sampler = #"{"inputs": {"seed": 1, "steps": 2, "positive": ["1", 0]}, "class_type": "K"}"#
    return #"{"0": \#(sampler), \#(nodes.joined(separator: ", "))}"#
  }()

  static func check(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    let (key, text) = (String(parts[0]), String(parts[1]))
    if let key = TextKey("t:\(key)") {
      var search = TextSearch([key], in: "t")
      search.take(text.utf8)
      _ = search.values()
    }
    let settings = GeneratorSettings(
      ["prompt", "workflow", "parameters"].reduce(into: [:]) { $0[$1] = Array(text.utf8) })
    expect(GeneratorSetting.allCases.allSatisfy { settings[$0] != "" }, "a setting is empty")
    for setting in GeneratorSetting.allCases {
      let length = settings[setting]?.utf8.count ?? 0
      expect(
        length <= FactLength.listed + 4 + 3 * text.utf8.count,
        "\(setting) is much longer than its text")
    }
    // A dictionary has no order, and compares keys by more than their bytes.
    guard let fields = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)),
      fields.count == 1, let field = fields.first, text.utf8.count(where: { $0 == 0x3A }) == 1,
      // Unlike RFC 8259, the decoder accepts a comma after the last field.
      !text.utf8.filter({ $0 > 0x20 }).suffix(2).starts(with: ",".utf8),
      !text.contains("\u{FFFD}"), !field.value.contains("\u{FFFD}")
    else { return }
    var search = JSONFields(Array(field.key.utf8))
    for byte in text.utf8 { search.take(byte) }
    let found = search.result
    expect(found == .values([Array(field.value.utf8)]), "\(field) is \(found) in \(text)")
    let read = JSONText(Array(text.utf8)).fields.first
    expect(
      read?.name == field.key && read?.value.string == field.value,
      "\(field) is \(read?.value.string ?? "nothing") in \(text)")
  }
}
