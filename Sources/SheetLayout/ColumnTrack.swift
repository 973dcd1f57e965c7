/// One entry of a list of column tracks: a column, or as many as fit.
public struct ColumnTrack: Hashable, Sendable {
  /// How wide the columns of a track become.
  ///
  /// What the fixed tracks and the spacings leave of the width is divided
  /// among the other tracks in order, and divided again after each of them.
  public enum Sizing: Hashable, Sendable {
    /// One column of this width.
    case fixed(Double)
    /// One column that takes its share, but no less than the minimum and no
    /// more than the maximum.
    case flexible(minimum: Double = 10, maximum: Double = .infinity)
    /// As many equal columns as fit into the share at the minimum width, at least
    /// one, widened to fill it but not over the maximum.
    ///
    /// A share below the minimum makes a narrower column.
    case adaptive(minimum: Double, maximum: Double = .infinity)
  }

  /// How wide the columns become.
  public var sizing: Sizing
  /// The gap after each of the columns, or nil for that of the list.
  public var spacing: Double?
  /// Where an item smaller than its cell stands, or nil for what holds for all items.
  public var alignment: Alignment?

  /// Creates a track.
  public init(_ sizing: Sizing, spacing: Double? = nil, alignment: Alignment? = nil) {
    self.sizing = sizing
    self.spacing = spacing
    self.alignment = alignment
  }
}

extension ColumnTrack {
  /// Passes widths that a column can have.
  func validate(spacing: Double) throws(LayoutError) {
    try check(spacing, notNegative: .trackSpacing)
    switch sizing {
    case .fixed(let width):
      try check(width, notNegative: .trackWidth)
    case .flexible(let minimum, let maximum):
      try validate(minimum: minimum, maximum: maximum)
    case .adaptive(let minimum, let maximum):
      try validate(minimum: minimum, maximum: maximum)
      guard minimum + spacing > 0 else { throw .endlessColumns }
    }
  }

  private func validate(minimum: Double, maximum: Double) throws(LayoutError) {
    try check(minimum, notNegative: .trackMinimum)
    guard !maximum.isNaN else { throw .notFinite(.trackMaximum, maximum) }
    guard minimum <= maximum else { throw .minimumOverMaximum(minimum, maximum) }
  }
}
