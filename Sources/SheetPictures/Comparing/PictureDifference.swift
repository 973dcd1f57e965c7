package import SheetFiles
package import SheetImaging
package import SheetLayout

/// The changes between two pictures, as counts and as a picture.
///
/// Pixels in any encoding and with any profile are compared upright, in 8-bit sRGB. Translucent
/// pixels are composited over white and over black, and the larger of the two colour differences is
/// used. Both pictures are decoded in step, row by row. If they are stored in different
/// orientations, those that are not upright are held whole in memory.
///
/// The difference picture is the later picture, faint and grey, with changes in the colours of
/// `ChangeColors`. It covers the area of both pictures. Resampling it would make single pixels
/// vanish, so the tiles of a sheet are made without resampling it.
package struct PictureDifference: Sendable {
  /// The earlier picture.
  package let before: any PictureSource
  /// The later picture.
  package let after: any PictureSource
  /// When pixels count as different, and how differences are shown.
  package internal(set) var rule: ComparisonRule
  /// The areas that are not compared.
  package let ignored: IgnoredAreas
  /// The areas of ``DifferenceCounts/regions``, once they are known.
  package internal(set) var changedAreas: [PixelRect] = []
  let beforeHeader: PictureHeader
  let afterHeader: PictureHeader

  /// Compares pictures whose headers are known.
  package init(
    from before: (source: any PictureSource, header: PictureHeader),
    to after: (source: any PictureSource, header: PictureHeader), by rule: ComparisonRule,
    ignoring ignored: IgnoredAreas = IgnoredAreas()
  ) {
    (self.before, self.after, self.rule) = (before.source, after.source, rule)
    self.ignored = ignored
    (beforeHeader, afterHeader) = (before.header.withoutMetadata, after.header.withoutMetadata)
  }

  /// Counts the changed pixels.
  ///
  /// - Parameter measuresSimilarity: Whether to measure `PictureErrors.ssim`, which takes longer.
  /// - Returns: The counts.
  /// - Throws: ``UnreadablePicture``, which names the picture that cannot be read;
  ///   ``ContactSheetError``; and `CancellationError` if the task is cancelled.
  package func counts(
    measuringSimilarity measuresSimilarity: Bool = false
  ) throws -> DifferenceCounts {
    let rows = try DifferenceRows(
      of: self, isSeen: false, measuringSimilarity: measuresSimilarity)
    for row in 0..<size.height {
      if row % 64 == 0 { try Task.checkCancellation() }
      try rows.advance()
    }
    try rows.finish()
    return DifferenceCounts(rows.found, rows.errors, of: self, rows)
  }

  /// How much of the pictures is excluded, judged by the areas and the mask alone.
  ///
  /// - Returns: Whether no pixel is compared, and whether the mask excludes nothing.
  /// - Throws: ``UnreadablePicture`` if the mask cannot be read, ``ContactSheetError``, and
  ///   `CancellationError` if the task is cancelled.
  package func exclusion() throws -> (isComplete: Bool, isMaskUnused: Bool) {
    var rows = try IgnoredRows(ignored, of: self)
    // Without a mask, the first row that is compared settles the answer.
    for row in 0..<size.height where rows.areComplete || ignored.mask != nil {
      if row % 64 == 0 { try Task.checkCancellation() }
      _ = try rows.next()
    }
    try rows.finish()
    return (rows.areComplete, rows.isMaskUnused)
  }
}

extension PictureDifference {
  /// The orientation in which the pictures and the mask are stored; upright if their orientations
  /// differ.
  var orientation: Orientation {
    let own = afterHeader.orientation
    let mask = ignored.mask?.readableHeader?.orientation ?? own
    return beforeHeader.orientation == own && mask == own ? own : .upright
  }

  /// The sizes of the two pictures in the orientation of the comparison.
  var sizes: (before: PixelSize, after: PixelSize) {
    let orientation = orientation
    func turned(_ header: PictureHeader) -> PixelSize {
      header.orientation == orientation ? header.size : header.orientation.upright(header.size)
    }
    return (turned(beforeHeader), turned(afterHeader))
  }

  /// A size that contains both pictures, in the orientation of the comparison.
  var size: PixelSize {
    let (before, after) = sizes
    return PixelSize(
      width: max(before.width, after.width), height: max(before.height, after.height))
  }

  /// Whether the pictures differ in size or in the shape of their pixels.
  package var isResized: Bool {
    let (before, after) = sizes
    return before != after || beforeHeader.pixelRatio != afterHeader.pixelRatio
  }
}

extension PictureDifference: PictureSource {
  /// The name of the later picture.
  package var name: String { after.name }

  /// The name of the later picture's file.
  package var pictureName: FileName { after.pictureName }

  /// The header of the difference picture, which is opaque and in sRGB.
  package func header() -> PictureHeader {
    var header = PictureHeader(
      size: size, format: PixelFormat(.rgb, .eight), orientation: orientation,
      pixelRatio: afterHeader.pixelRatio)
    header.heldBytes = heldBytes
    // The rows of the difference picture itself are counted in its own header.
    header.decoderBytes = headers.reduce(0) { $0 + $1.takenBytes - $1.heldBytes }
    return header
  }

  /// The number of bytes held for both pictures and the mask, including copies of rotated pictures.
  private var heldBytes: Int {
    let orientation = orientation
    return headers.reduce(0) { sum, header in
      let turned = header.size.width * header.size.height * header.format.bytesPerPixel
      return sum + header.heldBytes + (header.orientation == orientation ? 0 : turned)
    }
  }

  /// The headers of both pictures and of the mask.
  private var headers: [PictureHeader] {
    [beforeHeader, afterHeader, ignored.mask?.readableHeader].compactMap(\.self)
  }

  /// Opens both pictures.
  package func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try opened(as: header)
  }

  /// Opens both pictures, to be read row by row.
  ///
  /// - Parameters:
  ///   - header: The header of the difference picture.
  ///   - divisor: The side, in pixels, of the square that is averaged into each pixel of the rows.
  /// - Returns: The rows, none of which has been read.
  /// - Throws: The errors of ``rows(as:)``.
  package func opened(
    as header: PictureHeader, dividedBy divisor: Int = 1
  ) throws -> sending DifferenceRows {
    guard header.size == size, header.orientation == orientation else { throw PictureChanged() }
    return try DifferenceRows(of: self, isSeen: true, dividedBy: divisor)
  }

  /// The divisor to use for a tile: 1, unless most of the area is outside both pictures.
  ///
  /// This way, the time depends on the number of pixels in the pictures, not on the area that
  /// contains both.
  package var tileDivisor: Int {
    func area(_ size: PixelSize) -> Double { Double(size.width) * Double(size.height) }
    return max(1, Int((area(size) / 16 / (area(sizes.before) + area(sizes.after))).squareRoot()))
  }
}

/// How much two pictures differ.
package struct DifferenceCounts: Equatable, Sendable {
  /// The number of pixels that changed, including pixels that only one of the pictures has.
  package let changed: Int
  /// The number of pixels that differ only because of antialiasing; 0 if such pixels count as
  /// changed.
  package let smoothed: Int
  /// The number of pixels that at least one of the pictures has.
  package let total: Int
  /// The largest colour difference among the changed pixels that both pictures have; black and
  /// white are 1 apart.
  package let largest: Double
  /// The bounding box of all changed pixels, in the upright picture; nil if there are none.
  package let box: PixelRect?
  /// The regions of neighbouring changed pixels, in the upright picture, at most 50.
  ///
  /// They are the regions with the most changed pixels, in descending order; of regions with
  /// equally many changed pixels, the upper one comes first, and at the same height, the left one.
  ///
  /// Two pixels are neighbours if they are at most 8 columns and 8 rows apart, or if other changed
  /// pixels link them.
  package let regions: [Region]
  /// The errors of the later picture relative to the earlier one; nil if their sizes differ.
  package let errors: PictureErrors?
  /// Whether the pictures differ in size or in the shape of their pixels.
  package let isResized: Bool
  /// Whether most of the compared pixels differ, however little.
  package let mostDiffer: Bool
  /// Whether no pixel was compared, because all are excluded.
  package let isIgnored: Bool
  /// Whether there is a mask without a single black, opaque pixel.
  package let isMaskUnused: Bool

  /// Neighbouring changed pixels.
  package struct Region: Hashable, Sendable {
    /// The bounding box of the region's pixels.
    package var area: PixelRect
    /// The number of pixels in the region.
    ///
    /// The area may contain other changed pixels, including some from other regions.
    package var changed: Int

    package init(area: PixelRect, changed: Int) { (self.area, self.changed) = (area, changed) }
  }

  /// The fraction of pixels that changed, from 0 to 1.
  package var share: Double { Double(changed) / Double(total) }

  /// Whether the pictures are equal under the rule.
  package var areEqual: Bool { changed == 0 && !isResized }

  init(
    _ found: ChangedPixels, _ errors: PictureErrors, of difference: PictureDifference,
    _ rows: DifferenceRows
  ) {
    mostDiffer = rows.mostDiffer
    (isIgnored, isMaskUnused) = (!rows.comparesAny, rows.isMaskUnused)
    let (before, after) = difference.sizes
    let common = min(before.width, after.width) * min(before.height, after.height)
    func area(_ region: ChangedRegion) -> PixelRect {
      PixelRect(
        x: region.columns.lowerBound, y: region.rows.lowerBound, width: region.columns.count,
        height: region.rows.count
      ).turnedUpright(by: difference.orientation, in: difference.size)
    }
    (changed, smoothed, largest) = (found.all.changed, found.smoothed, found.largest)
    total = before.width * before.height + after.width * after.height - common
    isResized = difference.isResized
    self.errors = before == after ? errors : nil
    box = changed == 0 ? nil : area(found.all)
    regions = found.regions.map { Region(area: area($0), changed: $0.changed) }.sorted {
      ($1.changed, $0.area.y, $0.area.x) < ($0.changed, $1.area.y, $1.area.x)
    }
  }
}

extension PixelRect {
  /// This area of a stored picture of `size`, as an area of the upright picture.
  func turnedUpright(by orientation: Orientation, in size: PixelSize) -> PixelRect {
    func place(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
      let line = orientation.line(ofRow: row, width: size.width, height: size.height)
      return (line.x + column * line.stepX, line.y + column * line.stepY)
    }
    let (one, other) = (place(x, y), place(maxX - 1, maxY - 1))
    return PixelRect(
      x: min(one.x, other.x), y: min(one.y, other.y), width: abs(one.x - other.x) + 1,
      height: abs(one.y - other.y) + 1)
  }
}
