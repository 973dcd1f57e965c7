internal import SheetImaging
internal import SheetLayout

/// The memory that libwebp takes for the prefix codes of a lossless picture.
///
/// Each block of the picture uses one of several groups of codes; a file may have 65,536 groups,
/// which take a few bytes each. libwebp allocates tables for all groups at once, so they are
/// counted beforehand.
///
/// Source: RFC 9649, 3.5 to 3.8.
struct WebPPrefixCodes {
  /// The number of bytes of all tables.
  private(set) var heldBytes = 0
  /// The number of bytes of streams that were read.
  private(set) var examinedBytes = 0

  /// The number of bytes of a group apart from its tables.
  private static let groupBytes = 600
  /// The number of bytes of an entry of a table.
  private static let entryBytes = 4
  /// The maximum number of bits of an index into the colour cache.
  private static let maximumCacheBits = 11

  /// The maximum number of bytes for a picture, whatever its stream contains.
  static func mostBytes(of size: PixelSize) -> Int {
    // Blocks have at least 4 x 4 pixels.
    let blocks = ((size.width + 3) / 4) * ((size.height + 3) / 4)
    return 12 * blocks
      + min(blocks, 65_536) * (entryBytes * entries(maximumCacheBits) + groupBytes)
  }

  /// Reads a stream as far as the image that gives the group of codes for each block, and adds the
  /// tables of the groups.
  ///
  /// libwebp, too, allocates tables only if it can read that far.
  ///
  /// - Parameters:
  ///   - stream: The stream after its header.
  ///   - size: The size of the picture.
  mutating func add(_ stream: ByteView, size: PixelSize) {
    var bits = WebPBits(stream)
    heldBytes += Self.heldBytes(&bits, size) ?? 0
    examinedBytes += bits.readBytes
  }

  private static func heldBytes(_ bits: inout WebPBits, _ size: PixelSize) -> Int? {
    var (width, images) = (size.width, 0)
    /// The size of an image with a pixel for each block.
    func blocks(_ exponent: Int) -> Int {
      let side = 1 << exponent
      return ((width + side - 1) / side) * ((size.height + side - 1) / side)
    }
    var known: Set<Int> = []
    while bits.take(1) == 1 {
      guard let kind = bits.take(2), known.insert(kind).inserted else { return nil }
      switch kind {
      case 0, 1:
        guard let exponent = bits.take(3) else { return nil }
        images += blocks(exponent + 2)
        guard bits.largestPair(inImageOf: blocks(exponent + 2)) != nil else { return nil }
      case 3:
        guard let last = bits.take(8), bits.largestPair(inImageOf: last + 1) != nil else {
          return nil
        }
        // If there are few colours, several indices share a pixel.
        let exponent = last < 2 ? 3 : last < 4 ? 2 : last < 16 ? 1 : 0
        width = (width + (1 << exponent) - 1) >> exponent
      default: break
      }
    }
    guard let cacheBits = bits.cacheBits(), let hasGroups = bits.take(1) else { return nil }
    var groups = 1
    if hasGroups == 1 {
      guard let exponent = bits.take(3),
        let most = bits.largestPair(inImageOf: blocks(exponent + 2))
      else { return nil }
      images += blocks(exponent + 2)
      groups = most + 1
    }
    // The tables of one group, which every picture needs, take only a few kilobytes and are not
    // counted.
    return 4 * images + (groups - 1) * (entryBytes * entries(cacheBits) + groupBytes)
  }

  /// The number of entries in the tables of a group, according to libwebp.
  private static func entries(_ cacheBits: Int) -> Int {
    // The entries for red, blue, alpha and distances; then those for green, lengths and cached
    // colours.
    let others = 3 * 630 + 410
    let cached = [654, 656, 658, 662, 670, 686, 718, 782, 912, 1168, 1680, 2704]
    return others + cached[min(cacheBits, maximumCacheBits)]
  }
}

/// The bits of a lossless stream, the lowest of each byte first.
private struct WebPBits {
  private var rest: ByteView
  private var piece: [UInt8] = []
  private var place = 0
  private var held: UInt64 = 0
  private var heldCount = 0

  /// The number of bytes read so far.
  private(set) var readBytes = 0

  private static let pieceBytes = 4096

  init(_ stream: ByteView) { rest = stream }

  /// Reads up to 18 bits; nil at the end of the data.
  mutating func take(_ count: Int) -> Int? {
    while heldCount < count {
      if place == piece.count {
        piece = rest.prefix(Self.pieceBytes)
        rest = rest[piece.count...]
        place = 0
        readBytes += piece.count
        if piece.isEmpty { return nil }
      }
      held |= UInt64(piece[place]) << UInt64(heldCount)
      place += 1
      heldCount += 8
    }
    let bits = Int(held & (1 << UInt64(count) - 1))
    held >>= UInt64(count)
    heldCount -= count
    return bits
  }

  /// The number of bits of an index into the colour cache; 0 without a cache.
  mutating func cacheBits() -> Int? {
    guard let hasCache = take(1) else { return nil }
    guard hasCache == 1 else { return 0 }
    return take(4).flatMap { 1...11 ~= $0 ? $0 : nil }
  }

  /// Reads an image of `count` pixels within the stream.
  ///
  /// Pixels that repeat earlier ones, or come from the colour cache, cannot raise the maximum.
  ///
  /// - Returns: The largest 16-bit number that has a pixel's red as its high byte and its green as
  ///   its low byte; nil if the image is damaged.
  mutating func largestPair(inImageOf count: Int) -> Int? {
    guard let cacheBits = cacheBits() else { return nil }
    let cached = cacheBits == 0 ? 0 : 1 << cacheBits
    guard let green = code(256 + 24 + cached), let red = code(256), let blue = code(256),
      let alpha = code(256), let distances = code(40)
    else { return nil }
    // An image of a single colour has no bits.
    if let only = green.only, only < 256, let other = red.only, blue.only != nil, alpha.only != nil
    {
      return other << 8 | only
    }
    // If the only symbol stands for a repetition or for a colour in the cache, pixels take no bits
    // either. The first pixel cannot repeat others, and all colours in the cache are black.
    if let only = green.only, only >= 256 { return only < 256 + 24 ? nil : 0 }
    var (done, largest) = (0, 0)
    while done < count {
      guard let symbol = next(green) else { return nil }
      if symbol < 256 {
        guard let other = next(red), next(blue) != nil, next(alpha) != nil else { return nil }
        largest = max(largest, other << 8 | symbol)
        done += 1
      } else if symbol < 256 + 24 {
        guard let length = number(symbol - 256), let code = next(distances), number(code) != nil
        else { return nil }
        done += length
      } else {
        done += 1
      }
    }
    return largest
  }

  /// A length or a distance, whose leading bits are given by a symbol.
  private mutating func number(_ symbol: Int) -> Int? {
    guard symbol >= 4 else { return symbol + 1 }
    let extra = (symbol - 2) >> 1
    return take(extra).map { (2 + symbol & 1) << extra + $0 + 1 }
  }

  private mutating func next(_ code: WebPCode) -> Int? {
    if let only = code.only { return only }
    var (bits, first, index) = (0, 0, 0)
    for length in 1...15 {
      guard let bit = take(1) else { return nil }
      bits |= bit
      let count = code.counts[length]
      if bits - count < first { return code.symbols[index + bits - first] }
      index += count
      first = (first + count) << 1
      bits <<= 1
    }
    return nil
  }

  /// Reads the prefix code for an alphabet of `size` symbols, which is stored as code lengths.
  private mutating func code(_ size: Int) -> WebPCode? {
    guard let isSimple = take(1) else { return nil }
    var lengths = [UInt8](repeating: 0, count: size)
    if isSimple == 1 {
      guard let more = take(1), let isLong = take(1), let first = take(isLong == 1 ? 8 : 1),
        first < size
      else { return nil }
      lengths[first] = 1
      if more == 1 {
        guard let second = take(8), second < size else { return nil }
        lengths[second] = 1
      }
      return WebPCode(lengths)
    }
    let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    guard let count = take(4), count + 4 <= order.count else { return nil }
    var own = [UInt8](repeating: 0, count: order.count)
    for place in order.prefix(count + 4) {
      guard let length = take(3) else { return nil }
      own[place] = UInt8(length)
    }
    guard let lengthCode = WebPCode(own), let isLimited = take(1) else { return nil }
    var left = size
    if isLimited == 1 {
      guard let width = take(3), let most = take(2 + 2 * width), most + 2 <= size else {
        return nil
      }
      left = most + 2
    }
    var (symbol, previous) = (0, UInt8(8))
    while symbol < size, left > 0 {
      left -= 1
      guard let length = next(lengthCode) else { return nil }
      if length < 16 {
        lengths[symbol] = UInt8(length)
        symbol += 1
        if length > 0 { previous = UInt8(length) }
        continue
      }
      let (bits, least) = length == 16 ? (2, 3) : length == 17 ? (3, 3) : (7, 11)
      guard let more = take(bits), symbol + least + more <= size else { return nil }
      if length == 16 {
        for place in symbol..<symbol + least + more { lengths[place] = previous }
      }
      symbol += least + more
    }
    return WebPCode(lengths)
  }
}

/// A canonical prefix code.
private struct WebPCode {
  /// The only symbol, which takes no bits; nil if there are several.
  private(set) var only: Int?
  /// The number of symbols of each length.
  private(set) var counts = [Int](repeating: 0, count: 16)
  /// The symbols, by their lengths and then by their numbers.
  private(set) var symbols: [Int] = []

  /// The code with these lengths; nil if it has no symbols.
  init?(_ lengths: [UInt8]) {
    for length in lengths { counts[Int(length)] += 1 }
    let used = lengths.count - counts[0]
    guard used > 0 else { return nil }
    counts[0] = 0
    if used == 1 {
      only = lengths.firstIndex { $0 > 0 }
      return
    }
    var starts = [Int](repeating: 0, count: 16)
    for length in 1..<15 { starts[length + 1] = starts[length] + counts[length] }
    symbols = [Int](repeating: 0, count: used)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[starts[Int(length)]] = symbol
      starts[Int(length)] += 1
    }
  }
}
