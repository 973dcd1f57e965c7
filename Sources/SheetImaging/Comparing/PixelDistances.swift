internal import CKernels

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
