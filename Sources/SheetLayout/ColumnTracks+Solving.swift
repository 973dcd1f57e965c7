extension ColumnTracks {
  /// Works out the columns for a width.
  ///
  /// - Parameters:
  ///   - width: The width of the sheet.
  ///   - overflow: What happens when the columns are wider.
  ///   - overflowAlignment: Where columns that are wider stand; only its
  ///     horizontal part counts.
  /// - Returns: At least one column per track.
  /// - Throws: ``LayoutError/tracksTooWide(_:sheetWidth:)`` where an overflow is
  ///   refused, ``LayoutError/tooManyColumns(_:)``, or an error for a width that is not
  ///   finite.
  public func columns(
    width: Double, overflow: ColumnOverflow = .refused, overflowAlignment: Alignment = .center
  ) throws(LayoutError) -> SolvedColumns {
    try check(width, finite: .sheetWidth)
    var solution = try solution(for: width)
    let overflows = solution.width > width + 1e-9 * max(1, width)
    let gridWidth = overflows ? solution.width : width
    if overflows {
      switch overflow {
      case .refused: throw .tracksTooWide(sufficientWidth, sheetWidth: width)
      case .clipped: break
      case .solvedAgain: solution = try self.solution(for: gridWidth)
      }
    }
    let slack = max(0, gridWidth - solution.width)
    let start =
      (width - gridWidth) * overflowAlignment.horizontalFraction
      + slack * alignment.horizontalFraction
    return SolvedColumns(
      columns: solution.columns.map { column in
        Column(x: start + column.x, width: column.width, alignment: column.alignment)
      },
      width: width, gridWidth: gridWidth)
  }

  /// The narrowest width at which no column is below its minimum and none
  /// stands out.
  public var sufficientWidth: Double {
    // Backwards: a track before `laterTracks` others, which need `remainder`
    // together, leaves them that much once its own share is no less than theirs.
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
  /// Columns that start at zero, and the width from the first to the last.
  private struct Solution {
    var columns: [Column] = []
    var width = 0.0
    private var gap = 0.0

    mutating func append(_ width: Double, spacing: Double, alignment: Alignment?) {
      let x = self.width + gap
      columns.append(Column(x: x, width: width, alignment: alignment))
      self.width = x + width
      gap = spacing
    }
  }

  private func solution(for width: Double) throws(LayoutError) -> Solution {
    var solution = Solution()
    var remainder = width - fixedWidth
    var sharers = tracks.count { !$0.isFixed }
    for track in tracks {
      let spacing = track.spacing ?? spacing
      let share = sharers > 0 ? remainder / Double(sharers) : 0
      switch track.sizing {
      case .fixed(let width):
        solution.append(width, spacing: spacing, alignment: track.alignment)
        continue
      case .flexible(let minimum, let maximum):
        let width = min(max(share, minimum), maximum)
        solution.append(width, spacing: spacing, alignment: track.alignment)
        remainder -= width
      case .adaptive(let minimum, let maximum):
        let slot = max(0, share)
        let count = try columnsThatFit(in: slot, minimum: minimum, spacing: spacing)
        let width = (slot - Double(count - 1) * spacing) / Double(count)
        for _ in 0..<count {
          solution.append(
            min(maximum, max(0, width)), spacing: spacing, alignment: track.alignment)
        }
        remainder -= slot
      }
      sharers -= 1
      guard solution.columns.count <= LayoutError.maximumColumns else {
        throw .tooManyColumns(Double(solution.columns.count))
      }
    }
    return solution
  }

  /// The width that does not depend on what is left: fixed tracks and the
  /// spacings between tracks.
  private var fixedWidth: Double {
    let spacings = tracks.dropLast().reduce(0) { $0 + ($1.spacing ?? spacing) }
    return tracks.reduce(spacings) { sum, track in
      if case .fixed(let width) = track.sizing { sum + width } else { sum }
    }
  }
}

extension ColumnTrack {
  fileprivate var isFixed: Bool {
    if case .fixed = sizing { true } else { false }
  }
}
