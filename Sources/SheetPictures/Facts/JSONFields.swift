internal import SheetImaging

/// The fields of a JSON object whose values are strings, numbers and booleans, of which one is searched.
///
/// The text comes byte by byte, and only what divides fields is looked at: a decoder would build a tree
/// of what nobody asks for, and a tree that is deep enough overflows its stack. Numbers stay as they are
/// written, however long; of a value some kilobytes are kept, which are more than a picture keeps.
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

  /// What the next byte is part of, or what has to follow.
  private enum Place {
    case start, firstName, name, colon, value, comma, end
    case string, word, brackets, stringInBrackets
    case noObject
  }

  private let key: [UInt8]
  private var place = Place.start
  private var found: Result?
  /// Whether the string is a name.
  private var isName = false
  /// Whether the value is that of the key.
  private var isWanted = false
  private var isEscaped = false
  /// How many brackets are open inside the object.
  private var depth = 0
  /// What was kept of a name, or of the value that is wanted.
  private var kept: [UInt8] = []
  private let mostKept: Int

  /// Looks for a key of the object itself.
  init(_ key: [UInt8]) {
    self.key = key
    // A character may be written as the six of an escape.
    mostKept = 6 * (max(key.count, FactLength.kept) + 4)
  }

  /// What was found, once the text has ended.
  var result: Result { place == .end ? found ?? .noValue : .noObject }

  /// Looks at the next byte.
  mutating func take(_ byte: UInt8) {
    switch place {
    case .noObject: break
    case .string, .stringInBrackets: takeInString(byte)
    case .brackets: takeInBrackets(byte)
    case .word where byte.isOfJSONWord: keep(byte)
    case .word:
      endValue(kept.elementsEqual("null".utf8) ? .noValue : .value(kept))
      take(byte)
    case _ where byte.isJSONSpace: break
    case .start: place = byte == UInt8(ascii: "{") ? .firstName : .noObject
    case .firstName where byte == UInt8(ascii: "}"): place = .end
    case .firstName, .name:
      (isName, kept) = (true, [])
      place = byte == UInt8(ascii: "\"") ? .string : .noObject
    case .colon: place = byte == UInt8(ascii: ":") ? .value : .noObject
    case .value: startValue(byte)
    case .comma where byte == UInt8(ascii: ","): place = .name
    case .comma: place = byte == UInt8(ascii: "}") ? .end : .noObject
    case .end: place = .noObject
    }
  }

  private mutating func startValue(_ byte: UInt8) {
    (isName, kept) = (false, [])
    switch byte {
    case UInt8(ascii: "\""): place = .string
    case UInt8(ascii: "{"), UInt8(ascii: "["): (place, depth) = (.brackets, 1)
    default:
      place = byte.isOfJSONWord ? .word : .noObject
      keep(byte)
    }
  }

  private mutating func endValue(_ value: Result) {
    if isWanted { found = value }
    (place, isWanted) = (.comma, false)
  }

  private mutating func takeInString(_ byte: UInt8) {
    if !isEscaped, byte == UInt8(ascii: "\"") {
      if place == .stringInBrackets {
        place = .brackets
      } else if isName {
        isWanted = found == nil && unescapedJSON(kept[...]) == key
        place = .colon
      } else {
        endValue(.value(unescapedJSON(kept[...])))
      }
      return
    }
    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    if place == .string { keep(byte) }
  }

  /// Brackets need not match: what is between them is not looked at.
  private mutating func takeInBrackets(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): place = .stringInBrackets
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth == 0 { endValue(.noValue) }
    default: break
    }
  }

  private mutating func keep(_ byte: UInt8) {
    if isName || isWanted, kept.count < mostKept { kept.append(byte) }
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
