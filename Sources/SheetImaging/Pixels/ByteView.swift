private import Synchronization

/// Untrusted bytes, from a file or in memory.
///
/// Reading beyond the view gives nil. Views of the same file share a cache and a budget of steps.
/// Every loop whose length depends on the bytes draws from the budget, and ends when it is used up.
package struct ByteView: Sendable {
  private let source: ByteSource
  private let range: Range<Int>
  /// Whether numbers have their most significant byte first.
  package var isBigEndian = true

  /// A view of bytes in memory.
  package init(_ bytes: some Collection<UInt8>, steps: Int = .max) {
    self.init(ByteSource(size: bytes.count, [(0, Array(bytes))], StepBudget(steps)))
  }

  /// A view of a file.
  ///
  /// - Parameters:
  ///   - size: The size of the file in bytes.
  ///   - steps: The budget.
  ///   - read: Reads bytes at an offset, fewer than asked for if the file has shrunk. After `read`
  ///     has thrown an error, reads give nil, and ``failure`` is that error.
  package init(
    size: Int, steps: Int,
    read: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]
  ) {
    self.init(ByteSource(size: size, [], StepBudget(steps), read: read))
  }

  private init(_ source: ByteSource) { (self.source, range) = (source, 0..<source.size) }

  private init(_ view: ByteView, _ source: ByteSource, _ range: Range<Int>) {
    (self.source, self.range, isBigEndian) = (source, range, view.isBigEndian)
  }

  /// The number of bytes.
  package var count: Int { range.count }
  /// The offset of the first byte in the whole file.
  package var offset: Int { range.lowerBound }
  /// The first error while reading the file.
  package var failure: (any Error)? { source.state.withLock(\.failure) }
  /// Whether the budget is used up, so that results may be incomplete.
  package var isSpent: Bool { source.budget.left.load(ordering: .relaxed) < 0 }

  /// Takes steps from the budget; false if too few are left.
  package func step(_ count: Int = 1) -> Bool {
    source.budget.left.wrappingSubtract(count, ordering: .relaxed).newValue >= 0
  }

  /// The part of this view in a range of offsets, clipped to the view.
  package subscript(part: Range<Int>) -> ByteView {
    let part = part.clamped(to: 0..<count)
    return ByteView(self, source, offset + part.lowerBound..<offset + part.upperBound)
  }

  /// The rest of the view from an offset; empty if the offset is outside.
  package subscript(rest: PartialRangeFrom<Int>) -> ByteView {
    0...count ~= rest.lowerBound ? self[rest.lowerBound..<count] : self[count..<count]
  }

  /// All bytes; fewer if the file has shrunk.
  package var bytes: [UInt8] { Array(source.bytes(range)) }

  /// The first bytes, at most `count` of them.
  package func prefix(_ count: Int) -> [UInt8] { self[0..<max(0, count)].bytes }

  /// A number of up to 8 bytes; nil if bytes are missing, or if it is 2⁶² or more.
  package func number(at offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, offset <= count - width else { return nil }
    let start = range.lowerBound + offset
    let bytes = source.bytes(start..<start + width)
    guard bytes.count == width else { return nil }
    let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let ordered = isBigEndian || width == 0 ? number : number.byteSwapped >> (64 - 8 * width)
    return ordered < 1 << 62 ? Int(ordered) : nil
  }

  /// Four ASCII letters, with question marks for unprintable bytes; nil if bytes are missing.
  package func text(at offset: Int) -> String? {
    let letters = self[offset..<offset + 4].bytes
    guard letters.count == 4 else { return nil }
    return String(decoding: letters.map { 0x20...0x7E ~= $0 ? $0 : 0x3F }, as: UTF8.self)
  }

  /// Reads a number from the start, and consumes it.
  ///
  /// If the number is incomplete, returns nil and consumes nothing.
  package mutating func take(_ width: Int) -> Int? {
    guard let number = number(at: 0, width) else { return nil }
    self = self[width...]
    return number
  }

  /// Removes a part from the start, and returns it.
  ///
  /// If the part is incomplete, returns nil and consumes nothing.
  package mutating func take(part length: Int) -> ByteView? {
    guard 0...count ~= length else { return nil }
    defer { self = self[length...] }
    return self[0..<length]
  }

  /// A copy in memory.
  ///
  /// - Parameter ranges: Ranges of the whole file, in any order; nil for the range of the view.
  /// - Returns: A view of these ranges alone, at the same offsets.
  package func held(_ ranges: [Range<Int>]? = nil) -> ByteView {
    let parts = RangeSet(ranges ?? [range]).ranges.map { ($0.lowerBound, Array(source.bytes($0))) }
    return ByteView(self, ByteSource(size: source.size, parts, source.budget), range)
  }

  /// A view of other bytes in memory, which shares the budget of this view.
  package func sharingBudget(_ bytes: [UInt8]) -> ByteView {
    ByteView(self, ByteSource(size: bytes.count, [(0, bytes)], source.budget), bytes.indices)
  }
}

extension ByteView: Equatable {
  /// Whether both views are the same range of the same file, or of equal bytes in memory.
  package static func == (one: ByteView, other: ByteView) -> Bool {
    one.range == other.range && one.isBigEndian == other.isBigEndian
      && (one.source === other.source || one.source.hasParts(of: other.source))
  }
}

/// The number of steps that loops over bytes may still take.
private final class StepBudget: Sendable {
  let left: Atomic<Int>

  init(_ steps: Int) { left = Atomic(steps) }
}

/// The bytes shared by views: either parts held in memory, with their offsets, or a file and the
/// part last read from it.
private final class ByteSource: Sendable {
  typealias Part = (offset: Int, bytes: [UInt8])

  let size: Int
  private let parts: [Part]
  private let read: (@Sendable (Int, Int) throws -> [UInt8])?
  let budget: StepBudget
  let state = Mutex(State())

  struct State {
    var recent: Part = (0, [])
    var failure: (any Error)?
  }

  /// The minimum number of bytes read from a file at a time.
  private static let readLength = 4096

  init(
    size: Int, _ parts: [Part], _ budget: StepBudget,
    read: (@Sendable (Int, Int) throws -> [UInt8])? = nil
  ) {
    (self.size, self.parts, self.budget, self.read) = (size, parts, budget, read)
  }

  func hasParts(of other: ByteSource) -> Bool {
    read == nil && other.read == nil && parts.elementsEqual(other.parts, by: ==)
  }

  /// The bytes of a range, up to the first one that is missing.
  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    guard let read else {
      // Find the last part that starts at or before the range.
      var (low, high) = (0, parts.count)
      while low < high {
        let middle = (low + high) / 2
        if parts[middle].offset <= range.lowerBound { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? [] : Self.bytes(range, of: parts[low - 1])
    }
    return state.withLock { state in
      let known = state.recent.offset..<state.recent.offset + state.recent.bytes.count
      if known.lowerBound <= range.lowerBound, range.upperBound <= known.upperBound {
        return Self.bytes(range, of: state.recent)
      }
      guard state.failure == nil else { return [] }
      let count = max(range.count, min(Self.readLength, size - range.lowerBound))
      do {
        let part = (range.lowerBound, try read(range.lowerBound, count))
        // Long parts are read only once, so they are not cached.
        if count <= Self.readLength { state.recent = part }
        return Self.bytes(range, of: part)
      } catch {
        state.failure = error
        return []
      }
    }
  }

  private static func bytes(_ range: Range<Int>, of part: Part) -> ArraySlice<UInt8> {
    let start = range.lowerBound - part.offset
    guard start < part.bytes.count else { return [] }
    return part.bytes[start..<min(start + range.count, part.bytes.count)]
  }
}
