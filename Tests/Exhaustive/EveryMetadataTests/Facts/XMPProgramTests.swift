import Foundation
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

/// The XMP properties that programs write, as in their files.
@Suite struct XMPProgramTests {
  static func facts(_ properties: String) -> XMPFacts {
    let xml = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>\(properties)</rdf:RDF></x:xmpmeta>
      """
    return XMPFacts([XMPPacket(Array(xml.utf8))])
  }

  static func alternatives(_ name: String, _ texts: (language: String, String)...) -> String {
    let items = texts.map { "<rdf:li xml:lang=\"\($0.language)\">\($0.1)</rdf:li>" }.joined(
      separator: "\n")
    return "<\(name)>\n<rdf:Alt>\n\(items)\n</rdf:Alt>\n</\(name)>"
  }

  static func list(_ kind: String, _ name: String, _ texts: String...) -> String {
    "<\(name)><rdf:\(kind)>" + texts.map { "<rdf:li>\($0)</rdf:li>" }.joined()
      + "</rdf:\(kind)></\(name)>"
  }

  @Test("Lightroom's attributes, lists, and regions in separate descriptions are read")
  func lightroom() {
    let facts = Self.facts(
      """
      <rdf:Description rdf:about="" xmp:Rating="4" xmp:Label="Grün" photoshop:LabelColor="green"
        photoshop:City="Roma" photoshop:Country="Italia" Iptc4xmpCore:Location="Trastevere"
        crs:Exposure2012="+0.35">
       \(Self.alternatives("dc:title", ("de-DE", "Abend"), ("x-default", "Evening")))
       \(Self.alternatives("dc:description", ("x-default", "A street &amp; a cat")))
       \(Self.list("Bag", "dc:subject", "Rome", "cat"))
       \(Self.list("Bag", "lr:hierarchicalSubject", "Places|Rome"))
       <mwg-rs:Regions rdf:parseType="Resource">
        <mwg-rs:AppliedToDimensions stDim:w="6000" stDim:h="4000" stDim:unit="pixel"/>
        <mwg-rs:RegionList><rdf:Bag>
         <rdf:li><rdf:Description mwg-rs:Rotation="0.1" mwg-rs:Name="Anna" mwg-rs:Type="Face">
           <mwg-rs:Area stArea:h="0.2" stArea:w="0.1" stArea:x="0.8" stArea:y="0.7"/>
           <mwg-rs:Extensions dc:title="of the region">\(Self.list("Bag", "dc:subject", "region"))
           </mwg-rs:Extensions></rdf:Description></rdf:li>
         <rdf:li><rdf:Description mwg-rs:Name="Rex" mwg-rs:Type="Pet"/></rdf:li>
         <rdf:li><rdf:Description mwg-rs:Type="Face"/></rdf:li>
        </rdf:Bag></mwg-rs:RegionList>
       </mwg-rs:Regions>
       \(Self.list("Bag", "Iptc4xmpExt:PersonInImage", "Ben", "Anna"))
      </rdf:Description>
      """)
    #expect(facts.rating?.text == "4")
    #expect(facts.colorLabels == ["Green"])
    #expect([facts.location, facts.city, facts.country] == ["Trastevere", "Roma", "Italia"])
    #expect(facts.title == "Evening" && facts.description == "A street & a cat")
    #expect(facts.keywords == ["Rome", "cat"])
    #expect(facts.people == ["Anna", "Ben"])
  }

  @Test("darktable's list of label numbers is read, and metadata in its history is ignored")
  func darktable() {
    let facts = Self.facts(
      """
      <rdf:Description rdf:about="" xmp:Rating="-1" xmp:Label="NoColor" darktable:xmp_version="5">
       <darktable:history><rdf:Seq><rdf:li darktable:operation="exposure" xmp:Label="Red"
         dc:title="no"/></rdf:Seq></darktable:history>
       <darktable:colorlabels><rdf:Seq><rdf:li>1</rdf:li><rdf:li>4</rdf:li><rdf:li>9</rdf:li>
       </rdf:Seq></darktable:colorlabels>
       \(Self.list("Seq", "dc:subject", "street", "night"))
       \(Self.alternatives("dc:title", ("x-default", "Night")))
      </rdf:Description>
      """)
    #expect(facts.rating?.number == -1)
    #expect(facts.colorLabels == ["Yellow", "Purple"])
    #expect(facts.keywords == ["street", "night"])
    #expect(facts.title == "Night")
  }

  @Test(
    "digiKam's label numbers are read, and so are its regions, which are attributes of list items")
  func digiKam() {
    let facts = Self.facts(
      """
      <rdf:Description rdf:about="" xmp:Rating="2" digiKam:PickLabel="0" digiKam:ColorLabel="6"
        photoshop:Urgency="6">
       \(Self.list("Seq", "digiKam:TagsList", "People/Bob"))\(Self.list("Bag", "dc:subject", "Bob"))
       <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
         <rdf:li MPReg:Rectangle="0.75, 0.6, 0.1, 0.2" MPReg:PersonDisplayName="Bob"/>
         <rdf:li rdf:parseType="Resource"><MPReg:Rectangle>0, 0, 0.1, 0.2</MPReg:Rectangle></rdf:li>
        </rdf:Bag></MPRI:Regions></MP:RegionInfo>
       <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
         <rdf:li><rdf:Description mwg-rs:Name="Bob" mwg-rs:Type="Face"/></rdf:li>
        </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
      </rdf:Description>
      """)
    #expect(facts.rating?.text == "2")
    #expect(facts.colorLabels == ["Purple"])
    #expect(facts.keywords == ["Bob"] && facts.people == ["Bob"])
  }

  @Test("Capture One's and exiftool's elements are read, in several descriptions and as structures")
  func elements() {
    let facts = Self.facts(
      """
      <rdf:Description rdf:about='' xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'>
       <photoshop:City>Oslo</photoshop:City><photoshop:Urgency>7</photoshop:Urgency>
      </rdf:Description>
      <rdf:Description rdf:about=''><xmp:Rating>3</xmp:Rating>
       <mwg-rs:Regions rdf:parseType='Resource'><mwg-rs:RegionList><rdf:Bag>
        <rdf:li rdf:parseType='Resource'><mwg-rs:Area rdf:parseType='Resource'>
          <stArea:x>0.5</stArea:x></mwg-rs:Area><mwg-rs:Name>Ada</mwg-rs:Name>
          <mwg-rs:Type>Face</mwg-rs:Type></rdf:li>
        <rdf:li rdf:parseType='Resource'><mwg-rs:Name>Code</mwg-rs:Name>
          <mwg-rs:Type>BarCode</mwg-rs:Type></rdf:li>
       </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
       <Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li rdf:parseType='Resource'>
         <Iptc4xmpExt:City>not this</Iptc4xmpExt:City>
         <Iptc4xmpExt:CountryName>Norge</Iptc4xmpExt:CountryName></rdf:li></rdf:Bag>
       </Iptc4xmpExt:LocationCreated>
       <Iptc4xmpExt:LocationShown Iptc4xmpExt:Sublocation="Frogner"/>
       <dc:description>Plain</dc:description>
      </rdf:Description>
      """)
    #expect(facts.rating?.text == "3")
    #expect(facts.colorLabels == ["Purple"])
    #expect([facts.location, facts.city, facts.country] == ["Frogner", "Oslo", "Norge"])
    #expect(facts.people == ["Ada"])
    #expect(facts.description == "Plain" && facts.title == nil)
  }

  @Test(
    "Colour labels are recognised in each property, and unknown labels are kept",
    arguments: [
      ("xmp:Label='Red'", ["Red"]), ("xmp:Label='レッド'", ["Red"]), ("xmp:Label='JAUNE'", ["Yellow"]),
      ("xmp:Label='Approved'", ["Green"]), ("xmp:Label='lila'", ["Purple"]),
      ("xmp:Label='To print'", ["To print"]), ("xmp:Label='None'", []), ("xmp:Label=''", []),
      ("xmp:Label='Winner Alt' photoshop:Urgency='2'", ["Winner Alt"]),
      ("xmp:Label='Custom' photoshop:LabelColor='blue'", ["Blue"]),
      ("xmp:Label='Custom' digiKam:ColorLabel='4'", ["Green"]),
      ("digiKam:ColorLabel='2'", ["Orange"]), ("digiKam:ColorLabel='0'", []),
      ("digiKam:ColorLabel='0' photoshop:Urgency='5'", ["Blue"]),
      ("digiKam:ColorLabel='10'", []), ("digiKam:ColorLabel='-1'", []),
      ("digiKam:ColorLabel='99999999999999999999'", []), ("photoshop:Urgency='6'", ["Pink"]),
      ("photoshop:Urgency='0'", []), ("photoshop:Urgency='8'", []), ("photoshop:Urgency='x'", []),
      ("xmp:Label='Blue' darktable:colorlabels='0'", ["Blue"]),
      ("darktable:colorlabels='3'", ["Blue"]),
    ] as [(String, [String])])
  func colors(attributes: String, expected: [String]) {
    #expect(Self.facts("<rdf:Description \(attributes)/>").colorLabels == expected)
  }

  @Test("If there are several packets, each fact comes from the first that has it")
  func precedence() {
    func packet(_ xml: String) -> XMPPacket { XMPPacket(Array("<rdf:Description \(xml)/>".utf8)) }
    let facts = XMPFacts([
      packet("xmp:Rating='0' dc:title=' '"),
      packet("xmp:Rating='5' dc:title='Second' photoshop:City='A'"),
      packet("dc:title='Third' photoshop:City='B' dc:subject='c'"),
    ])
    #expect(facts.rating?.text == "0")
    #expect(facts.title == "Second" && facts.city == "A" && facts.keywords == ["c"])
    #expect(XMPFacts([]).rating == nil && XMPFacts([]).people.isEmpty)
  }

  @Test("Entities are never expanded, and the time taken is proportional to depth and size")
  func hostile() {
    let entities = "<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>"
    #expect(XMPFacts([XMPPacket(Array((entities + "<a dc:title='&b;'/>").utf8))]).title == "&b;")
    for piece in [
      "<dc:title>", "<rdf:li>", "<rdf:Description>", "<mwg-rs:RegionList><rdf:li>", "<x ",
    ] {
      let deep = XMPPacket([UInt8](repeatElement(Array(piece.utf8), count: 5_000).joined()))
      #expect(XMPFacts([deep]).title == nil && XMPFacts([deep]).people.isEmpty)
    }
    let names = repeatElement("<rdf:li MPReg:PersonDisplayName='A'/>", count: 2_000).joined()
    #expect(Self.facts("<MPRI:Regions>\(names)</MPRI:Regions>").people == ["A"])
    let latin = XMPPacket([0xC0, 0x80] + Array("<a dc:title='".utf8) + [0xC0, 0x80, 0x27, 0x3E])
    #expect(XMPFacts([latin]).title?.contains("\u{FFFD}") == true)
    // A UTF-16 byte order mark before bytes that are not UTF-16, and half a code unit.
    for mark in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
      for bytes in ["<a dc:title='x'/>", "<", ""] {
        #expect(XMPFacts([XMPPacket(mark + Array(bytes.utf8))]).title == nil)
      }
      #expect(XMPFacts([XMPPacket(mark + [0xD8, 0xD8, 0x00])]).title == nil)
    }
  }

  @Test(
    "A rejected picture has the rating -1, whatever its stars",
    arguments: [
      ("digiKam:PickLabel='1'", -1), ("digiKam:PickLabel='1' xmp:Rating='4'", -1),
      ("digiKam:PickLabel='2' xmp:Rating='4'", 4), ("digiKam:PickLabel='3'", nil),
      ("xmpDM:pick='-1' xmpDM:good='false'", -1), ("xmpDM:pick='-1' xmp:Rating='3'", -1),
      ("xmpDM:pick='1' xmp:Rating='3'", 3), ("xmpDM:pick='0' xmpDM:good='false'", nil),
      ("xmpDM:good='False'", -1), ("xmpDM:good='True' xmp:Rating='2'", 2),
      ("MicrosoftPhoto:Rating='75'", 4), ("MicrosoftPhoto:Rating='99'", 5),
      ("MicrosoftPhoto:Rating='1' xmp:Rating='5'", 5), ("MicrosoftPhoto:Rating='x'", nil),
      ("MicrosoftPhoto:Rating='101'", nil), ("xmp:Rating='x' MicrosoftPhoto:Rating='50'", 3),
      ("m:Rating='25' xmlns:m='http://ns.microsoft.com/photo/1.0'", 2),
      ("m:Rating='25' xmlns:m='http://ns.microsoft.com/photo/1.0/'", 2),
    ] as [(String, Double?)])
  func rejected(attributes: String, expected: Double?) {
    #expect(Self.facts("<rdf:Description \(attributes)/>").rating?.number == expected)
  }

  @Test(
    "If there are no plain keywords, the last level of each hierarchy is a keyword, without repetitions",
    arguments: [
      (list("Seq", "digiKam:TagsList", "places/garden", "may"), ["garden", "may"]),
      (list("Bag", "lr:hierarchicalSubject", "Places|Rome", "Trips|Rome", "cat"), ["Rome", "cat"]),
      (list("Bag", "MicrosoftPhoto:LastKeywordXMP", "a/b", "c"), ["b", "c"]),
      (list("Bag", "mediapro:CatalogSets", "a|b"), ["b"]),
      (
        list("Bag", "dc:subject", "a/b", "a|b") + list("Seq", "digiKam:TagsList", "x"),
        ["a/b", "a|b"]
      ),
      (list("Bag", "dc:subject") + list("Seq", "digiKam:TagsList", "x"), ["x"]),
      (list("Seq", "digiKam:TagsList", "/", " / ", "a/"), ["a"]),
    ])
  func hierarchies(xml: String, expected: [String]) {
    #expect(Self.facts(xml).keywords == expected)
  }

  @Test("Each property in the guide's table of programs is enough to give the fact in its row")
  func guide() throws {
    let guide = try String(
      contentsOf: Repository.root.appending(
        path: ".github/guide/reference/metadata.md"),
      encoding: .utf8)
    let lines = guide.split(separator: "\n")
      .drop { !$0.hasPrefix("| fact | Lightroom") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
    #expect(lines.count == 12)
    for line in lines {
      let row = line.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      let name = String(row[0].dropFirst().dropLast())
      guard case .metadata(let needs, let fact) = PictureToken.named(name)?.origin else {
        Issue.record("\(name) is found in no file")
        continue
      }
      #expect(row.count > 1)
      #expect(needs("").exif && needs("").xmp)
      for property in row.dropFirst() {
        let sample = try #require(Self.samples[String(property)], "no sample of \(property)")
        let found = MetadataFacts(sample, []).fact(fact, "")?.text
        let isRejected = ["digiKam:PickLabel", "xmpDM:pick"].contains(property)
        #expect(
          found == (name != "rating" ? "Red" : isRejected ? "-1" : "5"), "\(property) in \(row[0])")
        #expect(MetadataFacts(PictureMetadata(), []).fact(fact, "") == nil)
      }
    }
  }

  /// Metadata with each property of the guide's table set to `Red` or to 5 stars; keyed by
  /// exiftool's names, written the way exiftool does.
  private static let samples: [String: PictureMetadata] = {
    func fields(_ list: String, _ fields: String) -> String {
      "<\(list)><rdf:Bag><rdf:li \(fields)/></rdf:Bag></\(list)>"
    }
    func attribute(_ text: String) -> String { "<rdf:Description \(text)/>" }
    let created = "Iptc4xmpExt:LocationCreated"
    var packets = [
      "xmp:Rating": attribute("xmp:Rating='5'"), "dc:subject": list("Bag", "dc:subject", "Red"),
      "xmpDM:pick": attribute("xmpDM:pick='-1'"),
      "digiKam:PickLabel": attribute("digiKam:PickLabel='1'"),
      "MicrosoftPhoto:Rating": attribute("MicrosoftPhoto:Rating='99'"),
      "lr:hierarchicalSubject": list("Bag", "lr:hierarchicalSubject", "Colours|Red"),
      "digiKam:TagsList": list("Seq", "digiKam:TagsList", "Colours/Red"),
      "MicrosoftPhoto:LastKeywordXMP": list("Bag", "MicrosoftPhoto:LastKeywordXMP", "Red"),
      "mediapro:CatalogSets": list("Bag", "mediapro:CatalogSets", "Colours|Red"),
      "dc:creator": list("Seq", "dc:creator", "Red"),
      "dc:rights": alternatives("dc:rights", ("x-default", "Red")),
      "exif:UserComment": alternatives("exif:UserComment", ("x-default", "Red")),
      "dc:title": alternatives("dc:title", ("de", "Rot"), ("x-default", "Red")),
      "dc:description": alternatives("dc:description", ("x-default", "Red")),
      "xmp:Label": attribute("xmp:Label='Rot'"),
      "photoshop:LabelColor": attribute("photoshop:LabelColor='red'"),
      "darktable:colorlabels": list("Seq", "darktable:colorlabels", "0"),
      "digiKam:ColorLabel": attribute("digiKam:ColorLabel='1'"),
      "photoshop:Urgency": attribute("photoshop:Urgency='1'"),
      "Iptc4xmpCore:Location": attribute("Iptc4xmpCore:Location='Red'"),
      "photoshop:City": attribute("photoshop:City='Red'"),
      "photoshop:Country": attribute("photoshop:Country='Red'"),
      "mwg-rs:RegionList": fields("mwg-rs:RegionList", "mwg-rs:Name='Red'"),
      "MPRI:Regions": fields("MPRI:Regions", "MPReg:PersonDisplayName='Red'"),
      "Iptc4xmpExt:PersonInImage": list("Bag", "Iptc4xmpExt:PersonInImage", "Red"),
      "XMP:LocationCreatedSublocation": fields(created, "Iptc4xmpExt:Sublocation='Red'"),
      "XMP:LocationCreatedCity": fields(created, "Iptc4xmpExt:City='Red'"),
      "XMP:LocationCreatedCountryName": fields(created, "Iptc4xmpExt:CountryName='Red'"),
    ]
    for (tag, name) in [
      "XMP:Rating": "xmp:Rating", "XMP:Subject": "dc:subject", "XMP:Title": "dc:title",
      "XMP:Description": "dc:description", "XMP:Label": "xmp:Label", "XMP:Creator": "dc:creator",
      "XMP:Rights": "dc:rights", "XMP:UserComment": "exif:UserComment",
      "XMP-digiKam:ColorLabel": "digiKam:ColorLabel", "XMP:Location": "Iptc4xmpCore:Location",
      "XMP:City": "photoshop:City", "XMP:Country": "photoshop:Country",
      "XMP:RegionName": "mwg-rs:RegionList", "XMP:RegionPersonDisplayName": "MPRI:Regions",
      "XMP:PersonInImage": "Iptc4xmpExt:PersonInImage",
    ] {
      packets[tag] = packets[name]
    }
    var samples = packets.mapValues { PictureMetadata(xmp: [Array($0.utf8)]) }
    for (tag, dataset) in [
      "IPTC:ObjectName": 5, "IPTC:Keywords": 25, "IPTC:By-line": 80, "IPTC:City": 90,
      "IPTC:Sub-location": 92, "IPTC:Country-PrimaryLocationName": 101, "IPTC:CopyrightNotice": 116,
      "IPTC:Caption-Abstract": 120,
    ] {
      samples[tag] = PictureMetadata(iptc: [IPTCFixture([(dataset, "Red")]).resources])
    }
    let wide = ExifFixture.Value.numbers(
      type: 1, bytes: 1, count: 8, [0x52, 0, 0x65, 0, 0x64, 0, 0, 0])
    let comment = ExifFixture.Value.numbers(
      type: 7, bytes: 1, count: 11, Array("ASCII\0\0\0Red".utf8).map(Int.init))
    for (tag, number, value) in [
      ("EXIF:Rating", 18246, .shorts([5])), ("EXIF:RatingPercent", 18249, .shorts([99])),
      ("EXIF:XPTitle", 40091, wide), ("EXIF:XPComment", 40092, wide),
      ("EXIF:XPAuthor", 40093, wide), ("EXIF:XPKeywords", 40094, wide),
      ("EXIF:ImageDescription", 270, .ascii("Red")), ("EXIF:Artist", 315, .ascii("Red")),
      ("EXIF:Copyright", 33432, .ascii("Red")),
      ("EXIF:UserComment", 34665, .directory(ExifFixture([37510: comment]))),
    ] as [(String, Int, ExifFixture.Value)] {
      samples[tag] = PictureMetadata(
        exif: TIFFDirectory(exif: ExifFixture([number: value]).encoded()))
    }
    return samples
  }()

  @Test("XMP overrides IPTC, IPTC overrides Exif, and sidecars override all of them")
  func sources() {
    let exif = TIFFDirectory(
      exif:
        ExifFixture([270: .ascii("E"), 315: .ascii("E"), 33432: .ascii("E"), 18246: .shorts([1])])
        .encoded())
    let iptc = IPTCFixture([(5, "I"), (25, "I"), (80, "I"), (80, "J"), (116, "I"), (120, "I")])
    let packet = XMPPacket(
      Array(
        "<a dc:title='X' dc:description='X' dc:creator='X' dc:rights='X' xmp:Rating='3'/>".utf8))
    func texts(_ metadata: PictureMetadata, _ sidecars: [XMPPacket] = []) -> [String?] {
      ["title", "description", "artist", "copyright", "rating", "keywords"].map { name in
        guard case .metadata(_, let fact) = PictureToken.named(name)?.origin else { return nil }
        return MetadataFacts(metadata, sidecars).fact(fact, "")?.text
      }
    }
    var metadata = PictureMetadata(exif: exif)
    #expect(texts(metadata) == [nil, "E", "E", "E", "1", nil])
    metadata.iptc = [iptc.datasets]
    #expect(texts(metadata) == ["I", "I", "I, J", "I", "1", "I"])
    #expect(texts(metadata, [packet]) == ["X", "X", "X", "X", "3", "I"])
    metadata.xmp = [Array("<a dc:title='F' xmp:Rating='5'/>".utf8)]
    #expect(texts(metadata) == ["F", "I", "I, J", "I", "5", "I"])
    #expect(texts(metadata, [packet]) == ["X", "X", "X", "X", "3", "I"])
  }
}

extension XMPFacts {
  fileprivate var sources: MetadataSources { MetadataSources(sidecars: self) }
  fileprivate var title: String? { sources.text(.title) }
  fileprivate var description: String? { sources.text(.description) }
  fileprivate var location: String? { sources.text(.location) }
  fileprivate var city: String? { sources.text(.city) }
  fileprivate var country: String? { sources.text(.country) }
  fileprivate var keywords: [String] { sources.list(.keywords) }
  fileprivate var rating: Fact? { sources.rating }
}
