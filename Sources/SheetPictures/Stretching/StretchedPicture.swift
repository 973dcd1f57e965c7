package import SheetFiles
internal import SheetImaging

/// A picture whose samples are stretched as they are read.
///
/// An interval is a part of the colour space, by which rows are decoded to light: nothing is done to
/// rows themselves. Files of numbers, such as floats, are read in the interval.
package struct StretchedPicture: PictureSource {
  /// The picture, which reads its numbers in the interval.
  let source: any PictureSource
  /// The picture as it was found.
  let original: any PictureSource
  /// The header that it is opened with.
  private let whole: PictureHeader
  package let stretch: SampleStretch

  /// Creates a picture; nil if the stretch does not change it.
  ///
  /// It changes pictures of more than 8 bits, and labels change all grey ones but JPEGs, whose samples
  /// are not exact.
  init?(_ original: any PictureSource, as header: PictureHeader, by stretch: SampleStretch) {
    var whole = header
    let shown: SampleInterval
    switch stretch {
    case .interval(let interval):
      guard header.format.depth == .sixteen else { return nil }
      shown = interval
    case .labels:
      guard header.format.channels.isGray, !header.isLossy else { return nil }
      shown = SampleInterval(0, Double(SampleDepth.sixteen.maximum))
    }
    (self.original, self.stretch) = (original, stretch)
    if header.holdsNumbers {
      // An encoded picture in memory reads no numbers.
      guard var file = original as? LibraryFile else { return nil }
      file.shownNumbers = shown
      source = file
      // Numbers without a profile have no light of their own, and are shown like those of 16 bits.
      if header.format.channels.isGray, header.colorSpace == ColorSpace(.linear) {
        whole.colorSpace = .sRGB
      }
    } else {
      source = original
    }
    self.whole = whole
  }

  /// The name of the picture.
  package var name: String { original.name }

  /// The name of the picture.
  package var pictureName: FileName { original.pictureName }

  /// The header of the stretched picture.
  package func header() -> PictureHeader {
    var header = whole
    header.isStretched = true
    switch stretch {
    case .interval(let interval) where !whole.holdsNumbers:
      let most = whole.largestSample
      header.colorSpace = whole.colorSpace.stretched(interval.low / most, interval.high / most)
    case .interval: break
    case .labels:
      header.format = PixelFormat(whole.format.channels.hasAlpha ? .rgba : .rgb, .eight)
      (header.colorSpace, header.isReducible) = (.sRGB, false)
    }
    return header
  }

  /// The rows, in the format of ``header()``.
  package func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try rows(as: header, at: .whole)
  }

  /// The rows at a scale; labels have none but the whole.
  package func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    let rows = try source.rows(as: whole, at: scale)
    if stretch == .labels { return LabelRows(rows, whole) }
    return rows
  }
}

extension PictureHeader {
  /// The largest sample as the file stores it.
  var largestSample: Double { Double(1 << min(Int(bitsPerSample), 16) - 1) }
}

extension PictureSource {
  /// The picture as it was found, if this one is stretched.
  var unstretched: any PictureSource { (self as? StretchedPicture)?.original ?? self }
}

extension SheetPicture {
  /// How the samples are stretched; nil if they are shown as they are stored.
  package var stretch: SampleStretch? { (source as? StretchedPicture)?.stretch }

  /// The picture with stretched samples; unchanged if the stretch does not apply to it.
  package func stretched(by stretch: SampleStretch) -> SheetPicture {
    guard let header = readableHeader,
      let picture = StretchedPicture(source, as: header, by: stretch)
    else { return self }
    return with(picture, picture.header())
  }
}
