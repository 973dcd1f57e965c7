/// Compares two pictures row by row, within the area they share.
///
/// Rows are added in pairs from top to bottom. The changes in a row are known as soon as the rows
/// within reach of the antialiasing test have been read. A comparison holds five rows of each
/// picture, and is therefore not copyable.
package struct RowComparison: ~Copyable {
  /// The number of columns that both pictures have.
  package let width: Int
  /// The number of rows that both pictures have.
  package let height: Int
  /// The results so far.
  ///
  /// The caller adds the areas that only one of the pictures has.
  package var found = ChangedPixels()

  /// The errors of all pixels so far.
  package var errors: PictureErrors { sums.errors(similarity?.mean) }
  /// Whether most of the compared pixels differ, however little.
  package var mostDiffer: Bool { 2 * sums.differing > sums.pixels }
  private var sums = ErrorSums()
  /// The structural similarity; nil if it is not measured.
  private var similarity: StructuralSimilarity?

  private let rule: ComparisonRule
  private let haveSameEncoding: Bool
  private var before: ComparedWindow
  private var after: ComparedWindow
  /// Whether each row in the window is the same in both pictures.
  private var areEqual = [Bool](repeating: true, count: ComparedWindow.rowCount)
  private var rowsAdded = 0
  private var rowsCompared = 0
  private var candidates = PixelDistances()

  /// Creates a comparison to which no rows have been added.
  ///
  /// - Parameters:
  ///   - widths: The widths of the two pictures.
  ///   - height: The number of rows that both pictures have.
  ///   - pixels: The formats of the two pictures' rows.
  ///   - rule: When pixels count as different.
  ///   - measuresSimilarity: Whether to measure ``PictureErrors/ssim``, which takes longer.
  package init(
    widths: (before: Int, after: Int), height: Int,
    pixels: (before: ComparablePixels, after: ComparablePixels), by rule: ComparisonRule,
    measuringSimilarity measuresSimilarity: Bool = false
  ) {
    (width, self.height) = (min(widths.before, widths.after), height)
    self.rule = rule
    before = ComparedWindow(width: widths.before, pixels.before)
    after = ComparedWindow(width: widths.after, pixels.after)
    haveSameEncoding = pixels.before.areEncoded(as: pixels.after)
    if measuresSimilarity {
      similarity = StructuralSimilarity(
        isOpaque: !pixels.before.haveAlpha && !pixels.after.haveAlpha)
    }
  }

  /// Adds the next row of the earlier picture.
  package mutating func addBefore(_ row: Span<UInt8>) { before.set(rowsAdded, to: row) }

  /// Adds the next row of the later picture.
  package mutating func addAfter(_ row: Span<UInt8>) {
    after.set(rowsAdded, to: row)
    let slot = rowsAdded % ComparedWindow.rowCount
    areEqual[slot] =
      haveSameEncoding && before.hasBytes(of: after, inRow: rowsAdded, columns: width)
    rowsAdded += 1
  }

  /// Whether another row must be added before the next one can be compared.
  package var needsRow: Bool {
    rowsAdded < height
      && rowsAdded <= rowsCompared + (rule.ignoresSmoothing ? ComparedWindow.reach : 0)
  }

  /// Compares the next row.
  ///
  /// - Parameters:
  ///   - ignored: For each column, whether it is left out of the comparison; empty if no column is.
  ///   - changes: Receives a byte of ``ChangeColors`` for each of the `width` columns.
  /// - Precondition: No further row is needed, and not all rows have been compared.
  package mutating func compareRow(
    ignoring ignored: [Bool] = [], into changes: inout MutableSpan<UInt8>
  ) {
    precondition(!needsRow && rowsCompared < height, "a row out of turn")
    for x in 0..<width { changes[x] = PixelChange.none.rawValue }
    let row = rowsCompared
    rowsCompared += 1
    sums.pixels += width - ignored.prefix(width).count { $0 }
    let isEqual = areEqual[row % ComparedWindow.rowCount]
    if isEqual, similarity == nil { return }
    before.convert(row)
    after.convert(row)
    similarity?.add(
      before.pixels(inRow: row, columns: width), after.pixels(inRow: row, columns: width),
      ignoring: ignored)
    if isEqual { return }
    before.collectDifferences(
      from: after, inRow: row, columns: width, ignoring: ignored, into: &candidates)
    guard candidates.count > 0 else { return }
    sums.add(candidates)
    candidates.measure()
    var edges: SmoothedEdges?
    // The run of changed pixels not yet added, and the largest colour difference in the row so far.
    var (run, largest) = (0..<0, 0.0)
    for index in 0..<candidates.count {
      let distance = Double(candidates.distances[index])
      guard rule.tolerance == 0 || distance > rule.tolerance else { continue }
      if rule.ignoresSmoothing, edges == nil { edges = smoothedEdges(around: row) }
      let x = candidates.places[index]
      if edges?.changed(x, row, over: candidates.background(at: index)) == true {
        found.smoothed += 1
        changes[x] = PixelChange.smoothed.rawValue
        continue
      }
      if x != run.upperBound {
        found.add(columns: run, row: row, distance: largest)
        run = x..<x
      }
      run = run.lowerBound..<x + 1
      largest = max(largest, distance)
      changes[x] = rule.change(of: distance)
    }
    found.add(columns: run, row: row, distance: largest)
  }

  /// Fades a row of the later picture: grey at a tenth of its contrast, over white.
  ///
  /// - Parameters:
  ///   - row: The number of a row in the window.
  ///   - codes: Receives the sRGB grey of each column of the row; further elements are unchanged.
  package mutating func fade(_ row: Int, into codes: inout MutableSpan<UInt8>) {
    after.convert(row)
    for x in 0..<after.width { codes[x] = FadedPixels.code(of: after.pixel(x, row)) }
  }

  private mutating func smoothedEdges(around row: Int) -> SmoothedEdges {
    let reach = ComparedWindow.reach
    for neighbor in max(0, row - reach)...min(height - 1, row + reach) {
      before.convert(neighbor)
      after.convert(neighbor)
    }
    return SmoothedEdges(before: before, after: after, width: width, height: height)
  }
}
