internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

extension [PicturePair] {
  /// The part of the pictures in a row that has all that changed in any of its pairs, with some
  /// surroundings, in pixels of pictures as they are shown, and the size of these; nil where there
  /// is no such part.
  ///
  /// All pairs of a row that have changed areas were compared with one picture, and have its size.
  var changedPart: (area: PixelRect, size: PixelSize)? {
    let boxes = compactMap(\.changedBox)
    guard let size = boxes.first?.size else { return nil }
    let all = boxes.dropFirst().reduce(boxes[0].area) { $0.union($1.area) }
    return (all.withSurroundings(in: size), size)
  }
}

extension PicturePair {
  /// The smallest area with all that changed, in pixels of the pictures as they are shown, and the
  /// size of these.
  ///
  /// Where they were resized there is none: what only one of them has counts as changed, and goes
  /// from edge to edge.
  fileprivate var changedBox: (area: PixelRect, size: PixelSize)? {
    guard let counts = finding.counts, counts.sizes == nil, let box = counts.box,
      let header = self.shown.picture.readableHeader
    else { return nil }
    // Boxes are in pixels as they are stored, which need not be square.
    let (stored, shown) = (header.orientation.upright(header.size), header.shownSize)
    func scaled(_ place: Int, _ side: Int, _ shown: Int, _ rule: FloatingPointRoundingRule) -> Int {
      Int((Double(place) * Double(shown) / Double(side)).rounded(rule))
    }
    let x = scaled(box.x, stored.width, shown.width, .down)
    let y = scaled(box.y, stored.height, shown.height, .down)
    let area = PixelRect(
      x: x, y: y, width: scaled(box.maxX, stored.width, shown.width, .up) - x,
      height: scaled(box.maxY, stored.height, shown.height, .up) - y)
    return (area, shown)
  }
}

extension PixelRect {
  /// The area with an eighth of its longer side around it, at least 32 pixels, as far as the picture
  /// goes; its shorter side is made half as long as the longer one.
  func withSurroundings(in picture: PixelSize) -> PixelRect {
    let margin = max(32, max(width, height) / 8)
    func range(_ start: Int, _ length: Int, beside other: Int, of side: Int) -> (Int, Int) {
      let whole = min(side, 2 * margin + max(length, other / 2 - margin))
      return (min(max(0, start - (whole - length) / 2), side - whole), whole)
    }
    let (x, width) = range(self.x, self.width, beside: self.height, of: picture.width)
    let (y, height) = range(self.y, self.height, beside: self.width, of: picture.height)
    return PixelRect(x: x, y: y, width: width, height: height)
  }
}
