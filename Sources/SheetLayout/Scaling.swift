/// How a picture is brought to the size of its cell.
///
/// Raw values are the names used on the command line.
public enum Scaling: String, CaseIterable, Hashable, Sendable {
  /// Shows the whole picture, in proportion; parts of the cell may stay empty.
  case fit
  /// Covers the whole cell, in proportion; parts of the picture may be cropped.
  case fill
  /// Shows the whole picture on the whole cell, out of proportion if need be.
  case stretch
  /// Keeps every pixel as it is and crops what does not fit.
  case none
}

/// Whether pictures smaller than their cell grow.
public enum Enlargement: Hashable, Sendable {
  /// No picture is drawn with more pixels than it has, on either axis.
  case never
  /// Small pictures are enlarged as large ones are shrunk.
  case allowed
}
