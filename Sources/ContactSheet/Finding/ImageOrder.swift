public import SystemPackage

/// What pictures are sorted by.
public enum SortKey: String, CaseIterable, Sendable {
  /// The path as people read it: `img2` before `img10`, upper and lower case alike.
  case natural
  /// The bytes of the path, component by component.
  case name
  /// The time of the last modification, oldest first.
  case modified
  /// The size of the file, smallest first.
  case size
  /// The width in pixels, narrowest first.
  case width
  /// The height in pixels, lowest first.
  case height
  /// Width divided by height, the most upright first.
  case aspect
  /// As the inputs were given.
  case given
  /// An arbitrary order that depends on a seed and the paths only.
  case shuffle
}

/// What a picture is sorted by.
public struct SortFacts: Equatable, Sendable {
  /// The picture's path.
  public var path: FilePath
  /// The size of the file in bytes.
  public var size: Int64
  /// The time of the last modification, since the start of 1970 in UTC.
  public var modified: Duration
  /// The width in pixels; nil where it is not known.
  public var width: Int?
  /// The height in pixels; nil where it is not known.
  public var height: Int?

  /// Takes the facts that the file system knows, and the size that a header told.
  public init(_ image: FoundImage, width: Int? = nil, height: Int? = nil) {
    path = image.path
    size = image.size
    modified = image.modified
    self.width = width
    self.height = height
  }
}

/// The order in which pictures come onto the sheet.
///
/// Whatever the key, pictures that it does not tell apart are in natural order, and
/// the same path twice as it was given. No order depends on the locale, the file system
/// or the time of day.
public struct ImageOrder: Equatable, Sendable {
  /// What pictures are sorted by.
  public var key: SortKey
  /// Which of the arbitrary orders ``SortKey/shuffle`` gives.
  public var seed: UInt64
  /// Whether the whole order is turned round.
  public var isReversed: Bool

  /// Creates an order.
  public init(by key: SortKey = .natural, seed: UInt64 = 1, isReversed: Bool = false) {
    self.key = key
    self.seed = seed
    self.isReversed = isReversed
  }

  /// The natural order of paths.
  public static let natural = ImageOrder()

  /// The elements in this order.
  ///
  /// Where a width or height is needed and is not known, the picture comes after all
  /// others, or before them in a reversed order.
  ///
  /// - Complexity: O(*n* log *n*); `facts` is called once an element.
  public func sorted<Element>(
    _ elements: [Element], by facts: (Element) -> SortFacts
  ) -> [Element] {
    let facts = elements.map(facts)
    var order: [Int]
    switch key {
    case .given: order = Array(elements.indices)
    case .natural: order = Self.indices(of: facts.map(\.path), by: PathKey.natural)
    case .name: order = Self.indices(of: facts.map(\.path), by: PathKey.bytewise)
    case .modified: order = Self.indices(of: facts) { $0.modified < $1.modified }
    case .size: order = Self.indices(of: facts) { $0.size < $1.size }
    case .width: order = Self.indices(of: facts) { $0.isNarrower(than: $1) }
    case .height: order = Self.indices(of: facts) { $0.isLower(than: $1) }
    case .aspect: order = Self.indices(of: facts) { $0.isMoreUpright(than: $1) }
    case .shuffle:
      order = Self.indices(of: facts.map(\.path), by: PathKey.natural)
      var generator = SplitMix64(seed: seed)
      order.shuffle(with: &generator)
    }
    if isReversed { order.reverse() }
    return order.map { elements[$0] }
  }

  private static func indices(of paths: [FilePath], by key: (FilePath) -> PathKey) -> [Int] {
    let keys = paths.map(key)
    return keys.indices.sorted { first, second in
      if keys[first] < keys[second] { return true }
      return first < second && !(keys[second] < keys[first])
    }
  }

  /// Sorts by `precedes`, and by path where it does not tell two pictures apart.
  private static func indices(
    of facts: [SortFacts], _ precedes: (SortFacts, SortFacts) -> Bool
  ) -> [Int] {
    let byPath = indices(of: facts.map(\.path), by: PathKey.natural)
    return byPath.indices.sorted { first, second in
      let (one, other) = (facts[byPath[first]], facts[byPath[second]])
      if precedes(one, other) { return true }
      return first < second && !precedes(other, one)
    }.map { byPath[$0] }
  }
}
