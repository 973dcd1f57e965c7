extension Sheet {
  /// How pictures are rotated.
  ///
  /// ```swift
  /// import ContactSheet
  ///
  /// var sheet = Sheet(folder: "photos")
  /// sheet.orient = .fit
  /// sheet.orient.turns = [Sheet.Rule(.name("IMG_4021"), .right)]
  /// ```
  public struct Orienting: Hashable, Sendable {
    /// What happens to the pictures that ``turns`` does not mention.
    public var policy: OwnOrientation
    /// How single pictures are rotated, starting from upright.
    ///
    /// `fit` does not rotate them any further.
    public var turns: [Rule<Turn>]

    /// Creates a policy, and rules for single pictures.
    public init(_ policy: OwnOrientation = .auto, turns: [Rule<Turn>] = []) {
      (self.policy, self.turns) = (policy, turns)
    }

    /// Pictures are shown upright.
    public static let auto = Self(.auto)
    /// Pictures are shown upright, and then rotated by another 90° if that fills more of the cell.
    public static let fit = Self(.fit)
    /// Pictures are shown as stored.
    public static let ignore = Self(.ignore)
  }

  /// How far an upright picture is rotated.
  public enum Turn: String, CaseIterable, Sendable {
    /// Not at all.
    case auto
    /// By 90° counterclockwise.
    case left
    /// By 90° clockwise.
    case right
    /// By 180°.
    case half = "180"
  }
}

extension Sheet.Turn: CustomStringConvertible {
  /// The rotation as written for the command.
  public var description: String { rawValue }
}

extension Sheet.Turn {
  /// The same rotation as a number of rotations by 90° counterclockwise.
  package var quarterTurnsLeft: Int {
    switch self {
    case .auto: 0
    case .left: 1
    case .half: 2
    case .right: 3
    }
  }

  /// Whether width and height are swapped.
  package var swapsSides: Bool { self == .left || self == .right }
}
