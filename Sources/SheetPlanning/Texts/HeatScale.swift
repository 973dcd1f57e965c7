package import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// The colour scale at the foot of pages that explains the colours of changes or of a colour map,
/// with numbers below it, and possibly a title above it.
struct HeatScale {
  /// The width of the scale, in lines of text.
  private static let widthInLines = 20

  private let numbers: [String]
  /// What the scale of a colour map shows; nil for no title.
  private let title: String?
  private let size: Double
  private let lineHeight: Int

  /// Creates the scale of a job with some numbers; nil if there are none.
  init?(_ numbers: [String]?, of job: SheetJob, _ scale: TypeScale) {
    guard let numbers else { return nil }
    self.numbers = numbers
    title = job.comparison == nil ? job.colormapTitle : nil
    (size, lineHeight) = (scale.label, TypeScale.lineHeight(scale.label))
  }

  private var barHeight: Int { (lineHeight + 1) / 2 }

  /// The height that the scale takes up, including the title, the numbers and an empty line above.
  var height: Int { (title == nil ? 2 : 3) * lineHeight + barHeight }

  /// The scale in the lower right corner of an area, with its texts; nil if the area has no width.
  ///
  /// The title is centred above the scale. A title wider than the scale takes the width that it needs.
  func placed(
    in area: PixelRect, _ fitting: LineFitting
  ) -> (area: PixelRect, texts: [PlannedText])? {
    let width = min(area.width, Self.widthInLines * lineHeight)
    guard width > 0 else { return nil }
    let bar = PixelRect(
      x: area.maxX - width, y: area.maxY - lineHeight - barHeight, width: width, height: barHeight)
    // Words are at the left end, and one number is in the middle.
    let side = width * 2 / 5
    let places: [(x: Int, width: Int, alignment: Sheet.TextAlignment)] = [
      (bar.x, side, .left), (bar.x + side, width - 2 * side, .center),
      (bar.maxX - side, side, .right),
    ]
    let texts = zip(numbers, places).map { number, place in
      PlannedText(
        .note, text: number,
        area: PixelRect(x: place.x, y: bar.maxY, width: place.width, height: lineHeight),
        size: size, alignment: place.alignment, overflow: .end)
    }
    return (
      bar, (side > 0 ? texts : []) + [title(above: bar, in: area, fitting)].compactMap(\.self)
    )
  }

  private func title(
    above bar: PixelRect, in area: PixelRect, _ fitting: LineFitting
  ) -> PlannedText? {
    guard let title else { return nil }
    let (columns, alignment) = fitting.centered(
      title, over: bar.x..<bar.maxX, in: area.x..<area.maxX, font: nil, size: size)
    guard let part = fitting.fitted([title], [alignment], in: columns, font: nil, size: size).first
    else { return nil }
    return PlannedText(
      .note, text: part.text,
      area: PixelRect(
        x: part.columns.lowerBound, y: bar.y - lineHeight, width: part.columns.count,
        height: lineHeight),
      size: part.size, alignment: part.alignment, overflow: .end)
  }
}

extension ComparisonRule {
  /// The distances at the start, in the middle and at the end of the scale; nil if colours have no
  /// scale.
  package var heatNumbers: [String]? {
    guard let hottest else { return nil }
    let end = hottest.text(decimals: 6)
    // The first half of the colours covers a quarter of the scale.
    let middle = (tolerance + (hottest - tolerance) / 4).text(decimals: max(2, end.count - 1))
    return [tolerance.text(decimals: 6), middle, end]
  }
}

extension SheetPlanner {
  /// What is written below the colour scale at the foot of pages; nil if there is no scale.
  ///
  /// A colour map has a scale if all pictures in its colours have the same range, as with
  /// `--stretch all`.
  func scaleNumbers(
    of pictures: [PictureFacts], comparing comparison: PlannedComparison?
  ) -> [String]? {
    if let numbers = comparison?.rule.heatNumbers {
      return ["changed by \(numbers[0])"] + numbers[1...]
    }
    if job.colormap == nil && job.colormaps.isEmpty || job.style.isGrayscale { return nil }
    var (map, range, curve): (Sheet.Colormap?, SampleInterval?, SampleCurve?)
    for facts in pictures {
      guard let own = facts.picture.colormap else { continue }
      guard case .interval(let interval, let ownCurve) = facts.picture.stretch,
        (map ?? own) == own, (range ?? interval) == interval, (curve ?? ownCurve) == ownCurve
      else { return nil }
      (map, range, curve) = (own, interval, ownCurve)
    }
    return range?.numbers(curve ?? .linear)
  }
}

extension SheetPlanner {
  /// The note about a title without a colour scale; nil if there is a scale or no title.
  func noteOnMissingScale(of pictures: [PictureFacts]) -> Note? {
    guard let title = job.colormapTitle, scaleNumbers(of: pictures, comparing: nil) == nil
    else { return nil }
    let start = "no colour scale is drawn for the title '\(title.shortPrintable)', because "
    if job.style.isGrayscale { return Note(.missingScale, start + "all images are grey") }
    if pictures.allSatisfy({ $0.picture.colormap == nil }) {
      return Note(.missingScale, start + "no image is coloured by a colour map")
    }
    return Note(
      .missingScale,
      start
        + "the images coloured by a map do not all have the same map and the same range of samples",
      remedy: job.stretching == .all
        ? nil : "\(.stretch, "all") gives images with more than 8 bits per channel the same range")
  }
}

extension SampleInterval {
  /// The samples at the start, in the middle and at the end of the scale, each accurate to a
  /// fiftieth of the first half or better; nil if that takes too many decimals.
  fileprivate func numbers(_ curve: SampleCurve) -> [String]? {
    let half = (high - low) * curve.sample(0.5)
    var (decimals, range) = (0, 2 * half)
    while range < 100, decimals < 6 { (decimals, range) = (decimals + 1, range * 10) }
    let numbers = [low, low + half, high].map { $0.text(decimals: decimals) }
    return Set(numbers).count == numbers.count ? numbers : nil
  }
}
