internal import SheetModel

// The width of a pixel in micrographs, from the description in a TIFF.

extension ExifFacts {
  /// The width of a pixel in micrometres; nil if no program recorded it.
  ///
  /// The first page describes later pages that have no description of their own.
  ///
  /// Source: Open Microscopy Environment, "OME Model" (Pixels: PhysicalSizeX, and
  /// PhysicalSizeXUnit, which is µm by default; TiffData: IFD and PlaneCount); ImageJ,
  /// ij/io/TiffEncoder.java and TiffDecoder.java (`unit` in the description, and XResolution in
  /// pixels per unit).
  var pixelSize: Double? {
    let described = picture.describing ?? picture
    guard let text = described.beginning(ofText: TIFFTag.description) else { return nil }
    let size: Double? =
      if text.hasPrefix("ImageJ=") {
        Self.size(inImageJ: text, described)
      } else if let page = picture.describedPage {
        Self.pixels(ofPage: page, inOME: text)?.micrometres
      } else {
        Self.images(inOME: text, most: 1).all.first?.micrometres
      }
    return size.flatMap { 1e-9...1e12 ~= $0 ? $0 : nil }
  }

  /// The pixels of a page in OME-XML: the pixels of the only image, or of the only image whose
  /// planes include the page; nil if they are unknown.
  private static func pixels(ofPage page: Int, inOME text: String) -> PixelsInOME? {
    let images = images(inOME: text)
    let containing = images.all.filter { $0.contains(page) }
    if containing.count == 1 { return containing[0] }
    return images.areAll && images.all.count == 1 ? images.all[0] : nil
  }

  /// The pixels of the images in OME-XML, and whether the text ends after them.
  private static func images(
    inOME text: String, most: Int = .max
  ) -> (all: [PixelsInOME], areAll: Bool) {
    var images: [PixelsInOME] = []
    var element: String?
    for token in XMLTokens(Array(text.utf8)) {
      if case .attribute(let name, let value) = token {
        guard let element, !images.isEmpty else { continue }
        let value = String(decoding: value.withoutReferences, as: UTF8.self).trimmed ?? ""
        images[images.count - 1].add(value, of: name, in: element)
        continue
      }
      // All attributes of the last wanted element have been read.
      if images.count == most { return (images, false) }
      element = nil
      switch token {
      case .start(let name) where name.isLocally("Pixels"):
        images.append(PixelsInOME())
        element = "Pixels"
      case .start(let name) where name.isLocally("TiffData") && !images.isEmpty:
        images[images.count - 1].planes.append((0, nil))
        element = "TiffData"
      case .end(let name) where name.isLocally("OME"): return (images, true)
      default: break
      }
    }
    return (images, false)
  }

  /// What OME-XML says about the pixels of an image.
  private struct PixelsInOME {
    private var size: Double?
    private var unit = "µm"
    /// The index of the first page of each series of planes, and the number of planes, which is nil
    /// if all later pages belong to the series.
    var planes: [(first: Int, count: Int?)] = []

    /// The width of a pixel in micrometres.
    var micrometres: Double? {
      size.flatMap { size in ExifFacts.micrometres(in: unit).map { size * $0 } }
    }

    /// Whether one of the image's planes is on the page with this index.
    func contains(_ page: Int) -> Bool {
      planes.contains { $0.first >= 0 && page >= $0.first && page - $0.first < $0.count ?? .max }
    }

    /// Adds an attribute of `Pixels` or `TiffData`.
    mutating func add(_ value: String, of name: ArraySlice<UInt8>, in element: String) {
      switch (element, String(decoding: name, as: UTF8.self)) {
      case ("Pixels", "PhysicalSizeX"): size = Double(decimal: value)
      case ("Pixels", "PhysicalSizeXUnit"): unit = value
      case ("TiffData", "IFD"):
        let place = planes.count - 1
        // A single plane, unless PlaneCount gives the number of planes.
        planes[place] = (Int(value) ?? -1, planes[place].count ?? 1)
      case ("TiffData", "PlaneCount"): planes[planes.count - 1].count = Int(value) ?? 0
      default: break
      }
    }
  }

  /// The width of a pixel according to ImageJ, in micrometres.
  private static func size(inImageJ text: String, _ directory: TIFFDirectory) -> Double? {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let unit = lines.first(where: { $0.hasPrefix("unit=") })?.dropFirst("unit=".count),
      let micrometres = micrometres(in: unit),
      let density = directory.values(TIFFTag.columnsPerUnit).first.flatMap(\.self), density > 0
    else { return nil }
    return micrometres / density
  }

  /// The number of micrometres in a unit; nil if the unit is not a length.
  ///
  /// ImageJ writes `micron`, or `\u00B5m`, in which the letter is escaped.
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

extension ArraySlice<UInt8> {
  /// Whether this XML name is `name`, whatever its prefix.
  fileprivate func isLocally(_ name: String) -> Bool {
    split(separator: UInt8(ascii: ":")).last?.elementsEqual(name.utf8) == true
  }
}

extension Fact {
  /// Creates a length in micrometres, such as `0.32 µm`.
  init(micrometres: Double) {
    let text = micrometres.text(decimals: 9)
    self.init("\(text) µm", number: micrometres)
  }
}
