internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

/// The enlarged details of a picture, as pixels that are drawn over the picture or beside it.
struct TileInsets: Sendable {
  private var insets: [(planned: PlannedInset, bytes: [UInt8])] = []
  private let mixer: PixelMixer
  /// Why rows of the file are missing from a detail; nil if none are.
  private(set) var missingReason: String?

  /// The colour of the outlines around lines.
  private static let outlineColor = Color.black.withAlpha(217.0 / 255)
  private static let outline = outlineColor.pixel(in: TileOverlay.format)

  /// Decodes the details of a picture, with what is drawn over it.
  ///
  /// Each detail is decoded on its own, from the pixels of the file. An overlay that cannot be read
  /// is reported when it is drawn over the tile.
  ///
  /// - Throws: Errors of the picture, and `CancellationError` if the task is cancelled.
  init(
    of tile: PlannedTile, _ picture: SheetPicture, as header: PictureHeader,
    with renderer: TileRenderer
  ) throws {
    mixer = PixelMixer(renderer.format)
    for inset in tile.insets {
      let renderer = renderer.drawing(inset)
      let placement = PicturePlacement(image: inset.area, crop: inset.crop)
      var bytes: [UInt8]
      do {
        var inProgress = try TileInProgress(
          of: picture.source, as: header, placement, skipsRest: true, with: renderer)
        bytes = try inProgress.pixels(ofNextRows: inset.area.height)
        missingReason = missingReason ?? inProgress.missingReason
      } catch let error as PictureFileError where error.leavesPixels && renderer.missing != nil {
        // The file ends above the region, but the tile may still have rows.
        bytes = renderer.missingPixels(inset.area.size)
        missingReason = missingReason ?? "\(error)"
      }
      for overlay in picture.overlays {
        _ = try overlay.shown.reading { _ in
          let drawn = try TileOverlay(overlay, over: placement, of: header, with: renderer)
          try drawn.draw(over: &bytes)
        }
      }
      insets.append((inset, bytes))
    }
  }

  /// The details beside the picture that reach into some rows of the sheet.
  func framed(beside image: PixelRect, inRows rows: Range<Int>) -> [FramedDetail] {
    var framed: [FramedDetail] = []
    for (inset, bytes) in insets where !inset.area.isInside(image) {
      let detail = FramedDetail(inset, bytes, outline: Self.outlineColor, in: mixer.format)
      if detail.rows.overlaps(rows) { framed.append(detail) }
    }
    return framed
  }

  /// Draws boxes over rows of the picture, and frames and details that are on the picture.
  ///
  /// - Parameters:
  ///   - bytes: The rows, as wide as the picture.
  ///   - rows: The positions of the rows on the sheet.
  ///   - image: The area of the picture.
  func draw(over bytes: inout [UInt8], rows: Range<Int>, of image: PixelRect) {
    // Details are above all boxes.
    for (inset, _) in insets {
      drawFrame(around: inset.box, of: inset, over: &bytes, rows, image)
    }
    let pixelBytes = mixer.format.bytesPerPixel
    for (inset, pixels) in insets where inset.area.isInside(image) {
      drawFrame(around: inset.area, of: inset, over: &bytes, rows, image)
      let rowBytes = inset.area.width * pixelBytes
      for y in inset.area.rows.clamped(to: rows) {
        let place = (y - rows.lowerBound) * image.width + inset.area.x - image.x
        let (start, first) = (place * pixelBytes, (y - inset.area.y) * rowBytes)
        for byte in 0..<rowBytes { bytes[start + byte] = pixels[first + byte] }
      }
    }
  }

  /// Draws a line around an area, and an outline around the line; at the edges of the picture, the
  /// line is inside the area.
  private func drawFrame(
    around area: PixelRect, of inset: PlannedInset, over bytes: inout [UInt8], _ rows: Range<Int>,
    _ image: PixelRect
  ) {
    let outer = area.outset(by: inset.frameWidth).intersection(image)
    let line = outer.outset(by: -inset.outlineWidth)
    fill(outer, except: line, with: Self.outline, over: &bytes, rows, image)
    fill(
      line, except: line.outset(by: -inset.lineWidth),
      with: inset.color.pixel(in: TileOverlay.format), over: &bytes, rows,
      image)
  }

  /// Fills an area inside the picture with a colour, except for another area inside it.
  private func fill(
    _ outer: PixelRect, except inner: PixelRect, with color: [UInt8], over bytes: inout [UInt8],
    _ rows: Range<Int>, _ image: PixelRect
  ) {
    if outer.width <= 0 || outer.height <= 0 { return }
    var run: [UInt8] = []
    run.reserveCapacity(4 * outer.width)
    for _ in 0..<outer.width { run += color }
    var span = bytes.mutableSpan
    func fill(_ columns: Range<Int>, _ y: Int, _ span: inout MutableSpan<UInt8>) {
      if columns.isEmpty { return }
      let place = (y - rows.lowerBound) * image.width + columns.lowerBound - image.x
      let pixelBytes = mixer.format.bytesPerPixel
      var part = span._mutatingExtracting(
        place * pixelBytes..<(place + columns.count) * pixelBytes)
      mixer.compose(run.span.extracting(0..<4 * columns.count), over: &part)
    }
    let isHollow = inner.width > 0 && inner.height > 0
    for y in outer.rows.clamped(to: rows) {
      if isHollow, inner.rows.contains(y) {
        fill(outer.x..<inner.x, y, &span)
        fill(inner.maxX..<outer.maxX, y, &span)
      } else {
        fill(outer.x..<outer.maxX, y, &span)
      }
    }
  }
}

extension TileRenderer {
  /// The renderer for an inset, whose pixels stay squares if they are enlarged by a whole factor.
  fileprivate func drawing(_ inset: PlannedInset) -> TileRenderer {
    var own = self
    if inset.hasSquarePixels {
      (own.filter, own.sharpening) = (.nearest, nil)
    } else {
      // Together, the details of a strip are as long as the picture, so the squares that their
      // pixels become differ in size by a pixel.
      own.growsByWholeFactors = false
    }
    return own
  }
}

extension TileRenderer {
  /// The pixels of an area that is missing because a file ends early.
  fileprivate func missingPixels(_ size: PixelSize) -> [UInt8] {
    let pixel = pixel(missing ?? .clear)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.width * size.height * pixel.count)
    for _ in 0..<size.width * size.height { bytes += pixel }
    return bytes
  }
}

extension PlannedTile {
  /// The number of bytes that the pixels of the tile's insets take.
  func insetBytes(in format: PixelFormat) -> Int { bytes(of: insets, in: format) }

  /// The number of bytes that the pixels of the insets beside its picture take.
  func detailBytes(in format: PixelFormat) -> Int {
    guard let image = placement?.image else { return 0 }
    return bytes(of: insets.filter { !$0.area.isInside(image) }, in: format)
  }

  private func bytes(of insets: [PlannedInset], in format: PixelFormat) -> Int {
    insets.reduce(0) { $0 + $1.area.width * $1.area.height * format.bytesPerPixel }
  }

  /// The row below the picture and its insets.
  func endOfInsets(on image: PixelRect) -> Int {
    insets.reduce(image.maxY) { max($0, $1.area.maxY + $1.frameWidth) }
  }
}
