internal import CKernels

/// Compares two pictures row by row, in their common area.
///
/// Rows come in pairs from the top down. The changes in a row are known as soon as the rows that
/// the smoothing of edges reaches are read. Five rows of each picture are held.
package struct RowComparison {
  /// The number of columns that both pictures have.
  package let width: Int
  /// The number of rows that both pictures have.
  package let height: Int
  /// The findings so far.
  ///
  /// Parts that only one of the pictures has are added from outside.
  package var found = ChangedPixels()

  /// The errors of all pixels so far.
  package var errors: PictureErrors { sums.errors(similarity?.mean) }
  private var sums = ErrorSums()
  /// The structural similarity; nil if it is not measured.
  private var similarity: StructuralSimilarity?

  private let rule: ComparisonRule
  private let areEncodedAlike: Bool
  private var before: ComparedWindow
  private var after: ComparedWindow
  /// Whether a row in the window is equal in both pictures.
  private var areEqual = [Bool](repeating: true, count: ComparedWindow.rowCount)
  private var rowsAdded = 0
  private var rowsCompared = 0
  private var candidates = PixelDistances()

  /// Creates a comparison to which no row has been added.
  ///
  /// - Parameters:
  ///   - widths: The widths of the two pictures.
  ///   - height: The number of rows that both have.
  ///   - pixels: The formats of the two pictures' rows.
  ///   - rule: The rule by which pixels are different.
  ///   - measuresSimilarity: Whether ``PictureErrors/ssim`` is measured, which takes longer.
  package init(
    widths: (before: Int, after: Int), height: Int,
    pixels: (before: ComparablePixels, after: ComparablePixels), by rule: ComparisonRule,
    measuringSimilarity measuresSimilarity: Bool = false
  ) {
    (width, self.height) = (min(widths.before, widths.after), height)
    self.rule = rule
    before = ComparedWindow(width: widths.before, pixels.before)
    after = ComparedWindow(width: widths.after, pixels.after)
    areEncodedAlike = pixels.before.areEncoded(as: pixels.after)
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
      areEncodedAlike && before.hasBytes(of: after, inRow: rowsAdded, columns: width)
    rowsAdded += 1
  }

  /// Whether another row must be added before the next can be compared.
  package var needsRow: Bool {
    rowsAdded < height
      && rowsAdded <= rowsCompared + (rule.ignoresSmoothing ? ComparedWindow.reach : 0)
  }

  /// Compares the next row.
  ///
  /// - Parameters:
  ///   - ignored: Whether a column is left out of the comparison; empty if none is.
  ///   - changes: Gets the byte of ``ChangeColors`` for each column of `width`; columns without a
  ///     change are left unchanged.
  /// - Precondition: it needs no row, and rows are left.
  package mutating func compareRow(
    ignoring ignored: [Bool] = [], into changes: inout MutableSpan<UInt8>
  ) {
    precondition(!needsRow && rowsCompared < height, "a row out of turn")
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
    candidates.removeAll()
    before.forEachDifference(from: after, inRow: row, columns: width) {
      if $0 < ignored.count, ignored[$0] { return }
      candidates.add($0, $1, $2)
      sums.add($1, $2)
    }
    guard !candidates.places.isEmpty else { return }
    candidates.measure()
    var edges: SmoothedEdges?
    for index in candidates.places.indices {
      let distance = candidates.distances[index]
      guard rule.tolerance == 0 || Double(distance) > rule.tolerance else { continue }
      if rule.ignoresSmoothing, edges == nil { edges = smoothedEdges(around: row) }
      let x = candidates.places[index]
      if edges?.changed(x, row, over: candidates.ground(at: index)) == true {
        found.smoothed += 1
        changes[x] = PixelChange.smoothed.rawValue
      } else {
        found.add(columns: x..<x + 1, row: row, distance: Double(distance))
        changes[x] = rule.change(of: Double(distance))
      }
    }
  }

  /// Makes the faint form of a row of the later picture: grey at a tenth of its contrast, over
  /// white.
  ///
  /// - Parameters:
  ///   - row: The number of a row in the window.
  ///   - codes: A code of sRGB for each of its columns; further codes are left unchanged.
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

/// A rule by which pixels of two pictures are different, and the scale in which a picture shows them.
package struct ComparisonRule: Hashable, Sendable {
  /// The default of ``tolerance``, as in pixelmatch.
  package static let usualTolerance = 0.1

  /// The distance up to which colours are equal, from 0 to 1.
  ///
  /// Distances are HyAB in OKLab with its corrected lightness; black and white are 1 apart. At 0,
  /// any difference in 8 bits makes colours differ.
  package var tolerance: Double
  /// Whether pixels are regarded as equal that only the smoothing of edges has changed.
  package var ignoresSmoothing: Bool
  /// The distance of the hottest colour, if a picture shows amounts of change; nil if it only marks
  /// changes.
  ///
  /// The coldest colour is for distances just above the tolerance. All larger distances have the
  /// hottest colour.
  package var hottest: Double?

  /// Creates a rule.
  ///
  /// - Precondition: the tolerance is 0 to 1.
  package init(tolerance: Double = usualTolerance, ignoresSmoothing: Bool = true) {
    precondition(0...1 ~= tolerance, "a tolerance is 0 to 1")
    (self.tolerance, self.ignoresSmoothing) = (tolerance, ignoresSmoothing)
  }
}

/// The change of a pixel.
///
/// Of several pixels, the largest raw value determines the colour in their place.
package enum PixelChange: UInt8, CaseIterable, Sendable {
  /// It has not changed, or hardly.
  case none
  /// It is in a part that is not compared.
  case ignored
  /// Only the smoothing of an edge has changed.
  case smoothed
  /// It is different.
  case changed
}

/// The pixels of a row that differ, with their distances.
struct PixelDistances {
  /// The background that translucent pixels are laid over.
  enum Ground: UInt8 {
    case black = 0
    case white = 255
  }

  /// The places of the pixels in the row, in order.
  private(set) var places: [Int] = []
  /// Their distances, over the background that makes them larger.
  private(set) var distances: [Float] = []
  private var before: [UInt32] = []
  private var after: [UInt32] = []
  private var areOpaque = true
  /// The distances over white, if some pixels are translucent.
  private var overWhite: [Float] = []

  private static let light = DecodingTable.table(of: .sRGB, .eight).light

  /// Removes all pixels.
  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    before.removeAll(keepingCapacity: true)
    after.removeAll(keepingCapacity: true)
    areOpaque = true
  }

  /// Adds a pixel by its two values.
  @inline(__always)
  mutating func add(_ place: Int, _ before: UInt32, _ after: UInt32) {
    places.append(place)
    self.before.append(before)
    self.after.append(after)
    areOpaque = areOpaque && (before & after) >> 24 == 255
  }

  /// Measures the distances of all added pixels.
  mutating func measure() {
    guard !areOpaque else { return Self.measure(before, after, over: .white, into: &distances) }
    Self.measure(before, after, over: .black, into: &distances)
    Self.measure(before, after, over: .white, into: &overWhite)
    for index in distances.indices { distances[index] = max(distances[index], overWhite[index]) }
  }

  /// The background over which the pixel at an index differs more from its former colour.
  func ground(at index: Int) -> Ground {
    areOpaque || distances[index] == overWhite[index] ? .white : .black
  }

  private static func measure(
    _ before: [UInt32], _ after: [UInt32], over ground: Ground, into distances: inout [Float]
  ) {
    let count = before.count
    let missing = count - distances.count
    if missing > 0 {
      distances += repeatElement(0, count: missing)
    } else {
      distances.removeLast(-missing)
    }
    unsafe ckernels_differ(&distances, before, after, count, light, ground.rawValue)
  }
}
