internal import FoundationEssentials
internal import SheetFiles

// The name of a file is a text. Its bytes stand beside it if they are not UTF-8.

extension Field {
  static func name(_ key: JSONKey, _ place: Place<FileName>) -> Field {
    Field(
      key: key, mayLack: false,
      read: { $0[keyPath: place] = try $1.name(key) },
      write: { try $1.encode($0[keyPath: place], forKey: key) })
  }

  /// The name of a file, which may be missing.
  static func optionalName(_ key: JSONKey, _ place: Place<FileName?>) -> Field {
    Field(
      key: key, mayLack: true,
      read: { object, json in
        guard json.contains(key), try !json.decodeNil(forKey: key) else { return }
        object[keyPath: place] = try json.name(key)
      }, write: { if let name = $0[keyPath: place] { try $1.encode(name, forKey: key) } })
  }

  /// The names of files, left out if there are none; bytes are empty if the text is complete.
  static func names(_ key: JSONKey, _ place: Place<[FileName]>) -> Field {
    Field(
      key: key, mayLack: true,
      read: { object, json in
        typealias Texts = [As<ManifestJSON.Path>]
        guard let texts = try json.decodeIfPresent(Texts.self, forKey: key) else { return }
        let bytes = try json.decodeIfPresent([Data].self, forKey: key.ofBytes)
        guard bytes == nil || bytes?.count == texts.count else {
          throw json.corrupted(key.ofBytes, "it is not as long as '\(key.stringValue)'")
        }
        object[keyPath: place] = try texts.enumerated().map {
          try json.name($1.value, bytes?[$0], key)
        }
      },
      write: { object, json in
        let names = object[keyPath: place]
        if names.isEmpty { return }
        try json.encode(names.map(\.text), forKey: key)
        try json.encodeIfPresent(names.base64, forKey: key.ofBytes)
      })
  }
}

extension JSONKey {
  fileprivate var ofBytes: JSONKey { JSONKey(stringValue: stringValue + "Bytes") }
}

extension KeyedDecodingContainer<JSONKey> {
  fileprivate func name(_ key: JSONKey) throws -> FileName {
    try name(
      decode(As<ManifestJSON.Path>.self, forKey: key).value,
      decodeIfPresent(Data.self, forKey: key.ofBytes), key)
  }

  fileprivate func name(_ text: String, _ bytes: Data?, _ key: JSONKey) throws -> FileName {
    if let name = FileName(text, bytes: bytes.map { Array($0) }) { return name }
    throw corrupted(
      key.ofBytes,
      "it is not the name in '\(key.stringValue)'; leave it out, or correct both")
  }

  fileprivate func corrupted(_ key: JSONKey, _ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath + [key], debugDescription: reason))
  }
}

extension KeyedEncodingContainer<JSONKey> {
  fileprivate mutating func encode(_ name: FileName, forKey key: JSONKey) throws {
    try encode(name.text, forKey: key)
    try encodeIfPresent(name.bytes?.base64, forKey: key.ofBytes)
  }
}

extension [FileName] {
  /// The bytes of each name in base64, empty for a text; nil if all are texts.
  package var base64: [String]? {
    contains { $0.bytes != nil } ? map { $0.bytes?.base64 ?? "" } : nil
  }
}

extension [UInt8] {
  /// The bytes as JSON has them.
  package var base64: String { Data(self).base64EncodedString() }
}
