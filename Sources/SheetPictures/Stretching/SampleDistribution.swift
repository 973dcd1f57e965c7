internal import SheetImaging
internal import SheetLayout
internal import SheetModel

/// How the samples of a picture are distributed.
///
/// Fully transparent pixels do not count, and neither do numbers that are not finite.
struct SampleDistribution {
  /// The ranks of the samples at the ends of the interval, as fractions of the highest rank.
  private static let shares = (low: 0.001, high: 0.999)

  /// The interval that contains nearly all samples; nil if all are equal.
  ///
  /// If nearly all samples are equal, as in a dark frame with few stars, the interval contains all
  /// samples.
  ///
  /// - Parameters:
  ///   - count: The number of samples.
  ///   - all: The smallest and the largest sample.
  ///   - sample: The sample with a given rank, from 0.
  /// - Returns: The interval.
  private static func interval(
    count: Int, all: SampleInterval, _ sample: (_ rank: Int) -> Double
  ) -> SampleInterval? {
    guard count > 0, all.low < all.high else { return nil }
    let last = Double(count - 1)
    let most = SampleInterval(
      sample(Int(last * shares.low)), sample(Int((last * shares.high).rounded(.up))))
    return most.low < most.high ? most : all
  }

  /// The interval that contains nearly all 16-bit samples, in the values that the file stores; nil
  /// if all samples are equal.
  static func interval(
    of source: any PictureSource, as header: PictureHeader
  ) throws -> SampleInterval? {
    let (format, scale) = (header.format, header.largestSample / 65_535)
    var counts = [Int](repeating: 0, count: 1 << 16)
    try untilEnd {
      try source.forEachRow(as: header) { row in
        let colors = format.channels.colorCount
        for pixel in stride(from: 0, to: row.count, by: format.bytesPerPixel) {
          let alpha = pixel + 2 * colors
          if format.channels.hasAlpha, row.sample(at: alpha, .sixteen) == 0 { continue }
          for channel in 0..<colors { counts[row.sample(at: pixel + 2 * channel, .sixteen)] += 1 }
        }
      }
    }
    guard let low = counts.firstIndex(where: { $0 > 0 }),
      let high = counts.lastIndex(where: { $0 > 0 })
    else { return nil }
    func stored(_ code: Int) -> Double { (Double(code) * scale).rounded() }
    return interval(
      count: counts.reduce(0, +), all: SampleInterval(stored(low), stored(high))
    ) { rank in
      var below = 0
      return stored(
        counts.firstIndex { count in
          below += count
          return below > rank
        } ?? high)
    }
  }

  /// The maximum number of values held in memory; if a file has more, they are sampled evenly.
  private static let maximumSamples = 1 << 18

  /// The interval of nearly all numbers in a file; nil if all are equal, or none is finite.
  static func interval(
    ofStoredSamplesIn file: LibraryFile, as header: PictureHeader
  ) throws -> SampleInterval? {
    let perRow = header.size.width * header.format.channels.colorCount
    var step = max(1, perRow * header.size.height / maximumSamples)
    // Do not sample just a few columns.
    while step > 1, !perRow.isCoprime(to: step) { step += 1 }
    var numbers: [Double] = []
    var all = SampleInterval(.infinity, -.infinity)
    var place = 0
    try untilEnd {
      try file.forEachRowOfStoredSamples(as: header) { row in
        for index in 0..<row.count where row[index].isFinite {
          all = all.union(SampleInterval(row[index], row[index]))
        }
        while place < row.count {
          if row[place].isFinite { numbers.append(row[place]) }
          place += step
        }
        place -= row.count
      }
    }
    numbers.sort()
    // An infinite range would show nothing.
    guard (all.high - all.low).isFinite || all.low > all.high else { return nil }
    return interval(count: numbers.count, all: all) { numbers[$0] }
  }

  /// Reads the rows of a picture, or as many as there are if the file ends early.
  static func untilEnd(_ read: () throws -> Void) throws {
    do { try read() } catch let error as PictureFileError where error.leavesPixels {}
  }
}

extension Int {
  fileprivate func isCoprime(to other: Int) -> Bool {
    var (one, two) = (self, other)
    while two != 0 { (one, two) = (two, one % two) }
    return one == 1
  }
}

extension SheetPicture {
  /// Whether the picture's samples have more than 8 bits, and may be data.
  package var mayHoldData: Bool { readableHeader?.format.depth == .sixteen }

  /// The interval of nearly all of the picture's samples, from the 0.1st to the 99.9th percentile.
  ///
  /// Nil if all are equal, if they have 8 bits, or if the picture is damaged.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault, and
  ///   `CancellationError` when the task is cancelled.
  package func sampleInterval() throws -> SampleInterval? {
    guard mayHoldData, damage == nil else { return nil }
    let found = try reading { header in
      if header.hasUnboundedSamples, let file = source as? LibraryFile {
        return try SampleDistribution.interval(ofStoredSamplesIn: file, as: header)
      }
      return try SampleDistribution.interval(of: source, as: header)
    }
    return (try? found.get()) ?? nil
  }
}
