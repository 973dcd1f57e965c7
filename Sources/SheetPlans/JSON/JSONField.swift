internal import FoundationEssentials
internal import SheetFiles

/// How a value is represented in JSON.
package protocol JSONForm<Value>: SendableMetatype {
  associatedtype Value
  associatedtype JSON: Codable & SendableMetatype

  /// Whether the key of a value may be missing, in which case the value is taken from a blank
  /// object.
  static var mayLack: Bool { get }
  /// The value in JSON; nil to leave its key out.
  static func json(_ value: Value) -> JSON?
  /// The value of `json`.
  ///
  /// The path of an error is relative to `json`, and empty if the error is about the whole value.
  static func checked(_ json: JSON) throws(ManifestError) -> Value

  static func decode(from decoder: any Decoder) throws -> Value
  static func encode(_ value: Value, to encoder: any Encoder) throws
}

extension JSONForm {
  package static var mayLack: Bool { false }

  package static func decode(from decoder: any Decoder) throws -> Value {
    let json = try decoder.singleValueContainer().decode(JSON.self)
    return try placing(decoder.codingPath) { () throws(ManifestError) in try checked(json) }
  }

  package static func encode(_ value: Value, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(json(value))
  }
}

/// The form of a value whose key may be missing.
protocol OptionalForm: JSONForm {}

extension OptionalForm {
  static var mayLack: Bool { true }
}

/// An object, described as a list of its fields.
package protocol JSONObject: JSONForm where JSON == As<Self> {
  /// The initial value when reading; fields that are missing keep it.
  static var blank: Value { get }
  /// All fields, each with its key, its key path in the value, and its form.
  static var fields: [Field<Value>] { get }
  /// Checks fields that depend on each other.
  static func check(_ value: inout Value) throws(ManifestError)
}

extension JSONObject {
  package static func json(_ value: Value) -> As<Self>? { As(value) }
  package static func checked(_ json: As<Self>) -> Value { json.value }
  package static func check(_: inout Value) {}

  package static func decode(from decoder: any Decoder) throws -> Value {
    let json = try decoder.container(keyedBy: JSONKey.self)
    var value = blank
    for field in fields { try field.read(&value, json) }
    return try placing(decoder.codingPath) { () throws(ManifestError) in
      try check(&value)
      return value
    }
  }

  package static func encode(_ value: Value, to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: JSONKey.self)
    for field in fields { try field.write(value, &json) }
  }
}

/// A JSON value in a given form.
package struct As<Form: JSONForm>: Codable {
  package let value: Form.Value

  package init(_ value: Form.Value) { self.value = value }

  package init(from decoder: any Decoder) throws { value = try Form.decode(from: decoder) }
  package func encode(to encoder: any Encoder) throws { try Form.encode(value, to: encoder) }
}

/// A key of an object, or the rest of a path in an error.
package struct JSONKey: CodingKey, Equatable, ExpressibleByStringLiteral {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init(stringLiteral: String) { stringValue = stringLiteral }
  package init?(intValue: Int) { nil }
}

/// A field of an object, or several fields for one part of its value.
package struct Field<Object>: Sendable {
  typealias Place<Value> = any WritableKeyPath<Object, Value> & Sendable

  /// The key; for several fields, the first one.
  let key: JSONKey
  let mayLack: Bool
  let read: @Sendable (inout Object, KeyedDecodingContainer<JSONKey>) throws -> Void
  let write: @Sendable (Object, inout KeyedEncodingContainer<JSONKey>) throws -> Void
}

extension Field {
  init<Form: JSONForm>(_ key: JSONKey, _ place: Place<Form.Value>, _: Form.Type) {
    (self.key, mayLack) = (key, Form.mayLack)
    read = { object, json in
      let part =
        if Form.mayLack {
          try json.decodeIfPresent(Form.JSON.self, forKey: key)
        } else {
          try json.decode(Form.JSON.self, forKey: key) as Form.JSON?
        }
      guard let part else { return }
      object[keyPath: place] = try placing(json.codingPath + [key]) {
        () throws(ManifestError) in try Form.checked(part)
      }
    }
    write = { object, json in
      guard let part = Form.json(object[keyPath: place]) else { return }
      try json.encode(part, forKey: key)
    }
  }

  init<Part>(_ place: Place<Part>, _ fields: [Field<Part>]) {
    (key, mayLack) = (fields[0].key, false)
    read = { object, json in for field in fields { try field.read(&object[keyPath: place], json) } }
    write = { for field in fields { try field.write($0[keyPath: place], &$1) } }
  }

  /// Fields of an optional part of the value.
  ///
  /// The part is missing if its first field is missing.
  init<Part: Sendable>(_ place: Place<Part?>, _ blank: Part, _ fields: [Field<Part>]) {
    let first = fields[0].key
    (key, mayLack) = (first, true)
    read = { object, json in
      guard json.contains(first), try !json.decodeNil(forKey: first) else {
        guard
          let stray = fields.first(where: {
            !$0.mayLack && json.contains($0.key) && $0.key != first
          })
        else { return }
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: json.codingPath + [stray.key],
            debugDescription: "it needs '\(first.stringValue)'"))
      }
      var part = blank
      for field in fields { try field.read(&part, json) }
      object[keyPath: place] = part
    }
    write = { object, json in
      guard let part = object[keyPath: place] else { return }
      for field in fields { try field.write(part, &json) }
    }
  }
}

extension ManifestError {
  /// An error about the whole value being checked.
  static func invalid(_ reason: String) -> ManifestError { .invalid(path: "", reason: reason) }
}

/// The result of `check`, whose errors become decoding errors at a path.
private func placing<Value>(
  _ path: @autoclosure () -> [any CodingKey], _ check: () throws(ManifestError) -> Value
) throws -> Value {
  do throws(ManifestError) { return try check() } catch .invalid(let inner, let reason) {
    let keys = inner.isEmpty ? path() : path() + [JSONKey(stringValue: inner)]
    throw DecodingError.dataCorrupted(.init(codingPath: keys, debugDescription: reason))
  }
}

// The name of a file is text; if it is not UTF-8, its bytes are stored as well.

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

  /// The names of files, left out if there are none; the bytes of a name are empty if it is text.
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

extension Array {
  /// The first element, which plans list apart from the others; nil if there is none.
  var firstElement: Element? {
    get { first }
    set { replaceSubrange(prefix(1).indices, with: newValue.map { [$0] } ?? []) }
  }

  /// The elements after the first one.
  var furtherElements: [Element] {
    get { Array(dropFirst()) }
    set { self = prefix(1) + newValue }
  }
}

extension [FileName] {
  /// The bytes of each name in base64, empty if it is text; nil if all are text.
  package var base64: [String]? {
    contains { $0.bytes != nil } ? map { $0.bytes?.base64 ?? "" } : nil
  }
}

extension [UInt8] {
  /// The bytes as stored in JSON.
  package var base64: String { Data(self).base64EncodedString() }
}
