/// Metadata as XMP: properties with values or lists of values.
///
/// Properties are called as XMP prefers, such as `dc:title`; a packet may declare other prefixes for
/// the same namespaces, and be in UTF-16.
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
    let packet =
      bytes.starts(with: Self.signature) ? Array(bytes[Self.signature.count...]) : bytes
    xml = packet.fromUTF16 ?? packet
  }

  /// The value of a property such as `tiff:Orientation`, or the first of its values; nil where
  /// there is none.
  package func value(of property: String) -> String? {
    items(of: property).first
  }

  /// The values of a property such as `dc:subject`, in their order, without those that are no text.
  package func items(of property: String) -> [String] {
    (values(of: [property])[property] ?? []).compactMap(\.text)
  }

  /// Reads the values of some properties.
  ///
  /// They are the items of an `rdf:Bag`, `rdf:Seq` or `rdf:Alt`, else the value of an attribute or
  /// the text of an element. The first attribute or element with the name counts. What stands in the
  /// items of another list is about a part of the picture, or about another one. Space around values is
  /// left out, and so are values that are nothing else.
  ///
  /// - Parameter names: The names of properties, and of fields of their values.
  /// - Returns: The values in their order; none where a property has none.
  package func values(of names: Set<String>) -> [String: [XMPValue]] {
    var reader = XMPReader(names)
    return reader.values(of: xml)
  }
}

extension [UInt8] {
  /// A text in UTF-16 as UTF-8; nil where neither a byte order mark nor a `<` begins it.
  fileprivate var fromUTF16: [UInt8]? {
    let high: Int
    switch prefix(2) {
    case [0xFE, 0xFF], [0, 0x3C]: high = 0
    case [0xFF, 0xFE], [0x3C, 0]: high = 1
    default: return nil
    }
    let units = (0..<count / 2).lazy.map {
      UInt16(self[2 * $0 + high]) << 8 | UInt16(self[2 * $0 + 1 - high])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
