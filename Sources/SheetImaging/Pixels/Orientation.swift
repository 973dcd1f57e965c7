/// How a stored picture has to be turned or mirrored to be upright.
///
/// The raw values are those of Exif, which states where the first row and the first column of the
/// stored picture are seen.
///
/// Source: Exif 2.32 (CIPA DC-008), 4.6.4, tag 274 (Orientation).
public enum Orientation: Int, CaseIterable, Sendable {
  /// Not at all.
  case upright = 1
  /// Swap left and right.
  case mirrored = 2
  /// Rotate by 180°.
  case halfTurn = 3
  /// Swap top and bottom.
  case flipped = 4
  /// Mirror at the diagonal from the top left.
  case transposed = 5
  /// Rotate by 90° clockwise.
  case rightTurn = 6
  /// Mirror at the diagonal from the top right.
  case transversed = 7
  /// Rotate by 90° counterclockwise.
  case leftTurn = 8
}

extension Orientation {
  /// Whether stored rows are seen as columns, so that width and height are swapped.
  public var swapsSides: Bool {
    rawValue >= 5
  }

  /// Whether the pixels of a stored row are seen from right to left, or from bottom to top.
  public var reversesRow: Bool {
    switch self {
    case .mirrored, .halfTurn, .transversed, .leftTurn: true
    case .upright, .flipped, .transposed, .rightTurn: false
    }
  }

  /// Whether stored rows are seen from bottom to top, or from right to left.
  public var reversesRowOrder: Bool {
    switch self {
    case .halfTurn, .flipped, .rightTurn, .transversed: true
    case .upright, .mirrored, .transposed, .leftTurn: false
    }
  }

  /// The positions of the pixels of a stored row in the upright picture.
  ///
  /// - Parameters:
  ///   - row: The number of the row, from 0.
  ///   - width: The number of pixels in a stored row.
  ///   - height: The number of stored rows.
  /// - Returns: A line that begins at the first pixel of the row.
  public func line(ofRow row: Int, width: Int, height: Int) -> PixelLine {
    let along = reversesRow ? width - 1 : 0
    let across = reversesRowOrder ? height - 1 - row : row
    let step = reversesRow ? -1 : 1
    return swapsSides
      ? PixelLine(x: across, y: along, stepX: 0, stepY: step)
      : PixelLine(x: along, y: across, stepX: step, stepY: 0)
  }
}

/// The positions of a row of pixels that runs right, left, down or up.
public struct PixelLine: Hashable, Sendable {
  /// The column of the first pixel.
  public var x: Int
  /// The row of the first pixel.
  public var y: Int
  /// The columns from each pixel to the next: 1, 0 or -1.
  public let stepX: Int
  /// The rows from each pixel to the next: 0, 1 or -1.
  public let stepY: Int

  /// A line by its first pixel and the step to the next one, by default to the right.
  public init(x: Int, y: Int, stepX: Int = 1, stepY: Int = 0) {
    self.x = x
    self.y = y
    self.stepX = stepX
    self.stepY = stepY
  }

  /// The same line, moved right by `x` and down by `y`.
  public func moved(x: Int, y: Int) -> PixelLine {
    PixelLine(x: self.x + x, y: self.y + y, stepX: stepX, stepY: stepY)
  }
}

extension Orientation {
  /// The orientation that an eXIf chunk states.
  ///
  /// Nil where it states none or an unknown one, and where the bytes before it are damaged. Only
  /// the first directory, which describes the picture itself, is searched; of several entries the
  /// first counts. Values of 8, 16 and 32 bits are accepted, as TIFF asks of readers, although
  /// Exif writes 16 bits.
  ///
  /// Source: TIFF 6.0, section 2 (header, directory and field types).
  ///
  /// - Parameter exif: The chunk's data: a TIFF header and directories.
  public init?(exif: [UInt8]) {
    guard let tiff = TIFFNumbers(exif), let directory = tiff.number(at: 4, bytes: 4),
      let entryCount = tiff.number(at: directory, bytes: 2)
    else { return nil }
    for index in 0..<entryCount {
      let entry = directory + 2 + 12 * index
      guard let tag = tiff.number(at: entry, bytes: 2) else { return nil }
      guard tag == 274 else { continue }
      guard let type = tiff.number(at: entry + 2, bytes: 2), let bytes = Self.typeBytes[type],
        tiff.number(at: entry + 4, bytes: 4) == 1,
        let value = tiff.number(at: entry + 8, bytes: bytes)
      else { return nil }
      self.init(rawValue: value)
      return
    }
    return nil
  }

  /// The sizes of the types BYTE, SHORT and LONG.
  private static let typeBytes = [1: 1, 3: 2, 4: 4]
}

/// Reads the numbers of a TIFF file in its byte order.
private struct TIFFNumbers {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// Nil unless the bytes begin with a TIFF header.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
      isBigEndian = true
    } else if bytes.starts(with: [0x49, 0x49, 42, 0]) {
      isBigEndian = false
    } else {
      return nil
    }
    self.bytes = bytes
  }

  /// A number of 1 to 4 bytes; nil where it is not inside the file.
  ///
  /// The offset is not negative.
  func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset <= bytes.count - count else { return nil }
    let field = bytes[offset..<offset + count]
    return isBigEndian
      ? field.reduce(0) { $0 << 8 | Int($1) } : field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
