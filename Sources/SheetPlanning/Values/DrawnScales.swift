internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

// Pictures that are drawn so that what they show has a scale on paper, such as 1:2. The width of a
// pixel comes from the facts that scale bars use, or else from the resolution that a file states.

extension FactKey {
  /// The facts that may say how wide a pixel is.
  static let pixelWidths = pixelSizes + [.pixelsPerInch]
}

extension SheetJob {
  /// The facts about pixel sizes and resolutions that the scale of the job needs; empty if there
  /// are none.
  var scaleKeys: [FactKey] {
    switch exactScale {
    case .drawn: FactKey.pixelWidths
    // Different resolutions are worth a note.
    case .share: encoding.pixelsPerInch == nil ? [] : [.pixelsPerInch]
    case .enlarged, nil: []
    }
  }
}

extension PictureFacts {
  /// The resolution of the picture, and whether its file states it rather than a table or its name;
  /// nil if it is unknown.
  var resolution: (stated: StatedResolution, isOfFile: Bool)? {
    guard let stated = fact(.pixelsPerInch)?.number.flatMap({ StatedResolution($0) }) else {
      return nil
    }
    return (stated, !isNamed(FactKey.pixelsPerInch.name))
  }

  /// What is known about the width of a pixel; nil if nothing is.
  fileprivate var pixelWidth: PixelWidth? {
    for fact in FactKey.pixelSizes.lazy.compactMap({ self.fact($0) }) where !fact.text.isEmpty {
      guard let inches = DepictedLength(fact.text)?.inches else { return .unclear(fact.text) }
      return .inches(inches)
    }
    return resolution.map { .stated($0.stated, isOfFile: $0.isOfFile) }
  }
}

/// What is known about the width of a pixel of a picture.
private enum PixelWidth {
  /// The width of a pixel in inches.
  case inches(Double)
  /// The resolution, and whether the picture's file states it.
  case stated(StatedResolution, isOfFile: Bool)
  /// A text that is not a length.
  case unclear(String)
}

/// How much each picture is enlarged or reduced so that objects in it have a given scale on paper.
struct DrawnScales {
  private let scale: Sheet.DrawingScale
  /// The pixels per inch of the sheet.
  private let pixelsPerInch: Double
  private var count = 0
  /// The pictures whose pixels have an unknown width.
  private var unknown = Occurrences<PictureFacts>()
  /// The pictures whose resolution is a value that programs write if they do not know the
  /// resolution.
  private var doubtful = DoubtfulResolutions()

  /// Creates the scales for a job; nil if it asks for no drawing scale.
  init?(_ job: SheetJob) {
    guard case .drawn(let scale) = job.exactScale, let density = job.encoding.pixelsPerInch else {
      return nil
    }
    (self.scale, pixelsPerInch) = (scale, Double(density))
  }

  /// How many pixels of the sheet each pixel of a picture becomes along a side; nil if that is
  /// unknown.
  ///
  /// - Throws: ``ContactSheetError/noScale(_:of:_:)`` if the width of a pixel is not a length, or
  ///   is extreme.
  mutating func factor(of picture: PictureFacts) throws(ContactSheetError) -> Double? {
    guard let header = picture.picture.readableHeader else { return nil }
    count += 1
    var factor = scale.factor * pixelsPerInch
    switch picture.pixelWidth {
    case .inches(let width): factor *= width
    case .stated(let resolution, let isOfFile):
      factor /= resolution.pixelsPerInch
      if isOfFile { doubtful.add(resolution, of: picture) }
    case .unclear(let text):
      throw .noScale(
        scale, of: picture,
        "its pixel size, '\(text.shortPrintable)', is not a length; write one with its unit, such as 0.05 mm"
      )
    case nil:
      unknown.add(picture)
      return nil
    }
    // Pixels as shown are squares with the shorter side of a stored pixel.
    let squared = header.pixelRatio.squared(header.size)
    factor *= Double(header.size.width) / Double(squared.width)
    guard Sheet.exactScales.contains(factor) else {
      throw .noScale(
        scale, of: picture,
        "each of its pixels would be \(Fact.measured(factor).text) pixels wide on the sheet, "
          + "outside the range from 0.001 to 100; correct its pixel size or resolution, or the "
          + "scale")
    }
    return factor
  }

  /// The note about resolutions that are probably wrong.
  ///
  /// - Throws: ``ContactSheetError/noScale(_:of:_:)`` for the first picture whose pixels have an
  ///   unknown width.
  var notes: [Note] {
    get throws(ContactSheetError) {
      if let first = unknown.first {
        let all = unknown.count == 1 ? "" : " (unknown for \(unknown.count) of \(count) images)"
        throw .noScale(
          scale, of: first,
          "neither its file nor a table says how large its pixels are\(all)",
          remedy: .resolution(of: first))
      }
      return doubtful.note(total: count).map { [$0] } ?? []
    }
  }
}

/// Pictures whose files state 72 or 96 pixels per inch.
struct DoubtfulResolutions {
  private var found = Occurrences<PictureFacts>()

  /// Counts a picture if programs write its resolution when they do not know the true one.
  mutating func add(_ resolution: StatedResolution, of picture: PictureFacts) {
    guard resolution.isPlaceholder else { return }
    found.add(picture)
  }

  /// The note about these pictures, out of `total`; nil if there are none.
  ///
  /// Without a remedy, it says how to correct the resolution.
  func note(total: Int, remedy: Remedy? = nil) -> Note? {
    guard let picture = found.first else { return nil }
    let (count, first) = (found.count, picture.picture.name)
    return Note(
      .doubtfulResolutions, about: first,
      "the scale of \(count.counted(of: total, "image")) is based on 72 or 96 pixels per inch, which programs "
        + "write if they do not know the resolution" + first.path.asFirst(ofCount: count),
      remedy: "if it is wrong, \(remedy ?? .resolution(of: picture))",
      [.count: count, .total: total])
  }
}

extension Remedy {
  /// How to state the resolution of a picture.
  static func resolution(of picture: PictureFacts) -> Remedy {
    let column: Remedy = "add a pixel-size column to a table, with values such as 0.05 mm"
    guard let path = picture.picture.path else { return column }
    return
      "\(column), or write the resolution into the file, as with exiftool -XResolution=600 -YResolution=600 -ResolutionUnit=inches \(path.shellWord)"
  }
}

extension ContactSheetError {
  /// The error for a picture that cannot be drawn at a drawing scale such as 1:2.
  fileprivate static func noScale(
    _ scale: Sheet.DrawingScale, of picture: PictureFacts, _ reason: String, remedy: Remedy? = nil
  ) -> Self {
    let path = picture.picture.path ?? picture.picture.name.path
    return Self(
      .invalidValue, "cannot show \(path.quoted) at \(scale): \(reason)", remedy: remedy)
  }
}

extension SheetJob {
  /// The note on pictures at one scale on paper whose files state different resolutions; nil if the
  /// resolutions do not differ.
  func noteOnResolutions(of pictures: some Sequence<PictureFacts>) -> Note? {
    guard case .share(let share) = exactScale, encoding.pixelsPerInch != nil, comparison == nil
    else { return nil }
    var range: (least: Double, most: Double)?
    for picture in pictures {
      guard let (resolution, _) = picture.resolution, !resolution.isPlaceholder else { continue }
      let number = resolution.pixelsPerInch
      range = (min(range?.least ?? number, number), max(range?.most ?? number, number))
    }
    guard let (least, most) = range, most > 1.01 * least else { return nil }
    let scale = Sheet.DrawingScale(share: share) ?? .trueSize
    return Note(
      .differentResolutions,
      "the files of the images state resolutions from \(least.text(decimals: 0)) to "
        + "\(most.text(decimals: 0)) pixels per inch, so what the images show is not at the same scale",
      remedy: scale == .trueSize
        ? "\(.drawingScale, scale) shows everything at its true size"
        : "\(.drawingScale, scale) shows everything at that scale")
  }
}
