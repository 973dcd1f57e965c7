import TestSupport
import Testing

@testable import SheetPictures

@Suite struct XMPPacketTests {
  /// A packet as programs write it.
  static let packet = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <!-- <xmp:Rating>1</xmp:Rating> tiff:Orientation="3" -->
      <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
        tiff:Orientation = '6'
        xmp:Label="R&amp;D &lt;&#233;&#xE9;&gt;" >
       <xmp:Rating>4</xmp:Rating>
       <dc:subject>
        <rdf:Bag>
         <rdf:li>Paris</rdf:li>
         <rdf:li> Notre-Dame &amp; Seine </rdf:li>
         <rdf:li/>
         <rdf:li xml:lang="de"><![CDATA[<Brücke> &amp;]]></rdf:li>
        </rdf:Bag>
       </dc:subject>
       <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Evening</rdf:li></rdf:Alt></dc:title>
       <dc:format>image/jpeg</dc:format><dc:source/>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>
    """

  static func packet(_ text: String) -> XMPPacket { XMPPacket(Array(text.utf8)) }

  @Test(
    "Values are read from attributes, from elements and from the first item of a list",
    arguments: [false, true])
  func values(hasSignature: Bool) {
    let packet = XMPPacket((hasSignature ? XMPPacket.signature : []) + Array(Self.packet.utf8))
    #expect(packet.value(of: "tiff:Orientation") == "6")
    #expect(packet.value(of: "xmp:Label") == "R&D <éé>")
    #expect(packet.value(of: "xmp:Rating") == "4")
    #expect(
      packet.items(of: "dc:subject") == ["Paris", "Notre-Dame & Seine", "<Brücke> &amp;"])
    #expect(packet.value(of: "dc:title") == "Evening")
    #expect(packet.items(of: "dc:format") == ["image/jpeg"])
    #expect(packet.items(of: "dc:source").isEmpty)
    #expect(packet.value(of: "dc:creator") == nil)
  }

  @Test("A property is found only if a tag or an attribute has its whole name")
  func wholeNames() {
    for text in [
      "<a xtiff:Orientation='6'/>", "<a tiff:Orientations='6'/>", "<a x='tiff:Orientation=\"6\"'/>",
      "<a>tiff:Orientation='6'</a>", "<![CDATA[<a tiff:Orientation='6'/>]]>",
      "<?a tiff:Orientation='6'?>", "<!a tiff:Orientation='6'>", "<a/ tiff:Orientation>",
    ] {
      #expect(Self.packet(text).value(of: "tiff:Orientation") == nil, "\(text)")
    }
  }

  @Test("The first attribute or element is used, whatever surrounds it")
  func first() {
    for (text, expected) in [
      ("<a b='1' n='2' n='3'/><n>4</n>", "2"), ("<n>4</n><a n='2'/>", "4"),
      ("<n x='5'>4</n>", "4"), ("<n><!-- 3 -->4<?x?></n>", "4"), ("<a b n='2'>", "2"),
      ("<a b=c n=\"2\">", "2"), ("<a n='2'", "2"), ("< a><n>4</n>", "4"), ("<a =' n='2'/>", "2"),
      ("<a <b n='2'/>", "2"), ("<a <n>4</n>", "4"), ("<n/><n>4</n>", nil), ("<n>4", nil),
      ("<a n='2", nil),
      ("<n>4</ n >", nil), ("<n>4</n ><x>", "4"), ("<n> <rdf:li>4</rdf:li> 5</n>", "4"),
      ("<n><rdf:li>4</n><n>5</n>", nil), ("<rdf:li n='2'/><a n='3'/>", "3"),
      ("<b><rdf:li><n>2</n></rdf:li></b><n>4</n>", "4"), ("</rdf:li><n>4</n>", "4"),
    ] as [(String, String?)] {
      #expect(Self.packet(text).value(of: "n") == expected, "\(text)")
    }
  }

  @Test(
    "A repeated property has the values of all its occurrences",
    arguments: [
      ("<a><n>4</n><n>5</n></a>", ["4", "5"]),
      (
        "<a><n>4</n></a><a><n><rdf:Bag><rdf:li>5</rdf:li><rdf:li>6</rdf:li></rdf:Bag></n></a>",
        ["4", "5", "6"]
      ),
      ("<a n='4'><n>5</n></a>", ["4", "5"]), ("<a n='4'/><a n='5'/>", ["4", "5"]),
      ("<a><n/><n>4</n></a>", ["4"]),
      // At a deeper level, `n` is a property of something else.
      ("<a><b><n>5</n></b><n>4</n></a>", ["4"]),
      ("<a><n>4</n><b><n>5</n></b></a>", ["4"]), ("<a n='4'><b n='5'/></a>", ["4"]),
    ])
  func repeated(xml: String, expected: [String]) {
    #expect(Self.packet(xml).items(of: "n") == expected)
  }

  @Test("Numbered items are items like any others; elements with other names are not items")
  func numberedItems() {
    for list in ["rdf:Bag", "rdf:Seq", "rdf:Alt"] {
      for (first, second, expected) in [
        ("rdf:_1", "rdf:_2", ["4", "5"]), ("rdf:li", "rdf:_12", ["4", "5"]),
        ("rdf:_1", "rdf:_1", ["4", "5"]), ("rdf:_", "rdf:_x", ["45"]), ("x:_1", "x:_2", []),
      ] {
        let text = "<n><\(list)><\(first)>4</\(first)><\(second)>5</\(second)></\(list)></n>"
        #expect(Self.packet("<a>\(text)</a>").items(of: "n") == expected, "\(text)")
        let renamed = text.replacing("rdf:", with: "r:")
        let other = Self.packet("<a xmlns:r='\(Self.rdf)'>\(renamed)</a>")
        #expect(other.items(of: "n") == expected, "\(renamed)")
      }
    }
  }

  @Test(
    "The value of a property with qualifiers is its rdf:value, and the qualifiers are not values",
    arguments: [
      "<n rdf:parseType='Resource'><rdf:value>4</rdf:value><q:role>x</q:role></n>",
      "<n><rdf:Description><q:role>x</q:role><rdf:value>4</rdf:value></rdf:Description></n>",
      "<n><rdf:Description rdf:value='4' q:role='x'/></n>", "<n rdf:value='4' q:role='x'/>",
      """
      <n><rdf:Seq><rdf:li rdf:parseType='Resource'><rdf:value>4</rdf:value><q:roles><rdf:Bag>
      <rdf:li>x</rdf:li><rdf:li>y</rdf:li></rdf:Bag></q:roles></rdf:li></rdf:Seq></n>
      """,
      """
      <n rdf:parseType='Resource'><rdf:value>4</rdf:value><q:roles><rdf:Bag><rdf:li>x</rdf:li>
      </rdf:Bag></q:roles></n>
      """,
      "<n rdf:parseType='Resource'><q:x rdf:value='5'/><q:y>6<q:z>7</q:z>8</q:y><rdf:value>4</rdf:value></n>",
    ])
  func qualifiers(xml: String) {
    #expect(Self.packet("<a>\(xml)</a>").items(of: "n") == ["4"])
    let other = xml.replacing("rdf:", with: "r:")
    #expect(Self.packet("<a xmlns:r='\(Self.rdf)'>\(other)</a>").items(of: "n") == ["4"])
  }

  @Test(
    "Properties are identified by namespace, whatever their prefix",
    arguments: [
      ("<r:Description xmlns:r='\(rdf)' xmlns:d='\(dc)' d:title='x'/>", "x"),
      ("<a d:title='x' xmlns:d='\(dc)'/>", "x"), ("<a dc:title='x'/>", "x"),
      ("<a xmlns:d='\(dc)'><b><d:title>x</d:title></b></a>", "x"),
      ("<a xmlns:d='\(dc)' xmlns:r='\(rdf)'><d:title><r:Alt><r:li>x</r:li></r:Alt></d:title>", "x"),
      ("<title xmlns='\(dc)'>x</title>", "x"), ("<a xmlns='\(dc)' title='no'/>", nil),
      ("<a xmlns='\(dc)'><title xmlns=''>no</title></a>", nil),
      ("<dc:title xmlns:dc='urn:other'>no</dc:title>", nil),
      ("<a xmlns:dc='urn:other' dc:title='no'/><dc:title>x</dc:title>", "x"),
      ("<a xmlns:d='\(dc)'/><d:title>no</d:title>", nil),
      ("<a xmlns:d='\(dc)'><b xmlns:d='u'><d:title>no</d:title></b><d:title>x</d:title></a>", "x"),
      ("<a xmlns:xmp='\(dc)' xmp:title='x'/>", "x"),
      ("<a xmlns:d='http://purl.org/dc/elements/1.1&#47;' d:title='x'/>", "x"),
      ("<a></b></c><d:title xmlns:d='\(dc)'>x</d:title>", "x"),
      ("<a xmlns:d='\(dc)'></b></b></b><d:title>no</d:title>", nil),
      ("<a xmlns:='\(dc)' xmlns:d:e='\(dc)' :title='x' d:title='no'/>", "x"),
    ] as [(String, String?)])
  func namespaces(xml: String, title: String?) {
    #expect(Self.packet(xml).value(of: "dc:title") == title)
  }
  private static let dc = "http://purl.org/dc/elements/1.1/"
  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  @Test("A packet may use any prefixes")
  func otherPrefixes() {
    let expected = Self.packet(Self.packet)
    let declarations =
      "xmlns:a='\(Self.dc)' xmlns:b='http://ns.adobe.com/xap/1.0/' xmlns:r='\(Self.rdf)'"
    let text = Self.packet.replacing("dc:", with: "a:").replacing("xmp:", with: "b:")
      .replacing("rdf:", with: "r:").replacing("<r:RDF", with: "<r:RDF \(declarations)")
    for name in ["dc:subject", "dc:title", "xmp:Label", "xmp:Rating", "tiff:Orientation"] {
      #expect(!expected.items(of: name).isEmpty)
      #expect(Self.packet(text).items(of: name) == expected.items(of: name), "\(name)")
    }
  }

  @Test("A UTF-16 packet gives the same values as one in UTF-8", arguments: [0, 1], [false, true])
  func utf16(high: Int, hasMark: Bool) {
    let text = (hasMark ? "\u{FEFF}" : "") + "<a dc:title='Straße 日 \u{1F600}'/>"
    let bytes = text.utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
      return high == 0 ? pair : pair.reversed()
    }
    for end in [[], [0]] as [[UInt8]] {
      #expect(XMPPacket(bytes + end).value(of: "dc:title") == "Straße 日 \u{1F600}")
      #expect(
        XMPPacket(XMPPacket.signature + bytes + end).value(of: "dc:title")
          == "Straße 日 \u{1F600}")
    }
  }

  @Test(
    "A UTF-32 packet gives the same values as one in UTF-8", arguments: [false, true],
    [false, true])
  func utf32(isBigEndian: Bool, hasMark: Bool) {
    let text = (hasMark ? "\u{FEFF}" : "") + "<a dc:title='Straße 日 \u{1F600}'/>"
    let bytes = text.unicodeScalars.flatMap { scalar in
      let four = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
      return isBigEndian ? four : four.reversed()
    }
    for end in [[], [0], [0, 0, 0x11, 0xFF]] as [[UInt8]] {
      #expect(XMPPacket(bytes + end).value(of: "dc:title") == "Straße 日 \u{1F600}")
    }
    for damaged in bytes.truncations { _ = XMPPacket(damaged.bytes).value(of: "dc:title") }
  }

  @Test("Only references to characters and to predefined entities are replaced")
  func references() {
    for (text, expected) in [
      ("&amp;lt;", "&lt;"), ("&nbsp;", "&nbsp;"), ("a&b;c", "a&b;c"), ("&", "&"), ("&;", "&;"),
      ("&#;", "&#;"), ("&#x;", "&#x;"), ("&#xD800;", "&#xD800;"), ("&#x110000;", "&#x110000;"),
      ("&#x10FFFF;", "\u{10FFFF}"), ("&#0000065;", "A"), ("&&quot;&apos;", "&\"'"),
      ("&#-1;", "&#-1;"),
      ("&#99999999999999999999;", "&#99999999999999999999;"), ("&a&#98;", "&ab"),
    ] {
      #expect(Self.packet("<n>\(text)</n>").value(of: "n") == expected)
      let attribute = text.replacing("'", with: "&apos;")
      #expect(Self.packet("<a n='\(attribute)'/>").value(of: "n") == expected)
    }
  }

  @Test("Any bytes can be parsed, and a truncated packet gives only values that are complete")
  func damage() {
    let bytes = Array(Self.packet.utf8)
    for damaged in bytes.truncations {
      let packet = XMPPacket(damaged.bytes)
      _ = packet.items(of: "dc:subject")
      let rating = packet.value(of: "xmp:Rating")
      #expect(rating == nil || rating == "4", "\(damaged)")
    }
    var noise = SeededGenerator(seed: 7)
    let pieces = [
      "<", ">", "/>", "</", "n", "rdf:li", "=", "'", "\"", " ", "<!--", "-->", "<![CDATA[", "]]>",
      "&",
      "#x41;", ";", "<?", "é", "xmlns:a='u'", "xmlns='u'", "a:", " xmlns:", "</a>", "<n>", "</n>",
      "<rdf:li>", "</rdf:li>",
    ]
    for _ in 0..<3_000 {
      let text = (0..<noise.number(below: 20)).map { _ in
        pieces[noise.number(below: pieces.count)]
      }.joined()
      let items = Self.packet(text).items(of: "n")
      #expect(!items.contains(""), "\(text)")
      #expect(Self.packet("<x y='1'/>" + text).items(of: "n") == items, "\(text)")
    }
  }

  @Test("A property may be repeated many thousands of times", .timeLimit(.minutes(1)))
  func repetitions() {
    func attributes(_ count: Int) -> String { String(repeating: " dc:title='x'", count: count) }
    #expect(Self.packet("<a\(attributes(50_000))/>").items(of: "dc:title").count == 50_000)
    // An element at a shallower level replaces all earlier values, and deeper ones are ignored.
    let deep = "<a><b\(attributes(3))/><dc:title>y</dc:title></a>"
    let packet = Self.packet("\(deep)<dc:title>z</dc:title>\(deep)")
    #expect(packet.items(of: "dc:title") == ["z"])
  }

  @Test("Invalid XML takes no longer than valid XML of the same length")
  func boundedWork() {
    for piece in [
      "<", "<!--", "<a b='", "&", "<n>", "<rdf:li>", "<a ", "='", "<![CDATA[", "</",
      "<a xmlns:b='", "<a xmlns:b='c'>", "<a xmlns:b='c' ", " xmlns:b='c'",
    ] {
      let bytes = [UInt8](repeatElement(Array(piece.utf8), count: 3_000).joined())
      #expect(XMPPacket(bytes).items(of: "dc:subject").isEmpty)
      _ = XMPPacket(Array("<n>".utf8) + bytes).items(of: "n")
    }
  }
}
