/// Columns described by tracks, which keep their number and widths however many
/// items there are.
///
/// Items fill rows from left to right. The results are those of a SwiftUI
/// `LazyVGrid` with the same grid items.
public struct ColumnTracks: Equatable, Sendable {
  /// The tracks from left to right, at least one.
  public let tracks: [ColumnTrack]
  /// The gap after the columns of tracks that name none.
  public let spacing: Double
  /// Where the columns stand when they do not take the whole width; only its
  /// horizontal part counts.
  public let alignment: Alignment

  /// Creates columns from their tracks.
  ///
  /// - Throws: ``LayoutError/noTracks``, ``LayoutError/endlessColumns``,
  ///   ``LayoutError/minimumOverMaximum(_:_:)``, or an error for a width or
  ///   spacing that is negative or not finite.
  public init(
    _ tracks: [ColumnTrack], spacing: Double = 8, alignment: Alignment = .center
  ) throws(LayoutError) {
    guard !tracks.isEmpty else { throw .noTracks }
    try check(spacing, notNegative: .trackSpacing)
    for track in tracks { try track.validate(spacing: track.spacing ?? spacing) }
    self.tracks = tracks
    self.spacing = spacing
    self.alignment = alignment
  }
}
