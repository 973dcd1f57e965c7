internal import SheetModel

// The width of a pixel in micrographs, from the description in a TIFF.

extension ExifFacts {
  private static let description = 270
  private static let horizontalResolution = 282

  /// The width of a pixel in micrometres; nil if no program recorded it.
  ///
  /// Source: Open Microscopy Environment, "OME Model" (Pixels: PhysicalSizeX, and PhysicalSizeXUnit,
  /// which is µm by default); ImageJ, ij/io/TiffEncoder.java and TiffDecoder.java (`unit` in the
  /// description, and XResolution in pixels per unit).
  var pixelSize: Double? {
    guard let text = picture.beginning(ofText: Self.description) else { return nil }
    let size = text.hasPrefix("ImageJ=") ? sizeFromImageJ(text) : Self.size(inOME: text)
    return size.flatMap { 1e-9...1e12 ~= $0 ? $0 : nil }
  }

  /// The width of a pixel in OME-XML, in micrometres.
  private static func size(inOME text: String) -> Double? {
    var (size, unit): (Double?, String) = (nil, "µm")
    var isInPixels = false
    for token in XMLTokens(Array(text.utf8)) {
      switch token {
      case .start(let name):
        // The attributes of the first element with pixels have ended.
        if isInPixels { return size.flatMap { value in micrometres(in: unit).map { value * $0 } } }
        isInPixels =
          name.split(separator: UInt8(ascii: ":")).last?.elementsEqual("Pixels".utf8) == true
      case .attribute(let name, let value) where isInPixels:
        let value = String(decoding: value.withoutReferences, as: UTF8.self).trimmed ?? ""
        if name.elementsEqual("PhysicalSizeX".utf8) { size = Double(decimal: value) }
        if name.elementsEqual("PhysicalSizeXUnit".utf8) { unit = value }
      case .end where isInPixels, .text where isInPixels:
        return size.flatMap { value in micrometres(in: unit).map { value * $0 } }
      default: break
      }
    }
    return nil
  }

  /// The width of a pixel according to ImageJ, in micrometres.
  private func sizeFromImageJ(_ text: String) -> Double? {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let unit = lines.first(where: { $0.hasPrefix("unit=") })?.dropFirst("unit=".count),
      let micrometres = Self.micrometres(in: unit),
      let density = picture.values(Self.horizontalResolution).first.flatMap(\.self), density > 0
    else { return nil }
    return micrometres / density
  }

  /// The number of micrometres in a unit; nil if the unit is not a length.
  ///
  /// ImageJ writes `micron`, or `\u00B5m` with the number of the letter.
  private static func micrometres(in unit: some StringProtocol) -> Double? {
    switch unit {
    case "micron", "microns", "micrometer", "micrometre", #"\u00B5m"#, #"\u00b5m"#: 1
    case "inch", "inches", "in": 25_400
    case "Å": 1e-4
    case "pm": 1e-6
    case "dm": 1e5
    default: DepictedLength.Unit(unit)?.nanometres.map { $0 / 1000 }
    }
  }
}

extension Fact {
  /// Creates a length in micrometres, such as `0.32 µm`.
  init(micrometres: Double) {
    let text = micrometres.text(decimals: 9)
    self.init("\(text) µm", number: micrometres)
  }
}
