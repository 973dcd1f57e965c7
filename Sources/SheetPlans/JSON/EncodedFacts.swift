internal import SheetText

/// The facts of a picture as a JSON object: numbers and texts by their keys.
package struct EncodedFacts: Codable {
  /// The facts, in the order of their keys.
  package let facts: [PlannedFact]

  /// Creates what is encoded of some facts.
  package init(_ facts: [PlannedFact]) {
    self.facts = facts
  }

  /// Decodes facts of any keys.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    facts = try values.allKeys.map { key in
      if let number = try? values.decode(Double.self, forKey: key) {
        return PlannedFact(key: key.stringValue, value: .number(number))
      }
      return PlannedFact(
        key: key.stringValue, value: .text(try values.decode(String.self, forKey: key)))
    }
  }

  /// Encodes whole numbers without a fraction.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    for fact in facts {
      let key = Key(stringValue: fact.key)
      switch fact.value {
      case .text(let text): try values.encode(text, forKey: key)
      case .number(let number):
        if let whole = Int64(exactly: number) {
          try values.encode(whole, forKey: key)
        } else {
          try values.encode(number, forKey: key)
        }
      }
    }
  }

  /// Any key.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
  }
}
