/// The meaning of namespace prefixes at one position of a packet.
///
/// An undeclared prefix has its usual meaning, as in fragments of packets.
struct XMPNamespaces {
  /// The usual prefix of each prefix that has another meaning; empty if the namespace is unknown.
  private var prefixes: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]
  /// The number of open elements.
  private var level = 0
  /// The earlier meanings of prefixes that open elements declared.
  private var outer: [(level: Int, prefix: ArraySlice<UInt8>, usual: ArraySlice<UInt8>?)] = []

  /// Takes the declarations of an element that begins, as attributes.
  mutating func open(_ declarations: [(name: ArraySlice<UInt8>, namespace: [UInt8])]) {
    level += 1
    for (name, namespace) in declarations {
      let prefix = name.dropFirst("xmlns:".utf8.count)
      outer.append((level, prefix, prefixes[prefix]))
      let usual = Self.usual[namespace.withoutSlash] ?? []
      prefixes[prefix] = usual == prefix ? nil : usual
    }
  }

  /// Takes the end of an element.
  mutating func close() {
    while let last = outer.last, last.level >= level {
      prefixes[last.prefix] = last.usual
      outer.removeLast()
    }
    level = max(0, level - 1)
  }

  /// A name with the usual prefix of its namespace, or with a colon alone if that is unknown.
  ///
  /// A declared default namespace applies to elements, but not to attributes without a prefix.
  func usualName(of name: ArraySlice<UInt8>, isElement: Bool = false) -> ArraySlice<UInt8> {
    if prefixes.isEmpty { return name }
    let colon = UInt8(ascii: ":")
    let end = name.firstIndex(of: colon)
    guard isElement || end != nil, let usual = prefixes[name[..<(end ?? name.startIndex)]] else {
      return name
    }
    return usual + [colon] + name[(end.map { $0 + 1 } ?? name.startIndex)...]
  }

  /// The usual prefixes of namespaces without the slash at their ends, which exiftool leaves out for
  /// `MicrosoftPhoto`.
  ///
  /// Source: XMP specification, part 1 (ISO 16684-1), 8, and part 2; IPTC Photo Metadata Standard;
  /// Metadata Working Group, "Guidelines for Handling Image Metadata" 2.0; Microsoft, "People tagging
  /// overview"; digiKam, core/libs/dmetadata; darktable, src/common/exif.cc.
  private static let usual = [
    "darktable": "http://darktable.sf.net/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "digiKam": "http://www.digikam.org/ns/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/",
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
