/// Resamples a picture row by row, without ever holding all of it.
///
/// Add source rows from top to bottom, and after each one take the output rows that have become
/// complete:
///
///     for each source row {
///       resampler.add(row)
///       while resampler.takeRow(into: &light) { … }
///     }
///
/// Output rows are linear light, or encoded sRGB if requested, premultiplied by alpha, with the
/// channels of the source. Filters with negative lobes may produce values slightly outside 0 to 1.
///
/// A resampler holds a few rows of the crop's width: when shrinking, the sums of the output rows to
/// which the current source row contributes; when enlarging, the source rows of the current output
/// row. In both cases, the number of rows is at most twice the filter's support plus 1. When
/// shrinking, it also holds up to four source rows as bytes, to be added to the sums together.
///
/// If a picture becomes taller and narrower, each source row is reduced to its output width
/// immediately. The source row is used in many output rows, each of which would otherwise have to
/// sum the whole width of the source.
package struct RowResampler: Sendable {
  /// The channels of source and output rows.
  package let channels: PixelFormat.Channels

  /// The number of source rows added so far.
  private(set) var rowsAdded = 0

  /// The number of output rows taken so far.
  private(set) var rowsTaken = 0

  private let columns: FilterTaps
  private let rows: FilterTaps
  private let linearizer: RowLinearizer
  private let sourceBytes: Int
  private let neededBytes: Range<Int>

  /// Whether `lines` are sums of output rows rather than source rows.
  private let linesAreSums: Bool

  /// The rows in progress, in a ring buffer indexed by row number.
  private(set) var lines: AlignedRows

  /// Whether lines have the output width, because their columns have already been summed.
  private let linesAreNarrow: Bool

  /// If lines are source rows, the weighted sum of the lines for one output row; it is as wide as a
  /// line.
  private var line: AlignedRows

  /// If lines are narrow, a source row before its columns are summed.
  private var wideLine: AlignedRows

  /// If lines are sums, the source rows not yet added to them.
  private var pending: PendingRows

  /// The first output row to which no source row has been added.
  private var rowsStarted = 0

  /// Creates a resampler for one picture.
  ///
  /// - Parameters:
  ///   - format: The format of source rows.
  ///   - space: The colour space of source rows. Output rows keep its primaries if they are linear.
  ///   - columns: The taps along rows, which determine the width of output rows.
  ///   - rows: The taps along columns, which determine the number of output rows.
  ///   - light: Whether linear or encoded values are summed.
  ///   - isGrayscale: Whether colours become grey. Linear rows keep their colours until a
  ///     ``RowColorConverter`` converts them.
  package init(
    _ format: PixelFormat, _ space: ColorSpace, columns: FilterTaps, rows: FilterTaps,
    in light: ResampleLight = .linear, isGrayscale: Bool = false
  ) {
    channels = format.channels
    self.columns = columns
    self.rows = rows
    linearizer = RowLinearizer(format, space, as: light, isGrayscale: isGrayscale)
    sourceBytes = columns.sourceCount * format.bytesPerPixel
    let needed = columns.sourceRange
    neededBytes =
      needed.lowerBound * format.bytesPerPixel..<needed.upperBound * format.bytesPerPixel

    let window = rows.largestWindow
    let overlap = rows.largestOverlap
    (linesAreSums, linesAreNarrow) = Self.order(columns, rows)
    let values = needed.count * format.channels.count
    let wideCount = values + rowPadding
    let lineWidth = linesAreNarrow ? columns.count * format.channels.count : wideCount
    line = AlignedRows(count: linesAreSums ? 0 : 1, width: lineWidth)
    wideLine = AlignedRows(count: linesAreNarrow ? 1 : 0, width: wideCount)
    pending = PendingRows(format, linearizer, width: linesAreSums ? needed.count : 0)
    lines = AlignedRows(count: min(window, overlap), width: lineWidth)
  }

  /// The order in which source pixels are summed.
  private static func order(
    _ columns: FilterTaps, _ rows: FilterTaps
  ) -> (linesAreSums: Bool, linesAreNarrow: Bool) {
    let linesAreSums = rows.largestOverlap <= rows.largestWindow
    return (linesAreSums, !linesAreSums && columns.count < columns.sourceRange.count)
  }

  /// Whether part of the output would have exactly the same bits if it were resampled alone.
  ///
  /// Sums in a different order may be rounded differently.
  ///
  /// - Parameters:
  ///   - columns: The columns of the part.
  ///   - rows: The rows of the part.
  /// - Returns: Whether the bits are equal.
  package func isExact(columns: Range<Int>, rows: Range<Int>) -> Bool {
    Self.order(self.columns.part(columns), self.rows.part(rows))
      == (linesAreSums, linesAreNarrow)
  }

  /// Whether an output row is complete and has not been taken.
  package var hasRow: Bool {
    rowsTaken < rows.count && rows.sources(of: rowsTaken).upperBound <= rowsAdded
  }

  /// Adds the next source row.
  ///
  /// Rows that no output row needs cost nothing.
  ///
  /// - Precondition: `row` is a whole source row, not all rows have been added, and no complete
  ///   output row is left to take.
  package mutating func add(_ row: Span<UInt8>) {
    precondition(row.count == sourceBytes, "a source row of the wrong length")
    precondition(rowsAdded < rows.sourceCount, "more source rows than the picture has")
    precondition(!hasRow, "complete rows must be taken before the next row is added")
    let source = rowsAdded
    rowsAdded += 1
    guard needs(source) else { return }

    let bytes = row.extracting(neededBytes)
    guard linesAreSums else {
      setLine(source % lines.count, to: bytes)
      return
    }
    pending.append(source, bytes)
    if pending.isFull || hasRow { foldPending() }
  }

  /// Writes the next complete output row into `row`, if there is one.
  ///
  /// - Parameter row: The row to fill, with one pixel of ``channels`` samples per output column.
  /// - Returns: Whether there was a row.
  package mutating func takeRow(into row: inout MutableSpan<Float>) -> Bool {
    precondition(row.count == columns.count * channels.count, "an output row of the wrong length")
    guard hasRow else { return false }
    if linesAreSums {
      columns.weigh(rowsTaken % lines.count, of: lines, into: &row)
    } else {
      gather(rowsTaken)
      if linesAreNarrow {
        line.copy(row: 0, to: &row)
      } else {
        columns.weigh(0, of: line, into: &row)
      }
    }
    rowsTaken += 1
    return true
  }

  /// Whether any output row needs `source`, the current source row.
  ///
  /// The window of the first output row not yet taken begins no later than the windows of later
  /// rows.
  private func needs(_ source: Int) -> Bool {
    rowsTaken < rows.count && rows.sources(of: rowsTaken).lowerBound <= source
  }

  /// Decodes a source row into a line, if lines are source rows.
  private mutating func setLine(_ index: Int, to bytes: Span<UInt8>) {
    let linearizer = linearizer
    func linearize(_ row: Int, of rows: inout AlignedRows) {
      let first = row * rows.stride
      rows.update(first..<first + rows.width - rowPadding) {
        linearizer.linearize(bytes, into: &$0)
      }
    }
    guard linesAreNarrow else { return linearize(index, of: &lines) }
    linearize(0, of: &wideLine)
    let (columns, wideLine) = (columns, wideLine)
    lines.update(row: index) { columns.weigh(0, of: wideLine, into: &$0) }
  }

  /// Adds the source rows in `pending` to every output row they contribute to.
  private mutating func foldPending() {
    guard let last = pending.sources.last else { return }
    while rowsStarted < rows.count, rows.sources(of: rowsStarted).lowerBound <= last {
      lines.clear(row: rowsStarted % lines.count)
      rowsStarted += 1
    }
    pending.fold(into: &lines, by: rows, in: rowsTaken..<rowsStarted)
    pending.removeAll()
  }

  /// Sums the weighted source rows of an output row in `line`.
  private mutating func gather(_ output: Int) {
    let sources = rows.sources(of: output)
    for source in sources {
      line.add(
        source % lines.count, of: lines, times: rows.weight(of: source, in: output),
        isFirst: source == sources.lowerBound)
    }
  }
}
