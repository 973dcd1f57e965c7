internal import SheetImaging
internal import SheetLayout

/// The regions of equal samples in a grey picture, which distinguish a mask of class indices from a
/// photograph.
///
/// A mask with few classes has few values. In a mask with many classes, such as an instance mask,
/// each value fills only one or a few areas, or all areas are large. In photographs, even enlarged
/// ones, a value is scattered over many small areas; in gradients, an area of one value is
/// surrounded by areas of the next values. The most common value does not count, as it may be the
/// background.
struct ClassRegions {
  /// A picture with at most this many values may be a mask, whatever its regions.
  private static let fewValues = 64
  /// The maximum number of regions for each value of a mask, on average, if the average region has
  /// at least `leastArea` pixels.
  private static let mostRegions = 4
  private static let leastArea = 2
  /// If regions have at least this many pixels on average, a mask may have any number of regions.
  private static let largeArea = 100
  /// In a gradient, at least this fraction of the neighbours that differ have successive values.
  private static let gradientShare = (9, of: 10)
  /// The number of values that are distinguished.
  private static let count = 1 << 16

  /// The values of the row being added, and of the row above it.
  private var row: [Int] = []
  private var above: [Int] = []
  /// For each value: the number of pixels that have it, and the number of their regions.
  ///
  /// A region counts once for each of its tops, which are runs of pixels that have no equal pixel
  /// above them.
  private var pixels = [Int](repeating: 0, count: count)
  private var regions = [Int](repeating: 0, count: count)
  /// For each value: the next larger value among its neighbours, and how often the two are
  /// neighbours.
  private var nextLarger = [Int](repeating: .max, count: count)
  private var nextLargerPairs = [Int](repeating: 0, count: count)
  /// The number of pairs of neighbours that differ.
  private var differentPairs = 0
  /// Whether there was a number that cannot be an index.
  private var hasFractions = false

  /// Adds a row of samples; if pixels have several samples, the first is the class.
  mutating func add(_ samples: Span<UInt8>, _ format: PixelFormat) {
    let (step, depth) = (format.bytesPerPixel, format.depth)
    row.removeAll(keepingCapacity: true)
    for place in stride(from: 0, to: samples.count, by: step) {
      row.append(samples.sample(at: place, depth))
    }
    addRow()
  }

  /// Adds a row of numbers; numbers that are not finite are ignored.
  mutating func add(_ numbers: Span<Double>) {
    row.removeAll(keepingCapacity: true)
    for index in 0..<numbers.count {
      let number = numbers[index]
      guard number.isFinite else {
        row.append(0)
        continue
      }
      if number != number.rounded() { hasFractions = true }
      let value = Int(number.rounded().remainder(dividingBy: Double(Self.count)))
      row.append(value < 0 ? value + Self.count : value)
    }
    addRow()
  }

  private mutating func addRow() {
    let hasRowAbove = above.count == row.count
    var isTop = true
    for x in row.indices {
      let value = row[x]
      pixels[value] += 1
      if hasRowAbove {
        if above[x] == value { isTop = false } else { addPair(above[x], value) }
      }
      let next = x + 1 < row.count ? row[x + 1] : nil
      guard next != value else { continue }
      if isTop { regions[value] += 1 }
      isTop = true
      if let next { addPair(value, next) }
    }
    swap(&row, &above)
  }

  /// Adds two neighbours that differ.
  private mutating func addPair(_ one: Int, _ other: Int) {
    let (lower, larger) = (min(one, other), max(one, other))
    differentPairs += 1
    if larger < nextLarger[lower] { (nextLarger[lower], nextLargerPairs[lower]) = (larger, 0) }
    if larger == nextLarger[lower] { nextLargerPairs[lower] += 1 }
  }

  /// Whether the picture may be a mask; false if there was a number that cannot be an index.
  var mayBeClasses: Bool {
    if hasFractions { return false }
    let values = pixels.indices.filter { pixels[$0] > 0 }
    if values.count <= Self.fewValues { return true }
    var (common, area, count, successivePairs) = (values[0], 0, 0, 0)
    for (place, value) in values.enumerated() {
      if pixels[value] > pixels[common] { common = value }
      area += pixels[value]
      count += regions[value]
      if place + 1 < values.count, nextLarger[value] == values[place + 1] {
        successivePairs += nextLargerPairs[value]
      }
    }
    let (share, whole) = Self.gradientShare
    if whole * successivePairs >= share * differentPairs { return false }
    (area, count) = (area - pixels[common], count - regions[common])
    return area >= Self.largeArea * count
      || area >= Self.leastArea * count && count <= Self.mostRegions * (values.count - 1)
  }
}

extension SheetPicture {
  /// Whether a picture of grey pixels may be a mask of class indices rather than a photograph.
  ///
  /// If a picture ends early, only the rows that can be read are judged.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault, and
  ///   `CancellationError` when the task is cancelled.
  package func mayBeClassMask() throws -> Bool {
    let found = try reading { header in
      var regions = ClassRegions()
      try SampleDistribution.untilEnd {
        if header.hasUnboundedSamples, let file = source as? LibraryFile {
          try file.forEachRowOfStoredSamples(as: header) { regions.add($0) }
        } else {
          try source.forEachRow(as: header) { regions.add($0, header.format) }
        }
      }
      return regions.mayBeClasses
    }
    return (try? found.get()) ?? false
  }
}
