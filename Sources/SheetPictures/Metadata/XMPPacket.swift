/// Metadata as XMP: properties with values or lists of values.
///
/// Properties are known by the prefixes that XMP prefers, such as `dc:` and `tiff:`, as everybody
/// writes them; namespaces are not looked up. Packets in UTF-16 have no properties.
///
/// Source: XMP specification, part 1 (ISO 16684-1), 7 (how properties are written).
package struct XMPPacket: Equatable, Sendable {
  private let xml: [UInt8]

  /// What stands before a packet in a marker of JPEG and in some texts of PNG.
  ///
  /// Source: XMP specification, part 3, 1.1.3.
  package static let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  /// A packet, with or without its ``signature``.
  package init(_ bytes: [UInt8]) {
    xml =
      bytes.starts(with: Self.signature) ? Array(bytes[Self.signature.count...]) : bytes
  }

  /// The value of a property such as `tiff:Orientation`, or the first of its values; nil where
  /// there is none.
  package func value(of property: String) -> String? {
    items(of: property).first
  }

  /// The values of a property such as `dc:subject`, in their order.
  ///
  /// They are the items of an `rdf:Bag`, `rdf:Seq` or `rdf:Alt`, else the value of an attribute or
  /// the text of an element. The first attribute or element with the name counts. Space around
  /// values is left out, and so are values that are nothing else.
  package func items(of property: String) -> [String] {
    let name = Array(property.utf8)
    var tokens = XMLTokens(xml)
    while let token = tokens.next() {
      switch token {
      case .attribute(let own, let value) where own.elementsEqual(name):
        return [value.withoutReferences].compactMap(\.trimmedText)
      case .start(let own) where own.elementsEqual(name):
        return Self.values(&tokens, until: name)
      default: continue
      }
    }
    return []
  }

  /// Consumes an element behind its name.
  private static func values(_ tokens: inout XMLTokens, until element: [UInt8]) -> [String] {
    let item = Array("rdf:li".utf8)
    var (items, current): ([[UInt8]], [UInt8]) = ([], [])
    var hasItems = false
    while let token = tokens.next() {
      switch token {
      case .text(let text): current += text.withoutReferences
      case .literal(let text): current += text
      case .start(let name) where name.elementsEqual(item):
        hasItems = true
        current = []
      case .end(let name) where name.elementsEqual(item):
        items.append(current)
        current = []
      case .end(let name) where name.elementsEqual(element):
        return (hasItems ? items : [current]).compactMap(\.trimmedText)
      case .attribute, .start, .end: continue
      }
    }
    return items.compactMap(\.trimmedText)
  }
}

extension [UInt8] {
  /// The text without the space around it; nil where nothing is left.
  fileprivate var trimmedText: String? {
    let start = drop(while: \.isXMLSpace)
    guard let last = start.lastIndex(where: { !$0.isXMLSpace }) else { return nil }
    return String(decoding: start[...last], as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// The text with the characters that it refers to by name or number; other references stay as
  /// they are written.
  ///
  /// Source: W3C, "Extensible Markup Language (XML) 1.0", 4.1 and 4.6.
  fileprivate var withoutReferences: [UInt8] {
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
  /// The character by what stands between `&` and `;`; nil for none.
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
