internal import FoundationEssentials
internal import SheetText

extension Encodable {
  /// The value as JSON in UTF-8, in the form that manifests and reports have.
  package var documentJSON: [UInt8] { json([.prettyPrinted]) }

  /// The value as JSON in one line, without its end.
  package var lineJSON: [UInt8] { json([]) }

  /// What a terminal would obey is always escaped, whether or not there is one, so that the bytes are
  /// the same everywhere.
  private func json(_ formatting: JSONEncoder.OutputFormatting) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    encoder.dateEncodingStrategy = .iso8601
    do {
      let json = try encoder.encode(self)
      // The encoder leaves no other control characters of ASCII but line ends outside of texts.
      if json.allSatisfy({ $0 < 0x7F }) { return Array(json) }
      return Array(String(decoding: json, as: UTF8.self).escapedJSON.utf8)
    } catch {
      preconditionFailure("a document can always be encoded: \(error)")
    }
  }
}
