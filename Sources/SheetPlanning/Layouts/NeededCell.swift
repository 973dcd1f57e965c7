internal import SheetFiles
internal import SheetLayout
internal import SheetPlans

/// The cell that pictures need in a grid for which no size is given.
struct NeededCell {
  /// The side of the square whose area the nominal cell has.
  static let usualSide = 256
  /// The same where the sheet's limit made the cell as small as it gets.
  static let smallestSide = 16

  /// The sizes of the pictures that can be read, each once.
  private let pictures: Set<PixelSize>
  private let ratio: Double
  /// Whether the cell itself has the ratio, and not only the nominal one.
  private let keepsRatio: Bool
  private let style: TileStyle
  /// The width that labels need in cells of small pictures.
  private let labelWidth: Int

  /// Creates the cell for the pictures of a space.
  init(ratio: CellRatio, in space: LayoutSpace) {
    pictures = Set(space.pictures.compactMap(\.self))
    self.ratio = ratio.value(for: space.pictures)
    keepsRatio = ratio != .automatic
    style = space.style
    labelWidth = space.labelWidth
  }

  /// The cell where the nominal one has the area of a square of `side` pixels.
  ///
  /// It bounds what the pictures come to when they are scaled to the nominal cell, and short labels
  /// beside them.
  func size(ofSide side: Int) throws(PlanningError) -> PixelSize {
    let nominal = nominalSize(ofSide: side)
    guard !pictures.isEmpty else { return nominal }
    var box = PixelSize(width: max(1, min(labelWidth, nominal.width)), height: 1)
    for picture in pictures {
      let size = try size(of: picture, in: nominal)
      box.width = max(box.width, size.width)
      box.height = max(box.height, size.height)
    }
    guard keepsRatio else { return box }
    let (width, height) = (Double(box.width), Double(box.height))
    let cell = Size(width: max(width, height * ratio), height: max(height, width / ratio)).snapped
    return PixelSize(
      width: min(cell.width, nominal.width), height: min(cell.height, nominal.height))
  }

  /// The largest cell that meets a condition which large ones fail, or the smallest cell.
  func largest(where isHeld: (PixelSize) throws(PlanningError) -> Bool) throws(PlanningError)
    -> PixelSize
  {
    let usual = try size(ofSide: Self.usualSide)
    if try isHeld(usual) { return usual }
    var (held, over) = (Self.smallestSide, Self.usualSide)
    while over - held > 1 {
      let side = (held + over) / 2
      if try isHeld(size(ofSide: side)) { held = side } else { over = side }
    }
    return try size(ofSide: held)
  }

  private func nominalSize(ofSide side: Int) -> PixelSize {
    let root = ratio.squareRoot()
    let size = Size(width: Double(side) * root, height: Double(side) / root)
    return Size(
      width: min(max(1, size.width), LayoutError.maximumLength),
      height: min(max(1, size.height), LayoutError.maximumLength)
    ).snapped
  }

  /// What a picture comes to in the nominal cell; covering it, no more than it has itself.
  private func size(
    of picture: PixelSize, in nominal: PixelSize
  ) throws(PlanningError) -> PixelSize {
    switch style.scaling {
    case .fit, .none:
      return try translating(PlanningError.layout) { () throws(LayoutError) in
        try PicturePlacement(
          of: picture, in: PixelRect(x: 0, y: 0, width: nominal.width, height: nominal.height),
          nominal: nominal, scaling: style.scaling, alignment: .center,
          enlargement: style.enlargement
        ).image.size
      }
    case .fill, .stretch:
      return PixelSize(
        width: min(picture.width, nominal.width), height: min(picture.height, nominal.height))
    }
  }
}
