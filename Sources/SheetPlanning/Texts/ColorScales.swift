package import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// A bar that explains colours, with numbers below it and possibly a title above it.
struct ColorScale: Equatable {
  /// The numbers at the start, in the middle and at the end of the scale.
  let numbers: [String]
  /// What the scale shows; nil for no title.
  let title: String?
  /// The colour map that the scale explains; nil if the scale shows amounts of change.
  let colormap: Sheet.Colormap?
}

/// The colour scales at the foot of pages that explain the colours of changes or of colour maps.
struct ColorScales {
  /// The width of a scale, and its smallest width beside another one, as multiples of the line
  /// height.
  private static let (widthInLines, leastWidthInLines) = (20, 10)

  private let scales: [ColorScale]
  /// The number of scales in a row.
  private let perRow: Int
  private let size: Double
  private let lineHeight: Int

  /// Creates the scales of a job in this many rows at most; nil if there are none.
  init?(_ scales: [ColorScale], _ scale: TypeScale, rows: Int) {
    if scales.isEmpty { return nil }
    self.scales = scales
    perRow = (scales.count + rows - 1) / rows
    (size, lineHeight) = (scale.label, TypeScale.lineHeight(scale.label))
  }

  private var barHeight: Int { (lineHeight + 1) / 2 }

  /// The height of a row, including an empty line above it, the titles and the numbers.
  private var rowHeight: Int {
    (scales.contains { $0.title != nil } ? 3 : 2) * lineHeight + barHeight
  }

  var height: Int { (scales.count + perRow - 1) / perRow * rowHeight }

  var areSeveral: Bool { scales.count > 1 }

  /// The number of rows in which the scales fit into a width without shrinking their titles.
  func rows(in width: Int, _ fitting: LineFitting) -> Int {
    let least = max(Self.leastWidthInLines * lineHeight, widestTitle(fitting))
    let perRow = max(1, min(scales.count, (width + lineHeight) / (least + lineHeight)))
    return (scales.count + perRow - 1) / perRow
  }

  private func widestTitle(_ fitting: LineFitting) -> Int {
    var width = 0
    for scale in scales {
      if let title = scale.title { width = max(width, fitting.width(of: title, size: size)) }
    }
    return width
  }

  /// The scales in the lower right corner of an area, side by side or stacked, with their
  /// texts; none if the area has no width.
  ///
  /// Titles are centred above their scales. If rows have one scale each, titles may be wider than
  /// their scales.
  func placed(
    in area: PixelRect, _ fitting: LineFitting
  ) -> (bars: [PlannedColorBar], texts: [PlannedText]) {
    let usual = Self.widthInLines * lineHeight
    var (room, width) = (area.width, min(area.width, usual))
    if perRow > 1 {
      room = (area.width + lineHeight) / perRow - lineHeight
      room = min(room, max(usual, widestTitle(fitting)))
      width = room
    }
    guard width > 0 else { return ([], []) }
    var (bars, texts): ([PlannedColorBar], [PlannedText]) = ([], [])
    for (index, scale) in scales.enumerated() {
      let toTheRight = perRow - 1 - index % perRow
      let part = PixelRect(
        x: area.maxX - room - toTheRight * (room + lineHeight),
        y: area.y + index / perRow * rowHeight, width: room, height: rowHeight)
      let bar = PixelRect(
        x: part.maxX - width, y: part.maxY - lineHeight - barHeight, width: width,
        height: barHeight)
      bars.append(PlannedColorBar(bar, scale.colormap))
      texts += numbers(of: scale, below: bar)
      if let title = title(of: scale, above: bar, in: part, fitting) { texts.append(title) }
    }
    return (bars, texts)
  }

  private func numbers(of scale: ColorScale, below bar: PixelRect) -> [PlannedText] {
    let side = bar.width * 2 / 5
    if side == 0 { return [] }
    let places: [(x: Int, width: Int, alignment: Sheet.TextAlignment)] = [
      (bar.x, side, .left), (bar.x + side, bar.width - 2 * side, .center),
      (bar.maxX - side, side, .right),
    ]
    return zip(scale.numbers, places).map { number, place in
      PlannedText(
        .note, text: number,
        area: PixelRect(x: place.x, y: bar.maxY, width: place.width, height: lineHeight),
        size: size, alignment: place.alignment, overflow: .end)
    }
  }

  private func title(
    of scale: ColorScale, above bar: PixelRect, in area: PixelRect, _ fitting: LineFitting
  ) -> PlannedText? {
    guard let title = scale.title else { return nil }
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
  /// The colour differences at the start, in the middle and at the end of the scale; nil if colours
  /// have no scale.
  package var heatNumbers: [String]? {
    guard let hottest else { return nil }
    let end = hottest.text(decimals: 6)
    // The first half of the colours covers a quarter of the scale.
    let middle = (tolerance + (hottest - tolerance) / 4).text(decimals: max(2, end.count - 1))
    return [tolerance.text(decimals: 6), middle, end]
  }
}

extension SheetPlanner {
  /// The colour scales at the foot of pages.
  ///
  /// Coloured pictures with the same title, or without a title, share a scale if all of them have
  /// the same map and the same range, as with `--stretch all`.
  func colorScales(
    of pictures: [PictureFacts], comparing comparison: PlannedComparison?
  ) -> [ColorScale] {
    if let numbers = comparison?.rule.heatNumbers {
      return [ColorScale(numbers: numbers, title: "changed by", colormap: nil)]
    }
    if job.colormap == nil && job.colormaps.isEmpty || job.style.isGrayscale { return [] }
    var kinds: [(title: String?, map: Sheet.Colormap, stretch: SampleStretch?, areEqual: Bool)] = []
    for facts in pictures {
      guard let map = facts.picture.colormap else { continue }
      let (title, stretch) = (facts.overrides.colormapTitle, facts.picture.stretch)
      if let kind = kinds.firstIndex(where: { $0.title == title }) {
        if kinds[kind].map != map || kinds[kind].stretch != stretch { kinds[kind].areEqual = false }
      } else {
        kinds.append((title, map, stretch, true))
      }
    }
    return kinds.compactMap { kind in
      guard kind.areEqual, case .interval(let range, let curve) = kind.stretch,
        let numbers = range.numbers(curve)
      else { return nil }
      return ColorScale(numbers: numbers, title: kind.title, colormap: kind.map)
    }
  }
}

extension SheetPlanner {
  /// The notes about titles without a colour scale.
  func notesOnMissingScales(of pictures: [PictureFacts]) -> [Note] {
    if job.colormapTitles.isEmpty { return [] }
    var missing: [(title: String, colored: Int, ofBytes: Int)] = []
    let scales = colorScales(of: pictures, comparing: nil)
    for facts in pictures {
      guard let title = facts.overrides.colormapTitle,
        !scales.contains(where: { $0.title == title })
      else { continue }
      let known = missing.firstIndex { $0.title == title }
      if known == nil { missing.append((title, 0, 0)) }
      if facts.picture.colormap == nil { continue }
      let index = known ?? missing.count - 1
      missing[index].colored += 1
      if facts.picture.areColoredBytes { missing[index].ofBytes += 1 }
    }
    return missing.map { title, colored, ofBytes in
      let start = "no colour scale is drawn for the title '\(title.shortPrintable)', because "
      let isForAll = job.colormapTitles.allSatisfy { $0.pictures == .all }
      if job.style.isGrayscale { return Note(.missingScale, start + "all images are grey") }
      if colored == 0 {
        return Note(
          .missingScale,
          start + "no image\(isForAll ? "" : " with this title") is coloured by a colour map")
      }
      let ownTitles: Remedy =
        "give each kind of image its own title, as in \(.colormapTitle, "depth/*=Depth (m)")"
      if ofBytes > 0 {
        return Note(
          .missingScale, start + "images with 8 bits per channel have no scale",
          remedy: ofBytes < colored ? ownTitles : nil)
      }
      let haveKinds = isForAll && !(job.stretches.isEmpty && job.colormaps.isEmpty)
      return Note(
        .missingScale,
        start
          + "the images \(isForAll ? "coloured by a map" : "with this title") do not all have the same "
          + "map and the same range of samples",
        remedy: haveKinds
          ? ownTitles
          : !isForAll
            ? ownRanges
            : job.stretching == .all
              ? nil
              : "\(.stretch, "all") gives images with more than 8 bits per channel the same range")
    }
  }

  /// How to give the images of each title a range of their own; nil if they already have one.
  private var ownRanges: Remedy? {
    var (stretches, isNew): ([Remedy], Bool) = ([], false)
    var known: Set<String?> = []
    for rule in job.colormapTitles where known.insert(rule.selector).inserted {
      if let selector = rule.selector {
        stretches.append("\(.stretchRules, "\(selector)=all")")
        let isGiven = job.stretches.contains {
          $0.selector == selector && $0.value.stretch?.range == .all
        }
        if !isGiven { isNew = true }
      } else {
        stretches.append("\(.stretch, "all")")
        if job.stretching?.range != .all { isNew = true }
      }
    }
    guard isNew, let remedy = stretches.joined("and") else { return nil }
    let gives = stretches.count == 1 ? "gives" : "give"
    return "\(remedy) \(gives) images with more than 8 bits per channel a range for each title"
  }
}

extension SampleInterval {
  /// The samples at the start, in the middle and at the end of the scale, each accurate to within a
  /// fiftieth of the first half of the scale; nil if that takes too many decimals.
  fileprivate func numbers(_ curve: SampleCurve) -> [String]? {
    let half = (high - low) * curve.sample(0.5)
    var (decimals, range) = (0, 2 * half)
    while range < 100, decimals < 6 { (decimals, range) = (decimals + 1, range * 10) }
    let numbers = [low, low + half, high].map { $0.text(decimals: decimals) }
    return Set(numbers).count == numbers.count ? numbers : nil
  }
}
