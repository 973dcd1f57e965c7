internal import SheetLayout
internal import SheetModel
internal import SheetPlans

/// The proportions of the strips of enlarged regions below or to the right of pictures.
///
/// All pictures, including those without regions, have a strip with the same share of their size,
/// so that pictures line up as they would without strips.
struct InsetStrips: Sendable {
  /// The strip, without the part of its thickness that is fixed.
  private let strip: InsetStrip
  /// The number of regions in the thickest strip.
  private let count: Int
  /// The length of that strip as a multiple of its thickness, without frames and gaps.
  private let length: Double
  /// Whether the strip would be thicker than its picture if it were as long as the picture.
  private let isLimited: Bool

  /// Finds the thickest strip that the regions of any picture need.
  ///
  /// Nil if regions are enlarged inside their pictures, or if no region would be larger than it is
  /// on its picture.
  ///
  /// - Parameters:
  ///   - position: Where enlarged regions go.
  ///   - pictures: All pictures of the sheet.
  init?(at position: InsetPosition, of pictures: some Sequence<PictureFacts>) {
    if position == .inside { return nil }
    let isBeside = position == .right
    var thickest: (share: Double, count: Int, length: Double)?
    for picture in pictures where !picture.overrides.insets.isEmpty {
      guard let size = picture.sizeInCell,
        let own = Self.enlarged(picture.shownRegions.map(\.size), of: size, isBeside)
      else { continue }
      if thickest.map({ own.share > $0.share }) ?? true { thickest = own }
    }
    guard let thickest else { return nil }
    strip = InsetStrip(isBeside: isBeside, share: min(1, thickest.share), fixed: 0)
    (count, length, isLimited) = (thickest.count, thickest.length, thickest.share >= 1)
  }

  /// The thickness of a strip of regions as a share of its picture; nil if no region is left.
  ///
  /// Regions that would not be larger than they are on the picture are left out.
  private static func enlarged(
    _ regions: [PixelSize], of picture: PixelSize, _ isBeside: Bool
  ) -> (share: Double, count: Int, length: Double)? {
    var shapes = regions.map { StripShape(of: $0, isBeside: isBeside) }
    let whole = StripShape(of: picture, isBeside: isBeside)
    while !shapes.isEmpty {
      let length = shapes.reduce(0) { $0 + $1.ratio }
      let share = whole.ratio / length
      let kept = shapes.filter { min(1, share) * whole.across > $0.across }
      if kept.count == shapes.count { return (share, kept.count, length) }
      shapes = kept
    }
    return nil
  }

  /// The factors by which strips make pictures wider and taller.
  var growth: Size { strip.growth }

  /// The strip, including the part of its thickness that is fixed.
  ///
  /// - Parameters:
  ///   - lineWidth: The largest width of lines.
  ///   - decoration: The decoration of pictures.
  /// - Returns: The room for the strip.
  func strip(lineWidth: Int, in decoration: CellDecoration) -> InsetStrip {
    let distance = decoration.distanceOfStrip(lineWidth: lineWidth, isBeside: strip.isBeside)
    var fixed = Double(distance)
    if !isLimited {
      let gaps = Double((count - 1) * Self.gap(ofLine: lineWidth))
      // Lines are narrower on small pictures.
      for width in [1, lineWidth] {
        let frames = Double(2 * PlannedInset.frameWidth(ofLine: width))
        let frame = frames - (frames * Double(count) + gaps) / length
        fixed = max(fixed, Double(distance) + frame.rounded(.up))
      }
    }
    return InsetStrip(isBeside: strip.isBeside, share: strip.share, fixed: Int(fixed))
  }

  /// The distance between the details of a strip, and between the strip and its picture.
  static func gap(ofLine width: Int) -> Int { 2 * width }
}

/// The shape of a region, or of a picture, along and across a strip.
struct StripShape {
  /// The side across the strip.
  let across: Double
  /// The side along the strip divided by the side across it.
  let ratio: Double

  init(of size: PixelSize, isBeside: Bool) {
    let (width, height) = (Double(size.width), Double(size.height))
    (across, ratio) = isBeside ? (width, height / width) : (height, width / height)
  }
}

extension CellDecoration {
  /// The distance of a strip from the border of its picture, with room for the picture's shadow.
  func distanceOfStrip(lineWidth: Int, isBeside: Bool) -> Int {
    let reach = shadow?.owner == .picture ? shadow?.reach : nil
    return max(
      InsetStrips.gap(ofLine: lineWidth), (isBeside ? reach?.right : reach?.bottom) ?? 0)
  }
}

extension PageMetrics {
  /// The size of what the cell of a picture holds: the picture with its strip of details.
  func sizeInCell(of picture: PictureFacts) -> PixelSize? {
    picture.sizeInCell.map(withStrip)
  }

  /// The size of a picture with its strip of details.
  func withStrip(_ size: PixelSize) -> PixelSize { decoration.strip?.size(with: size) ?? size }
}

extension DecoratedCell {
  /// Where the details of a picture are in its strip, inside their frames.
  ///
  /// Together, the details are as long as the picture. They keep the shapes of their regions to the
  /// nearest pixel, and have the same thickness. If the strip is not thick enough for that, they
  /// are smaller, and centred.
  ///
  /// - Parameters:
  ///   - regions: The sizes of the regions, in pixels of the picture.
  ///   - image: The area of the picture.
  ///   - frame: The width of frames.
  ///   - lineWidth: The largest width of lines, on which distances depend.
  /// - Returns: The areas; nil if there is no room.
  func details(
    _ regions: [PixelSize], beside image: PixelRect, frame: Int, lineWidth: Int
  ) -> [PixelRect]? {
    guard let strip = decoration.strip, !regions.isEmpty else { return nil }
    let (isBeside, border) = (strip.isBeside, decoration.borderWidth)
    let distance = decoration.distanceOfStrip(lineWidth: lineWidth, isBeside: isBeside)
    let block = strip.block(around: image)
    let start = (isBeside ? image.maxX : image.maxY) + border + distance
    let end =
      isBeside
      ? min(block.maxX, pictureArea.maxX + strip.fixed)
      : min(block.maxY, pictureArea.maxY + strip.fixed)
    let room = Double(end + border - start - 2 * frame)
    let shapes = regions.map { StripShape(of: $0, isBeside: isBeside) }
    let gap = InsetStrips.gap(ofLine: lineWidth)
    let side = isBeside ? image.height : image.width
    let free = Double(side - 2 * frame * shapes.count - gap * (shapes.count - 1))
    let sum = shapes.reduce(0) { $0 + $1.ratio }
    let longest = shapes.reduce(0) { max($0, $1.ratio) }
    let most = (Double(PlannedInset.mostPixels) / longest).squareRoot()
    let wanted = free / sum
    // A strip is rounded to whole pixels.
    let isFull = wanted < min(room, most) + 1.5
    let thickness = min(isFull ? wanted.rounded() : .infinity, room, most).rounded(.down)
    guard thickness >= 1, free >= Double(shapes.count) else { return nil }
    let scale = isFull ? wanted : thickness
    var (along, place) = (0.0, 0)
    var spans: [Range<Int>] = []
    for (index, shape) in shapes.enumerated() {
      along += shape.ratio * scale
      // Each detail gets at least a pixel, and leaves one for each detail that follows.
      let last = Int(free) - (shapes.count - 1 - index)
      let end = min(last, max(place + 1, Int(along.rounded())))
      spans.append(place..<end)
      place = end
    }
    let offset = max(0, (Int(free) - place) / 2)
    return spans.enumerated().map { index, span in
      let before = offset + span.lowerBound + (2 * index + 1) * frame + index * gap
      return isBeside
        ? PixelRect(
          x: start + frame, y: image.y + before, width: Int(thickness), height: span.count)
        : PixelRect(
          x: image.x + before, y: start + frame, width: span.count, height: Int(thickness))
    }
  }
}
