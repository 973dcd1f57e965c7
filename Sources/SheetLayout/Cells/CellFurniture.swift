/// The room in a cell for what stands around its picture.
///
/// From the edge of a cell to its picture there are the shadow of the frame, the frame,
/// the padding, the label at its edge, the shadow of the picture, and its border:
///
///     ┌ cell ──────────────────────────┐
///     │ ╔ frame ═════════════════════╗ │
///     │ ║   padding                  ║ │
///     │ ║   ┌ border ────────────┐   ║ │
///     │ ║   │ area of the picture│   ║ │
///     │ ║   └────────────────────┘   ║ │
///     │ ║   gap, label               ║ │
///     │ ╚════════════════════════════╝ │
///     └ shadow ────────────────────────┘
///
/// The shadow of a picture falls onto the padding and onto the gap before a label; it takes room
/// of its own only where it is wider than they are.
public struct CellFurniture: Hashable, Sendable {
  /// What casts a shadow.
  public enum ShadowOwner: Hashable, Sendable {
    /// The frame, and with it the whole cell.
    case frame
    /// The picture with its border.
    case picture
  }

  /// The room for a shadow.
  public struct Shadow: Hashable, Sendable {
    /// What casts it.
    public var owner: ShadowOwner
    /// How far it extends beyond its owner on each side.
    public var reach: PixelInsets

    /// Creates the room for a shadow.
    public init(under owner: ShadowOwner, reach: PixelInsets) {
      self.owner = owner
      self.reach = reach
    }
  }

  /// The room for a label.
  public struct Label: Hashable, Sendable {
    /// Where a label stands.
    public enum Position: String, CaseIterable, Hashable, Sendable {
      /// Below the picture.
      case below
      /// Above the picture.
      case above
      /// On the lower edge of the picture's area, where it takes no room.
      case over
    }

    /// Where the label stands.
    public var position: Position
    /// The height of the label in pixels; not negative.
    public var height: Int
    /// The space between the label and the picture's border; not negative, and ignored where the
    /// label lies over the picture.
    public var gap: Int

    /// Creates the room for a label.
    public init(_ position: Position, height: Int, gap: Int) {
      self.position = position
      self.height = height
      self.gap = gap
    }
  }

  /// The width of the line around the cell; not negative.
  public var frameWidth: Int
  /// The space between the frame and what is inside it; not negative.
  public var padding: Int
  /// The width of the line around the picture; not negative.
  public var borderWidth: Int
  /// The shadow; nil for none.
  public var shadow: Shadow?
  /// The label; nil for none.
  public var label: Label?

  /// Creates furniture; without arguments, none at all.
  public init(
    frameWidth: Int = 0, padding: Int = 0, borderWidth: Int = 0, shadow: Shadow? = nil,
    label: Label? = nil
  ) {
    self.frameWidth = frameWidth
    self.padding = padding
    self.borderWidth = borderWidth
    self.shadow = shadow
    self.label = label
  }

  /// The distances from the edges of a cell to the area of its picture, where there is room for
  /// all furniture.
  ///
  /// A cell that is larger than a picture by these insets shows the picture at full size.
  public var insets: PixelInsets {
    let frameReach = reach(under: .frame)
    let pictureReach = reach(under: .picture)
    let lines = frameWidth + borderWidth
    let label = label?.height ?? 0 > 0 ? label : nil
    func edge(_ edge: KeyPath<PixelInsets, Int>, _ position: Label.Position?) -> Int {
      let inside =
        if let label, label.position == position {
          padding + label.height + max(label.gap, pictureReach[keyPath: edge])
        } else {
          max(padding, pictureReach[keyPath: edge])
        }
      return frameReach[keyPath: edge] + lines + inside
    }
    return PixelInsets(
      top: edge(\.top, .above), left: edge(\.left, nil), bottom: edge(\.bottom, .below),
      right: edge(\.right, nil))
  }

  /// The reach of the shadow that `owner` casts; 0 where it casts none.
  fileprivate func reach(under owner: ShadowOwner) -> PixelInsets {
    guard let shadow, shadow.owner == owner else { return PixelInsets(0) }
    return shadow.reach
  }
}

extension CellFurniture {
  /// The part of this furniture that fits into a cell of `size` and leaves at least one pixel
  /// for the picture, by the order of precedence of ``FurnishedCell``.
  ///
  /// - Precondition: the size is at least one pixel each way, and no number is negative.
  fileprivate func fitted(in size: PixelSize) -> CellFurniture {
    precondition(size.width > 0 && size.height > 0, "a cell without pixels")
    precondition(
      [frameWidth, padding, borderWidth, label?.height ?? 0, label?.gap ?? 0].allSatisfy {
        $0 >= 0
      },
      "furniture of negative size")
    // The most important comes first: each takes from what those before it leave.
    var fitted = CellFurniture()
    fitted.frameWidth = min(frameWidth, fitted.free(in: size) / 2)
    fitted.borderWidth = min(borderWidth, fitted.free(in: size) / 2)
    fitted.shadow = shadow
    if !fitted.fits(in: size) { fitted.shadow = nil }
    fitted.padding = fitted.padding(upTo: padding, in: size)
    fitted.label = label
    if !fitted.fits(in: size) { fitted.label = nil }
    return fitted
  }

  /// The pixels left along the tighter axis, without the one that the picture keeps.
  private func free(in size: PixelSize) -> Int {
    min(size.width - insets.horizontal, size.height - insets.vertical) - 1
  }

  private func fits(in size: PixelSize) -> Bool {
    free(in: size) >= 0
  }

  /// The widest padding that fits.
  private func padding(upTo limit: Int, in size: PixelSize) -> Int {
    var furniture = self
    // A binary search instead of a division: padding under a shadow takes no room.
    var (fits, over) = (0, min(limit, size.width) + 1)
    while over - fits > 1 {
      furniture.padding = (fits + over) / 2
      if furniture.fits(in: size) { fits = furniture.padding } else { over = furniture.padding }
    }
    return fits
  }
}

/// A cell with the furniture that it has room for, and what is left for the picture.
public struct FurnishedCell: Hashable, Sendable {
  /// The whole cell.
  public let cell: PixelRect
  /// The part of the furniture that fits.
  public let furniture: CellFurniture

  /// Furnishes a cell.
  ///
  /// Where there is not room for everything, the label goes first, then the padding gets
  /// narrower, then the shadow goes, then the border gets narrower, and the frame last. A label
  /// stays where removing it would not help, because the cell is too narrow rather than too low.
  /// The picture keeps at least one pixel.
  ///
  /// - Precondition: the cell has at least one pixel each way, and no number of the furniture
  ///   is negative.
  public init(_ cell: PixelRect, _ furniture: CellFurniture) {
    self.cell = cell
    self.furniture = furniture.fitted(in: cell.size)
  }

  /// The outer edge of the frame: the cell without the shadow of the frame.
  public var frame: PixelRect {
    cell.inset(by: furniture.reach(under: .frame))
  }

  /// Where the picture may stand, without its border; at least one pixel.
  public var pictureArea: PixelRect {
    cell.inset(by: furniture.insets)
  }

  /// The part of ``pictureArea`` beside a label that does not stand at the edge of the cell.
  public func pictureArea(besideLabel label: PixelRect?) -> PixelRect {
    var area = pictureArea
    guard let label, let room = labelRoom else { return area }
    switch furniture.label?.position {
    case .below:
      area.height -= max(0, min(area.height - 1, room.y - label.y))
    case .above:
      let taken = max(0, min(area.height - 1, label.y - room.y))
      area.y += taken
      area.height -= taken
    case .over, nil: break
    }
    return area
  }

  /// The room for the label, at the edge of the cell; nil where there is no label, or no room.
  ///
  /// It is as wide as the inside of the padding. Over a picture it lies at the lower edge of the
  /// picture's area and is no higher than that.
  public var labelRoom: PixelRect? {
    guard let label = furniture.label, label.height > 0 else { return nil }
    let inside = frame.inset(by: PixelInsets(furniture.frameWidth + furniture.padding))
    switch label.position {
    case .above:
      return PixelRect(x: inside.x, y: inside.y, width: inside.width, height: label.height)
    case .below:
      return PixelRect(
        x: inside.x, y: inside.maxY - label.height, width: inside.width, height: label.height)
    case .over:
      let area = pictureArea
      let height = min(label.height, area.height)
      return PixelRect(x: area.x, y: area.maxY - height, width: area.width, height: height)
    }
  }

  /// Where the label of a picture that covers `image` stands; nil without ``labelRoom``.
  ///
  /// A label keeps its gap from the picture, or clears its shadow where that is wider: where the
  /// picture leaves part of the cell empty, the label stands at the picture and not at the edge of
  /// the cell. A label over a picture lies on it, unless that would leave little of it.
  public func label(at image: PixelRect) -> PixelRect? {
    guard let label = furniture.label, var area = labelRoom else { return nil }
    let box = borderBox(around: image)
    let shadow = furniture.reach(under: .picture)
    switch label.position {
    case .below:
      area.y = min(area.y, box.maxY + max(label.gap, shadow.bottom))
    case .above:
      area.y = max(area.y, box.y - max(label.gap, shadow.top) - area.height)
    case .over:
      guard min(image.width, image.height) >= 2 * area.height else { return area }
      area = PixelRect(
        x: image.x, y: image.maxY - area.height, width: image.width, height: area.height)
    }
    return area
  }

  /// The outer edge of the border around a picture that stands at `image`.
  public func borderBox(around image: PixelRect) -> PixelRect {
    image.outset(by: furniture.borderWidth)
  }
}
