/// Searches for keys in a text as it is read, piece by piece: in a JSON object, else in lines.
///
/// Of a text of megabytes it keeps only a line, and the found values.
struct TextSearch {
  private var searches: [(key: TextKey, fields: JSONFields, lines: KeyedLines)]

  /// A search for some keys in the text under a keyword.
  init(_ keys: Set<TextKey>, in keyword: String) {
    searches = keys.filter { $0.keyword == keyword }.map {
      let key = Array($0.key.utf8)
      return ($0, JSONFields(key), KeyedLines(key))
    }
  }

  /// Reads the next piece of the text.
  mutating func take(_ piece: some Sequence<UInt8>) {
    for index in searches.indices {
      for byte in piece {
        searches[index].fields.take(byte)
        searches[index].lines.take(byte)
      }
    }
  }

  /// The values of the keys, once the whole text was read.
  ///
  /// Several values of one key differ from each other. A missing key has no value.
  mutating func values() -> [TextKey: [String]] {
    var values: [TextKey: [String]] = [:]
    for index in searches.indices {
      let found: [[UInt8]]
      switch searches[index].fields.result {
      case .noObject: found = [searches[index].lines.value()].compactMap(\.self)
      case .noValue: found = []
      case .values(let several): found = several
      }
      values[searches[index].key] = found.map { String(decoding: $0, as: UTF8.self) }
    }
    return values
  }
}

/// A key in the text under a keyword: `parameters:Seed` is the value of `Seed` in the text under
/// `parameters`.
///
/// Image generators write their settings in this way, as JSON or as `Key: value`.
package struct TextKey: Hashable, Sendable {
  /// The keyword of the text.
  package let keyword: String
  /// The key, which has no colon.
  package let key: String

  /// The key that a parameter names after its last colon; nil if it can only be a keyword.
  package init?(_ parameter: String) {
    // By bytes, because a `String` joins a colon and a combining mark to one character.
    let bytes = parameter.utf8
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex else {
      return nil
    }
    let key = bytes[bytes.index(after: colon)...]
    guard !key.isEmpty else { return nil }
    keyword = String(Substring(bytes[..<colon]))
    self.key = String(Substring(key))
  }

  /// The key for a ComfyUI picture without a prompt, in its workflow; nil if the keyword is not
  /// `prompt`.
  var inWorkflow: TextKey? { keyword == "prompt" ? TextKey("workflow:\(key)") : nil }
}
