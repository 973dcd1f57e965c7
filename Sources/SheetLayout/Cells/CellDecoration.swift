/// The decoration around a picture in its cell, and the room it takes.
///
/// From the edge of the cell inwards: the frame's shadow, the frame, the padding, the label on one
/// side, the strip of enlarged details, the picture's shadow and the picture's border.
///
/// ```
/// ┌ cell ──────────────────────────┐
/// │ ╔ frame ═════════════════════╗ │
/// │ ║   padding                  ║ │
/// │ ║   ┌ border ────────────┐   ║ │
/// │ ║   │ area of the picture│   ║ │
/// │ ║   └────────────────────┘   ║ │
/// │ ║   gap, label               ║ │
/// │ ╚════════════════════════════╝ │
/// └ shadow ────────────────────────┘
/// ```
///
/// The shadow of a picture falls onto the padding and the gap before a label, and takes additional
/// room only where it is wider than they are. The ``overhang(into:)`` of a shadow, the part that
/// reaches beyond everything else drawn, may fall into the gaps between cells.
package struct CellDecoration: Hashable, Sendable {
  /// What casts a shadow.
  package enum ShadowOwner: Hashable, Sendable {
    /// The frame, and with it the whole cell.
    case frame
    /// The picture with its border.
    case picture
  }

  /// The room for a shadow.
  package struct Shadow: Hashable, Sendable {
    /// What casts the shadow.
    package var owner: ShadowOwner
    /// How far the shadow extends beyond what casts it.
    package var reach: PixelInsets

    /// Creates the room for a shadow.
    package init(under owner: ShadowOwner, reach: PixelInsets) {
      (self.owner, self.reach) = (owner, reach)
    }
  }

  /// The room for a label.
  package struct Label: Hashable, Sendable {

    /// The position of the label.
    package var position: LabelPosition
    /// The height of the label in pixels; not negative.
    package var height: Int
    /// The space between the label and the picture's border; not negative, and ignored if the label
    /// lies over the picture.
    package var gap: Int
    /// The width of a label beside its picture in pixels; not negative, and ignored for other
    /// labels, which are as wide as their cells.
    package var width: Int

    /// Creates the room for a label.
    package init(_ position: LabelPosition, height: Int, gap: Int, width: Int = 0) {
      (self.position, self.height, self.gap, self.width) = (position, height, gap, width)
    }
  }

  /// The width of the line around the cell; not negative.
  package var frameWidth: Int
  /// The space between the frame and its content; not negative.
  package var padding: Int
  /// The width of the line around the picture; not negative.
  package var borderWidth: Int
  /// The shadow; nil if there is none.
  package var shadow: Shadow?
  /// The label; nil if there is none.
  package var label: Label?
  /// The strip of enlarged details; nil if there is none.
  package var strip: InsetStrip?

  /// Creates a decoration; without arguments, an empty one.
  package init(
    frameWidth: Int = 0, padding: Int = 0, borderWidth: Int = 0, shadow: Shadow? = nil,
    label: Label? = nil, strip: InsetStrip? = nil
  ) {
    (self.frameWidth, self.padding, self.borderWidth) = (frameWidth, padding, borderWidth)
    (self.shadow, self.label, self.strip) = (shadow, label, strip)
  }

  /// The distances from the edges of a cell to the area of its picture, or to the area of its
  /// picture and its strip of details, without the fixed part of the strip.
  ///
  /// These insets include all decoration, even parts for which there is no room. A cell larger than
  /// a picture by these insets shows the picture at full size.
  package var insets: PixelInsets {
    let frameReach = reach(under: .frame)
    let pictureReach = reach(under: .picture)
    let label = labelInsets
    func edge(_ edge: KeyPath<PixelInsets, Int>) -> Int {
      let inside =
        label[keyPath: edge] > 0
        ? padding + label[keyPath: edge] : max(padding, pictureReach[keyPath: edge])
      return frameReach[keyPath: edge] + frameWidth + borderWidth + inside
    }
    return PixelInsets(
      top: edge(\.top), left: edge(\.left), bottom: edge(\.bottom), right: edge(\.right))
  }

  /// The part of the shadow that falls into the gaps between cells, outside all other decoration.
  ///
  /// Together with the neighbour's overhang, it is at most as wide as the gap, so shadows never
  /// meet.
  package func overhang(into gap: PixelSize) -> PixelInsets {
    guard let shadow else { return PixelInsets(0) }
    // A shadow between a picture and its label, or on the padding, is inside the cell.
    let (covered, label) =
      shadow.owner == .picture ? (padding, labelInsets) : (0, PixelInsets(0))
    func excess(_ edge: KeyPath<PixelInsets, Int>) -> Int {
      label[keyPath: edge] > 0 ? 0 : max(0, shadow.reach[keyPath: edge] - covered)
    }
    let left = min(excess(\.left), gap.width / 2)
    let right = min(excess(\.right), gap.width - left)
    let (above, below) = (excess(\.top), excess(\.bottom))
    // Shadows are offset downwards, so the lower part gets more of the gap.
    let top = above + below <= gap.height ? above : gap.height * above / (above + below)
    return PixelInsets(
      top: top, left: left, bottom: min(below, gap.height - top), right: right)
  }

  /// The decoration with `part` subtracted from the reach of its shadow.
  package func shadowReduced(by part: PixelInsets) -> CellDecoration {
    var decoration = self
    decoration.shadow = shadow.map { Shadow(under: $0.owner, reach: $0.reach - part) }
    return decoration
  }

  /// The part of ``insets`` taken by the label, by the shadow between it and the picture, and by
  /// the fixed part of the strip of details.
  package var labelInsets: PixelInsets {
    var insets = strip?.insets ?? PixelInsets(0)
    guard let label, label.hasRoom else { return insets }
    let shadow = reach(under: .picture)
    switch label.position {
    case .below: insets.bottom += label.height + max(label.gap, shadow.bottom)
    case .above: insets.top += label.height + max(label.gap, shadow.top)
    case .left: insets.left += label.width + max(label.gap, shadow.left)
    case .right: insets.right += label.width + max(label.gap, shadow.right)
    case .over, .overTop: break
    }
    return insets
  }

  /// How far the shadow cast by `owner` reaches; 0 if `owner` casts none.
  func reach(under owner: ShadowOwner) -> PixelInsets {
    guard let shadow, shadow.owner == owner else { return PixelInsets(0) }
    return shadow.reach
  }
}

extension CellDecoration.Label {
  /// Whether the label takes up any room.
  var hasRoom: Bool { height > 0 && (!position.isBeside || width > 0) }
}

/// The position of a label.
public enum LabelPosition: String, CaseIterable, Hashable, Sendable {
  /// Below the picture.
  case below
  /// Above the picture.
  case above
  /// Over the bottom edge of the picture, so that it takes no extra room.
  case over
  /// Over the top edge of the picture, like the panel letters of a figure.
  case overTop = "over-top"
  /// At the left of the picture.
  case left
  /// At the right of the picture.
  case right

  /// Whether the label lies on its picture.
  package var isOver: Bool { self == .over || self == .overTop }

  /// Whether the label is at the left or at the right of its picture.
  package var isBeside: Bool { self == .left || self == .right }

  /// Whether the label is below or above its picture, which makes cells taller.
  package var takesHeight: Bool { self == .below || self == .above }
}
