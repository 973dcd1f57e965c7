/// The file of a black interlaced RGB picture, which takes 1/160 of the bytes of its pixels.
///
/// The pixels are never created, so the picture can be larger than memory.
///
/// Source: PNG specification, 8.2 (passes); RFC 1951, 3.2.6 (fixed codes).
public func interlacedBlackPNG(width: Int, height: Int) -> [UInt8] {
  func count(_ side: Int, from start: Int, by step: Int) -> Int {
    max(0, (side - start + step - 1) / step)
  }
  let passes = [
    (0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2),
    (0, 1, 1, 2),
  ]
  let zeros = passes.reduce(0) { sum, pass in
    let columns = count(width, from: pass.0, by: pass.1)
    return columns == 0 ? sum : sum + count(height, from: pass.2, by: pass.3) * (1 + 3 * columns)
  }
  var stream: [UInt8] = [0x78, 0x01]
  var (bits, bitCount): (UInt64, UInt64) = (0, 0)
  func add(_ value: UInt64, _ length: UInt64) {
    bits |= value << bitCount
    bitCount += length
    while bitCount >= 8 {
      stream.append(UInt8(truncatingIfNeeded: bits))
      (bits, bitCount) = (bits >> 8, bitCount - 8)
    }
  }
  // The last block uses fixed codes, and begins with a zero.
  add(0b011, 3)
  add(0x0C, 8)
  // Each match copies 258 bytes from a distance of 1.
  for _ in 0..<(zeros - 1) / 258 { add(0xA3, 13) }
  for _ in 0..<(zeros - 1) % 258 { add(0x0C, 8) }
  add(0, 7 + 7)
  stream += bigEndianBytes(UInt32(zeros % 65521) << 16 | 1)
  let size = bigEndianBytes(UInt32(width)) + bigEndianBytes(UInt32(height))
  return PNGChunk.file([
    PNGChunk(type: "IHDR", data: size + [8, 2, 0, 0, 1]), PNGChunk(type: "IDAT", data: stream),
    PNGChunk(type: "IEND", data: []),
  ])
}
