internal import SheetFiles
public import SheetPictures
public import SystemPackage

/// A property that pictures are sorted by.
public enum SortKey: String, CaseIterable, Sendable {
  /// The order that the inputs have, and natural order where they have none.
  ///
  /// Inputs follow each other as they are given, and the paths of a list as it says. The pictures of a
  /// folder are in natural order, those of its subfolders after its own. Arguments in alphabetical
  /// order, as a shell gives for `*.png`, are put into natural order.
  case auto
  /// The path as people read it: `img2` before `img10`, ignoring case. All inputs are mixed.
  case natural
  /// The bytes of the path, component by component.
  case name
  /// The time of the last modification, oldest first.
  case modified
  /// The size of the file, smallest first.
  case size
  /// The width in pixels, narrowest first.
  case width
  /// The height in pixels, smallest first.
  case height
  /// Width divided by height, smallest first.
  case aspect
  /// The order of the inputs, whatever it looks like; the pictures of one folder, with its
  /// subfolders, in natural order.
  case given
  /// An arbitrary order that depends only on a seed and the paths.
  case shuffle
}

/// The properties of a picture that it can be sorted by.
public struct SortFacts: Equatable, Sendable {
  /// The picture's path.
  public var path: FilePath
  /// The size of the file in bytes.
  public var size: Int64
  /// The time of the last modification, since the start of 1970 in UTC.
  public var modified: Duration
  /// The width in pixels; nil where it is unknown.
  public var width: Int?
  /// The height in pixels; nil where it is unknown.
  public var height: Int?
  /// The place of the input that led to the picture, among all inputs.
  public var input: Int
  /// The place of that input where ``SortKey/auto`` puts it.
  public var place: Int

  /// Combines what the file system knows with the size that was read from a header.
  public init(_ image: FoundImage, width: Int? = nil, height: Int? = nil) {
    path = image.path
    size = image.size
    modified = image.modified
    self.width = width
    self.height = height
    input = image.input
    place = image.place
  }
}

/// The order of pictures on the sheet.
///
/// Pictures that the key does not distinguish are in natural order, and pictures with the same
/// path in the order of the inputs. No order depends on the locale, the file system or the clock.
public struct ImageOrder: Equatable, Sendable {
  /// The property that pictures are sorted by.
  public var key: SortKey
  /// Selects one of the orders of ``SortKey/shuffle``.
  public var seed: UInt64
  /// Whether the whole order is reversed.
  public var isReversed: Bool

  /// Creates an order.
  public init(by key: SortKey = .auto, seed: UInt64 = 1, isReversed: Bool = false) {
    self.key = key
    self.seed = seed
    self.isReversed = isReversed
  }

  /// The natural order of paths.
  public static let natural = ImageOrder(by: .natural)

  /// The elements in this order.
  ///
  /// Pictures whose width or height is needed but unknown come after all others, or before them in
  /// a reversed order.
  ///
  /// - Complexity: O(*n* log *n*); `facts` is called a few times per element.
  public func sorted<Element>(
    _ elements: [Element], by facts: (Element) -> SortFacts
  ) -> [Element] {
    func byPath(_ key: (FilePath) -> PathKey) -> [Int] {
      let keys = elements.map { key(facts($0).path) }
      return keys.indices.sorted { first, second in
        if keys[first] < keys[second] { return true }
        return first < second && !(keys[second] < keys[first])
      }
    }
    var order = byPath(key.pathKey)
    switch key {
    case .natural, .name: break
    case .auto: Self.sort(&order, elements.map(facts)) { $0.place < $1.place }
    case .given: Self.sort(&order, elements.map(facts)) { $0.input < $1.input }
    case .modified: Self.sort(&order, elements.map(facts)) { $0.modified < $1.modified }
    case .size: Self.sort(&order, elements.map(facts)) { $0.size < $1.size }
    case .width: Self.sort(&order, elements.map(facts)) { $0.isNarrower(than: $1) }
    case .height: Self.sort(&order, elements.map(facts)) { $0.isShorter(than: $1) }
    case .aspect: Self.sort(&order, elements.map(facts)) { $0.hasSmallerRatio(than: $1) }
    case .shuffle:
      var generator = SplitMix64(seed: seed)
      order.shuffle(with: &generator)
    }
    if isReversed { order.reverse() }
    return order.map { elements[$0] }
  }

  /// Sorts an order by `precedes`, and keeps it where that does not distinguish two pictures.
  private static func sort(
    _ order: inout [Int], _ facts: [SortFacts], _ precedes: (SortFacts, SortFacts) -> Bool
  ) {
    order = order.indices.sorted { first, second in
      let (one, other) = (facts[order[first]], facts[order[second]])
      if precedes(one, other) { return true }
      return first < second && !precedes(other, one)
    }.map { order[$0] }
  }
}

extension SortKey {
  /// What orders the paths of pictures that the key does not distinguish.
  fileprivate var pathKey: (FilePath) -> PathKey {
    switch self {
    case .auto: PathKey.naturalFilesFirst
    case .name: PathKey.bytewise
    case .natural, .modified, .size, .width, .height, .aspect, .given, .shuffle: PathKey.natural
    }
  }
}

extension SortFacts {
  fileprivate func isNarrower(than other: SortFacts) -> Bool {
    Self.precedes(width, other.width, by: <)
  }

  fileprivate func isShorter(than other: SortFacts) -> Bool {
    Self.precedes(height, other.height, by: <)
  }

  /// Compares width divided by height exactly, by multiplying across.
  fileprivate func hasSmallerRatio(than other: SortFacts) -> Bool {
    Self.precedes(sides, other.sides) { first, second in
      first.width.multipliedFullWidth(by: second.height)
        < second.width.multipliedFullWidth(by: first.height)
    }
  }

  /// The width and height; nil where they have no ratio.
  private var sides: (width: Int, height: Int)? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return (width, height)
  }

  /// Compares two values; unknown ones come last.
  private static func precedes<Value>(
    _ first: Value?, _ second: Value?, by isLess: (Value, Value) -> Bool
  ) -> Bool {
    guard let first else { return false }
    guard let second else { return true }
    return isLess(first, second)
  }
}

/// A small random number generator that gives the same numbers for a seed on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
/// The standard library's `shuffle(using:)` may draw different numbers in another version, hence
/// the shuffle of our own.
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 to `bound - 1`, all equally likely.
  ///
  /// - Precondition: `bound` is positive.
  mutating func next(below bound: Int) -> Int {
    precondition(bound > 0, "no number is below \(bound)")
    let bound = UInt64(bound)
    // Numbers in the last, incomplete run of remainders are rejected: they would favour small
    // results.
    let unfair = (UInt64.max % bound + 1) % bound
    while true {
      let bits = next()
      if bits <= UInt64.max - unfair { return Int(bits % bound) }
    }
  }
}

extension Array {
  /// Shuffles the elements so that all orders are equally likely (Fisher and Yates).
  mutating func shuffle(with generator: inout SplitMix64) {
    for last in indices.dropFirst().reversed() {
      swapAt(last, generator.next(below: last + 1))
    }
  }
}
