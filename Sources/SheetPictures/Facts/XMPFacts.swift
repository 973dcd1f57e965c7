internal import SheetModel

/// The facts in the XMP of a picture, or of its sidecars.
///
/// ``RecordedFact`` lists the properties of most facts.
///
/// Source: XMP specification, part 1 (ISO 16684-1), 8.3 (Dublin Core) and 8.4 (XMP basic), and part
/// 2 (Photoshop); IPTC Photo Metadata Standard 2023.2; Metadata Working Group, "Guidelines for
/// Handling Image Metadata" 2.0, 5.9 (regions); Microsoft, "People tagging overview"
/// (`MP:RegionInfo`) and "System.Rating" (`MicrosoftPhoto:Rating`); digiKam,
/// core/libs/metadataengine (`PickLabel`, `TagsList`).
struct XMPFacts: Equatable, Sendable {
  /// The values of a packet, by property.
  typealias Packet = [String: [XMPValue]]

  private let packets: [Packet]

  /// Reads the facts in packets; each fact is from the first packet that has it.
  init(_ packets: [XMPPacket]) {
    self.packets = packets.map { $0.values(of: Self.properties) }
  }

  private init(_ packets: [Packet]) { self.packets = packets }

  /// The facts in two lists of packets; those in the first list take precedence.
  static func + (first: Self, second: Self) -> Self { Self(first.packets + second.packets) }

  private static let properties: Set = ColorLabel.properties.union(RecordedFact.properties).union([
    "digiKam:PickLabel", "xmpDM:pick", "xmpDM:good", "Iptc4xmpExt:PersonInImage",
    "mwg-rs:RegionList", "mwg-rs:Name", "mwg-rs:Type", "mwg-rs:AppliedToDimensions",
    "MPRI:Regions", "MPReg:PersonDisplayName", "stArea:x", "stArea:y", "stArea:w", "stArea:h",
    "stArea:unit", "stDim:w", "stDim:h",
  ])

  /// The names of the colours with which the picture is labelled, or a label that is not a colour.
  var colorLabels: [String] {
    list { packet in ColorLabel.names { packet.texts($0) } }
  }

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

  /// The value in the first packet that has one.
  func first<Value>(_ value: (Packet) -> Value?) -> Value? {
    for packet in packets {
      if let value = value(packet) { return value }
    }
    return nil
  }

  private func list(_ texts: (Packet) -> [String]) -> [String] {
    packets.lazy.map(texts).first { !$0.isEmpty } ?? []
  }
}

extension XMPFacts.Packet {
  fileprivate func values(_ property: String) -> [XMPValue] { self[property] ?? [] }

  /// The fields of regions that are faces.
  fileprivate var faces: [[String: String]] {
    values("mwg-rs:RegionList").map(\.fields).filter {
      ($0["mwg-rs:Type"] ?? "Face").lowercased() == "face"
    }
  }

  /// Whether the picture is marked as rejected, in digiKam or Lightroom.
  var isRejected: Bool {
    text("digiKam:PickLabel") == "1"
      || (text("xmpDM:pick").map { $0 == "-1" } ?? (text("xmpDM:good")?.lowercased() == "false"))
  }

  /// The texts of a property, in order.
  func texts(_ property: String) -> [String] { values(property).compactMap(\.text) }

  /// The text of a property: in the default language, or else the first.
  ///
  /// Empty texts are skipped.
  func text(_ property: String) -> String? {
    let values = values(property).filter { $0.text != nil }
    let isDefault = { (value: XMPValue) in value.fields["xml:lang"]?.lowercased() == "x-default" }
    return (values.first(where: isDefault) ?? values.first)?.text
  }

  /// The position of the camera; nil if none is recorded.
  ///
  /// Source: `exif:GPSLatitude` and `exif:GPSLongitude`. The specification has no separate
  /// properties for directions, but some programs write them.
  var coordinates: Coordinates? {
    func angle(_ property: String, _ axis: Angle.Axis) -> Angle? {
      text(property).flatMap { Angle($0, axis, reference: text(property + "Ref")) }
    }
    guard let latitude = angle("exif:GPSLatitude", .latitude),
      let longitude = angle("exif:GPSLongitude", .longitude)
    else { return nil }
    return Coordinates(latitude, longitude)
  }
}

extension Fact {
  /// Creates a rating of 0 to 5 stars from a percentage; Windows writes 1, 25, 50, 75 and 99.
  init?(percentOfStars percent: Int) {
    guard 0...100 ~= percent else { return nil }
    self.init(percent == 0 ? 0 : (percent + 12) / 25 + 1)
  }

  /// Creates the rating as five stars, filled or not; nil if the picture has no stars, or if it is
  /// rejected.
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
  /// The properties that contain colour labels.
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
    // News agencies store the urgency of a story here, so this property is tried last.
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
