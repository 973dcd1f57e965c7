import SheetModel
import Testing

@testable import SheetPictures

@Suite struct XMPFactsTests {
  @Test(
    "Ratings from -1 to 5 are read, and anything else is ignored",
    arguments: [
      ("4", Fact("4", number: 4)), ("0", Fact("0", number: 0)), ("-1", Fact("-1", number: -1)),
      ("5.0", Fact("5", number: 5)), ("3.5", Fact("3.5", number: 3.5)),
      ("-0", Fact("0", number: 0)),
      (" 2 ", Fact("2", number: 2)), ("6", nil), ("-2", nil), ("nan", nil), ("inf", nil),
      ("x", nil),
      ("", nil),
    ] as [(String, Fact?)])
  func ratings(text: String, expected: Fact?) {
    for xml in ["<a xmp:Rating='\(text)'/>", "<xmp:Rating>\(text)</xmp:Rating>"] {
      let rating = XMPFacts([XMPPacket(Array(xml.utf8))]).rating
      #expect(rating == expected)
      #expect(rating?.number?.sign != .minus || rating?.number == -1)
    }
  }

  @Test("Keywords keep their order and are separated by commas")
  func keywords() {
    func keywords(_ xml: String) -> String? {
      Fact.list(XMPFacts([XMPPacket(Array(xml.utf8))]).keywords)?.text
    }
    let list = "<rdf:li>Paris</rdf:li><rdf:li> </rdf:li><rdf:li>R&amp;D</rdf:li>"
    for kind in ["rdf:Bag", "rdf:Seq", "rdf:Alt"] {
      #expect(keywords("<dc:subject><\(kind)>\(list)</\(kind)></dc:subject>") == "Paris, R&D")
    }
    #expect(keywords("<dc:subject>Paris</dc:subject>") == "Paris")
    #expect(keywords("<dc:subject><rdf:Bag/></dc:subject>") == nil)
    #expect(keywords("") == nil)
  }

  @Test(
    "Text is read in the default language or, if it has none, in the first that has some",
    arguments: [
      ([("de", "D"), ("x-default", "X")], "X"), ([("de", "D"), ("X-Default", "X")], "X"),
      ([("x-default", ""), ("en", "E")], "E"),
      ([("x-default", " "), ("de", ""), ("en", "E")], "E"),
      ([("de", ""), ("en", "E"), ("x-default", "")], "E"), ([("x-default", "")], nil),
    ] as [([(String, String)], String?)])
  func languages(texts: [(String, String)], expected: String?) {
    let items = texts.map { "<rdf:li xml:lang='\($0)'>\($1)</rdf:li>" }.joined()
    for property in ["dc:title", "dc:description", "dc:rights"] {
      let xml = "<\(property)><rdf:Alt>\(items)</rdf:Alt></\(property)>"
      let packet = XMPPacket(Array(xml.utf8))
      let facts = XMPFacts([packet])
      #expect(facts.first { $0.text(property) } == expected, "\(xml)")
      // An earlier packet whose texts are all empty gives way to a later one.
      let later = XMPPacket(Array("<x \(property)='L'/>".utf8))
      #expect(XMPFacts([packet, later]).first { $0.text(property) } == expected ?? "L")
    }
  }

  @Test(
    "Numbers are written with the requested number of decimal places",
    arguments: [
      (0, 4, true, "0.0000"), (-0.00001, 4, true, "0.0000"), (1.25, 1, false, "1.3"),
      (9.96, 1, false, "10"), (0.05, 1, false, "0.1"), (0.0105, 4, false, "0.0105"),
      (-1.5, 0, false, "-2"), (4_294_967_295, 1, false, "4294967295"),
    ] as [(Double, Int, Bool, String)])
  func decimals(number: Double, decimals: Int, keepsZeros: Bool, expected: String) {
    #expect(number.text(decimals: decimals, keepsZeros: keepsZeros) == expected)
  }
}

extension XMPFacts {
  fileprivate var sources: MetadataSources { MetadataSources(sidecars: self) }
  fileprivate var keywords: [String] { sources.list(.keywords) }
  fileprivate var rating: Fact? { sources.rating }
}
