/// A text with `Key: value` at the start of lines, and behind a comma and a space.
///
/// A value ends with its line or at a comma, unless it stands in double quotes, in which a backslash
/// makes a quote or a backslash of what follows it.
///
/// The text comes byte by byte; of a line the first 64 KiB count.
struct KeyedLines {
  private static let longestLine = 64 * 1024

  private let key: [UInt8]
  private var line: [UInt8] = []
  private var found: [UInt8]?

  /// Looks for the first field with a key, which has no colon.
  init(_ key: [UInt8]) {
    self.key = key
  }

  /// Looks at the next byte.
  mutating func take(_ byte: UInt8) {
    guard found == nil else { return }
    if byte == lineFeed || byte == carriageReturn {
      endLine()
    } else if line.count < Self.longestLine {
      line.append(byte)
    }
  }

  /// The value of the field, once the text has ended; nil where there is none.
  mutating func value() -> [UInt8]? {
    endLine()
    return found
  }

  private mutating func endLine() {
    if found == nil { found = Self.value(of: key, inLine: line[...]) }
    line.removeAll(keepingCapacity: true)
  }

  private static func value(of key: [UInt8], inLine line: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = line
    // A quote without an end is a sign like others, and so are those behind it.
    var mayQuote = true
    var mayBeKey = true
    while true {
      var end = rest.firstIndex(of: comma) ?? rest.endIndex
      if mayBeKey, let colon = rest[..<end].firstIndex(of: colon) {
        let isWanted = rest[..<colon].elementsEqual(key)
        let value = rest[(colon + 1)...].drop { $0 == space }
        if mayQuote, value.first == quote {
          if let closing = closingQuote(in: value.dropFirst()) {
            if isWanted { return unescaped(value[..<closing].dropFirst()) }
            end = rest[closing...].firstIndex(of: comma) ?? rest.endIndex
          } else {
            mayQuote = false
          }
        }
        if isWanted { return Array(rest[(colon + 1)..<end].trimmed) }
      }
      guard end < rest.endIndex else { return nil }
      rest = rest[(end + 1)...]
      mayBeKey = rest.first == space
      if mayBeKey { rest = rest.dropFirst() }
    }
  }

  private static func closingQuote(in line: ArraySlice<UInt8>) -> Int? {
    var isEscaped = false
    return line.firstIndex { byte in
      defer { isEscaped = !isEscaped && byte == backslash }
      return byte == quote && !isEscaped
    }
  }

  private static func unescaped(_ quoted: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in quoted {
      if byte == backslash, !isEscaped {
        isEscaped = true
        continue
      }
      // Other escapes stay as they are.
      if isEscaped, byte != quote, byte != backslash { bytes.append(backslash) }
      bytes.append(byte)
      isEscaped = false
    }
    return bytes
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces around them.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let start = drop { $0 == space }
    return start[..<(start.lastIndex { $0 != space }.map { $0 + 1 } ?? start.startIndex)]
  }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let space = UInt8(ascii: " ")
private let comma = UInt8(ascii: ",")
private let colon = UInt8(ascii: ":")
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
