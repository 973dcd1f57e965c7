/// What happens when the least widths of all tracks are more than there is room for.
public enum ColumnOverflow: Hashable, Sendable {
  /// An error names the width that would do.
  case refused
  /// The widths are worked out once and what stands out is cut off.
  case clipped
  /// The widths are worked out again for the width that the first ones came to,
  /// as SwiftUI does, and what stands out is cut off.
  ///
  /// Tracks take more room the second time, so the columns may stand out to the
  /// right of what they are centred by.
  case solvedAgain
}
