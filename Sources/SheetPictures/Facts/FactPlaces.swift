internal import SheetModel

/// A fact that several kinds of metadata may contain, recorded by cameras or entered by people.
///
/// If a token shows nothing but the fact, the raw value is the name of that token.
enum RecordedFact: String, CaseIterable, Sendable {
  case maker, model, lens, exposure, aperture, focal, iso, position
  case taken
  case artist, copyright, title, description, comment, keywords, rating
  case location, city, country
}

/// A place in metadata where a fact may be recorded.
enum FactPlace: Sendable {
  /// A tag of the Exif IFD, and how its value is written.
  case exifIFD(Int, Form = .plain)
  /// A tag of the first directory.
  case firstIFD(Int, Form = .plain)
  /// The GPS IFD.
  case gps
  /// XMP properties in the file; the first packet that has one of them is used.
  case embedded([Property])
  /// XMP properties in sidecars; the first packet that has one of them is used.
  case sidecars([Property])
  case iptc(IPTCRecord.Dataset)
  /// The name of the file.
  case name
  /// The text of a PNG under a keyword.
  case text(String)

  /// An XMP property, and how its value is written.
  struct Property: ExpressibleByStringLiteral, Sendable {
    let name: String
    var form = Form.plain

    init(stringLiteral name: String) { self.name = name }
    init(_ name: String, _ form: Form) { (self.name, self.form) = (name, form) }
  }

  /// How a value is written.
  enum Form: Equatable, Sendable {
    case plain
    /// An exposure time as a power of 2.
    case shutterSpeed
    /// An f-number as a power of the square root of 2.
    case apertureValue
    /// A lens's focal lengths and f-numbers.
    case lensSpecification
    /// A sensitivity, used only if SensitivityType has one of these values.
    case sensitivity(types: Set<Int>)
    /// A time, with the tag for its fraction of a second.
    case time(fraction: Int)
    /// A rating as a percentage.
    case percent
    /// UTF-16, as written by Windows.
    case windowsText
    /// UTF-16 with semicolons between the items of a list.
    case windowsList
    /// Text that starts with the name of its encoding.
    case markedText
    /// A photographer and an editor, separated by a NUL.
    case owners
    /// A field of a structure.
    case field(String)
    /// The levels of a hierarchy, separated by a character; the last level is used.
    case lastLevel(Character)
    /// Degrees, with a letter for the direction.
    case position
    /// A rating, which flags may override.
    case flaggedRating
  }
}

/// The table of the places where each fact is looked for, in order.
///
/// What a camera wrote is looked for in the file first, and then in sidecars. What people edit is
/// looked for in sidecars first, and then in the file. Exif tags may be in the first directory or
/// in the Exif IFD: TIFF/EP and DNG record the exposure in the first directory, and some programs
/// write all tags to one of the two.
///
/// Source: Exif 2.32 (CIPA DC-008), 4.6.4 to 4.6.6; ISO 12234-2 (TIFF/EP); DNG 1.6; the ExifTool
/// documentation, "EXIF Tags" (65002, Lens), "PanasonicRaw Tags" (23, ISO in the first directory of
/// RW2 files) and "IPTC Tags"; Microsoft, "System.Keywords" and other properties (40091 to 40094,
/// 18246, 18249); XMP specification, parts 1 and 2 (`dc`, `xmp`, `photoshop`, `exif`, `tiff`); Exif
/// 2.3 for XMP (CIPA DC-010, `exifEX`); Adobe, "Additional Exif properties" (`aux`); IPTC Photo
/// Metadata Standard 2023.2; Metadata Working Group, "Guidelines for Handling Image Metadata" 2.0.
extension RecordedFact {
  /// The places where the fact is looked for, in order.
  var places: [FactPlace] { Self.table[self] ?? [] }

  private static let table: [RecordedFact: [FactPlace]] = [
    // What cameras write.
    .maker: row(first(271), camera("tiff:Make")),
    .model: row(first(272), camera("tiff:Model")),
    .lens: row(
      exif(42036), exif(65002), exif(42034, .lensSpecification), first(50736, .lensSpecification),
      camera(
        "exifEX:LensModel", "exif:LensModel", "aux:Lens", "MicrosoftPhoto:LensModel",
        Property("exifEX:LensSpecification", .lensSpecification),
        Property("aux:LensInfo", .lensSpecification))),
    .exposure: row(
      exif(33434), exif(37377, .shutterSpeed),
      camera("exif:ExposureTime", Property("exif:ShutterSpeedValue", .shutterSpeed))),
    .aperture: row(
      exif(33437), exif(37378, .apertureValue),
      camera("exif:FNumber", Property("exif:ApertureValue", .apertureValue))),
    .focal: row(exif(37386), camera("exif:FocalLength")),
    // PhotographicSensitivity is 65535 if 16 bits do not suffice. In that case, the sensitivity
    // that SensitivityType names is looked for first, and then the recommended index.
    .iso: row(
      exif(34855), exif(34865, .sensitivity(types: [1])), exif(34867, .sensitivity(types: [3, 5])),
      exif(34866), exif(34867), exif(34865), [.firstIFD(23)],
      camera(
        "exifEX:PhotographicSensitivity", "exif:ISOSpeedRatings",
        Property("exifEX:StandardOutputSensitivity", .sensitivity(types: [1])),
        Property("exifEX:ISOSpeed", .sensitivity(types: [3, 5])),
        "exifEX:RecommendedExposureIndex", "exifEX:StandardOutputSensitivity", "exifEX:ISOSpeed")),
    .position: row([.gps], camera(Property("exif:GPSLatitude", .position))),
    // When the picture was taken, or else digitised; then the date in its name; as a last resort,
    // when the file was written.
    .taken: row(
      exif(36867, .time(fraction: 37521)), exif(36868, .time(fraction: 37522)),
      [.embedded(times), .iptc(.dateCreated), .iptc(.dateDigitized), .sidecars(times)],
      [.name],
      first(306, .time(fraction: 37520)), camera("xmp:ModifyDate", "tiff:DateTime"),
      [.text("Creation Time")]),
    // What people edit.
    .artist: row(
      edited("dc:creator", "tiff:Artist"), [.iptc(.creator)], first(315),
      first(40093, .windowsText), [.text("Author")]),
    .copyright: row(
      edited("dc:rights", "tiff:Copyright"), [.iptc(.copyright)], first(33432, .owners),
      [.text("Copyright")]),
    .title: row(
      edited("dc:title"), [.iptc(.title)], first(40091, .windowsText), [.text("Title")]),
    .description: row(
      edited("dc:description", "tiff:ImageDescription"), [.iptc(.description)], first(270),
      [.text("Description")]),
    .comment: row(
      exif(37510, .markedText), first(40092, .windowsText), edited("exif:UserComment")),
    .keywords: row(
      edited(
        "dc:subject", Property("digiKam:TagsList", .lastLevel("/")),
        Property("lr:hierarchicalSubject", .lastLevel("|")),
        Property("MicrosoftPhoto:LastKeywordXMP", .lastLevel("/")),
        Property("mediapro:CatalogSets", .lastLevel("|"))),
      [.iptc(.keywords)], first(40094, .windowsList)),
    .rating: row(
      edited(
        Property("xmp:Rating", .flaggedRating), Property("MicrosoftPhoto:Rating", .percent)),
      first(18246), first(18249, .percent)),
    .location: row(
      edited("Iptc4xmpCore:Location", in: "Iptc4xmpExt:Sublocation"), [.iptc(.location)]),
    .city: row(edited("photoshop:City", in: "Iptc4xmpExt:City"), [.iptc(.city)]),
    .country: row(
      edited("photoshop:Country", in: "Iptc4xmpExt:CountryName"), [.iptc(.country)]),
  ]

  private typealias Property = FactPlace.Property

  private static let times: [Property] = [
    "exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized", "xmp:CreateDate",
  ]

  private static func row(_ places: [FactPlace]...) -> [FactPlace] { places.flatMap(\.self) }

  /// A tag that belongs in the Exif IFD.
  private static func exif(_ tag: Int, _ form: FactPlace.Form = .plain) -> [FactPlace] {
    [.exifIFD(tag, form), .firstIFD(tag, form)]
  }

  /// A tag that belongs in the first directory.
  private static func first(_ tag: Int, _ form: FactPlace.Form = .plain) -> [FactPlace] {
    [.firstIFD(tag, form), .exifIFD(tag, form)]
  }

  private static func camera(_ properties: Property...) -> [FactPlace] {
    [.embedded(properties), .sidecars(properties)]
  }

  private static func edited(_ properties: Property...) -> [FactPlace] {
    [.sidecars(properties), .embedded(properties)]
  }

  /// An IPTC property; if it is missing, a field of the structure for the place where the camera
  /// was, and then of the structure for the place that the picture shows.
  private static func edited(_ property: Property, in field: String) -> [FactPlace] {
    edited(
      property, Property("Iptc4xmpExt:LocationCreated", .field(field)),
      Property("Iptc4xmpExt:LocationShown", .field(field)))
  }

  /// The keywords of the PNG text chunks in which the fact is looked for.
  var keywords: Set<String> {
    var keywords: Set<String> = []
    for case .text(let keyword) in places { keywords.insert(keyword) }
    return keywords
  }

  /// The XMP properties and fields in which facts are looked for.
  static let properties: Set<String> = {
    var names: Set = [
      "xml:lang", "exif:GPSLongitude", "exif:GPSLatitudeRef", "exif:GPSLongitudeRef",
      "exifEX:SensitivityType",
    ]
    for case .embedded(let properties) in table.values.joined() {
      for property in properties {
        names.insert(property.name)
        if case .field(let field) = property.form { names.insert(field) }
      }
    }
    return names
  }()
}
