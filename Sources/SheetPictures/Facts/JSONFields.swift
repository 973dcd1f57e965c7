internal import SheetImaging

/// Searches a JSON object for one field whose value is a string, a number or a boolean.
///
/// A key names a field of the object itself or, like `KSampler.seed`, a field of objects below it:
/// an object named by the first part of the key, or ComfyUI nodes of the class that the first part
/// names, whose fields are in `inputs`. A node of a workflow lists its values in `widgets_values`,
/// and their names in `inputs`.
///
/// The text arrives byte by byte, and only the delimiters of fields are examined: a decoder would
/// build a tree of unneeded fields, and a deep tree would overflow its stack. Numbers stay as
/// written, however long. Only about the first 24 KiB of a value are kept, which is still more than
/// a picture keeps.
///
/// Source: RFC 8259, sections 2 to 7; ComfyUI, "Workflow JSON" and the format of its API.
struct JSONFields {
  /// The result of a search.
  enum Result: Equatable {
    /// The text is not an object.
    case noObject
    /// The key is missing, or its value is null, an object or a list.
    case noValue
    /// The value under the key as UTF-8, or the different values of several nodes.
    case values([[UInt8]])
  }

  /// What the next byte belongs to, or what has to follow.
  private enum Place {
    case start, firstName, name, colon, value, firstValue, comma, end
    case string, word, brackets, stringInBrackets
    case noObject
  }

  /// An object or a list that is open.
  private struct Level {
    let isObject: Bool
    /// The name of the field that contains the object or list; empty if a list contains it.
    let name: [UInt8]
    /// The node class that an object states.
    var kind: [UInt8] = []
    /// The value of the field named by the last part of the key, and the length of the key's first
    /// part.
    var candidate: (partLength: Int, value: [UInt8])?
    /// The widgets of a node in a workflow.
    var widgets = NodeWidgets()
    /// The widget of an input; an input that is connected to another node has no value of its own.
    var input: (widget: [UInt8]?, isLinked: Bool) = (nil, false)
  }

  /// The depth below which brackets are only counted; ComfyUI nodes have fields at the fourth
  /// level.
  private static let maximumLevels = 8
  private static let maximumValues = 64

  private let key: [UInt8]
  private var place = Place.start
  private var found: Result?
  private var values: [[UInt8]] = []
  private var levels: [Level] = []
  /// The name of the next value.
  private var name: [UInt8] = []
  private var isName = false
  /// Whether the value may be the one searched for.
  private var isWanted = false
  private var isEscaped = false
  /// The number of open brackets below the deepest level that is tracked.
  private var depth = 0
  /// The start of the current name or value.
  private var kept: [UInt8] = []
  private let maximumKeptBytes: Int

  /// Searches for a key.
  init(_ key: [UInt8]) {
    self.key = key
    // Each byte of a string may be written as an escape of six bytes.
    maximumKeptBytes = 6 * (max(key.count, FactLength.kept) + 4)
  }

  /// The result, once the text has ended.
  var result: Result {
    place == .end ? found ?? (values.isEmpty ? .noValue : .values(values)) : .noObject
  }

  mutating func take(_ byte: UInt8) {
    switch place {
    case .noObject: break
    case .string, .stringInBrackets: takeInString(byte)
    case .brackets: takeInBrackets(byte)
    case .word where byte.isOfJSONWord: keep(byte)
    case .word:
      end(isWanted && !kept.elementsEqual("null".utf8) ? kept : nil, isText: false)
      take(byte)
    case _ where byte.isJSONSpace: break
    case .start where byte == UInt8(ascii: "{"): open(byte)
    case .firstName where byte == UInt8(ascii: "}"), .firstValue where byte == UInt8(ascii: "]"):
      close(byte)
    case .firstName, .name:
      (isName, kept) = (true, [])
      place = byte == UInt8(ascii: "\"") ? .string : .noObject
    case .colon: place = byte == UInt8(ascii: ":") ? .value : .noObject
    case .value, .firstValue: startValue(byte)
    case .comma where byte == UInt8(ascii: ","):
      place = levels.last?.isObject == true ? .name : .value
    case .comma: close(byte)
    case .start, .end: place = .noObject
    }
  }

  private mutating func startValue(_ byte: UInt8) {
    (isName, kept) = (false, [])
    isWanted =
      levels.last?.isObject == true
      ? Self.knownFields.contains(name) || key.reversed().starts(with: name.reversed())
      : levels.last?.name == Self.inputs[1]
    switch byte {
    case UInt8(ascii: "\""): place = .string
    case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte)
    default:
      place = byte.isOfJSONWord ? .word : .noObject
      keep(byte)
    }
  }

  private mutating func open(_ bracket: UInt8) {
    guard levels.count < Self.maximumLevels else {
      (place, depth) = (.brackets, 1)
      return
    }
    let isObject = bracket == UInt8(ascii: "{")
    levels.append(Level(isObject: isObject, name: name))
    name = []
    place = isObject ? .firstName : .firstValue
  }

  private mutating func close(_ bracket: UInt8) {
    guard let level = levels.popLast(),
      bracket == UInt8(ascii: level.isObject ? "}" : "]")
    else {
      place = .noObject
      return
    }
    if level.isObject, levels.count > 1, levels.last?.name == Self.inputs[0],
      let widget = level.input.widget
    {
      let length = level.input.isLinked ? nil : partLength(ofFieldNamed: widget)
      levels[levels.count - 2].widgets.add(partLength: length)
    }
    if let (length, value) = level.candidate ?? level.widgets.candidate,
      [level.name, level.kind].contains(where: { $0.elementsEqual(key.prefix(length)) }),
      !values.contains(value), values.count < Self.maximumValues
    {
      values.append(value)
    }
    name = level.name
    end(nil, isText: false)
  }

  /// Handles the end of the value under `name`; the value is nil if it was null, an object or a
  /// list.
  private mutating func end(_ value: [UInt8]?, isText: Bool) {
    defer { name = [] }
    place = levels.isEmpty ? .end : .comma
    guard let level = levels.last else { return }
    let index = levels.count - 1
    guard level.isObject else {
      if index > 0, level.name == Self.inputs[1] { levels[index - 1].widgets.add(value: value) }
      return
    }
    if index == 0, name == key, found == nil { found = value.map { .values([$0]) } ?? .noValue }
    guard let value else { return }
    if isText, name == Self.knownFields[0] || level.kind.isEmpty && name == Self.knownFields[1] {
      levels[index].kind = Array(value.prefix(key.count + 1))
    }
    if isText, index > 0, name == Self.knownFields[2], level.name == Self.widget {
      levels[index - 1].input.widget = value
    }
    if name == Self.knownFields[3] { levels[index].input.isLinked = true }
    if name == Self.knownFields[4] { levels[index].widgets.mode = value }
    let isInputs = index > 1 && Self.inputs.contains(level.name)
    let owner = isInputs ? index - 1 : index
    if levels[owner].candidate == nil, let length = partLength(ofFieldNamed: name) {
      levels[owner].candidate = (length, value)
    }
  }

  /// The length of the key's first part, if the rest of the key is the name of this field;
  /// otherwise nil.
  private func partLength(ofFieldNamed name: [UInt8]) -> Int? {
    let length = key.count - name.count - 1
    guard length > 0, key[length] == UInt8(ascii: "."), key[(length + 1)...].elementsEqual(name)
    else { return nil }
    return length
  }

  /// The keys that are read from a node: its class, a widget's name, a link, and the node's mode.
  ///
  /// The class is `class_type` in the API format, and `type` in workflows.
  private static let knownFields = ["class_type", "type", "name", "link", "mode"].map {
    Array($0.utf8)
  }
  private static let widget = Array("widget".utf8)

  /// The objects that contain the fields of a node.
  private static let inputs = ["inputs", "widgets_values"].map { Array($0.utf8) }

  private mutating func takeInString(_ byte: UInt8) {
    if !isEscaped, byte == UInt8(ascii: "\"") {
      if place == .stringInBrackets {
        place = .brackets
      } else if isName {
        (name, place) = (unescapedJSON(kept[...]), .colon)
      } else {
        end(isWanted ? unescapedJSON(kept[...]) : nil, isText: true)
      }
      return
    }
    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    if place == .string { keep(byte) }
  }

  /// Brackets need not match, since the text between them is not examined.
  private mutating func takeInBrackets(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): place = .stringInBrackets
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth == 0 { end(nil, isText: false) }
    default: break
    }
  }

  private mutating func keep(_ byte: UInt8) {
    if isName || isWanted, kept.count < maximumKeptBytes { kept.append(byte) }
  }
}

/// The values of a node, which a workflow lists without names.
///
/// Inputs name widgets in the order of their values. A number may be followed by a widget that has
/// no input and holds the rule for the number's next value.
///
/// Source: ComfyUI, "Workflow JSON"; its frontend, `addValueControlWidgets`.
private struct NodeWidgets {
  private static let maximumValues = 64
  private static let controls = Set(NodeGraph.controls.map { Array($0.utf8) })
  /// The modes of nodes that are muted or bypassed.
  private static let idle = ["2", "4"].map { Array($0.utf8) }

  /// The mode of the node: a number that says whether the node runs.
  var mode: [UInt8] = []
  private var count = 0
  /// The index of the requested widget, and the length of the first part of the key.
  private var wanted: (index: Int, partLength: Int)?
  private var values: [[UInt8]?] = []

  /// Adds the widget of an input; `partLength` is nil if the widget is not the requested one.
  mutating func add(partLength: Int?) {
    if wanted == nil, let partLength { wanted = (count, partLength) }
    count += 1
  }

  mutating func add(value: [UInt8]?) {
    if values.count <= Self.maximumValues { values.append(value) }
  }

  /// The requested value; nil if a value belongs to an unknown widget.
  var candidate: (partLength: Int, value: [UInt8])? {
    guard let wanted, values.count <= Self.maximumValues, !Self.idle.contains(mode) else {
      return nil
    }
    var candidates = values
    if candidates.count > count {
      candidates =
        values.prefix(1) + values.dropFirst().filter { $0.map(Self.controls.contains) != true }
    }
    return candidates.count == count
      ? candidates[wanted.index].map { (wanted.partLength, $0) } : nil
  }
}

extension UInt8 {
  var isJSONSpace: Bool { self == 0x20 || 0x09...0x0A ~= self || self == 0x0D }

  /// Whether numbers and names may contain this byte.
  fileprivate var isOfJSONWord: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
    default: false
    }
  }
}

/// The text of a JSON string as UTF-8.
///
/// Half of a surrogate pair becomes U+FFFD. Invalid escapes are left as they are.
func unescapedJSON(_ string: ArraySlice<UInt8>) -> [UInt8] {
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
      // The second half of a pair has its own escape.
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

/// Removes four hexadecimal digits from the start; nil if they are missing.
private func popCodeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
  let digits = rest.prefix(4).compactMap(\.hexadecimalDigit)
  guard digits.count == 4 else { return nil }
  rest = rest.dropFirst(4)
  return digits.reduce(0) { $0 << 4 | UInt16($1) }
}
