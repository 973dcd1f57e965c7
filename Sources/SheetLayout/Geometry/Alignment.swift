/// Where something is placed inside a larger area.
///
/// Raw values are the names used on the command line.
public enum Alignment: String, CaseIterable, Hashable, Sendable {
  /// Centred in both directions; if a picture is cropped, its most salient part is kept.
  case subject
  /// Centred in both directions.
  case center
  /// At the top, centred horizontally.
  case top
  /// In the top left corner.
  case topLeft = "top-left"
  /// In the top right corner.
  case topRight = "top-right"
  /// At the left, centred vertically.
  case left
  /// At the right, centred vertically.
  case right
  /// At the bottom, centred horizontally.
  case bottom
  /// In the bottom left corner.
  case bottomLeft = "bottom-left"
  /// In the bottom right corner.
  case bottomRight = "bottom-right"

  /// The fraction of the free width that lies on the left: 0, 0.5 or 1.
  package var horizontalFraction: Double {
    switch self {
    case .topLeft, .left, .bottomLeft: 0
    case .top, .center, .subject, .bottom: 0.5
    case .topRight, .right, .bottomRight: 1
    }
  }

  /// The fraction of the free height that lies above: 0, 0.5 or 1.
  package var verticalFraction: Double {
    switch self {
    case .topLeft, .top, .topRight: 0
    case .left, .center, .subject, .right: 0.5
    case .bottomLeft, .bottom, .bottomRight: 1
    }
  }

  /// Whether the position is centred vertically.
  package var isCenteredVertically: Bool { verticalFraction == 0.5 }

  /// Moves a vertically centred position to an edge, and leaves others unchanged.
  ///
  /// - Parameter edge: ``top`` or ``bottom``.
  /// - Returns: The position, with its horizontal part unchanged.
  package func movedFromMiddle(to edge: Alignment) -> Alignment {
    switch self {
    case .center, .subject: edge
    case .left: edge == .top ? .topLeft : .bottomLeft
    case .right: edge == .top ? .topRight : .bottomRight
    case .topLeft, .top, .topRight, .bottomLeft, .bottom, .bottomRight: self
    }
  }
}

extension Rect {
  /// Where `child` lies when aligned inside this area.
  ///
  /// A larger child overhangs on the side away from the alignment, or equally on both sides if
  /// centred.
  package func aligned(_ child: Size, _ alignment: Alignment) -> Rect {
    Rect(
      x: minX + (width - child.width) * alignment.horizontalFraction,
      y: minY + (height - child.height) * alignment.verticalFraction,
      width: child.width,
      height: child.height)
  }
}
