internal import FoundationEssentials
internal import SheetModel

extension Encodable {
  /// The value as JSON in UTF-8, formatted like manifests and reports.
  package var documentJSON: [UInt8] { json([.prettyPrinted]) }

  /// The value as JSON on one line, without a line feed.
  package var lineJSON: [UInt8] { json([]) }

  /// Terminal control sequences are always escaped, so that the bytes are the same everywhere.
  private func json(_ formatting: JSONEncoder.OutputFormatting) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    encoder.dateEncodingStrategy = .iso8601
    do {
      let json = Array(try encoder.encode(self))
      // Outside strings, the only ASCII control characters that the encoder writes are line feeds.
      if json.allSatisfy({ $0 < 0x7F }) { return json }
      return Array(String(decoding: json, as: UTF8.self).escapedJSON.utf8)
    } catch {
      preconditionFailure("a document can always be encoded: \(error)")
    }
  }
}

extension [PlannedFact] {
  /// Facts with different keys as a JSON object on one line, sorted by key, without a line feed.
  ///
  /// An encoder builds a tree of what it encodes, which is costly for the facts of a million
  /// pictures. An encoder is therefore used only for values with escapes or decimals.
  package var lineJSON: [UInt8] {
    let ordered = sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var json: [UInt8] = []
    for fact in ordered {
      json.append(UInt8(ascii: json.isEmpty ? "{" : ","))
      json.append(text: fact.key)
      json.append(UInt8(ascii: ":"))
      switch fact.value {
      case .text(let text): json.append(text: text)
      case .number(let number):
        if let whole = Int64(exactly: number) {
          json.append(contentsOf: String(whole).utf8)
        } else {
          json += fact.value.lineJSON
        }
      }
    }
    if json.isEmpty { json.append(UInt8(ascii: "{")) }
    json.append(UInt8(ascii: "}"))
    return json
  }
}

extension [UInt8] {
  fileprivate mutating func append(text: String) {
    let isPlain = text.utf8.allSatisfy {
      0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard isPlain else {
      self += text.lineJSON
      return
    }
    append(UInt8(ascii: "\""))
    append(contentsOf: text.utf8)
    append(UInt8(ascii: "\""))
  }
}
