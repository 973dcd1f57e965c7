internal import SheetModel

/// The facts in the XMP of a picture, and of its sidecars.
///
/// Source: XMP specification, part 1 (ISO 16684-1), 8.3 (Dublin Core) and 8.4 (XMP basic), and part 2
/// (Photoshop); IPTC Photo Metadata Standard 2023.2; Metadata Working Group, "Guidelines for Handling
/// Image Metadata" 2.0, 5.9 (regions); Microsoft, "People tagging overview" (`MP:RegionInfo`) and
/// "System.Rating" (`MicrosoftPhoto:Rating`); digiKam, core/libs/metadataengine (`PickLabel`, `TagsList`).
struct XMPFacts: Equatable, Sendable {
  /// The values of each packet, by property.
  private let packets: [[String: [XMPValue]]]

  /// Reads the facts of some packets; each fact is from the first packet that has it.
  init(_ packets: [XMPPacket]) {
    self.packets = packets.map { $0.values(of: Self.properties) }
  }

  private static let times = [
    "exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized", "xmp:CreateDate",
  ]

  private static let properties: Set = ColorLabel.properties.union(times)
    .union(CameraFacts.properties).union([
      "xmp:Rating", "MicrosoftPhoto:Rating", "digiKam:PickLabel", "xmpDM:pick", "xmpDM:good",
      "dc:creator", "dc:rights", "exif:UserComment", "dc:title", "dc:description", "xml:lang",
      "photoshop:City",
      "photoshop:Country", "Iptc4xmpCore:Location", "Iptc4xmpExt:LocationCreated",
      "Iptc4xmpExt:LocationShown", "Iptc4xmpExt:Sublocation", "Iptc4xmpExt:City",
      "Iptc4xmpExt:CountryName", "Iptc4xmpExt:PersonInImage", "mwg-rs:RegionList", "mwg-rs:Name",
      "mwg-rs:Type", "mwg-rs:AppliedToDimensions", "MPRI:Regions", "MPReg:PersonDisplayName",
      "stArea:x", "stArea:y", "stArea:w", "stArea:h", "stArea:unit", "stDim:w", "stDim:h",
    ]).union(keywordLists.map(\.property))

  /// The properties that contain keywords, and the separators between their levels.
  private static let keywordLists: [(property: String, separator: Character?)] = [
    ("dc:subject", nil), ("digiKam:TagsList", "/"), ("lr:hierarchicalSubject", "|"),
    ("MicrosoftPhoto:LastKeywordXMP", "/"), ("mediapro:CatalogSets", "|"),
  ]

  /// The text of a property that cameras write, from the first packet that has it.
  func text(_ property: String) -> String? { first { $0.text(property) } }

  /// The value of a property that is a decimal number or a fraction; nil if it is neither.
  func number(_ property: String) -> Double? { first { $0.text(property)?.fraction } }

  /// The fractions of a property, from a list or from one text separated by spaces.
  ///
  /// Unknown values, such as `0/0`, are nil.
  func fractions(_ property: String) -> [Double?]? {
    first { packet in
      let texts = packet.texts(property).flatMap { $0.split(separator: " ") }
      return texts.isEmpty ? nil : texts.map { String($0).fraction }
    }
  }

  /// The position of the camera; nil if none is recorded.
  ///
  /// Source: `exif:GPSLatitude` and `exif:GPSLongitude`.
  var coordinates: Coordinates? {
    first { packet in
      guard
        let latitude = packet.text("exif:GPSLatitude")?.degrees(("N", "S"), limit: 90),
        let longitude = packet.text("exif:GPSLongitude")?.degrees(("E", "W"), limit: 180)
      else { return nil }
      return Coordinates(latitude: latitude, longitude: longitude)
    }
  }

  /// When the picture was taken, or else digitised.
  ///
  /// Source: Metadata Working Group, "Guidelines for Handling Image Metadata" 2.0, 5.4 (dates);
  /// `exif:DateTimeOriginal` and `exif:DateTimeDigitized` are from older programs.
  var taken: CivilTime? {
    first { packet in
      Self.times.lazy.compactMap { packet.text($0).flatMap { CivilTime(exif: $0) } }.first
    }
  }

  /// The number of stars, 0 to 5, or -1 for a rejected picture.
  ///
  /// Source: `xmp:Rating`, `MicrosoftPhoto:Rating`, and the marks for rejected pictures.
  var rating: Fact? {
    first { packet in
      if packet.isRejected { return Fact(-1) }
      if let number = packet.text("xmp:Rating").flatMap({ Double(decimal: $0) }), -1...5 ~= number {
        // Removes the sign of a negative zero.
        return Fact(number.text(decimals: 1), number: number + 0)
      }
      return packet.text("MicrosoftPhoto:Rating").flatMap { Int($0) }
        .flatMap { Fact(percentOfStars: $0) }
    }
  }

  /// The keywords in order, without duplicates; only the last level of hierarchical ones.
  var keywords: [String] {
    list { packet in
      let lists = Self.keywordLists.lazy.map { property, separator in
        packet.texts(property).compactMap { text in
          separator.map { text.split(separator: $0).last.map(String.init) ?? "" } ?? text
        }.compactMap(\.trimmed)
      }
      return (lists.first { !$0.isEmpty } ?? []).eachOnce
    }
  }

  /// The creators, without duplicates.
  ///
  /// Source: `dc:creator`.
  var creators: [String] { list { $0.texts("dc:creator").eachOnce } }

  /// The copyright holder, in the default language.
  ///
  /// Source: `dc:rights`.
  var copyright: String? { first { $0.text("dc:rights") } }

  /// The user's comment on the picture.
  ///
  /// Source: `exif:UserComment`.
  var comment: String? { first { $0.text("exif:UserComment") } }

  /// The title, in the default language.
  ///
  /// Source: `dc:title`.
  var title: String? { first { $0.text("dc:title") } }

  /// The description of the picture, in the default language.
  ///
  /// Source: `dc:description`.
  var description: String? { first { $0.text("dc:description") } }

  /// The names of the label's colours, or a label that is not a colour.
  var colorLabels: [String] {
    list { packet in ColorLabel.names { packet.texts($0) } }
  }

  /// The place within the city.
  var location: String? { place("Iptc4xmpCore:Location", "Iptc4xmpExt:Sublocation") }

  /// The city in which the picture was taken.
  var city: String? { place("photoshop:City", "Iptc4xmpExt:City") }

  /// The name of the country.
  var country: String? { place("photoshop:Country", "Iptc4xmpExt:CountryName") }

  /// The names of the people in the picture, without duplicates; names of face regions come first.
  var people: [String] {
    list { packet in
      let names =
        packet.faces.compactMap { $0["mwg-rs:Name"] }
        + packet.values("MPRI:Regions").compactMap { $0.fields["MPReg:PersonDisplayName"] }
        + packet.texts("Iptc4xmpExt:PersonInImage")
      return names.eachOnce
    }
  }

  /// The face regions in a picture with this header; nil if none are recorded.
  func faces(in header: PictureHeader) -> FaceRegions? {
    first { packet in
      let areas = packet.faces.filter { $0["stArea:x"] != nil }
      let dimensions = packet.values("mwg-rs:AppliedToDimensions").first?.fields ?? [:]
      return areas.isEmpty ? nil : FaceRegions(areas, in: dimensions, of: header)
    }
  }

  /// A property, or else a field of the place where the camera was, or of the place shown.
  private func place(_ property: String, _ field: String) -> String? {
    first { packet in
      packet.text(property)
        ?? ["Iptc4xmpExt:LocationCreated", "Iptc4xmpExt:LocationShown"].lazy
        .compactMap { packet.values($0).first?.fields[field] }.first
    }
  }

  private func first<Value>(_ value: ([String: [XMPValue]]) -> Value?) -> Value? {
    packets.lazy.compactMap(value).first
  }

  private func list(_ texts: ([String: [XMPValue]]) -> [String]) -> [String] {
    packets.lazy.map(texts).first { !$0.isEmpty } ?? []
  }
}

extension [String] {
  /// The texts in order, without duplicates.
  var eachOnce: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}

extension [String: [XMPValue]] {
  fileprivate func values(_ property: String) -> [XMPValue] { self[property] ?? [] }

  /// The fields of regions that are faces.
  fileprivate var faces: [[String: String]] {
    values("mwg-rs:RegionList").map(\.fields).filter {
      ($0["mwg-rs:Type"] ?? "Face").lowercased() == "face"
    }
  }

  /// Whether the picture is marked as rejected, in digiKam or Lightroom.
  fileprivate var isRejected: Bool {
    text("digiKam:PickLabel") == "1"
      || (text("xmpDM:pick").map { $0 == "-1" } ?? (text("xmpDM:good")?.lowercased() == "false"))
  }

  fileprivate func texts(_ property: String) -> [String] { values(property).compactMap(\.text) }

  /// The text of a property: in the default language, or else the first.
  fileprivate func text(_ property: String) -> String? {
    let values = values(property)
    return (values.first { $0.fields["xml:lang"] == "x-default" } ?? values.first)?.text
  }
}

extension String {
  /// The value of a decimal number, or of two numbers separated by a slash; nil if it is neither.
  fileprivate var fraction: Double? {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(decimal: String($0)) }
    guard numbers.count == parts.count else { return nil }
    switch numbers.count {
    case 1: return numbers[0]
    case 2 where numbers[1] != 0: return numbers[0] / numbers[1]
    default: return nil
    }
  }

  /// An angle in degrees, negative for the second direction; nil if it is not an angle.
  ///
  /// Either `48,51,29.88N` or `48,51.498N`, or decimal degrees with a direction or a sign.
  ///
  /// Source: XMP specification, part 2, 2.3 (GPSCoordinate).
  fileprivate func degrees(_ directions: (Character, Character), limit: Double) -> Double? {
    guard let last else { return nil }
    let hasDirection = last == directions.0 || last == directions.1
    let parts = (hasDirection ? dropLast() : self[...]).split(
      separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(decimal: String($0)) }
    guard numbers.count == parts.count, 1...3 ~= numbers.count, hasDirection || numbers.count == 1
    else { return nil }
    var degrees = 0.0
    for number in numbers.reversed() { degrees = degrees / 60 + number }
    let isNegative = last == directions.1
    guard abs(degrees) <= limit, !hasDirection || numbers.allSatisfy({ $0 >= 0 }) else {
      return nil
    }
    return isNegative ? -degrees : degrees
  }
}

extension Fact {
  /// Creates a rating of 0 to 5 stars from a percentage; Windows writes 1, 25, 50, 75 and 99.
  init?(percentOfStars percent: Int) {
    guard 0...100 ~= percent else { return nil }
    self.init(percent == 0 ? 0 : (percent + 12) / 25 + 1)
  }

  /// Creates the rating as five stars, filled or not; nil if there is none, or if it is rejected.
  init?(starsOf rating: Fact?) {
    guard let number = rating?.number, number >= 0.5 else { return nil }
    let count = Int(number.rounded())
    self.init(
      String(repeating: "★", count: count) + String(repeating: "☆", count: 5 - count),
      number: number)
  }
}

/// The colours with which people label pictures, as written by various programs.
///
/// Source: XMP specification, part 2 (`photoshop:LabelColor`); Lightroom and Bridge (`xmp:Label` is
/// a word in the program's language); darktable, src/common/colorlabels.h; digiKam,
/// core/libs/metadataengine (`ColorLabel`); Capture One, which stores the numbers of its colour
/// tags in `photoshop:Urgency`.
enum ColorLabel {
  /// The properties that hold colours.
  static let properties: Set = [
    "photoshop:LabelColor", "xmp:Label", "digiKam:ColorLabel", "darktable:colorlabels",
    "photoshop:Urgency",
  ]

  /// Reads the label that a program wrote.
  ///
  /// - Parameter items: The values of each of ``properties``.
  /// - Returns: The names of the colours, or else a label that is not a colour; empty if there is
  ///   none.
  static func names(_ items: (String) -> [String]) -> [String] {
    func numbered(_ property: String, _ names: [String]) -> [String] {
      items(property).compactMap { Int($0) }.filter(names.indices.contains).map { names[$0] }
        .filter { !$0.isEmpty }
    }
    let label = items("xmp:Label").first
    let words = [items("photoshop:LabelColor").first, label].compactMap(\.self)
    if let color = words.lazy.compactMap({ colorsByWord[$0.lowercased()] }).first { return [color] }
    for (property, names) in [
      ("digiKam:ColorLabel", digiKam), ("darktable:colorlabels", darktable),
    ] {
      let colors = numbered(property, names)
      if !colors.isEmpty { return colors }
    }
    if let label, !noLabels.contains(label.lowercased()) { return [label] }
    // News agencies store the urgency of a story here, so this comes last.
    return Array(numbered("photoshop:Urgency", captureOne).prefix(1))
  }

  /// The names of colours in the languages of Lightroom, and the labels of Bridge.
  private static let colors: KeyValuePairs = [
    "Red": "red, rot, rouge, rojo, rosso, rood, röd, vermelho, レッド, 빨강, 红色, 紅色, select",
    "Yellow": "yellow, gelb, jaune, amarillo, giallo, geel, gul, amarelo, イエロー, 노랑, 黄色, 黃色, second",
    "Green": "green, grün, vert, verde, groen, grön, グリーン, 초록, 绿色, 綠色, approved",
    "Blue": "blue, blau, bleu, azul, blu, blauw, blå, ブルー, 파랑, 蓝色, 藍色, review",
    "Purple":
      "purple, lila, violet, violett, púrpura, morado, viola, paars, roxo, パープル, 보라, 紫色, to do",
  ]
  private static let colorsByWord = Dictionary(
    uniqueKeysWithValues: colors.flatMap { color, words in
      words.split(separator: ", ").map { (String($0), color) }
    })

  /// What cameras and programs write if there is no colour.
  private static let noLabels: Set = ["none", "nocolor", "no color", "no label"]
  private static let darktable = colors.map(\.key)
  private static let digiKam = [
    "", "Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Gray", "Black", "White",
  ]
  private static let captureOne = [
    "", "Red", "Orange", "Yellow", "Green", "Blue", "Pink", "Purple",
  ]
}
