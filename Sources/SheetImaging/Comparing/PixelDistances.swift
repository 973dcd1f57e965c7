internal import CKernels

/// The pixels in which two rows differ, with their colour differences.
struct PixelDistances {
  /// The background over which translucent pixels are composited.
  enum Background: UInt8 {
    case black = 0
    case white = 255
  }

  /// The number of pixels; the lists below may be longer.
  private(set) var count = 0
  /// The positions of the pixels in the row, in order.
  private(set) var places: [Int] = []
  /// The pixels of the earlier picture.
  private(set) var before: [UInt32] = []
  /// The pixels of the later picture.
  private(set) var after: [UInt32] = []
  /// The colour difference between the two pictures at each pixel, over whichever background makes
  /// it larger.
  private(set) var distances: [Float] = []
  private var areOpaque = true
  /// The colour differences over white, if some pixels are translucent.
  private var overWhite: [Float] = []

  private static let light = DecodingTable.table(of: .sRGB, .eight).light

  /// Replaces all pixels with those that differ between two rows, leaving out ignored columns.
  mutating func collect(_ earlier: Span<UInt32>, _ later: Span<UInt32>, ignoring ignored: [Bool]) {
    let missing = earlier.count - places.count
    if missing > 0 {
      places += repeatElement(0, count: missing)
      before += repeatElement(0, count: missing)
      after += repeatElement(0, count: missing)
    }
    (count, areOpaque) = Self.collect(
      earlier, later, ignoring: ignored, places: &places, before: &before, after: &after)
  }

  private static func collect(
    _ earlier: Span<UInt32>, _ later: Span<UInt32>, ignoring ignored: [Bool],
    places: inout [Int], before: inout [UInt32], after: inout [UInt32]
  ) -> (count: Int, areOpaque: Bool) {
    var (count, alphas) = (0, UInt32.max)
    var places = places.mutableSpan
    var before = before.mutableSpan
    var after = after.mutableSpan
    for x in 0..<earlier.count where earlier[x] != later[x] {
      if x < ignored.count, ignored[x] { continue }
      (places[count], before[count], after[count]) = (x, earlier[x], later[x])
      alphas &= earlier[x] & later[x]
      count += 1
    }
    return (count, alphas >> 24 == 255)
  }

  /// Measures the colour differences of all pixels.
  mutating func measure() {
    guard !areOpaque else {
      return Self.measure(before, after, count, over: .white, into: &distances)
    }
    Self.measure(before, after, count, over: .black, into: &distances)
    Self.measure(before, after, count, over: .white, into: &overWhite)
    for index in 0..<count { distances[index] = max(distances[index], overWhite[index]) }
  }

  /// The background over which the earlier and the later pixel differ more.
  func background(at index: Int) -> Background {
    areOpaque || distances[index] == overWhite[index] ? .white : .black
  }

  private static func measure(
    _ before: [UInt32], _ after: [UInt32], _ count: Int, over background: Background,
    into distances: inout [Float]
  ) {
    let missing = count - distances.count
    if missing > 0 { distances += repeatElement(0, count: missing) }
    unsafe ckernels_differ(&distances, before, after, count, light, background.rawValue)
  }
}
