internal import CKernels

/// Resamples a picture that arrives row by row and is never in memory whole.
///
/// Give it source rows from top to bottom; after each, take the output rows
/// that have become complete:
///
///     for each source row {
///       resampler.add(row)
///       while resampler.takeRow(into: &light) { … }
///     }
///
/// Output rows are light: linear, premultiplied by alpha, with the channels of
/// the source. Kernels with negative lobes may leave values a little outside
/// 0 to 1.
///
/// What it holds is a few rows as wide as the crop: when shrinking, the sums of
/// the output rows that the current source row is part of; when enlarging, the
/// source rows that the current output row is made of. Either is at most twice
/// the filter's support, plus 1; when shrinking, four source rows more, as bytes, which are
/// added to the sums together.
public struct RowResampler: Sendable {
  /// The number of channels of source and output rows.
  public let channels: PixelFormat.Channels

  /// The number of pixels in an output row.
  public var width: Int {
    columns.count
  }

  /// The number of output rows.
  public var height: Int {
    rows.count
  }

  /// The number of source rows added so far.
  public private(set) var rowsAdded = 0

  /// The number of output rows taken so far.
  public private(set) var rowsTaken = 0

  private let columns: FilterTaps
  private let rows: FilterTaps
  private let linearizer: RowLinearizer
  private let sourceBytes: Int
  private let neededBytes: Range<Int>

  /// Whether `lines` are sums of output rows rather than source rows.
  private let foldsRows: Bool

  /// Rows that are worked on, each at its number modulo the count of lines.
  private var lines: [[Float]]

  /// An output row before its columns are weighed, where lines are source rows.
  private var line: [Float]

  /// Source rows that are not folded yet, where lines are sums.
  private var pending: PendingRows

  /// The first output row that has no part of any row so far.
  private var rowsStarted = 0

  /// A resampler for one picture.
  ///
  /// - Parameters:
  ///   - format: The format of source rows.
  ///   - space: What their colours mean. Output rows keep its primaries.
  ///   - columns: The taps along a row.
  ///   - rows: The taps from row to row.
  public init(
    _ format: PixelFormat, _ space: ColorSpace, columns: FilterTaps, rows: FilterTaps
  ) {
    channels = format.channels
    self.columns = columns
    self.rows = rows
    linearizer = RowLinearizer(format, space)
    sourceBytes = columns.sourceCount * format.bytesPerPixel
    let needed = columns.sourceRange
    neededBytes =
      needed.lowerBound * format.bytesPerPixel..<needed.upperBound * format.bytesPerPixel

    let window = rows.largestWindow
    let overlap = rows.largestOverlap
    foldsRows = overlap <= window
    let values = needed.count * format.channels.count
    line = [Float](repeating: 0, count: foldsRows ? 0 : values + rowPadding)
    pending = PendingRows(format, linearizer, width: foldsRows ? needed.count : 0)
    lines = [[Float]](
      repeating: [Float](repeating: 0, count: values + rowPadding), count: min(window, overlap))
  }

  /// The number of rows in memory, whatever the picture's height.
  var rowsHeld: Int {
    lines.count + (foldsRows ? Int(ckernels_fold_rows) : 1)
  }

  /// Whether all output rows are complete, so that further source rows are
  /// not needed.
  public var isComplete: Bool {
    rowsAdded >= rows.sourceRange.upperBound
  }

  /// Whether an output row is complete and not yet taken.
  public var hasRow: Bool {
    rowsTaken < rows.count && rows.sources(of: rowsTaken).upperBound <= rowsAdded
  }

  /// Adds the next source row.
  ///
  /// Rows that no output row needs cost nothing.
  ///
  /// - Precondition: `row` is a whole source row, there are not more of them
  ///   than the picture has, and no complete row is left to take.
  public mutating func add(_ row: Span<UInt8>) {
    precondition(row.count == sourceBytes, "a source row of the wrong length")
    precondition(rowsAdded < rows.sourceCount, "more source rows than the picture has")
    precondition(!hasRow, "complete rows must be taken before the next row is added")
    let source = rowsAdded
    rowsAdded += 1
    guard needs(source) else { return }

    let bytes = row.extracting(neededBytes)
    guard foldsRows else {
      let index = source % lines.count
      var line = lines[index].mutableSpan
      var values = line._mutatingExtracting(first: line.count - rowPadding)
      linearizer.linearize(bytes, into: &values)
      return
    }
    pending.append(source, bytes)
    if pending.isFull || hasRow { foldPending() }
  }

  /// Writes the next complete output row, if there is one, into `row`.
  ///
  /// - Parameter row: ``width`` pixels of ``channels`` samples.
  /// - Returns: Whether there was a row.
  public mutating func takeRow(into row: inout MutableSpan<Float>) -> Bool {
    precondition(row.count == columns.count * channels.count, "an output row of the wrong length")
    guard hasRow else { return false }
    if foldsRows {
      columns.weigh(lines[rowsTaken % lines.count], into: &row)
    } else {
      gather(rowsTaken)
      columns.weigh(line, into: &row)
    }
    rowsTaken += 1
    return true
  }

  /// Whether any output row has a part of this source row, the next one.
  ///
  /// Of the rows not yet taken, the windows of the first one begins no later than the others'.
  private func needs(_ source: Int) -> Bool {
    rowsTaken < rows.count && rows.sources(of: rowsTaken).lowerBound <= source
  }

  /// Adds the source rows in `pending` to every output row they are part of.
  private mutating func foldPending() {
    guard let last = pending.sources.last else { return }
    let count = lines.count
    while rowsStarted < rows.count, rows.sources(of: rowsStarted).lowerBound <= last {
      var sums = lines[rowsStarted % count].mutableSpan
      sums.update(repeating: 0)
      rowsStarted += 1
    }
    let shares = (rowsTaken..<rowsStarted).map { output in
      pending.share(of: output % count) { rows.weightIfAny(of: $0, in: output) }
    }
    pending.fold(shares, into: &lines)
    pending.removeAll()
  }

  /// Sums the source rows of an output row up in `line`.
  private mutating func gather(_ output: Int) {
    let sources = rows.sources(of: output)
    let count = lines.count
    let first = sources.lowerBound
    set(&line, to: lines[first % count], times: rows.weight(of: first, in: output))
    for source in sources.dropFirst() {
      accumulate(lines[source % count], times: rows.weight(of: source, in: output), to: &line)
    }
  }
}
