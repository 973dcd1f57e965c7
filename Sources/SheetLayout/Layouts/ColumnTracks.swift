/// One entry of a list of column tracks: a single column, or as many as fit.
public struct ColumnTrack: Hashable, Sendable {
  /// How wide the columns of a track are.
  ///
  /// The width left by fixed tracks and spacings is divided equally among the other tracks, from
  /// left to right; after each track, the remainder is divided again.
  package enum Sizing: Hashable, Sendable {
    /// One column of this width.
    case fixed(Double)
    /// One column as wide as the track's share of the free width, within the minimum and the
    /// maximum.
    case flexible(minimum: Double = 10, maximum: Double = .infinity)
    /// As many equal columns as fit into the track's share of the free width at the minimum width,
    /// but at least one.
    ///
    /// They are widened to fill the share, but not beyond the maximum.
    ///
    /// If the share is below the minimum, there is one narrower column.
    case adaptive(minimum: Double, maximum: Double = .infinity)
  }

  /// The width of the columns.
  package var sizing: Sizing
  /// The gap after each of the columns; nil for the list's default.
  package var spacing: Double?
  /// The alignment of items smaller than their cell; nil for the sheet's alignment.
  package var alignment: Alignment?

  package init(_ sizing: Sizing, spacing: Double? = nil, alignment: Alignment? = nil) {
    (self.sizing, self.spacing, self.alignment) = (sizing, spacing, alignment)
  }

  /// One column of the given width in pixels.
  public static func fixed(_ width: Double, spacing: Double? = nil) -> ColumnTrack {
    ColumnTrack(.fixed(width), spacing: spacing)
  }

  /// One column that takes a share of the free width.
  public static func flexible(
    minimum: Double = 10, maximum: Double = .infinity, spacing: Double? = nil
  ) -> ColumnTrack {
    ColumnTrack(.flexible(minimum: minimum, maximum: maximum), spacing: spacing)
  }

  /// As many equal columns as fit.
  public static func adaptive(
    minimum: Double, maximum: Double = .infinity, spacing: Double? = nil
  ) -> ColumnTrack {
    ColumnTrack(.adaptive(minimum: minimum, maximum: maximum), spacing: spacing)
  }
}

extension ColumnTrack {
  fileprivate func validate(spacing: Double) throws(LayoutError) {
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

  fileprivate var isFixed: Bool {
    if case .fixed = sizing { true } else { false }
  }
}

/// Columns described by tracks; their number and widths do not depend on the items.
///
/// The columns match those of a SwiftUI `LazyVGrid` with the same grid items, except that columns
/// too wide for the sheet cause an error.
package struct ColumnTracks: Equatable, Sendable {
  /// The tracks from left to right; there is at least one.
  package let tracks: [ColumnTrack]
  /// The gap after columns whose track specifies none.
  package let spacing: Double

  /// Creates columns from their tracks.
  ///
  /// - Throws: ``LayoutError/noTracks``, ``LayoutError/endlessColumns``,
  ///   ``LayoutError/minimumOverMaximum(_:_:)``, or an error for a width or spacing that is
  ///   negative or not finite.
  package init(_ tracks: [ColumnTrack], spacing: Double = 8) throws(LayoutError) {
    guard !tracks.isEmpty else { throw .noTracks }
    try check(spacing, notNegative: .trackSpacing)
    for track in tracks { try track.validate(spacing: track.spacing ?? spacing) }
    (self.tracks, self.spacing) = (tracks, spacing)
  }

  /// Solves the columns for the width of a sheet; columns that do not fill it are centred.
  ///
  /// - Returns: At least one column per track.
  /// - Throws: ``LayoutError/tracksTooWide(_:sheetWidth:)``, ``LayoutError/tooManyColumns(_:)``,
  ///   or an error for a width that is not finite.
  package func columns(width: Double) throws(LayoutError) -> SolvedColumns {
    try check(width, finite: .sheetWidth)
    let (columns, taken) = try solution(for: width)
    guard taken <= width + 1e-9 * max(1, width) else {
      throw .tracksTooWide(sufficientWidth, sheetWidth: width)
    }
    let start = max(0, width - taken) / 2
    return SolvedColumns(
      columns: columns.map { column in
        Column(x: start + column.x, width: column.width, alignment: column.alignment)
      },
      width: width)
  }

  /// The smallest sheet width at which no column is narrower than its minimum and all columns fit.
  package var sufficientWidth: Double {
    // From right to left: the `laterTracks` tracks after this one need `remainder` in total. The
    // track leaves them that much if its own share is no smaller than each of theirs.
    var remainder = 0.0
    var laterTracks = 0
    for track in tracks.reversed() {
      let share = laterTracks > 0 ? remainder / Double(laterTracks) : 0
      switch track.sizing {
      case .fixed: continue
      case .flexible(let minimum, let maximum): remainder += min(max(share, minimum), maximum)
      case .adaptive(let minimum, _): remainder += max(share, minimum)
      }
      laterTracks += 1
    }
    return remainder + fixedWidth
  }
}

extension ColumnTracks {
  /// The columns, the first of which starts at 0, and the right edge of the last one.
  private func solution(
    for width: Double
  ) throws(LayoutError) -> (columns: [Column], width: Double) {
    var columns: [Column] = []
    var (right, gap) = (0.0, 0.0)
    var remainder = width - fixedWidth
    var sharers = tracks.count { !$0.isFixed }
    for track in tracks {
      let spacing = track.spacing ?? spacing
      let share = sharers > 0 ? remainder / Double(sharers) : 0
      var count = 1
      let width: Double
      switch track.sizing {
      case .fixed(let fixed):
        width = fixed
      case .flexible(let minimum, let maximum):
        width = min(max(share, minimum), maximum)
        remainder -= width
      case .adaptive(let minimum, let maximum):
        let slot = max(0, share)
        count = try columnsThatFit(in: slot, minimum: minimum, spacing: spacing)
        width = min(maximum, max(0, (slot - Double(count - 1) * spacing) / Double(count)))
        remainder -= slot
      }
      for _ in 0..<count {
        let x = right + gap
        columns.append(Column(x: x, width: width, alignment: track.alignment))
        (right, gap) = (x + width, spacing)
      }
      if track.isFixed { continue }
      sharers -= 1
      guard columns.count <= LayoutError.maximumColumns else {
        throw .tooManyColumns(Double(columns.count))
      }
    }
    return (columns, right)
  }

  /// The width that is not shared: fixed tracks and the spacings between tracks.
  private var fixedWidth: Double {
    let spacings = tracks.dropLast().reduce(0) { $0 + ($1.spacing ?? spacing) }
    return tracks.reduce(spacings) { sum, track in
      if case .fixed(let width) = track.sizing { sum + width } else { sum }
    }
  }

  /// How many equal columns of at least `minimum` fit into `width`; at least one.
  private func columnsThatFit(
    in width: Double, minimum: Double, spacing: Double
  ) throws(LayoutError) -> Int {
    let count = count(ofLength: minimum, in: width, gap: spacing)
    guard count <= Double(LayoutError.maximumColumns) else { throw .tooManyColumns(count) }
    return max(1, Int(count))
  }
}

/// A column of a sheet.
package struct Column: Equatable, Sendable {
  /// The left edge.
  package var x: Double
  /// The distance between the edges; zero if no width was left.
  package var width: Double
  /// The alignment of items smaller than their cell; nil if the track specifies none.
  package var alignment: Alignment?

  /// Creates a column from its left edge and its width.
  package init(x: Double, width: Double, alignment: Alignment? = nil) {
    (self.x, self.width, self.alignment) = (x, width, alignment)
  }
}

/// Columns whose positions and widths are known.
package struct SolvedColumns: Equatable, Sendable {
  /// The columns from left to right; there is at least one.
  package let columns: [Column]
  /// The width of the sheet.
  package let width: Double

  /// Arranges items in rows from left to right, each item as wide as its column, up to the item's
  /// maximum.
  ///
  /// A row is as tall as its tallest item; shorter items are placed by the alignment of their
  /// column. For cells with a fixed ratio, give all items that ratio.
  ///
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - rowGap: The distance between rows.
  ///   - alignment: The alignment in columns that specify none.
  /// - Returns: An arrangement of the sheet's width, with every row as a strip.
  /// - Throws: A ``LayoutError`` if an item or the gap is invalid.
  package func arrangement(
    of items: [LayoutItem], rowGap: Double = 8, alignment: Alignment = .center
  ) throws(LayoutError) -> Arrangement {
    try check(items)
    try check(rowGap, notNegative: .verticalGap)
    var frames: [Rect] = []
    frames.reserveCapacity(items.count)
    var strips: [Strip] = []
    var y = 0.0
    for start in stride(from: 0, to: items.count, by: columns.count) {
      let row = start..<start + min(columns.count, items.count - start)
      let sizes = zip(items[row], columns).map { $0.size(inColumnOf: $1.width) }
      let height = sizes.reduce(0) { max($0, $1.height) }
      for (size, column) in zip(sizes, columns) {
        let cell = Rect(x: column.x, y: y, width: column.width, height: height)
        frames.append(cell.aligned(size, column.alignment ?? alignment))
      }
      strips.append(Strip(items: row, minY: y, maxY: y + height))
      y += height + rowGap
    }
    return Arrangement(
      size: strips.last.map { Size(width: width, height: $0.maxY) } ?? .zero, frames: frames,
      strips: strips, rows: strips.count, columns: columns.count)
  }

  /// Arranges items in cells of the same height, as wide as their columns.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items.
  ///   - cellHeight: The height of cells, above 0.
  ///   - rows: The number of rows of cells, enough for the items.
  ///   - rowGap: The distance between rows.
  /// - Returns: An arrangement of the sheet's width, as tall as its rows.
  package func arrangement(
    itemCount: Int, cellHeight: Double, rows: Int, rowGap: Double
  ) -> Arrangement {
    let cells = (0..<itemCount).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns.count)
      return Rect(
        x: columns[column].x, y: Double(row) * (cellHeight + rowGap),
        width: columns[column].width, height: cellHeight)
    }
    return Arrangement(
      size: Size(width: width, height: Double(rows) * (cellHeight + rowGap) - rowGap),
      frames: cells,
      strips: Strip.rows(of: cells, columns: columns.count), rows: rows, columns: columns.count)
  }
}
