internal import SheetImaging
internal import SheetLayout
internal import SheetPictures

/// Looks for the subject of a picture while its rows are decoded, so that the tile can be cropped
/// around the subject.
///
/// The search examines the decoded picture, never its tile, so the crop does not depend on how
/// tiles are drawn.
struct SubjectSearch {
  /// The crops to choose from.
  private let sliding: SlidingCrop
  private let background: Color
  /// The miniature of the rows examined so far; nil before the first row, since a small file may
  /// claim any size.
  private var seen: MiniatureRows?
  /// The union of all possible crops, in terms of the stored picture; nil if the crop is rendered
  /// alone.
  ///
  /// The union is not held if it is too large, or if it would not produce exactly the same pixels
  /// as the crop alone.
  let uncut: StoredPlacement?

  /// The maximum size of a union of crops that is held, relative to one crop.
  private static let largestUncut = 4

  /// Prepares a search; nil if the crop cannot slide far enough.
  ///
  /// - Parameters:
  ///   - placement: The placement.
  ///   - header: The header of the whole picture.
  ///   - larger: The size of the picture that this one is part of; nil if it is whole.
  ///   - divisor: What the picture's sides are divided by when it is decoded.
  ///   - renderer: The renderer of the tile.
  init?(
    _ placement: PicturePlacement, of header: PictureHeader, inside larger: PixelSize?,
    dividedBy divisor: Int, with renderer: TileRenderer
  ) {
    guard let sliding = SlidingCrop(placement, of: header.shownSize, inside: larger),
      sliding.share <= SubjectProfile.largestPart
    else { return nil }
    self.sliding = sliding
    background = renderer.backdrop.colors[0].composed(over: .white)
    let (all, one) = (sliding.all.image.size, placement.image.size)
    let isHeld =
      !TileStrip.isLarge(all, renderer.format) && header.pixelRatio == .square
      && all.width * all.height <= Self.largestUncut * one.width * one.height
    uncut = isHeld ? StoredPlacement(sliding.all, of: header).reduced(by: divisor) : nil
  }

  /// The maximum number of bytes of resampled values held for the union of crops of a given size.
  static func mostBytesHeld(
    for one: PixelSize, of header: PictureHeader, in format: PixelFormat
  ) -> Int {
    let pixels = min(
      largestUncut * one.width * one.height, TileStrip.mostPixelsWhole(format))
    return pixels * header.format.channels.count * MemoryLayout<Float>.size
  }

  /// Examines the next row.
  mutating func add(_ row: Span<UInt8>, of header: PictureHeader) {
    if seen == nil { seen = MiniatureRows(of: header, side: Miniature.side) }
    seen?.add(row)
  }

  /// The crop, once all rows have been added; centred if some are missing.
  ///
  /// - Returns: The placement, and the columns and rows of ``uncut`` that it covers.
  func found(
    in header: PictureHeader, isComplete: Bool
  ) -> (placement: PicturePlacement, columns: Range<Int>, rows: Range<Int>) {
    let orientation = header.orientation
    let isAcrossRows = sliding.isVertical != orientation.swapsSides
    let isReversed = isAcrossRows ? orientation.reversesRowOrder : orientation.reversesRow
    var offset = 0
    if isComplete, let miniature = seen?.miniature(over: background) {
      let profile = SubjectProfile(
        of: miniature, along: isAcrossRows ? .height : .width,
        running: !sliding.isVertical ? .across : isReversed ? .up : .down)
      offset = sliding.offset(at: profile.place(ofPart: sliding.share))
    }
    let placement = sliding.placement(at: isReversed ? -offset : offset)
    let image = placement.image
    let size = orientation.upright(image.size)
    let start = sliding.reach + offset
    return isAcrossRows
      ? (placement, 0..<size.width, start..<start + size.height)
      : (placement, start..<start + size.width, 0..<size.height)
  }
}
