/// The parts of an XML text in order, as far as metadata needs them.
///
/// Comments, instructions and declarations are left out. Malformed XML yields some parts or none:
/// unknown markup is skipped, and unfinished markup is left out. Each byte is examined only a few
/// times, even in malformed XML.
///
/// Source: W3C, "Extensible Markup Language (XML) 1.0", 2 and 3.
struct XMLTokens: Sequence, IteratorProtocol {
  /// A part of XML; names include their prefixes.
  enum Token: Equatable {
    /// The start of an element. Its attributes follow.
    case start(ArraySlice<UInt8>)
    /// An attribute of the most recently started element, and its value as written.
    case attribute(ArraySlice<UInt8>, value: ArraySlice<UInt8>)
    /// Text as written.
    case text(ArraySlice<UInt8>)
    /// The text of a CDATA section, in which references have no meaning.
    case literal(ArraySlice<UInt8>)
    /// The end of an element.
    case end(ArraySlice<UInt8>)
  }

  private var rest: ArraySlice<UInt8>
  /// The name of the element in whose start tag `rest` begins.
  private var tag: ArraySlice<UInt8>?

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  mutating func next() -> Token? {
    while !rest.isEmpty {
      if let token = tag.map({ inTag($0) }) ?? outsideTags() { return token }
    }
    return nil
  }

  /// The namespace declarations among the next attributes, which are not consumed.
  var declarations: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
    var ahead = self
    var declarations: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
    while let element = ahead.tag, !ahead.rest.isEmpty {
      if case .attribute(let name, let value)? = ahead.inTag(element),
        name.starts(with: "xmlns:".utf8) || name.elementsEqual("xmlns".utf8)
      {
        declarations.append((name, value))
      }
    }
    return declarations
  }

  /// Consumes text or one piece of markup; nil if there is neither.
  private mutating func outsideTags() -> Token? {
    guard rest.first == UInt8(ascii: "<") else {
      return .text(take { $0 != UInt8(ascii: "<") })
    }
    if consume("<!--") {
      _ = take(through: "-->")
    } else if consume("<![CDATA[") {
      return take(through: "]]>").map { .literal($0) }
    } else if consume("<?") {
      _ = take(through: "?>")
    } else if consume("<!") {
      _ = take(through: ">")
    } else if consume("</") {
      let name = take(while: \.isXMLName)
      _ = take { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
      _ = consume(">")
      return .end(name)
    } else {
      _ = consume("<")
      let name = take(while: \.isXMLName)
      guard !name.isEmpty else { return nil }
      tag = name
      return .start(name)
    }
    return nil
  }

  /// Consumes an attribute of the start tag of `element`, or the end of the tag; nil if neither
  /// comes next.
  private mutating func inTag(_ element: ArraySlice<UInt8>) -> Token? {
    _ = take(while: \.isXMLSpace)
    if consume("/>") {
      tag = nil
      return .end(element)
    }
    if rest.first == UInt8(ascii: "<") || consume(">") {
      tag = nil
      return nil
    }
    let name = take(while: \.isXMLName)
    guard !name.isEmpty else {
      rest = rest.dropFirst()
      return nil
    }
    _ = take(while: \.isXMLSpace)
    guard consume("=") else { return nil }
    _ = take(while: \.isXMLSpace)
    for quote in ["\"", "'"] where consume(quote) {
      return take(through: quote).map { .attribute(name, value: $0) }
    }
    return nil
  }

  private mutating func take(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return part
  }

  /// Consumes text up to and including an end mark; returns the text.
  ///
  /// If there is no end mark, returns nil and consumes everything.
  private mutating func take(through mark: String) -> ArraySlice<UInt8>? {
    let first = mark.utf8.first
    for index in rest.indices
    where rest[index] == first && rest[index...].starts(with: mark.utf8) {
      let part = rest[..<index]
      rest = rest[index...].dropFirst(mark.utf8.count)
      return part
    }
    rest = []
    return nil
  }

  private mutating func consume(_ mark: String) -> Bool {
    guard rest.starts(with: mark.utf8) else { return false }
    rest = rest.dropFirst(mark.utf8.count)
    return true
  }
}

extension UInt8 {
  /// Whether this is XML white space: a space, a tab or a line break.
  var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  /// Whether this can be part of an XML name.
  ///
  /// Every byte beyond ASCII can.
  fileprivate var isXMLName: Bool { !isXMLSpace && !"<>/='\"".utf8.contains(self) }
}

/// What namespace prefixes mean at one position in a packet.
///
/// An undeclared prefix has its usual meaning, as in fragments of packets.
struct XMPNamespaces {
  /// For each prefix with an unusual meaning, the usual prefix of its namespace; empty if the
  /// namespace is unknown.
  private var prefixes: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]
  /// The number of open elements.
  private var level = 0
  /// The earlier meanings of prefixes declared by open elements.
  private var outer: [(level: Int, prefix: ArraySlice<UInt8>, standardPrefix: ArraySlice<UInt8>?)] =
    []

  /// Handles the declarations, given as attributes, of an element that starts.
  mutating func open(_ declarations: [(name: ArraySlice<UInt8>, namespace: [UInt8])]) {
    level += 1
    for (name, namespace) in declarations {
      let prefix = name.dropFirst("xmlns:".utf8.count)
      outer.append((level, prefix, prefixes[prefix]))
      let standardPrefix = Self.standardPrefixes[namespace.withoutSlash] ?? []
      prefixes[prefix] = standardPrefix == prefix ? nil : standardPrefix
    }
  }

  /// Handles the end of an element.
  mutating func close() {
    while let last = outer.last, last.level >= level {
      prefixes[last.prefix] = last.standardPrefix
      outer.removeLast()
    }
    level = max(0, level - 1)
  }

  /// A name with the usual prefix of its namespace, or with just a colon if the namespace is
  /// unknown.
  ///
  /// A declared default namespace applies to elements, but not to attributes without a prefix.
  func standardName(of name: ArraySlice<UInt8>, isElement: Bool = false) -> ArraySlice<UInt8> {
    if prefixes.isEmpty { return name }
    let colon = UInt8(ascii: ":")
    let end = name.firstIndex(of: colon)
    guard isElement || end != nil, let standardPrefix = prefixes[name[..<(end ?? name.startIndex)]]
    else {
      return name
    }
    return standardPrefix + [colon] + name[(end.map { $0 + 1 } ?? name.startIndex)...]
  }

  /// The usual prefixes of namespaces.
  ///
  /// Namespaces are compared without a trailing slash, because exiftool leaves it out for
  /// `MicrosoftPhoto`.
  ///
  /// Source: XMP specification, part 1 (ISO 16684-1), 8, and part 2; IPTC Photo Metadata Standard;
  /// Metadata Working Group, "Guidelines for Handling Image Metadata" 2.0; Microsoft, "People
  /// tagging overview"; digiKam, core/libs/dmetadata; darktable, src/common/exif.cc.
  private static let standardPrefixes = [
    "aux": "http://ns.adobe.com/exif/1.0/aux/",
    "darktable": "http://darktable.sf.net/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "digiKam": "http://www.digikam.org/ns/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/",
    "exifEX": "http://cipa.jp/exif/1.0/",
    "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
    "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    "lr": "http://ns.adobe.com/lightroom/1.0/",
    "mediapro": "http://ns.iview-multimedia.com/mediapro/1.0/",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
    "MPReg": "http://ns.microsoft.com/photo/1.2/t/Region#",
    "MPRI": "http://ns.microsoft.com/photo/1.2/t/RegionInfo#",
    "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "stArea": "http://ns.adobe.com/xmp/sType/Area#",
    "stDim": "http://ns.adobe.com/xap/1.0/sType/Dimensions#",
    "tiff": "http://ns.adobe.com/tiff/1.0/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpDM": "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    "xmpNote": "http://ns.adobe.com/xmp/note/",
  ].reduce(into: [[UInt8]: ArraySlice<UInt8>]()) {
    $0[Array($1.value.utf8).withoutSlash] = Array($1.key.utf8)[...]
  }
}

extension [UInt8] {
  fileprivate var withoutSlash: [UInt8] { last == UInt8(ascii: "/") ? dropLast() : self }
}
