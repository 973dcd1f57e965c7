internal import SheetFiles
package import SheetModel
internal import SheetPictures

extension RuleForm<Sheet.ScaleBar> {
  /// The scale bars of pictures; the last one for a picture is used.
  package static let scaleBar = RuleForm(
    values: "a length, or a length and the width of a pixel, in nm, µm, mm, cm, m, km or px",
    examples: ["50 µm", "50 µm at 0.32 µm", "*_40x*=20 µm at 0.16 µm"],
    effect: "sets a scale bar", mayStandAlone: { _ in true }, isUsuallyAlone: true,
    read: { Sheet.ScaleBar($0) })
}

extension [PictureRule<Sheet.ScaleBar>] {
  /// The facts that say how wide a pixel is, if a rule does not.
  var pixelSizeKeys: [FactKey] {
    contains { $0.value.needsPixelSize } ? FactKey.pixelSizes : []
  }
}

extension FactKey {
  /// The facts that say how wide a pixel is; the first that a picture has is used.
  static let pixelSizes = [FactKey("pixel_size"), .pixelSize]
}

extension Sheet.ScaleBar {
  /// Whether the width of a pixel must come from the picture or a table.
  var needsPixelSize: Bool { pixelSize == nil && length.unit != .pixels }
}

/// A scale bar of a picture whose pixel size is known.
struct PictureScaleBar: Equatable, Sendable {
  /// The bar as given.
  let bar: Sheet.ScaleBar
  /// The number of pixels along which it stands, in a row of the picture as stored.
  let pixels: Double

  /// Creates a bar; nil if the picture's pixel size is unknown.
  init?(_ bar: Sheet.ScaleBar, of picture: PictureFacts) {
    self.bar = bar
    if let pixelSize = bar.pixelSize {
      guard let ratio = bar.length.ratio(to: pixelSize) else { return nil }
      pixels = ratio
    } else if bar.needsPixelSize {
      let fact = FactKey.pixelSizes.lazy.compactMap { picture.fact($0) }.first
      // A number without a unit is in the unit of the bar.
      let size = fact.flatMap { fact in
        DepictedLength(fact.text)
          ?? fact.number.flatMap { _ in DepictedLength(fact.text, bar.length.unit) }
      }
      guard let ratio = size.flatMap(bar.length.ratio(to:)) else { return nil }
      pixels = ratio
    } else {
      pixels = bar.length.value
    }
  }
}

/// The scale bars found for pictures, and the pictures without a pixel size.
struct FoundScales {
  private var count = 0
  private var unknown: (count: Int, first: FileName, length: DepictedLength)?

  /// The bar of a picture; nil if it has none, or if its pixel size is unknown.
  mutating func bar(_ bar: Sheet.ScaleBar?, of picture: PictureFacts) -> PictureScaleBar? {
    guard let bar, picture.shownSize != nil else { return nil }
    count += 1
    if let found = PictureScaleBar(bar, of: picture) { return found }
    unknown = (
      1 + (unknown?.count ?? 0), unknown?.first ?? picture.picture.name,
      unknown?.length ?? bar.length
    )
    return nil
  }

  /// The note about pictures without a pixel size.
  ///
  /// - Throws: ``ContactSheetError/noPixelSize(_:)`` if none of the pictures has one.
  var notes: [Note] {
    get throws(ContactSheetError) {
      guard let unknown else { return [] }
      if unknown.count == count { throw .noPixelSize(for: unknown.length) }
      return [
        Note(
          .unknownPixelSizes, about: unknown.first,
          "\(unknown.count) of \(count.counted("image")) \(unknown.count == 1 ? "has" : "have") no scale "
            + "bar, because the width of a pixel is unknown; the first is "
            + unknown.first.path.quoted,
          remedy: .pixelSize(for: unknown.length), [.count: unknown.count, .total: count])
      ]
    }
  }
}

extension Remedy {
  /// What to do if the width of a pixel is unknown.
  static func pixelSize(for length: DepictedLength) -> Remedy {
    let unit = length.unit.rawValue
    return
      "if a pixel is 0.32 \(unit) wide, write \(.scaleBar, "\(length) at 0.32 \(unit)"), or add a column pixel-size to a table"
  }
}
