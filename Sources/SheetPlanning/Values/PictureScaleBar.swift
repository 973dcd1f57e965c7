internal import SheetFiles
package import SheetModel
internal import SheetPictures

extension RuleForm<Sheet.ScaleBar> {
  /// The scale bars of pictures; the last match is used.
  package static let scaleBar = RuleForm(
    values:
      "a length, or a length and the width of a pixel, in nm, µm, mm, cm, m, km or px, or a length and a resolution in ppi",
    examples: [
      "50 µm", "50 µm at 0.32 µm", "50 µm, black", "*_40x*=20 µm at 0.16 µm", "1 cm at 600 ppi",
    ],
    effect: "sets a scale bar", mayStandAlone: { _ in true }, isUsuallyAlone: true,
    read: { Sheet.ScaleBar($0) })
}

extension [PictureRule<Sheet.ScaleBar>] {
  /// The facts that say how wide a pixel is, if a rule does not.
  var pixelSizeKeys: [FactKey] {
    if contains(where: { $0.value.needsPixelSize }) { return FactKey.pixelWidths }
    return contains { $0.value.pixel == .stated } ? [.pixelsPerInch] : []
  }
}

extension FactKey {
  /// The facts that say how wide a pixel is; the first that a picture has is used.
  static let pixelSizes = [FactKey("pixel_size"), .pixelSize]
}

extension Sheet.ScaleBar {
  /// Whether the width of a pixel must come from the picture or a table.
  var needsPixelSize: Bool { pixel == .recorded && length.unit != .pixels }
}

/// A scale bar of a picture whose pixel size is known.
struct PictureScaleBar: Equatable, Sendable {
  /// The bar as given.
  let bar: Sheet.ScaleBar
  /// The length of the bar in pixels, along a row of the picture as stored.
  let pixels: Double

  /// Creates a bar; nil if the picture's pixel size is unknown.
  init?(_ bar: Sheet.ScaleBar, of picture: PictureFacts) {
    self.bar = bar
    switch bar.pixel {
    case .size(let size):
      guard let ratio = bar.length.ratio(to: size) else { return nil }
      pixels = ratio
    case .perInch(let resolution, _):
      guard let inches = bar.length.inches else { return nil }
      pixels = inches * resolution
    case .stated:
      guard let inches = bar.length.inches, let resolution = picture.resolution else { return nil }
      pixels = inches * resolution.stated.pixelsPerInch
    case .recorded where bar.needsPixelSize:
      let fact = FactKey.pixelSizes.lazy.compactMap { picture.fact($0) }.first
      // A number without a unit is in the unit of the bar.
      let size = fact.flatMap { fact in
        DepictedLength(fact.text)
          ?? fact.number.flatMap { _ in DepictedLength(fact.text, bar.length.unit) }
      }
      guard let ratio = size.flatMap(bar.length.ratio(to:)) else { return nil }
      pixels = ratio
    case .recorded: pixels = bar.length.value
    }
  }
}

extension DepictedLength {
  /// The length in inches; nil if it is in pixels.
  var inches: Double? { unit.nanometres.map { value * $0 / 25_400_000 } }
}

/// The scale bars found for pictures, and the pictures without a pixel size.
struct FoundScales {
  private var count = 0
  private var unknown = Occurrences<(name: FileName, bar: Sheet.ScaleBar)>()
  /// The resolution of the first picture that states one but has no pixel size.
  private var resolution: StatedResolution?
  private var doubtful = (pictures: DoubtfulResolutions(), remedy: Remedy?.none)

  /// The bar of a picture; nil if it has none, or if its pixel size is unknown.
  mutating func bar(_ bar: Sheet.ScaleBar?, of picture: PictureFacts) -> PictureScaleBar? {
    guard let bar, picture.shownSize != nil else { return nil }
    count += 1
    if let found = PictureScaleBar(bar, of: picture) {
      if bar.pixel == .stated, let (resolution, isOfFile) = picture.resolution, isOfFile {
        doubtful.pictures.add(resolution, of: picture)
        doubtful.remedy = doubtful.remedy ?? .resolution(for: bar)
      }
      return found
    }
    resolution = resolution ?? picture.resolution?.stated
    unknown.add((picture.picture.name, bar))
    return nil
  }

  /// The note about pictures without a pixel size.
  ///
  /// - Throws: ``ContactSheetError/noPixelSize(for:_:)`` if none of the pictures has one.
  var notes: [Note] {
    get throws(ContactSheetError) {
      let doubtful = [doubtful.pictures.note(total: count, remedy: doubtful.remedy)]
        .compactMap(\.self)
      guard let (name, bar) = unknown.first else { return doubtful }
      if unknown.count == count { throw .noPixelSize(for: bar, resolution) }
      return doubtful + [
        Note(
          .unknownPixelSizes, about: name,
          "\(unknown.count) of \(count.counted("image")) \(unknown.count == 1 ? "has" : "have") no scale "
            + "bar, because the width of a pixel is unknown"
            + name.path.asFirst(ofCount: unknown.count),
          remedy: .pixelSize(for: bar, resolution), [.count: unknown.count, .total: count])
      ]
    }
  }
}

extension Remedy {
  /// How to state the resolution of pictures with a bar.
  fileprivate static func resolution(for bar: Sheet.ScaleBar) -> Remedy {
    "write the resolution, as in \(.scaleBar, "\(bar.length) at 600 ppi")"
  }

  /// What to do if the width of a pixel is unknown, for pictures that may state a resolution.
  static func pixelSize(for bar: Sheet.ScaleBar, _ resolution: StatedResolution?) -> Remedy {
    let (length, unit) = (bar.length, bar.length.unit.rawValue)
    if bar.pixel == .stated { return .resolution(for: bar) }
    let remedy: Remedy =
      "if a pixel is 0.32 \(unit) wide, write \(.scaleBar, "\(length) at 0.32 \(unit)"), or add a pixel-size column to a table"
    guard let perInch = resolution?.pixelsPerInch.text(decimals: 2) else { return remedy }
    return
      "\(remedy); for scans, \(.scaleBar, "\(length) at ppi") uses the resolution that the files state, such as \(perInch) pixels per inch"
  }
}
