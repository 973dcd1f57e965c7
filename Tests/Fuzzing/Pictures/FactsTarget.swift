import SheetImaging
import SheetPictures
import SheetText
import TestSupport

/// What Exif and XMP say of a picture, whatever they hold.
enum FactsTarget: FuzzTarget {
  static let name = "facts"

  static func seeds() -> [[UInt8]] {
    let exif = ExifFixture([
      270: .ascii("The tower"), 271: .ascii("NIKON CORPORATION"), 272: .utf8("NIKON D750"),
      315: .ascii("Ada"), 33432: .ascii("Ada\0Ed"),
      34665: .directory(
        ExifFixture([
          33434: .rationals([(10, 2500)]), 33437: .signedRationals([(28, 10)]),
          34855: .shorts([400, 0]), 34866: .longs([400]), 36867: .ascii("2019:08:31 09:15:22"),
          37386: .rationals([(50, 1)]), 42036: .ascii("50mm f/1.8"),
        ])),
      34853: .directory(
        ExifFixture([
          1: .ascii("N"), 2: .rationals([(48, 1), (51, 1), (2988, 100)]),
          3: .ascii("W"), 4: .rationals([(2, 1), (17, 1), (4020, 100)]),
        ])),
    ])
    let xmp = [
      "<rdf:Description xmp:Rating='4.5'/>", "<xmp:Rating>-1</xmp:Rating>",
      "<dc:subject><rdf:Bag><rdf:li>a &amp; b</rdf:li><rdf:li/></rdf:Bag></dc:subject>",
    ]
    return [false, true].map { exif.encoded(littleEndian: $0) } + xmp.map { Array($0.utf8) }
  }

  static let words = [
    "xmp:Rating", "dc:subject", "<dc:subject>", "</dc:subject>", "<rdf:li>", "</rdf:li>", "<!--",
    "-->", "<![CDATA[", "]]>", "&#x41;", "&amp;", "/>",
  ]

  static func check(_ bytes: [UInt8]) {
    if let directory = ExifDirectory(bytes) { check(ExifFacts(directory)) }
    let facts = XMPFacts(XMPPacket(bytes))
    if let rating = facts.rating {
      expect(rating.number.map { -1...5 ~= $0 } == true, "\(rating) is no rating")
    }
    expect(facts.keywords?.isEmpty != true, "there are keywords, but they are empty")
    expect(
      XMPFacts(XMPPacket(Array("<x>".utf8) + bytes)).keywords == facts.keywords
        || bytes.starts(with: XMPPacket.signature), "what is ahead counts")
  }

  private static func check(_ facts: ExifFacts) {
    for fact in [facts.exposure, facts.aperture, facts.iso, facts.focal].compactMap(\.self) {
      expect(fact.number.map { $0 > 0 } == true, "\(fact) is not a number above 0")
    }
    let texts = [
      facts.camera, facts.lens, facts.artist, facts.copyright, facts.description, facts.position,
    ]
    expect(!texts.contains(""), "a text is empty")
    if let taken = facts.taken { expect(0...9999 ~= taken.year, "\(taken.dayText) is no day") }
  }
}
