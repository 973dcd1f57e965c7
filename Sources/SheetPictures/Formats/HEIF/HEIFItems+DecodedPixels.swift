internal import SheetImaging

/// The number of pixels that are decoded for a picture, by its coded streams.
///
/// Decoders allocate memory for a stream's own size, and not for the size that the file states. A
/// picture of 64 x 64 may have a stream of 60,000 x 60,000 pixels. A stream may also hold a
/// thousand pictures in a row.
extension HEIFItems {
  /// The pixels of some pictures and of all parts of them.
  ///
  /// - Parameters:
  ///   - pictures: The pictures, by their numbers.
  ///   - file: All bytes of the file.
  /// - Returns: One number for each use of a picture; 0 for a pointer to another picture. The
  ///   pixels of canvases, which are held while pictures are laid over them.
  /// - Throws: `PictureFileError.malformed` and `.unsupported` if a picture must not be decoded.
  func decodedPixels(
    of pictures: [Int], in file: ByteView
  ) throws(PictureFileError) -> (all: [Int], underOthers: Int) {
    // Equal tiles of libavif share their bytes.
    guard bytesOfItems <= max(2 * file.count, 64 << 20) else {
      throw .malformed(reason: "its parts are longer than the file")
    }
    guard let parts = parts(of: pictures) else {
      throw .malformed(reason: "its picture is made of too many pictures, or of itself")
    }
    var known: [Int: Int] = [:]
    var (all, underOthers) = ([Int](), 0)
    for part in parts {
      let kind = kind(of: part)?.prefix(4)
      if known[part] == nil {
        known[part] = min(try pixels(of: part, in: file), 1 << 40)
        if kind == "iovl" { underOthers += known[part] ?? 0 }
      }
      guard let count = known[part], count > 0 || kind == "iden" else {
        throw .malformed(reason: "the number of its pixels is unknown")
      }
      all.append(count)
    }
    try checkBudget()
    return (all, underOthers)
  }

  private func pixels(of item: Int, in file: ByteView) throws(PictureFileError) -> Int {
    let data = contents(of: item, in: file)
    switch kind(of: item)?.prefix(4) {
    case "hvc1", "hev1":
      return configuration("hvcC", of: item).map { HEVCStream.pixels($0, data) } ?? 0
    case "av01": return configuration("av1C", of: item).map { AV1Stream.pixels($0, data) } ?? 0
    case "grid": return canvas(data, at: 4)
    case "iovl": return canvas(data, at: 10)
    case "iden": return 0
    default:
      throw .unsupported(
        reason: "its pixels are coded neither as HEVC nor as AV1; save it as one of these")
    }
  }

  /// The configuration of a stream; nil if there is none, or several.
  private func configuration(_ name: String, of item: Int) -> ByteView? {
    let all = Array(properties(name, of: item).prefix(2))
    return all.count == 1 ? all[0] : nil
  }
}

/// The pixels of a canvas, from its sides at an offset, which have 2 or 4 bytes each.
private func canvas(_ data: ByteView, at offset: Int) -> Int {
  let width = (data.number(at: 1, 1) ?? 0) & 1 == 0 ? 2 : 4
  return area(data.number(at: offset, width) ?? 0, data.number(at: offset + width, width) ?? 0)
}

/// The pixels of a picture.
///
/// Sides are clamped to 2¹⁷, which no format exceeds, so that sums do not overflow.
private func area(_ width: Int, _ height: Int) -> Int {
  min(max(0, width), 1 << 17) * min(max(0, height), 1 << 17)
}

/// Pictures that are coded as HEVC.
///
/// Source: ISO/IEC 14496-15, 8.3.3.1 (configuration); ITU-T H.265, 7.3.1.2, 7.3.2.2.1 and 7.3.3.
private enum HEVCStream {
  /// The pixels of all pictures, if each is as large as the largest.
  static func pixels(_ configuration: ByteView, _ data: ByteView) -> Int {
    var (largest, pictures) = (0, 0)
    func lookAtUnit(in bytes: inout ByteView, _ width: Int) {
      guard let unit = bytes.take(width).flatMap({ bytes.take(part: $0) }) else {
        bytes = bytes[bytes.count...]
        return
      }
      // Layers above the first are other views, which are not shown.
      guard let head = unit.number(at: 0, 2), head >> 3 & 63 == 0 else { return }
      switch head >> 9 & 63 {
      case 33: largest = max(largest, pixels(ofParameters: unit[2...]))
      // The first slice of a picture has this bit.
      case 0..<32 where (unit.number(at: 2, 1) ?? 0) & 0x80 != 0: pictures += 1
      default: break
      }
    }
    var (sets, rest) = (configuration[23...], data)
    for _ in 0..<(configuration.number(at: 22, 1) ?? 0) {
      let count = sets.number(at: 1, 2) ?? 0
      sets = sets[3...]
      for _ in 0..<count where sets.count > 0 && sets.step() { lookAtUnit(in: &sets, 2) }
    }
    let width = (configuration.number(at: 21, 1) ?? 0) & 3 + 1
    while rest.count > 0, rest.step() { lookAtUnit(in: &rest, width) }
    return largest * max(1, pictures)
  }

  private static func pixels(ofParameters set: ByteView) -> Int {
    var bytes: [UInt8] = []
    for byte in set.prefix(256) {
      // A 3 after two zeros is an escape, so that they do not look like a start code.
      if byte != 3 || !bytes.suffix(2).elementsEqual([0, 0]) { bytes.append(byte) }
    }
    var bits = CodedBits(ByteView(bytes))
    bits.skip(4)
    let layers = bits.take(3)
    bits.skip(1 + 88 + 8)
    let stated = (0..<layers).map { _ in (profile: bits.take(1), level: bits.take(1)) }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    for layer in stated { bits.skip(88 * layer.profile + 8 * layer.level) }
    _ = bits.takeExponential()
    if bits.takeExponential() == 3 { bits.skip(1) }
    return area(bits.takeExponential(), bits.takeExponential())
  }
}

/// Pictures that are coded as AV1.
///
/// Source: AV1 in ISO media files 1.2, 2.3.3; AV1 bitstream specification, 5.3 and 5.5.
private enum AV1Stream {
  /// The pixels of all frames, if each is as large as the largest.
  static func pixels(_ configuration: ByteView, _ data: ByteView) -> Int {
    var (largest, frames) = (0, 0)
    for var rest in [configuration[4...], data] {
      while rest.step(), let head = rest.take(1) {
        if head & 4 != 0 { rest = rest[1...] }
        var length = rest.count
        if head & 2 != 0 {
          length = 0
          for index in 0..<8 {
            let byte = rest.take(1) ?? 0
            length |= (byte & 127) << (7 * index)
            if byte < 128 { break }
          }
        }
        switch head >> 3 & 15 {
        case 1 where min(length, rest.count) > 0:
          largest = max(largest, pixels(ofHeader: rest[0..<length]))
        case 3, 6: frames += 1
        default: break
        }
        rest = rest[length...]
      }
    }
    return largest * max(1, frames)
  }

  private static func pixels(ofHeader header: ByteView) -> Int {
    var bits = CodedBits(header)
    bits.skip(4)
    if bits.take(1) == 1 {
      bits.skip(5)
    } else {
      var delayBits = 0
      if bits.take(1) == 1 {
        bits.skip(64)
        if bits.take(1) == 1 { _ = bits.takeExponential() }
        if bits.take(1) == 1 {
          delayBits = bits.take(5) + 1
          bits.skip(42)
        }
      }
      let hasDelay = bits.take(1) == 1
      for _ in 0...bits.take(5) {
        bits.skip(12)
        if bits.take(5) > 7 { bits.skip(1) }
        if delayBits > 0, bits.take(1) == 1 { bits.skip(2 * delayBits + 1) }
        if hasDelay, bits.take(1) == 1 { bits.skip(4) }
      }
    }
    let (width, height) = (bits.take(4) + 1, bits.take(4) + 1)
    return area(bits.take(width) + 1, bits.take(height) + 1)
  }
}

/// Bits, most significant bit of each byte first, and zeros after the last.
private struct CodedBits {
  private let bytes: ByteView
  private var place = 0

  init(_ bytes: ByteView) { self.bytes = bytes }

  mutating func skip(_ count: Int) { place += count }

  mutating func take(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in
      let bit = (bytes.number(at: place / 8, 1) ?? 0) >> (7 - place % 8) & 1
      place += 1
      return value << 1 | bit
    }
  }

  /// A number in Exp-Golomb code, `ue(v)` in HEVC and `uvlc()` in AV1.
  mutating func takeExponential() -> Int {
    var zeros = 0
    while zeros < 32, take(1) == 0 { zeros += 1 }
    return 1 << zeros - 1 + take(zeros)
  }
}
