internal import SheetModel

/// Searches for keys in text as it is read, piece by piece: in a JSON object, or else in lines.
///
/// Even if the text has several megabytes, only one line and the values found are kept.
struct TextSearch {
  private var searches: [(key: TextKey, fields: JSONFields, lines: KeyedLines)]

  /// Starts a search for some keys in the text under a keyword.
  init(_ keys: Set<TextKey>, in keyword: String) {
    searches = keys.filter { $0.keyword == keyword }.map {
      let key = Array($0.key.utf8)
      return ($0, JSONFields(key), KeyedLines(key))
    }
  }

  /// Reads the next piece of the text.
  mutating func take(_ piece: some Sequence<UInt8>) {
    for index in searches.indices {
      for byte in piece {
        searches[index].fields.take(byte)
        searches[index].lines.take(byte)
      }
    }
  }

  /// The values of the keys, once the whole text has been read.
  ///
  /// Duplicate values of a key are left out. A missing key has no values.
  mutating func values() -> [TextKey: [String]] {
    var values: [TextKey: [String]] = [:]
    for index in searches.indices {
      let found: [[UInt8]]
      switch searches[index].fields.result {
      case .noObject: found = [searches[index].lines.value()].compactMap(\.self)
      case .noValue: found = []
      case .values(let several): found = several
      }
      values[searches[index].key] = found.map { String(decoding: $0, as: UTF8.self) }
    }
    return values
  }
}

/// Searches text for `Key: value`, which may be at the start of a line, or after a comma and a
/// space.
///
/// A value ends at a comma or at the end of its line, unless it is in double quotes. Within quotes,
/// a backslash makes the following quote or backslash part of the value.
///
/// Image generators write a prompt, a line `Negative prompt: …`, and a line of settings, which
/// starts with `Steps: 20`, or is the last line and has at least three settings. If there is a line
/// of settings, only the settings count as keys, because a prompt may contain any text.
///
/// The text arrives byte by byte; the first 64 KiB of each line are read.
///
/// Source: AUTOMATIC1111 and Forge, `parse_generation_parameters`; SD.Next, which may separate
/// settings by ` | `.
struct KeyedLines {
  private static let longestLine = 64 * 1024
  private static let prompts = ["prompt"].map { Array($0.utf8) }
  private static let negatives = ["negative", "Negative prompt"].map { Array($0.utf8) }

  private let key: [UInt8]
  private var line: [UInt8] = []
  private var endsWithReturn = false
  /// The first value found, on whichever line.
  private var found: [UInt8]?
  /// The first value in the last line of settings, or in the lines after it.
  private var setting: [UInt8]?
  private var hasSettings = false
  /// The last non-blank line.
  private var last: (value: [UInt8]?, count: Int) = (nil, 0)
  /// The prompt and the negative prompt, of which a few kilobytes each are kept, and their lengths
  /// without the settings that may follow them.
  private var texts: [[UInt8]] = [[], []]
  private var lengths = [0, 0]
  private var isNegative = false

  /// Starts a search for the first field with a key, which must not contain a colon.
  init(_ key: [UInt8]) {
    self.key = key
  }

  mutating func take(_ byte: UInt8) {
    let isRest = endsWithReturn && byte == lineFeed
    endsWithReturn = byte == carriageReturn
    if isRest { return }
    if byte == lineFeed || byte == carriageReturn {
      endLine()
    } else if line.count < Self.longestLine {
      line.append(byte)
    }
  }

  /// The value of the field, once the text has ended; nil if there is none.
  mutating func value() -> [UInt8]? {
    endLine()
    let isSettings = hasSettings || last.count >= 3
    if isSettings || isNegative,
      let index = [Self.prompts, Self.negatives].firstIndex(where: { $0.contains(key) })
    {
      let text = isSettings ? texts[index].prefix(lengths[index]) : texts[index][...]
      if !text.trimmed.isEmpty { return Array(text.trimmed) }
    }
    return hasSettings ? setting : (last.count >= 3 ? last.value : nil) ?? found
  }

  private mutating func endLine() {
    let line = self.line[...].trimmed
    self.line.removeAll(keepingCapacity: true)
    let isSteps =
      line.starts(with: Self.steps) && line.dropFirst(Self.steps.count).first?.isDigit == true
    let fields = Self.fields(key, inLine: line, mayHavePipes: isSteps)
    if found == nil { found = fields.value }
    if isSteps {
      (hasSettings, setting) = (true, nil)
    }
    if hasSettings, setting == nil { setting = fields.value }
    if isSteps || !hasSettings && !line.isEmpty { lengths = texts.map(\.count) }
    if !line.isEmpty { last = fields }
    addText(line)
  }

  /// Adds a line to the prompt, or to the negative prompt; a few kilobytes of each are kept.
  private mutating func addText(_ line: ArraySlice<UInt8>) {
    var line = line
    // Some programs write `Negative Prompt:`.
    if !isNegative,
      line.prefix(Self.negative.count).elementsEqual(
        Self.negative, by: { $0 == $1 || $0 | 0x20 == $1 | 0x20 && $0.isLetterASCII })
    {
      isNegative = true
      line = line.dropFirst(Self.negative.count)
    }
    let index = isNegative ? 1 : 0
    if !texts[index].isEmpty { texts[index].append(lineFeed) }
    let left = FactLength.kept + 4 - texts[index].count
    if left > 0 { texts[index] += line.trimmed.prefix(left) }
  }

  private static let steps = Array("Steps: ".utf8)
  private static let negative = Array("Negative prompt:".utf8)

  /// The first value under a key in a line, and the number of keys in the line.
  private static func fields(
    _ key: [UInt8], inLine line: ArraySlice<UInt8>, mayHavePipes: Bool
  ) -> (value: [UInt8]?, count: Int) {
    let comma = comma
    let separator =
      mayHavePipes && line.first { $0 == comma || $0 == pipe } == pipe ? pipe : comma
    var (found, count): ([UInt8]?, Int) = (nil, 0)
    var rest = line
    // A quote that is never closed is an ordinary character, and so are quotes after it.
    var mayQuote = true
    var mayBeKey = true
    while true {
      var end = rest.firstIndex(of: separator) ?? rest.endIndex
      if mayBeKey, let colon = rest[..<end].firstIndex(of: colon) {
        if rest[..<colon].allSatisfy(\.isOfSettingName) { count += 1 }
        let isWanted = found == nil && rest[..<colon].elementsEqual(key)
        let value = rest[(colon + 1)...].drop { $0 == space }
        if mayQuote, value.first == quote {
          if let closing = closingQuote(in: value.dropFirst()) {
            if isWanted { found = unescaped(value[..<closing].dropFirst()) }
            end = rest[closing...].firstIndex(of: separator) ?? rest.endIndex
          } else {
            mayQuote = false
          }
        }
        if isWanted, found == nil { found = Array(rest[(colon + 1)..<end].trimmed) }
      }
      guard end < rest.endIndex else { return (found, count) }
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
      // Other escapes are left as they are.
      if isEscaped, byte != quote, byte != backslash { bytes.append(backslash) }
      bytes.append(byte)
      isEscaped = false
    }
    return bytes
  }
}

extension UInt8 {
  fileprivate var isLetterASCII: Bool { 0x61...0x7A ~= self | 0x20 }

  /// Whether names of settings may contain this byte: letters, digits, spaces and `_-/`.
  fileprivate var isOfSettingName: Bool {
    self >= 0x80 || isDigit || isLetterASCII || " _-/".utf8.contains(self)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without surrounding spaces and line breaks.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let start = drop { $0 == space || $0 == lineFeed }
    let end = start.lastIndex { $0 != space && $0 != lineFeed }
    return start[..<(end.map { $0 + 1 } ?? start.startIndex)]
  }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let space = UInt8(ascii: " ")
private let comma = UInt8(ascii: ",")
private let pipe = UInt8(ascii: "|")
private let colon = UInt8(ascii: ":")
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
