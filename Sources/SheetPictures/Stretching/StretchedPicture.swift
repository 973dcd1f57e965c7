internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel

/// A picture whose samples are stretched as they are read.
///
/// The interval becomes part of the colour space, with which rows are converted to linear-light
/// values; the rows themselves are unchanged. In files of numbers, such as floats, the interval is
/// applied when the numbers are read.
struct StretchedPicture: DerivedSource {
  /// The picture, which applies the interval when it reads numbers.
  let source: any PictureSource
  let unstretched: any PictureSource
  /// The header with which the picture is opened.
  private let whole: PictureHeader
  private let ownStretch: SampleStretch

  /// Creates the picture; nil if the stretch does not change it.
  ///
  /// An interval applies only to pictures with more than 8 bits per sample. Labels are meant for
  /// grey pictures. They apply to all pictures except lossy ones, such as JPEGs, and colour
  /// pictures with unbounded samples.
  init?(_ original: any PictureSource, as header: PictureHeader, by stretch: SampleStretch) {
    var whole = header
    let shown: NumberDisplay
    switch stretch {
    case .interval(let interval, _):
      guard header.format.depth == .sixteen else { return nil }
      shown = .interval(interval)
    case .labels:
      guard !header.isLossy, header.format.channels.isGray || !header.hasUnboundedSamples
      else { return nil }
      shown = .classes
    }
    (unstretched, ownStretch) = (original.unstretched, stretch)
    if header.hasUnboundedSamples {
      // An encoded picture in memory does not support reading numbers.
      guard var file = original as? LibraryFile else { return nil }
      file.display = shown
      source = file
      // Floating-point samples without a profile are probably not linear-light values, and are
      // shown like 16-bit samples.
      if header.format.channels.isGray, header.colorSpace == ColorSpace(.linear) {
        whole.colorSpace = .sRGB
      }
    } else if stretch == .labels, var file = original as? LibraryFile {
      // The indices of a file in which 0 is white must not be inverted.
      file.display = shown
      source = file
    } else {
      source = original
    }
    self.whole = whole
  }

  var stretch: SampleStretch? { ownStretch }

  /// The header of the stretched picture.
  func header() -> PictureHeader {
    var header = whole
    header.isStretched = true
    switch ownStretch {
    case .interval(let interval, let curve) where !whole.hasUnboundedSamples:
      let most = whole.largestSample
      header.colorSpace = whole.colorSpace.stretched(
        interval.low / most, interval.high / most, by: curve)
    case .interval(_, .linear): break
    case .interval(_, let curve): header.colorSpace = whole.colorSpace.stretched(0, 1, by: curve)
    case .labels:
      header.format = PixelFormat(whole.format.channels.hasAlpha ? .rgba : .rgb, .eight)
      (header.colorSpace, header.isReducible) = (.sRGB, false)
      header.hasClassColors = true
    }
    return header
  }

  /// The rows at a scale; for labels, only the whole picture.
  func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    let rows = try source.rows(as: whole, at: scale)
    guard ownStretch == .labels else { return rows }
    let most = whole.format.depth.maximum
    // Unbounded samples are read as 16-bit indices.
    let largest = whole.hasUnboundedSamples ? most : Int(whole.largestSample)
    return ColoredRows(
      rows, whole.format, width: whole.size.width, LabelColors.samples, countsClipped: false
    ) { ($0 * largest + most / 2) / most }
  }
}

extension PictureHeader {
  /// The largest sample as the file stores it.
  ///
  /// 8-bit colours may come from a palette, whose indices have fewer bits.
  var largestSample: Double {
    let isColor = format.depth == .eight && !format.channels.isGray
    return Double(1 << (isColor ? 8 : min(Int(bitsPerSample), 16)) - 1)
  }
}

extension SheetPicture {
  /// How the samples are stretched; nil if they are shown as stored.
  package var stretch: SampleStretch? { source.stretch }

  /// Whether all pixels that can be seen are grey, and stored without loss.
  ///
  /// Pictures with colour channels are decoded up to their first coloured pixel: class indices are
  /// also stored with a grey palette, or as three equal samples.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault, and
  ///   `CancellationError` when the task is cancelled.
  package func hasGrayPixels() throws -> Bool {
    guard let header = readableHeader, !header.isLossy else { return false }
    if header.format.channels.isGray { return true }
    guard !header.hasUnboundedSamples, damage == nil else { return false }
    let found = try reading { header in
      let rows = try source.rows(as: header)
      for row in 0..<header.size.height {
        if row % 64 == 0 { try Task.checkCancellation() }
        var isGray = true
        try rows.next { isGray = header.format.isGray($0) }
        if !isGray { return false }
      }
      return true
    }
    return (try? found.get()) ?? false
  }

  /// The picture with stretched samples; unchanged if the stretch does not apply to it.
  package func stretched(by stretch: SampleStretch) -> SheetPicture {
    guard let header = readableHeader,
      let picture = StretchedPicture(source, as: header, by: stretch)
    else { return self }
    return with(picture, picture.header())
  }
}
