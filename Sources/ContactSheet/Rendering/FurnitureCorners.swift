internal import SheetImaging

/// The corners of a sheet's furniture.
///
/// Nearly all tiles have the same; they are computed once. Small tiles, whose corners are less
/// round, have theirs computed anew.
struct FurnitureCorners: Sendable {
  /// How far shadows reach; 0 where there are none.
  private let blur: Int
  private let round: [Int: BoxCorner]
  private let soft: [Int: BoxCorner]

  /// Computes the corners of boxes with some radii.
  init(radii: [Int], blur: Int) {
    let radii = Set(radii)
    self.blur = blur
    round = Dictionary(uniqueKeysWithValues: radii.map { ($0, .round(radius: $0)) })
    let bends = blur > 0 ? Set(radii.map { max($0, blur) }) : []
    soft = Dictionary(
      uniqueKeysWithValues: bends.map { ($0, .soft(blur: blur, radius: $0)) })
  }

  /// The corner of a box.
  func round(_ radius: Int) -> BoxCorner {
    round[radius] ?? .round(radius: radius)
  }

  /// The corner of the shadow of a box with corners of `radius`.
  ///
  /// Blurring rounds sharp corners, as far as there is room for that.
  func shadow(_ radius: Int, shorterSide: Int) -> BoxCorner {
    let bend = min(max(radius, blur), shorterSide / 2)
    return soft[bend] ?? .soft(blur: blur, radius: bend)
  }
}
