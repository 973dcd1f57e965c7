internal import SheetImaging

/// The scans of a JPEG inside a file of another format, found without decoding it.
///
/// libjpeg holds all coefficients of a picture with several scans, and each scan takes time for all
/// of its coefficients, even if a few bytes code them.
///
/// Source: ITU-T T.81, B.1 and B.2.
struct JPEGScans {
  /// The number of coefficients in the picture.
  private(set) var coefficients = 0
  /// The total number of coefficients coded by all scans.
  private(set) var codedCoefficients = 0
  /// The number of scans; 1 if the first scan codes the whole picture, since no other scans are
  /// then looked for.
  private(set) var count = 0
  /// The number of bytes examined.
  private(set) var examinedBytes = 0

  /// Whether coefficients have to be held, because there may be more scans.
  private(set) var hasSeveralScans = false

  /// The bytes of all coefficients; 0 if rows are decoded one by one.
  var heldBytes: Int { hasSeveralScans ? coefficients * MemoryLayout<Int16>.size : 0 }

  init(_ stream: ByteView) {
    var rest = stream
    rest.isBigEndian = true
    defer { examinedBytes = stream.count - rest.count }
    guard rest.take(2) == 0xFFD8 else { return }
    var frame: JPEGFrame?
    while let code = rest.takeMarker(), code != Marker.end {
      guard !Marker.single.contains(code) else { continue }
      guard let length = rest.number(at: 0, 2), length >= 2 else { return }
      let segment = rest[2..<length]
      rest = rest[length...]
      if code == Marker.scan {
        guard let frame else { return }
        let parts = segment.number(at: 0, 1) ?? 0
        if count == 0 {
          coefficients = frame.coefficients
          hasSeveralScans = frame.isProgressive || parts < frame.parts.count
        }
        count += 1
        guard hasSeveralScans else { return }
        for index in 0..<min(parts, 4) {
          let part = segment.number(at: 1 + 2 * index, 1)
          codedCoefficients += frame.parts.first { $0.name == part }?.coefficients ?? 0
        }
      } else if Marker.frames.contains(code), !Marker.otherTables.contains(code), frame == nil {
        frame = JPEGFrame(segment, isProgressive: code & 3 == 2)
      }
    }
  }

  private enum Marker {
    static let scan: UInt8 = 0xDA
    static let end: UInt8 = 0xD9
    /// Markers without a length: start of image, restarts, and a reserved one.
    static let single: Set<UInt8> = [0x01, 0xD8, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7]
    static let frames: ClosedRange<UInt8> = 0xC0...0xCF
    /// Huffman tables, the marker reserved for extensions, and arithmetic coding conditioning.
    static let otherTables: Set<UInt8> = [0xC4, 0xC8, 0xCC]
  }
}

/// The header of a JPEG's picture.
private struct JPEGFrame {
  let isProgressive: Bool
  /// The channels, with the number of coefficients that a scan codes in each.
  private(set) var parts: [(name: Int, coefficients: Int)] = []
  /// The number of coefficients libjpeg holds: 64 for each block of each channel, in whole MCUs.
  private(set) var coefficients = 0

  /// Parses a frame header; nil if libjpeg would refuse it.
  init?(_ segment: ByteView, isProgressive: Bool) {
    self.isProgressive = isProgressive
    guard let height = segment.number(at: 1, 2), let width = segment.number(at: 3, 2),
      let count = segment.number(at: 5, 1), 1...10 ~= count
    else { return nil }
    let channels = (0..<count).map { index in
      let factors = segment.number(at: 7 + 3 * index, 1) ?? 0
      return (
        name: segment.number(at: 6 + 3 * index, 1) ?? 0, across: factors >> 4, down: factors & 15
      )
    }
    guard channels.allSatisfy({ 1...4 ~= $0.across && 1...4 ~= $0.down }) else { return nil }
    let across = channels.reduce(1) { max($0, $1.across) }
    let down = channels.reduce(1) { max($0, $1.down) }
    for channel in channels {
      let columns = (width * channel.across - 1) / (8 * across) + 1
      let rows = (height * channel.down - 1) / (8 * down) + 1
      parts.append((channel.name, 64 * columns * rows))
      let heldColumns = (columns - 1) / channel.across * channel.across + channel.across
      let heldRows = (rows - 1) / channel.down * channel.down + channel.down
      coefficients += 64 * heldColumns * heldRows
    }
  }
}

extension ByteView {
  /// Consumes everything up to and including a marker; nil if there is none.
  fileprivate mutating func takeMarker() -> UInt8? {
    var length = 256
    while count > 1 {
      let bytes = prefix(length)
      guard bytes.count > 1 else { return nil }
      for index in 1..<bytes.count
      where bytes[index - 1] == 0xFF && bytes[index] != 0 && bytes[index] != 0xFF {
        self = self[(index + 1)...]
        return bytes[index]
      }
      // The last byte may be the start of a marker.
      self = self[(bytes.count - 1)...]
      length = 64 << 10
    }
    self = self[count...]
    return nil
  }
}
