/// A pixel in sRGB with straight alpha.
struct RGBAPixel {
  let (red, green, blue, alpha): (Int, Int, Int, Int)

  init(_ pixel: UInt32) {
    (red, green, blue) = (Int(pixel & 255), Int(pixel >> 8 & 255), Int(pixel >> 16 & 255))
    alpha = Int(pixel >> 24)
  }

  /// Uses the weights of ITU-R BT.709.
  var luma: Int { (2126 * red + 7152 * green + 722 * blue + 5000) / 10_000 }
  var lumaOverWhite: UInt8 { UInt8((luma * alpha + 255 * (255 - alpha) + 127) / 255) }
}

extension Collection<UInt32> {
  /// The bytes of each value, least significant first.
  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4 * count)
    var target = bytes.mutableSpan
    var place = 0
    for pixel in self {
      for byte in 0..<4 {
        target[place + byte] = UInt8(truncatingIfNeeded: pixel >> UInt32(8 * byte))
      }
      place += 4
    }
    return bytes
  }
}
