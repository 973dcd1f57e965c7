internal import Foundation

/// The names in a JSON document that are not UTF-8: texts with replacement characters.
package struct NamesInJSON {
  /// The keys of names whose bytes are stored next to them.
  package private(set) var whole: Set<String> = []
  /// The keys of names whose bytes are not stored next to them.
  package private(set) var broken: Set<String> = []

  /// Texts that are drawn or read by people, and may quote a name.
  private static let prose: Set<String> = ["facts", "heading", "label", "texts"]
  /// Messages: texts that may quote a name, or objects with the name beside the text.
  private static let messages: Set<String> = ["notes", "warnings"]

  /// Examines a document in which no name contains replacement characters itself.
  package init(_ json: some Sequence<UInt8>) throws {
    add(try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed))
  }

  private mutating func add(_ value: Any) {
    for value in value as? [Any] ?? [] { add(value) }
    guard let object = value as? [String: Any] else { return }
    for (key, value) in object where !Self.prose.contains(key) {
      let names = value as? [String] ?? (value as? String).map { [$0] } ?? []
      guard !Self.messages.contains(key), names.contains(where: { $0.contains("\u{FFFD}") }) else {
        add(value)
        continue
      }
      let beside = object[key + "Bytes"]
      let bytes = beside as? [String] ?? (beside as? String).map { [$0] } ?? []
      let texts = bytes.map { String(decoding: Data(base64Encoded: $0) ?? Data(), as: UTF8.self) }
      let isWhole =
        texts.count == names.count
        && zip(texts, names).allSatisfy { $0 == $1 || $0.isEmpty && !$1.contains("\u{FFFD}") }
      if isWhole { whole.insert(key) } else { broken.insert(key) }
    }
  }
}
