/// Exif data to be written: the entries of a directory, and of the directories that it refers to.
///
/// Source: TIFF 6.0, section 2; Exif 2.32 (CIPA DC-008), 4.6.2.
public struct ExifFixture: Sendable {
  /// The value of an entry.
  public enum Value: Sendable {
    /// A string, followed by NUL.
    case ascii(String)
    /// A string of the UTF-8 type of Exif 3.0, followed by NUL.
    case utf8(String)
    /// 16-bit numbers.
    case shorts([Int])
    /// 32-bit numbers.
    case longs([Int])
    /// Fractions.
    case rationals([(Int, Int)])
    /// Signed fractions.
    case signedRationals([(Int, Int)])
    /// Another directory.
    case directory(ExifFixture)
    /// Numbers with a given type and size, possibly invalid.
    case numbers(type: Int, bytes: Int, count: Int, [Int])
  }

  /// The entries in order, each with its tag.
  public var entries: [(tag: Int, value: Value)]

  /// Creates a directory.
  public init(_ entries: KeyValuePairs<Int, Value>) {
    self.entries = entries.map { ($0.key, $0.value) }
  }

  /// A TIFF header, the directory, and the data that it refers to.
  ///
  /// A BigTIFF has longer numbers.
  public func encoded(littleEndian: Bool = false, isBig: Bool = false) -> [UInt8] {
    let order = ByteOrder(isLittleEndian: littleEndian, isBig: isBig)
    let mark = Array((littleEndian ? "II" : "MM").utf8)
    if isBig {
      return mark + order.bytes(43, 2) + order.bytes(8, 2) + [0, 0] + order.bytes(16, 8)
        + directory(at: 16, order)
    }
    return mark + order.bytes(42, 2) + order.bytes(8, 4) + directory(at: 8, order)
  }

  /// The data after the signature with which a JPEG marker begins.
  public func marker(littleEndian: Bool = false) -> [UInt8] {
    Array("Exif\0\0".utf8) + encoded(littleEndian: littleEndian)
  }

  private func directory(at start: Int, _ order: ByteOrder) -> [UInt8] {
    let width = order.isBig ? 8 : 4
    var table = order.bytes(entries.count, order.isBig ? 8 : 2)
    let tableEnd = start + table.count + (4 + 2 * width) * entries.count + width
    var rest: [UInt8] = []
    for (tag, value) in entries {
      let place = tableEnd + rest.count
      let (type, count, bytes) = value.encoded(at: place, order)
      table += order.bytes(tag, 2) + order.bytes(type, 2) + order.bytes(count, width)
      // A directory never fits into an entry, even if it is empty.
      if bytes.count <= width {
        table += bytes + [UInt8](repeating: 0, count: width - bytes.count)
      } else {
        table += order.bytes(place, width)
        rest += bytes
      }
    }
    return table + order.bytes(0, width) + rest
  }

  fileprivate struct ByteOrder {
    let isLittleEndian: Bool
    let isBig: Bool

    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return isLittleEndian ? bytes : bytes.reversed()
    }
  }
}

extension ExifFixture.Value {
  /// The type, the count, and the bytes stored in the entry or at an offset.
  fileprivate func encoded(
    at place: Int, _ order: ExifFixture.ByteOrder
  ) -> (type: Int, count: Int, bytes: [UInt8]) {
    switch self {
    case .ascii(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .utf8(let text): (129, text.utf8.count + 1, Array(text.utf8) + [0])
    case .shorts(let numbers): (3, numbers.count, numbers.flatMap { order.bytes($0, 2) })
    case .longs(let numbers): (4, numbers.count, numbers.flatMap { order.bytes($0, 4) })
    case .rationals(let fractions): (5, fractions.count, order.bytes(fractions))
    case .signedRationals(let fractions): (10, fractions.count, order.bytes(fractions))
    case .directory(let directory): (order.isBig ? 18 : 4, 1, directory.directory(at: place, order))
    case .numbers(let type, let size, let count, let numbers):
      (type, count, numbers.flatMap { order.bytes($0, size) })
    }
  }
}

extension ExifFixture.ByteOrder {
  fileprivate func bytes(_ fractions: [(Int, Int)]) -> [UInt8] {
    fractions.flatMap { bytes($0.0, 4) + bytes($0.1, 4) }
  }
}
