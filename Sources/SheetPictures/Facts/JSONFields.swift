internal import SheetImaging

/// The fields of a JSON object whose values are strings, numbers and booleans.
///
/// Only what divides fields is looked at: a decoder would build a tree of what nobody asks for, and
/// a tree that is deep enough overflows its stack. Numbers stay as they are written, however long.
///
/// Source: RFC 8259, sections 2 to 7.
struct JSONFields {
  /// What a search finds.
  enum Result: Equatable {
    /// The text is no object.
    case noObject
    /// There is no such key, or its value is null, an object or a list.
    case noValue
    /// The first value under the key, as UTF-8.
    case value([UInt8])
  }

  private let bytes: [UInt8]
  /// What is looked at next.
  private var place = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value of a key of the object itself.
  ///
  /// - Complexity: O(*n*) for a text of *n* bytes.
  static func search(_ bytes: [UInt8], for key: [UInt8]) -> Result {
    var fields = JSONFields(bytes)
    return fields.search(for: key)
  }

  private mutating func search(for key: [UInt8]) -> Result {
    var found: Result?
    guard take("{") else { return .noObject }
    if !take("}") {
      repeat {
        guard let name = string(), take(":"), let value = value() else { return .noObject }
        if found == nil, unescapedJSON(name) == key { found = Self.plain(value) }
      } while take(",")
      guard take("}") else { return .noObject }
    }
    skipSpace()
    return place == bytes.count ? found ?? .noValue : .noObject
  }

  private static func plain(_ value: ArraySlice<UInt8>) -> Result {
    switch value.first {
    case UInt8(ascii: "\""): .value(unescapedJSON(value.dropFirst().dropLast()))
    case UInt8(ascii: "{"), UInt8(ascii: "["): .noValue
    default: value.elementsEqual("null".utf8) ? .noValue : .value(Array(value))
    }
  }

  private mutating func skipSpace() {
    while place < bytes.count, bytes[place].isJSONSpace { place += 1 }
  }

  /// Passes a sign, with the space ahead of it; false where another stands there.
  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  /// Passes a string, and returns what stands between its quotes, with its escapes.
  private mutating func string() -> ArraySlice<UInt8>? {
    guard take("\"") else { return nil }
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        return bytes[start..<(place - 1)]
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }

  /// Passes a value, and returns its bytes.
  private mutating func value() -> ArraySlice<UInt8>? {
    skipSpace()
    let start = place
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "\""): if string() == nil { return nil }
    case UInt8(ascii: "{"), UInt8(ascii: "["): if !passBrackets() { return nil }
    default:
      // A number or a name.
      place = bytes[place...].firstIndex { !$0.isOfJSONWord } ?? bytes.count
      guard place > start else { return nil }
    }
    return bytes[start..<place]
  }

  /// Passes an object or a list with all that is in it; false where it does not end.
  private mutating func passBrackets() -> Bool {
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        guard string() != nil else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return true }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || 0x09...0x0A ~= self || self == 0x0D }

  /// Whether numbers and names have it.
  fileprivate var isOfJSONWord: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
    default: false
    }
  }
}

/// The text of a JSON string as UTF-8; U+FFFD for half of a surrogate pair, and escapes that do not
/// exist stay as they are.
private func unescapedJSON(_ string: ArraySlice<UInt8>) -> [UInt8] {
  var text: [UInt8] = []
  text.reserveCapacity(string.count)
  var rest = string
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
      text.append(byte)
      continue
    }
    switch letter {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "u"):
      guard let unit = popCodeUnit(&rest) else {
        text += [byte, letter]
        continue
      }
      var units = [unit]
      // The second half of a pair has an escape of its own.
      if UTF16.isLeadSurrogate(unit), rest.starts(with: Array("\\u".utf8)) {
        var behind = rest.dropFirst(2)
        if let trail = popCodeUnit(&behind), UTF16.isTrailSurrogate(trail) {
          units.append(trail)
          rest = behind
        }
      }
      text += Array(String(decoding: units, as: UTF16.self).utf8)
    default: text += [byte, letter]
    }
  }
  return text
}

/// Removes four hexadecimal digits; nil where they are not there.
private func popCodeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
  let digits = rest.prefix(4).compactMap(\.hexadecimalDigit)
  guard digits.count == 4 else { return nil }
  rest = rest.dropFirst(4)
  return digits.reduce(0) { $0 << 4 | UInt16($1) }
}
