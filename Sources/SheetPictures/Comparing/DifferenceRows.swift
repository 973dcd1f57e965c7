internal import SheetImaging
internal import SheetLayout

/// The rows of a picture of differences, from top to bottom, in the direction in which both pictures
/// are stored.
package final class DifferenceRows: PictureRows {
  /// Gets the changes of each row, in order, as the raw value of a `PixelChange` for each column.
  ///
  /// If somebody takes them, the picture is only the faint one.
  package var takeChanges: ((_ row: Int, _ changes: [UInt8]) -> Void)?

  private let before: ComparedPicture
  private let after: ComparedPicture
  private let width: Int
  private var comparison: RowComparison
  /// What only one of the pictures has.
  private var beyond = ChangedPixels()
  /// Whether somebody takes the rows.
  private let isSeen: Bool
  private var rowsCompared = 0
  private var changes: [UInt8]
  private var codes: [UInt8]
  /// Rows that have been compared ahead of their turn.
  private var waiting: [[UInt8]] = []

  /// Opens both pictures.
  ///
  /// - Parameters:
  ///   - difference: What is compared.
  ///   - isSeen: Whether rows are handed out; to count, they need not be made.
  /// - Throws: ``UnreadablePicture``, which names the picture, and ``PictureError``.
  init(of difference: PictureDifference, isSeen: Bool) throws {
    let orientation = difference.orientation
    // What is upright in both is compared so; what is turned alike is compared as it is stored.
    before = try ComparedPicture(
      difference.before, difference.beforeHeader, turned: orientation)
    after = try ComparedPicture(difference.after, difference.afterHeader, turned: orientation)
    width = difference.size.width
    self.isSeen = isSeen
    comparison = RowComparison(
      widths: (before.size.width, after.size.width),
      height: min(before.size.height, after.size.height), pixels: (before.pixels, after.pixels),
      by: difference.rule)
    changes = [UInt8](repeating: 0, count: width)
    codes = [UInt8](repeating: 0, count: width)
  }

  /// What has been found in the rows so far.
  var found: ChangedPixels { comparison.found.joined(with: beyond) }

  /// Compares the next row.
  func advance() throws {
    let row = rowsCompared
    rowsCompared += 1
    for x in changes.indices { changes[x] = PixelChange.none.rawValue }
    if isSeen { for x in codes.indices { codes[x] = FadedPixels.ground } }
    if row < comparison.height {
      try compare(row)
    } else {
      try takeRest(row)
    }
    guard isSeen else { return }
    takeChanges?(row, changes)
    waiting.append(picture)
  }

  /// Compares rows up to one, of which those that nobody has taken wait.
  package func advance(through row: Int) throws {
    while rowsCompared <= row { try advance() }
  }

  package func next(_ body: (Span<UInt8>) -> Void) throws {
    if waiting.isEmpty { try advance() }
    let row = waiting.removeFirst()
    body(row.span)
  }

  package func finish() throws {
    try before.finish()
    try after.finish()
  }

  /// Compares a row that both have.
  private func compare(_ row: Int) throws {
    while comparison.needsRow {
      try before.next { comparison.addBefore($0) }
      try after.next { comparison.addAfter($0) }
    }
    changing(\.changes) { comparison.compareRow(into: &$0) }
    addBeyond(comparison.width..<width, row)
    if isSeen { changing(\.codes) { comparison.fade(row, into: &$0) } }
  }

  /// Takes a row that only one has.
  private func takeRest(_ row: Int) throws {
    if row < before.size.height {
      try before.next { _ in }
      addBeyond(0..<before.size.width, row)
    }
    if row < after.size.height {
      try after.next { bytes in
        if isSeen { changing(\.codes) { FadedPixels.fade(bytes, after.pixels, into: &$0) } }
      }
      addBeyond(0..<after.size.width, row)
    }
  }

  /// Changes a row out of the object, because no span may refer to its memory.
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

  /// Notes pixels that only one of the pictures has.
  private func addBeyond(_ columns: Range<Int>, _ row: Int) {
    beyond.add(columns: columns, row: row, distance: 0)
    for x in columns { changes[x] = PixelChange.changed.rawValue }
  }

  /// The row that has just been compared, in RGB.
  private var picture: [UInt8] {
    let (codes, changes) = (codes, changes)
    var row = [UInt8](repeating: 0, count: 3 * width)
    var span = row.mutableSpan
    for x in 0..<width {
      span[3 * x] = codes[x]
      span[3 * x + 1] = codes[x]
      span[3 * x + 2] = codes[x]
    }
    // What changed is told apart where somebody asks for it.
    guard takeChanges == nil else { return row }
    for x in 0..<width {
      guard let color = PixelChange(rawValue: changes[x])?.color else { continue }
      (span[3 * x], span[3 * x + 1], span[3 * x + 2]) = (color.red, color.green, color.blue)
    }
    return row
  }
}
