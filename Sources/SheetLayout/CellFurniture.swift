/// How much room there is in a cell for what stands around a picture.
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
/// The shadow of a picture falls onto the padding, and onto the gap before a label; only
/// where they are narrower than it does it take room of its own.
public struct CellFurniture: Hashable, Sendable {
  /// What a shadow lies under.
  public enum ShadowOwner: Hashable, Sendable {
    /// The frame, and with it the whole cell.
    case frame
    /// The picture and its border.
    case picture
  }

  /// How far a shadow can be seen around what it lies under.
  public struct Shadow: Hashable, Sendable {
    /// What it lies under.
    public var owner: ShadowOwner
    /// How far it reaches on each side.
    public var reach: PixelInsets

    /// Creates a shadow.
    public init(under owner: ShadowOwner, reach: PixelInsets) {
      self.owner = owner
      self.reach = reach
    }
  }

  /// The room for a label.
  public struct Label: Hashable, Sendable {
    /// Where a label stands.
    public enum Position: String, CaseIterable, Hashable, Sendable {
      /// Under the picture.
      case below
      /// Above the picture.
      case above
      /// On the lower edge of the picture's area, for which it takes no room.
      case over
    }

    /// Where it stands.
    public var position: Position
    /// Its height in pixels; not negative.
    public var height: Int
    /// The space between it and the border of the picture; not negative, and without
    /// meaning where the label lies over the picture.
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
  /// The space between the frame and what is in it; not negative.
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

  /// What is between the edges of a cell and the area of its picture, where there is room
  /// for all of it.
  ///
  /// A cell that is by so much larger than a picture holds the picture at its own size.
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

  /// The reach of the shadow, if it is that of `owner`.
  func reach(under owner: ShadowOwner) -> PixelInsets {
    guard let shadow, shadow.owner == owner else { return PixelInsets(0) }
    return shadow.reach
  }
}

extension CellFurniture {
  /// The part of this furniture that fits into a cell of `size` and leaves at least one pixel
  /// for the picture.
  ///
  /// Things give way in the order that ``FurnishedCell`` states.
  ///
  /// - Precondition: the size is at least one pixel each way, and no number is negative.
  func fitted(in size: PixelSize) -> CellFurniture {
    precondition(size.width > 0 && size.height > 0, "a cell without pixels")
    precondition(
      [frameWidth, padding, borderWidth, label?.height ?? 0, label?.gap ?? 0].allSatisfy {
        $0 >= 0
      },
      "furniture of negative size")
    // Taken in the reverse order: each has what those before it leave.
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

  /// The pixels along the tighter axis that are not taken, but for the picture's one.
  private func free(in size: PixelSize) -> Int {
    min(size.width - insets.horizontal, size.height - insets.vertical) - 1
  }

  private func fits(in size: PixelSize) -> Bool {
    free(in: size) >= 0
  }

  /// The widest padding that fits.
  private func padding(upTo limit: Int, in size: PixelSize) -> Int {
    var furniture = self
    // Padding that the shadow falls onto costs nothing, so that a division will not do.
    var (fits, over) = (0, min(limit, size.width) + 1)
    while over - fits > 1 {
      furniture.padding = (fits + over) / 2
      if furniture.fits(in: size) { fits = furniture.padding } else { over = furniture.padding }
    }
    return fits
  }
}
