package import SheetImaging
internal import SheetLayout

/// The rows of a difference picture, from top to bottom, in the orientation of the comparison.
///
/// Areas outside both pictures take hardly any time. If one picture is wide and the other is tall,
/// such areas may make up nearly all of the difference picture.
package final class DifferenceRows: PictureRows {
  /// The changes in a row.
  package struct Changes {
    /// The byte of `ChangeColors` for each column that both pictures have; empty if no such column
    /// changed.
    ///
    /// If some of the columns that only one picture has are not compared, the bytes of such columns
    /// follow, up to the last column that is not compared.
    package fileprivate(set) var common: [UInt8]
    /// The remaining columns that only one of the pictures has.
    package fileprivate(set) var unshared: Range<Int>
  }

  /// Receives the changes of each row, in order.
  ///
  /// If set, rows contain only the faint later picture, without colours for changes.
  package var takeChanges: ((_ row: Int, _ changes: Changes) -> Void)?

  private let before: ComparedPicture
  private let after: ComparedPicture
  private let size: PixelSize
  /// The side, in pixels, of the square that is averaged into each pixel of the rows.
  private let divisor: Int
  private var comparison: RowComparison
  private var ignored: IgnoredRows
  /// The colours of changes.
  package let colors: ChangeColors
  /// Whether the rows are used, rather than only the counts.
  private let isSeen: Bool
  private var rowsCompared = 0
  /// The changes in the current row, for columns that both pictures have.
  private var changes: [UInt8]
  /// The current row of the later picture, faded, up to the picture's width.
  private var codes: [UInt8] = []
  /// How much darker than the background the pixels of each square are, summed over the rows so
  /// far.
  private var darkness: [UInt32] = []
  /// Rows that were compared before they were requested.
  private var waiting: [[UInt8]] = []

  /// Opens both pictures.
  ///
  /// - Parameters:
  ///   - difference: The pair to compare.
  ///   - isSeen: Whether the rows are used; if only counts are needed, no rows are made.
  ///   - divisor: The side, in pixels, of the square that is averaged into each pixel of the rows.
  ///   - measuresSimilarity: Whether to measure the structural similarity.
  /// - Throws: ``UnreadablePicture``, which names the picture, or ``ContactSheetError``.
  init(
    of difference: PictureDifference, isSeen: Bool, dividedBy divisor: Int = 1,
    measuringSimilarity measuresSimilarity: Bool = false
  ) throws {
    let orientation = difference.orientation
    // Pictures with different orientations are compared upright; pictures with the same
    // orientation, as stored.
    before = try ComparedPicture(
      difference.before, difference.beforeHeader, turned: orientation)
    after = try ComparedPicture(difference.after, difference.afterHeader, turned: orientation)
    size = difference.size
    (self.isSeen, self.divisor, colors) = (isSeen, divisor, difference.rule.colors)
    comparison = RowComparison(
      widths: (before.size.width, after.size.width),
      height: min(before.size.height, after.size.height), pixels: (before.pixels, after.pixels),
      by: difference.rule, measuringSimilarity: measuresSimilarity)
    ignored = try IgnoredRows(difference.ignored, of: difference)
    changes = [UInt8](repeating: PixelChange.none.rawValue, count: comparison.width)
  }

  /// The changed pixels in the rows so far.
  var found: ChangedPixels { comparison.found }

  /// Whether there is a mask that has not excluded any pixel so far.
  var isMaskUnused: Bool { ignored.isMaskUnused }

  /// Whether at least one pixel has been compared.
  var comparesAny: Bool { !ignored.areComplete }

  /// The errors in the rows so far.
  var errors: PictureErrors { comparison.errors }
  /// Whether most of the compared pixels differ, however little.
  var mostDiffer: Bool { comparison.mostDiffer }

  /// Compares the next row.
  func advance() throws {
    let row = rowsCompared
    rowsCompared += 1
    let isCommon = row < comparison.height
    let ignored = try ignored.next()
    let unshared = isCommon ? try compare(row, ignoring: ignored) : try takeRest(row)
    var changes = Changes(common: isCommon ? self.changes : [], unshared: unshared)
    changes.ignore(ignored)
    for x in unshared.lowerBound..<changes.unshared.lowerBound
    where changes.common[x] == PixelChange.changed.rawValue {
      comparison.found.add(columns: x..<x + 1, row: row, distance: 0)
    }
    comparison.found.add(columns: changes.unshared, row: row, distance: 0)
    guard isSeen else { return }
    // If requested, changes are handed over instead of being drawn.
    takeChanges?(row, changes)
    if divisor > 1 {
      darken(row)
    } else {
      waiting.append(picture(changes, row))
    }
  }

  /// Compares rows up to the given one; rows that have not been requested yet are kept.
  package func advance(through row: Int) throws {
    while rowsCompared <= row { try advance() }
  }

  package func next(_ body: (Span<UInt8>) -> Void) throws {
    while waiting.isEmpty { try advance() }
    let row = waiting.removeFirst()
    body(row.span)
  }

  package func finish() throws {
    try before.finish()
    try after.finish()
    try ignored.finish()
  }

  /// Compares a row that both pictures have.
  ///
  /// Returns the columns that only one of them has.
  private func compare(_ row: Int, ignoring ignored: [Bool]) throws -> Range<Int> {
    while comparison.needsRow {
      try before.next { comparison.addBefore($0) }
      try after.next { comparison.addAfter($0) }
    }
    changing(\.changes) { comparison.compareRow(ignoring: ignored, into: &$0) }
    if isSeen { fade { comparison.fade(row, into: &$0) } }
    return comparison.width..<max(before.size.width, after.size.width)
  }

  /// Reads a row that only one of the pictures has.
  ///
  /// Returns the columns of the row.
  private func takeRest(_ row: Int) throws -> Range<Int> {
    codes.removeAll(keepingCapacity: true)
    if row < before.size.height {
      try before.next { _ in }
      return 0..<before.size.width
    }
    try after.next { bytes in
      if isSeen { fade { FadedPixels.fade(bytes, after.pixels, into: &$0) } }
    }
    return 0..<after.size.width
  }

  /// Fades the row of the later picture.
  private func fade(_ body: (inout MutableSpan<UInt8>) -> Void) {
    if codes.isEmpty { codes = [UInt8](repeating: FadedPixels.background, count: after.size.width) }
    changing(\.codes, body)
  }

  /// Takes a row out of this object while `body` changes it, because no span may refer to the
  /// object's memory.
  private func changing(
    _ row: ReferenceWritableKeyPath<DifferenceRows, [UInt8]>,
    _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    var bytes: [UInt8] = []
    swap(&bytes, &self[keyPath: row])
    var span = bytes.mutableSpan
    body(&span)
    swap(&bytes, &self[keyPath: row])
  }

  /// Adds the current row to the squares whose pixels are averaged.
  ///
  /// A complete row of squares is kept until it is requested.
  private func darken(_ row: Int) {
    let (divisor, background) = (divisor, FadedPixels.background)
    var sums: [UInt32] = []
    swap(&sums, &darkness)
    if sums.isEmpty { sums = [UInt32](repeating: 0, count: (size.width + divisor - 1) / divisor) }
    for (x, code) in codes.enumerated() { sums[x / divisor] += UInt32(background - code) }
    guard row % divisor == divisor - 1 || row == size.height - 1 else {
      swap(&sums, &darkness)
      return
    }
    let area = UInt32(divisor * divisor)
    waiting.append(
      sums.flatMap { repeatElement(background - UInt8(($0 + area / 2) / area), count: 3) })
  }

  /// The current row of the difference picture, in RGB.
  private func picture(_ changes: Changes, _ y: Int) -> [UInt8] {
    var row = [UInt8](repeating: FadedPixels.background, count: 3 * size.width)
    for (x, code) in codes.enumerated() {
      (row[3 * x], row[3 * x + 1], row[3 * x + 2]) = (code, code, code)
    }
    guard takeChanges == nil else { return row }
    colors.draw(changes.bytes, y, over: &row)
    return row
  }
}

extension DifferenceRows.Changes {
  /// The byte of `ChangeColors` for each column.
  fileprivate var bytes: [UInt8] {
    common + repeatElement(PixelChange.changed.rawValue, count: unshared.count)
  }

  /// Marks columns that are not compared.
  fileprivate mutating func ignore(_ ignored: [Bool]) {
    // Columns that only one picture has form a range, unless some of them are ignored.
    let end = min(ignored.count, unshared.upperBound)
    if end > common.count {
      common += repeatElement(PixelChange.changed.rawValue, count: end - common.count)
      unshared = end..<unshared.upperBound
    }
    for x in ignored.indices.prefix(common.count) where ignored[x] {
      common[x] = PixelChange.ignored.rawValue
    }
  }
}
