internal import SheetImaging
internal import SheetLayout

/// A placement in terms of the rows that a picture is stored in.
struct StoredPlacement: Equatable {
  /// The size of the tile before it is turned.
  let size: PixelSize
  /// The stored columns that are shown.
  let columns: Range<Double>
  /// The stored rows that are shown.
  let rows: Range<Double>

  /// Turns a placement, which is about the picture as it is seen, back.
  init(_ placement: PicturePlacement, of header: PictureHeader) {
    let (shown, image, crop) = (header.shownSize, placement.image, placement.crop)
    let orientation = header.orientation
    let x = SeenRange(bounds: crop.minX..<crop.maxX, length: shown.width)
    let y = SeenRange(bounds: crop.minY..<crop.maxY, length: shown.height)
    let (along, across) = orientation.swapsSides ? (y, x) : (x, y)
    columns = along.stored(in: header.size.width, reversed: orientation.reversesRow)
    rows = across.stored(in: header.size.height, reversed: orientation.reversesRowOrder)
    size =
      orientation.swapsSides ? PixelSize(width: image.height, height: image.width) : image.size
  }

  /// Whether each pixel of a picture becomes one of the tile.
  func showsAll(of picture: PixelSize) -> Bool {
    size == picture && columns == 0..<Double(picture.width) && rows == 0..<Double(picture.height)
  }
}

/// Part of one side of a picture as it is seen.
private struct SeenRange {
  let bounds: Range<Double>
  let length: Int

  /// The same part of a stored side of `count` pixels.
  func stored(in count: Int, reversed: Bool) -> Range<Double> {
    let whole = Double(length)
    // Multiplied first: the end of the whole side is then exactly its count.
    func scaled(_ position: Double) -> Double { position * Double(count) / whole }
    return reversed
      ? scaled(whole - bounds.upperBound)..<scaled(whole - bounds.lowerBound)
      : scaled(bounds.lowerBound)..<scaled(bounds.upperBound)
  }
}
