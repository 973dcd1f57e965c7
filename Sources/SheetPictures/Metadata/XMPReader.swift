internal import SheetModel

/// One of the values of a property.
struct XMPValue: Equatable, Sendable {
  /// The text; nil if there is none, as in a structure.
  var text: String?
  /// The requested fields of a structure, and qualifiers such as `xml:lang`.
  var fields: [String: String] = [:]
}

/// Finds properties in one pass, however deeply elements are nested.
struct XMPReader {
  private let names: [ArraySlice<UInt8>: String]
  private let stopsEarly: Bool
  private var namespaces = XMPNamespaces()
  private var found: [String: [XMPValue]] = [:]
  /// The number of open elements, and the number of elements around each property.
  private var level = 0
  private var levels: [String: Int] = [:]
  /// The property whose element is open, followed by its current value and its earlier values.
  private var property: String?
  private var value = XMPValue()
  private var values: [XMPValue] = []
  private var text: [UInt8] = []
  /// The field whose element is open.
  private var field: String?
  private var fieldText: [UInt8] = []
  /// The number of open list items.
  private var depth = 0
  /// The number of open elements in a value that are not part of it: qualifiers, and fields.
  private var othersOpen = 0

  private static let rdfValue = Array("rdf:value".utf8)[...]

  /// Reads some properties, to the end or until each has been found once.
  init(_ names: Set<String>, stopsEarly: Bool = false) {
    self.names = Dictionary(
      uniqueKeysWithValues: names.map { (Array($0.utf8)[...], $0) })
    self.stopsEarly = stopsEarly
  }

  mutating func values(of xml: [UInt8]) -> [String: [XMPValue]] {
    var tokens = XMLTokens(xml)
    while !stopsEarly || found.count < names.count, let token = tokens.next() {
      switch token {
      case .text(let text) where property != nil: add(text.withoutReferences)
      case .literal(let text) where property != nil: add(text)
      case .text, .literal: continue
      case .start(let name):
        level += 1
        namespaces.open(tokens.declarations.map { ($0, $1.withoutReferences) })
        let standardName = namespaces.standardName(of: name, isElement: true)
        if standardName.isListItem {
          depth += 1
          if depth == 1, othersOpen == 0 { startValue() }
        } else {
          if property != nil, !standardName.starts(with: "rdf:".utf8) { othersOpen += 1 }
          start(names[standardName])
        }
      case .attribute(let name, let value):
        let standardName = namespaces.standardName(of: name)
        if let name = names[standardName] {
          add(value.withoutReferences, to: name)
        } else if property != nil, standardName == Self.rdfValue {
          add(value.withoutReferences)
        }
      case .end(let name):
        let standardName = namespaces.standardName(of: name, isElement: true)
        namespaces.close()
        if standardName.isListItem {
          if depth == 1, othersOpen == 0, property != nil { endValue() }
          depth = max(0, depth - 1)
        } else {
          end(names[standardName])
          if !standardName.starts(with: "rdf:".utf8) { othersOpen = max(0, othersOpen - 1) }
        }
        level = max(0, level - 1)
      }
    }
    return found
  }

  private mutating func start(_ name: String?) {
    guard let name, field == nil else { return }
    if property == nil, depth == 0 {
      property = name
      values = []
      startValue()
    } else if property != nil, depth <= 1 {
      field = name
      fieldText = []
    }
  }

  private mutating func end(_ name: String?) {
    guard let name else { return }
    if name == property {
      if depth == 0, values.isEmpty { endValue() }
      add(values, to: name, level)
      (property, depth, othersOpen) = (nil, 0, 0)
      startValue()
    } else if name == field {
      value.fields[name] = fieldText.trimmedText
      field = nil
    }
  }

  private mutating func startValue() {
    value = XMPValue()
    text = []
    field = nil
  }

  private mutating func endValue() {
    value.text = text.trimmedText
    if value != XMPValue() { values.append(value) }
    startValue()
  }

  private mutating func add(_ text: some Sequence<UInt8>) {
    if field != nil {
      fieldText += text
    } else if depth <= 1, othersOpen == 0 {
      self.text += text
    }
  }

  /// Handles an attribute: a property, or a field of a value.
  private mutating func add(_ attribute: [UInt8], to name: String) {
    if property != nil, depth <= 1 {
      value.fields[name] = attribute.trimmedText
    } else if property == nil, depth == 0 {
      // The corresponding element would be one level deeper.
      add(
        [attribute.trimmedText.map { XMPValue(text: $0) }].compactMap(\.self), to: name, level + 1)
    }
  }

  /// Adds the values of a property, which may be repeated.
  ///
  /// Only the shallowest level counts; on a deeper one, the name belongs to something else.
  private mutating func add(_ values: [XMPValue], to name: String, _ level: Int) {
    let known = levels[name] ?? .max
    guard level <= known else { return }
    levels[name] = level
    if level < known { found[name] = [] }
    // Append in place: a packet may repeat a property many thousands of times.
    found[name, default: []] += values
  }
}

extension [UInt8] {
  /// The text without surrounding space; nil if nothing is left.
  fileprivate var trimmedText: String? {
    let start = drop(while: \.isXMLSpace)
    guard let last = start.lastIndex(where: { !$0.isXMLSpace }) else { return nil }
    return String(decoding: start[...last], as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// Whether these bytes are the name of a list item: `rdf:li`, or `rdf:_1` and so on.
  ///
  /// Source: W3C, "RDF 1.1 XML Syntax", 2.15; "RDF Schema 1.1", 5.1.5.
  fileprivate var isListItem: Bool {
    guard starts(with: "rdf:".utf8) else { return false }
    let name = dropFirst(4)
    if name.elementsEqual("li".utf8) { return true }
    return name.first == UInt8(ascii: "_") && name.count > 1
      && name.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// The text with references by name or number replaced by their characters; other references stay
  /// as written.
  ///
  /// Source: W3C, "Extensible Markup Language (XML) 1.0", 4.1 and 4.6.
  var withoutReferences: [UInt8] {
    var text: [UInt8] = []
    var rest = self
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      text += rest[..<start]
      rest = rest[start...]
      // No reference is longer than `&#x0010FFFF;`.
      if let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = Unicode.Scalar(
          xmlName: String(decoding: rest[start..<end].dropFirst(), as: UTF8.self))
      {
        text += Array(String(scalar).utf8)
        rest = rest[end...].dropFirst()
      } else {
        text.append(UInt8(ascii: "&"))
        rest = rest.dropFirst()
      }
    }
    return text + rest
  }
}

extension Unicode.Scalar {
  /// The character for the name or number between `&` and `;`; nil if there is none.
  fileprivate init?(xmlName name: String) {
    switch name {
    case "amp": self = "&"
    case "lt": self = "<"
    case "gt": self = ">"
    case "quot": self = "\""
    case "apos": self = "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
      self.init(number)
    }
  }
}

/// Metadata as XMP: properties with values or lists of values.
///
/// Properties have the prefixes that XMP prefers, such as `dc:title`. A packet may declare other
/// prefixes for these namespaces, and may be in UTF-16 or UTF-32.
///
/// Source: XMP specification, part 1 (ISO 16684-1), 7 (how properties are written).
struct XMPPacket: Equatable, Sendable {
  private let xml: [UInt8]

  /// The bytes before a packet in a JPEG marker and in some text chunks of PNG.
  ///
  /// Source: XMP specification, part 3, 1.1.3.
  static let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  /// Creates a packet, with or without its ``signature`` or another spelling of it.
  init(_ bytes: [UInt8]) {
    let packet = SegmentHeader.xmp(in: bytes).map { Array($0) } ?? bytes
    xml = packet.fromUTF32 ?? packet.fromUTF16 ?? packet
  }

  /// The value of a property such as `tiff:Orientation`, or its first value; nil if there is none.
  func value(of property: String) -> String? {
    var reader = XMPReader([property], stopsEarly: true)
    return reader.values(of: xml)[property]?.lazy.compactMap(\.text).first
  }

  /// Whether the packet contains a word, for example as part of a property's name.
  func mentions(_ word: String) -> Bool {
    let word = Array(word.utf8)
    for index in xml.indices where xml[index] == word[0] {
      if xml[index...].starts(with: word) { return true }
    }
    return false
  }

  /// The values of a property such as `dc:subject`, in order.
  ///
  /// Values without text are left out.
  func items(of property: String) -> [String] {
    (values(of: [property])[property] ?? []).compactMap(\.text)
  }

  /// Reads the values of several properties.
  ///
  /// The values are the items of an `rdf:Bag`, `rdf:Seq` or `rdf:Alt`, or, for a property without a
  /// list, the value of an attribute or the text of an element. A repeated property has the values
  /// of all occurrences. A value with qualifiers is the text of its `rdf:value`. Items of nested
  /// lists are ignored: they describe a part of the picture, or another picture. Surrounding space
  /// is removed, and values consisting of space are left out.
  ///
  /// - Parameter names: The names of properties, and of fields of their values.
  /// - Returns: The values in order; none if a property has no value.
  func values(of names: Set<String>) -> [String: [XMPValue]] {
    var reader = XMPReader(names)
    return reader.values(of: xml)
  }
}

extension [UInt8] {
  /// The UTF-8 of a string in UTF-32; nil if it starts with neither a byte order mark nor a `<`.
  ///
  /// Numbers that do not stand for characters become U+FFFD.
  fileprivate var fromUTF32: [UInt8]? {
    let isBigEndian: Bool
    switch prefix(4) {
    case [0, 0, 0xFE, 0xFF], [0, 0, 0, 0x3C]: isBigEndian = true
    case [0xFF, 0xFE, 0, 0], [0x3C, 0, 0, 0]: isBigEndian = false
    default: return nil
    }
    var text = String.UnicodeScalarView()
    for start in stride(from: 0, to: count - 3, by: 4) {
      var value: UInt32 = 0
      for offset in 0..<4 {
        value = value << 8 | UInt32(self[start + (isBigEndian ? offset : 3 - offset)])
      }
      if value == 0xFEFF, start == 0 { continue }
      text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return Array(String(text).utf8)
  }

  /// The UTF-8 of a string in UTF-16; nil if it starts with neither a byte order mark nor a `<`.
  fileprivate var fromUTF16: [UInt8]? {
    switch prefix(2) {
    case [0xFE, 0xFF], [0, 0x3C]: Array(String(utf16: self, isBigEndian: true).utf8)
    case [0xFF, 0xFE], [0x3C, 0]: Array(String(utf16: self, isBigEndian: false).utf8)
    default: nil
    }
  }
}
