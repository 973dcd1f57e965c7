internal import SheetImaging
internal import SheetLayout

/// The regions of equal samples in the rows of a grey picture, by which a mask of class indices
/// differs from a photograph.
///
/// A mask with few classes has few values. A mask with many, such as one of instances, consists of
/// areas: most pixels have the same value as the next one in their row. In photographs, even
/// blurred or enlarged ones, few do. The most common value does not count, as it may be a
/// background.
struct ClassRegions {
  /// The number of values up to which any picture may be a mask.
  private static let fewValues = 64
  /// The smallest share of pixels in a mask that are equal to the next one, as a fraction.
  private static let leastShare = (2, of: 3)

  private let format: PixelFormat
  /// For each value: the number of its pixels, of those that another pixel follows in the row, and
  /// of those that an equal one follows.
  private var pixels: [Int]
  private var pairs: [Int]
  private var equal: [Int]

  init(_ format: PixelFormat) {
    self.format = format
    pixels = [Int](repeating: 0, count: format.depth.maximum + 1)
    (pairs, equal) = (pixels, pixels)
  }

  /// Adds a row; of pixels with several samples, the first is the class.
  mutating func add(_ row: Span<UInt8>) {
    let (step, depth) = (format.bytesPerPixel, format.depth)
    guard row.count >= step else { return }
    var last = row.sample(at: 0, depth)
    pixels[last] += 1
    for place in stride(from: step, to: row.count, by: step) {
      let next = row.sample(at: place, depth)
      pixels[next] += 1
      pairs[last] += 1
      if next == last { equal[last] += 1 }
      last = next
    }
  }

  /// Whether the picture may be a mask.
  var mayBeClasses: Bool {
    var (values, common, allPairs, allEqual) = (0, 0, 0, 0)
    for value in pixels.indices where pixels[value] > 0 {
      values += 1
      if pixels[value] > pixels[common] { common = value }
      allPairs += pairs[value]
      allEqual += equal[value]
    }
    if values <= Self.fewValues { return true }
    let (share, whole) = Self.leastShare
    return whole * (allEqual - equal[common]) >= share * (allPairs - pairs[common])
  }
}

extension SheetPicture {
  /// Whether a picture of grey pixels may be a mask of class indices rather than a photograph.
  ///
  /// Numbers that are not samples, such as floats, always may.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault, and `CancellationError`
  ///   when the task is cancelled.
  package func mayBeClassMask() throws -> Bool {
    guard let header = readableHeader, !header.hasUnboundedSamples, damage == nil else {
      return true
    }
    let found = try reading { header in
      var regions = ClassRegions(header.format)
      try source.forEachRow(as: header) { regions.add($0) }
      return regions.mayBeClasses
    }
    return (try? found.get()) ?? true
  }
}
