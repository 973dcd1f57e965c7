internal import SheetPNG

/// How many pixels are decoded for a picture, as its coded streams say.
///
/// Decoders make room for what a stream says of itself, whatever the file says of the picture: a stream
/// of 60,000 x 60,000 pixels, or a thousand pictures in a row, fit into one of 64 x 64.
extension HEIFItems {
  /// The pixels of each of some pictures and of all that they are made of.
  ///
  /// - Parameters:
  ///   - pictures: The pictures, by their numbers.
  ///   - file: All bytes of the file.
  /// - Returns: One number for each, as often as it is used; 0 for what only points to another.
  /// - Throws: `PictureFileError.malformed` and `.unsupported` where a picture is not to be decoded.
  func decodedPixels(of pictures: [Int], in file: [UInt8]) throws(PictureFileError) -> [Int] {
    // Equal tiles of libavif share their bytes.
    guard bytesOfItems <= max(2 * file.count, 64 << 20) else {
      throw .malformed(reason: "its parts are longer than the file")
    }
    guard let parts = parts(of: pictures) else {
      throw .malformed(reason: "its picture is made of too many others, or of itself")
    }
    var known: [Int: Int] = [:]
    var all: [Int] = []
    for part in parts {
      if known[part] == nil { known[part] = min(try pixels(of: part, in: file), 1 << 40) }
      guard let count = known[part], count > 0 || kinds[part]?.hasPrefix("iden") == true else {
        throw .malformed(reason: "its pixels do not say how many they are")
      }
      all.append(count)
    }
    return all
  }

  private func pixels(of item: Int, in file: [UInt8]) throws(PictureFileError) -> Int {
    let data = contents(of: item, in: file)
    switch kinds[item]?.prefix(4) {
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

  /// What is said of a stream ahead of it; nil where there is nothing, or more than one may be meant.
  private func configuration(_ name: String, of item: Int) -> [UInt8]? {
    let all = properties(name, of: item)
    return all.count == 1 ? Array(bytes[all[0].body]) : nil
  }
}

/// The pixels of what others are laid on; its sides stand at an offset, in 2 bytes each or in 4.
private func canvas(_ data: [UInt8], at offset: Int) -> Int {
  let width = data.bigEndian(at: 1, bytes: 1) & 1 == 0 ? 2 : 4
  return area(
    data.bigEndian(at: offset, bytes: width), data.bigEndian(at: offset + width, bytes: width))
}

/// The pixels of a picture; sides beyond those of any format are as 2¹⁷, so that sums stay numbers.
private func area(_ width: Int, _ height: Int) -> Int {
  min(max(0, width), 1 << 17) * min(max(0, height), 1 << 17)
}

/// Pictures that are coded as HEVC.
///
/// Source: ISO/IEC 14496-15, 8.3.3.1 (what is ahead of them); ITU-T H.265, 7.3.1.2, 7.3.2.2.1 and 7.3.3.
private enum HEVCStream {
  /// The pixels of all pictures, if each is as large as the largest.
  static func pixels(_ configuration: [UInt8], _ data: [UInt8]) -> Int {
    var units: [ArraySlice<UInt8>] = []
    func take(_ bytes: [UInt8], _ place: inout Int, _ width: Int) {
      let length = bytes.bigEndian(at: place, bytes: width)
      place += width
      if length > 1, place + length <= bytes.count { units.append(bytes[place..<place + length]) }
      place += length
    }
    var place = 23
    for _ in 0..<configuration.bigEndian(at: 22, bytes: 1) {
      let count = configuration.bigEndian(at: place + 1, bytes: 2)
      place += 3
      for _ in 0..<count where place < configuration.count { take(configuration, &place, 2) }
    }
    place = 0
    let width = configuration.bigEndian(at: 21, bytes: 1) & 3 + 1
    while place < data.count { take(data, &place, width) }
    var (largest, pictures) = (0, 0)
    for unit in units {
      let head = Array(unit.prefix(3))
      // Layers above the first are other views, which nobody looks at.
      guard head.bigEndian(at: 0, bytes: 2) >> 3 & 63 == 0 else { continue }
      switch head[0] >> 1 & 63 {
      case 33: largest = max(largest, pixels(ofParameters: unit.dropFirst(2)))
      // The first slice of a picture says so.
      case 0..<32 where head.bigEndian(at: 2, bytes: 1) & 0x80 != 0: pictures += 1
      default: break
      }
    }
    return largest * max(1, pictures)
  }

  private static func pixels(ofParameters set: ArraySlice<UInt8>) -> Int {
    var bytes: [UInt8] = []
    for byte in set.prefix(256) {
      // A 3 behind two zeros only keeps them from being taken for the beginning of a unit.
      if byte != 3 || !bytes.suffix(2).elementsEqual([0, 0]) { bytes.append(byte) }
    }
    var bits = CodedBits(bytes[...])
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
  static func pixels(_ configuration: [UInt8], _ data: [UInt8]) -> Int {
    var (largest, frames) = (0, 0)
    for bytes in [Array(configuration.dropFirst(4)), data] {
      var place = 0
      while place < bytes.count {
        let head = bytes[place]
        place += head & 4 == 0 ? 1 : 2
        var length = bytes.count - place
        if head & 2 != 0 {
          length = 0
          for index in 0..<8 {
            let byte = bytes.bigEndian(at: place, bytes: 1)
            place += 1
            length |= (byte & 127) << (7 * index)
            if byte < 128 { break }
          }
        }
        let end = min(place + length, bytes.count)
        switch head >> 3 & 15 {
        case 1 where place < end: largest = max(largest, pixels(ofHeader: bytes[place..<end]))
        case 3, 6: frames += 1
        default: break
        }
        place += length
      }
    }
    return largest * max(1, frames)
  }

  private static func pixels(ofHeader header: ArraySlice<UInt8>) -> Int {
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

/// Bits, of each byte the greatest first; behind the last there are zeros.
private struct CodedBits {
  private let bytes: ArraySlice<UInt8>
  private var place = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func skip(_ count: Int) { place += count }

  mutating func take(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in
      let index = bytes.startIndex + place / 8
      let bit = index < bytes.endIndex ? Int(bytes[index]) >> (7 - place % 8) & 1 : 0
      place += 1
      return value << 1 | bit
    }
  }

  /// A number of the code of Exp-Golomb, `ue(v)` in HEVC and `uvlc()` in AV1.
  mutating func takeExponential() -> Int {
    var zeros = 0
    while zeros < 32, take(1) == 0 { zeros += 1 }
    return 1 << zeros - 1 + take(zeros)
  }
}
