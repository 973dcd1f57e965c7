internal import SheetModel

/// A value in a JSON text, of which only what is requested is examined.
///
/// No tree is built, so a long text takes little more memory than its bytes, and a deeply nested
/// text does not overflow the stack. Damage ends the fields of an object and the elements of a
/// list; those before it are used.
///
/// Source: RFC 8259, sections 2 to 7.
struct JSONText: Sendable {
  private let bytes: [UInt8]
  /// The position of the value in the whole text.
  let range: Range<Int>

  /// The maximum number of fields in an object, and of elements in a list.
  private static let maximumParts = 65_536

  /// Creates a value from a whole text.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let start = bytes.firstIndex { !$0.isJSONSpace } ?? bytes.endIndex
    range = start..<bytes.endIndex
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

  private var first: UInt8? { range.isEmpty ? nil : bytes[range.lowerBound] }

  var isObject: Bool { first == UInt8(ascii: "{") }
  var isNumber: Bool { first.map { $0.isDigit || $0 == UInt8(ascii: "-") } ?? false }
  var isTrue: Bool { first == UInt8(ascii: "t") }
  /// The length in bytes.
  var count: Int { range.count }
  var isBoolean: Bool { first == UInt8(ascii: "t") || first == UInt8(ascii: "f") }

  /// The fields of an object in order; none if it is something else.
  var fields: [(name: String, value: JSONText)] {
    guard isObject else { return [] }
    var fields: [(name: String, value: JSONText)] = []
    var place = skippingSpace(from: range.lowerBound + 1)
    while place < range.upperBound, bytes[place] == UInt8(ascii: "\""),
      fields.count < Self.maximumParts
    {
      let nameEnd = end(from: place)
      let colon = skippingSpace(from: nameEnd)
      guard colon < range.upperBound, bytes[colon] == UInt8(ascii: ":") else { break }
      let start = skippingSpace(from: colon + 1)
      let end = end(from: start)
      guard end > start else { break }
      fields.append(
        (JSONText(bytes, place..<nameEnd).string ?? "", JSONText(bytes, start..<end)))
      guard let next = skippingComma(from: end) else { break }
      place = next
    }
    return fields
  }

  /// The elements of a list in order; none if it is something else.
  var elements: [JSONText] {
    guard first == UInt8(ascii: "[") else { return [] }
    var elements: [JSONText] = []
    var place = skippingSpace(from: range.lowerBound + 1)
    while place < range.upperBound, elements.count < Self.maximumParts {
      let end = end(from: place)
      guard end > place else { break }
      elements.append(JSONText(bytes, place..<end))
      guard let next = skippingComma(from: end) else { break }
      place = next
    }
    return elements
  }

  /// The text of a string, or the digits of a number; nil for anything else.
  var scalar: String? {
    if let string { return string }
    guard let first, first.isDigit || first == UInt8(ascii: "-") else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The text of a string; nil for anything else.
  var string: String? {
    guard first == UInt8(ascii: "\"") else { return nil }
    let isWhole = range.count > 1 && bytes[range.upperBound - 1] == UInt8(ascii: "\"")
    let inner = bytes[range].dropFirst().dropLast(isWhole ? 1 : 0)
    // The rest is dropped: a picture keeps less text than this, and each character may be an escape
    // of six bytes.
    return String(decoding: unescapedJSON(inner.prefix(6 * FactLength.listed)), as: UTF8.self)
  }

  /// The value at a path of names joined by dots.
  subscript(path: String) -> JSONText? {
    path.split(separator: ".").reduce(Optional(self)) { value, name in
      value?.fields.first { $0.name == name }?.value
    }
  }

  // MARK: Scanning

  private func skippingSpace(from start: Int) -> Int {
    var place = start
    while place < range.upperBound, bytes[place].isJSONSpace { place += 1 }
    return place
  }

  private func skippingComma(from start: Int) -> Int? {
    let comma = skippingSpace(from: start)
    guard comma < range.upperBound, bytes[comma] == UInt8(ascii: ",") else { return nil }
    return skippingSpace(from: comma + 1)
  }

  /// The end of the value that starts at a position; the position itself if there is none.
  private func end(from start: Int) -> Int {
    var place = start
    var depth = 0
    while place < range.upperBound {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        while place < range.upperBound, bytes[place] != UInt8(ascii: "\"") {
          place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place = min(place + 1, range.upperBound)
        if depth == 0 { return place }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place }
        depth -= 1
        place += 1
        if depth == 0 { return place }
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if depth == 0 { return place }
        place += 1
      case let byte where byte.isJSONSpace:
        if depth == 0 { return place }
        place += 1
      default: place += 1
      }
    }
    return range.upperBound
  }
}
