/// A colour by which people sort pictures, as programs write it.
///
/// Source: XMP specification, part 2 (`photoshop:LabelColor`); Lightroom and Bridge (`xmp:Label` is a
/// word of the program's language); darktable, src/common/colorlabels.h; digiKam,
/// core/libs/metadataengine (`ColorLabel`); Capture One, which numbers its colour tags in
/// `photoshop:Urgency`.
enum ColorLabel {
  /// The properties that hold colours.
  static let properties: Set = [
    "photoshop:LabelColor", "xmp:Label", "digiKam:ColorLabel", "darktable:colorlabels",
    "photoshop:Urgency",
  ]

  /// Reads the label that a program wrote.
  ///
  /// - Parameter items: The values of each of ``properties``.
  /// - Returns: The names of the colours, else the other label; empty if there is none.
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
    // To the press this is the urgency of the news, so it comes last.
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

  /// The labels that cameras and programs write if there is no colour.
  private static let noLabels: Set = ["none", "nocolor", "no color", "no label"]
  private static let darktable = colors.map(\.key)
  private static let digiKam = [
    "", "Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Gray", "Black", "White",
  ]
  private static let captureOne = [
    "", "Red", "Orange", "Yellow", "Green", "Blue", "Pink", "Purple",
  ]
}
