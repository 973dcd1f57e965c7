internal import SheetImaging
package import SheetLayout

/// Where the faces in a picture are, according to its XMP.
///
/// Source: Metadata Working Group, "Guidelines for Handling Image Metadata" 2.0, 5.9: areas are
/// fractions of the picture as stored.
package struct FaceRegions: Equatable, Sendable {
  /// The centre of the box around all faces, in the upright picture; nil if no region is valid.
  package private(set) var focus: Focus?
  /// Whether any region was ignored.
  ///
  /// A region outside the picture is ignored. All regions are ignored if the picture's proportions
  /// have changed since the regions were drawn.
  package private(set) var hasIgnoredRegions = false

  /// Reads regions.
  ///
  /// - Parameters:
  ///   - areas: The fields of each region.
  ///   - dimensions: The width and height of the picture in which the regions were drawn; empty if
  ///     unknown.
  ///   - header: The picture.
  package init(
    _ areas: [[String: String]], in dimensions: [String: String], of header: PictureHeader
  ) {
    let boxes = areas.compactMap(FaceBox.init)
    hasIgnoredRegions = boxes.count < areas.count
    guard let first = boxes.first else { return }
    guard let orientation = header.orientation(inWhich: dimensions) else {
      hasIgnoredRegions = true
      return
    }
    let all = boxes.dropFirst().reduce(first) { $0.union($1) }
    focus = Focus(all.x.middle, all.y.middle, storedIn: orientation)
  }
}

/// The box around a face, in fractions of the width and height of the stored picture.
private struct FaceBox {
  let x, y: ClosedRange<Double>

  /// Creates the box of a region; nil if the region is not within the picture.
  init?(_ area: [String: String]) {
    guard area["stArea:unit"] ?? "normalized" == "normalized",
      let x = Self.range(area["stArea:x"], area["stArea:w"]),
      let y = Self.range(area["stArea:y"], area["stArea:h"])
    else { return nil }
    self.init(x: x, y: y)
  }

  private init(x: ClosedRange<Double>, y: ClosedRange<Double>) { (self.x, self.y) = (x, y) }

  /// The part of an axis that a face covers, from its centre and length; what extends beyond the
  /// edge of the picture is cut off.
  private static func range(_ middle: String?, _ length: String?) -> ClosedRange<Double>? {
    guard let middle = middle.flatMap(Double.init), let length = length.flatMap(Double.init),
      0...1 ~= middle, 0...1 ~= length, length > 0
    else { return nil }
    return max(0, middle - length / 2)...min(1, middle + length / 2)
  }

  func union(_ other: FaceBox) -> FaceBox {
    FaceBox(
      x: min(x.lowerBound, other.x.lowerBound)...max(x.upperBound, other.x.upperBound),
      y: min(y.lowerBound, other.y.lowerBound)...max(y.upperBound, other.y.upperBound))
  }
}

extension ClosedRange<Double> {
  fileprivate var middle: Double { (lowerBound + upperBound) / 2 }
}

extension PictureHeader {
  /// The orientation of the picture in which regions were drawn, judged by its dimensions.
  ///
  /// Nil if these dimensions are not proportional to the width and height of this picture.
  ///
  /// Some programs draw regions in the upright picture; the dimensions show whether this one did.
  fileprivate func orientation(inWhich dimensions: [String: String]) -> Orientation? {
    guard let width = dimensions["stDim:w"].flatMap(Double.init),
      let height = dimensions["stDim:h"].flatMap(Double.init), width > 0, height > 0
    else { return orientation }
    // The width and height of small copies are rounded, so their ratio may differ slightly.
    func isProportional(_ width: Double, _ height: Double) -> Bool {
      let (one, other) = (width * Double(size.height), height * Double(size.width))
      return abs(one - other) <= 0.02 * max(one, other)
    }
    if isProportional(width, height) { return orientation }
    return orientation.swapsSides && isProportional(height, width) ? .upright : nil
  }
}

extension Focus {
  /// A point of the upright picture, from its position in the stored picture.
  fileprivate init?(_ x: Double, _ y: Double, storedIn orientation: Orientation) {
    let along = orientation.reversesRow ? 1 - x : x
    let across = orientation.reversesRowOrder ? 1 - y : y
    self.init(
      x: orientation.swapsSides ? across : along, y: orientation.swapsSides ? along : across)
  }
}
