/// Looks keys up in a text as it is read, piece by piece: in a JSON object, else in lines.
///
/// Of a text of megabytes it keeps a line, and the values that were found.
struct TextSearch {
  private var searches: [(key: TextKey, fields: JSONFields, lines: KeyedLines)]

  /// A search for those of some keys that are in the text under a keyword.
  init(_ keys: Set<TextKey>, in keyword: String) {
    searches = keys.filter { $0.keyword == keyword }.map {
      let key = Array($0.key.utf8)
      return ($0, JSONFields(key), KeyedLines(key))
    }
  }

  /// Looks at the next piece of the text.
  mutating func take(_ piece: some Sequence<UInt8>) {
    for index in searches.indices {
      for byte in piece {
        searches[index].fields.take(byte)
        searches[index].lines.take(byte)
      }
    }
  }

  /// What the text says of the keys, once all of it was taken.
  mutating func values() -> [TextKey: String] {
    var values: [TextKey: String] = [:]
    for index in searches.indices {
      let value: [UInt8]?
      switch searches[index].fields.result {
      case .noObject: value = searches[index].lines.value()
      case .noValue: value = nil
      case .value(let found): value = found
      }
      values[searches[index].key] = value.map { String(decoding: $0, as: UTF8.self) }
    }
    return values
  }
}
